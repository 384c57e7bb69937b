"""Lists whole turns of the second half of La Cité de la Lumière, with the points that each brings.

After the 16th tile nothing is hidden (L34), so the list is the same for both seats.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lutetia.core.kernel import StepList
from lutetia.games.lumiere.rules import Lumiere
from lutetia.games.lumiere.rules.kernel import LumiereKernel


@dataclass(frozen=True, order=True)
class Turn:
    """The step ids of one turn, and how it changes the lead, the seat's points and the rival's points."""

    lead: int
    mine: int
    rival: int
    steps: tuple[int, ...]


class Turns:
    """Lists turns of one ruleset; spare kernels are reused."""

    def __init__(self, ruleset: Lumiere) -> None:
        self.ruleset = ruleset
        self._spare: list[tuple[LumiereKernel, StepList]] = []

    def listed(self, kernel: LumiereKernel) -> Iterator[Turn]:
        """All turns, sorted by their steps. A postcard is listed once, with its best effect."""
        me = kernel.seat
        return self._from(kernel, 0, kernel.points_of(me), kernel.points_of(1 - me))

    def best(self, kernel: LumiereKernel) -> Turn:
        return max(self.listed(kernel))

    def _from(self, kernel: LumiereKernel, depth: int, mine: int, rival: int) -> Iterator[Turn]:
        while len(self._spare) <= depth:
            self._spare.append((self.ruleset.new_kernel(), StepList(len(self.ruleset.step_texts))))
        after, steps = self._spare[depth]
        me, turn = kernel.seat, kernel.turn
        for i in range(kernel.list(steps)):
            step: int = steps[i]
            after.become(kernel)
            after.play(step)
            if after.turn == turn:  # a postcard's effect follows, or the building after a swap
                best = max(self._from(after, depth + 1, mine, rival))
                yield Turn(best.lead, best.mine, best.rival, (step, *best.steps))
            else:
                gain, loss = after.points_of(me) - mine, after.points_of(1 - me) - rival
                yield Turn(gain - loss, gain, loss, (step,))
