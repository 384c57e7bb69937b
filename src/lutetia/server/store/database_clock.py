"""The clock of a database that several processes share: all of them follow it."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import NamedTuple

import sqlalchemy as sa

from lutetia.server.errors import StorageError
from lutetia.server.store.database import Database

EVERY = 3.0
"""Seconds between two looks at the clock."""
LONGEST = 0.25
"""Seconds that a look may take. One that takes longer says little about the time."""
Follow = Callable[[float, float], None]
"""Takes the database's time in milliseconds, and the monotonic time of that moment."""
_QUERY = sa.text("SELECT extract(epoch FROM clock_timestamp()) * 1000")


class Reading(NamedTuple):
    """What the database's clock showed: milliseconds since 1970, at which monotonic time, and how long it took."""

    theirs: float
    at: float
    took: float


def read(connection: sa.Connection) -> Reading:
    """Read the clock. The database looked at it some time in between: halfway is assumed."""
    connection.execute(_QUERY).scalar_one()  # the connection and the statement are ready now
    began = time.monotonic()
    theirs = float(connection.execute(_QUERY).scalar_one())
    took = time.monotonic() - began
    return Reading(theirs, began + took / 2, took)


def start(database: Database, follow: Follow) -> None:
    """Follow the database's clock from now on. Raises StorageError."""
    best = min((database.read_now(read, snapshot=False) for _try in range(3)), key=lambda reading: reading.took)
    follow(best.theirs, best.at)


async def run(database: Database, follow: Follow) -> None:
    """Look at the clock every few seconds, as long as the server runs."""
    while True:
        await asyncio.sleep(EVERY)
        with contextlib.suppress(StorageError):  # the clock goes on by itself meanwhile
            reading = await database.read(read, snapshot=False)
            if reading.took <= LONGEST:
                follow(reading.theirs, reading.at)
