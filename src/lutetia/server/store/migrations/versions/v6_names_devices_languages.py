"""What members' names look like; the devices in which members have signed in; the language of a table."""

import sqlalchemy as sa
from alembic import op

revision = "sixth"
down_revision = "fifth"


def upgrade() -> None:
    op.add_column("person", sa.Column("skeleton", sa.Text(), nullable=True))
    op.create_index("ix_person_skeleton", "person", ["skeleton"])
    op.create_table(
        "device",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("person", sa.Text(), sa.ForeignKey("person.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
    )
    op.add_column("game", sa.Column("language", sa.Text(), nullable=True))
    op.create_index("ix_device_person", "device", ["person"])
