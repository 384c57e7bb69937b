"""Notices per game, when a session's person was last asked for the password, passwords that were given by hand; and
indexes for all columns that name a person, so that one can be removed without looking through everything."""

import sqlalchemy as sa
from alembic import op

revision = "second"
down_revision = "first"

NAMING = (("game", "host"), ("friend", "friend"), ("friend_link", "person"), ("chat", "person"), ("report", "person"))


def upgrade() -> None:
    op.add_column("seat", sa.Column("notices", sa.Boolean(), server_default=sa.true(), nullable=False))
    op.add_column("session", sa.Column("confirmed", sa.BigInteger(), nullable=True))
    op.add_column("person", sa.Column("given", sa.BigInteger(), nullable=True))
    for table, column in NAMING:
        op.create_index(op.f(f"ix_{table}_{column}"), table, [column], unique=False)
