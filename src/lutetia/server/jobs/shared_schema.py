"""The tables of procrastinate, the job queue in PostgreSQL. They are in the same database as ours.

Every process that starts brings them up to the version of its library, one process at a time. The version is a comment
on one of the tables: it belongs to them, so it must not travel with our rows when an installation moves.
"""

from __future__ import annotations

from importlib.resources import files

import sqlalchemy as sa

TABLE = "procrastinate_jobs"
LOCK = 1889_24
"""Of PostgreSQL's advisory locks."""
_VERSION = sa.text("SELECT obj_description(to_regclass(:name), 'pg_class')").bindparams(name=TABLE)
_EXISTS = sa.text("SELECT to_regclass(:name) IS NOT NULL").bindparams(name=TABLE)


def prepare(connection: sa.Connection) -> None:
    """Create the tables, or apply the library's newer migrations. Runs in a transaction."""
    connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
    scripts = sorted(files("procrastinate.sql.migrations").iterdir(), key=lambda script: script.name)
    migrations = {script.name: script for script in scripts if script.name.endswith(".sql")}
    last = max(migrations)
    if not connection.execute(_EXISTS).scalar():
        needed = [files("procrastinate.sql") / "schema.sql"]
    else:
        applied = connection.execute(_VERSION).scalar()
        if applied is not None and applied >= last:  # a newer version is used by another process during an upgrade
            return
        needed = [script for name, script in migrations.items() if applied is not None and name > applied]
    for script in needed:
        # Through the driver and without parameters: the scripts contain several statements, and percent signs.
        connection.connection.cursor().execute(script.read_text())
    connection.exec_driver_sql(f"COMMENT ON TABLE {TABLE} IS '{last}'")
