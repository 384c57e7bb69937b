"""Transactions during which nobody else writes, for commands beside a running server.

A command prints in between, so it cannot run again as a change of the server can. On PostgreSQL it therefore
locks all tables against writers first; SQLite's transactions that write are alone anyway.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa

from lutetia.server.store import raw_rows
from lutetia.server.store.engines import for_writing

TRIES = 40
LOCK_WAIT = "250ms"
"""For one table. Those who write wait behind a lock that waits, so it must not wait long."""


@contextmanager
def exclusive_transaction(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A transaction that cannot fail because of what others write."""
    with for_writing(engine).connect() as connection:
        if engine.dialect.name == "postgresql":
            there = sa.inspect(connection).get_table_names()  # in a database of an earlier version some are missing
            connection.rollback()
            _lock(connection, [table.name for table in raw_rows.TABLES if table.name in there])
        yield connection
        connection.commit()


def _lock(connection: sa.Connection, tables: list[str]) -> None:
    """Begin with all locks, or try again: somebody may hold one and wait for another."""
    for attempt in range(1, TRIES + 1):
        try:
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{LOCK_WAIT}'")
            connection.exec_driver_sql(f"LOCK TABLE {', '.join(tables)} IN SHARE ROW EXCLUSIVE MODE")
            connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
            return
        except sa.exc.OperationalError:
            connection.rollback()
            if attempt == TRIES:
                raise
            time.sleep(random.uniform(0.02, 0.1))
