"""A clock that tests control, one that leaves out what a busy machine takes, and waiting until something is true."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import cache
from typing import Any

SECOND = 1_000
DAY = 86_400 * SECOND


class Time:
    """A server's clock that only the test moves. Milliseconds."""

    def __init__(self, now: int = 1_700_000_000_000) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now

    def goes_on(self, *, seconds: float = 0, days: float = 0) -> None:
        self.now += int(seconds * SECOND + days * DAY)


PARTS = 5
"""Processes that take part, one after the other, in what a test measures."""
MOST = 5
"""A calm clock takes at most this many times as long as a real one, so that a broken promise is always noticed."""
EVERY, USUAL = 0.01, 0.02
"""Seconds after which lateness is measured, and lateness that any machine has."""


def forgiven(slept: float) -> float:
    """Seconds that do not count, of a sleep that should have lasted EVERY seconds."""
    late = max(0.0, slept - EVERY - USUAL)
    return min(PARTS * late, slept * (1 - 1 / MOST))


class _Lateness(threading.Thread):
    """Adds up the time that does not count, by how much it wakes up too late."""

    def __init__(self) -> None:
        super().__init__(name="lateness", daemon=True)
        self.seconds = 0.0

    def run(self) -> None:
        while True:
            asleep = time.monotonic()
            time.sleep(EVERY)
            self.seconds += forgiven(time.monotonic() - asleep)


@cache
def _lateness() -> _Lateness:
    made = _Lateness()
    made.start()
    return made


def calm() -> float:
    """Seconds of a monotonic clock, without those by which a busy machine lets each of several processes wait.

    On an idle machine it is the usual clock. So a promise ("within two seconds") is measured as it is meant, and the
    test of it passes on a busy machine, too. What takes MOST times as long as promised fails on any machine.
    """
    return time.monotonic() - _lateness().seconds


def until(look: Callable[[], Any], patience: float = 60.0) -> Any:
    """What a look finds, once it finds something. What the client does by itself takes a moment."""
    deadline = time.monotonic() + patience
    while not (found := look()):
        assert time.monotonic() < deadline, f"not within {patience} s"
        time.sleep(0.01)
    return found
