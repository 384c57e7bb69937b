"""The heartbeat: a time stamp in the database, from which the next start learns how long the server was down."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

import sqlalchemy as sa

from lutetia.server.store import schema
from lutetia.server.store.database import Database

EVERY = 1.0
"""Seconds between two heartbeats. After a crash, a player loses at most this much time."""
WEEK = 7 * 24 * 3600 * 1000  # milliseconds
KEY = "alive"


def last_beat(connection: sa.Connection) -> int | None:
    """When the server was last alive, in milliseconds; None for a new database."""
    state = schema.server_state.c
    value = connection.execute(sa.select(state.value).where(state.key == KEY)).scalar()
    return None if value is None else int(value)


def beat(connection: sa.Connection, now: int) -> None:
    """The server is alive."""
    connection.execute(sa.delete(schema.server_state).where(schema.server_state.c.key == KEY))
    connection.execute(sa.insert(schema.server_state).values(key=KEY, value=now))


def make_up_for(connection: sa.Connection, downtime: int, now: int) -> None:
    """Move every deadline by the down-time, so that no player loses time.

    If the system clock was changed while the server was down, the down-time may look like years. Sessions would expire,
    so a down-time of more than a week extends them, too.
    """
    game, session = schema.game, schema.session
    if downtime > 0:
        due = sa.update(game).where(game.c.deadline.isnot(None))
        connection.execute(due.values(deadline=game.c.deadline + downtime))
    if downtime > WEEK:
        connection.execute(sa.update(session).values({c: session.c[c] + downtime for c in ("created", "seen")}))
    beat(connection, now)


async def run(database: Database, now: Callable[[], int]) -> None:
    """Write a heartbeat every second, as long as the server runs."""
    while True:
        await asyncio.sleep(EVERY)
        with contextlib.suppress(Exception):  # a disk that is full now may have room next time
            await database.write(lambda connection: beat(connection, now()))
