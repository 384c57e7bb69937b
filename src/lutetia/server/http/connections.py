"""Limits of connections that hold without a reverse proxy: size and time of a request's head, time of its body, number.

uvicorn's parser keeps an unfinished head as long as the client likes. This class cuts it off. A request that arrives in
one piece, as nearly all do, costs it neither a timer nor a copy.
"""

from __future__ import annotations

import asyncio
from itertools import chain

import orjson
import structlog
import uvicorn
from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from lutetia.core.i18n import N_
from lutetia.server.errors import Refused
from lutetia.server.http.one_write import OneWriteProtocol
from lutetia.server.open_counts import OpenCounts
from lutetia.server.ops.settings import Settings
from lutetia.server.rate_limit import network

log = structlog.get_logger("http")


class ConnectionLimits:
    """The limits of one server, and how many connections each address has open."""

    def __init__(self, settings: Settings) -> None:
        self.head_bytes = settings.head_bytes
        self.head_seconds = settings.head_seconds
        self.body_seconds = settings.body_seconds
        # Behind a proxy all connections have the proxy's address.
        counted = settings.limits and not settings.behind_proxy
        self.open = OpenCounts(settings.connections_per_address if counted else None)

    def admit(self, client: tuple[str, int] | None) -> bool:
        """Count a new connection; returns whether its address may have it. Each is released in the end."""
        return client is None or self.open.most is None or self.open.enter(network(client[0]))

    def release(self, client: tuple[str, int] | None) -> None:
        """A connection has ended."""
        if client is not None and self.open.most is not None:
            self.open.leave(network(client[0]))


class LimitedConfig(uvicorn.Config):
    """uvicorn's configuration, with the limits."""

    limits: ConnectionLimits


class LimitedHttp(OneWriteProtocol):
    """One HTTP connection. While a head or a body is incomplete, a timer runs."""

    _limits: ConnectionLimits
    _in_head = _in_body = _refused = False
    _head_size = 0
    """Bytes received of a head that is not complete."""
    _expected = ""
    """What the timer waits for: "head", "body" or ""."""
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        assert isinstance(self.config, LimitedConfig)
        self._limits = self.config.limits
        if self._limits.admit(self.client):
            self._expect("head")
        else:
            reason = N_("Too many connections from your address; close some.")
            self._refuse(Refused(429, "many-connections", reason))

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect("")
        self._limits.release(self.client)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        if not self._in_body:
            self._head_size += len(data)
        super().data_received(data)
        if self._refused or self.transport.is_closing() or self.parser is None:
            return
        if not self._in_body and self._head_size > self._limits.head_bytes:
            self._refuse_head()
        elif self._in_body:
            self._expect("body")
        else:  # a client that sends empty lines between requests is not idle either
            idle = self.cycle is None or self.cycle.response_complete
            self._expect("head" if self._in_head or (idle and self._head_size) else "")

    def on_message_begin(self) -> None:
        self._in_head = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head, self._in_body, self._head_size = False, True, 0
        separators = 4 * len(self.headers)  # ": " and the line's end
        if len(self.url) + separators + sum(map(len, chain.from_iterable(self.headers))) > self._limits.head_bytes:
            self._refuse_head()
        else:
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if not self._refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._in_body = False
        if not self._refused:
            super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """The connection is a WebSocket's from now on, and so is releasing it."""
        self._expect("")
        if not self._refused:
            super().handle_websocket_upgrade()

    def _expect(self, what: str) -> None:
        """Give the client time for a head or for a body; "": there is nothing to wait for."""
        if what == self._expected:
            return
        self._expected = what
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if what:
            seconds = self._limits.head_seconds if what == "head" else self._limits.body_seconds
            self._timer = self.loop.call_later(seconds, self._time_is_up)

    def _time_is_up(self) -> None:
        self._timer = None
        reason = N_("The request did not arrive in time.")
        self._refuse(Refused(408, "too-slow", reason))

    def _refuse_head(self) -> None:
        reason = N_("The request header is too large: at most {most} bytes.")
        self._refuse(Refused(431, "large-head", reason, most=self._limits.head_bytes))

    def _refuse(self, refused: Refused) -> None:
        """Answer with an error, unless a response has begun, and close the connection."""
        self._refused = True
        self._expect("")
        log.info("connection refused", why=refused.code, address=self.client[0] if self.client else None)
        if not self.transport.is_closing():
            if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
                body = orjson.dumps(refused.body())
                head = b"content-type: application/json\r\nconnection: close\r\ncontent-length: %d\r\n\r\n" % len(body)
                self.transport.write(STATUS_LINE[refused.status] + head + body)
            self.transport.close()
