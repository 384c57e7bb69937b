"""Routes for chat and notes: ready-made phrases for everybody, free text among friends and on private tables, notes.

Chat is only for the people at the table. Spectators can neither read nor write.
"""

from __future__ import annotations

from typing import Annotated

import sqlalchemy as sa
from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused
from lutetia.server.http.dependencies import (
    SessionPerson,
    TheServices,
    error_responses,
    own_seats,
    own_table,
)
from lutetia.server.ids import hash_of, new_id
from lutetia.server.live.chat import ChatMessage, last_messages
from lutetia.server.live.websocket import ClientKey
from lutetia.server.people import friends, reports, text_input
from lutetia.server.people.sessions import Person
from lutetia.server.play.table import Table
from lutetia.server.store import schema
from lutetia.strict_model import StrictModel

router = APIRouter(prefix="/api/games/{id}", tags=["chat"])

PRESETS = {
    "hello": N_("Hello!"),
    "good-luck": N_("Good luck, have fun!"),
    "nice-move": N_("Well played!"),
    "ouch": N_("Ouch, that hurt."),
    "oops": N_("Oops."),
    "thinking": N_("I need a moment to think."),
    "your-turn": N_("It is your turn."),
    "sorry": N_("Sorry for the wait."),
    "back-soon": N_("I will be back soon."),
    "thanks": N_("Thank you!"),
    "good-game": N_("Good game!"),
    "again": N_("Shall we play again?"),
    "goodbye": N_("Goodbye!"),
}
LONGEST_MESSAGE = 500
LONGEST_NOTE = 2_000
MAX_MESSAGES = 200

GameId = Annotated[str, Path(min_length=1, max_length=40)]


class Chat(BaseModel):
    """The last messages, oldest first; the phrases in the asker's language; whether free text is allowed."""

    messages: list[ChatMessage]
    presets: dict[str, str]
    free: bool


class ChatRequest(StrictModel):
    """Either a phrase or a text. With the same `client_key` again, the message is not sent again."""

    preset: str | None = Field(default=None, max_length=40)
    text: str | None = Field(default=None, max_length=LONGEST_MESSAGE)
    client_key: ClientKey | None = None


class MessageReport(StrictModel):
    """What is wrong with the message, in the reporter's words; it may be empty."""

    text: str = Field(default="", max_length=reports.LONGEST_REPORT)


class Note(StrictModel):
    note: str = Field(max_length=LONGEST_NOTE)


@router.get("/chat", responses=error_responses(401, 404))
async def read(services: TheServices, asker: SessionPerson, id: GameId) -> Chat:
    """The chat of one of my tables."""
    table = await own_table(services, asker, id)
    messages, free = await services.database.read(
        lambda c: (last_messages(c, id, MAX_MESSAGES), _may_write_freely(c, table, asker))
    )
    presets = {key: _(PRESETS[key]) for key in PRESETS}
    return Chat(messages=messages, presets=presets, free=free)


@router.post("/chat", responses=error_responses(401, 404))
async def say(services: TheServices, asker: SessionPerson, id: GameId, body: ChatRequest) -> ChatMessage:
    """Send a message to the others at the table."""
    table = await own_table(services, asker, id)
    if (body.preset is None) == (body.text is None):
        raise Refused(422, "no-words", N_("Send either a ready-made phrase or your own text."))
    if body.preset is not None and body.preset not in PRESETS:
        known = ", ".join(PRESETS)
        raise Refused(422, "no-phrase", N_("There is no such phrase; there are: {known}"), known=known)
    text = None if body.text is None else text_input.one_line(body.text, LONGEST_MESSAGE)
    row: Json = {
        "id": _message_id(asker, id, body.client_key),
        "person": asker.id,
        "preset": body.preset,
        "text": text,
        "at": services.now(),
    }

    def write(connection: sa.Connection) -> Json | None:
        before = connection.execute(sa.select(schema.chat).where(schema.chat.c.id == row["id"])).mappings().first()
        if before is not None:
            return dict(before)
        if text is not None and not _may_write_freely(connection, table, asker):
            raise Refused(
                403, "not-friends", N_("Free text is for friends and private tables; others use the phrases.")
            )
        connection.execute(sa.insert(schema.chat).values(game=id, **row))
        return None

    if (before := await services.database.write(write)) is not None:
        return ChatMessage(name=asker.name, **before)
    message = ChatMessage(name=asker.name, removed=False, **row)
    services.hub.send(id, message.side_message(), table.people())
    return message


@router.post("/chat/{message}/report", status_code=204, responses=error_responses(401, 404))
async def report(
    services: TheServices, asker: SessionPerson, id: GameId, message: GameId, body: MessageReport | None = None
) -> None:
    """Report a message to the moderators. A second report by the same person changes nothing."""
    await own_table(services, asker, id)
    text = text_input.many_lines(body.text if body else "", reports.LONGEST_REPORT)
    by = reports.Reporter(asker.id, services.now(), services.settings.waiting_reports)
    await services.database.write(lambda c: reports.report_message(c, by, id, message, text))


@router.get("/note", responses=error_responses(401, 404))
async def note(services: TheServices, asker: SessionPerson, id: GameId) -> Note:
    """My private note about this game."""
    await own_table(services, asker, id)
    wanted = sa.select(schema.seat.c.note).where(*own_seats(asker, id)).order_by(schema.seat.c.place)
    stored = await services.database.read(lambda c: c.execute(wanted).scalar())
    return Note(note=stored or "")


@router.put("/note", responses=error_responses(401, 404))
async def write_note(services: TheServices, asker: SessionPerson, id: GameId, body: Note) -> Note:
    """Write a private note; nobody else ever sees it."""
    await own_table(services, asker, id)
    note = text_input.many_lines(body.note, LONGEST_NOTE)
    change = sa.update(schema.seat).where(*own_seats(asker, id)).values(note=note)
    await services.database.write(lambda c: c.execute(change))
    return Note(note=note)


def _may_write_freely(connection: sa.Connection, table: Table, asker: Person) -> bool:
    """Whether everybody else at the table is a friend of the asker, or came by the private link of the table."""
    return bool(table.row["private"]) or friends.are_friends(connection, asker.id, table.people())


def _message_id(asker: Person, game: str, client_key: str | None) -> str:
    """A new id; for a client key always the same one, so that a message is stored once."""
    return new_id() if client_key is None else hash_of(f"{asker.id} {game} {client_key}")[:24]
