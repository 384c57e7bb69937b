"""Versions of the database schema: those that this program knows, and that of a database."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import sqlalchemy as sa

from lutetia.core.i18n import N_

MIGRATIONS = Path(__file__).parent / "migrations"
TABLE = "alembic_version"
NEWER = N_("{path} was created by a newer Lutetia; install that version first")


def known() -> list[str]:
    """Every version that this program can upgrade from, the newest first."""
    from alembic.script import ScriptDirectory

    return [script.revision for script in ScriptDirectory(str(MIGRATIONS)).walk_revisions()]


def of_connection(connection: sa.Connection) -> str | None:
    """The version of a database; None for an empty one."""
    if not sa.inspect(connection).has_table(TABLE):
        return None
    found: str | None = connection.execute(sa.text(f"SELECT version_num FROM {TABLE}")).scalar()
    return found


def of_file(connection: sqlite3.Connection) -> str | None:
    """The version of an SQLite database that has the table; None if the table is empty."""
    row = connection.execute(f"SELECT version_num FROM {TABLE}").fetchone()
    return None if row is None else str(row[0])
