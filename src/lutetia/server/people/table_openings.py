"""Tables that are being opened in any process, and those that the guests of a network have opened, in PostgreSQL.

Whoever opens a table or sits down writes so first, in the same serializable transaction that counts. So of several at
the same moment, in whichever processes, only as many come through as are allowed.
"""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa

from lutetia.server.people.changes import NOW
from lutetia.server.store import schema

OPENING = 10_000
"""Milliseconds after which an opening that did not end does not count any more: its process has died."""
_row = schema.table_opening.c
_UNFINISHED = sa.and_(_row.game.is_(None), _row.at > NOW - OPENING)
_WAITING = sa.exists().where(schema.game.c.id == _row.game, schema.game.c.status == "waiting")


class Opening(NamedTuple):
    """Somebody opens a table. `place`: of a guest, the hashed network, if it counts for that."""

    id: str
    person: str
    place: str | None = None


def number_of(connection: sa.Connection, person: str) -> int:
    """How many tables somebody is opening at this moment."""
    mine = sa.select(sa.func.count()).where(_row.person == person, _UNFINISHED)
    return int(connection.execute(mine).scalar_one())


def number_at(connection: sa.Connection, place: str) -> int:
    """How many tables the guests of a network are opening, or have waiting."""
    theirs = sa.select(sa.func.count()).where(_row.place == place, sa.or_(_UNFINISHED, _WAITING))
    return int(connection.execute(theirs).scalar_one())


def begin(connection: sa.Connection, opening: Opening) -> None:
    """From now on it counts."""
    connection.execute(sa.insert(schema.table_opening).values(**opening._asdict(), at=NOW))


def end(connection: sa.Connection, opening: Opening, game: str | None) -> None:
    """The table is open, and counts itself; for a network it has to be remembered. None: it was not opened."""
    this = _row.id == opening.id
    if game is None or opening.place is None:
        connection.execute(sa.delete(schema.table_opening).where(this))
    else:
        connection.execute(sa.update(schema.table_opening).where(this).values(game=game))


def remove_old(connection: sa.Connection) -> int:
    """Remove what does not count any more; returns how much."""
    old = sa.and_(_row.at < NOW - 6 * OPENING, ~_WAITING)
    return connection.execute(sa.delete(schema.table_opening).where(old)).rowcount
