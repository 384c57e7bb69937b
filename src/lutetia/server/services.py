"""The house: everything that the doors share, opened and closed together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any

import sqlalchemy as sa

import lutetia
from lutetia.server.jobs.queue import Jobs
from lutetia.server.live.hub import Hub
from lutetia.server.ops import housekeeping
from lutetia.server.ops.settings import Settings
from lutetia.server.people.accounts import People
from lutetia.server.play.clock import DAY, HouseClock
from lutetia.server.play.tables import Tables
from lutetia.server.store import schema
from lutetia.server.store.database import Database
from lutetia.server.store.lock import FolderLock

HEARTBEAT = 1.0
"""Seconds between two signs of life; after a crash, so much of down-time may be counted at most."""
LONG = 7 * DAY
"""Being closed for longer than this is made good for sessions, too."""


class House:
    """One running server. `deal` and `now` are the system's unless a test says otherwise."""

    def __init__(
        self,
        settings: Settings,
        *,
        now: Callable[[], int] | None = None,
        deal: Callable[..., lutetia.Game] = lutetia.new,
    ) -> None:
        self.settings = settings
        self.deal = deal
        self.lock = FolderLock(settings.data) if settings.database is None else None
        self.database = Database(settings.database_url())
        self._now = now
        self.hub = Hub()
        self.people = People(self.database, self.now)
        self.tables = Tables(self)
        self.jobs = Jobs(self)
        self.ready = False
        self.closed_for = 0
        """Milliseconds between the last sign of life and this start."""
        self._tasks: set[asyncio.Task[Any]] = set()

    def now(self) -> int:
        """The time by the house's clock."""
        assert self._now is not None, "the house is not open"
        return self._now()

    async def open(self) -> None:
        """Begin: the tables of the database, the clock, the watch over deadlines, the bots. Raises StoreTrouble."""
        if self.lock is not None:
            self.lock.take()
        try:
            await self._begin()
        except BaseException:
            self._release()
            raise

    async def _begin(self) -> None:
        self.database.open()
        last = self.database.look(_last_alive)
        if self._now is None:
            self._now = HouseClock(not_before=last or 0)
        self.closed_for = self.now() - last if last else 0
        await self.database.write(self._reopen)
        await self.jobs.open()
        self.begin(self._beat())
        self.begin(self.tables.watch())
        self.begin(housekeeping.go_on(self))
        self.ready = True

    async def close(self) -> None:
        """Finish what was begun and leave nothing behind."""
        self.ready = False
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.jobs.close()
        self.hub.close()
        with contextlib.suppress(Exception):
            await self.database.write(self._alive)
        self.database.close()
        self._release()

    def _release(self) -> None:
        if self.lock is not None:
            self.lock.release()

    def begin(self, work: Coroutine[Any, Any, Any]) -> None:
        """Something that goes on beside the doors, and ends with the house."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            with contextlib.suppress(Exception):  # a disk that is full now may have room the next time
                await self.database.write(self._alive)

    def _alive(self, connection: sa.Connection) -> None:
        connection.execute(sa.delete(schema.house).where(schema.house.c.key == "alive"))
        connection.execute(sa.insert(schema.house).values(key="alive", value=self.now()))

    def _reopen(self, connection: sa.Connection) -> None:
        """Down-time counts for nobody: every deadline moves by it. So does a clock that was set meanwhile, which may
        seem to be years: nobody's session ends by that."""
        game, session = schema.game, schema.session
        if self.closed_for > 0:
            connection.execute(
                sa.update(game).where(game.c.deadline.isnot(None)).values(deadline=game.c.deadline + self.closed_for)
            )
        if self.closed_for > LONG:
            connection.execute(
                sa.update(session).values({c: session.c[c] + self.closed_for for c in ("created", "seen")})
            )
        self._alive(connection)


def _last_alive(connection: sa.Connection) -> int | None:
    value = connection.execute(sa.select(schema.house.c.value).where(schema.house.c.key == "alive")).scalar()
    return None if value is None else int(value)
