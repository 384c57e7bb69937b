"""What a postcard with its whole effect would bring the seat on turn, and what a step would light.

The kernel plays every step; nothing here knows what a postcard does. These turns have no hidden information (L34).
"""

from __future__ import annotations

from collections.abc import Callable

from lutetia.core.json_types import Json
from lutetia.core.kernel import StepList
from lutetia.games.lumiere.rules.kernel import LumiereKernel
from lutetia.games.lumiere.rules.notation import Notation
from lutetia.games.lumiere.rules.scoring import Board, building_sheets


class Outcomes:
    """The possible ends of a turn. `fresh` makes a kernel of the same ruleset to try steps on."""

    def __init__(self, fresh: Callable[[], LumiereKernel], notation: Notation) -> None:
        self.fresh, self.notation = fresh, notation

    def cards(self, kernel: LumiereKernel, legal: list[str]) -> dict[str, int]:
        """For each postcard that may be taken now: the most that it can add to the seat's total."""
        now = kernel.points_of(kernel.seat)
        taken = [step for step in legal if step.startswith("card ")]
        return {
            step.removeprefix("card "): self._best(kernel, self.notation.numbers[step], set()) - now for step in taken
        }

    def _best(self, kernel: LumiereKernel, step: int, looked: set[int]) -> int:
        """The seat's best total at the end of the turn that begins with this step.

        What follows a swap depends only on the building that was lifted, not on the one given. So each lifted building
        is examined once, and the work is bounded by the places of the buildings in the supply.
        """
        after = self.fresh()
        after.become(kernel)
        after.play(step)
        if after.turn != kernel.turn:
            return int(after.points_of(kernel.seat))
        if after.lifted in looked:
            return int(after.points_of(kernel.seat))
        looked |= {after.lifted} - {-1}
        steps = StepList(len(self.notation.texts))
        after.list(steps)
        return max(self._best(after, steps[i], looked) for i in range(len(steps)))


def lit(before: LumiereKernel, after: LumiereKernel, notation: Notation, edition: Json) -> Json:
    """The building that a step places or enlarges, with its size and the lamps that light it."""
    board = Board(after, notation)
    known = set(before.spaces)
    sheets = building_sheets(board, board.light(edition["large_lamp"]["pattern"]))
    grown = {name for b, name in enumerate((*notation.buildings, "garden")) if after.spaces[b] not in known}
    return {"built": next((sheet for sheet in sheets if sheet["name"] in grown), None)}
