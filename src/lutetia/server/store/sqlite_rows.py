"""Rows written together into SQLite.

At every call of SQLite the writer thread releases the GIL and has to wait for it again, up to several milliseconds on a
busy server. So all rows of a batch and their commit are one call: an INSERT into a temporary view, whose trigger
contains the statements of all tables.
"""

from __future__ import annotations

import contextlib
import sqlite3
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from lutetia.server.store.bulk_rows import BulkStatement, Grouped, to_json


class SqliteRows:
    """The `BulkWriter` of SQLite."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._connection: sa.PoolProxiedConnection | None = None
        self._inserts: dict[tuple[BulkStatement, ...], str] = {}
        """For each combination of statements the INSERT that runs them all."""

    def commit(self, rows: Grouped) -> None:
        try:
            connection = self._connection = self._connection or self._engine.raw_connection()
            cursor = connection.cursor()
            insert = self._inserts.get(tuple(rows)) or self._prepare(cursor, tuple(rows))
            cursor.execute(insert, [to_json(of_one) for of_one in rows.values()])
        except sqlite3.Error as error:
            if not isinstance(error, sqlite3.IntegrityError):
                self.close()
            raise DBAPIError.instance(None, None, error, sqlite3.Error) from error

    def close(self) -> None:
        connection, self._connection = self._connection, None
        self._inserts.clear()
        if connection is not None:
            with contextlib.suppress(sqlite3.Error):
                connection.invalidate()  # the views go with it

    def _prepare(self, cursor: Any, statements: tuple[BulkStatement, ...]) -> str:
        """Create the view and the trigger for some statements."""
        view = f"rows_{len(self._inserts)}"
        names = [f"rows_{at}" for at in range(len(statements))]
        cursor.execute(f"CREATE TEMP VIEW {view} AS SELECT {', '.join(f'NULL AS {name}' for name in names)}")
        written = (one.sqlite.format(rows=f"NEW.{name}") for one, name in zip(statements, names, strict=True))
        body = " ".join(f"{one};" for one in written)
        cursor.execute(f"CREATE TEMP TRIGGER write_{view} INSTEAD OF INSERT ON {view} BEGIN {body} END")
        self._inserts[statements] = f"INSERT INTO {view} VALUES ({', '.join('?' * len(names))})"
        return self._inserts[statements]
