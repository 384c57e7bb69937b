"""Notices per game, the time of the last password confirmation, passwords set by the operator; indexes on all columns
that refer to a person, so that removing one does not scan whole tables."""

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
