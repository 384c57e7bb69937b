"""A study no longer remembers the game that it began from: its link does not tell who played."""

from alembic import op

revision = "fourteenth"
down_revision = "thirteenth"


def upgrade() -> None:
    op.drop_column("study", "table_id")  # no release has had it, so the version before does not miss it
