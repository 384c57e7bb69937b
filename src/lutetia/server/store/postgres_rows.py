"""Rows written together into PostgreSQL: one statement and one round trip, which commits by itself.

The statements of all tables are parts of one WITH. Rows are sorted by their games, so that batches of two processes
lock them in the same order and do not wait for each other in a circle.
"""

from __future__ import annotations

import contextlib
from operator import itemgetter
from typing import Any, cast

import psycopg
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from lutetia.server.store import postgres
from lutetia.server.store.bulk_rows import BulkStatement, Grouped, to_json

IN_ORDER = "SET enable_hashjoin = off; SET enable_mergejoin = off"
"""A few rows are looked up one after the other by their keys, in the order in which they come."""


class PostgresRows:
    """The `BulkWriter` of PostgreSQL."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._connection: postgres.Connection | None = None
        self._statements: dict[tuple[BulkStatement, ...], str] = {}

    def commit(self, rows: Grouped) -> None:
        try:
            cursor = self._connected().cursor()
            arrays = [to_json(sorted(of_one, key=itemgetter(one.game))) for one, of_one in rows.items()]
            cursor.execute(self._statement(tuple(rows)), arrays)
            cursor.close()
        except psycopg.Error as error:
            if postgres.state_of(error) == postgres.READ_ONLY or self._connection is None or self._connection.closed:
                self.close()
            raise DBAPIError.instance(None, None, error, psycopg.Error) from error

    def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(psycopg.Error):
                connection.close()

    def _connected(self) -> postgres.Connection:
        """A connection that stays out of the pool: its settings are its own."""
        if self._connection is not None and postgres.is_dead(self._connection):
            self.close()
        if self._connection is None:
            self._connection = _detached(self._engine)
            self._connection.execute(IN_ORDER)
        return self._connection

    def _statement(self, statements: tuple[BulkStatement, ...]) -> str:
        """All statements as one."""
        if statements not in self._statements:
            *parts, last = [one.postgresql.format(rows="%s::json") for one in statements]
            named = ", ".join(f"rows_{at} AS ({part})" for at, part in enumerate(parts))
            self._statements[statements] = f"WITH {named} {last}" if named else last
        return self._statements[statements]


def _detached(engine: sa.Engine) -> postgres.Connection:
    proxy = engine.raw_connection()
    proxy.detach()
    connection: Any = proxy.dbapi_connection
    connection.autocommit = True
    return cast(postgres.Connection, connection)
