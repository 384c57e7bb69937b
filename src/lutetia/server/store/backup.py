"""Copies of the database: made while the server runs, checked before they are trusted, never half a file."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from lutetia.core.i18n import N_, _
from lutetia.server.store.database import MIGRATIONS
from lutetia.server.store.lock import FolderLock

PAGES = 2_000
"""Copied at a time, between two calls of `progress`: some milliseconds."""
BESIDE = ("", "-wal", "-shm")
"""The endings of the files that together are one SQLite database."""
Progress = Callable[[int, int], None]


class CopyTrouble(ValueError):
    """What is there cannot be copied or restored. Nothing has changed."""

    def __init__(self, reason: str, **values: object) -> None:
        super().__init__(reason, values)
        self.reason = reason
        self.values = values

    def __str__(self) -> str:
        return _(self.reason, **self.values)


def backup(database: Path, file: Path, progress: Progress | None = None) -> int:
    """Copy a database, also while a server writes to it, and check the copy. Returns how many games it holds.

    `progress(done, all)` is called in between. `file` is either what it was or the whole new copy. Raises CopyTrouble,
    OSError.
    """
    if not database.is_file():
        raise CopyTrouble(N_("there is no database {path}"), path=database)
    if file.exists() and os.path.samefile(file, database):
        raise CopyTrouble(N_("{path} is the database itself"), path=file)
    part = _copied(database, file, progress)
    try:
        games = check(part)
        part.replace(file)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    _sync_folder(file.parent)
    return games


def restore(file: Path, database: Path, progress: Progress | None = None) -> tuple[int, Path | None]:
    """Put a checked copy in the place of the database. Returns how many games it holds, and where the old one is kept.

    Raises CopyTrouble, OSError, and StoreTrouble while a server uses the folder.
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
    """How many games a sound database of ours holds. Raises CopyTrouble that says what is wrong with it."""
    if not file.is_file():
        raise CopyTrouble(N_("there is no file {path}"), path=file)
    try:
        with closing(_opened(file)) as connection:
            found = [row[0] for row in connection.execute("PRAGMA integrity_check(5)")]
            if found != ["ok"]:
                raise CopyTrouble(N_("{path} is damaged: {why}"), path=file, why=found[0])
            if connection.execute("PRAGMA foreign_key_check").fetchone():
                raise CopyTrouble(N_("{path} is damaged: {why}"), path=file, why=_("parts of it are missing"))
            tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if not {"alembic_version", "game", "event", "person"} <= tables:
                raise CopyTrouble(N_("{path} is not a database of Lutetia"), path=file)
            version = connection.execute("SELECT version_num FROM alembic_version").fetchone()
            if version is None or version[0] not in _known_versions():
                raise CopyTrouble(N_("{path} was made by a newer Lutetia; install that one first"), path=file)
            return int(connection.execute("SELECT count(*) FROM game").fetchone()[0])
    except sqlite3.DatabaseError as error:
        raise CopyTrouble(N_("{path} is damaged: {why}"), path=file, why=error) from None


def _opened(file: Path) -> sqlite3.Connection:
    """A connection that only reads. The server's writes go on beside it."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=10, isolation_level=None)


def _copied(source: Path, beside: Path, progress: Progress | None) -> Path:
    """A whole copy of a database as one file, under another name in a folder."""
    beside.parent.mkdir(parents=True, exist_ok=True)
    part = beside.with_name(beside.name + ".part")
    part.unlink(missing_ok=True)
    try:
        with closing(_opened(source)) as old, closing(sqlite3.connect(part, isolation_level=None)) as new:
            # One look for the whole copy: without it every write of the server would make the copy begin anew.
            old.execute("BEGIN")
            old.execute("SELECT count(*) FROM sqlite_master").fetchone()
            old.backup(new, pages=PAGES, progress=lambda _status, left, all_: progress and progress(all_ - left, all_))
            new.execute("PRAGMA journal_mode = DELETE")  # one file, without a journal beside it
        with part.open("rb") as file:
            os.fsync(file.fileno())
    except sqlite3.DatabaseError as error:
        part.unlink(missing_ok=True)
        raise CopyTrouble(N_("{path} cannot be copied: {why}"), path=source, why=error) from None
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return part


def _set_aside(database: Path) -> Path | None:
    """Rename a database with all its files, so that it can be opened under the new name. None: there is none."""
    if not database.exists():
        for ending in BESIDE[1:]:  # a journal without its database must not be taken for the new one's
            database.with_name(database.name + ending).unlink(missing_ok=True)
        return None
    number = 1
    while (kept := database.with_name(f"{database.name}.before-restore{f'-{number}' if number > 1 else ''}")).exists():
        number += 1
    for ending in BESIDE:
        file = database.with_name(database.name + ending)
        if file.exists():
            file.replace(kept.with_name(kept.name + ending))
    return kept


def _sync_folder(folder: Path) -> None:
    """Have the new name on the disk too."""
    if hasattr(os, "O_DIRECTORY"):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _known_versions() -> set[str]:
    from alembic.script import ScriptDirectory

    return {script.revision for script in ScriptDirectory(str(MIGRATIONS)).walk_revisions()}
