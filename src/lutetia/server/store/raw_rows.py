"""Rows of any table exactly as they are stored: read in a stream, written in batches, and compared by a digest.

JSON stays the text that is stored. So an absent value and a JSON `null` stay different, and nothing is parsed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Any, NamedTuple

import orjson
import sqlalchemy as sa

from lutetia.server.store import schema

READ_AT_ONCE = 200
BATCH_ROWS, BATCH_BYTES = 2_000, 2_000_000
"""A batch ends with the row that reaches one of them. What is in memory at a time is bounded by them."""
WIDTH = 128
"""Bits of a digest."""

TABLES = tuple(table for table in schema.metadata.sorted_tables if table not in schema.UNLOGGED)
"""All tables that hold something worth keeping, each after those that it refers to."""
Raw = tuple[Any, ...]
"""A row, in the order of the table's columns."""


class Digest(NamedTuple):
    """What a table holds, in whatever order the rows come."""

    rows: int
    total: int
    """Sum of the hashes of all rows."""


def stored_rows(connection: sa.Connection, table: sa.Table, after: list[Any] | None = None) -> Iterator[Raw]:
    """All rows of a table by primary key, or those after a key. They are read in a stream."""
    key = list(table.primary_key)
    values = [sa.cast(c, sa.Text).label(c.name) if isinstance(c.type, sa.JSON) else c for c in table.c]
    query = sa.select(*values).order_by(*key)
    if after is not None:
        query = query.where(
            sa.tuple_(*key) > sa.tuple_(*(sa.literal(v, c.type) for v, c in zip(after, key, strict=True)))
        )
    with connection.execute(query.execution_options(yield_per=READ_AT_ONCE)) as found:
        for row in found:
            yield tuple(row)


def key_of(table: sa.Table, row: Raw) -> list[Any]:
    """The primary key of a row."""
    return [value for value, column in zip(row, table.c, strict=True) if column.primary_key]


def batches(rows: Iterable[Raw]) -> Iterator[list[Raw]]:
    """The same rows in lists of a bounded size."""
    batch: list[Raw] = []
    size = 0
    for row in rows:
        batch.append(row)
        size += sum(len(value) for value in row if isinstance(value, str))
        if len(batch) >= BATCH_ROWS or size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def insert_rows(connection: sa.Connection, table: sa.Table, rows: list[Raw]) -> None:
    """Write rows. Raises SQLAlchemy's errors."""
    names = [column.name for column in table.c]
    values = {column.name: _bound(column, connection.dialect.name) for column in table.c}
    connection.execute(sa.insert(table).values(values), [dict(zip(names, row, strict=True)) for row in rows])


def _bound(column: sa.Column[Any], dialect: str) -> sa.ColumnElement[Any]:
    if not isinstance(column.type, sa.JSON):
        return sa.bindparam(column.name, type_=column.type)
    text = sa.bindparam(column.name, type_=sa.Text())
    return text if dialect == "sqlite" else sa.cast(text, sa.JSON)


def row_hash(table: sa.Table, row: Raw) -> int:
    """The hash of a row, the same in every database."""
    values = [
        _comparable(value) if isinstance(c.type, sa.JSON) else value for value, c in zip(row, table.c, strict=True)
    ]
    return int.from_bytes(blake2b(orjson.dumps(values), digest_size=WIDTH // 8).digest())


def digest(rows: Iterable[Raw], table: sa.Table) -> Digest:
    """The digest of a table's rows."""
    count = total = 0
    for row in rows:
        count += 1
        total += row_hash(table, row)
    return Digest(count, total % (1 << WIDTH))


def _comparable(text: str | None) -> str | int | float | None:
    """JSON as it is compared. SQLite stores a plain number as a number, and so does not keep how it was written."""
    if not text or text[0] not in "-0123456789":
        return text
    number: int | float = orjson.loads(text)
    return int(number) if number == int(number) else number
