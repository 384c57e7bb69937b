"""Migrations: bring the schema of a database up to this version."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from functools import partial
from typing import Any

import sqlalchemy as sa
import structlog

from lutetia.core.i18n import N_
from lutetia.server.errors import StorageError
from lutetia.server.store import scheduled, versions
from lutetia.server.store.backup import BackupError, backup
from lutetia.server.store.engines import sqlite_file, write_transaction
from lutetia.server.store.private_files import BACKUPS

MIGRATION_BACKUPS = 3
"""Copies that are kept of databases as they were before a migration."""
MIGRATION_LOCK = 1889
"""The number of the advisory lock that a process holds while it migrates a PostgreSQL database."""
MIGRATION_SECONDS = 600
log = structlog.get_logger("database")


def migrate(engine: sa.Engine, backups: int = MIGRATION_BACKUPS) -> None:
    """Bring the schema up to this version. A database of an earlier one is copied first, if it is an SQLite file.

    Several processes may start at once: on PostgreSQL one migrates while the others wait. Raises StorageError if the
    database is of a newer version, or cannot be copied.
    """
    from alembic import command
    from alembic.config import Config

    with engine.connect() as connection:
        version = versions.of_connection(connection)
    known, file = versions.known(), sqlite_file(engine.url)
    if version == known[0]:
        return
    if version is not None and version not in known:
        raise StorageError(versions.NEWER, path=file or engine.url.database)
    if version is not None and file is not None and backups:
        try:
            _games, copy = scheduled.add(
                partial(backup, file), file.parent / BACKUPS, backups, scheduled.BEFORE_UPGRADE
            )
        except (BackupError, OSError) as error:
            reason = N_("The database must be upgraded, but could not be copied first: {why}")
            raise StorageError(reason, why=str(error)) from error
        log.warning("database copied before its upgrade", version=version, file=copy.name)
    config = Config()
    config.set_main_option("script_location", str(versions.MIGRATIONS))
    with _migration(engine) as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")  # does nothing if another process has done it meanwhile


@contextlib.contextmanager
def _migration(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A transaction in which only this process migrates."""
    if engine.dialect.name != "postgresql":
        with write_transaction(engine) as connection:
            yield connection
        return
    with engine.begin() as connection:  # READ COMMITTED: it sees what the process before it has done
        patient: Any = connection.connection.dbapi_connection
        usual, patient.patience = patient.patience, MIGRATION_SECONDS
        try:
            connection.exec_driver_sql(f"SET LOCAL statement_timeout = '{MIGRATION_SECONDS}s'")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
            yield connection
        finally:
            patient.patience = usual
