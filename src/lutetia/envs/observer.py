"""Observations: what a seat may know about a position as a row of numbers.

A row consists of named parts (parts.py). Flags are 0 or 1, counts are divided by the part's scale, and −1 stands for
what the seat may not know. Observers only read positions; they contain no rules. Compiled, they run without Python
objects.
"""

from typing import Any

import cython

from lutetia.core.failures import raise_failure

if cython.compiled:
    from cython.cimports.lutetia.core.kernel import Kernel, StepList
else:
    from lutetia.core.kernel import Kernel, StepList


COMPILED: bool = cython.compiled


@cython.cclass
class Observer:
    """Writes rows. `parts` describes the layout; a game's own subclass fills the parts in that order."""

    def __init__(self, parts: tuple) -> None:
        self.size = sum(part.size for part in parts)

    def observe(self, kernel: Kernel, seat: cython.int, row: Any) -> None:
        """Write what the seat (an index) may know into a row: the address of an array, or the array if uncompiled."""
        if cython.compiled:
            self.out = cython.cast(cython.p_float, cython.cast(cython.size_t, row))
        else:
            self.out = row
        self.at = 0
        self.write(kernel, seat)
        raise_failure()

    def mark(self, steps: StepList, flags: Any) -> None:
        """Set the flag of each step: an array of signed bytes, all 0, or its address if compiled."""
        i: cython.int
        if cython.compiled:
            marks: cython.p_schar = cython.cast(cython.p_schar, cython.cast(cython.size_t, flags))
        else:
            marks = flags
        for i in range(steps.count):
            marks[steps.ids[i]] = 1

    def write(self, kernel: Kernel, seat: cython.int) -> cython.void:
        """Write all parts in order, starting at `at`."""

    def put(self, value: cython.int, scale: cython.int) -> cython.void:
        """Write a count."""
        self.out[self.at] = cython.cast(cython.float, value) / scale
        self.at += 1

    def bits(self, mask: cython.ulonglong, n: cython.int) -> cython.void:
        """Write n flags, lowest bit first."""
        i: cython.int
        for i in range(n):
            self.out[self.at + i] = (mask >> i) & 1
        self.at += n

    def one_of(self, which: cython.int, n: cython.int) -> cython.void:
        """Write n flags of which one is set; none for −1."""
        i: cython.int
        for i in range(n):
            self.out[self.at + i] = i == which
        self.at += n

    def hidden(self, n: cython.int) -> cython.void:
        """Write n numbers that the seat may not know."""
        i: cython.int
        for i in range(n):
            self.out[self.at + i] = -1
        self.at += n
