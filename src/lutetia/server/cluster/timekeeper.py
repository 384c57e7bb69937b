"""The timekeeper: of all processes of one server, the one that watches deadlines and tidies up.

It holds an advisory lock of PostgreSQL, on a connection of its own, and confirms it every second. PostgreSQL ends a
session that is silent for `SILENT` seconds, and with it the lock. So the lock comes free not only when the holder is
killed, but also when it hangs, or is cut off from the database. The holder stops its duties earlier than that. A holder
that was stopped and goes on later finds out before it acts (`is_keeping`). What it had begun does no harm: each duty
ends in a write that fails if the game has gone on.

With SQLite the one process keeps time as long as it runs.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import sqlalchemy as sa
import structlog

from lutetia.server.cluster.endless import Duty, endless
from lutetia.server.outage_log import OutageLog

EVERY = 1.0
"""Seconds between two confirmations, and between two attempts of the others."""
PATIENCE = 1.2
"""Seconds that a confirmation may take."""
SILENT = 3.0
"""Seconds after which PostgreSQL ends the session. More than `EVERY` and `PATIENCE` together."""
LOCK = 1_889_03_31
"""The number of the lock: there is one per database."""
NAME = "lutetia timekeeper"
"""What PostgreSQL calls the connection, with the number of the process behind it."""
log = structlog.get_logger("timekeeper")


class ClusterLock:
    """A lock that one process of all holds, as long as it confirms it."""

    def __init__(self, engine: sa.Engine, number: int = LOCK) -> None:
        self._engine, self._number = engine, number
        self._session = _Session(engine, number)

    async def hold(self) -> bool:
        """Get the lock, or confirm it; returns whether this process holds it."""
        asked = asyncio.get_running_loop().run_in_executor(self._session.thread, self._session.hold)
        try:
            async with asyncio.timeout(PATIENCE):  # `wait_for` of Python 3.11 can swallow a cancellation
                return await asyncio.shield(asked)
        except TimeoutError:  # the thread hangs in its connection, until that gives up: go on with another one
            asked.add_done_callback(lambda done: done.cancelled() or done.exception())
            self._session.close()
            self._session = _Session(self._engine, self._number)
            return False
        except Exception as error:
            log.debug("lock cannot be reached", why=type(error).__name__)
            return False

    def close(self) -> None:
        """Give the lock back."""
        self._session.close()


class _Session:
    """A connection, the thread that waits for it, and whether it has the lock."""

    def __init__(self, engine: sa.Engine, number: int) -> None:
        self._engine, self._number = engine, number
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="timekeeper")
        self._connection: Any = None
        self._has_lock = False

    def hold(self) -> bool:
        """In the thread: get the lock, or confirm it."""
        try:
            if self._connection is None:
                self._connection = self._connect()
            if self._has_lock:
                self._connection.execute("SELECT 1")
            else:
                asked = self._connection.execute("SELECT pg_try_advisory_lock(%s)", (self._number,))
                self._has_lock = bool(asked.fetchone()[0])
        except BaseException:
            self._disconnect()
            raise
        return self._has_lock

    def close(self) -> None:
        """When the thread has finished what it does."""
        self.thread.submit(self._disconnect)
        self.thread.shutdown(wait=False)

    def _connect(self) -> Any:
        """A connection that fails soon if the database cannot be reached, and that ends when it is idle."""
        from lutetia.server.store import postgres  # its driver is an extra

        url = self._engine.url
        arguments, given = self._engine.dialect.create_connect_args(url)
        named = {"autocommit": True, "application_name": f"{NAME} {os.getpid()}", "connect_timeout": 2}
        options = dict(given) | postgres.connect_arguments(url) | named
        options.pop("prepare_threshold", None)
        connection: Any = postgres.Connection.connect(*arguments, **options)
        connection.patience = SILENT
        connection.execute(f"SET idle_session_timeout = '{int(SILENT * 1000)}ms'")
        return connection

    def _disconnect(self) -> None:
        connection, self._connection, self._has_lock = self._connection, None, False
        with contextlib.suppress(Exception):
            connection.close()


class Timekeeper:
    """Starts the duties in the process that holds the lock, and stops them when it is lost."""

    def __init__(
        self,
        lock: ClusterLock | None,
        duties: Sequence[Duty],
        begin: Callable[[], Awaitable[None]],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`lock` None: there is only this process. `begin` is awaited before the duties start, each time."""
        self._lock, self._duties, self._begin = lock, duties, begin
        self._monotonic = monotonic
        self._confirmed = float("-inf")
        self._tasks: list[asyncio.Task[None]] = []
        self._waited = False
        """Whether another process has had the lock since this one had it."""
        self._outage = OutageLog(log, "timekeeper cannot begin", "timekeeper begins")

    @property
    def is_keeping(self) -> bool:
        """Whether this process surely is the timekeeper at this moment."""
        return bool(self._tasks) and (
            self._lock is None or self._monotonic() - self._confirmed < min(EVERY + PATIENCE, SILENT)
        )

    async def run(self) -> None:
        """As long as the server runs."""
        try:
            while True:
                asked = self._monotonic()  # PostgreSQL's patience begins later, when it has answered
                if self._lock is None or await self._lock.hold():
                    self._confirmed = asked
                    if not self._tasks:
                        await self._start()
                else:
                    self._waited = True
                    if self._tasks:
                        await self._stop()
                        log.warning("no longer the timekeeper")
                await asyncio.sleep(EVERY)
        finally:
            await self._stop()
            if self._lock is not None:
                self._lock.close()

    async def _start(self) -> None:
        try:
            async with asyncio.timeout(PATIENCE):  # `wait_for` of Python 3.11 can swallow a cancellation
                await self._begin()
        except Exception as error:  # the database does not answer: the next round tries again
            self._outage.failed(why=type(error).__name__)
            return
        self._outage.works()
        self._tasks = [asyncio.create_task(endless(duty)) for duty in self._duties]
        if self._waited:
            log.info("timekeeper replaced another process")
            self._waited = False

    async def _stop(self) -> None:
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
