"""Engines of SQLAlchemy for SQLite and PostgreSQL, and how their transactions begin."""

from __future__ import annotations

import sqlite3
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from lutetia.server.store.bulk_rows import to_json
from lutetia.server.store.private_files import make_file, make_folder

BEGIN_WRITING = "BEGIN IMMEDIATE"
WRITERS = 2
"""How many connections to PostgreSQL write: one for rows, one for other changes."""


def sqlite_file(url: sa.URL) -> Path | None:
    """The file of an SQLite database; None for another database, or one in memory."""
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return Path(url.database)


def make_engine(url: sa.URL, connections: int = WRITERS, **options: Any) -> sa.Engine:
    """An engine whose commits are on the disk when they return (SQLite's synchronous=FULL, PostgreSQL's default).

    It has at most so many connections to PostgreSQL.
    """
    if url.get_backend_name() != "sqlite":
        from lutetia.server.store import postgres  # its driver is an extra

        return postgres.make_engine(url, connections, json_serializer=to_json, **options)
    if (file := sqlite_file(url)) is not None:
        make_folder(file.parent)
        if not file.exists():
            make_file(file)  # SQLite gives the journal the same access rights
    engine = sa.create_engine(
        url,
        connect_args={"timeout": 5, "isolation_level": None},
        json_serializer=to_json,
    )
    sa.event.listen(engine, "connect", _prepare)
    sa.event.listen(engine, "begin", _begin)
    return engine


def for_writing(engine: sa.Engine) -> sa.Engine:
    """The engine for transactions that write.

    In SQLite they begin with BEGIN IMMEDIATE. Otherwise a transaction that reads first and then writes would fail if
    another process, such as `lutetia admin`, wrote in between. In PostgreSQL they are SERIALIZABLE: what they read is
    still true when they write, or they fail and can run again.
    """
    if engine.dialect.name == "postgresql":
        return engine.execution_options(isolation_level="SERIALIZABLE")
    return engine.execution_options(writing=True)


def write_transaction(engine: sa.Engine) -> AbstractContextManager[sa.Connection]:
    """A transaction that writes."""
    return for_writing(engine).begin()


def _begin(connection: sa.Connection) -> None:
    connection.exec_driver_sql(BEGIN_WRITING if connection.get_execution_options().get("writing") else "BEGIN")


def _prepare(connection: sqlite3.Connection, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "temp_store=MEMORY"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
