"""The mark of a transfer that is not finished: a row in the database that is being filled. No server starts on it."""

from __future__ import annotations

from typing import Any, TypedDict

import sqlalchemy as sa

from lutetia.core.i18n import N_
from lutetia.server.errors import StorageError
from lutetia.server.store import schema

KEY = "transfer"


class Mark(TypedDict):
    """How far a transfer is."""

    source: str
    """From where, without a password."""
    table: str | None
    """The table that is being copied; those before it are complete. None: all are."""
    after: list[Any] | None
    """The primary key of the last row that was copied."""


def read(connection: sa.Connection) -> Mark | None:
    """The mark of a database; None if no transfer into it is unfinished."""
    state = schema.server_state.c
    found: Mark | None = connection.execute(sa.select(state.value).where(state.key == KEY)).scalar()
    return found


def write(connection: sa.Connection, mark: Mark | None) -> None:
    """Set the mark, or remove it."""
    connection.execute(sa.delete(schema.server_state).where(schema.server_state.c.key == KEY))
    if mark is not None:
        connection.execute(sa.insert(schema.server_state).values(key=KEY, value=mark))


def refuse_unfinished(connection: sa.Connection) -> None:
    """Raises StorageError if a transfer into this database is unfinished."""
    if (mark := read(connection)) is not None:
        raise StorageError(UNFINISHED, source=mark["source"])


UNFINISHED = N_("This database is incomplete: `lutetia migrate-data` from {source} was interrupted. Run it again.")
