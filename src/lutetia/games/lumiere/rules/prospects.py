"""What the deciding seat may look forward to: what a postcard's whole effect would bring, and what a step would light.

The kernel takes every step of it; nothing here knows what a postcard does. Nothing is hidden in these turns (L34).
"""

from __future__ import annotations

from collections.abc import Callable

from lutetia.core.json_types import Json
from lutetia.core.kernel import StepList
from lutetia.games.lumiere.rules.kernel import LumiereKernel
from lutetia.games.lumiere.rules.notation import Notation
from lutetia.games.lumiere.rules.scoring import Board, building_sheets


class Outcomes:
    """The ends of a turn. `fresh` makes a kernel of the same table, to try steps on."""

    def __init__(self, fresh: Callable[[], LumiereKernel], words: Notation) -> None:
        self.fresh, self.words = fresh, words

    def cards(self, kernel: LumiereKernel, legal: list[str]) -> dict[str, int]:
        """By postcard that may be taken now: the most that it would add to the seat's own total, all that it asks
        answered."""
        now = kernel.points_of(kernel.seat)
        taken = [step for step in legal if step.startswith("card ")]
        return {step.removeprefix("card "): self._best(kernel, self.words.numbers[step], set()) - now for step in taken}

    def _best(self, kernel: LumiereKernel, step: int, looked: set[int]) -> int:
        """The seat's best total at the end of the turn that begins with this step.

        What follows a swap depends on the building that was lifted alone, whichever was given: each is looked at once,
        and so the work never exceeds the places of every building in the supply.
        """
        after = self.fresh()
        after.become(kernel)
        after.play(step)
        if after.turn != kernel.turn:
            return int(after.points_of(kernel.seat))
        if after.lifted in looked:
            return int(after.points_of(kernel.seat))
        looked |= {after.lifted} - {-1}
        steps = StepList(len(self.words.words))
        after.list(steps)
        return max(self._best(after, steps[i], looked) for i in range(len(steps)))


def lit(before: LumiereKernel, after: LumiereKernel, words: Notation, edition: Json) -> Json:
    """The building that a step puts down or makes larger, with its size and the lamps that light it."""
    board = Board(after, words)
    known = set(before.spaces)
    sheets = building_sheets(board, board.light(edition["large_lamp"]["pattern"]))
    grown = {name for b, name in enumerate((*words.buildings, "garden")) if after.spaces[b] not in known}
    return {"built": next((sheet for sheet in sheets if sheet["name"] in grown), None)}
