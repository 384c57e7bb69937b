"""Backup and restore: copies made while the server runs, checked before they are used, never half-written."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from lutetia.core.i18n import N_, _
from lutetia.server.store import versions
from lutetia.server.store.lock import FolderLock
from lutetia.server.store.private_files import make_file, make_folder

PAGES = 2_000
"""Database pages copied between two calls of `progress`; a few milliseconds."""
SUFFIXES = ("", "-wal", "-shm")
"""Of the files that together are one SQLite database."""
Progress = Callable[[int, int], None]


class BackupError(ValueError):
    """The database cannot be copied or restored. Nothing has changed."""

    def __init__(self, reason: str, **values: object) -> None:
        super().__init__(reason, values)
        self.reason = reason
        self.values = values

    def __str__(self) -> str:
        return _(self.reason, **self.values)


def backup(database: Path, file: Path, progress: Progress | None = None) -> int:
    """Copy a database, even while a server writes to it, and check the copy. Returns the number of games in it.

    `progress(done, total)` is called in between. On failure `file` is what it was before. Raises BackupError, OSError.
    """
    if not database.is_file():
        raise BackupError(N_("there is no database {path}"), path=database)
    if file.exists() and os.path.samefile(file, database):
        raise BackupError(N_("{path} is the database itself"), path=file)
    return put_in_place(_copied(database, file, progress), file)


def part_beside(file: Path) -> Path:
    """Where a copy is written before it is complete."""
    return file.with_name(file.name + ".part")


def put_in_place(part: Path, file: Path) -> int:
    """Check a copy and give it its name. Returns the number of games in it."""
    try:
        games = check(part)
        part.replace(file)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    _sync_folder(file.parent)
    return games


def restore(file: Path, database: Path, progress: Progress | None = None) -> tuple[int, Path | None]:
    """Replace the database with a checked copy. Returns the number of games in it, and where the old one is kept.

    Raises BackupError, OSError, and StorageError while a server uses the folder.
    """
    games = check(file)
    with FolderLock(database.parent):
        part = _copied(file, database, progress)
        try:
            check(part)
            kept = _set_aside(database)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
        part.replace(database)
        _sync_folder(database.parent)
    return games, kept


def check(file: Path) -> int:
    """The number of games in a database. Raises BackupError that says what is wrong with it."""
    if not file.is_file():
        raise BackupError(N_("there is no file {path}"), path=file)
    try:
        with closing(open_read_only(file)) as connection:
            found = [row[0] for row in connection.execute("PRAGMA integrity_check(5)")]
            if found != ["ok"]:
                raise BackupError(N_("{path} is damaged: {why}"), path=file, why=found[0])
            if connection.execute("PRAGMA foreign_key_check").fetchone():
                raise BackupError(N_("{path} is damaged: {why}"), path=file, why=_("parts are missing"))
            tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if not {versions.TABLE, "game", "event", "person"} <= tables:
                raise BackupError(N_("{path} is not a Lutetia database"), path=file)
            if versions.of_file(connection) not in versions.known():
                raise BackupError(versions.NEWER, path=file)
            return int(connection.execute("SELECT count(*) FROM game").fetchone()[0])
    except sqlite3.DatabaseError as error:
        raise BackupError(N_("{path} is damaged: {why}"), path=file, why=error) from None


def open_read_only(file: Path) -> sqlite3.Connection:
    """A read-only connection. The server can keep writing."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=10, isolation_level=None)


def _copied(source: Path, beside: Path, progress: Progress | None) -> Path:
    """A complete copy of a database as one file, in the same folder under a temporary name."""
    make_folder(beside.parent)
    part = part_beside(beside)
    part.unlink(missing_ok=True)
    try:
        make_file(part)
        with closing(open_read_only(source)) as old, closing(sqlite3.connect(part, isolation_level=None)) as new:
            # One read transaction for the whole copy. Without it every write of the server would restart the copy.
            old.execute("BEGIN")
            old.execute("SELECT count(*) FROM sqlite_master").fetchone()
            old.backup(
                new, pages=PAGES, progress=lambda _status, left, total: progress and progress(total - left, total)
            )
            new.execute("PRAGMA journal_mode = DELETE")  # a single file, without a journal
        with part.open("rb") as file:
            os.fsync(file.fileno())
    except sqlite3.DatabaseError as error:
        part.unlink(missing_ok=True)
        raise BackupError(N_("{path} cannot be copied: {why}"), path=source, why=error) from None
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return part


def _set_aside(database: Path) -> Path | None:
    """Rename a database with its journal files, so that it can be opened under the new name. None: there is none."""
    if not database.exists():
        for suffix in SUFFIXES[1:]:  # a leftover journal must not be applied to the new database
            database.with_name(database.name + suffix).unlink(missing_ok=True)
        return None
    number = 1
    while (kept := database.with_name(f"{database.name}.before-restore{f'-{number}' if number > 1 else ''}")).exists():
        number += 1
    for suffix in SUFFIXES:
        file = database.with_name(database.name + suffix)
        if file.exists():
            file.replace(kept.with_name(kept.name + suffix))
    return kept


def _sync_folder(folder: Path) -> None:
    """Sync the folder, so that the rename is on the disk."""
    if hasattr(os, "O_DIRECTORY"):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
