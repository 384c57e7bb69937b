"""Moderators, blocks that end, blocked networks, invitations, reports of people, mail addresses, audit log."""

import sqlalchemy as sa
from alembic import op

revision = "seventh"
down_revision = "sixth"


def upgrade() -> None:
    op.add_column("person", sa.Column("role", sa.Text(), nullable=True))
    op.add_column("person", sa.Column("blocked_until", sa.BigInteger(), nullable=True))
    op.add_column("person", sa.Column("blocked_reason", sa.Text(), nullable=False, server_default=""))
    op.create_table(
        "blocked_network",
        sa.Column("network", sa.Text(), primary_key=True),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
    )
    op.create_table(
        "invitation",
        sa.Column("token", sa.Text(), primary_key=True),
        sa.Column("public", sa.Text(), nullable=False, unique=True),
        sa.Column("person", sa.Text(), sa.ForeignKey("person.id", ondelete="SET NULL"), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("uses", sa.Integer(), nullable=False),
        sa.Column("used", sa.Integer(), nullable=False),
    )
    op.create_index("ix_invitation_person", "invitation", ["person"])
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.Text(), nullable=True),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
    )
    op.create_index("ix_audit_subject", "audit", ["subject"])
    op.create_table(
        "mail_address",
        sa.Column("person", sa.Text(), sa.ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("address", sa.Text(), nullable=False),
    )
    op.create_index("ix_mail_address_address", "mail_address", ["address"])
    op.create_table(
        "mail_link",
        sa.Column("token", sa.Text(), primary_key=True),
        sa.Column("person", sa.Text(), sa.ForeignKey("person.id", ondelete="CASCADE"), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_mail_link_person", "mail_link", ["person"])
    with op.batch_alter_table("report") as report:  # nothing refers to this table, so it can be made anew
        report.alter_column("chat", existing_type=sa.Text(), nullable=True)
        report.add_column(sa.Column("about", sa.Text(), nullable=True))
        report.add_column(sa.Column("game", sa.Text(), nullable=True))
        report.add_column(sa.Column("text", sa.Text(), nullable=False, server_default=""))
        report.create_foreign_key("fk_report_about", "person", ["about"], ["id"], ondelete="SET NULL")
        report.create_index("ix_report_about", ["about"])
