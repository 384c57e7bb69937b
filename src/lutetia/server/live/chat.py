"""Chat messages as every connection gets them."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from pydantic import BaseModel

from lutetia.core.json_types import Json
from lutetia.server.store import schema
from lutetia.server.store.among import among


class ChatMessage(BaseModel):
    """Either `preset`, the key of a ready-made phrase, or `text`; neither if it was removed."""

    id: str
    person: str | None
    name: str | None
    preset: str | None
    text: str | None
    at: int
    removed: bool

    def side_message(self) -> Json:
        """The message to open connections."""
        return {"type": "chat", **self.model_dump()}


def last_messages(connection: sa.Connection, game: str, most: int) -> list[ChatMessage]:
    """The last messages at a table, the oldest first."""
    wanted = _MESSAGES.where(schema.chat.c.game == game).order_by(schema.chat.c.at.desc(), schema.chat.c.id)
    rows = connection.execute(wanted.limit(most)).mappings().all()
    return [_message(row) for row in reversed(rows)]


def messages_since(connection: sa.Connection, games: Sequence[str], since: int) -> list[tuple[str, ChatMessage]]:
    """What was said at these tables, each message with its table, the oldest first."""
    wanted = _MESSAGES.where(among(schema.chat.c.game, games), schema.chat.c.at >= since).order_by(schema.chat.c.at)
    return [(row["game"], _message(row)) for row in connection.execute(wanted).mappings()]


def _message(row: sa.RowMapping) -> ChatMessage:
    found: Json = {name: row[name] for name in ChatMessage.model_fields}
    return ChatMessage(**found | ({"preset": None, "text": None} if row["removed"] else {}))


_MESSAGES = sa.select(schema.chat, schema.person.c.name).join_from(schema.chat, schema.person, isouter=True)
