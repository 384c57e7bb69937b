"""The data stored about a person: export it, merge a guest into an account, delete it."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from lutetia.core.json_types import Json
from lutetia.server.people import avoidance, friends, mail_links, puzzle_ratings, totp
from lutetia.server.people.ratings import ratings_of
from lutetia.server.store import schema

_REFERENCES = (
    (schema.game, "host"),
    (schema.seat, "person"),
    (schema.seat, "reserved"),
    (schema.chat, "person"),
    (schema.report, "person"),
    (schema.report, "about"),
    (schema.invitation, "person"),
    (schema.share, "person"),
    (schema.study_node, "person"),
    (schema.job, "person"),
)
"""Columns that refer to a person in rows that stay when the person goes."""
_OWN = (
    schema.session,
    schema.device,
    schema.factor,
    schema.mail_address,
    schema.mail_link,
    schema.rating,
    schema.puzzle_attempt,
    schema.puzzle_rating,
    schema.friend_link,
    schema.friend,
    schema.avoided,
    schema.same_network,
    schema.study,
)
"""Tables whose rows go with the person."""


def games_of(connection: sa.Connection, person: str) -> list[str]:
    """The games in which the person has a seat or which the person hosts."""
    seated = sa.select(schema.seat.c.game).where(schema.seat.c.person == person)
    hosted = sa.select(schema.game.c.id).where(schema.game.c.host == person)
    return list(connection.execute(seated.union(hosted)).scalars())


def merge(connection: sa.Connection, guest: str, member: str) -> list[str]:
    """Merge a guest into a member's account: everything becomes the member's, and the guest is deleted.

    Returns the games whose seats or host have changed.
    """
    games = games_of(connection, guest)
    for table, column in _REFERENCES:
        connection.execute(sa.update(table).where(table.c[column] == guest).values({column: member}))
    connection.execute(sa.update(schema.study).where(schema.study.c.person == guest).values(person=member))
    rating = schema.rating
    rated = sa.select(rating.c.game).where(rating.c.person == member)
    mine = sa.update(rating).where(rating.c.person == guest, rating.c.game.notin_(rated))
    connection.execute(mine.values(person=member))
    already = {member, *(friend["id"] for friend in friends.friends_of(connection, member))}
    for friend in friends.friends_of(connection, guest):
        if friend["id"] not in already:
            friends.add_friendship(connection, member, friend["id"], friend["since"])
    avoidance.move(connection, guest, member)
    connection.execute(
        sa.delete(schema.person).where(schema.person.c.id == guest)
    )  # its sessions and the rest are deleted with it (CASCADE)
    return games


def delete(connection: sa.Connection, person: str, now: int) -> list[str]:
    """Delete a person's data. Games stay for the others, with a seat without an owner; messages and notes do not.

    Returns the games whose seats or host have changed. An empty row stays, so that requests in progress still have a
    person to refer to.
    """
    games = games_of(connection, person)
    seat, chat = schema.seat, schema.chat
    connection.execute(sa.update(seat).where(seat.c.person == person).values(note="", alias=None))
    gone = sa.update(chat).where(chat.c.person == person)
    connection.execute(gone.values(text=None, removed=True))
    connection.execute(sa.update(schema.report).where(schema.report.c.person == person).values(text=""))
    for table, column in _REFERENCES:
        connection.execute(sa.update(table).where(table.c[column] == person).values({column: None}))
    for own in _OWN:
        connection.execute(sa.delete(own).where(own.c.person == person))
    for table, column in ((schema.friend, "friend"), (schema.avoided, "other"), (schema.same_network, "other")):
        connection.execute(sa.delete(table).where(table.c[column] == person))
    empty: Json = dict.fromkeys(("skeleton", "login", "password", "given", "language", "role"))
    empty |= {"name": "", "settings": {}, "deleted": now}
    connection.execute(sa.update(schema.person).where(schema.person.c.id == person).values(**empty))
    return games


def export(connection: sa.Connection, person: str) -> Json:
    """All data about a person, except the second factor's secret and the hashes of the password, the sessions and the
    recovery codes."""

    def rows(wanted: sa.Select[Any]) -> list[Json]:
        return [dict(row) for row in connection.execute(wanted).mappings()]

    who, session, game, seat = schema.person.c, schema.session.c, schema.game.c, schema.seat.c
    chat, share, report = schema.chat.c, schema.share.c, schema.report.c
    about = sa.select(
        who.id,
        who.name,
        who.login,
        who.language,
        who.settings,
        who.created,
        who.role,
        who.blocked_until,
        who.blocked_reason,
    ).where(who.id == person)
    sessions = sa.select(session.public, session.created, session.seen, session.agent).where(session.person == person)
    hosted = sa.select(game.id, game.game, game.created, game.status).where(game.host == person)
    seats = (
        sa.select(
            seat.game,
            seat.seat,
            seat.alias,
            seat.note,
            game.game.label("name"),
            game.created,
            game.status,
            game.outcome,
        )
        .join_from(schema.seat, schema.game)
        .where(seat.person == person)
    )
    said = sa.select(chat.id, chat.game, chat.preset, chat.text, chat.at).where(chat.person == person)
    shared = sa.select(share.token, share.kind, share.step, share.at).where(share.person == person)
    study, node = schema.study.c, schema.study_node.c
    studies = sa.select(
        study.id,
        study.name,
        study.game,
        study.record,
        study.step,
        study.read,
        study.write,
        study.created,
        study.changed,
    ).where(study.person == person)
    notes = (
        sa.select(
            node.study, node.id, node.parent, node.at, node.step, node.name, node.comment, node.marks, node.changed
        )
        .join_from(schema.study_node, schema.study)
        .where(sa.or_(study.person == person, node.person == person))
    )
    reported = sa.select(report.chat, report.about, report.game, report.text, report.at).where(report.person == person)
    return {
        "person": rows(about)[0],
        "mail": mail_links.address_of(connection, person),
        "second_factor": totp.status(connection, person),
        "sessions": rows(sessions),
        "devices": rows(sa.select(schema.device.c.seen).where(schema.device.c.person == person)),
        "hosted": rows(hosted.order_by(game.created)),
        "seats": rows(seats.order_by(game.created, seat.place)),
        "chat": rows(said.order_by(chat.at)),
        "shares": rows(shared.order_by(share.at)),
        "studies": rows(studies.order_by(study.created)),
        "study_notes": rows(notes.order_by(node.study, node.place)),
        "reports": rows(reported.order_by(report.at)),
        "friends": friends.friends_of(connection, person),
        "avoided": avoidance.avoided_by(connection, person),
        "ratings": {name: vars(rating) for name, rating in ratings_of(connection, person).items()},
        "puzzles": puzzle_ratings.attempts_of(connection, person),
        "puzzle_ratings": {
            name: vars(rating) for name, rating in puzzle_ratings.ratings_of(connection, person).items()
        },
    }
