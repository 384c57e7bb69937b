"""Doors for words beside the game: ready-made phrases for all, free words among friends, notes for oneself.

Words are for the people at the table alone; who only watches neither reads nor writes.
"""

from __future__ import annotations

from typing import Annotated, Any

import sqlalchemy as sa
from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from lutetia.core.i18n import N_, _
from lutetia.server import friends, texts
from lutetia.server.accounts import Person, new_id
from lutetia.server.api.doors import Known, Strict, TheHouse, refusals
from lutetia.server.errors import Refused, not_yours
from lutetia.server.house import House
from lutetia.server.store import schema
from lutetia.server.table import Table

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
MOST_SHOWN = 200

GameId = Annotated[str, Path(min_length=1, max_length=40)]


class Message(BaseModel):
    """Either `preset`, a key of the ready-made phrases, or `text`; neither where it was removed."""

    id: str
    person: str | None
    name: str | None
    preset: str | None
    text: str | None
    at: int
    removed: bool


class Chat(BaseModel):
    """The last messages, oldest first; the phrases in the asker's language; whether free words are allowed."""

    messages: list[Message]
    presets: dict[str, str]
    free: bool


class Words(Strict):
    """One of the two."""

    preset: str | None = Field(default=None, max_length=40)
    text: str | None = Field(default=None, max_length=LONGEST_MESSAGE)


class Note(Strict):
    note: str = Field(max_length=LONGEST_NOTE)


@router.get("/chat", responses=refusals(401, 404))
async def read(house: TheHouse, asker: Known, id: GameId) -> Chat:
    """What has been said at a table of mine."""
    table = await _mine(house, asker, id)
    messages, free = await house.database.read(lambda c: (_messages(c, id), _free(c, table, asker)))
    presets = {key: _(PRESETS[key]) for key in PRESETS}
    return Chat(messages=messages, presets=presets, free=free)


@router.post("/chat", responses=refusals(401, 404))
async def say(house: TheHouse, asker: Known, id: GameId, body: Words) -> Message:
    """Say something to the others at the table."""
    table = await _mine(house, asker, id)
    if (body.preset is None) == (body.text is None):
        raise Refused(422, "no-words", N_("Say either a ready-made phrase or something of your own."))
    if body.preset is not None and body.preset not in PRESETS:
        known = ", ".join(PRESETS)
        raise Refused(422, "no-phrase", N_("There is no such phrase; there are: {known}"), known=known)
    text = None if body.text is None else texts.line(body.text, LONGEST_MESSAGE)
    row: dict[str, Any] = {"id": new_id(), "person": asker.id, "preset": body.preset, "text": text, "at": house.now()}

    def write(connection: sa.Connection) -> None:
        if text is not None and not _free(connection, table, asker):
            raise Refused(403, "not-friends", N_("Free words are for tables of friends; others use the phrases."))
        connection.execute(sa.insert(schema.chat).values(game=id, **row))

    await house.database.write(write)
    message = Message(name=asker.name, removed=False, **row)
    house.hub.tell(id, {"type": "chat", **message.model_dump()}, table.people())
    return message


@router.post("/chat/{message}/report", status_code=204, responses=refusals(401, 404))
async def report(house: TheHouse, asker: Known, id: GameId, message: GameId) -> None:
    """Show a message to whoever runs this server. Said twice, it counts once."""
    await _mine(house, asker, id)

    def write(connection: sa.Connection) -> None:
        chat, told = schema.chat.c, schema.report.c
        if connection.execute(sa.select(chat.id).where(chat.id == message, chat.game == id)).first() is None:
            raise Refused(404, "no-message", N_("There is no such message."))
        before = sa.select(told.id).where(told.chat == message, told.person == asker.id)
        if connection.execute(before).first() is None:
            row = {"id": new_id(), "chat": message, "person": asker.id, "at": house.now()}
            connection.execute(sa.insert(schema.report).values(**row))

    await house.database.write(write)


@router.get("/note", responses=refusals(401, 404))
async def note(house: TheHouse, asker: Known, id: GameId) -> Note:
    """What I have noted for myself about this game."""
    await _mine(house, asker, id)
    wanted = sa.select(schema.seat.c.note).where(*_my_seats(id, asker)).order_by(schema.seat.c.place)
    kept = await house.database.read(lambda c: c.execute(wanted).scalar())
    return Note(note=kept or "")


@router.put("/note", responses=refusals(401, 404))
async def write_note(house: TheHouse, asker: Known, id: GameId, body: Note) -> Note:
    """Note something for myself; nobody else ever sees it."""
    await _mine(house, asker, id)
    kept = texts.lines(body.note, LONGEST_NOTE)
    change = sa.update(schema.seat).where(*_my_seats(id, asker)).values(note=kept)
    await house.database.write(lambda c: c.execute(change))
    return Note(note=kept)


async def _mine(house: House, asker: Person, game: str) -> Table:
    """A table at which the asker sits. Raises Refused."""
    table = await house.tables.at(game)
    if not table.seats_of(asker.id):
        raise not_yours()
    return table


def _free(connection: sa.Connection, table: Table, asker: Person) -> bool:
    """Whether everybody else at the table is a friend of the asker's."""
    return friends.are_friends(connection, asker.id, table.people())


def _my_seats(game: str, asker: Person) -> tuple[sa.ColumnElement[bool], ...]:
    return schema.seat.c.game == game, schema.seat.c.person == asker.id


def _messages(connection: sa.Connection, game: str) -> list[Message]:
    chat = schema.chat.c
    wanted = (
        sa.select(schema.chat, schema.person.c.name)
        .join_from(schema.chat, schema.person, isouter=True)
        .where(chat.game == game)
        .order_by(chat.at.desc(), chat.id)
        .limit(MOST_SHOWN)
    )
    rows: list[dict[str, Any]] = [dict(row) for row in connection.execute(wanted).mappings()]
    for row in rows:
        del row["game"]
        if row["removed"]:
            row["preset"] = row["text"] = None
    return [Message(**row) for row in reversed(rows)]
