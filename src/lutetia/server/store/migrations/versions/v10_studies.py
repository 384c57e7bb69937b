"""Studies: games with lines beside them, comments and marks."""

import sqlalchemy as sa
from alembic import op

revision = "tenth"
down_revision = "ninth"


def upgrade() -> None:
    op.create_table(
        "study",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("person", sa.Text(), sa.ForeignKey("person.id", ondelete="CASCADE"), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text()),
        sa.Column("record", sa.JSON(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("read", sa.Text(), nullable=False, unique=True),
        sa.Column("write", sa.Text(), nullable=False, unique=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_study_person", "study", ["person"])
    op.create_table(
        "study_node",
        sa.Column("study", sa.Text(), sa.ForeignKey("study.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("parent", sa.Text()),
        sa.Column("at", sa.Integer(), nullable=False),
        sa.Column("step", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False, server_default=""),
        sa.Column("comment", sa.Text(), nullable=False, server_default=""),
        sa.Column("marks", sa.JSON(), nullable=False, server_default="[]"),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("person", sa.Text(), sa.ForeignKey("person.id", ondelete="SET NULL")),
        sa.Column("changed", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_study_node_person", "study_node", ["person"])
