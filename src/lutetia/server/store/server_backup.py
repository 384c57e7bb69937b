"""A backup of a database server: a consistent copy of everything as one SQLite file, made while servers write."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import sqlalchemy as sa

from lutetia.server.errors import StorageError
from lutetia.server.store import in_use, snapshot, transfer
from lutetia.server.store.backup import SUFFIXES, BackupError, Progress, backup, part_beside, put_in_place
from lutetia.server.store.engines import make_engine, sqlite_file
from lutetia.server.store.migration import migrate
from lutetia.server.store.private_files import make_folder
from lutetia.server.store.storage_faults import storage_error


def copier(url: sa.URL, progress: Progress | None = None) -> Callable[[Path], int]:
    """How to make a backup of a database: a function that writes a file and returns the number of games in it.

    It raises BackupError and OSError; then the file is what it was before.
    """
    if (file := sqlite_file(url)) is not None:
        return lambda copy: backup(file, copy, progress)
    return partial(_copy, url, progress)


def _copy(url: sa.URL, progress: Progress | None, file: Path) -> int:
    make_folder(file.parent)
    part = part_beside(file)
    _remove(part)
    try:
        with in_use.copying(url), snapshot.reading(url) as old:
            _fill(old, part, snapshot.place(url), progress)
    except StorageError as error:
        _remove(part)
        raise BackupError(error.reason, **error.values) from error
    except BaseException:
        _remove(part)
        raise
    return put_in_place(part, file)


def _fill(old: sa.Connection, part: Path, source: str, progress: Progress | None) -> None:
    """Copy everything into a new SQLite file, compare it, and leave it as a single file on the disk."""

    def report(_what: str, done: int, total: int) -> None:
        if progress is not None:
            progress(done, total)

    engine = make_engine(sa.URL.create("sqlite", database=str(part)))
    try:
        migrate(engine, backups=0)
        transfer.copy(old, engine, transfer.begin(old, engine, source), report)
        with engine.connect() as new:
            transfer.compare(old, new, report)
        transfer.finish(engine)
    except sa.exc.DBAPIError as error:
        raise storage_error(error) from error
    finally:
        engine.dispose()
    with closing(sqlite3.connect(part, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    with part.open("rb") as written:
        os.fsync(written.fileno())


def _remove(part: Path) -> None:
    for suffix in SUFFIXES:
        part.with_name(part.name + suffix).unlink(missing_ok=True)
