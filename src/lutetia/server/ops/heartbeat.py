"""The heartbeat: a time stamp in the database, from which the server learns how long nobody could play.

With SQLite only a start makes up for down-time: before, the server did not run. With PostgreSQL every process beats,
by the database's clock, and each beat makes up for a gap before it: all processes were down, or the database was. So
the death of one process among several moves nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from lutetia.server.store import schema
from lutetia.server.store.database import Database

EVERY = 1.0
"""Seconds between two heartbeats. After a crash, a player loses at most this much time."""
FRESH = 700
"""Milliseconds: a process does not beat if another one has done so in this time."""
GRACE = 2_500
"""Milliseconds between two heartbeats of a server on PostgreSQL that are no down-time."""
WEEK = 7 * 24 * 3600 * 1000  # milliseconds
KEY = "alive"
"""The key in the table of server facts of the last beat, by the server's clock."""
BEAT = "beat"
"""The same by PostgreSQL's clock, which goes on while no process runs."""
MADE_UP = "made-up"
"""The key under which all down-time since the first start is added up."""


def last_beat(connection: sa.Connection) -> int | None:
    """When the server was last alive, in milliseconds; None for a new database."""
    return _number(connection, KEY)


def made_up(connection: sa.Connection) -> int:
    """The milliseconds by which deadlines have been moved in all. A process that sees it change reads clocks again."""
    return _number(connection, MADE_UP) or 0


def database_time(connection: sa.Connection) -> int:
    """PostgreSQL's clock, in milliseconds: the same for all processes."""
    return int(connection.execute(sa.text("SELECT extract(epoch FROM clock_timestamp()) * 1000")).scalar_one())


def beat(connection: sa.Connection, now: int) -> int:
    """The server is alive. Returns the milliseconds that this beat has made up for."""
    if connection.dialect.name != "postgresql":
        _set(connection, KEY, now)
        return 0
    _wait_for_others(connection)
    before, at = _number(connection, BEAT), database_time(connection)
    gap = at - before if before is not None and at - before > GRACE else 0
    _beat_among_others(connection, now, gap)
    return gap


def begin(connection: sa.Connection, now: int) -> int:
    """A process starts. Returns the down-time before, for which this makes up."""
    several = connection.dialect.name == "postgresql"
    if several:
        _wait_for_others(connection)
    last = last_beat(connection)
    downtime = now - last if last else 0
    if several:
        downtime = downtime if downtime > GRACE else 0
        _beat_among_others(connection, now, downtime)
    else:
        make_up_for(connection, downtime)
        beat(connection, now)
    return downtime


def _wait_for_others(connection: sa.Connection) -> None:
    """Of several processes one beats at a time."""
    state = schema.server_state.c
    connection.execute(sa.select(state.key).where(state.key == KEY).with_for_update())


def _beat_among_others(connection: sa.Connection, now: int, gap: int) -> None:
    make_up_for(connection, gap)
    _set(connection, KEY, max(now, last_beat(connection) or 0))
    _set(connection, BEAT, database_time(connection))


def make_up_for(connection: sa.Connection, downtime: int) -> None:
    """Move every deadline by the down-time, so that no player loses time.

    If the system clock was changed while the server was down, the down-time may look like years. Sessions would expire,
    so a down-time of more than a week extends them, too.
    """
    game, session = schema.game, schema.session
    if downtime > 0:
        due = sa.update(game).where(game.c.deadline.isnot(None))
        connection.execute(due.values(deadline=game.c.deadline + downtime))
        _set(connection, MADE_UP, made_up(connection) + downtime)
    if downtime > WEEK:
        connection.execute(sa.update(session).values({c: session.c[c] + downtime for c in ("created", "seen")}))


class Heartbeat:
    """The heartbeat of one process."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        self._database, self._now = database, now
        self._known: int | None = None
        self.moved: Callable[[], None] = lambda: None
        """Called when deadlines in the database have moved, by whichever process."""

    async def begin(self) -> int:
        """Make up for the time before this start; returns it. Raises StorageError."""
        downtime = await self._database.write(lambda c: begin(c, self._now()))
        self._known = await self._database.read(made_up)
        return downtime

    async def once(self) -> None:
        """Beat, unless another process has done so a moment ago. Raises StorageError."""
        age, total = await self._database.read(_state)
        if age is None or age > FRESH:
            total += await self._database.write(lambda c: beat(c, self._now()))
        if total != self._known:
            self._known = total
            self.moved()

    async def run(self) -> None:
        """Beat every second, as long as the server runs."""
        while True:
            await asyncio.sleep(EVERY)
            with contextlib.suppress(Exception):  # a disk that is full now may have room next time
                await self.once()


def _state(connection: sa.Connection) -> tuple[int | None, int]:
    """How old the last beat is, if other processes beat, too; and what has been made up for in all."""
    if connection.dialect.name != "postgresql":
        return None, made_up(connection)
    last = _number(connection, BEAT)
    return None if last is None else database_time(connection) - last, made_up(connection)


def _number(connection: sa.Connection, key: str) -> int | None:
    state = schema.server_state.c
    value = connection.execute(sa.select(state.value).where(state.key == key)).scalar()
    return None if value is None else int(value)


def _set(connection: sa.Connection, key: str, value: int) -> None:
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    row = insert(schema.server_state).values(key=key, value=value)
    connection.execute(row.on_conflict_do_update(index_elements=["key"], set_={"value": row.excluded.value}))
