"""The heartbeat: a time stamp in the database, from which the next start learns how long the server was down."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

import sqlalchemy as sa

from lutetia.server.play.clock import DAY
from lutetia.server.store import schema
from lutetia.server.store.database import Database

EVERY = 1.0
"""Seconds between two heartbeats. After a crash, at most so much down-time is charged to a player."""
LONG = 7 * DAY
"""A longer down-time extends sessions, too."""
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
    """Move every deadline by the down-time, so that it counts for nobody.

    If the machine's clock was set meanwhile, the down-time may look like years. Then sessions are extended, too.
    """
    game, session = schema.game, schema.session
    if downtime > 0:
        due = sa.update(game).where(game.c.deadline.isnot(None))
        connection.execute(due.values(deadline=game.c.deadline + downtime))
    if downtime > LONG:
        connection.execute(sa.update(session).values({c: session.c[c] + downtime for c in ("created", "seen")}))
    beat(connection, now)


async def run(database: Database, now: Callable[[], int]) -> None:
    """Write a heartbeat every second, as long as the server runs."""
    while True:
        await asyncio.sleep(EVERY)
        with contextlib.suppress(Exception):  # a disk that is full now may have room next time
            await database.write(lambda connection: beat(connection, now()))
