"""The tables of procrastinate, the job queue in PostgreSQL. They are in the same database as ours.

Every process that starts brings them up to the version of its library, one process at a time.
"""

from __future__ import annotations

from importlib.resources import files

import sqlalchemy as sa

from lutetia.server.store import schema

KEY = "procrastinate"
"""In `server_state`: the last of the library's migrations that was applied."""
LOCK = 1889_24
"""Of PostgreSQL's advisory locks."""


def prepare(connection: sa.Connection) -> None:
    """Create the tables, or apply the library's newer migrations. Runs in a transaction."""
    connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
    scripts = sorted(files("procrastinate.sql.migrations").iterdir(), key=lambda script: script.name)
    migrations = {script.name: script for script in scripts if script.name.endswith(".sql")}
    last, state = max(migrations), schema.server_state
    applied = connection.execute(sa.select(state.c.value).where(state.c.key == KEY)).scalar()
    if applied is not None and applied >= last:  # a newer version is used by another process during an upgrade
        return
    if applied is None:
        needed = [files("procrastinate.sql") / "schema.sql"]
    else:
        needed = [script for name, script in migrations.items() if name > applied]
    for script in needed:
        # Through the driver and without parameters: the scripts contain several statements, and percent signs.
        connection.connection.cursor().execute(script.read_text())
    connection.execute(sa.delete(state).where(state.c.key == KEY))
    connection.execute(sa.insert(state).values(key=KEY, value=last))
