"""`lutetia backup` and `lutetia restore`: copy a server's database to a file, and back."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lutetia.core.i18n import _, plural

if TYPE_CHECKING:
    from lutetia.server.store.backup import Progress

DATA = Annotated[
    Path | None, typer.Option(help=_("Folder of the server's data; none: your own data folder."), show_default=False)
]
PATIENCE = 1.0
"""Seconds before a progress bar appears."""


def backup(
    file: Annotated[Path, typer.Argument(help=_("Where the copy goes."), show_default=False)], data: DATA = None
) -> None:
    """Copy all games and people into one file. The server may keep running."""
    from lutetia.server.store import backup as copies

    with _bar(_("Copying")) as progress:
        games = copies.backup(_database(data), file, progress)
    print(plural("{n} game kept in {file}", "{n} games kept in {file}", games, file=file))


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
        print(_("what was there before is kept as {file}", file=kept))


def _database(data: Path | None) -> Path:
    """The file of the server's database. Raises CommandError if it is not an SQLite file."""
    from lutetia.cli.errors import CommandError
    from lutetia.server.ops.settings import Settings

    settings = Settings.read() if data is None else Settings.read(data=data)
    if settings.database is not None and data is None:
        raise CommandError(_("this database is not an SQLite file; use its own tools to copy it"))
    return settings.data / "lutetia.db"


@contextmanager
def _bar(words: str) -> Iterator[Progress]:
    """A progress bar on stderr, if it takes longer than a moment."""
    from rich.progress import Progress as Bar

    from lutetia.cli.console import err

    began = time.monotonic()
    with Bar(console=err(), auto_refresh=False, transient=True) as bar:
        task = bar.add_task(words, visible=False)

        def progress(done: int, total: int) -> None:
            if time.monotonic() - began > PATIENCE:
                bar.update(task, completed=done, total=total, visible=True, refresh=True)

        yield progress
