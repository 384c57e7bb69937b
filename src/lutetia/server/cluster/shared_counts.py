"""Open connections of an address or a member in all processes together.

Each process counts its own at once. Those who have more than an eighth of what is allowed in one process are written to
PostgreSQL every second, by a keyed hash, and the process learns how many they have elsewhere. So n processes allow at
most 1 + n/8 times as many, and what is opened within a second.
"""

from __future__ import annotations

import asyncio

import sqlalchemy as sa
import structlog

from lutetia.server.cluster.presence import ALIVE_SECONDS
from lutetia.server.errors import StorageError
from lutetia.server.open_counts import OpenCounts
from lutetia.server.store import schema
from lutetia.server.store.database import Database
from lutetia.server.store.keyed_hash import keyed_hash

EVERY = 1.0
"""Seconds between two looks."""
NOW = "extract(epoch FROM clock_timestamp()) * 1000"
_REMOVE = sa.text("DELETE FROM open_count WHERE process = :process AND key <> ALL(CAST(:keys AS text[]))")
_WRITE = sa.text("""
    INSERT INTO open_count AS counted (key, process, number)
    SELECT key, :process, number FROM unnest(CAST(:keys AS text[]), CAST(:numbers AS integer[])) AS here (key, number)
    ON CONFLICT (key, process) DO UPDATE SET number = excluded.number WHERE counted.number <> excluded.number
""")
_ELSEWHERE = sa.text(f"""
    SELECT key, sum(number) FROM open_count JOIN process ON process.id = open_count.process
     WHERE key = ANY(CAST(:keys AS text[])) AND process <> :process AND beat > {NOW} - {ALIVE_SECONDS * 1000}
     GROUP BY key
""")
log = structlog.get_logger("limits")


class SharedCounts:
    """The counts of one process that others share."""

    def __init__(self, database: Database, process: str) -> None:
        """`process`: the name of this one in the table of processes."""
        self._database, self._process = database, process
        self._counts: list[tuple[str, OpenCounts]] = []
        self._told = False

    def share(self, name: str, counts: OpenCounts) -> None:
        """From now on these counts are shared with those of the same name in other processes."""
        self._counts.append((name, counts))

    async def run(self) -> None:
        """Look every second, as long as the server runs."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.once()
            except StorageError as error:  # each process counts for itself
                log.debug("connections not counted together", why=error.reason)

    async def once(self) -> None:
        """Tell who has many open here, and learn how many they have elsewhere. Raises StorageError."""
        here = {
            keyed_hash(self._database.url, "open", name, owner): (counts, owner, number)
            for name, counts in self._counts
            for owner, number in counts.many().items()
        }
        if not here and not self._told:
            return
        values = {"process": self._process, "keys": list(here), "numbers": [number for *_who, number in here.values()]}
        await self._database.read(lambda c: c.execute(_REMOVE, values), snapshot=False)
        await self._database.read(lambda c: c.execute(_WRITE, values), snapshot=False)
        rows = await self._database.read(lambda c: c.execute(_ELSEWHERE, values).all(), snapshot=False)
        self._told = bool(here)
        for _name, counts in self._counts:
            counts.elsewhere = {}
        for key, number in rows:
            counts, owner, _number = here[key]
            counts.elsewhere[owner] = int(number)


def remove_dead(connection: sa.Connection) -> int:
    """Remove the rows of processes that have ended; returns how many."""
    living = sa.select(schema.process.c.id)
    return connection.execute(sa.delete(schema.open_count).where(schema.open_count.c.process.not_in(living))).rowcount
