"""One database, one writer. Writes that come together are committed together, so that a full sync serves them all.

Reads run in threads beside it. Both are plain functions of a connection, so nothing waits inside a transaction. What is
written most, the steps of games, is lines instead: those of one kind go to the database together.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

import orjson
import sqlalchemy as sa
from sqlalchemy.exc import DatabaseError, IntegrityError, OperationalError

from lutetia.core.words import N_, _

T = TypeVar("T")
Lines = tuple[tuple[sa.Executable, dict[str, Any]], ...]
"""Statements with their values, to be written with others of their kind."""
Change = Callable[[sa.Connection], T] | Lines
Job = tuple[Change[Any], asyncio.Future[Any]]
"""A change, and who waits for it."""
MOST_AT_ONCE = 256
READERS = 4
SILENT = N_("The database does not answer. Your game is as it was; try again later.")
MIGRATIONS = Path(__file__).parent / "migrations"


class StoreTrouble(Exception):
    """The database cannot keep or find something just now. Nothing was half-done."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return _(self.reason)


def trouble(error: BaseException) -> StoreTrouble:
    """What a database's error means for people."""
    said = str(getattr(error, "orig", None) or error).lower()
    if "full" in said:
        return StoreTrouble(N_("The disk is full: nothing can be saved. Your game is as it was; try again later."))
    if "locked" in said or "busy" in said:
        return StoreTrouble(N_("The database is busy with something else. Your game is as it was; try again."))
    if "malformed" in said or "not a database" in said or "corrupt" in said:
        return StoreTrouble(N_("The database is damaged. Stop the server and restore a backup: lutetia restore."))
    return StoreTrouble(SILENT)


class Database:
    """The engine with its writing thread and its reading threads."""

    def __init__(self, url: str) -> None:
        self.url = sa.make_url(url)
        self.engine = make_engine(self.url)
        self._to_write = for_writing(self.engine)
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="writer", daemon=True)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._closed = False

    def open(self) -> None:
        """Bring the tables up to this version and begin writing. Raises StoreTrouble."""
        try:
            migrate(self.engine)
        except DatabaseError as error:
            raise trouble(error) from error
        self._writer.start()

    def close(self) -> None:
        """Finish what was begun."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
            if self._writer.is_alive():
                self._writer.join()
            self._readers.shutdown()
            self.engine.dispose()

    async def write(self, change: Change[T]) -> T:
        """Run a change and return its result once it is committed. It may run again if one beside it fails, so it
        must do nothing but write. Raises IntegrityError as it is, and StoreTrouble where the database fails."""
        return await self.writing(change)

    def writing(self, change: Change[T]) -> asyncio.Future[T]:
        """The same, not waited for yet. A change that was begun is finished even if who asked for it is gone: then
        nobody is told, but it is true."""
        if self._closed:
            raise StoreTrouble(SILENT)
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put((change, future))
        return future

    async def read(self, look: Callable[[sa.Connection], T]) -> T:
        """Run a look at the database in another thread. Raises StoreTrouble where the database fails."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self.look, look)

    def look(self, look: Callable[[sa.Connection], T]) -> T:
        """The same, here and now."""
        try:
            with self.engine.connect() as connection:
                return look(connection)
        except DatabaseError as error:
            raise trouble(error) from error

    def _write(self) -> None:
        while (job := self._jobs.get()) is not None:
            batch = [job]
            while len(batch) < MOST_AT_ONCE and not self._jobs.empty():
                if (other := self._jobs.get()) is None:
                    self._jobs.put(None)
                    break
                batch.append(other)
            self._commit(batch)

    def _commit(self, batch: list[Job]) -> None:
        """All or none; if one fails, each alone, so that nobody suffers for another."""
        try:
            with self._to_write.begin() as connection:
                results = _run(connection, [change for change, _future in batch])
        except BaseException as error:
            if len(batch) > 1 and not isinstance(error, OperationalError):
                for job in batch:
                    self._commit([job])
                return
            known = isinstance(error, DatabaseError) and not isinstance(error, IntegrityError)
            _tell(batch, error=trouble(error) if known else error)
        else:
            _tell(batch, results)


def _run(connection: sa.Connection, changes: list[Change[Any]]) -> list[Any]:
    """What each change returns; lines return nothing."""
    together: dict[sa.Executable, list[dict[str, Any]]] = {}
    for change in changes:
        if isinstance(change, tuple):
            for statement, values in change:
                together.setdefault(statement, []).append(values)
    for statement, rows in together.items():
        connection.execute(statement, rows)
    return [None if isinstance(change, tuple) else change(connection) for change in changes]


def _tell(batch: list[Job], results: list[Any] | None = None, error: BaseException | None = None) -> None:
    """From the writing thread: let all who wait go on. The loop is woken once for all of them."""

    def tell() -> None:
        for n, (_change, future) in enumerate(batch):
            if future.done():  # who waited was told to stop
                continue
            if results is not None:
                future.set_result(results[n])
            elif error is not None:
                future.set_exception(error)

    with contextlib.suppress(RuntimeError):  # the loop has ended, and everybody with it
        batch[0][1].get_loop().call_soon_threadsafe(tell)


def make_engine(url: sa.URL) -> sa.Engine:
    """An engine whose commits are on the disk when they return."""
    if url.get_backend_name() != "sqlite":
        return sa.create_engine(url, json_serializer=_json)
    if url.database and url.database != ":memory:":
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(
        url,
        connect_args={"timeout": 5, "isolation_level": None},
        json_serializer=_json,
    )
    sa.event.listen(engine, "connect", _prepare)
    sa.event.listen(engine, "begin", _begin)
    return engine


def for_writing(engine: sa.Engine) -> sa.Engine:
    """The engine for transactions that write. SQLite is told so at once: else one that looks first and writes then
    would fail if another process, such as `lutetia admin`, wrote in between."""
    return engine.execution_options(writing=True)


def writing(engine: sa.Engine) -> AbstractContextManager[sa.Connection]:
    """A transaction that writes."""
    return for_writing(engine).begin()


def _begin(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("writing") else "BEGIN")


def _json(value: Any) -> str:
    return orjson.dumps(value).decode()


def _prepare(connection: sqlite3.Connection, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "temp_store=MEMORY"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def migrate(engine: sa.Engine) -> None:
    """Bring the tables up to this version."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with writing(engine) as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
