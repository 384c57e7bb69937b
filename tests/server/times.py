"""A clock that tests control, and waiting until something is true."""

from __future__ import annotations

import time
from collections.abc import Callable
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


def until(look: Callable[[], Any], patience: float = 20.0) -> Any:
    """What a look finds, once it finds something. What the client does by itself takes a moment."""
    deadline = time.monotonic() + patience
    while not (found := look()):
        assert time.monotonic() < deadline, f"not within {patience} s"
        time.sleep(0.01)
    return found
