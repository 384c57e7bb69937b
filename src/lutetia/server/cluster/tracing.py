"""Tracing with OpenTelemetry: the way of one step from the proxy's request to the connections it is sent to.

Spans: the request, `step`, and in it `check`, `commit` and `announce`; then `fan-out` here, and in every other process
that follows the game `hint`, `catch-up` and its own `fan-out`. The message bus carries the context along. So do the
jobs of bots: `job` and `bot` in the process that does them.

It is on if the standard variable OTEL_EXPORTER_OTLP_ENDPOINT is set. Then `start` wraps the functions on this way;
otherwise they are what they are, and nothing of OpenTelemetry is imported.
"""

from __future__ import annotations

import contextlib
import functools
import os
import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lutetia.core.json_types import Json
from lutetia.server.cluster.bus import Bus, Handler
from lutetia.server.cluster.follower import Follower
from lutetia.server.live.hub import Hub
from lutetia.server.play import commit, steps
from lutetia.server.play.bots import BotPlayer

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Tracer

ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
CONTEXT = "traceparent"
"""The header, and the field of a message on the bus, that carries the context (W3C Trace Context)."""
TRACED = "/api/"
log = structlog.get_logger("tracing")
_checking_since: ContextVar[int | None] = ContextVar("checking_since", default=None)


def is_wanted() -> bool:
    """Whether there is somebody to send traces to."""
    return any(os.environ.get(name) for name in ENDPOINTS) and os.environ.get("OTEL_SDK_DISABLED", "") != "true"


def start() -> Tracing | None:
    """Trace from now on; None, with a line in the log, if OpenTelemetry is not installed."""
    try:
        return Tracing(_provider())
    except ImportError:
        log.error("no tracing", why="OpenTelemetry is missing: pip install 'lutetia[tracing]'")
        return None


