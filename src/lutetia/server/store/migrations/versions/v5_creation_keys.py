"""The key of the request that opened a game, so that the same request opens it once."""

import sqlalchemy as sa
from alembic import op

revision = "fifth"
down_revision = "fourth"


def upgrade() -> None:
    op.add_column("game", sa.Column("key", sa.Text(), nullable=True))
    op.create_index(op.f("ix_game_key"), "game", ["key"], unique=True)
