"""Plans for the first half of La Cité de la Lumière: what ground is worth to a seat before anything stands on it.

A plan sets buildings one after another where they catch the most lamps, on ground that is already paved. It looks at
nothing but the open board, so it is as honest for the rival's ground as for one's own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from lutetia.games.lumiere.rules.notation import BUILD, Notation

NOT_FIRST_ROW = 0xFEFEFEFEFEFEFEFE
NOT_LAST_ROW = 0x7F7F7F7F7F7F7F7F
FULL = 0xFFFFFFFFFFFFFFFF


def beside(mask: int) -> int:
    """The spaces that share a side with one of these (bits as in notation.py)."""
    return ((mask << 1) & NOT_FIRST_ROW) | ((mask >> 1) & NOT_LAST_ROW) | ((mask << 8) & FULL) | (mask >> 8)


@dataclass(frozen=True)
class Plan:
    """Where the buildings would stand: (building, spaces, lamps) in the order they were set, and what it is worth."""

    set: tuple[tuple[int, int, int], ...]
    worth: float

    def of(self, building: int) -> tuple[int, int] | None:
        """The spaces and the number of lamps of a building; None where it found no place."""
        return next(((mask, lamps) for b, mask, lamps in self.set if b == building), None)


class Planner:
    """The shapes of one edition, turned every way, ready to be laid on any ground."""

    def __init__(self, notation: Notation, group: int, unbuilt: int) -> None:
        """`group` and `unbuilt`: the edition's points for a space of the largest group and for a building left over."""
        self.group = group
        self.unbuilt = unbuilt
        self.size = [len(shape) for shape in notation.shapes]
        self._ways: list[list[tuple[int, int]]] = [[] for _ in notation.buildings]
        for step in notation.steps:
            if step.kind == BUILD:
                self._ways[step.piece].append((step.mask, beside(step.mask) & ~step.mask))

    def places(self, building: int, ground: int) -> int:
        """How many ways there are to set the building on this ground."""
        return sum(not mask & ~ground for mask, _rim in self._ways[building])

    def plan(self, ground: int, lamps: int, buildings: Iterable[int], most: int = 16) -> Plan:
        """Set up to `most` of the buildings, always the one that brings most where it brings most."""
        left = {
            b: [
                (self.size[b] * (rim & lamps).bit_count(), mask, rim)
                for mask, rim in self._ways[b]
                if not mask & ~ground
            ]
            for b in buildings
        }
        chosen: list[tuple[int, int, int]] = []
        worth = 0.0
        walls = taken = 0
        while left and len(chosen) < most:
            best, which = -1.0, None
            for b, ways in left.items():
                for lit, mask, rim in ways:
                    if mask & taken:
                        continue
                    value = lit + self.group * self.size[b] * (0.8 if rim & walls or not walls else 0.3)
                    if value > best:
                        best, which = value, (b, mask, rim)
            if which is None:
                break
            b, mask, rim = which
            chosen.append((b, mask, (rim & lamps).bit_count()))
            worth += best
            walls |= mask
            taken |= mask
            del left[b]
        return Plan(tuple(chosen), worth + (self.unbuilt * len(left) if len(chosen) < most else 0))


def promise(ground: int, lamps: int) -> float:
    """What ground may become: spaces that join up count, more so beside a lamp."""
    bright = beside(lamps) & ground
    joined = (ground & (ground << 8)).bit_count() + (ground & (ground << 1) & NOT_FIRST_ROW).bit_count()
    warm = (beside(bright) & ground).bit_count()
    return joined + bright.bit_count() + 0.5 * warm
