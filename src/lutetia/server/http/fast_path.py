"""The fast path for steps: a valid step over HTTP is answered right behind the request guard.

The framework's routing, dependencies and layers would cost as much as the step itself. Every other request, and every
invalid one, takes the normal path, which reports what is wrong.
"""

from __future__ import annotations

import re

from pydantic import ValidationError
from starlette.types import ASGIApp, Receive, Scope, Send

from lutetia.server.errors import Refused
from lutetia.server.http.asgi import refuse, replay_body, respond
from lutetia.server.http.routes.steps import router as step_routes
from lutetia.server.live.websocket import StepRequest
from lutetia.server.play import steps

WITH_TEXT = b"text=1"
"""The query of a client that wants text with the state. Another query takes the normal path."""
PATH = re.compile(r"/api/games/([0-9A-Za-z_-]{1,40})/steps")


class FastPath:
    """Runs between the request guard, which has found the session and read the body, and the framework."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "POST" or not (found := PATH.fullmatch(scope["path"])):
            await self.app(scope, receive, send)
            return
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
                found[1],
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
