"""What members' names look like, so that no two look the same."""

import sqlalchemy as sa
from alembic import op

revision = "sixth"
down_revision = "fourth"


def upgrade() -> None:
    op.add_column("person", sa.Column("skeleton", sa.Text(), nullable=True))
    op.create_index("ix_person_skeleton", "person", ["skeleton"])
