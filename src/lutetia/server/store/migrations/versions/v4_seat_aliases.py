"""Names for the players of one device."""

import sqlalchemy as sa
from alembic import op

revision = "fourth"
down_revision = "third"


def upgrade() -> None:
    op.add_column("seat", sa.Column("alias", sa.Text(), nullable=True))
