"""Access rights of the data folder: only the user that runs the server may read it."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import structlog

FOLDER, FILE = 0o700, 0o600
PREFIX = "lutetia."
"""With what the names of all files in the data folder begin: database, journal, lock, owner's secret."""
BACKUPS = "backups"
"""The folder within the data folder for copies of the database."""

log = structlog.get_logger("files")


def make_folder(folder: Path) -> None:
    """Create a folder that only this user may read, unless there is one."""
    folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)


def make_file(file: Path) -> None:
    """Create an empty file that only this user may read, unless there is one."""
    os.close(os.open(file, os.O_WRONLY | os.O_CREAT, FILE))


def protect(folder: Path) -> None:
    """Correct the access rights of a data folder that an earlier version, or another umask, has left open.

    A shared folder such as /tmp stays as it is.
    """
    for path, mode in _inside(folder):
        try:
            found = path.stat()
            if stat.S_IMODE(found.st_mode) & ~mode and not found.st_mode & stat.S_ISVTX:
                path.chmod(mode)
                log.warning("access rights corrected", file=path.name)
        except FileNotFoundError:
            continue
        except OSError as error:
            log.error("access rights not corrected", file=path.name, why=error.strerror)


def _inside(folder: Path) -> Iterator[tuple[Path, int]]:
    """The folder itself, our files in it, and its backups, each with the access rights that it should have."""
    yield folder, FOLDER
    for path in folder.glob(f"{PREFIX}*"):
        yield path, FILE
    yield folder / BACKUPS, FOLDER
    for path in (folder / BACKUPS).glob("*.db"):
        yield path, FILE
