"""Who was changed lately: other processes have to forget what they know of them.

With SQLite there are no other processes, and nothing is written.
"""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from lutetia.server.store import schema

WINDOW = 10_000
"""Milliseconds that a change is looked for. It is visible only after its transaction, which may take a while."""
EVERYBODY = ""
"""In place of a person: all members were changed."""
NOW = sa.literal_column("(extract(epoch FROM clock_timestamp()) * 1000)::bigint", sa.BigInteger)
"""By the database's clock."""


def note_change(connection: sa.Connection, *people: str) -> None:
    """What people are or may do changes in this transaction: session, name, role, block, deletion."""
    if connection.dialect.name == "postgresql":
        for person in sorted(set(people)):
            row = postgresql.insert(schema.person_change).values(person=person, at=NOW)
            connection.execute(row.on_conflict_do_update(index_elements=["person"], set_={"at": row.excluded.at}))


def recent_changes(connection: sa.Connection) -> set[tuple[str, int]]:
    """Who was changed in the last seconds, and when."""
    if connection.dialect.name != "postgresql":
        return set()
    table = schema.person_change.c
    return {(row.person, row.at) for row in connection.execute(sa.select(table.person, table.at).where(_recent()))}


def remove_old(connection: sa.Connection) -> int:
    """Remove what every process has seen; returns how much."""
    return connection.execute(sa.delete(schema.person_change).where(~_recent(6 * WINDOW))).rowcount


def _recent(window: int = WINDOW) -> sa.ColumnElement[bool]:
    return schema.person_change.c.at > NOW - window
