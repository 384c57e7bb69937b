"""The database schema. Times are whole milliseconds since 1970 by the server's clock; ids are random strings.

`event` is the source of truth about a game after its set-up. The columns of `game` and `seat` that events change are a
summary, written in the same transaction. The comments are part of the schema, so they stay as the migrations have them.
"""

from __future__ import annotations

import sqlalchemy as sa

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}
metadata = sa.MetaData(naming_convention=NAMES)

server_state = sa.Table(
    "house",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("value", sa.JSON, nullable=False),
    comment="Facts of the whole server: when it was last alive.",
)

person = sa.Table(
    "person",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("skeleton", sa.Text, index=True, comment="What a member's name looks like. None: a guest"),
    sa.Column("login", sa.Text, unique=True, comment="None: a guest. Lower case."),
    sa.Column("password", sa.Text, comment="An argon2 hash"),
    sa.Column(
        "given", sa.BigInteger, comment="When the operator of the server set the password; None: the person chose it"
    ),
    sa.Column("language", sa.Text),
    sa.Column("settings", sa.JSON, nullable=False, server_default="{}"),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("role", sa.Text, comment="moderator, or None"),
    sa.Column("blocked", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("blocked_until", sa.BigInteger, comment="When the block ends; None: when it is lifted"),
    sa.Column("blocked_reason", sa.Text, nullable=False, server_default="", comment="The person is told"),
    sa.Column("deleted", sa.BigInteger),
)

blocked_network = sa.Table(
    "blocked_network",
    metadata,
    sa.Column("network", sa.Text, primary_key=True, comment="An address or a network with the length of its prefix"),
    sa.Column("since", sa.BigInteger, nullable=False),
    sa.Column("until", sa.BigInteger, comment="None: until it is lifted"),
    sa.Column("reason", sa.Text, nullable=False),
)

invitation = sa.Table(
    "invitation",
    metadata,
    sa.Column("token", sa.Text, primary_key=True, comment="SHA-256 of the secret in the link"),
    sa.Column("public", sa.Text, nullable=False, unique=True, comment="How it is named when it is ended"),
    sa.Column("person", sa.ForeignKey("person.id", ondelete="SET NULL"), index=True, comment="Who made it"),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
    sa.Column("uses", sa.Integer, nullable=False, comment="How many may register with it"),
    sa.Column("used", sa.Integer, nullable=False, comment="How many have"),
    comment="Links with which people can register where registration is not open.",
)

audit = sa.Table(
    "audit",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, comment="In the order of the actions"),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("by", sa.Text, comment="A moderator's id; None: the operator. No foreign key: it stays as it is"),
    sa.Column("action", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False, comment="person, game, network, invitation"),
    sa.Column("subject", sa.Text, nullable=False, index=True),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("details", sa.JSON, nullable=False),
    comment="What operators and moderators have done. Rows are only added.",
)

