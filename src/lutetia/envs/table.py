"""The game of an environment: a kernel and the numbers of the steps taken, without texts, records or views.

A `Game` with its record is made from them only when somebody asks for it.
"""

from __future__ import annotations

from typing import Any

from lutetia.bots import Bot, DirectBot
from lutetia.bots.situation import Situation
from lutetia.core.errors import IllegalStep
from lutetia.core.game import Game
from lutetia.core.kernel import Kernel, StepList
from lutetia.core.random import Rng
from lutetia.core.ruleset import Ruleset


class Table:
    """One game after another with the same ruleset. Copies and pickles go on identically."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        self.ruleset = ruleset
        self.kernel: Kernel = ruleset.new_kernel()
        """The position. Read it, but play only through `play`."""
        self.legal = StepList(len(ruleset.step_texts))
        """The legal steps in the position; empty when the game is over."""
        self._seed = 0
        self._taken: list[int] = []
        self._game: Game | None = None

    def deal(self, seed: int) -> None:
        """Begin a new game."""
        self._seed, self._taken, self._game = seed, [], None
        self.kernel.begin(Rng(seed))
        self.kernel.list(self.legal)

    def play(self, step: int) -> None:
        """Take the step with this number. Raises IllegalStep, and changes nothing, if it is not legal."""
        if step not in self.legal:
            raise self.refusal(step)
        self.kernel.play(step)
        self._taken.append(step)
        self.kernel.list(self.legal)

    def refusal(self, step: int) -> IllegalStep:
        """Why a step is not legal."""
        texts = self.ruleset.step_texts
        return self.ruleset.refusal(self.kernel, texts[step] if 0 <= step < len(texts) else str(step))

    def let(self, bot: Bot) -> None:
        """Let a bot take a step for the seat that decides. A view is built only for a bot that needs one."""
        if isinstance(bot, DirectBot):
            self.play(bot.decide(Situation(self.ruleset, self.kernel, len(self._taken), self.legal)))
            return
        game = self.game
        step = bot.choose(game.view(game.seat), game.legal())
        game.must_be_legal(step)
        self.play(self.ruleset.step_ids[step])

    @property
    def game(self) -> Game:
        """The game so far, with its record. It is brought up to date each time it is asked for."""
        if self._game is None:
            self._game = Game.deal(self.ruleset, Rng(self._seed))
        for step in self._taken[self._game.step_count :]:
            self._game.play(self.ruleset.step_texts[step])
        return self._game

    def __deepcopy__(self, memo: object) -> Table:
        twin = Table(self.ruleset)
        twin._continue(self._seed, list(self._taken))
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.ruleset, self._seed, self._taken)

    def _continue(self, seed: int, taken: list[int]) -> None:
        self.deal(seed)
        for step in taken:
            self.play(step)


def _restored(ruleset: Ruleset[Any], seed: int, taken: list[int]) -> Table:
    table = Table(ruleset)
    table._continue(seed, taken)
    return table
