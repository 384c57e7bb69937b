"""`lutetia admin`: commands for operators. They work on the database, even while the server runs."""

from __future__ import annotations

from typing import Annotated

import typer

from lutetia.cli import admin_blocks, admin_content
from lutetia.cli.app import App
from lutetia.cli.common import AS_JSON, print_json
from lutetia.cli.server_data import (
    DATA,
    MAX_ROWS,
    REASON,
    day,
    find_person,
    print_table,
    server_data,
    server_time,
)
from lutetia.core.i18n import _, plural

app = App(help=_("Manage the people and messages of a server."), no_args_is_help=True)
LOGIN = Annotated[str, typer.Argument(help=_("The member's login."), show_default=False)]


@app.command("reset-password")
def reset_password(login: LOGIN, reason: REASON = "", data: DATA = None) -> None:
    """Set a temporary password for a member, print it, and end the member's sessions.

    It works for three days. Signing in with it requires choosing a new password.
    """
    import sqlalchemy as sa

    from lutetia.cli.errors import CommandError
    from lutetia.server.ids import new_id
    from lutetia.server.people import audit, moderation
    from lutetia.server.people.passwords import hash_now
    from lutetia.server.store import schema

    password = "-".join(new_id(4) for _part in range(4))
    with server_data(data) as connection:
        person = find_person(connection, login)
        if person.login is None:
            raise CommandError(_("{login} is a guest, without a password", login=login))
        row = schema.person.c
        now = server_time(connection)
        values = {"password": hash_now(password), "given": now}
        connection.execute(sa.update(schema.person).where(row.id == person.id).values(**values))
        connection.execute(sa.delete(schema.session).where(schema.session.c.person == person.id))
        audit.record(connection, now, None, "reset-password", "person", person.id, reason)
        moderation.notify_server(connection, person.id)
    print(password)


@app.command("remove-second-factor")
def remove_second_factor(login: LOGIN, reason: REASON = "", data: DATA = None) -> None:
    """Turn off the second factor of a member who has lost the app and the recovery codes; the password stays.

    Make sure that the member is really the one who asks.
    """
    import sqlalchemy as sa

    from lutetia.cli.errors import CommandError
    from lutetia.server.people import audit
    from lutetia.server.store import schema

    with server_data(data) as connection:
        person = find_person(connection, login)
        gone = sa.delete(schema.factor).where(schema.factor.c.person == person.id)
        if not connection.execute(gone).rowcount:
            raise CommandError(_("{login} does not use two-factor authentication", login=login))
        audit.record(connection, server_time(connection), None, "remove-second-factor", "person", person.id, reason)


@app.command("end-sessions")
def end_sessions(
    who: Annotated[str | None, typer.Argument(help=_("A person's id or login."), show_default=False)] = None,
    everybody: Annotated[bool, typer.Option("--everybody", help=_("Of all members."))] = False,
    reason: REASON = "",
    data: DATA = None,
) -> None:
    """Sign out a member everywhere, or all members. Guests keep their session, since they have nothing else."""
    import sqlalchemy as sa

    from lutetia.cli.errors import CommandError
    from lutetia.server.people import audit, moderation
    from lutetia.server.people.changes import EVERYBODY
    from lutetia.server.store import schema

    if (who is None) != everybody:
        raise CommandError(_("name one member, or use --everybody"))
    person, session = schema.person.c, schema.session
    members = sa.select(person.id).where(person.login.isnot(None))
    with server_data(data) as connection:
        if who is not None:
            found = find_person(connection, who)
            if found.login is None:
                raise CommandError(_("{login} is a guest, without a password", login=who))
            members = members.where(person.id == found.id)
        ended = connection.execute(sa.delete(session).where(session.c.person.in_(members))).rowcount
        whose = "everybody" if who is None else found.id
        audit.record(connection, server_time(connection), None, "end-sessions", "person", whose, reason, ended=ended)
        moderation.notify_server(connection, EVERYBODY if who is None else found.id)
    print(plural("{n} session has ended", "{n} sessions have ended", ended))


@app.command()
def people(
    search: Annotated[str, typer.Option(help=_("Part of a name or a login."), show_default=False)] = "",
    as_json: AS_JSON = False,
    data: DATA = None,
) -> None:
    """List people, the newest first."""
    from lutetia.server.people.blocks import block_of
    from lutetia.server.people.moderation import find_people

    with server_data(data) as connection:
        now, found = server_time(connection), find_people(connection, search, logins=True, limit=MAX_ROWS)
    people = []
    for row in found:
        block = block_of(row)
        blocked = block is not None and block.applies(now)
        who = {"id": row.id, "login": row.login, "name": row.name, "created": row.created}
        people.append(who | {"blocked": blocked, "moderator": bool(row.role)})
    if as_json:
        print_json(people)
        return
    rows = []
    for one in people:
        state = [_("blocked")] * one["blocked"] + [_("moderator")] * one["moderator"]
        rows.append([one["id"], one["login"] or "", one["name"], day(one["created"]), ", ".join(state)])
    print_table([_("id"), _("login"), _("name"), _("since"), ""], rows)


@app.command()
def suspicious(
    days: Annotated[int, typer.Option(help=_("How many days to look back."), min=1, max=3650)] = 30,
    as_json: AS_JSON = False,
    data: DATA = None,
) -> None:
    """List series of rated games that were hardly played, with the reason."""
    import time

    from lutetia.server.people.suspicion import suspicious_series

    with server_data(data) as connection:
        found = suspicious_series(connection, int(time.time() * 1000), days * 86_400_000)
    if as_json:
        print_json([series.json() for series in found])
        return
    people = [[*map("{} ({})".format, series.names, series.people), ""][:2] for series in found]
    rows = [[day(series.last), *who, series.text] for series, who in zip(found, people, strict=True)]
    print_table([_("last"), _("person"), _("person"), _("reason")], rows)


@app.command()
def queue(as_json: AS_JSON = False, data: DATA = None) -> None:
    """Show what waits for the workers of a running server: bots, hints, analyses, files."""
    import time

    from lutetia.cli.errors import CommandError
    from lutetia.server.ops import queue_report

    with server_data(data) as connection:
        report = queue_report.read(connection, int(time.time() * 1000))
    if report is None:
        raise CommandError(_("no server is running with this data"), 1)
    if as_json:
        print_json(report)
        return
    counts = [[kind, str(found["waiting"]), str(found["running"])] for kind, found in report["work"].items()]
    print_table([_("task"), _("waiting"), _("running")], counts)
    if "workers" in report:
        print(_("Jobs that can run at the same time: {n}", n=report["workers"]))
    if report["people"]:
        print()
        rows = [[one["person"], str(one["waiting"]), f"{one['used']:.1f} s"] for one in report["people"]]
        print_table([_("person"), _("waiting"), _("used recently")], rows)
        print(_("The first one has been waiting for {seconds} s.", seconds=report["longest"]))


app.add_typer(admin_blocks.app)
app.add_typer(admin_content.app)
