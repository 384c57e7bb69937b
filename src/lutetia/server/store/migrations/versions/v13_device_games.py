"""Games whose bots think on a person's device: all processes know of them."""

import sqlalchemy as sa
from alembic import op

revision = "thirteenth"
down_revision = "twelfth"


def upgrade() -> None:
    op.create_table(
        "device_game",
        sa.Column("game", sa.Text(), primary_key=True),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
    )
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE device_game SET UNLOGGED")
