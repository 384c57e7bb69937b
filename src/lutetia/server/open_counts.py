"""How many connections everybody has open, and how many they may have."""

from __future__ import annotations

from collections import Counter

UNSHARED = 8
"""Processes do not tell each other of those who have less than this part of what is allowed (1 / UNSHARED)."""


class OpenCounts:
    """Counts by owner. Where several processes serve the same people, `elsewhere` holds what the others count."""

    def __init__(self, most: int | None) -> None:
        """`most`: so many may be open at once; None: any number."""
        self.most = most
        self.elsewhere: dict[str, int] = {}
        """Of those who have many open here: how many they have in other processes, a second ago."""
        self._open: Counter[str] = Counter()

    def enter(self, owner: str) -> bool:
        """Count one, until `leave`; returns whether the owner may have it."""
        self._open[owner] += 1
        return self.most is None or self._open[owner] + self.elsewhere.get(owner, 0) <= self.most

    def leave(self, owner: str) -> None:
        """One has ended."""
        self._open[owner] -= 1
        if not self._open[owner]:
            del self._open[owner]

    def many(self) -> dict[str, int]:
        """Those who have so many open here that other processes should know."""
        if self.most is None:
            return {}
        return {owner: number for owner, number in self._open.items() if UNSHARED * number > self.most}
