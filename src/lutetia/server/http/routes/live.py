"""News as they come: over a WebSocket, or as server-sent events where sockets are blocked. Both say the same.

Whoever listens is sent the whole state each time, so nothing can drift apart: a message that was missed is made good by
the next one, and `since` says which events to tell again.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect
from fastapi.responses import StreamingResponse
from pydantic import ValidationError

from lutetia.server.errors import Refused, error_body, who_are_you
from lutetia.server.http.dependencies import Asker, TheHouse, refusals
from lutetia.server.http.routes.games import GameId
from lutetia.server.http.routes.steps import Step, take_step
from lutetia.server.live.frames import SAY
from lutetia.server.live.hub import Listener
from lutetia.server.people.accounts import Person
from lutetia.server.people.sessions import cookie_name
from lutetia.server.play.state import Parts, message, state
from lutetia.server.play.table import Table
from lutetia.server.services import House
from lutetia.server.store.database import StoreTrouble

router = APIRouter(prefix="/api/games", tags=["live"])

SILENCE = 20.0
"""Seconds after which a word is sent though there is no news, so that both ends notice a dead line."""
RESTART = 1012
"""How a socket is closed by a server that stops: come back."""
STEPS_PER_SECOND = 20
LONGEST_FRAME = 4_096
Since = Annotated[int, Query(ge=-1, le=2**31)]


@router.get(
    "/{id}/events",
    response_class=StreamingResponse,
    responses=refusals(404) | {200: {"content": {"text/event-stream": {}}, "description": "One state per event"}},
)
async def events(house: TheHouse, asker: Asker, id: GameId, since: Since = -1) -> StreamingResponse:
    """The game as server-sent events: first as it is, then at every change."""
    await house.tables.at(id)

    async def stream() -> AsyncIterator[bytes]:
        listener = Listener(id, asker.id if asker else None)
        async for said in _news(house, listener, asker, since):
            yield b"".join((b"data: ", *said, b"\n\n"))

    return StreamingResponse(stream(), media_type="text/event-stream", headers={"x-accel-buffering": "no"})


@router.websocket("/{id}/live")
async def live(socket: WebSocket, id: GameId, since: int = -1) -> None:
    """The game over a socket; steps may be sent on it too, as `{"seq", "step", "client_key"}`."""
    house: House = socket.app.state.house
    await socket.accept()
    try:
        person = await house.people.of_cookie(socket.cookies.get(cookie_name(socket.url.scheme)))
        await house.tables.at(id)
    except Refused as refused:
        await _last_word(socket, refused.body(), 1013 if isinstance(refused, StoreTrouble) else 4404)
        return
    listener = Listener(id, person.id if person else None)
    sending = asyncio.create_task(_send_all(socket, house, listener, person, since))
    sending.add_done_callback(_let_go)
    try:
        await _hear_all(socket, house, listener, person)
    finally:
        sending.cancel()
        await asyncio.wait({sending})


def _let_go(task: asyncio.Task[None]) -> None:
    """A line may break while something is said: that is nobody's fault."""
    if not task.cancelled():
        task.exception()


async def _news(house: House, listener: Listener, asker: Person | None, since: int) -> AsyncIterator[Parts]:
    """The state now, and again after each change; words beside it; "still-here" where there has been nothing for a
    while. All of them carry `seq` and `state_hash`; those beside the game have them from the state that was told last.

    It ends with the session: who has signed out or is blocked is told nothing more.
    """
    id_, person = listener.game, listener.person
    house.hub.listen(listener)
    try:
        table = await house.tables.at(id_)
        _presence(house, table, listener)
        async with table.lock:
            first = listener.hears(state(table, person, now=house.now(), since=since))
        yield first
        while listener.open:
            news_there = await listener.woken(SILENCE)
            if asker is not None and not await house.people.goes_on(asker):
                raise who_are_you()
            if not news_there:
                listener.side.append({"type": "still-here"})
            while listener.side:
                beside = {**listener.side.popleft(), "seq": listener.told, "state_hash": listener.state_hash}
                yield (orjson.dumps(beside),)
            table = await house.tables.at(id_)
            if table.seq == listener.told and not listener.anew:
                continue
            async with table.lock:  # between a step and its commit nobody is told
                if table.seq == listener.told and not listener.anew:
                    continue
                listener.anew = False
                news = listener.hears(message(table, person, listener.told))
            yield news
    except Refused as refused:
        yield (orjson.dumps({"type": "error", **refused.body()}),)
    finally:
        house.hub.leave(listener)
        if person is not None and not house.hub.closed and person not in house.hub.here(id_):
            house.begin(_gone(house, id_))


def _presence(house: House, table: Table, newcomer: Listener | None = None) -> None:
    """Tell who is here: everybody if that has changed, else only who has come. Only who has a seat is told of."""
    here = house.hub.here(table.id)
    seats = [seat.seat for seat in table.seats.values() if seat.person in here]
    if house.hub.changed(table.id, seats):
        house.hub.tell(table.id, {"type": "presence", "here": seats})
    elif newcomer is not None:
        newcomer.tell({"type": "presence", "here": seats})


async def _gone(house: House, id_: str) -> None:
    with contextlib.suppress(Refused):
        _presence(house, await house.tables.at(id_))


async def _send_all(socket: WebSocket, house: House, listener: Listener, person: Person | None, since: int) -> None:
    """All news, and at their end goodbye: then there is nothing to hear any more, either."""
    say = _voice(socket)
    try:
        async for said in _news(house, listener, person, since):
            await say(*said)
    finally:
        with contextlib.suppress(Exception):  # the line may be broken
            await socket.close(RESTART if house.hub.closed else 1000)


async def _hear_all(socket: WebSocket, house: House, listener: Listener, person: Person | None) -> None:
    """Steps that come over the socket. Whatever else comes is answered with an error and changes nothing."""
    say, pace = _voice(socket), asyncio.get_running_loop().time()
    while True:
        try:
            text = await socket.receive_text()
        except (WebSocketDisconnect, RuntimeError, KeyError):
            return
        status, body, key = await _heard(house, listener, person, text)
        head = orjson.dumps({"type": "answer", "client_key": key, "status": status})
        await say(head[:-1], b',"body":', *body, b"}")
        now = asyncio.get_running_loop().time()
        pace = max(pace + 1 / STEPS_PER_SECOND, now - 1)
        if pace > now:
            await asyncio.sleep(pace - now)


def _voice(socket: WebSocket) -> Callable[..., Awaitable[None]]:
    """How to speak into a socket: by the short way, if it has one."""

    async def say(*parts: bytes) -> None:
        await socket.send_text(b"".join(parts).decode())

    short: Callable[..., Awaitable[None]] = socket.scope.get(SAY, say)
    return short


async def _heard(house: House, listener: Listener, person: Person | None, text: str) -> tuple[int, Parts, str | None]:
    try:
        wanted = Step.model_validate_json(text[: LONGEST_FRAME + 1])
    except ValidationError as error:
        why = error.errors()[0]
        where = ".".join(map(str, why["loc"])) or "message"
        return 422, (orjson.dumps(error_body("invalid", f"{where}: {why['msg']}")),), None
    try:
        if person is None or not await house.people.goes_on(person):
            raise who_are_you()
        status, body = await take_step(house, person, listener.game, wanted, listener)
    except Refused as refused:
        status, body = refused.status, (orjson.dumps(refused.body()),)
    return status, body, wanted.client_key


async def _last_word(socket: WebSocket, body: dict[str, Any], code: int) -> None:
    await socket.send_text(orjson.dumps({"type": "error", **body}).decode())
    await socket.close(code)
