"""The database connection: one writer thread that commits in groups, and several reader threads.

Writes that arrive together are committed together, so that they share one full sync to the disk. Reads and writes are
plain functions of a connection, so nothing waits inside a transaction. What is written most, steps and new games, is
rows instead (`bulk_rows.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import random
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from lutetia.server.errors import StorageError
from lutetia.server.store import transfer_mark
from lutetia.server.store.bulk_rows import BulkWriter, Rows, grouped, to_json
from lutetia.server.store.engines import WRITERS, for_writing, make_engine, sqlite_file
from lutetia.server.store.migration import MIGRATION_BACKUPS, migrate
from lutetia.server.store.sqlite_rows import SqliteRows
from lutetia.server.store.storage_faults import FaultLog, is_conflict, opening_error

T = TypeVar("T")


Change = Callable[[sa.Connection], T] | Rows
Pending = tuple[Change[Any], asyncio.Future[Any]]
"""A change, and the future of the caller that waits for it."""
Done = tuple[asyncio.Future[Any], Any, BaseException | None]
"""The caller's future, and the change's result or its error."""
MAX_BATCH = 256
JSON_ROWS = sqlite3.sqlite_version_info >= (3, 33)
"""Whether this SQLite has UPDATE … FROM, so that it can take the rows of an update as JSON."""
BEGIN_READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
"""In PostgreSQL, for several statements that see the same moment. In SQLite every BEGIN does that."""
CONNECTIONS = 6
"""To PostgreSQL: one for rows, one for other changes, the rest for queries."""
READERS = CONNECTIONS - WRITERS
TRIES = 12
"""How often a transaction runs that conflicts with others of other processes."""
LONGEST_PAUSE = 0.05
"""Seconds between two tries, at most; random, so that the same two do not meet again."""
LONGEST_LOCK = 2
"""Seconds that `write_apart` waits for a row that another process has locked."""


class Database:
    """The engine with its writer thread and its reader threads."""

    def __init__(
        self,
        url: str,
        *,
        direct: str | None = None,
        migration_backups: int = MIGRATION_BACKUPS,
        connections: int = CONNECTIONS,
    ) -> None:
        """`direct`: PostgreSQL's URL without a pooler. `migration_backups`: how many copies are kept; see `migrate`."""
        self.url = sa.make_url(url)
        self.engine = make_engine(self.url)
        self.direct = self.engine if direct is None else make_engine(sa.make_url(direct))
        """For what needs a session of its own, such as locks that outlast a transaction."""
        self.shared = self.engine.dialect.name == "postgresql"
        """Whether other processes may use the same database."""
        self.faults = FaultLog()
        self.observe_commit: Callable[[float], object] = float
        """Called in the writer thread with the seconds of every commit."""
        self._migration_backups = migration_backups
        self._write_engine = for_writing(self.engine)
        readers = max(1, connections - WRITERS) if self.shared else READERS
        self._read_engine = for_reading(self.engine, readers)
        self._bulk = bulk_writer(self._write_engine)
        self._takes_json = self.shared or JSON_ROWS
        self._waiting: list[Pending] = []
        self._busy = False
        """Whether the writer thread has a batch. Changes that arrive until it is done form the next one."""
        self._batches: SimpleQueue[list[Pending] | None] = SimpleQueue()
        self._writer = threading.Thread(target=self._run_writer, name="writer", daemon=True)
        self._readers = ThreadPoolExecutor(readers, thread_name_prefix="reader")
        self._closed = False

    @property
    def file(self) -> Path | None:
        """The file of an SQLite database."""
        return sqlite_file(self.url)

    def open(self) -> None:
        """Run the migrations and start the writer thread. Raises StorageError."""
        try:
            migrate(self.direct, self._migration_backups)
        except DBAPIError as error:
            raise opening_error(self.url, error) from error
        self.read_now(transfer_mark.refuse_unfinished)
        self._writer.start()

    def close(self) -> None:
        """Write what is pending and stop."""
        if not self._closed:
            self._closed = True
            if self._waiting:
                self._batches.put(self._waiting)
            self._batches.put(None)
            if self._writer.is_alive():
                self._writer.join()
            self._readers.shutdown(cancel_futures=True)  # nobody waits for queries that have not begun
            self._read_engine.dispose()
            self.engine.dispose()
            self.direct.dispose()

    async def write(self, change: Change[T]) -> T:
        """Run a change and return its result once it is committed.

        The change may run again if another one of its batch fails, so it must do nothing but write. Raises
        IntegrityError as it is, and StorageError if the database fails.
        """
        return await self.writing(change)

    async def write_apart(self, change: Callable[[sa.Connection], T]) -> T:
        """Like `write`, for a change that may have to wait for one of another process: steps do not wait with it.

        On PostgreSQL it runs on a connection for queries, as READ COMMITTED: it has to lock what it relies on. It may
        run again if the connection is lost. Raises StorageError.
        """
        if not self.shared:
            return await self.write(change)
        return await self.read(partial(_transaction, change), snapshot=False)

    def writing(self, change: Change[T]) -> asyncio.Future[T]:
        """Like `write`, but returns the future. A pending change is committed even if the future is cancelled."""
        if self._closed:
            raise StorageError(cause="closed")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._waiting.append((change, future))
        if len(self._waiting) == 1:
            loop.call_soon(self._start_batch)
        return future

    def _start_batch(self) -> None:
        """Give the writer thread the changes that have arrived."""
        if self._waiting and not self._busy and not self._closed:
            self._busy = True
            self._batches.put(self._waiting[:MAX_BATCH])
            del self._waiting[:MAX_BATCH]

    async def read(self, query: Callable[[sa.Connection], T], *, snapshot: bool = True) -> T:
        """Run a query in a reader thread. Raises StorageError if the database fails.

        `snapshot=False`: it is a single statement, so it need not see the same moment as another one. That saves two
        round trips to PostgreSQL.
        """
        if self._closed:
            raise StorageError(cause="closed")
        work = functools.partial(self.read_now, query, snapshot=snapshot)
        return await asyncio.get_running_loop().run_in_executor(self._readers, work)

    def read_now(self, query: Callable[[sa.Connection], T], *, snapshot: bool = True) -> T:
        """Like `read`, in the current thread. If the connection is lost, the query runs once more on a new one."""
        begin = BEGIN_READING if self.shared and snapshot else None
        try:
            try:
                return _query(self._read_engine, query, begin)
            except DBAPIError as error:
                if not error.connection_invalidated:
                    raise
                return _query(self._read_engine, query, begin)
        except (DBAPIError, sa.exc.TimeoutError) as error:
            raise self.faults.explain(error, "read") from error

    def _run_writer(self) -> None:
        """The writer thread. It wakes the event loop once per batch."""
        while (batch := self._batches.get()) is not None:
            began = time.perf_counter()
            done = self._commit(batch)
            self.observe_commit(time.perf_counter() - began)
            with contextlib.suppress(RuntimeError):  # the loop has ended
                batch[0][1].get_loop().call_soon_threadsafe(self._finish_batch, done)
        self._bulk.close()

    def _commit(self, batch: list[Pending]) -> list[Done]:
        """Commit a batch: in SQLite in one transaction, in PostgreSQL the rows by one statement and then the rest."""
        if not self.shared:
            return self._commit_together(batch)
        rows = [pending for pending in batch if isinstance(pending[0], tuple)]
        others = [pending for pending in batch if not isinstance(pending[0], tuple)]
        return [done for part in (rows, others) if part for done in self._commit_together(part)]

    def _commit_together(self, batch: list[Pending]) -> list[Done]:
        """Commit changes in one transaction. If one fails, commit each on its own, so that only that one fails."""
        try:
            results = self._run_in_transaction([change for change, _future in batch])
            return [(future, result, None) for (_change, future), result in zip(batch, results, strict=True)]
        except BaseException as error:
            away = isinstance(error, OperationalError | sa.exc.TimeoutError) and not is_conflict(error)
            if len(batch) > 1 and not away:
                return [done for pending in batch for done in self._commit_together([pending])]
            known = isinstance(error, DBAPIError | sa.exc.TimeoutError) and not isinstance(error, IntegrityError)
            reported = self.faults.explain(error, "write") if known else error
            if getattr(reported, "kind", None) == "away":
                self._read_engine.dispose()  # queries must not go on with a server that is not the primary any more
            return [(future, None, reported) for _change, future in batch]

    def _run_in_transaction(self, changes: list[Change[Any]]) -> list[Any]:
        """Run all changes and commit them, again if other processes are in the way. Returns each change's result."""
        for tried in range(1, TRIES + 1):
            try:
                return self._run_once(changes)
            except (OperationalError, IntegrityError) as error:
                # Two that add the same row at once: the second one may find it the next time.
                again = TRIES if is_conflict(error) else 2 if self._may_find(error, changes) else 1
                if tried >= again:
                    raise
            time.sleep(random.uniform(0, LONGEST_PAUSE))
        raise AssertionError

    def _may_find(self, error: Exception, changes: list[Change[Any]]) -> bool:
        return self.shared and isinstance(error, IntegrityError) and not isinstance(changes[0], tuple)

    def _run_once(self, changes: list[Change[Any]]) -> list[Any]:
        rows = [change for change in changes if isinstance(change, tuple)]
        if self._takes_json and len(rows) == len(changes):
            self._bulk.commit(grouped(rows))
            return [None] * len(changes)
        with self._write_engine.begin() as connection:
            return self._run(connection, changes)

    def _run(self, connection: sa.Connection, changes: list[Change[Any]]) -> list[Any]:
        """Run all changes: first the rows, grouped by statement, then the functions. Returns each change's result."""
        for statement, rows in grouped(change for change in changes if isinstance(change, tuple)).items():
            if self._takes_json:
                connection.exec_driver_sql(statement.sqlite.format(rows="?"), (to_json(rows),))
            else:
                connection.execute(statement.one, rows)
        return [None if isinstance(change, tuple) else change(connection) for change in changes]

    def _finish_batch(self, done: list[Done]) -> None:
        """Resolve the futures that were not cancelled, and start the next batch."""
        for future, result, error in done:
            if not future.done():
                if error is None:
                    future.set_result(result)
                else:
                    future.set_exception(error)
        self._busy = False
        self._start_batch()


