"""The turns that had been played before a table was opened, of games that began elsewhere."""

import sqlalchemy as sa
from alembic import op

revision = "twelfth"
down_revision = "eleventh"


def upgrade() -> None:
    op.add_column("game", sa.Column("turns", sa.JSON()))
