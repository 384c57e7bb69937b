"""A decision without JSON: the legal steps of the deciding seat, and games that it cannot tell from the real one."""

from __future__ import annotations

from typing import Any

from lutetia.bots import seed_after
from lutetia.core.game import Game
from lutetia.core.kernel import Kernel, StepList
from lutetia.core.random import Rng
from lutetia.core.ruleset import Ruleset


class Situation:
    """What the seat that decides in a position may know. The kernel itself stays hidden."""

    def __init__(self, ruleset: Ruleset[Any], kernel: Kernel, taken: int, legal: StepList) -> None:
        """`taken`: how many steps the game has had. `legal`: a buffer; it is filled here."""
        self.ruleset = ruleset
        self.taken = taken
        self.legal = legal
        """The numbers of the legal steps, ascending."""
        self._kernel = kernel
        kernel.list(legal)

    def seed(self, seed: int) -> int:
        """The seed of this decision for a bot with this seed."""
        return seed_after(seed, self.taken)

    def imagine(self, seed: int) -> Game:
        """The same position with everything redrawn that the seat cannot know. The game has no past: no record."""
        kernel = self.ruleset.new_kernel()
        kernel.become(self._kernel)
        kernel.imagine(kernel.seat, Rng(seed))
        return Game(self.ruleset, kernel, {})
