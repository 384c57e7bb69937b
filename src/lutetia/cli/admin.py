"""`lutetia admin`: commands for operators. They work on the database, even while the server runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lutetia.core.i18n import _, plural

if TYPE_CHECKING:
    import sqlalchemy as sa

app = typer.Typer(help=_("Manage the people and messages of a server."), no_args_is_help=True)
DATA = Annotated[
    Path | None, typer.Option(help=_("Folder of the server's data; none: your own data folder."), show_default=False)
]
WHO = Annotated[str, typer.Argument(help=_("A person's id or login."), show_default=False)]
MAX_ROWS = 200


@app.command("reset-password")
def reset_password(
    login: Annotated[str, typer.Argument(help=_("The member's login."), show_default=False)], data: DATA = None
) -> None:
    """Set a temporary password for a member, print it, and end the member's sessions.

    It works for three days. Signing in with it requires choosing a new password.
    """
    import time

    import sqlalchemy as sa

    from lutetia.cli.errors import CommandError
    from lutetia.server.ids import new_id
    from lutetia.server.ops.heartbeat import last_beat
    from lutetia.server.people.passwords import hash_now
    from lutetia.server.store import schema

    password = "-".join(new_id(4) for _part in range(4))
    with _database(data) as connection:
        person = _person(connection, login)
        if person.login is None:
            raise CommandError(_("{login} is a guest, without a password", login=login))
        row = schema.person.c
        now = last_beat(connection) or int(time.time() * 1000)  # the server's clock may differ from the wall clock
        values = {"password": hash_now(password), "given": now}
        connection.execute(sa.update(schema.person).where(row.id == person.id).values(**values))
        connection.execute(sa.delete(schema.session).where(schema.session.c.person == person.id))
        _notify_server(connection)
    print(password)


@app.command("remove-second-factor")
def remove_second_factor(
    login: Annotated[str, typer.Argument(help=_("The member's login."), show_default=False)], data: DATA = None
) -> None:
    """Turn off the second factor of a member who has lost the app and the recovery codes; the password stays.

    Make sure that the member is really the one who asks.
    """
    import sqlalchemy as sa

    from lutetia.cli.errors import CommandError
    from lutetia.server.store import schema

    with _database(data) as connection:
        person = _person(connection, login)
        gone = sa.delete(schema.factor).where(schema.factor.c.person == person.id)
        if not connection.execute(gone).rowcount:
            raise CommandError(_("{login} has no second factor", login=login))


@app.command("end-sessions")
def end_sessions(
    who: Annotated[str | None, typer.Argument(help=_("A person's id or login."), show_default=False)] = None,
    data: DATA = None,
    everybody: Annotated[bool, typer.Option("--everybody", help=_("Of all members."))] = False,
) -> None:
    """Sign out a member everywhere, or all members. Guests keep their session, since they have nothing else."""
    import sqlalchemy as sa

    from lutetia.cli.errors import CommandError
    from lutetia.server.store import schema

    if (who is None) != everybody:
        raise CommandError(_("name one member, or use --everybody"))
    person, session = schema.person.c, schema.session
    members = sa.select(person.id).where(person.login.isnot(None))
    with _database(data) as connection:
        if who is not None:
            found = _person(connection, who)
            if found.login is None:
                raise CommandError(_("{login} is a guest, without a password", login=who))
            members = members.where(person.id == found.id)
        ended = connection.execute(sa.delete(session).where(session.c.person.in_(members))).rowcount
        _notify_server(connection)
    print(plural("{n} session has ended", "{n} sessions have ended", ended))


@app.command()
def block(who: WHO, data: DATA = None) -> None:
    """Block a person. A running server notices within seconds."""
    _set_blocked(who, data, True)


@app.command()
def unblock(who: WHO, data: DATA = None) -> None:
    """Unblock a person."""
    _set_blocked(who, data, False)


@app.command()
def reports(data: DATA = None) -> None:
    """List reported messages that are not settled yet."""
    import sqlalchemy as sa

    from lutetia.server.store import schema

    chat, report, person = schema.chat.c, schema.report.c, schema.person.c
    times = sa.func.count(report.id).label("times")
    first = sa.func.min(report.at).label("first")
    wanted = (
        sa.select(chat.id, chat.game, person.id.label("person"), person.name, chat.preset, chat.text, times, first)
        .join_from(schema.report, schema.chat)
        .join(schema.person, chat.person == person.id, isouter=True)
        .where(report.settled.is_(None))
        .group_by(chat.id, chat.game, person.id, person.name, chat.preset, chat.text)
        .order_by(first)
        .limit(MAX_ROWS)
    )
    with _database(data) as connection:
        _print(
            [_("message"), _("game"), _("reported"), _("by whom"), _("name"), _("words")],
            [
                [row.id, row.game, str(row.times), row.person or "", row.name or "", row.text or row.preset or ""]
                for row in connection.execute(wanted)
            ],
        )


@app.command()
def settle(
    message: Annotated[str, typer.Argument(help=_("The message's id."), show_default=False)], data: DATA = None
) -> None:
    """Keep a reported message and remove it from the list of reports."""
    with _database(data) as connection:
        _settle(connection, message)


@app.command("remove-chat")
def remove_chat(
    message: Annotated[str, typer.Argument(help=_("The message's id."), show_default=False)], data: DATA = None
) -> None:
    """Remove the text of a message for everybody, permanently."""
    import sqlalchemy as sa

    from lutetia.server.store import schema

    with _database(data) as connection:
        _settle(connection, message)
        gone = sa.update(schema.chat).where(schema.chat.c.id == message)
        connection.execute(gone.values(removed=True, text=None))


@app.command("remove-game")
def remove_game(
    game: Annotated[str, typer.Argument(help=_("The game's id."), show_default=False)], data: DATA = None
) -> None:
    """Remove a game with its log and its chat, permanently."""
    import sqlalchemy as sa

    from lutetia.cli.errors import CommandError
    from lutetia.server.store import schema

    with _database(data) as connection:
        if not connection.execute(sa.delete(schema.game).where(schema.game.c.id == game)).rowcount:
            raise CommandError(_("there is no game {name}", name=game))


@app.command()
def people(
    search: Annotated[str, typer.Option(help=_("Part of a name or a login."), show_default=False)] = "",
    data: DATA = None,
) -> None:
    """List people, the newest first."""
    import sqlalchemy as sa

    from lutetia.server.store import schema

    row = schema.person.c
    wanted = sa.select(schema.person).where(row.deleted.is_(None)).order_by(row.created.desc()).limit(MAX_ROWS)
    if search:
        found = (column.icontains(search, autoescape=True) for column in (row.name, row.login))
        wanted = wanted.where(sa.or_(*found))
    with _database(data) as connection:
        _print(
            [_("id"), _("login"), _("name"), _("since"), ""],
            [
                [r.id, r.login or "", r.name, _day(r.created), _("blocked") if r.blocked else ""]
                for r in connection.execute(wanted)
            ],
        )


@app.command()
def suspicious(
    days: Annotated[int, typer.Option(help=_("How many days to look back."), min=1, max=3650)] = 30,
    as_json: Annotated[bool, typer.Option("--json", help=_("Print JSON instead of text."))] = False,
    data: DATA = None,
) -> None:
    """List series of rated games that were hardly played, with the reason."""
    import json
    import time

    from lutetia.server.people.suspicion import suspicious_series

    with _database(data) as connection:
        found = suspicious_series(connection, int(time.time() * 1000), days * 86_400_000)
    if as_json:
        print(json.dumps([series.json() for series in found], ensure_ascii=False, indent=2))
        return
    _print(
        [_("last"), _("person"), _("person"), _("reason")],
        [[_day(series.last), *map("{} ({})".format, series.names, series.people), series.text] for series in found],
    )


@app.command()
def queue(
    as_json: Annotated[bool, typer.Option("--json", help=_("Print JSON instead of text."))] = False,
    data: DATA = None,
) -> None:
    """Show what waits for the workers of a running server: bots, hints, analyses, files."""
    import json
    import time

    from lutetia.cli.errors import CommandError
    from lutetia.server.ops import queue_report

    with _database(data) as connection:
        report = queue_report.read(connection, int(time.time() * 1000))
    if report is None:
        raise CommandError(_("no server is running with this data"), 1)
    if as_json:
        print(json.dumps(report, ensure_ascii=False, indent=2))
        return
    counts = [[kind, str(found["waiting"]), str(found["running"])] for kind, found in report["work"].items()]
    _print([_("work"), _("waiting"), _("running")], counts)
    if report["people"]:
        print()
        rows = [[one["person"], str(one["waiting"]), f"{one['used']:.1f} s"] for one in report["people"]]
        _print([_("person"), _("waiting"), _("used lately")], rows)
        print(_("The first has waited for {seconds} s.", seconds=report["longest"]))


def _set_blocked(who: str, data: Path | None, blocked: bool) -> None:
    import sqlalchemy as sa

    from lutetia.server.store import schema

    with _database(data) as connection:
        person = _person(connection, who)
        connection.execute(sa.update(schema.person).where(schema.person.c.id == person.id).values(blocked=blocked))
        _notify_server(connection)


@contextmanager
def _database(data: Path | None) -> Iterator[sa.Connection]:
    """A transaction on the server's database. Raises CommandError if there is none."""
    import sqlalchemy as sa

    from lutetia.cli.errors import CommandError
    from lutetia.server.ops.settings import Settings
    from lutetia.server.store.database import make_engine, storage_error, write_transaction

    settings = Settings.read() if data is None else Settings.read(data=data)
    url = sa.make_url(settings.database_url())
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise CommandError(_("there is no database of a server in {folder}", folder=str(settings.data)))
    engine = make_engine(url)
    try:
        with write_transaction(engine) as connection:
            yield connection
    except sa.exc.DatabaseError as error:
        raise CommandError(str(storage_error(error)), 1) from error
    finally:
        engine.dispose()


