"""One database, one writer. Writes that come together are committed together, so that a full sync serves them all.

Reads run in threads beside it. Both are plain functions of a connection, so nothing waits inside a transaction. What is
written most, the steps of games, is lines instead: those of one kind go to the database in one call, for at each call
the writing thread gives Python's lock away and has to wait for it again.
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
from typing import Any, NamedTuple, TypeVar

import orjson
import sqlalchemy as sa
from sqlalchemy.exc import DatabaseError, IntegrityError, OperationalError

from lutetia.core.i18n import N_, _
from lutetia.server.errors import Refused

T = TypeVar("T")
Row = dict[str, Any]


class Kind(NamedTuple):
    """A kind of line: how one is written, and SQLite's words for writing many, which it is given as JSON."""

    one: sa.Executable
    many: str


Lines = tuple[tuple[Kind, Row], ...]
"""Rows to be written with others of their kind."""
Change = Callable[[sa.Connection], T] | Lines
Job = tuple[Change[Any], asyncio.Future[Any]]
"""A change, and who waits for it."""
Done = tuple[asyncio.Future[Any], Any, BaseException | None]
"""Who waited, and what came of the change: its result, or what went wrong."""
MOST_AT_ONCE = 256
IN_ONE_CALL = sqlite3.sqlite_version_info >= (3, 33)
"""Whether this SQLite can take rows that are given as JSON for an update, too."""
READERS = 4
SILENT = N_("The database does not answer. Your game is as it was; try again later.")
MIGRATIONS = Path(__file__).parent / "migrations"


class StoreTrouble(Refused):
    """The database cannot keep or find something just now. Nothing was half-done."""

    def __init__(self, reason: str) -> None:
        super().__init__(503, "store", reason)

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
        self._waiting: list[Job] = []
        self._at_work = False
        """Whether the writing thread has something; what comes meanwhile is written together when it returns."""
        self._batches: SimpleQueue[list[Job] | None] = SimpleQueue()
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
            if self._waiting:
                self._batches.put(self._waiting)
            self._batches.put(None)
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
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._waiting.append((change, future))
        if len(self._waiting) == 1:
            loop.call_soon(self._hand_over)
        return future

    def _hand_over(self) -> None:
        """Let the writing thread write what has come together."""
        if self._waiting and not self._at_work and not self._closed:
            self._at_work = True
            self._batches.put(self._waiting[:MOST_AT_ONCE])
            del self._waiting[:MOST_AT_ONCE]

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
        """The writing thread. The loop is woken once for all who wait."""
        while (batch := self._batches.get()) is not None:
            done = self._commit(batch)
            with contextlib.suppress(RuntimeError):  # the loop has ended, and everybody with it
                batch[0][1].get_loop().call_soon_threadsafe(self._tell, done)

    def _commit(self, batch: list[Job]) -> list[Done]:
        """All or none; if one fails, each alone, so that nobody suffers for another."""
        try:
            with self._to_write.begin() as connection:
                results = _run(connection, [change for change, _future in batch])
            return [(future, result, None) for (_change, future), result in zip(batch, results, strict=True)]
        except BaseException as error:
            if len(batch) > 1 and not isinstance(error, OperationalError):
                return [done for job in batch for done in self._commit([job])]
            known = isinstance(error, DatabaseError) and not isinstance(error, IntegrityError)
            told = trouble(error) if known else error
            return [(future, None, told) for _change, future in batch]

    def _tell(self, done: list[Done]) -> None:
        """Let all who wait go on, unless they were told to stop; and write what has come meanwhile."""
        for future, result, error in done:
            if not future.done():
                if error is None:
                    future.set_result(result)
                else:
                    future.set_exception(error)
        self._at_work = False
        self._hand_over()


def _run(connection: sa.Connection, changes: list[Change[Any]]) -> list[Any]:
    """What each change returns; lines return nothing."""
    together: dict[Kind, list[Row]] = {}
    for change in changes:
        if isinstance(change, tuple):
            for kind, row in change:
                together.setdefault(kind, []).append(row)
    for kind, rows in together.items():
        if connection.dialect.name == "sqlite" and IN_ONE_CALL:
            connection.exec_driver_sql(kind.many, (_json(rows),))
        else:
            connection.execute(kind.one, rows)
    return [None if isinstance(change, tuple) else change(connection) for change in changes]


def inserted(table: sa.Table) -> Kind:
    """Lines that are new rows."""
    columns = [column.name for column in table.c]
    given = ", ".join(map(_given, columns))
    return Kind(sa.insert(table), f"INSERT INTO {table} ({', '.join(columns)}) SELECT {given} FROM json_each(?)")


def updated(table: sa.Table, columns: tuple[str, ...]) -> Kind:
    """Lines that set these columns of the row that `this` names by its id."""
    one = sa.update(table).where(table.c.id == sa.bindparam("this"))
    given = ", ".join(f"{column} = {_given(column)}" for column in columns)
    return Kind(
        one.values({column: sa.bindparam(column) for column in columns}),
        f"UPDATE {table} SET {given} FROM json_each(?) WHERE {table}.id = {_given('this')}",
    )


def _given(column: str) -> str:
    return f"json_extract(value, '$.{column}')"


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
