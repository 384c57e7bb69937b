"""Rows that are written together, past SQLAlchemy: the fast path for steps and new games.

At every call of SQLite the writer thread releases the GIL and has to wait for it again, up to several milliseconds on a
busy server. So all rows of a batch, whatever their tables, and their commit are one call: an INSERT into a temporary
view, whose trigger contains the statements of all tables.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable
from typing import Any, NamedTuple

import orjson
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from lutetia.core.json_types import Json

Row = Json


class BulkStatement(NamedTuple):
    """A statement for many rows: how to write one row, and SQLite's SQL that takes all rows as one JSON array."""

    one: sa.Executable
    many: str
    """With `{rows}` for the array."""
    first: bool = False
    """Whether rows of other statements refer to these."""


Rows = tuple[tuple[BulkStatement, Row], ...]
"""Rows to be written together with others of the same statement."""
Grouped = dict[BulkStatement, list[Row]]


def grouped(changes: Iterable[Rows]) -> Grouped:
    """All rows by their statements, in the order in which they are written."""
    found: Grouped = {}
    for change in changes:
        for statement, row in change:
            found.setdefault(statement, []).append(row)
    return dict(sorted(found.items(), key=lambda item: not item[0].first))


class BulkWriter:
    """Writes rows in the writer thread, on a connection of its own."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._connection: sa.PoolProxiedConnection | None = None
        self._inserts: dict[tuple[BulkStatement, ...], str] = {}
        """For each combination of statements the INSERT that runs them all."""

    def commit(self, rows: Grouped) -> None:
        """Write rows and commit them. Raises SQLAlchemy's errors; then nothing is written."""
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
        """Give the connection up. The next commit opens another one."""
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
        body = " ".join(f"{one.many.format(rows=f'NEW.{name}')};" for one, name in zip(statements, names, strict=True))
        cursor.execute(f"CREATE TEMP TRIGGER write_{view} INSTEAD OF INSERT ON {view} BEGIN {body} END")
        self._inserts[statements] = f"INSERT INTO {view} VALUES ({', '.join('?' * len(names))})"
        return self._inserts[statements]


def bulk_insert(table: sa.Table, columns: tuple[str, ...] | None = None, *, first: bool = False) -> BulkStatement:
    """A statement that inserts rows with these columns, or with all. `first`: see `BulkStatement`."""
    columns = columns or tuple(column.name for column in table.c)
    values = ", ".join(map(_json_column, columns))
    many = f"INSERT INTO {table} ({', '.join(columns)}) SELECT {values} FROM json_each({{rows}})"
    return BulkStatement(sa.insert(table), many, first)


def bulk_update(table: sa.Table, columns: tuple[str, ...]) -> BulkStatement:
    """A statement that sets these columns of the row whose id is `this`."""
    one = sa.update(table).where(table.c.id == sa.bindparam("this"))
    values = ", ".join(f"{column} = {_json_column(column)}" for column in columns)
    return BulkStatement(
        one.values({column: sa.bindparam(column) for column in columns}),
        f"UPDATE {table} SET {values} FROM json_each({{rows}}) WHERE {table}.id = {_json_column('this')}",
    )


def _json_column(column: str) -> str:
    return f"json_extract(value, '$.{column}')"


def to_json(value: Any) -> str:
    return orjson.dumps(value).decode()