def _person(connection: sa.Connection, who: str) -> sa.Row[Any]:
    import sqlalchemy as sa

    from lutetia.cli.errors import CommandError
    from lutetia.server.store import schema

    row = schema.person.c
    wanted = sa.select(schema.person).where(sa.or_(row.id == who, row.login == who.lower()), row.deleted.is_(None))
    found = connection.execute(wanted.order_by(row.login == who.lower())).all()
    if not found:
        raise CommandError(_("there is nobody called {name} here (see lutetia admin people)", name=who))
    return found[0]


def _settle(connection: sa.Connection, message: str) -> None:
    import time

    import sqlalchemy as sa

    from lutetia.cli.errors import CommandError
    from lutetia.server.store import schema

    if connection.execute(sa.select(schema.chat.c.id).where(schema.chat.c.id == message)).first() is None:
        raise CommandError(_("there is no message {name}", name=message))
    report = schema.report
    mine = sa.update(report).where(report.c.chat == message, report.c.settled.is_(None))
    connection.execute(mine.values(settled=int(time.time() * 1000)))


def _notify_server(connection: sa.Connection) -> None:
    """Tell a running server that its session cache may be outdated."""
    import sqlalchemy as sa

    from lutetia.server.ids import new_id
    from lutetia.server.people.sessions import CHANGED
    from lutetia.server.store import schema

    connection.execute(sa.delete(schema.server_state).where(schema.server_state.c.key == CHANGED))
    connection.execute(sa.insert(schema.server_state).values(key=CHANGED, value=new_id()))


def _day(milliseconds: int) -> str:
    from datetime import UTC, datetime

    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d")


def _print(heads: list[str], rows: list[list[str]]) -> None:
    """Print a plain table; columns are separated by two spaces."""
    lines = [heads, *rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(heads))]
    for line in lines:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())
