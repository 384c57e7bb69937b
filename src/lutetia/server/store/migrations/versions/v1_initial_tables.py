"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "first"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "house",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_house")),
        comment="Facts of the whole server: when it was last alive.",
    )
    op.create_table(
        "person",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("login", sa.Text(), nullable=True, comment="None: a guest. Lower case."),
        sa.Column("password", sa.Text(), nullable=True, comment="An argon2 hash"),
        sa.Column("language", sa.Text(), nullable=True),
        sa.Column("settings", sa.JSON(), server_default="{}", nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("blocked", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("deleted", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person")),
        sa.UniqueConstraint("login", name=op.f("uq_person_login")),
    )
    op.create_table(
        "friend",
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("friend", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["friend"], ["person.id"], name=op.f("fk_friend_friend"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_friend_person"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", "friend", name=op.f("pk_friend")),
        comment="Both directions are written.",
    )
    op.create_table(
        "friend_link",
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_friend_link_person"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_friend_link")),
    )
    op.create_table(
        "game",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("edition", sa.JSON(), nullable=False, comment="As a record has it: a version, or the whole data"),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("first", sa.Text(), nullable=True, comment="None until it is dealt"),
        sa.Column(
            "setup", sa.JSON(), nullable=True, comment="None until it is dealt. Never leaves the server before the end"
        ),
        sa.Column("pace", sa.JSON(), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("host", sa.Text(), nullable=True),
        sa.Column("before", sa.Text(), nullable=True, comment="The game this is the rematch of"),
        sa.Column("next", sa.Text(), nullable=True, comment="The rematch of this game"),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False, comment="waiting, running, over"),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("to_move", sa.Text(), nullable=True, comment="Whose decision it is"),
        sa.Column("bot_due", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("deadline", sa.BigInteger(), nullable=True, comment="When the time of the seat that decides is up"),
        sa.Column("changed", sa.BigInteger(), nullable=False, comment="When the last event came"),
        sa.Column("outcome", sa.JSON(), nullable=True, comment="How it ended: by what, and each seat's rank"),
        sa.ForeignKeyConstraint(["host"], ["person.id"], name=op.f("fk_game_host"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
    )
    op.create_index(
        "ix_game_bot_due",
        "game",
        ["bot_due"],
        unique=False,
        sqlite_where=sa.text("bot_due"),
        postgresql_where=sa.text("bot_due"),
    )
    op.create_index(
        "ix_game_due",
        "game",
        ["deadline"],
        unique=False,
        sqlite_where=sa.text("deadline IS NOT NULL"),
        postgresql_where=sa.text("deadline IS NOT NULL"),
    )
    op.create_index("ix_game_lobby", "game", ["status", "private", "created"], unique=False)
    op.create_table(
        "job",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False, comment="The same work is done once"),
        sa.Column("person", sa.Text(), nullable=True),
        sa.Column("status", sa.Text(), nullable=False, comment="waiting, running, done, failed"),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("work", sa.JSON(), nullable=False),
        sa.Column("result", sa.JSON(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_job_person"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_job")),
        sa.UniqueConstraint("key", name=op.f("uq_job_key")),
    )
    op.create_index(op.f("ix_job_person"), "job", ["person"], unique=False)
    op.create_index(op.f("ix_job_status"), "job", ["status"], unique=False)
    op.create_table(
        "rating",
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_rating_person"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", "game", name=op.f("pk_rating")),
    )
    op.create_table(
        "session",
        sa.Column("id", sa.Text(), nullable=False, comment="SHA-256 of the cookie"),
        sa.Column("public", sa.Text(), nullable=False, comment="How its owner names it when ending it"),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("agent", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_session_person"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_session")),
        sa.UniqueConstraint("public", name=op.f("uq_session_public")),
    )
    op.create_index(op.f("ix_session_person"), "session", ["person"], unique=False)
    op.create_table(
        "share",
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False, comment="record (all is open), or view (of a running game)"),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False, comment="The position that is meant: after so many steps"),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_share_person"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_share")),
    )
    op.create_index(op.f("ix_share_person"), "share", ["person"], unique=False)
    op.create_table(
        "chat",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=True),
        sa.Column("preset", sa.Text(), nullable=True, comment="The key of a ready-made phrase, or None"),
        sa.Column("text", sa.Text(), nullable=True, comment="Free words among friends, or None"),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("removed", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_chat_game"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_chat_person"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chat")),
    )
    op.create_index(op.f("ix_chat_game"), "chat", ["game"], unique=False)
    op.create_table(
        "event",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=True),
        sa.Column("step", sa.Text(), nullable=True, comment="The step taken; of an undo, how many were taken back"),
        sa.Column("data", sa.JSON(), nullable=True, comment="What else the kind needs, and the clock after it"),
        sa.Column("client_key", sa.Text(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("state_hash", sa.Text(), nullable=False, comment="Of the whole position; never leaves the server"),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_event_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "seq", name=op.f("pk_event")),
        sa.UniqueConstraint("game", "client_key", name=op.f("uq_event_game_client_key")),
    )
    op.create_table(
        "seat",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False, comment="human, bot, open"),
        sa.Column("person", sa.Text(), nullable=True, comment="Whose seat it is"),
        sa.Column("bot", sa.Text(), nullable=True, comment="Which bot plays it; beside a person: it has taken over"),
        sa.Column("resigned", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column(
            "reserved", sa.Text(), nullable=True, comment="An open seat that waits for this person, in a rematch"
        ),
        sa.Column("note", sa.Text(), server_default="", nullable=False, comment="Private to the person"),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_seat_game"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_seat_person"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("game", "seat", name=op.f("pk_seat")),
    )
    op.create_index(op.f("ix_seat_person"), "seat", ["person"], unique=False)
    op.create_table(
        "report",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("chat", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("settled", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["chat"], ["chat.id"], name=op.f("fk_report_chat"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name=op.f("fk_report_person"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_report")),
    )
