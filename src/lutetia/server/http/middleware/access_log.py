"""The access log and the request metrics. An exception that nothing else caught becomes a 500 response here."""

from __future__ import annotations

import time
from random import getrandbits

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lutetia.server.errors import error_fields, internal_error
from lutetia.server.http.asgi import CAUSE, client_address, refuse
from lutetia.server.ops.logging import request_id
from lutetia.server.ops.metrics import Metrics

PERSON_ID = "lutetia.person"
"""The key in a request's scope under which the request guard stores the id of the person who asks."""
LOG_ADDRESS = {401, 403, 429}
"""Responses for which the log also has the client's address."""

PROBE = "/readyz"
"""Load balancers ask there every second. What is wrong is logged once, by whoever finds it."""
UNAVAILABLE = 503
"""The response for which the log also has the cause."""


class AccessLog:
    """One line and one count for every request."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics
        self.log = structlog.get_logger("http").bind()  # bound once, not for every line

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        status, first = 0, 0.0

        async def observed_send(message: Message) -> None:
            nonlocal status, first
            if not status:
                status = _status(message)
                first = time.perf_counter() - began
            await send(message)

        request_id.set(f"{getrandbits(48):012x}")  # each request is a task with its own context
        try:
            await self.app(scope, receive, observed_send)
        except Exception as error:
            self.log.error("unhandled exception", route=_route(scope), **error_fields(error))
            if not status:
                await refuse(scope, observed_send, internal_error())
        method, route = scope.get("method", "WEBSOCKET"), _route(scope)
        self.metrics.count_request(method, route, status, first)
        line = {"method": method, "route": route, "status": status, "ms": round(first * 1000, 1)}
        line |= {"total_ms": round((time.perf_counter() - began) * 1000, 1), "person": scope.get(PERSON_ID)}
        if status in LOG_ADDRESS:
            line["address"] = client_address(scope)
        if status == UNAVAILABLE:
            line["cause"] = scope.get(CAUSE)
        write = self.log.error if status >= 500 and not (status == UNAVAILABLE and route == PROBE) else self.log.info
        write("request", **line)


def _status(message: Message) -> int:
    """The HTTP status of an outgoing message; 0 if it has none."""
    match message["type"]:
        case "http.response.start" | "websocket.http.response.start":
            return int(message["status"])
        case "websocket.accept":
            return 101
        case "websocket.close":
            return 403
    return 0


def _route(scope: Scope) -> str:
    """The route's path template, without the ids in it."""
    return str(getattr(scope.get("route"), "path", None) or "none")
