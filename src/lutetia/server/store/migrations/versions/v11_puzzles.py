"""Who has tried which puzzle, and the members' puzzle ratings."""

import sqlalchemy as sa
from alembic import op

revision = "eleventh"
down_revision = "tenth"


def upgrade() -> None:
    op.create_table(
        "puzzle_attempt",
        sa.Column("person", sa.Text(), sa.ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("puzzle", sa.Text(), primary_key=True),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.Integer()),
        sa.Column("points", sa.Integer(), nullable=False),
    )
    op.create_table(
        "puzzle_rating",
        sa.Column("person", sa.Text(), sa.ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("game", sa.Text(), primary_key=True),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
    )
