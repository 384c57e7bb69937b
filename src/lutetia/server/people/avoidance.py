"""People who avoid others: the two do not see each other's tables that wait, and do not sit down together.

It holds in both directions, and the other is not told. Games that they play already go on.
"""

from __future__ import annotations

from collections.abc import Iterable

import sqlalchemy as sa

from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused
from lutetia.server.people import friends
from lutetia.server.store import schema

MAX_AVOIDED = 500


def avoid(connection: sa.Connection, person: str, other: str, now: int) -> None:
    """Avoid somebody from now on; a friendship ends. Raises Refused."""
    who = schema.person.c
    if person == other:
        raise Refused(422, "yourself", N_("That is you."))
    if connection.execute(sa.select(who.id).where(who.id == other, who.deleted.is_(None))).first() is None:
        raise Refused(404, "no-person", N_("There is no such person."))
    already = [one["id"] for one in avoided_by(connection, person)]
    if other in already:
        return
    if len(already) >= MAX_AVOIDED:
        raise Refused(409, "many-avoided", N_("You can avoid at most {most} people."), most=MAX_AVOIDED)
    friends.end_friendship(connection, person, other)
    connection.execute(sa.insert(schema.avoided).values(person=person, other=other, at=now))


def stop_avoiding(connection: sa.Connection, person: str, other: str) -> None:
    row = schema.avoided.c
    connection.execute(sa.delete(schema.avoided).where(row.person == person, row.other == other))


def avoided_by(connection: sa.Connection, person: str) -> list[Json]:
    """Whom a person avoids, sorted by name: id, name, and since when."""
    row, who = schema.avoided.c, schema.person.c
    wanted = sa.select(who.id, who.name, row.at.label("since")).join_from(
        schema.avoided, schema.person, row.other == who.id
    )
    wanted = wanted.where(row.person == person).order_by(who.name, who.id)
    return [dict(found) for found in connection.execute(wanted).mappings()]


def apart_from(person: str) -> sa.CompoundSelect[tuple[str]]:
    """A query: the ids of all whom a person avoids, or who avoid the person."""
    row = schema.avoided.c
    return sa.select(row.other).where(row.person == person).union(sa.select(row.person).where(row.other == person))


def check_company(connection: sa.Connection, person: str, people: Iterable[str]) -> None:
    """Raises Refused if somebody of these people avoids the person, or the other way round."""
    if _meets_avoided(connection, person, people):
        raise Refused(403, "avoided", N_("You and someone at this table do not play together."))


def check_friend(connection: sa.Connection, person: str, friend: str) -> None:
    """Raises Refused if two who want to be friends avoid each other."""
    if _meets_avoided(connection, person, [friend]):
        raise Refused(403, "avoided", N_("One of you avoids the other, so you cannot be friends."))


def move(connection: sa.Connection, guest: str, member: str) -> None:
    """A guest becomes a member who was here before: the member avoids whom the guest avoided, and is avoided."""
    row = schema.avoided.c
    for mine, theirs in ((row.person, row.other), (row.other, row.person)):
        known = {member, *connection.execute(sa.select(theirs).where(mine == member)).scalars()}
        moved = sa.update(schema.avoided).where(mine == guest, theirs.notin_(known))
        connection.execute(moved.values({mine.name: member}))


def _meets_avoided(connection: sa.Connection, person: str, people: Iterable[str]) -> bool:
    return not set(connection.execute(apart_from(person)).scalars()).isdisjoint(people)
