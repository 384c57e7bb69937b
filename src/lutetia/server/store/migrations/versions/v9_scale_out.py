"""What several processes share: which of them run, who is connected where, whose account has changed, rate limits,
open connections, tables that are being opened, shares of the workers' time.

On PostgreSQL the tables are unlogged: their rows are worth nothing after a crash, and are written often.
"""

import sqlalchemy as sa
from alembic import op

revision = "ninth"
down_revision = "eighth"

TABLES = ("process", "presence", "person_change", "rate_limit", "open_count", "table_opening", "fair_share")


def upgrade() -> None:
    op.create_table(
        "process",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=False),
        sa.Column("beat", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("game", sa.Text(), primary_key=True),
        sa.Column("person", sa.Text(), primary_key=True),
        sa.Column("process", sa.Text(), primary_key=True),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("connected", sa.Boolean(), nullable=False),
    )
    op.create_index("ix_presence_process", "presence", ["process"])
    op.create_table(
        "person_change",
        sa.Column("person", sa.Text(), primary_key=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_person_change_at", "person_change", ["at"])
    op.create_table(
        "rate_limit",
        sa.Column("key", sa.Text(), primary_key=True),
        sa.Column("used_until", sa.Double(), nullable=False),
    )
    op.create_table(
        "open_count",
        sa.Column("key", sa.Text(), primary_key=True),
        sa.Column("process", sa.Text(), primary_key=True),
        sa.Column("number", sa.Integer(), nullable=False),
    )
    op.create_table(
        "table_opening",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("place", sa.Text()),
        sa.Column("game", sa.Text()),
        sa.Column("at", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_table_opening_person", "table_opening", ["person"])
    op.create_index("ix_table_opening_place", "table_opening", ["place"])
    op.create_table(
        "fair_share",
        sa.Column("owner", sa.Text(), primary_key=True),
        sa.Column("finish", sa.Double(), nullable=False, server_default="0"),
        sa.Column("credit", sa.Double(), nullable=False, server_default="0"),
        sa.Column("idle_since", sa.Double(), nullable=False, server_default="0"),
        sa.Column("network", sa.Text()),
    )
    if op.get_bind().dialect.name == "postgresql":
        for table in TABLES:
            op.execute(f"ALTER TABLE {table} SET UNLOGGED")
