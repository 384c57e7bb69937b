"""Friends: a person who follows another's link becomes a friend, in both directions."""

from __future__ import annotations

import secrets
from collections.abc import Iterable

import sqlalchemy as sa

from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused
from lutetia.server.ids import hash_of
from lutetia.server.store import schema

LINK_LIFETIME = 7 * 86_400_000
"""Milliseconds."""
MAX_FRIENDS = 500


def make_link(connection: sa.Connection, person: str, now: int) -> tuple[str, int]:
    """Create a link: its secret, and until when it works. Earlier links of the person end."""
    link = schema.friend_link
    token = secrets.token_urlsafe(18)
    connection.execute(sa.delete(link).where(sa.or_(link.c.person == person, link.c.at < now - LINK_LIFETIME)))
    connection.execute(sa.insert(link).values(token=hash_of(token), person=person, at=now))
    return token, now + LINK_LIFETIME


def link_owner(connection: sa.Connection, token: str, now: int) -> str:
    """The person whose link it is. Raises Refused if the link does not work any more."""
    link = schema.friend_link
    live = sa.select(link.c.person).where(link.c.token == hash_of(token), link.c.at >= now - LINK_LIFETIME)
    found = connection.execute(live).scalar()
    if found is None:
        raise Refused(404, "no-link", N_("This link no longer works; ask for a new one."))
    return str(found)


def befriend(connection: sa.Connection, person: str, friend: str, now: int) -> None:
    """Make two people friends. If they are friends already, nothing happens. Raises Refused."""
    if person == friend:
        raise Refused(409, "own-link", N_("This is your own link: send it to a friend."))
    if are_friends(connection, person, [friend]):
        return
    if max(len(friends_of(connection, one)) for one in (person, friend)) >= MAX_FRIENDS:
        raise Refused(409, "many-friends", N_("You can have at most {most} friends."), most=MAX_FRIENDS)
    add_friendship(connection, person, friend, now)


def add_friendship(connection: sa.Connection, person: str, friend: str, now: int) -> None:
    """Store a friendship, in both directions."""
    for one, other in ((person, friend), (friend, person)):
        connection.execute(sa.insert(schema.friend).values(person=one, friend=other, at=now))


def end_friendship(connection: sa.Connection, person: str, friend: str) -> None:
    """End a friendship, in both directions."""
    table = schema.friend
    for one, other in ((person, friend), (friend, person)):
        connection.execute(sa.delete(table).where(table.c.person == one, table.c.friend == other))


def friends_of(connection: sa.Connection, person: str) -> list[Json]:
    """A person's friends, sorted by name: id, name, whether they are members, and since when they are friends."""
    wanted = (
        sa.select(
            schema.person.c.id,
            schema.person.c.name,
            schema.person.c.login.isnot(None).label("member"),
            schema.friend.c.at.label("since"),
        )
        .join(schema.friend, schema.friend.c.friend == schema.person.c.id)
        .where(schema.friend.c.person == person)
        .order_by(schema.person.c.name, schema.person.c.id)
    )
    return [dict(row) for row in connection.execute(wanted).mappings()]


def are_friends(connection: sa.Connection, person: str, others: Iterable[str]) -> bool:
    """Whether all others are friends of the person; True if there are no others."""
    wanted = set(others) - {person}
    table = schema.friend
    found = sa.select(sa.func.count()).where(table.c.person == person, table.c.friend.in_(wanted))
    return not wanted or connection.execute(found).scalar() == len(wanted)
