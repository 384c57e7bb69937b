"""Reports: what players have reported, a message or a person, and how moderators settle it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

import sqlalchemy as sa

from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused
from lutetia.server.ids import new_id
from lutetia.server.people import audit
from lutetia.server.store import schema

LONGEST_REPORT = 500
AROUND = 5
"""How many messages before and after a reported one a moderator sees."""


class Reporter(NamedTuple):
    """Who reports, when, and how many of their reports may wait at once, so that nobody can bury the others'."""

    id: str
    now: int
    most: int


def report_message(connection: sa.Connection, by: Reporter, game: str, message: str, text: str) -> None:
    """Report a message of a game. A second report by the same person changes nothing. Raises Refused."""
    chat, report = schema.chat.c, schema.report.c
    said = connection.execute(sa.select(chat.person).where(chat.id == message, chat.game == game)).first()
    if said is None:
        raise Refused(404, "no-message", N_("There is no such message."))
    if connection.execute(sa.select(report.id).where(report.chat == message, report.person == by.id)).first() is None:
        _add(connection, by, chat=message, about=said.person, game=game, text=text)


def report_person(connection: sa.Connection, by: Reporter, about: str, game: str | None, text: str) -> None:
    """Report a person. As long as a report waits, a further one by the same person replaces it. Raises Refused."""
    person, report = schema.person.c, schema.report.c
    if about == by.id:
        raise Refused(422, "yourself", N_("You cannot report yourself."))
    found = sa.select(person.id).where(person.id == about, person.deleted.is_(None))
    if connection.execute(found).first() is None:
        raise Refused(404, "no-person", N_("There is no such person."))
    same = (report.chat.is_(None), report.about == about, report.person == by.id, report.settled.is_(None))
    connection.execute(sa.delete(schema.report).where(*same))
    _add(connection, by, about=about, game=game, text=text)


def _add(connection: sa.Connection, by: Reporter, **values: Any) -> None:
    report = schema.report.c
    waiting = sa.select(sa.func.count()).where(report.person == by.id, report.settled.is_(None))
    if connection.execute(waiting).scalar_one() >= by.most:
        reason = N_("{most} of your reports are already waiting; a moderator will look at them.")
        raise Refused(429, "many-reports", reason, most=by.most)
    connection.execute(sa.insert(schema.report).values(id=new_id(), person=by.id, at=by.now, **values))


def waiting_reports(connection: sa.Connection, limit: int) -> list[Json]:
    """Reports that are not settled, the oldest first, with the names, the message that is meant and the game.

    A private game is not named: its id is the secret of its link.
    """
    report, chat = schema.report.c, schema.chat.c
    place = sa.func.coalesce(report.game, chat.game)
    about, reporter = schema.person.alias("subject"), schema.person.alias("reporter")
    wanted = (
        sa.select(
            report.id,
            report.at,
            report.text,
            about.c.id.label("about"),
            about.c.name,
            report.person.label("reporter"),
            reporter.c.name.label("reporter_name"),
            report.chat.label("message"),
            schema.game.c.id.label("game"),
        )
        .join_from(schema.report, schema.chat, isouter=True)
        .join(schema.game, sa.and_(schema.game.c.id == place, sa.not_(schema.game.c.private)), isouter=True)
        .join(about, about.c.id == sa.func.coalesce(report.about, chat.person), isouter=True)
        .join(reporter, reporter.c.id == report.person, isouter=True)
        .where(report.settled.is_(None))
        .order_by(report.at, report.id)
        .limit(limit)
    )
    return [dict(row) for row in connection.execute(wanted).mappings()]


def messages_around(connection: sa.Connection, message: str) -> list[Json]:
    """A message and a few before and after it at the same table, the oldest first."""
    chat = schema.chat.c
    meant = connection.execute(sa.select(chat.game, chat.at, chat.id).where(chat.id == message)).first()
    if meant is None:
        return []
    columns = (chat.id, chat.person, chat.preset, chat.text, chat.at, chat.removed, schema.person.c.name)
    there = sa.select(*columns).join_from(schema.chat, schema.person, isouter=True).where(chat.game == meant.game)
    place = sa.tuple_(chat.at, chat.id)
    here = sa.tuple_(sa.literal(meant.at), sa.literal(meant.id))
    before = there.where(place <= here).order_by(chat.at.desc(), chat.id.desc()).limit(AROUND + 1)
    after = there.where(place > here).order_by(chat.at, chat.id).limit(AROUND)
    earlier = [dict(row) for row in connection.execute(before).mappings()]
    return [*reversed(earlier), *(dict(row) for row in connection.execute(after).mappings())]


def settle_messages(
    connection: sa.Connection, now: int, by: str | None, messages: Collection[str], *, remove: bool, reason: str = ""
) -> None:
    """Settle all reports of messages: keep the messages, or remove their texts for everybody. Raises Refused."""
    chat, report = schema.chat, schema.report
    for message in messages:
        found = connection.execute(sa.select(chat.c.person).where(chat.c.id == message)).first()
        if found is None:
            raise Refused(404, "no-message", N_("There is no message {name}."), name=message)
        if remove:
            connection.execute(sa.update(chat).where(chat.c.id == message).values(removed=True, text=None))
        _settle(connection, now, report.c.chat == message)
        action = "remove-message" if remove else "keep-message"
        audit.record(connection, now, by, action, "person", found.person or "", reason, message=message)


def settle_about(connection: sa.Connection, now: int, by: str | None, person: str, reason: str = "") -> int:
    """Settle all reports of a person that name no message; returns how many."""
    count = _settle(connection, now, sa.and_(schema.report.c.about == person, schema.report.c.chat.is_(None)))
    if count:
        audit.record(connection, now, by, "settle-report", "person", person, reason, reports=count)
    return count


def _settle(connection: sa.Connection, now: int, which: sa.ColumnElement[bool]) -> int:
    report = schema.report
    return connection.execute(sa.update(report).where(which, report.c.settled.is_(None)).values(settled=now)).rowcount
