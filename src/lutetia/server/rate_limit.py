"""How often something may happen: so many times in so many seconds, for each key on its own.

The generic cell rate algorithm: one number per key says when it would be used up evenly. That is exact and takes no
timers, and what has been quiet for longest is forgotten first, so memory is bounded.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple


class Rate(NamedTuple):
    """So many at once; then again as many over so many seconds."""

    times: int
    seconds: float


class Windows:
    """What has happened lately."""

    def __init__(self, most: int = 100_000, steady: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._steady = steady
        self._full: OrderedDict[tuple[str, ...], float] = OrderedDict()

    def wait(self, rate: Rate, *key: str) -> float:
        """Count one more, and return 0; or count nothing, and return how many seconds it is too early."""
        now = self._steady()
        apart = rate.seconds / rate.times
        due = max(self._full.get(key, now), now) + apart
        early = due - now - rate.seconds
        if early > 1e-9:
            return early
        self._full[key] = due
        self._full.move_to_end(key)
        if len(self._full) > self._most:
            self._full.popitem(last=False)
        return 0.0
