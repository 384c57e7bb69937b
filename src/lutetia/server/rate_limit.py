"""Rate limits: a number of events in a number of seconds, counted separately for each key.

This is the generic cell rate algorithm (GCRA). One number per key says when the key's allowance is used up. It is exact
and needs no timers. The keys that were quiet longest are dropped first, so memory is bounded.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple


class Rate(NamedTuple):
    """A burst of `times` events is allowed; the allowance refills over `seconds`."""

    times: int
    seconds: float


class RateLimiter:
    """The recent events of every key."""

    def __init__(self, max_keys: int = 100_000, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._max_keys = max_keys
        self._monotonic = monotonic
        self._used_until: OrderedDict[tuple[str, ...], float] = OrderedDict()

    def hit(self, rate: Rate, *key: str) -> float:
        """Count one event and return 0. If the limit is reached, count nothing and return the seconds to wait."""
        now = self._monotonic()
        interval = rate.seconds / rate.times
        used_until = max(self._used_until.get(key, now), now) + interval
        wait = used_until - now - rate.seconds
        if wait > 1e-9:
            return wait
        self._used_until[key] = used_until
        self._used_until.move_to_end(key)
        if len(self._used_until) > self._max_keys:
            self._used_until.popitem(last=False)
        return 0.0
