"""Doors for who plays many games: which of them await me, told as it changes; and of which I want to be told.

It does not matter which pages are open: an idle tab is not presence, so it keeps nobody from being told.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import orjson
import sqlalchemy as sa
from fastapi import APIRouter
from fastapi.responses import StreamingResponse
from pydantic import BaseModel

from lutetia.server.errors import not_yours
from lutetia.server.http.dependencies import Asker, Known, Strict, TheHouse, refusals
from lutetia.server.http.routes import live
from lutetia.server.http.routes.games import GameId
from lutetia.server.people.sessions import Person
from lutetia.server.services import House
from lutetia.server.store import schema
from lutetia.server.store.database import StoreTrouble

router = APIRouter(prefix="/api", tags=["awaiting"])

A_STREAM: dict[int | str, dict[str, Any]] = refusals(401) | {
    200: {"content": {"text/event-stream": {}}, "description": "Awaiting"}
}


class AwaitingGame(BaseModel):
    """`since` is when the decision became mine, `deadline` when my time is up; `notices`: whether I want to be told."""

    id: str
    game: str
    since: int
    deadline: int | None
    notices: bool


class Awaiting(BaseModel):
    """The games in which I am to decide, the longest waiting first."""

    games: list[AwaitingGame]


class Notices(Strict):
    notices: bool


@router.get("/me/awaiting", responses=refusals())
async def awaiting(house: TheHouse, asker: Asker) -> Awaiting:
    """Which games await me."""
    return await _awaiting(house, asker)


@router.get("/me/awaiting/events", response_class=StreamingResponse, responses=A_STREAM)
async def events(house: TheHouse, asker: Known) -> StreamingResponse:
    """The same as server-sent events: first as it is, then at every change."""

    async def stream() -> AsyncIterator[bytes]:
        async for said in _news(house, asker):
            yield b"data: " + said + b"\n\n"

    return StreamingResponse(stream(), media_type="text/event-stream", headers={"x-accel-buffering": "no"})


@router.get("/games/{id}/notices", responses=refusals(401, 404))
async def notices(house: TheHouse, asker: Known, id: GameId) -> Notices:
    """Whether I want to be told when this game awaits me."""
    wanted = sa.select(schema.seat.c.notices).where(*await _my_seats(house, asker, id))
    return Notices(notices=await house.database.read(lambda c: bool(c.execute(wanted).scalar())))


@router.put("/games/{id}/notices", responses=refusals(401, 404))
async def want_notices(house: TheHouse, asker: Known, id: GameId, body: Notices) -> Notices:
    """Be told when this game awaits me, or not."""
    change = sa.update(schema.seat).where(*await _my_seats(house, asker, id)).values(notices=body.notices)
    await house.database.write(lambda c: c.execute(change))
    house.hub.turn_passed([asker.id])
    return body


async def _news(house: House, asker: Person) -> AsyncIterator[bytes]:
    """It ends with the session, as the news of a game do."""
    listener = house.hub.listen_for(asker.id)
    told: Awaiting | None = None
    try:
        while listener.open:
            news_there = await listener.woken(live.SILENCE)
            if not await house.people.goes_on(asker):
                return
            now = await _awaiting(house, asker)
            if now != told:
                told = now
                yield orjson.dumps({"type": "awaiting", **now.model_dump()})
            elif not news_there:
                yield orjson.dumps({"type": "still-here"})
    except StoreTrouble as trouble:
        yield orjson.dumps({"type": "error", **trouble.body()})
    finally:
        house.hub.leave_for(asker.id, listener)


async def _awaiting(house: House, asker: Person | None) -> Awaiting:
    if asker is None:
        return Awaiting(games=[])
    game, seat = schema.game.c, schema.seat.c
    wanted = (
        sa.select(game.id, game.game, game.changed.label("since"), game.deadline, seat.notices)
        .join_from(schema.seat, schema.game)
        .where(seat.person == asker.id, seat.seat == game.to_move, seat.bot.is_(None), game.status == "running")
        .order_by(game.changed, game.id)
    )
    found = await house.database.read(lambda c: list(c.execute(wanted).mappings()))
    return Awaiting(games=[AwaitingGame(**row) for row in found])


async def _my_seats(house: House, asker: Person, game: str) -> tuple[sa.ColumnElement[bool], ...]:
    """Raises Refused where the asker has none."""
    table = await house.tables.at(game)
    if not table.seats_of(asker.id):
        raise not_yours()
    return schema.seat.c.game == game, schema.seat.c.person == asker.id
