"""One seat against bots, as a Gymnasium environment.

    import gymnasium
    env = gymnasium.make("lutetia.envs.gymnasium:lutetia/NAME-v1", opponent="level2")

An illegal step loses the game immediately: reward −1, terminated, and `info["illegal"]` says why. Agents that respect
`observation["action_mask"]` never lose this way.
"""

from __future__ import annotations

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
from lutetia.bots import Bot, bot
from lutetia.core.edition import Source
from lutetia.core.errors import IllegalStep, shown
from lutetia.core.game import Game
from lutetia.core.i18n import _
from lutetia.core.random import Rng
from lutetia.envs.observations import Observation, ObservationBuilder
from lutetia.envs.rendering import MODES, checked_mode, render
from lutetia.envs.rewards import Rewards


class LutetiaEnv(gymnasium.Env[Observation, int]):
    """`opponent` (a bot or its name) plays all other seats. `seat=None` draws a seat for each game."""

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
        render_mode: str | None = None,
    ) -> None:
        self.ruleset = ruleset(game, edition=edition, options=options, players=players)
        if seat is not None and seat not in self.ruleset.seats:
            known = ", ".join(self.ruleset.seats)
            raise ValueError(_("there is no seat {seat}; there are: {known}", seat=shown(seat), known=known))
        self.observations = ObservationBuilder(self.ruleset)
        self.render_mode = checked_mode(render_mode)
        self.observation_space = self.observations.space()
        self.action_space = spaces.Discrete(self.observations.actions)  # type: ignore[assignment]
        self._seat = seat
        self._opponent = opponent
        self._rewards = Rewards(reward)
        if isinstance(opponent, str):
            bot(opponent)  # raises ValueError for an unknown name

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game and play until the agent's first decision. The same seed gives the same game."""
        super().reset(seed=seed)
        drawn = [int(number) for number in self.np_random.integers(1 << 63, size=3)]
        self.game = Game.deal(self.ruleset, Rng(drawn[0]))
        self.me = self._seat or self.ruleset.seats[drawn[1] % len(self.ruleset.seats)]
        self.seat_index = self.ruleset.seats.index(self.me)
        self._bot = bot(self._opponent, drawn[2]) if isinstance(self._opponent, str) else self._opponent
        self._rewards.begin(self.game.kernel)
        self._play_opponents()
        return self._observation(), {"seat": self.me}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play a step; the opponents play until it is the agent's decision again."""
        info: dict[str, Any] = {"seat": self.me}
        try:
            self.game.play(self.ruleset.step_texts[int(np.asarray(action).item())])
        except IllegalStep as error:
            return self._observation(), -1.0, True, False, info | {"illegal": str(error), "rule": error.rule}
        reward = self._rewards.after(self.game.kernel)[self.seat_index] + self._play_opponents()
        if self.game.over:
            info["result"] = self.game.result()
        return self._observation(), reward, self.game.over, False, info

    def render(self) -> Any:
        """The position as the agent sees it."""
        return render(self.render_mode, self.game, self.me)

    def _play_opponents(self) -> float:
        """Play the opponents' steps. Returns the agent's rewards for them."""
        reward = 0.0
        while (seat := self.game.seat) is not None and seat != self.me:
            self.game.play(self._bot.choose(self.game.view(seat), self.game.legal()))
            reward += self._rewards.after(self.game.kernel)[self.seat_index]
        return reward

    def _observation(self) -> Observation:
        return self.observations.observation(self.game.kernel, self.seat_index)


for _game in games():
    gymnasium.register(f"lutetia/{_game.capitalize()}-v1", entry_point=f"{__name__}:LutetiaEnv", kwargs={"game": _game})
