"""Messages that NATS has not confirmed go through PostgreSQL: only this process may have lost it.

The others read these rows once a second. New events are not among them, because the others look for those anyway.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import orjson
import sqlalchemy as sa
import structlog

from lutetia.core.json_types import Json
from lutetia.server.cluster.bus import Bus
from lutetia.server.errors import StorageError
from lutetia.server.ids import new_id
from lutetia.server.people.changes import NOW
from lutetia.server.store import schema
from lutetia.server.store.database import Database

EVERY, PATIENCE = 0.1, 0.35
"""Seconds between two confirmations, and those that one may take. A message may first have to wait for the confirmation
of earlier ones. So it is in the database after 0.8 s at most. The others look there every second, so it arrives within
two."""
MOST = 5_000
"""Messages that wait for their confirmation. If there are more, the oldest are dropped."""
WINDOW = 5_000
"""Milliseconds that a message is looked for. It is visible only after its transaction."""
log = structlog.get_logger("outbox")
_INSERT = sa.text("""
    INSERT INTO bus_message (id, at, process, subject, message)
    SELECT id, (extract(epoch FROM clock_timestamp()) * 1000)::bigint, :process, subject, message
      FROM unnest(CAST(:ids AS text[]), CAST(:subjects AS text[]), CAST(:messages AS text[]))
        AS sent (id, subject, message)
""")


class Outbox:
    """The messages of one process, and those that reach it by the database."""

    def __init__(self, database: Database, bus: Bus, process: str) -> None:
        self._database, self._bus, self._process = database, bus, process
        self._unconfirmed: dict[tuple[str, str], None] = {}
        self._seen: set[str] = set()

    def publish(self, subject: str, message: Json) -> None:
        """Send a message to the other processes."""
        self._bus.publish(subject, message)
        if message["kind"] != "event":
            self._unconfirmed[subject, orjson.dumps(message).decode()] = None
            while len(self._unconfirmed) > MOST:
                del self._unconfirmed[next(iter(self._unconfirmed))]

    async def run(self) -> None:
        """As long as the server runs."""
        while True:
            await asyncio.sleep(EVERY)
            if self._unconfirmed:
                await self.once()

    async def once(self) -> None:
        """Wait for a confirmation. Without one, write the messages to the database."""
        sent, self._unconfirmed = self._unconfirmed, {}
        if await self._bus.confirm(PATIENCE):
            return
        values = {
            "process": self._process,
            "ids": [new_id() for _message in sent],
            "subjects": [subject for subject, _message in sent],
            "messages": [message for _subject, message in sent],
        }
        try:
            await self._database.read(lambda c: c.execute(_INSERT, values), snapshot=False)
        except StorageError as error:
            log.debug("messages lost", why=error.reason)

    async def read(self, receive: Callable[[str, Json], None]) -> None:
        """Call `receive` with the subject of each new message of the others, and the message. Raises StorageError."""
        row = schema.bus_message.c
        wanted = sa.select(row.id, row.subject, row.message).where(row.at > NOW - WINDOW, row.process != self._process)
        rows = await self._database.read(lambda c: c.execute(wanted.order_by(row.at)).all(), snapshot=False)
        seen, self._seen = self._seen, {found.id for found in rows}
        for found in rows:
            if found.id not in seen:
                receive(found.subject, orjson.loads(found.message))


def remove_old(connection: sa.Connection) -> int:
    """Remove what everybody has read; returns how much."""
    row = schema.bus_message.c
    return connection.execute(sa.delete(schema.bus_message).where(row.at < NOW - 12 * WINDOW)).rowcount
