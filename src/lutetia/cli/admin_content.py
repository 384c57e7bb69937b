"""`lutetia admin`: reports, messages and games, and the audit log."""

from __future__ import annotations

from typing import Annotated

import typer

from lutetia.cli.app import App
from lutetia.cli.common import AS_JSON, print_json
from lutetia.cli.server_data import (
    DATA,
    DRY_RUN,
    MAX_ROWS,
    OF,
    REASON,
    YES,
    find_person,
    may_act,
    print_table,
    server_data,
    server_time,
)
from lutetia.core.i18n import _, plural

app = App()
MESSAGES = Annotated[list[str] | None, typer.Argument(help=_("Ids of messages."), show_default=False)]


KEYS = ("message", "game", "about", "name", "said", "text", "reporter_name")
"""What the list of reports shows of each: `about` and `name` are the person's who is reported."""


@app.command()
def reports(as_json: AS_JSON = False, data: DATA = None) -> None:
    """List reported messages and people that are not settled yet."""
    from lutetia.server.people.reports import messages_around, waiting_reports

    with server_data(data) as connection:
        found = waiting_reports(connection, MAX_ROWS)
        for row in found:
            said = [one for one in messages_around(connection, row["message"] or "") if one["id"] == row["message"]]
            row["said"] = (said[0]["text"] or said[0]["preset"] or "") if said else ""
    if as_json:
        print_json([{key: row[key] for key in KEYS} for row in found])
        return
    print_table(
        [_("message"), _("game"), _("id"), _("name"), _("words"), _("report"), _("by whom")],
        [[str(row[key] or "") for key in KEYS] for row in found],
    )


def _message_command(name: str, about: str, *, remove: bool) -> None:
    """Add a command on messages that are named, or on those of a person."""

    @app.command(name, help=about)
    def command(
        messages: MESSAGES = None,
        of: OF = None,
        reason: REASON = "",
        yes: YES = False,
        dry_run: DRY_RUN = False,
        data: DATA = None,
    ) -> None:
        from lutetia.server.people.reports import settle_about, settle_messages

        chosen = _messages(messages, of, data, reported=not remove)
        if remove:
            count = plural("remove {n} message?", "remove {n} messages?", len(chosen))
        else:
            count = plural("keep {n} reported message?", "keep {n} reported messages?", len(chosen))
        about_person = None if remove else of
        agreed = may_act([*chosen.values()], count, yes=yes, dry_run=dry_run)
        if not agreed and (chosen or dry_run or about_person is None):
            return
        with server_data(data) as connection:
            now = server_time(connection)
            settle_messages(connection, now, None, chosen, remove=remove, reason=reason)
            if about_person is not None:
                settle_about(connection, now, None, find_person(connection, about_person).id, reason)


_message_command(
    "settle",
    _("Keep reported messages and remove them from the list of reports. With --of, also settle reports of the person."),
    remove=False,
)
_message_command("remove-chat", _("Remove the texts of messages for everybody, permanently."), remove=True)


@app.command("remove-game")
def remove_game(
    games: Annotated[list[str] | None, typer.Argument(help=_("Ids of games."), show_default=False)] = None,
    of: Annotated[
        str | None,
        typer.Option("--of", metavar="PERSON", help=_("All games that this person created."), show_default=False),
    ] = None,
    status: Annotated[
        str, typer.Option(help=_("Only those that are waiting, running or over."), show_default=False)
    ] = "",
    reason: REASON = "",
    yes: YES = False,
    dry_run: DRY_RUN = False,
    data: DATA = None,
) -> None:
    """Remove games with their logs and chats, permanently."""
    import sqlalchemy as sa

    from lutetia.cli.errors import CommandError
    from lutetia.server.people import moderation
    from lutetia.server.store import schema

    if bool(games) == (of is not None):
        raise CommandError(_("name games, or use --of"))
    if status not in ("", "waiting", "running", "over"):
        raise CommandError(_("unknown status {name}; there are: waiting, running, over", name=status))
    row = schema.game.c
    wanted = sa.select(row.id, row.game, row.status).order_by(row.created)
    with server_data(data) as connection:
        mine = row.host == find_person(connection, of).id if of is not None else row.id.in_(games or [])
        found = connection.execute(wanted.where(mine, *([row.status == status] if status else []))).all()
    missing = next((game for game in games or [] if game not in {one.id for one in found}), None)
    if missing is not None and not status:
        raise CommandError(_("there is no game {name}", name=missing))
    lines = [f"{one.id}  {one.game}  {one.status}" for one in found]
    count = plural("remove {n} game?", "remove {n} games?", len(found))
    if may_act(lines, count, yes=yes, dry_run=dry_run):
        with server_data(data) as connection:
            moderation.remove_games(connection, server_time(connection), [one.id for one in found], reason)


@app.command()
def audit(
    of: Annotated[
        str | None,
        typer.Option("--of", metavar="ID", help=_("Only what this person did, or what was done to this id.")),
    ] = None,
    limit: Annotated[int, typer.Option(help=_("How many entries."), min=1, max=100_000)] = MAX_ROWS,
    as_json: AS_JSON = False,
    data: DATA = None,
) -> None:
    """List what operators and moderators have done, the latest first."""
    from lutetia.server.people import audit as log
    from lutetia.server.people.blocks import time_text

    with server_data(data) as connection:
        found = log.entries(connection, about=of, limit=limit)
    if as_json:
        print_json(found)
        return
    print_table(
        [_("when"), _("who"), _("action"), _("id"), _("name"), _("reason")],
        [
            [
                time_text(row["at"]),
                row["by_name"] or row["by"] or _("operator"),
                row["action"],
                row["subject"],
                row["name"] or "",
                row["reason"],
            ]
            for row in found
        ],
    )


def _messages(messages: list[str] | None, of: str | None, data: DATA, *, reported: bool) -> dict[str, str]:
    """The messages that are meant: by id a line about each. `reported`: of a person, only those that were."""
    import sqlalchemy as sa

    from lutetia.cli.errors import CommandError
    from lutetia.server.store import schema

    if bool(messages) == (of is not None):
        raise CommandError(_("name messages, or use --of"))
    chat, report = schema.chat.c, schema.report.c
    wanted = sa.select(chat.id, chat.text, chat.preset).where(sa.not_(chat.removed)).order_by(chat.at)
    if messages:
        return {message: message for message in messages}
    with server_data(data) as connection:
        wanted = wanted.where(chat.person == find_person(connection, of or "").id)
        if reported:
            wanted = wanted.where(chat.id.in_(sa.select(report.chat).where(report.settled.is_(None))))
        return {row.id: f"{row.id}  {row.text or row.preset or ''}" for row in connection.execute(wanted)}
