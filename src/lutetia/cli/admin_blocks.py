"""`lutetia admin`: who may use the server. Blocks of people and networks, moderators, invitations."""

from __future__ import annotations

from typing import Annotated

import typer

from lutetia.cli.app import App
from lutetia.cli.common import AS_JSON, print_json
from lutetia.cli.server_data import (
    DATA,
    DAYS,
    DRY_RUN,
    REASON,
    YES,
    day,
    end_of,
    find_person,
    may_act,
    print_table,
    server_data,
    server_time,
)
from lutetia.core.i18n import _, plural

app = App()
PEOPLE = Annotated[list[str] | None, typer.Argument(help=_("Ids or logins of people."), show_default=False)]
SEARCH = Annotated[
    str, typer.Option(help=_("Everyone whose name or login contains this."), metavar="TEXT", show_default=False)
]
NETWORKS = Annotated[list[str], typer.Argument(help=_("Addresses or networks, such as 203.0.113.0/24."))]


@app.command()
def block(
    who: PEOPLE = None,
    search: SEARCH = "",
    days: DAYS = None,
    reason: REASON = "",
    yes: YES = False,
    dry_run: DRY_RUN = False,
    data: DATA = None,
) -> None:
    """Block people, for some days or until you unblock them. A running server notices within seconds.

    They are told until when, and the reason.
    """
    from lutetia.server.people import moderation

    people = _people(who, search, data)
    count = plural("block {n} person?", "block {n} people?", len(people))
    if may_act([*people.values()], count, yes=yes, dry_run=dry_run):
        with server_data(data) as connection:
            now = server_time(connection)
            moderation.block(connection, now, None, people, end_of(days, now), reason)


@app.command()
def unblock(
    who: PEOPLE = None, reason: REASON = "", yes: YES = False, dry_run: DRY_RUN = False, data: DATA = None
) -> None:
    """Unblock people."""
    from lutetia.server.people import moderation

    people = _people(who, "", data)
    count = plural("unblock {n} person?", "unblock {n} people?", len(people))
    if may_act([*people.values()], count, yes=yes, dry_run=dry_run):
        with server_data(data) as connection:
            moderation.unblock(connection, server_time(connection), None, people, reason)


@app.command("block-address")
def block_address(networks: NETWORKS, days: DAYS = None, reason: REASON = "", data: DATA = None) -> None:
    """Block addresses or networks, for some days or until you unblock them.

    Everybody behind such an address is refused, members too. The log has the addresses of refused requests.
    """
    from lutetia.server.people import moderation

    with server_data(data) as connection:
        now = server_time(connection)
        for network in networks:
            print(moderation.block_network(connection, now, network, end_of(days, now), reason))


@app.command("unblock-address")
def unblock_address(networks: NETWORKS, reason: REASON = "", data: DATA = None) -> None:
    """Unblock addresses or networks."""
    from lutetia.server.people import moderation

    with server_data(data) as connection:
        for network in networks:
            moderation.unblock_network(connection, server_time(connection), network, reason)


@app.command()
def blocked(as_json: AS_JSON = False, data: DATA = None) -> None:
    """List the people and networks that are blocked."""
    from lutetia.server.people import moderation
    from lutetia.server.people.blocks import time_text

    with server_data(data) as connection:
        found = moderation.blocked_now(connection, server_time(connection))
    if as_json:
        people = [
            {"id": row.id, "name": row.name, "until": row.blocked_until, "reason": row.blocked_reason}
            for row in found["people"]
        ]
        networks = [
            {"network": network, "until": until, "reason": reason} for network, until, reason in found["networks"]
        ]
        print_json({"people": people, "networks": networks})
        return
    rows = [[row.id, row.name, time_text(row.blocked_until), row.blocked_reason] for row in found["people"]]
    rows += [[network, "", time_text(until), reason] for network, until, reason in found["networks"]]
    print_table([_("id or network"), _("name"), _("until"), _("reason")], rows)


@app.command()
def moderator(
    who: Annotated[str, typer.Argument(help=_("A member's id or login."), show_default=False)],
    remove: Annotated[bool, typer.Option("--remove", help=_("Remove the rights again."))] = False,
    data: DATA = None,
) -> None:
    """Make a member a moderator, who settles reports and blocks people in the browser, at /moderation."""
    from lutetia.cli.errors import CommandError
    from lutetia.server.people import moderation

    with server_data(data) as connection:
        person = find_person(connection, who)
        if person.login is None:
            raise CommandError(_("{login} is a guest, without a password", login=who))
        moderation.set_moderator(connection, server_time(connection), person.id, not remove)


@app.command()
def invite(
    uses: Annotated[int, typer.Option(help=_("How many people can register with it."), min=1, max=1000)] = 1,
    days: Annotated[float, typer.Option(help=_("How many days it works."), min=0.001, max=365)] = 7,
    data: DATA = None,
) -> None:
    """Print a link with which people can register where LUTETIA_REGISTRATION is "invited"."""
    from lutetia.cli.settings import read_settings
    from lutetia.server.people import invitations

    with server_data(data) as connection:
        token, _row = invitations.make(connection, server_time(connection), None, uses, days)
    origin = next(iter(read_settings().origins), "")
    print(f"{origin.rstrip('/')}/invitation/{token}")


@app.command("invitations")
def list_invitations(as_json: AS_JSON = False, data: DATA = None) -> None:
    """List the invitations that can still be used."""
    from lutetia.server.people import invitations
    from lutetia.server.people.blocks import time_text

    with server_data(data) as connection:
        found = invitations.current(connection, server_time(connection))
    if as_json:
        keys = {"public": "id", "at": "made", "until": "until", "uses": "uses", "used": "used", "name": "by"}
        print_json([{name: row[key] for key, name in keys.items()} for row in found])
        return
    print_table(
        [_("id"), _("created"), _("until"), _("uses"), _("by whom")],
        [
            [
                row["public"],
                day(row["at"]),
                time_text(row["until"]),
                f"{row['used']}/{row['uses']}",
                row["name"] or "",
            ]
            for row in found
        ],
    )


@app.command("end-invitation")
def end_invitation(
    invitation: Annotated[str, typer.Argument(help=_("The invitation's id."), show_default=False)], data: DATA = None
) -> None:
    """End an invitation: nobody else can register with it."""
    from lutetia.server.people import invitations

    with server_data(data) as connection:
        invitations.end(connection, server_time(connection), None, invitation)


def _people(who: list[str] | None, search: str, data: DATA) -> dict[str, str]:
    """The people who are meant: by id a line about each. Raises CommandError."""
    from lutetia.cli.errors import CommandError
    from lutetia.server.people import moderation

    if bool(who) == bool(search):
        raise CommandError(_("name people, or use --search"))
    with server_data(data) as connection:
        found = [find_person(connection, one) for one in who or []]
        if search:
            found = moderation.find_people(connection, search, logins=True, limit=None)
    return {row.id: f"{row.id}  {row.login or '-'}  {row.name}" for row in found}
