"""What a seat may know of a position as a row of numbers, written without Python where the core is compiled.

A row is made of named parts, one after the other. Flags are 0 or 1, counts are divided by the part's scale, and −1
stands for what the seat may not know. Both games' observers only look: they know no rule.
"""

from dataclasses import dataclass
from typing import Any

import cython

from lutetia.core.failures import raise_failure

if cython.compiled:
    from cython.cimports.lutetia.core.kernel import Kernel
else:
    from lutetia.core.kernel import Kernel


COMPILED: bool = cython.compiled


@dataclass(frozen=True)
class Part:
    """A named stretch of a row. A count is its number there times `scale`."""

    name: str
    shape: tuple[int, ...]
    scale: int = 1

    @property
    def size(self) -> int:
        """How many numbers it holds."""
        size = 1
        for length in self.shape:
            size *= length
        return size


@cython.cclass
class Observer:
    """Writes rows. `parts` says what stands where; a game's own observer fills them in that order."""

    def __init__(self, parts: tuple) -> None:
        self.size = sum(part.size for part in parts)

    def look(self, kernel: Kernel, seat: cython.int, row: Any) -> None:
        """Write what the seat (as a number) may know into a row: an array's address, or uncompiled the array."""
        if cython.compiled:
            self.out = cython.cast(cython.p_float, cython.cast(cython.size_t, row))
        else:
            self.out = row
        self.at = 0
        self.write(kernel, seat)
        raise_failure()

    def write(self, kernel: Kernel, seat: cython.int) -> cython.void:
        """All parts in order, from `at` on."""

    def put(self, value: cython.int, scale: cython.int) -> cython.void:
        """A count."""
        self.out[self.at] = cython.cast(cython.float, value) / scale
        self.at += 1

    def bits(self, mask: cython.ulonglong, n: cython.int) -> cython.void:
        """Flags, the lowest bit first."""
        i: cython.int
        for i in range(n):
            self.out[self.at + i] = (mask >> i) & 1
        self.at += n

    def one_of(self, which: cython.int, n: cython.int) -> cython.void:
        """One flag of n, or none of them for −1."""
        i: cython.int
        for i in range(n):
            self.out[self.at + i] = i == which
        self.at += n

    def plane(self, mask: cython.ulonglong) -> cython.void:
        """A board of 8 × 8: rows from the top, each from column a on. Bits go down the columns."""
        row: cython.int
        column: cython.int
        for row in range(8):
            for column in range(8):
                self.out[self.at] = (mask >> (8 * column + row)) & 1
                self.at += 1

    def hidden(self, n: cython.int) -> cython.void:
        """What the seat may not know."""
        i: cython.int
        for i in range(n):
            self.out[self.at + i] = -1
        self.at += n


def named(row: Any, parts: tuple[Part, ...]) -> dict[str, Any]:
    """The parts of a row (or of rows: the last axis counts) by name, as views of it."""
    found, at = {}, 0
    for part in parts:
        found[part.name] = row[..., at : at + part.size].reshape(*row.shape[:-1], *part.shape)
        at += part.size
    return found
