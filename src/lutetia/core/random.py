"""Seeded random streams, the same compiled and uncompiled, one per purpose.

A game's deal has one stream and every bot has its own, so a bot's thinking never changes the deal.
"""

import cython

MASK = 0xFFFFFFFFFFFFFFFF


@cython.cclass
class Rng:
    """SplitMix64 (Steele, Lea, Flood 2014). Any integer is a seed; only its lowest 64 bits matter."""

    def __init__(self, seed: object) -> None:
        self.state = seed & MASK

    def next(self) -> cython.ulonglong:
        """The next 64 random bits."""
        z: cython.ulonglong
        if cython.compiled:
            self.state += cython.cast(cython.ulonglong, 0x9E3779B97F4A7C15)
            z = self.state
            z = (z ^ (z >> 30)) * cython.cast(cython.ulonglong, 0xBF58476D1CE4E5B9)
            z = (z ^ (z >> 27)) * cython.cast(cython.ulonglong, 0x94D049BB133111EB)
        else:  # Python's ints do not wrap
            z = self.state = (self.state + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
            z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
        return z ^ (z >> 31)

    def below(self, n: cython.int) -> cython.int:
        """A uniform whole number from 0 to n - 1 (with a bias of at most n / 2**32)."""
        high: cython.ulonglong = self.next() >> 32
        return cython.cast(cython.int, (high * n) >> 32)

    def shuffle(self, items: cython.p_int, start: cython.int, stop: cython.int) -> cython.void:
        """Shuffle items[start:stop] in place (Fisher and Yates)."""
        i: cython.int
        j: cython.int
        item: cython.int
        for i in range(stop - 1, start, -1):
            j = start + self.below(i - start + 1)
            item = items[i]
            items[i] = items[j]
            items[j] = item

    def choose(self, n: cython.int):
        """`below`, for callers in plain Python."""
        return self.below(n)
