"""`lutetia backup` and `lutetia restore`: copy a server's database to a file, and back."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lutetia.core.i18n import _, plural

if TYPE_CHECKING:
    from lutetia.server.store.backup import Progress

DATA = Annotated[
    Path | None,
    typer.Option(help=_("Folder of the server's data; by default your own data folder."), show_default=False),
]
PATIENCE = 1.0
"""Seconds before a progress bar appears."""


class Interval(StrEnum):
    """How often `--every` makes a copy."""

    HOUR = "hour"
    DAY = "day"
    WEEK = "week"


SECONDS = {Interval.HOUR: 3_600.0, Interval.DAY: 86_400.0, Interval.WEEK: 604_800.0}
KEPT = 14
"""Copies that `--every` keeps, unless `--keep` says otherwise."""
LOOK_AGAIN = 60.0
"""Seconds between two looks at the clock. It may be set, and the machine may sleep."""
TRY_AGAIN = 600.0
"""Seconds after a copy that failed."""


def backup(
    file: Annotated[
        Path | None,
        typer.Argument(
            help=_(
                "Where to write the copy; with --keep or --every this is a folder, by default `backups` beside the "
                "data."
            ),
            show_default=False,
        ),
    ] = None,
    data: DATA = None,
    every: Annotated[
        Interval | None, typer.Option(help=_("Keep running and make a copy this often."), show_default=False)
    ] = None,
    keep: Annotated[
        int | None,
        typer.Option(min=1, help=_("Name copies by their time and keep only this many."), show_default=False),
    ] = None,
) -> None:
    """Copy all games and people into one file. The server may keep running."""
    from lutetia.cli.errors import CommandError
    from lutetia.server.store.private_files import BACKUPS

    database = _database(data)
    if every is not None:
        _go_on(database, file or database.parent / BACKUPS, every, keep or KEPT)
    elif keep is not None:
        _add_to_series(database, file or database.parent / BACKUPS, keep)
    elif file is None:
        raise CommandError(_("give a place for the copy, or the number of copies to keep (--keep 14)"))
    else:
        _copy(database, file)


def _copy(database: Path, file: Path) -> None:
    from lutetia.server.store import backup as copies

    with _bar(_("Copying")) as progress:
        games = copies.backup(database, file, progress)
    _mark(database)
    print(plural("{n} game kept in {file}", "{n} games kept in {file}", games, file=file))


def _add_to_series(database: Path, folder: Path, keep: int) -> None:
    from lutetia.server.store import scheduled

    with _bar(_("Copying")) as progress:
        games, file = scheduled.add(database, folder, keep, progress=progress)
    _mark(database)
    print(plural("{n} game kept in {file}", "{n} games kept in {file}", games, file=file), flush=True)


def _go_on(database: Path, folder: Path, every: Interval, keep: int) -> None:
    """Make copies until the process is stopped. One that fails is reported and tried again."""
    from lutetia.cli.errors import one_line
    from lutetia.server.store import scheduled
    from lutetia.server.store.backup import BackupError

    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a copy that is not finished is removed
    seconds = SECONDS[every]
    try:
        while True:
            if (wait := scheduled.seconds_until_due(folder, seconds)) > 0:
                time.sleep(min(wait, LOOK_AGAIN))
                continue
            try:
                _add_to_series(database, folder, keep)
            except (BackupError, OSError) as error:
                print(f"lutetia: {one_line(error)}", file=sys.stderr, flush=True)
                time.sleep(TRY_AGAIN)
    except KeyboardInterrupt:
        return


def _mark(database: Path) -> None:
    """Note the time of the backup for the server's metrics. Without access to the folder there is no note."""
    from lutetia.server.store import scheduled

    with suppress(OSError):
        scheduled.mark(database.parent)


def restore(
    file: Annotated[Path, typer.Argument(help=_("A copy that `lutetia backup` made."), show_default=False)],
    data: DATA = None,
) -> None:
    """Replace the server's data with a copy. The server must be stopped. The old data are kept under another name."""
    from lutetia.cli.errors import CommandError
    from lutetia.server.errors import StorageError
    from lutetia.server.store import backup as copies

    try:
        with _bar(_("Restoring")) as progress:
            games, kept = copies.restore(file, _database(data), progress)
    except StorageError as error:
        raise CommandError(str(error)) from None
    print(plural("{n} game restored", "{n} games restored", games))
    if kept is not None:
        print(_("the previous data is kept as {file}", file=kept))


def _database(data: Path | None) -> Path:
    """The file of the server's database. Raises CommandError if it is not an SQLite file."""
    from lutetia.cli.errors import CommandError
    from lutetia.cli.settings import read_settings

    settings = read_settings(data=data)
    if settings.database is not None and data is None:
        raise CommandError(_("this database is not an SQLite file; use its own tools to copy it"))
    return settings.data / "lutetia.db"


@contextmanager
def _bar(words: str) -> Iterator[Progress]:
    """A progress bar on the terminal, if it takes longer than a moment."""
    from rich.progress import Progress as Bar

    from lutetia.cli.console import err

    began = time.monotonic()
    with Bar(console=err(), auto_refresh=False, transient=True, disable=not err().is_terminal) as bar:
        task = bar.add_task(words, visible=False)

        def progress(done: int, total: int) -> None:
            if time.monotonic() - began > PATIENCE:
                bar.update(task, completed=done, total=total, visible=True, refresh=True)

        yield progress
