"""People whom others avoid, and rated games that were played from the same network."""

import sqlalchemy as sa
from alembic import op

revision = "eighth"
down_revision = "seventh"


def upgrade() -> None:
    op.create_table(
        "avoided",
        sa.Column("person", sa.Text(), sa.ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("other", sa.Text(), sa.ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_avoided_other", "avoided", ["other"])
    op.create_table(
        "same_network",
        sa.Column("game", sa.Text(), sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("person", sa.Text(), sa.ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("other", sa.Text(), sa.ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_same_network_at", "same_network", ["at"])
