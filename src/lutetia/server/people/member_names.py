"""The names of members in the database: no new name looks like a member's. Names from before that rule stay."""

from __future__ import annotations

import secrets

import sqlalchemy as sa

from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused
from lutetia.server.people.name_rules import skeleton
from lutetia.server.people.text_input import LONGEST_NAME
from lutetia.server.store import schema


def columns(connection: sa.Connection, name: str, person: str) -> Json:
    """What to store for a member with this name. Raises Refused if another member's name looks the same."""
    if _taken(connection, name, person):
        reason = N_("A member already has this name, or one that looks like it; choose another.")
        raise Refused(409, "name-taken", reason)
    return {"name": name, "skeleton": skeleton(name)}


def free_variation(connection: sa.Connection, name: str, person: str) -> str:
    """The name, with a number behind it if a member's name looks the same."""
    free = name
    while _taken(connection, free, person):
        free = f"{name[: LONGEST_NAME - 7]} {secrets.randbelow(900_000) + 100_000}"
    return free


def add_skeletons(connection: sa.Connection) -> None:
    """Fill the column for members from before it existed."""
    row = schema.person.c
    for person, name in connection.execute(
        sa.select(row.id, row.name).where(row.login.isnot(None), row.skeleton.is_(None))
    ).all():
        connection.execute(sa.update(schema.person).where(row.id == person).values(skeleton=skeleton(name)))


def _taken(connection: sa.Connection, name: str, person: str) -> bool:
    row = schema.person.c
    others = sa.select(row.id).where(row.skeleton == skeleton(name), row.id != person).limit(1)
    return connection.execute(others).first() is not None
