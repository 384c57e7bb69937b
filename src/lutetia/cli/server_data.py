"""What the commands of `lutetia admin` share: the database of a server, people by name, questions, tables."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lutetia.core.i18n import _

if TYPE_CHECKING:
    import sqlalchemy as sa

DATA = Annotated[
    Path | None,
    typer.Option(help=_("Folder of the server's data; by default your own data folder."), show_default=False),
]
DAYS = Annotated[
    float | None,
    typer.Option(help=_("For how many days; by default until you remove it."), min=0.001, max=3650, show_default=False),
]
REASON = Annotated[str, typer.Option(help=_("The reason; it is kept in the audit log."), show_default=False)]
OF = Annotated[
    str | None, typer.Option("--of", metavar="PERSON", help=_("Everything by this person."), show_default=False)
]
YES = Annotated[bool, typer.Option("--yes", "-y", help=_("Do not ask for confirmation."))]
DRY_RUN = Annotated[bool, typer.Option("--dry-run", help=_("Only show what would be done."))]
MAX_ROWS = 200


@contextmanager
def server_data(data: Path | None) -> Iterator[sa.Connection]:
    """A transaction on the server's database. Raises CommandError if there is none, or if something is refused.

    It keeps the server from writing, so nothing may wait for the operator in it.
    """
    import sqlalchemy as sa

    from lutetia.cli.errors import CommandError
    from lutetia.cli.settings import read_settings
    from lutetia.server.errors import Refused
    from lutetia.server.store import transfer_mark, versions
    from lutetia.server.store.engines import make_engine
    from lutetia.server.store.exclusive import exclusive_transaction
    from lutetia.server.store.storage_faults import opening_error

    settings = read_settings(data=data)
    url = sa.make_url(settings.database_url())
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise CommandError(_("there is no server database in {folder}", folder=str(settings.data)))
    engine = make_engine(url)
    try:
        with exclusive_transaction(engine) as connection:
            if versions.of_connection(connection) not in (None, *versions.known()):
                raise CommandError(_(versions.NEWER, path=url.database))
            transfer_mark.refuse_unfinished(connection)
            yield connection
    except Refused as refused:
        raise CommandError(_(refused.reason, **refused.values)) from refused
    except sa.exc.DBAPIError as error:
        raise CommandError(str(opening_error(url, error)), 1) from error
    finally:
        engine.dispose()


def server_time(connection: sa.Connection) -> int:
    """Now by the server's clock, in milliseconds; it may differ from the wall clock."""
    import time

    from lutetia.server.ops.heartbeat import last_beat

    return last_beat(connection) or int(time.time() * 1000)


def end_of(days: float | None, now: int) -> int | None:
    """When something that begins now and lasts so many days ends."""
    return None if days is None else now + int(days * 86_400_000)


def find_person(connection: sa.Connection, who: str) -> sa.Row[Any]:
    """The person with this id or login. Raises CommandError."""
    import sqlalchemy as sa

    from lutetia.cli.errors import CommandError
    from lutetia.server.store import schema

    row = schema.person.c
    wanted = sa.select(schema.person).where(sa.or_(row.id == who, row.login == who.lower()), row.deleted.is_(None))
    found = connection.execute(wanted.order_by(row.id != who)).all()
    if not found:
        raise CommandError(_("there is nobody called {name} here (see lutetia admin people)", name=who))
    return found[0]


def may_act(things: list[str], question: str, *, yes: bool, dry_run: bool) -> bool:
    """Whether to act on these things: one that was named is enough of an answer, several are listed and asked for.

    Raises CommandError if there is nobody to answer.
    """
    import sys

    from lutetia.cli.errors import CommandError

    if dry_run or (len(things) > 1 and not yes):
        print("\n".join(things[:MAX_ROWS]))
        if len(things) > MAX_ROWS:
            print("…")
    if dry_run:
        print(question, _("Nothing was done: this was a dry run."))
        return False
    if len(things) <= 1 or yes:
        return bool(things)
    if not sys.stdin.isatty():
        raise CommandError(_("nobody can answer “{question}” here: use --yes", question=question))
    return typer.confirm(question)


def day(milliseconds: int) -> str:
    from datetime import UTC, datetime

    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d")


def print_table(heads: list[str], rows: list[list[str]]) -> None:
    """Print a plain table; columns are separated by two spaces."""
    lines = [heads, *rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(heads))]
    for line in lines:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())
