"""The id of a server: all its processes have the same, and no other server has it."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from lutetia.server.ids import new_id
from lutetia.server.store import schema

KEY = "id"


def server_id(connection: sa.Connection) -> str:
    """The id, which is made up once and stored in the database. Several processes may ask at the same time."""
    state = schema.server_state
    connection.execute(insert(state).values(key=KEY, value=new_id()).on_conflict_do_nothing())
    return str(connection.execute(sa.select(state.c.value).where(state.c.key == KEY)).scalar_one())
