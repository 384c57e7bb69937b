"""The second factor of a member."""

import sqlalchemy as sa
from alembic import op

revision = "third"
down_revision = "second"


def upgrade() -> None:
    op.create_table(
        "factor",
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column(
            "secret", sa.Text(), nullable=False, comment="Base32, as the app has it; never leaves the server again"
        ),
        sa.Column("since", sa.BigInteger(), comment="When the app's first code came; None: it is still being set up"),
        sa.Column(
            "used", sa.BigInteger(), server_default="0", nullable=False, comment="Of which period the last code was"
        ),
        sa.Column(
            "recovery", sa.JSON(), server_default="[]", nullable=False, comment="SHA-256 of the codes that are left"
        ),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_factor_person"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_factor")),
        comment="The second factor of a member.",
    )
