"""An eye on the doors: a line in the log and a count in the metrics for every request; and no fault gets through."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable
from random import getrandbits

import structlog
from fastapi import FastAPI, Request, Response
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lutetia.server.errors import broken
from lutetia.server.http.asgi import refuse
from lutetia.server.ops.logging import fault, request_name
from lutetia.server.ops.settings import Settings

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
WHO = "lutetia.person"
"""Where the guard writes down, within a request, who asks."""
REFUSED = {401, 403, 429}
"""Answers of which the log also says where the question came from."""
FORWARDED = {"x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "forwarded", "via", "x-real-ip"}


class Metrics:
    """What is counted, for each server on its own."""

    def __init__(self, listeners: Callable[[], float]) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        labels = ["method", "door", "status"]
        self.requests = Counter("lutetia_requests", "Requests answered", labels, registry=self.registry)
        self.seconds = Histogram("lutetia_seconds", "Time until an answer begins", ["door"], registry=self.registry)
        self.steps = Counter("lutetia_steps", "Steps accepted from people", registry=self.registry)
        open_now = Gauge("lutetia_listeners", "Open sockets and streams of events", registry=self.registry)
        open_now.set_function(listeners)

        self._labelled: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

    def count(self, method: str, door: str, status: int, seconds: float) -> None:
        method = method if method in METHODS else "other"
        if (found := self._labelled.get((method, door, status))) is None:
            found = self.requests.labels(method, door, str(status)), self.seconds.labels(door)
            self._labelled[method, door, status] = found
        requests, took = found
        requests.inc()
        took.observe(seconds)
        if door.endswith("/steps") and status == 200:
            self.steps.inc()


class Watch:
    """It sees every request come in and every answer go out."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics
        self.log = structlog.get_logger("doors").bind()  # once, not for every line

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        status, first = 0, 0.0

        async def watched(message: Message) -> None:
            nonlocal status, first
            if not status:
                status = _status(message)
                first = time.perf_counter() - began
            await send(message)

        request_name.set(f"{getrandbits(48):012x}")  # each request is a task with a context of its own
        try:
            await self.app(scope, receive, watched)
        except Exception as error:
            self.log.error("fault", door=_door(scope), **fault(error))
            if not status:
                await refuse(scope, watched, broken())
        method, door = scope.get("method", "SOCKET"), _door(scope)
        self.metrics.count(method, door, status, first)
        line = {"method": method, "door": door, "status": status, "ms": round(first * 1000, 1)}
        line |= {"whole_ms": round((time.perf_counter() - began) * 1000, 1), "person": scope.get(WHO)}
        if status in REFUSED:
            line["address"] = _address(scope)
        say = self.log.error if status >= 500 else self.log.info
        say("request", **line)


def _status(message: Message) -> int:
    """What an outgoing message says about how it went; 0: nothing yet."""
    match message["type"]:
        case "http.response.start" | "websocket.http.response.start":
            return int(message["status"])
        case "websocket.accept":
            return 101
        case "websocket.close":
            return 403
    return 0


def _address(scope: Scope) -> str:
    return str((scope.get("client") or ("", 0))[0])


def _door(scope: Scope) -> str:
    """The address as the doors have it, without the ids in it."""
    return str(getattr(scope.get("route"), "path", None) or "none")


def show_metrics(app: FastAPI, settings: Settings, metrics: Metrics) -> None:
    """`/metrics`: for who asks on this very machine, and not through a proxy; for all where the docs are for all."""

    async def show(request: Request) -> Response:
        if not settings.public_docs and not from_here(request, settings):
            raise HTTPException(404)
        return Response(generate_latest(metrics.registry), media_type=CONTENT_TYPE_LATEST)

    app.add_api_route("/metrics", show, include_in_schema=False)


def from_here(request: Request, settings: Settings) -> bool:
    """Whether the asker sits at this very machine."""
    if settings.behind_proxy or FORWARDED & set(request.headers) or request.client is None:
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False
