"""Series of backups in one folder: named by the time, the oldest removed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from lutetia.server.store.private_files import make_file, make_folder

SERIES = "lutetia"
"""The series of `lutetia backup --keep`."""
BEFORE_UPGRADE = "before-upgrade"
"""The series of databases as they were before a migration."""
MARK = "lutetia.last-backup"
"""An empty file in the data folder. Its time is that of the last backup, wherever that went."""
STAMP = "%Y-%m-%dT%H-%M-%S.%fZ"


def add(copy: Callable[[Path], int], folder: Path, keep: int, series: str = SERIES) -> tuple[int, Path]:
    """Add a copy of a database to a folder and remove all but the newest `keep` copies of the series.

    `copy` makes the file and returns the number of games in it. Returns that number, and the file. Raises what `copy`
    raises, and OSError.
    """
    make_folder(folder)
    file = folder / f"{series}-{_now().strftime(STAMP)}.db"
    games = copy(file)
    for old in copies(folder, series)[:-keep]:
        old.unlink(missing_ok=True)
    return games, file


def copies(folder: Path, series: str = SERIES) -> list[Path]:
    """The copies of a series, the oldest first. Other files in the folder are not ours."""
    found = [path for path in folder.glob(f"{series}-*.db") if _time(path, series) is not None]
    return sorted(found, key=lambda path: path.name)


def newest(folder: Path, series: str = SERIES) -> datetime | None:
    """When the newest copy of a series was made."""
    found = copies(folder, series)
    return _time(found[-1], series) if found else None


def seconds_until_due(folder: Path, every: float) -> float:
    """How long it takes until the next copy is due; 0: now. A restart alone makes no further copy."""
    last = newest(folder)
    if last is None:
        return 0.0
    return min(max(0.0, every - (_now() - last).total_seconds()), every)


def mark(data: Path) -> None:
    """Note in the data folder that a backup was made now. Raises OSError."""
    make_file(data / MARK)
    (data / MARK).touch()


def last_backup(data: Path) -> float:
    """When the last backup was made, in seconds since 1970; 0 if there was none."""
    try:
        return (data / MARK).stat().st_mtime
    except OSError:
        return 0.0


def _time(path: Path, series: str) -> datetime | None:
    try:
        return datetime.strptime(path.stem.removeprefix(f"{series}-"), STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None


def _now() -> datetime:
    return datetime.now(UTC)