session = sa.Table(
    "session",
    metadata,
    sa.Column("id", sa.Text, primary_key=True, comment="SHA-256 of the cookie"),
    sa.Column("public", sa.Text, nullable=False, unique=True, comment="How its owner names it when ending it"),
    sa.Column("person", sa.ForeignKey("person.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("seen", sa.BigInteger, nullable=False),
    sa.Column("agent", sa.Text, nullable=False),
    sa.Column("confirmed", sa.BigInteger, comment="When the password was last entered in this session"),
)

device = sa.Table(
    "device",
    metadata,
    sa.Column("id", sa.Text, primary_key=True, comment="SHA-256 of its cookie"),
    sa.Column("person", sa.ForeignKey("person.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("seen", sa.BigInteger, nullable=False, comment="When the member last signed in there"),
    comment="Browsers in which a member has signed in.",
)

factor = sa.Table(
    "factor",
    metadata,
    sa.Column("person", sa.ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("secret", sa.Text, nullable=False, comment="Base32, as the app has it; never leaves the server again"),
    sa.Column("since", sa.BigInteger, comment="When the app's first code came; None: it is still being set up"),
    sa.Column("used", sa.BigInteger, nullable=False, server_default="0", comment="Of which period the last code was"),
    sa.Column("recovery", sa.JSON, nullable=False, server_default="[]", comment="SHA-256 of the codes that are left"),
    comment="The second factor of a member.",
)

mail_address = sa.Table(
    "mail_address",
    metadata,
    sa.Column("person", sa.ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("address", sa.Text, nullable=False, index=True, comment="Its owner has opened a link sent to it"),
)

mail_link = sa.Table(
    "mail_link",
    metadata,
    sa.Column("token", sa.Text, primary_key=True, comment="SHA-256 of the secret in the link"),
    sa.Column("person", sa.ForeignKey("person.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("kind", sa.Text, nullable=False, comment="confirm an address, reset a password"),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
    comment="Links that were sent by mail and not used yet.",
)

rating = sa.Table(
    "rating",
    metadata,
    sa.Column("person", sa.ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
)

puzzle_attempt = sa.Table(
    "puzzle_attempt",
    metadata,
    sa.Column("person", sa.ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("puzzle", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("solved", sa.Boolean, nullable=False, comment="At the first attempt, without a hint"),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("day", sa.Integer, comment="If it was the puzzle of the day: which day, counted from 1970"),
    sa.Column("points", sa.Integer, nullable=False, comment="The member's puzzle rating after it"),
    comment="The first attempt of each member at each puzzle. Only this one is rated.",
)

puzzle_rating = sa.Table(
    "puzzle_rating",
    metadata,
    sa.Column("person", sa.ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
)

friend = sa.Table(
    "friend",
    metadata,
    sa.Column("person", sa.ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("friend", sa.ForeignKey("person.id", ondelete="CASCADE"), primary_key=True, index=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    comment="Both directions are written.",
)

avoided = sa.Table(
    "avoided",
    metadata,
    sa.Column("person", sa.ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("other", sa.ForeignKey("person.id", ondelete="CASCADE"), primary_key=True, index=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    comment="Whom a person does not want to play with.",
)

friend_link = sa.Table(
    "friend_link",
    metadata,
    sa.Column("token", sa.Text, primary_key=True),
    sa.Column("person", sa.ForeignKey("person.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("at", sa.BigInteger, nullable=False),
)

game = sa.Table(
    "game",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("edition", sa.JSON, nullable=False, comment="As a record has it: a version, or the whole data"),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("first", sa.Text, comment="None until it is dealt"),
    sa.Column("setup", sa.JSON, comment="None until it is dealt. Never leaves the server before the end"),
    sa.Column("pace", sa.JSON, nullable=False),
    sa.Column("private", sa.Boolean, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("host", sa.ForeignKey("person.id", ondelete="SET NULL"), index=True),
    sa.Column("before", sa.Text, comment="The game this is the rematch of"),
    sa.Column("next", sa.Text, comment="The rematch of this game"),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("status", sa.Text, nullable=False, comment="waiting, running, over"),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("to_move", sa.Text, comment="Whose decision it is"),
    sa.Column("bot_due", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("deadline", sa.BigInteger, comment="When the time of the seat that decides is up"),
    sa.Column("changed", sa.BigInteger, nullable=False, comment="When the last event came"),
    sa.Column("outcome", sa.JSON, comment="How it ended: by what, and each seat's rank"),
    sa.Column("key", sa.Text, comment="Of the request that opened it: sent again, it opens no second one"),
    sa.Column("language", sa.Text, comment="The host's when it was opened"),
    sa.Column("turns", sa.JSON, comment="What had been played before, of a game that began elsewhere"),
)
sa.Index("ix_game_key", game.c.key, unique=True)
sa.Index(
    "ix_game_due",
    game.c.deadline,
    sqlite_where=game.c.deadline.isnot(None),
    postgresql_where=game.c.deadline.isnot(None),
)
sa.Index("ix_game_bot_due", game.c.bot_due, sqlite_where=game.c.bot_due, postgresql_where=game.c.bot_due)
sa.Index("ix_game_lobby", game.c.status, game.c.private, game.c.created)

seat = sa.Table(
    "seat",
    metadata,
    sa.Column("game", sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Text, primary_key=True),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("kind", sa.Text, nullable=False, comment="human, bot, open"),
    sa.Column("person", sa.ForeignKey("person.id", ondelete="SET NULL"), index=True, comment="Whose seat it is"),
    sa.Column("bot", sa.Text, comment="Which bot plays it; beside a person: it has taken over"),
    sa.Column("resigned", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("reserved", sa.Text, comment="An open seat that waits for this person, in a rematch"),
    sa.Column("alias", sa.Text, comment="What the player is called here, where several share a device"),
    sa.Column("note", sa.Text, nullable=False, server_default="", comment="Private to the person"),
    sa.Column("notices", sa.Boolean, nullable=False, server_default=sa.true(), comment="Tell me when it is my turn"),
)

event = sa.Table(
    "event",
    metadata,
    sa.Column("game", sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("seat", sa.Text),
    sa.Column("step", sa.Text, comment="The step taken; of an undo, how many were taken back"),
    sa.Column("data", sa.JSON, comment="What else the kind needs, and the clock after it"),
    sa.Column("client_key", sa.Text),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("state_hash", sa.Text, nullable=False, comment="Of the whole position; never leaves the server"),
    sa.UniqueConstraint("game", "client_key"),
)

same_network = sa.Table(
    "same_network",
    metadata,
    sa.Column("game", sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("person", sa.ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("other", sa.ForeignKey("person.id", ondelete="CASCADE"), primary_key=True, comment="The greater id"),
    sa.Column("at", sa.BigInteger, nullable=False, index=True),
    comment="Rated games that two people played from the same network. Addresses are not stored.",
)

chat = sa.Table(
    "chat",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("game", sa.ForeignKey("game.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("person", sa.ForeignKey("person.id", ondelete="SET NULL"), index=True),
    sa.Column("preset", sa.Text, comment="The key of a ready-made phrase, or None"),
    sa.Column("text", sa.Text, comment="Free words among friends, or None"),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("removed", sa.Boolean, nullable=False, server_default=sa.false()),
)

report = sa.Table(
    "report",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("chat", sa.ForeignKey("chat.id", ondelete="CASCADE"), comment="None: the report is about a person"),
    sa.Column("about", sa.ForeignKey("person.id", ondelete="SET NULL"), index=True),
    sa.Column("game", sa.Text, comment="Where it happened"),
    sa.Column("text", sa.Text, nullable=False, server_default="", comment="What the reporter wrote"),
    sa.Column("person", sa.ForeignKey("person.id", ondelete="SET NULL"), index=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("settled", sa.BigInteger),
)

share = sa.Table(
    "share",
    metadata,
    sa.Column("token", sa.Text, primary_key=True),
    sa.Column("person", sa.ForeignKey("person.id", ondelete="SET NULL"), index=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.Text, nullable=False, comment="record (all is open), or view (of a running game)"),
    sa.Column("content", sa.JSON, nullable=False),
    sa.Column("step", sa.Integer, nullable=False, comment="The position that is meant: after so many steps"),
)

study = sa.Table(
    "study",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("person", sa.ForeignKey("person.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("game", sa.Text, nullable=False, comment="What is played"),
    sa.Column("record", sa.JSON, nullable=False, comment="Of the game, without variations"),
    sa.Column("step", sa.Integer, nullable=False, comment="The position that it opens at: after so many steps"),
    sa.Column("read", sa.Text, nullable=False, unique=True, comment="The secret of the link for readers"),
    sa.Column("write", sa.Text, nullable=False, unique=True, comment="The secret of the link for writers"),
    sa.Column("version", sa.Integer, nullable=False, comment="Counts the changes"),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
    comment="Games with lines beside them, comments and marks.",
)

study_node = sa.Table(
    "study_node",
    metadata,
    sa.Column("study", sa.ForeignKey("study.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("parent", sa.Text, comment="The node before it; None: the game itself"),
    sa.Column("at", sa.Integer, nullable=False, comment="How many steps have been taken there"),
    sa.Column("step", sa.Text, nullable=False, comment="What led there; empty: it is a position of the game itself"),
    sa.Column("place", sa.Integer, nullable=False, comment="In the order in which they were added"),
    sa.Column("name", sa.Text, nullable=False, server_default="", comment="Of the line that begins here"),
    sa.Column("comment", sa.Text, nullable=False, server_default=""),
    sa.Column("marks", sa.JSON, nullable=False, server_default="[]"),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("person", sa.ForeignKey("person.id", ondelete="SET NULL"), index=True, comment="Who changed it last"),
    sa.Column("changed", sa.BigInteger, nullable=False),
    comment="The positions of a study that differ from the game or have a comment or marks.",
)

job = sa.Table(
    "job",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("key", sa.Text, nullable=False, unique=True, comment="The same work is done once"),
    sa.Column("person", sa.ForeignKey("person.id", ondelete="SET NULL"), index=True),
    sa.Column("status", sa.Text, nullable=False, index=True, comment="waiting, running, done, failed"),
    sa.Column("done", sa.Integer, nullable=False),
    sa.Column("total", sa.Integer, nullable=False),
    sa.Column("work", sa.JSON, nullable=False),
    sa.Column("result", sa.JSON),
    sa.Column("at", sa.BigInteger, nullable=False),
)

process = sa.Table(
    "process",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False, comment="web, worker"),
    sa.Column("host", sa.Text, nullable=False),
    sa.Column("started", sa.BigInteger, nullable=False),
    sa.Column("beat", sa.BigInteger, nullable=False, comment="When it was last alive"),
    comment="The processes that share this database.",
)

presence = sa.Table(
    "presence",
    metadata,
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, primary_key=True),
    sa.Column("process", sa.Text, primary_key=True, index=True),
    sa.Column("since", sa.BigInteger, nullable=False),
    sa.Column("seen", sa.BigInteger, nullable=False),
    sa.Column("connected", sa.Boolean, nullable=False),
    comment="Who follows a game through which process. It counts while the process is alive.",
)

person_change = sa.Table(
    "person_change",
    metadata,
    sa.Column("person", sa.Text, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False, index=True),
    comment="Who was changed lately, by whatever process: signed out, renamed, blocked, deleted.",
)

rate_limit = sa.Table(
    "rate_limit",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("used_until", sa.Double, nullable=False, comment="Seconds since 1970 by the database's clock"),
    comment="How far each allowance is used up.",
)

open_count = sa.Table(
    "open_count",
    metadata,
    sa.Column("key", sa.Text, primary_key=True, comment="A keyed hash of whose they are"),
    sa.Column("process", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
    comment="Connections of those who have many open, by process.",
)

table_opening = sa.Table(
    "table_opening",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, nullable=False, index=True),
    sa.Column("place", sa.Text, index=True, comment="Of a guest: a keyed hash of the network"),
    sa.Column("game", sa.Text, comment="None while the table is being opened"),
    sa.Column("at", sa.BigInteger, nullable=False, comment="Milliseconds since 1970 by the database's clock"),
    comment="Who opens a table or sits down at this moment, and which tables guests have opened.",
)

bus_message = sa.Table(
    "bus_message",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False, index=True, comment="Milliseconds since 1970 by its clock"),
    sa.Column("process", sa.Text, nullable=False, comment="Who has sent it"),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("message", sa.Text, nullable=False, comment="JSON"),
    comment="Messages of processes that cannot reach the message bus.",
)

fair_share = sa.Table(
    "fair_share",
    metadata,
    sa.Column("owner", sa.Text, primary_key=True),
    sa.Column(
        "finish", sa.Double, nullable=False, server_default="0", comment="The virtual time when the last job ends"
    ),
    sa.Column("credit", sa.Double, nullable=False, server_default="0", comment="Seconds earned until `idle_since`"),
    sa.Column("idle_since", sa.Double, nullable=False, server_default="0", comment="Seconds since 1970"),
    sa.Column("network", sa.Text, comment="Of a guest: a keyed hash. Empty for a member"),
    comment="How much of the workers' time each owner has used, and who has earned to go first.",
)

device_game = sa.Table(
    "device_game",
    metadata,
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("seq", sa.Integer, nullable=False, comment="The last position in which a bot had to decide"),
    sa.Column("at", sa.BigInteger, nullable=False, comment="Since when; milliseconds since 1970 by its clock"),
    comment="Games whose bots think on the device of the only person there.",
)

UNLOGGED = (
    process,
    presence,
    person_change,
    rate_limit,
    open_count,
    table_opening,
    bus_message,
    fair_share,
    device_game,
)
"""Not worth a write-ahead log: after a crash of PostgreSQL they are empty."""
for _table in UNLOGGED:
    _unlogged = sa.DDL("ALTER TABLE %(table)s SET UNLOGGED")  # type: ignore[no-untyped-call]
    sa.event.listen(_table, "after_create", _unlogged.execute_if(dialect="postgresql"))
