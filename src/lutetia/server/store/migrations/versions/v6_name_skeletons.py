"""What members' names look like, so that no two look the same; the devices in which members have signed in."""

import sqlalchemy as sa
from alembic import op

revision = "sixth"
down_revision = "fourth"


def upgrade() -> None:
    op.add_column("person", sa.Column("skeleton", sa.Text(), nullable=True))
    op.create_index("ix_person_skeleton", "person", ["skeleton"])
    op.create_table(
        "device",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("person", sa.Text(), sa.ForeignKey("person.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_device_person", "device", ["person"])
