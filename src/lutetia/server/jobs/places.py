"""Places in the queue: how much comes before the work that people wait for.

Working them out orders all work that waits. So it is done at most once in a while, however often people ask.
"""

from __future__ import annotations

from typing import Any

from lutetia.server.jobs.fair_queue import FairQueue, Lane, Owner, Work

TOLD_AFTER = 1.0
"""Seconds after which people are told how long the queue before them is, and between two such messages."""


class Places:
    """The places in one queue."""

    def __init__(self, queue: FairQueue[Any]) -> None:
        self._queue = queue
        self._at = float("-inf")
        self._of: dict[str | Owner, dict[str, int]] = {}
        """By person, or by network for those who are nobody yet: by kind, how many come before the first."""

    def of(self, owner: Owner) -> dict[str, int]:
        """What somebody has waited for, for long enough to be told: by kind, how many come before the first."""
        if self._queue.usage.monotonic() - self._at >= TOLD_AFTER:
            self.now()
        return dict(self._of.get(owner.person or owner, {}))

    def now(self) -> list[tuple[Work, int]]:
        """Work that has waited for long enough to be told, in its probable order, and how many come before it."""
        queue = self._queue
        before, found = dict.fromkeys(Lane, 0), []
        self._at, self._of = queue.usage.monotonic(), {}
        late = self._at - TOLD_AFTER
        for work in queue.order() if any(work.since <= late for work in queue.waiting()) else ():
            if work.since <= late:
                found.append((work, before[work.lane]))
                for owner in work.owners:
                    self._of.setdefault(owner.person or owner, {}).setdefault(work.kind, before[work.lane])
            before[work.lane] += 1
        return found
