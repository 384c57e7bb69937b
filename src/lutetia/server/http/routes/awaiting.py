"""Routes for people with many games: in which games I have to decide, as a list and as events; notices per game.

Open pages make no difference: an idle tab does not mean that the person is present.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import orjson
import sqlalchemy as sa
from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel

from lutetia.core.json_types import Json
from lutetia.server.errors import Refused, StorageError
from lutetia.server.http.asgi import client_address
from lutetia.server.http.dependencies import (
    Asker,
    GameId,
    SessionPerson,
    TheServices,
    error_responses,
    own_seats,
    own_table,
)
from lutetia.server.http.routes.live import come_back_soon, event_stream
from lutetia.server.jobs.admission import step_aside
from lutetia.server.live import feed
from lutetia.server.people.sessions import Person
from lutetia.server.services import Services
from lutetia.server.store import schema
from lutetia.strict_model import StrictModel

router = APIRouter(prefix="/api", tags=["awaiting"])

A_STREAM: dict[int | str, Json] = error_responses(401) | {
    200: {"content": {"text/event-stream": {}}, "description": "Awaiting"}
}


class AwaitingGame(BaseModel):
    """`since` when I have had to decide, `deadline` when my time is up; `notices`: whether I want to be notified."""

    id: str
    game: str
    since: int
    deadline: int | None
    notices: bool


class Awaiting(BaseModel):
    """The games in which I have to decide, the longest waiting first."""

    games: list[AwaitingGame]


class Notices(StrictModel):
    notices: bool


@router.get("/me/awaiting", responses=error_responses())
async def awaiting(services: TheServices, asker: Asker) -> Awaiting:
    """The games in which I have to decide."""
    return await _awaiting(services, asker)


@router.get("/me/awaiting/events", response_class=StreamingResponse, responses=A_STREAM)
async def events(request: Request, services: TheServices, asker: SessionPerson) -> StreamingResponse:
    """The same as server-sent events: the current list, then one after every change."""
    await step_aside()

    async def stream() -> AsyncIterator[bytes]:
        async for message in _updates(services, asker, client_address(request.scope)):
            yield b"data: " + message + b"\n\n"
        if services.hub.closed:
            yield come_back_soon()

    return event_stream(stream())


@router.get("/games/{id}/notices", responses=error_responses(401, 404))
async def notices(services: TheServices, asker: SessionPerson, id: GameId) -> Notices:
    """Whether I want to be notified when I have to decide in this game."""
    await own_table(services, asker, id)
    wanted = sa.select(schema.seat.c.notices).where(*own_seats(asker, id))
    return Notices(notices=await services.database.read(lambda c: bool(c.execute(wanted).scalar())))


@router.put("/games/{id}/notices", responses=error_responses(401, 404))
async def want_notices(services: TheServices, asker: SessionPerson, id: GameId, body: Notices) -> Notices:
    """Turn the notices of a game on or off."""
    await own_table(services, asker, id)
    change = sa.update(schema.seat).where(*own_seats(asker, id)).values(notices=body.notices)
    await services.database.write(lambda c: c.execute(change))
    services.hub.turn_passed([asker.id])
    return body


async def _updates(services: Services, asker: Person, address: str) -> AsyncIterator[bytes]:
    """The list, again after every change. It ends with the session, like the feed of a game."""
    listener = services.hub.add_for_person(asker.id, address)
    owner = feed.connection_owner(asker, address)
    sent: Awaiting | None = None
    try:
        services.hub.enter(owner)
        while listener.open:
            has_news = await listener.wait(feed.KEEPALIVE)
            await services.people.check_access(asker, address)
            now = await _awaiting(services, asker)
            if now != sent:
                sent = now
                yield orjson.dumps({"type": "awaiting", **now.model_dump()})
            elif not has_news:
                yield orjson.dumps({"type": "still-here"})
    except StorageError as error:
        yield orjson.dumps({"type": "error", **error.body()})
    except Refused:
        return
    finally:
        services.hub.leave(owner)
        services.hub.remove_for_person(asker.id, listener)


async def _awaiting(services: Services, asker: Person | None) -> Awaiting:
    if asker is None:
        return Awaiting(games=[])
    game, seat = schema.game.c, schema.seat.c
    wanted = (
        sa.select(game.id, game.game, game.changed.label("since"), game.deadline, seat.notices)
        .join_from(schema.seat, schema.game)
        .where(seat.person == asker.id, seat.seat == game.to_move, seat.bot.is_(None), game.status == "running")
        .order_by(game.changed, game.id)
    )
    found = await services.database.read(lambda c: list(c.execute(wanted).mappings()))
    return Awaiting(games=[AwaitingGame(**row) for row in found])
