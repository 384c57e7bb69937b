"""`lutetia backup` and `lutetia restore`: copy a server's database to a file, and back."""

from __future__ import annotations

import select
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from lutetia.core.i18n import N_, _, plural

if TYPE_CHECKING:
    from lutetia.server.store.backup import Progress

DATA = Annotated[
    Path | None,
    typer.Option(help=_("Folder of the server's data; by default your own data folder."), show_default=False),
]


class Source(NamedTuple):
    """What is copied."""

    data: Path
    """The server's folder."""
    database: str
    """Its URL."""


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

    source = _source(data)
    if every is not None:
        _go_on(source, file or source.data / BACKUPS, every, keep or KEPT)
    elif keep is not None:
        _add_to_series(source, file or source.data / BACKUPS, keep)
    elif file is None:
        raise CommandError(_("give a place for the copy, or the number of copies to keep (--keep 14)"))
    else:
        _copy(source, file)


def _copy(source: Source, file: Path) -> None:
    with _copier(source) as copy:
        games = copy(file)
    _mark(source)
    print(plural("{n} game kept in {file}", "{n} games kept in {file}", games, file=file))


def _add_to_series(source: Source, folder: Path, keep: int) -> None:
    from lutetia.server.store import scheduled

    with _copier(source) as copy:
        games, file = scheduled.add(copy, folder, keep)
    _mark(source)
    print(plural("{n} game kept in {file}", "{n} games kept in {file}", games, file=file), flush=True)


def _go_on(source: Source, folder: Path, every: Interval, keep: int) -> None:
    """Make copies until the process is stopped. One that fails is reported and tried again."""
    from lutetia.cli.errors import one_line
    from lutetia.server.store import scheduled
    from lutetia.server.store.backup import BackupError

    seconds = SECONDS[every]
    with suppress(KeyboardInterrupt), _stoppable() as stopped_within:
        pause = 0.0
        while not stopped_within(pause):
            if (wait := scheduled.seconds_until_due(folder, seconds)) > 0:
                pause = min(wait, LOOK_AGAIN)
                continue
            pause = 0.0
            try:
                _add_to_series(source, folder, keep)
            except (BackupError, OSError) as error:
                print(f"lutetia: {one_line(error)}", file=sys.stderr, flush=True)
                pause = TRY_AGAIN


@contextmanager
def _stoppable() -> Iterator[Callable[[float], bool]]:
    """A function that waits so many seconds and returns whether the process was told to stop.

    SIGTERM raises KeyboardInterrupt, as Ctrl+C does, so that an unfinished copy is removed.
    Python handles a signal between two of its own instructions. One that arrives just before `time.sleep` would be
    noticed only after it, and an exception raised in a destructor is dropped. The byte that each signal writes is never
    lost.
    """
    asleep, waker = socket.socketpair()
    with asleep, waker:
        waker.setblocking(False)
        previous = signal.set_wakeup_fd(waker.fileno(), warn_on_full_buffer=False)
        handler = signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            yield lambda seconds: bool(select.select([asleep], [], [], seconds)[0])
        finally:
            signal.signal(signal.SIGTERM, handler)
            signal.set_wakeup_fd(previous)


def _mark(source: Source) -> None:
    """Note the time of the backup for the server's metrics. Without access to the folder there is no note."""
    from lutetia.server.store import scheduled

    with suppress(OSError):
        scheduled.mark(source.data)


def restore(
    file: Annotated[Path, typer.Argument(help=_("A copy that `lutetia backup` made."), show_default=False)],
    data: DATA = None,
) -> None:
    """Replace the server's data with a copy. The server must be stopped. The old data are kept under another name."""
    import sqlalchemy as sa

    from lutetia.cli.errors import CommandError
    from lutetia.server.errors import StorageError
    from lutetia.server.store import backup as copies
    from lutetia.server.store.engines import sqlite_file

    source = _source(data)
    if (database := sqlite_file(sa.make_url(source.database))) is None:
        raise CommandError(_("to restore a copy into PostgreSQL, use: lutetia migrate-data {file} URL", file=file))
    try:
        with _bar(N_("Restoring")) as progress:
            games, kept = copies.restore(file, database, progress)
    except StorageError as error:
        raise CommandError(str(error)) from None
    print(plural("{n} game restored", "{n} games restored", games))
    if kept is not None:
        print(_("the previous data is kept as {file}", file=kept))


def _source(data: Path | None) -> Source:
    from lutetia.cli.settings import read_settings

    settings = read_settings(data=data)
    return Source(settings.data, settings.database_url())


@contextmanager
def _copier(source: Source) -> Iterator[Callable[[Path], int]]:
    """How to copy the database, with a progress bar."""
    import sqlalchemy as sa

    from lutetia.server.store.server_backup import copier

    with _bar(N_("Copying")) as progress:
        yield copier(sa.make_url(source.database), progress)


@contextmanager
def _bar(words: str) -> Iterator[Progress]:
    from lutetia.cli.progress import progress_bar

    with progress_bar() as report:
        yield partial(report, words)
