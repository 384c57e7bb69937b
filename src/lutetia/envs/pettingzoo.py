"""The games as PettingZoo environments (AEC): every seat is an agent with the seat's name.

    from lutetia.envs import pettingzoo
    env = pettingzoo.env("NAME", players=2, reward="win")

`env` behaves like PettingZoo's classic games: an illegal step ends the game, and the agent gets −1. `raw_env` raises
IllegalStep with the rule instead.
"""

from __future__ import annotations

import copy
import operator
from typing import Any

from lutetia.envs import INSTALL

try:
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as missing:
    missing.add_note(INSTALL)
    raise

from lutetia import ruleset
from lutetia.core.edition import Source
from lutetia.core.errors import IllegalStep, shown
from lutetia.core.game import Game
from lutetia.core.i18n import _
from lutetia.envs.explain import explain
from lutetia.envs.observations import Observation, ObservationBuilder
from lutetia.envs.rendering import MODES, checked_mode, render
from lutetia.envs.rewards import Rewards
from lutetia.envs.table import Table

ILLEGAL = ("raise", "lose")


def env(game: str, **kwargs: Any) -> AECEnv[str, Observation, int | None]:
    """The environment as PettingZoo's classic games are: wrong calls are errors, and an illegal step loses."""
    return wrappers.OrderEnforcingWrapper(raw_env(game, illegal="lose", **kwargs))


class raw_env(AECEnv[str, Observation, int | None]):  # type: ignore[misc]  # the name that PettingZoo uses
    """One game after another with the same ruleset.

    `observation` is the form of the observations: "dict" for named parts, "flat" for one row. `illegal` says what an
    illegal step does: "raise" raises IllegalStep, "lose" ends the game with a reward of −1. An environment can be
    copied and pickled, also in the middle of a game: the copy goes on identically.
    """

    metadata = {"render_modes": list(MODES), "is_parallelizable": False, "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        players: int = 2,
        options: dict[str, Any] | None = None,
        edition: Source = None,
        reward: str = "win",
        observation: str = "dict",
        illegal: str = "raise",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if illegal not in ILLEGAL:
            known = ", ".join(ILLEGAL)
            raise ValueError(_("illegal: there is no {found}; there are: {known}", found=shown(illegal), known=known))
        self.metadata = self.metadata | {"name": f"lutetia_{game}_v1"}
        self.ruleset = ruleset(game, edition=edition, options=options, players=players)
        self.observations = ObservationBuilder(self.ruleset, observation)
        self.parts = self.observations.parts
        """The parts of an observation, with the meaning of every element."""
        self.render_mode = checked_mode(render_mode)
        self.possible_agents = list(self.ruleset.seats)
        self.agents: list[str] = []
        self.observation_spaces = {seat: self.observations.space() for seat in self.ruleset.seats}
        self.action_spaces = {seat: spaces.Discrete(self.observations.actions) for seat in self.ruleset.seats}
        self._numbers = {seat: number for number, seat in enumerate(self.ruleset.seats)}
        self._illegal = illegal
        self._rewards = Rewards(reward)
        self._table = Table(self.ruleset)
        self._deals, _seed = seeding.np_random()

    @property
    def game(self) -> Game:
        """The game so far, with its record. Asking for it takes time, so do not ask after each step."""
        return self._table.game

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game. The same seed gives the same game."""
        if seed is not None:
            self._deals, _seed = seeding.np_random(seed)
        self._table.deal(int(self._deals.integers(1 << 63)))
        self._rewards.begin(self._table.kernel)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._next()
        self._show()

    def observe(self, agent: str) -> Observation:
        """What the agent may know, and the mask of its legal steps."""
        return self.observations.observation(self._table.kernel, self._numbers[agent], self._table.legal)

    def step(self, action: int | None) -> None:
        """Play the step with this index for `agent_selection`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        table = self._table
        try:
            table.play(operator.index(action))  # type: ignore[arg-type]
        except IllegalStep as error:
            if self._illegal == "raise":
                raise
            self._end({seat: -1.0 if seat == agent else 0.0 for seat in self.ruleset.seats})
            self.infos[agent] = {"illegal": str(error), "rule": error.rule}
            return
        rewards = dict(zip(self.ruleset.seats, self._rewards.after(table.kernel), strict=True))
        if table.kernel.seat < 0:
            self._end(rewards)
        else:
            self.rewards = rewards
            self._cumulative_rewards[agent] = 0.0
            self._accumulate_rewards()
            self.agent_selection = self._next()
        self._show()

    def render(self) -> Any:
        """The position as the seat to move sees it."""
        return render(self.render_mode, self.game, self.game.seat)

    def explain(self, observation: Observation, *, everything: bool = False) -> list[str]:
        """An observation in words, one line for each part or seat. Zeros are left out, unless `everything` is true."""
        return explain(observation, self.parts, everything=everything)

    def close(self) -> None:
        """Nothing to close."""

    def __copy__(self) -> raw_env:
        return copy.deepcopy(self)

    def _end(self, rewards: dict[str, float]) -> None:
        """End the game for all agents."""
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.rewards = rewards
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]
        self._accumulate_rewards()

    def _next(self) -> str:
        return self.ruleset.seats[self._table.kernel.seat]

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()
