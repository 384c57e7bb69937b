"""`lutetia migrate-data`: move a server's data between SQLite and PostgreSQL."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lutetia.core.i18n import _, plural

if TYPE_CHECKING:
    import sqlalchemy as sa

PLACE = _("A server's folder, an SQLite file (….db), or the URL of a database.")


def migrate_data(
    source: Annotated[str, typer.Argument(metavar="FROM", help=PLACE, show_default=False)],
    target: Annotated[str, typer.Argument(metavar="TO", help=PLACE + " " + _("It must be empty."), show_default=False)],
    restart: Annotated[
        bool, typer.Option("--restart", help=_("Discard what an unfinished transfer has copied, and begin again."))
    ] = False,
) -> None:
    """Copy all games and people to another database, and verify every game. Servers must be stopped.

    If it is interrupted, run it again: it continues. Nothing is deleted from FROM.
    """
    import logging as standard_logging

    from lutetia.cli.errors import CommandError
    from lutetia.cli.progress import progress_bar
    from lutetia.server.errors import StorageError
    from lutetia.server.ops import logging
    from lutetia.server.store.transfer import transfer

    old, new = database_at(source), database_at(target)
    logging.configure("error")
    standard_logging.getLogger("psycopg").setLevel("ERROR")  # it warns when Ctrl+C ends a batch
    try:
        with progress_bar(lines=True) as progress:
            moved = transfer(old, new, restart=restart, progress=progress)
    except StorageError as error:
        raise CommandError(str(error), 1) from None
    games = plural("{n:,} game", "{n:,} games", moved.games)
    events = plural("{n:,} event", "{n:,} events", moved.events)
    print(_("{games}, {events}, all verified", games=games, events=events))


def database_at(place: str) -> sa.URL:
    """The database that an argument names. Raises ValueError."""
    import sqlalchemy as sa

    from lutetia.server.ops.setting_values import check_database

    if "://" in place:
        check_database(place)
        return sa.make_url(place)
    path = Path(place)
    file = path if path.is_file() or (path.suffix == ".db" and not path.is_dir()) else path / "lutetia.db"
    return sa.URL.create("sqlite", database=str(file))