async def finished(future: asyncio.Future[Any]) -> bool:
    """Wait until a future is done, even if the caller is cancelled. Returns whether it was cancelled."""
    cancelled = False
    while not future.done():
        try:
            await asyncio.shield(future)
        except asyncio.CancelledError:
            cancelled = True
        except Exception:  # the future's own error: its result raises it
            break
    return cancelled


def for_reading(engine: sa.Engine, connections: int) -> sa.Engine:
    """The engine for queries. PostgreSQL's has connections of its own, on which a statement needs no transaction."""
    if engine.dialect.name != "postgresql":
        return engine
    return make_engine(engine.url, connections, isolation_level="AUTOCOMMIT")


def bulk_writer(engine: sa.Engine) -> BulkWriter:
    """What writes rows to this database."""
    if engine.dialect.name != "postgresql":
        return SqliteRows(engine)
    from lutetia.server.store.postgres_rows import PostgresRows  # its driver is an extra

    return PostgresRows(engine)


def _query(engine: sa.Engine, query: Callable[[sa.Connection], T], begin: str | None) -> T:
    with engine.connect() as connection:
        if begin is not None:
            connection.exec_driver_sql(begin)  # the pool ends it
        return query(connection)


def _transaction(change: Callable[[sa.Connection], T], connection: sa.Connection) -> T:
    """Run a change on a connection on which every statement commits by itself. After an error the pool rolls back."""
    connection.exec_driver_sql("BEGIN")
    connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{LONGEST_LOCK}s'")
    result = change(connection)
    connection.exec_driver_sql("COMMIT")
    return result
