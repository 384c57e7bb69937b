"""The state of the work queue, which `lutetia admin queue` reads from the database while the server runs.

Where several processes share the work, the queue itself is in the database.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from functools import partial

import sqlalchemy as sa

from lutetia.core.json_types import Json
from lutetia.server.ops import heartbeat
from lutetia.server.store import job_table, schema
from lutetia.server.store.database import Database

EVERY = 2.0
"""Seconds between two reports. Nothing is written as long as nothing changes."""
STALE = 10_000
"""Milliseconds after which a server that has not written a heartbeat is not running."""
KEY = "queue"


def write(connection: sa.Connection, report: Json) -> None:
    connection.execute(sa.delete(schema.server_state).where(schema.server_state.c.key == KEY))
    connection.execute(sa.insert(schema.server_state).values(key=KEY, value=report))


def read(connection: sa.Connection, now: int) -> Json | None:
    """The last report; None if no server is running."""
    if job_table.exists(connection):
        return job_table.report(connection)
    beat = heartbeat.last_beat(connection)
    if beat is None or now - beat > STALE:
        return None
    state = schema.server_state.c
    found: Json | None = connection.execute(sa.select(state.value).where(state.key == KEY)).scalar()
    return found


async def run(database: Database, summary: Callable[[], Json]) -> None:
    """Report as long as the server runs."""
    written: Json | None = None
    while True:
        report = summary()
        if report != written:
            with contextlib.suppress(Exception):  # a disk that is full now may have room next time
                await database.write(partial(write, report=report))
                written = report
        await asyncio.sleep(EVERY)
