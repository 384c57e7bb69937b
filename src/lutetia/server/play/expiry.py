"""Tables that have waited too long for players are closed, so that lists show only those whose host may still come."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from lutetia.core.json_types import Json
from lutetia.server.errors import Refused, StorageError
from lutetia.server.loggers import get_logger
from lutetia.server.play.commit import TableService
from lutetia.server.play.interfaces import EventLog, SequenceConflict
from lutetia.server.play.table import Table

CHECK_EVERY = 60.0
"""Seconds."""
log = get_logger("tables")


class WaitingTimes(NamedTuple):
    """How long a member's and a guest's table waits after the last that happened there, in milliseconds."""

    member: int
    guest: int

    def expires(self, changed: int, *, guest: bool) -> int:
        """When a table is closed at which something last happened then."""
        return changed + (self.guest if guest else self.member)


async def run(tables: TableService, events: EventLog, times: WaitingTimes) -> None:
    """Close expired tables as long as the server runs."""
    while True:
        try:
            await close_expired(tables, events, times)
        except StorageError as error:
            log.warning("expired tables not closed", why=error.reason)
        await asyncio.sleep(CHECK_EVERY)


async def close_expired(tables: TableService, events: EventLog, times: WaitingTimes) -> int:
    """Close some of the tables at which nothing has happened for so long; returns how many. Raises StorageError."""
    now, closed = tables.now(), 0
    for game in await events.unstarted(now - times.member, now - times.guest):
        try:
            table = await tables.get(game)
            async with table.lock:
                if table.status == "waiting":
                    await close(tables, table)
                    closed += 1
        except StorageError:
            raise
        except (Refused, SequenceConflict):
            pass  # it was removed, or somebody sat down at this very moment
    return closed


async def close(tables: TableService, table: Table) -> None:
    """Close a table that waits. The caller holds its lock."""
    outcome: Json = {"by": "expired", "seat": None, "ranks": {}, "result": None}
    await tables.commit(table, "expire", data={"outcome": outcome})
