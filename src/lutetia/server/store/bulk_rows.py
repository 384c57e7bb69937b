"""Rows that are written together, past SQLAlchemy: the fast path for steps and new games.

All rows of a batch, whatever their tables, go to the database as JSON and are written and committed by one statement.
`sqlite_rows.py` and `postgres_rows.py` say how.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol

import orjson
import sqlalchemy as sa

from lutetia.core.json_types import Json

Row = Json


class BulkStatement(NamedTuple):
    """A statement for many rows: how to write one row, and the SQL that takes all rows as one JSON array."""

    one: sa.Executable
    sqlite: str
    """With `{rows}` for the array."""
    postgresql: str
    game: str
    """The column that has the game's id."""
    first: bool = False
    """Whether rows of other statements refer to these."""


Rows = tuple[tuple[BulkStatement, Row], ...]
"""Rows to be written together with others of the same statement."""
Grouped = dict[BulkStatement, list[Row]]


class BulkWriter(Protocol):
    """Writes rows in the writer thread, on a connection of its own."""

    def commit(self, rows: Grouped) -> None:
        """Write rows and commit them. Raises SQLAlchemy's errors; unless the connection was lost, nothing is written
        then."""

    def close(self) -> None:
        """Give the connection up. The next commit opens another one."""


def grouped(changes: Iterable[Rows]) -> Grouped:
    """All rows by their statements, in the order in which they are written."""
    found: Grouped = {}
    for change in changes:
        for statement, row in change:
            found.setdefault(statement, []).append(row)
    return dict(sorted(found.items(), key=lambda item: not item[0].first))


def bulk_insert(table: sa.Table, columns: tuple[str, ...] | None = None, *, first: bool = False) -> BulkStatement:
    """A statement that inserts rows with these columns, or with all. `first`: see `BulkStatement`."""
    columns = columns or tuple(column.name for column in table.c)
    names, values = _quoted(columns), ", ".join(map(_json_column, columns))
    return BulkStatement(
        sa.insert(table),
        f"INSERT INTO {table} ({names}) SELECT {values} FROM json_each({{rows}})",
        f"INSERT INTO {table} ({names}) SELECT {names} FROM {_recordset(table, columns)}",
        "game" if "game" in table.primary_key.columns else "id",
        first,
    )


def bulk_update(table: sa.Table, columns: tuple[str, ...]) -> BulkStatement:
    """A statement that sets these columns of the row whose id is `this`."""
    one = sa.update(table).where(table.c.id == sa.bindparam("this"))
    json_values = ", ".join(f"{column} = {_json_column(column)}" for column in columns)
    values = ", ".join(f'"{column}" = given."{column}"' for column in columns)
    return BulkStatement(
        one.values({column: sa.bindparam(column) for column in columns}),
        f"UPDATE {table} SET {json_values} FROM json_each({{rows}}) WHERE {table}.id = {_json_column('this')}",
        f"UPDATE {table} SET {values} FROM {_recordset(table, columns, 'this TEXT, ')} WHERE {table}.id = given.this",
        "this",
    )


def _json_column(column: str) -> str:
    return f"json_extract(value, '$.{column}')"


def _quoted(columns: tuple[str, ...]) -> str:
    return ", ".join(f'"{column}"' for column in columns)


def _recordset(table: sa.Table, columns: tuple[str, ...], more: str = "") -> str:
    """The rows of a JSON array as PostgreSQL reads them: with the types of the table's columns."""
    types = ", ".join(f'"{name}" {table.c[name].type}' for name in columns)
    return f"json_to_recordset({{rows}}) AS given({more}{types})"


def to_json(value: Any) -> str:
    return orjson.dumps(value).decode()
