"""Values paved ground in the first half of La Cité de la Lumière, before anything is built on it.

The planner places buildings one after another where they get the most light, on ground that is already paved. It uses
only the open board, so it works for the rival's ground as well as for one's own.
"""

from __future__ import annotations

from collections.abc import Iterable

from lutetia.games.lumiere.rules.notation import BUILD, Notation

NOT_FIRST_ROW = 0xFEFEFEFEFEFEFEFE
NOT_LAST_ROW = 0x7F7F7F7F7F7F7F7F
FULL = 0xFFFFFFFFFFFFFFFF


def beside(mask: int) -> int:
    """The spaces that share a side with one of these; bits as in notation.py."""
    return ((mask << 1) & NOT_FIRST_ROW) | ((mask >> 1) & NOT_LAST_ROW) | ((mask << 8) & FULL) | (mask >> 8)


class Planner:
    """All placements of an edition's buildings."""

    def __init__(self, notation: Notation, group: int, unbuilt: int) -> None:
        """`group`, `unbuilt`: the edition's points for a space of the largest group and for an unbuilt building."""
        self.group = group
        self.unbuilt = unbuilt
        self.size = [len(shape) for shape in notation.shapes]
        self._placements: list[list[tuple[int, int]]] = [[] for _ in notation.buildings]
        for step in notation.steps:
            if step.kind == BUILD:
                self._placements[step.piece].append((step.mask, beside(step.mask) & ~step.mask))

    def places(self, building: int, ground: int) -> int:
        """How many placements of the building fit on this ground."""
        return sum(not mask & ~ground for mask, _rim in self._placements[building])

    def worth(self, ground: int, lamps: int, buildings: Iterable[int], most: int = 16) -> float:
        """The sum of values after placing up to `most` of the buildings, always the most valuable one next."""
        left = {
            b: [
                (self.size[b] * (rim & lamps).bit_count(), mask, rim)
                for mask, rim in self._placements[b]
                if not mask & ~ground
            ]
            for b in buildings
        }
        worth, placed, taken = 0.0, 0, 0
        while left and placed < most:
            best, which = -1.0, None
            for b, placements in left.items():
                for lit, mask, rim in placements:
                    if mask & taken:
                        continue
                    value = lit + self.group * self.size[b] * (0.8 if rim & taken or not taken else 0.3)
                    if value > best:
                        best, which = value, (b, mask)
            if which is None:
                break
            b, mask = which
            worth += best
            taken |= mask
            placed += 1
            del left[b]
        return worth + (self.unbuilt * len(left) if placed < most else 0)


def potential(ground: int, lamps: int) -> float:
    """What ground may become: connected spaces count, more so beside a lamp."""
    bright = beside(lamps) & ground
    joined = (ground & (ground << 8)).bit_count() + (ground & (ground << 1) & NOT_FIRST_ROW).bit_count()
    warm = (beside(bright) & ground).bit_count()
    return joined + bright.bit_count() + 0.5 * warm
