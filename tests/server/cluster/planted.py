"""Faults that a test plants into a real server from outside, to see whether they are found.

A process that is forked with `PLANTED_FAULT` in its environment (`mother.py`) has the fault of that name.
"""

from __future__ import annotations

import asyncio
from typing import Any

VARIABLE = "PLANTED_FAULT"
_writing: set[asyncio.Task[Any]] = set()


def plant(name: str) -> None:
    """Put a fault into this process."""
    {"stale": _stale, "early": _early}[name]()


def _stale() -> None:
    """Reads are answered from memory, without a look into the log."""
    from lutetia.server.play.commit import TableService

    async def get(self: Any, game: str) -> Any:
        return await self.cache.get(game)

    TableService.get = get  # type: ignore[method-assign]


def _early() -> None:
    """A step is acknowledged before it is written, and if it cannot be written, nobody hears of it."""
    from lutetia.server.store.event_log import DatabaseEventLog

    usual = DatabaseEventLog.append

    async def append(self: Any, table: Any, event: Any, *, with_seats: bool) -> bool:
        if event.kind != "step":
            return await usual(self, table, event, with_seats=with_seats)
        task = asyncio.create_task(usual(self, table, event, with_seats=with_seats))
        _writing.add(task)
        task.add_done_callback(lambda done: (_writing.discard(done), done.exception()))
        return False

    DatabaseEventLog.append = append  # type: ignore[method-assign]
