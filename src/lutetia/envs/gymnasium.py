"""One seat against bots, as a Gymnasium environment.

    import gymnasium
    env = gymnasium.make("lutetia.envs.gymnasium:lutetia/NAME-v1", opponent="level2")

A step that is not legal loses the game at once: reward −1, terminated, `info["illegal"]` says why. Take one of the
steps in `observation["action_mask"]`, and it never happens.
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
from lutetia.envs.eyes import Eyes, Observation
from lutetia.envs.rewards import Rewards
from lutetia.envs.showing import MODES, checked, shown_as


class LutetiaEnv(gymnasium.Env[Observation, int]):
    """`opponent`: a bot's name or a bot; it plays all other seats. `seat`: None draws one for each game."""

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
        self.eyes = Eyes(self.ruleset)
        self.render_mode = checked(render_mode)
        self.observation_space = self.eyes.space()
        self.action_space = spaces.Discrete(self.eyes.actions)  # type: ignore[assignment]
        self._seat = seat
        self._opponent = opponent
        self._rewards = Rewards(reward)
        if isinstance(opponent, str):
            bot(opponent)  # an unknown name is told now

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game and play to one's first decision; the same seed gives the same game."""
        super().reset(seed=seed)
        drawn = [int(number) for number in self.np_random.integers(1 << 63, size=3)]
        self.game = Game.deal(self.ruleset, Rng(drawn[0]))
        self.me = self._seat or self.ruleset.seats[drawn[1] % len(self.ruleset.seats)]
        self.number = self.ruleset.seats.index(self.me)
        self._bot = bot(self._opponent, drawn[2]) if isinstance(self._opponent, str) else self._opponent
        self._rewards.begin(self.game.kernel)
        self._lost = False
        self._answer()
        return self._look(), {"seat": self.me}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take a step; the others answer until it is one's own decision again."""
        info: dict[str, Any] = {"seat": self.me}
        try:
            self.game.play(self.ruleset.step_texts[int(np.asarray(action).item())])
        except IllegalStep as error:
            self._lost = True
            return self._look(), -1.0, True, False, info | {"illegal": str(error), "rule": error.rule}
        paid = self._rewards.after(self.game.kernel)[self.number] + self._answer()
        if self.game.over:
            info["result"] = self.game.result()
        return self._look(), paid, self.game.over, False, info

    def render(self) -> Any:
        """The position through one's own eyes."""
        return shown_as(self.render_mode, self.game, self.me)

    def _answer(self) -> float:
        """The others' steps, and what they changed for this seat."""
        paid = 0.0
        while (seat := self.game.seat) is not None and seat != self.me:
            self.game.play(self._bot.choose(self.game.view(seat), self.game.legal()))
            paid += self._rewards.after(self.game.kernel)[self.number]
        return paid

    def _look(self) -> Observation:
        return self.eyes.look(self.game.kernel, self.number)


for _game in games():
    gymnasium.register(f"lutetia/{_game.capitalize()}-v1", entry_point=f"{__name__}:LutetiaEnv", kwargs={"game": _game})
