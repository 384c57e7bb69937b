"""Rows that processes share for a moment only, and that nobody needs any more, are removed."""

from __future__ import annotations

import asyncio

import structlog

from lutetia.server.cluster import outbox, shared_counts, shared_limits
from lutetia.server.errors import StorageError
from lutetia.server.jobs import device_games
from lutetia.server.people import changes, table_openings
from lutetia.server.store.database import Database

EVERY = 60.0
"""Seconds between two runs."""
REMOVE = (
    shared_limits.remove_unused,
    shared_counts.remove_dead,
    changes.remove_old,
    table_openings.remove_old,
    outbox.remove_old,
    device_games.remove_old,
)
log = structlog.get_logger("cleaning")


async def run(database: Database) -> None:
    """As long as this process keeps time. With SQLite there are no such rows."""
    while True:
        await asyncio.sleep(EVERY)
        try:
            for remove in REMOVE:
                await database.read(remove, snapshot=False)  # one statement, which need not be repeated
        except StorageError as error:
            log.warning("unused rows not removed", why=error.reason)
