"""What a postcard with its whole effect would bring the seat on turn, what a step would light, and what it would count.

The kernel plays every step; nothing here knows what a postcard does. These turns have no hidden information (L34).
"""

from __future__ import annotations

from collections.abc import Callable, Set

from lutetia.core.json_types import Json
from lutetia.core.kernel import StepList
from lutetia.games.lumiere.rules.edition import CARDS
from lutetia.games.lumiere.rules.kernel import LumiereKernel
from lutetia.games.lumiere.rules.notation import Notation
from lutetia.games.lumiere.rules.scoring import COUNTS, Board, Light, building_sheets, painter_area, reading


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

    def idle(self, kernel: LumiereKernel, legal: list[str]) -> list[str]:
        """The postcards that may be taken now although they could do nothing but be declined (L39)."""
        decline = self.notation.numbers["decline"]
        after, steps = self.fresh(), StepList(len(self.notation.texts))
        found = []
        for step in legal:
            if step.startswith("card "):
                after.become(kernel)
                after.play(self.notation.numbers[step])
                if after.turn == kernel.turn:
                    after.list(steps)
                    if len(steps) == 1 and steps[0] == decline:
                        found.append(step.removeprefix("card "))
        return found

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


def outlook(before: LumiereKernel, after: LumiereKernel, notation: Notation, edition: Json) -> Json:
    """What a step would show on the board.

    `built`: the building that it places or enlarges, with its size and the lamps that light it. `area` and `counts`:
    the area of the piece that it places, and the spaces that bring the piece points; empty for other steps.
    """
    board = Board(after, notation)
    known = set(before.spaces)
    light = board.light(edition["large_lamp"]["pattern"])
    sheets = building_sheets(board, light)
    grown = {name for b, name in enumerate((*notation.buildings, "garden")) if after.spaces[b] not in known}
    area, counts = _placed(before, after, board, light, edition)
    return {
        "built": next((sheet for sheet in sheets if sheet["name"] in grown), None),
        "area": reading(area),
        "counts": reading(counts),
    }


def _placed(
    before: LumiereKernel, after: LumiereKernel, board: Board, light: Light, edition: Json
) -> tuple[Set[str], Set[str]]:
    """The area of the piece that was placed, and the spaces that it counts."""
    card = CARDS[before.question] if before.question >= 0 else ""
    counted = COUNTS[card](board, light, edition["points"]) if card in COUNTS and before.taken != after.taken else None
    if counted is None:
        return set(), set()
    counts = counted[1]
    return (painter_area(board) if card == "peintre" else counts), counts
