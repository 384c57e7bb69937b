"""The fast path: a valid step over HTTP, and the WebSocket of a game, are served right behind the request guard.

For a step, the framework's routing, dependencies and layers would cost as much as the step itself. For a WebSocket they
would stay on the stack, and in memory, as long as it is open. Every other request, and every invalid one, takes the
normal path, which reports what is wrong.
"""

from __future__ import annotations

import re

from pydantic import ValidationError
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from lutetia.server.errors import Refused
from lutetia.server.http.asgi import refuse, replay_body, respond
from lutetia.server.http.routes import live
from lutetia.server.http.routes.steps import router as step_routes
from lutetia.server.live.websocket import StepRequest
from lutetia.server.play import steps

WITH_TEXT = b"text=1"
"""The query of a client that wants text with the state. Another query takes the normal path."""
STEPS = re.compile(r"/api/games/([0-9A-Za-z_-]{1,40})/steps")
LIVE = re.compile(r"/api/games/([0-9A-Za-z_-]{1,40})/live")
LIVE_QUERY = re.compile(rb"since=(-?\d{1,9})(&text=1)?")
LIVE_ROUTE = next(route for route in live.router.routes if getattr(route, "endpoint", None) is live.live)


class FastPath:
    """Runs between the request guard, which has found the session and read the body, and the framework."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and (found := LIVE.fullmatch(scope["path"])):
            await self._open_websocket(found[1], scope, receive, send)
        elif scope["type"] == "http" and scope["method"] == "POST" and (found := STEPS.fullmatch(scope["path"])):
            await self._take_step(found[1], scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _open_websocket(self, game: str, scope: Scope, receive: Receive, send: Send) -> None:
        query = LIVE_QUERY.fullmatch(scope["query_string"])
        if query is None:
            await self.app(scope, receive, send)
            return
        scope["route"] = LIVE_ROUTE  # for the access log and the metrics
        await live.live(WebSocket(scope, receive, send), game, int(query[1]), query[2] is not None)

    async def _take_step(self, game: str, scope: Scope, receive: Receive, send: Send) -> None:
        person, body = scope["person"], (await receive())["body"]
        wanted, query = _parse(body), scope["query_string"]
        if person is None or wanted is None or query not in (b"", WITH_TEXT):
            await self.app(scope, replay_body(body, receive), send)
            return
        scope["route"] = step_routes.routes[0]  # for the access log and the metrics
        tables = scope["app"].state.services.tables
        try:
            status, parts = await steps.submit(
                tables,
                person,
                game,
                seq=wanted.seq,
                step=wanted.step,
                client_key=wanted.client_key,
                text=query == WITH_TEXT,
            )
        except Refused as refused:
            await refuse(scope, send, refused)
        else:
            await respond(send, status, b"".join(parts))


def _parse(body: bytes) -> StepRequest | None:
    """The step in a body, if it is valid."""
    try:
        return StepRequest.model_validate_json(body)
    except ValidationError:
        return None
