"""The games as PettingZoo environments (AEC): every seat is an agent with the seat's name.

    from lutetia.envs import pettingzoo
    env = pettingzoo.env("NAME", players=2, reward="win")

`env` has the wrappers of PettingZoo's classic games: an illegal step ends the game, and the agent gets −1. `raw_env`
raises IllegalStep with the rule instead.
"""

from __future__ import annotations

from typing import Any

from lutetia.envs import INSTALL

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import EzPickle, seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as missing:
    missing.add_note(INSTALL)
    raise

from lutetia import ruleset
from lutetia.core.edition import Source
from lutetia.core.game import Game
from lutetia.core.random import Rng
from lutetia.envs.observations import Observation, ObservationBuilder
from lutetia.envs.rendering import MODES, checked_mode, render
from lutetia.envs.rewards import Rewards


def env(game: str, **kwargs: Any) -> AECEnv[str, Observation, int | None]:
    """The environment with PettingZoo's usual wrappers."""
    checked = wrappers.TerminateIllegalWrapper(raw_env(game, **kwargs), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class raw_env(AECEnv[str, Observation, int | None], EzPickle):  # type: ignore[misc]  # the name that PettingZoo uses
    """One game after another with the same ruleset."""

    metadata = {"render_modes": list(MODES), "is_parallelizable": False, "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        players: int = 2,
        options: dict[str, Any] | None = None,
        edition: Source = None,
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(
            self, game, players=players, options=options, edition=edition, reward=reward, render_mode=render_mode
        )
        super().__init__()
        self.metadata = self.metadata | {"name": f"lutetia_{game}_v1"}
        self.ruleset = ruleset(game, edition=edition, options=options, players=players)
        self.observations = ObservationBuilder(self.ruleset)
        self.render_mode = checked_mode(render_mode)
        self.possible_agents = list(self.ruleset.seats)
        self.agents: list[str] = []
        self.observation_spaces = {seat: self.observations.space() for seat in self.ruleset.seats}
        self.action_spaces = {seat: spaces.Discrete(self.observations.actions) for seat in self.ruleset.seats}
        self._rewards = Rewards(reward)
        self._deals, _seed = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game. The same seed gives the same game."""
        if seed is not None:
            self._deals, _seed = seeding.np_random(seed)
        self.game = Game.deal(self.ruleset, Rng(int(self._deals.integers(1 << 63))))
        self._rewards.begin(self.game.kernel)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._next()

    def observe(self, agent: str) -> Observation:
        return self.observations.observation(self.game.kernel, self.ruleset.seats.index(agent))

    def step(self, action: int | None) -> None:
        """Play the step with this index for `agent_selection`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.game.play(self.ruleset.step_texts[int(np.asarray(action).item())])
        self._cumulative_rewards[agent] = 0.0
        rewards = self._rewards.after(self.game.kernel)
        self.rewards = dict(zip(self.ruleset.seats, rewards, strict=True))
        if self.game.over:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._next()
        self._accumulate_rewards()

    def render(self) -> Any:
        """The position as the seat to move sees it."""
        return render(self.render_mode, self.game, self.game.seat)

    def close(self) -> None:
        """Nothing to close."""

    def _next(self) -> str:
        return self.game.seat or self.agents[0]