def _provider() -> TracerProvider:
    """Sends spans in the background, as the variables OTEL_… say."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    name = os.environ.get("OTEL_SERVICE_NAME", "lutetia")
    resource = Resource.create({"service.name": name, "service.instance.id": f"{os.uname().nodename}:{os.getpid()}"})
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider


class Tracing:
    """The tracing of one process."""

    def __init__(self, provider: TracerProvider) -> None:
        self._provider = provider
        self.tracer: Tracer = provider.get_tracer("lutetia")
        self._undo: list[Callable[[], None]] = []
        self._wrap(steps, "submit", self._step)
        self._wrap(commit.TableService, "commit", self._commit)
        self._wrap(Hub, "announce", functools.partial(self._sync, "announce"))
        self._wrap(Hub, "_push", functools.partial(self._sync, "fan-out"))
        self._wrap(Follower, "_catch_up", functools.partial(self._async, "catch-up"))
        self._wrap(BotPlayer, "play", functools.partial(self._async, "bot"))
        self._wrap(Bus, "publish", self._publish)
        self._wrap(Bus, "subscribe", self._subscribe)
        with contextlib.suppress(ImportError):  # jobs are shared only where the extra `postgres` is installed
            from lutetia.server.cluster.shared_work import SharedWork
            from lutetia.server.jobs.shared_queue import SharedQueue

            self._wrap(SharedQueue, "defer", self._defer)
            self._wrap(SharedWork, "_play", self._continue)

    def close(self) -> None:
        """Send what waits. It may take seconds, so it runs in a thread."""
        while self._undo:
            self._undo.pop()()
        self._provider.shutdown()

    def _wrap(self, owner: Any, name: str, wrapper: Callable[[Callable[..., Any]], Callable[..., Any]]) -> None:
        original = getattr(owner, name)
        setattr(owner, name, functools.wraps(original)(wrapper(original)))
        self._undo.append(lambda: setattr(owner, name, original))

    # ---- in one process ----------------------------------------------------------------------------------------------

    def _sync(self, span: str, original: Callable[..., Any]) -> Callable[..., Any]:
        def traced(*values: Any, **options: Any) -> Any:
            with self.tracer.start_as_current_span(span):
                return original(*values, **options)

        return traced

    def _async(self, span: str, original: Callable[..., Any]) -> Callable[..., Any]:
        async def traced(*values: Any, **options: Any) -> Any:
            with self.tracer.start_as_current_span(span):
                return await original(*values, **options)

        return traced

    def _step(self, original: Callable[..., Any]) -> Callable[..., Any]:
        async def submit(tables: Any, player: Any, game: str, **options: Any) -> Any:
            with self.tracer.start_as_current_span("step", attributes={"game": game, "seq": options["seq"]}) as span:
                _checking_since.set(time.time_ns())
                status, body = await original(tables, player, game, **options)
                span.set_attribute("status", status)
                return status, body

        return submit

    def _commit(self, original: Callable[..., Any]) -> Callable[..., Any]:
        async def commit(tables: Any, table: Any, kind: str, **options: Any) -> Any:
            since = _checking_since.get()
            if since is not None:  # what came before the commit was the check
                _checking_since.set(None)
                self.tracer.start_span("check", start_time=since).end()
            with self.tracer.start_as_current_span("commit", attributes={"kind": kind}):
                return await original(tables, table, kind, **options)

        return commit

    # ---- from one process to the others ------------------------------------------------------------------------------

    def _publish(self, original: Callable[..., None]) -> Callable[..., None]:
        from opentelemetry.propagate import inject

        def publish(bus: Bus, subject: str, message: Json) -> None:
            carrier: dict[str, str] = {}
            inject(carrier)
            original(bus, subject, message | carrier if CONTEXT in carrier else message)

        return publish

    def _subscribe(self, original: Callable[..., None]) -> Callable[..., None]:
        from opentelemetry.propagate import extract

        def subscribe(bus: Bus, subject: str, handler: Handler) -> None:
            def traced(message: Json) -> None:
                if CONTEXT not in message:
                    return handler(message)
                context = extract({CONTEXT: message.pop(CONTEXT)})
                with self.tracer.start_as_current_span("hint", context=context):
                    return handler(message)

            original(bus, subject, traced)

        return subscribe

    def _defer(self, original: Callable[..., Any]) -> Callable[..., Any]:
        from opentelemetry.propagate import inject

        async def defer(queue: Any, work: Json, *values: Any, **options: Any) -> Any:
            carrier: dict[str, str] = {}
            inject(carrier)
            return await original(queue, work | carrier, *values, **options)

        return defer

    def _continue(self, original: Callable[..., Any]) -> Callable[..., Any]:
        """A bot's job belongs to the trace of the step after which it was asked."""
        from opentelemetry.propagate import extract

        async def play(shared: Any, work: Json, *values: Any) -> Any:
            context = extract({CONTEXT: work[CONTEXT]}) if CONTEXT in work else None
            with self.tracer.start_as_current_span("job", context=context):
                return await original(shared, work, *values)

        return play

    # ---- requests ----------------------------------------------------------------------------------------------------

    def requests_of(self, app: ASGIApp) -> ASGIApp:
        """The application with a span for every request of its API, which continues the proxy's trace."""
        from opentelemetry.propagate import extract
        from opentelemetry.trace import SpanKind

        async def traced(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != "http" or not scope["path"].startswith(TRACED):
                await app(scope, receive, send)
                return
            headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
            method = scope["method"]
            with self.tracer.start_as_current_span(method, extract(headers), kind=SpanKind.SERVER) as span:

                async def observed(message: Message) -> None:
                    if message["type"] == "http.response.start":
                        span.set_attribute("http.response.status_code", message["status"])
                    await send(message)

                await app(scope, receive, observed)
                route = str(getattr(scope.get("route"), "path", "none"))
                span.update_name(f"{method} {route}")
                span.set_attributes({"http.request.method": method, "http.route": route})

        return traced
