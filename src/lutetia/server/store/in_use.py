"""Whether a server uses a database, seen from outside: by the lock on its folder, and by its heartbeats."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa

from lutetia.core.i18n import N_
from lutetia.server.errors import StorageError
from lutetia.server.store import schema, snapshot, versions
from lutetia.server.store.database import sqlite_file
from lutetia.server.store.lock import FolderLock
from lutetia.server.store.storage_faults import opening_error

WATCH = 2.5
"""Seconds. A server that runs, and every process of a larger one, writes a heartbeat each second."""
SERVER_FILE = "lutetia.db"
"""The database in a server's folder, which has a lock. Others are known by heartbeats alone."""
RUNNING = N_("a server is using {place}; stop it first")
TRANSFER_LOCK = 1_889_001
"""PostgreSQL's advisory lock of whoever copies into or out of the database. Two copies would disturb each other."""
LOCK_PATIENCE = 3.0
"""Seconds. PostgreSQL needs a moment to notice that a process which held the lock was killed."""
Beats = tuple[tuple[str, int], ...]


@contextmanager
def unused(url: sa.URL) -> Iterator[None]:
    """Make sure that no server uses a database, and keep others that copy away. Raises StorageError if one does."""
    file = sqlite_file(url)
    if file is not None and file.name == SERVER_FILE:
        lock = FolderLock(file.parent)
        try:
            lock.acquire()
        except StorageError:
            raise StorageError(RUNNING, place=snapshot.place(url)) from None
        try:
            yield
        finally:
            lock.release()
        return
    with copying(url):
        if before := beats_of(url):
            time.sleep(WATCH)
            if beats_of(url) != before:
                raise StorageError(RUNNING, place=snapshot.place(url))
        yield


@contextmanager
def copying(url: sa.URL) -> Iterator[None]:
    """Hold PostgreSQL's lock of those who copy. Raises StorageError if another one does. SQLite needs none."""
    if sqlite_file(url) is not None:
        yield
        return
    engine = snapshot.patient_engine(url).execution_options(isolation_level="AUTOCOMMIT")
    with reached(url):
        connection = engine.connect()
    with connection:
        until = time.monotonic() + LOCK_PATIENCE
        while not connection.execute(sa.select(sa.func.pg_try_advisory_lock(TRANSFER_LOCK))).scalar():
            if time.monotonic() < until:
                time.sleep(0.1)
                continue
            raise StorageError(N_("another backup or transfer of {place} is running"), place=snapshot.place(url))
        try:
            yield
        finally:
            connection.invalidate()  # the lock goes with the connection


@contextmanager
def reached(url: sa.URL) -> Iterator[None]:
    """Where a database is opened: says in words which one cannot be reached. Raises StorageError."""
    try:
        yield
    except sa.exc.DBAPIError as error:
        raise opening_error(url, error) from error


def beats_of(url: sa.URL) -> Beats:
    """The last heartbeat of the server, and of each of its processes. Empty for a database that is new."""
    file = sqlite_file(url)
    if file is not None and not file.exists():
        return ()
    with snapshot.transaction(url) as connection:
        if versions.of_connection(connection) is None:
            return ()
        state, process = schema.server_state.c, schema.process
        queries = [sa.select(state.key, state.value).where(state.key == "alive")]
        if sa.inspect(connection).has_table(process.name):
            queries.append(sa.select(process.c.id, process.c.beat))
        return tuple(sorted((str(name), int(beat)) for query in queries for name, beat in connection.execute(query)))
