"""One seat against bots, as a Gymnasium environment.

    import gymnasium
    env = gymnasium.make("lutetia.envs.gymnasium:lutetia/NAME-v1", opponent="level2")

An illegal step loses the game immediately: reward −1, terminated, and `info["illegal"]` says why. Agents that respect
`observation["action_mask"]` never lose this way.
"""

from __future__ import annotations

import copy
from typing import Any

from lutetia.envs import INSTALL

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
except ModuleNotFoundError as missing:
    missing.add_note(INSTALL)
    raise

from lutetia import games, ruleset
from lutetia.bots import Bot, bot_for
from lutetia.core.edition import Source
from lutetia.core.errors import IllegalStep, shown
from lutetia.core.game import Game
from lutetia.core.i18n import _
from lutetia.envs.explain import explain
from lutetia.envs.observations import Observation, ObservationBuilder
from lutetia.envs.rendering import MODES, checked_mode, render
from lutetia.envs.rewards import Rewards
from lutetia.envs.table import Table


class LutetiaEnv(gymnasium.Env[Observation, int]):
    """`opponent` (a bot or its name) plays all other seats. `seat=None` draws a seat for each game.

    `observation` is the form of the observations: "dict" for named parts, "flat" for one row. An environment can be
    copied and pickled, also in the middle of a game: the copy goes on identically.
    """

    metadata = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        opponent: str | Bot = "level1",
        seat: str | None = None,
        players: int = 2,
        options: dict[str, Any] | None = None,
        edition: Source = None,
        reward: str = "win",
        observation: str = "dict",
        render_mode: str | None = None,
    ) -> None:
        self.ruleset = ruleset(game, edition=edition, options=options, players=players)
        if seat is not None and seat not in self.ruleset.seats:
            known = ", ".join(self.ruleset.seats)
            raise ValueError(_("there is no seat {seat}; there are: {known}", seat=shown(seat), known=known))
        self.observations = ObservationBuilder(self.ruleset, observation)
        self.parts = self.observations.parts
        """The parts of an observation, with the meaning of every element."""
        self.render_mode = checked_mode(render_mode)
        self.observation_space = self.observations.space()
        self.action_space = spaces.Discrete(self.observations.actions)  # type: ignore[assignment]
        self._seat = seat
        self._opponent = opponent
        self._bot_seed = 0
        self._bot = self._new_bot()  # raises ValueError for an unknown name
        self._rewards = Rewards(reward)
        self._table = Table(self.ruleset)

    @property
    def game(self) -> Game:
        """The game so far, with its record. Asking for it takes time, so do not ask after each step."""
        return self._table.game

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game and play until the agent's first decision. The same seed gives the same game."""
        super().reset(seed=seed)
        drawn = [int(number) for number in self.np_random.integers(1 << 63, size=3)]
        self._table.deal(drawn[0])
        self.me = self._seat or self.ruleset.seats[drawn[1] % len(self.ruleset.seats)]
        self.seat_index = self.ruleset.seats.index(self.me)
        self._bot_seed = drawn[2]
        self._bot = self._new_bot()
        self._rewards.begin(self._table.kernel)
        self._play_opponents()
        self._show()
        return self._observation(), {"seat": self.me}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play a step; the opponents play until it is the agent's decision again."""
        info: dict[str, Any] = {"seat": self.me}
        kernel = self._table.kernel
        try:
            self._table.play(int(np.asarray(action).item()))
        except IllegalStep as error:
            return self._observation(), -1.0, True, False, info | {"illegal": str(error), "rule": error.rule}
        reward = self._rewards.after(kernel)[self.seat_index] + self._play_opponents()
        over = kernel.seat < 0
        if over:
            info["result"] = self.ruleset.result(kernel)
        self._show()
        return self._observation(), reward, over, False, info

    def render(self) -> Any:
        """The position as the agent sees it."""
        return render(self.render_mode, self.game, self.me)

    def explain(self, observation: Observation, *, everything: bool = False) -> list[str]:
        """An observation in words, one line for each part or seat. Zeros are left out, unless `everything` is true."""
        return explain(observation, self.parts, everything=everything)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _play_opponents(self) -> float:
        """Play the opponents' steps. Returns the agent's rewards for them."""
        reward, kernel = 0.0, self._table.kernel
        while kernel.seat >= 0 and kernel.seat != self.seat_index:
            self._table.let(self._bot)
            reward += self._rewards.after(kernel)[self.seat_index]
        return reward

    def _observation(self) -> Observation:
        return self.observations.observation(self._table.kernel, self.seat_index, self._table.legal)

    def _new_bot(self) -> Bot:
        if isinstance(self._opponent, str):
            return bot_for(self.ruleset.game, self._opponent, self._bot_seed)
        return self._opponent

    def __copy__(self) -> LutetiaEnv:
        return copy.deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        """A bot that was made from its name is made again: it may be a process."""
        return {name: value for name, value in self.__dict__.items() if name != "_bot"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bot = self._new_bot()


for _game in games():
    gymnasium.register(f"lutetia/{_game.capitalize()}-v1", entry_point=f"{__name__}:LutetiaEnv", kwargs={"game": _game})
