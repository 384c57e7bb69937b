"""Routes for live updates: a WebSocket, and server-sent events where WebSockets are blocked. Both send the same."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Query, Request, WebSocket
from fastapi.responses import StreamingResponse

from lutetia.server.http.asgi import client_address
from lutetia.server.http.dependencies import Asker, GameId, TheServices, WithText, error_responses
from lutetia.server.jobs.admission import step_aside
from lutetia.server.live.listener import Listener
from lutetia.server.live.websocket import serve_websocket
from lutetia.server.people.sessions import cookie_name
from lutetia.server.services import Services

router = APIRouter(prefix="/api/games", tags=["live"])

Since = Annotated[int, Query(ge=-1, le=2**31)]


@router.get(
    "/{id}/events",
    response_class=StreamingResponse,
    responses=error_responses(404)
    | {200: {"content": {"text/event-stream": {}}, "description": "One state per event"}},
)
async def events(
    request: Request, services: TheServices, asker: Asker, id: GameId, since: Since = -1, text: WithText = False
) -> StreamingResponse:
    """The game as server-sent events: the current state, then one after every change."""
    await step_aside()
    await services.tables.get(id)

    async def stream() -> AsyncIterator[bytes]:
        person, address = asker.id if asker else None, client_address(request.scope)
        listener = Listener(id, person, text=text, address=address)
        async for parts in services.feeds.feed(listener, asker, since):
            yield b"".join((b"data: ", *parts, b"\n\n"))
        if services.hub.closed:
            yield come_back_soon()

    return event_stream(stream())


def come_back_soon() -> bytes:
    """The last lines of an event stream when the server stops: connect again within a second, not all at once."""
    return b"retry: %d\n\n" % random.randrange(200, 800)


def event_stream(events: AsyncIterator[bytes]) -> StreamingResponse:
    """A response with server-sent events, which proxies must not buffer."""
    return StreamingResponse(events, media_type="text/event-stream", headers={"x-accel-buffering": "no"})


@router.websocket("/{id}/live")
async def live(socket: WebSocket, id: GameId, since: int = -1, text: bool = False) -> None:
    """The game over a WebSocket. Steps may be sent on it too, as `{"seq", "step", "client_key"}`."""
    services: Services = socket.app.state.services
    token = socket.cookies.get(cookie_name(socket.url.scheme))
    count_step = socket.app.state.metrics.steps.inc
    await serve_websocket(
        socket,
        services.feeds,
        token,
        id,
        since,
        address=client_address(socket.scope),
        text=text,
        pace=services.settings.limit_websocket_steps,
        count_step=count_step,
    )
