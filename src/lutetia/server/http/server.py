"""uvicorn's server with scheduled garbage collection and graceful shutdown."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
import socket
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from types import FrameType
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from lutetia.server.http.connections import ConnectionLimits, LimitedConfig, LimitedHttp
from lutetia.server.live.frames import FastWebSocket
from lutetia.server.live.hub import Hub
from lutetia.server.ops.settings import Settings

TICKS_PER_SECOND = 10
"""How often uvicorn calls `on_tick`."""
TWO_SECONDS, HOUR = 20, 36_000
"""In ticks."""
MANY_CONNECTIONS = 100
"""After this many have ended, if they were a quarter of all, free memory goes back to the system."""
GC_SHARE = 50
"""At most a fiftieth of the time is spent on collecting the youngest generation."""
MANY_OBJECTS = 100_000
"""Collect at once after this many new objects; otherwise the collection would take too long."""
KEEP_ALIVE_SECONDS = 150
"""How long an idle connection stays open. Longer than browsers and proxies keep theirs (Caddy two minutes, nginx one),
so that they close it and never the server, just when a request arrives."""


def uvicorn_config(app: ASGIApp, settings: Settings, **more: Any) -> LimitedConfig:
    """The configuration for an application whose services are opened and closed elsewhere."""
    config = LimitedConfig(
        app,
        log_config=None,
        access_log=False,
        lifespan="off",
        server_header=False,
        http=LimitedHttp,
        ws=FastWebSocket,
        ws_max_size=64 * 1024,
        ws_per_message_deflate=False,  # states are small, and compression for thousands of WebSockets is expensive
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        **more,
    )
    config.limits = ConnectionLimits(settings)
    return config


# What glibc offers to give memory back; other C libraries have nothing like it.
_malloc_trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None


class Server(uvicorn.Server):
    """Stops gracefully on Ctrl+C and SIGTERM. uvicorn alone would wait for event streams, which never end."""

    hub: Hub | None = None
    drain_seconds = 0.0
    """How long connections that are kept open are still served after the signal, if another process takes over."""
    stopping: Callable[[], None] = staticmethod(lambda: None)
    """Called at the signal."""
    _loop: asyncio.AbstractEventLoop | None = None
    _listening: Sequence[socket.socket] = ()
    _ticks, _next_collection = 0, 1
    _most_connections = 0

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """The first signal stops the server gracefully, a second one at once. The process then exits with status 0."""
        self.force_exit = self.should_exit
        self.should_exit = True
        self.stopping()
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._stop_listening)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """From now on garbage is collected by the clock (`on_tick`).

        By default Python counts new objects and then also looks through many old ones for reference cycles. With a
        thousand games in memory that stops the server for a fifth of a second.
        """
        await super().startup(sockets)
        self._loop, self._listening = asyncio.get_running_loop(), list(sockets or ())
        gc.disable()

    async def on_tick(self, counter: int) -> bool:
        """Collect the youngest generation at every tick, or less often if that takes long; everything once an hour.

        It takes as long as there are new objects, and steps wait meanwhile: often means short. Neither steps nor other
        requests nor WebSockets leave reference cycles behind, so there is little garbage.
        """
        self._ticks += 1
        if self._ticks % TWO_SECONDS == 0:
            self._return_memory()
        if self._ticks % HOUR == 0:
            gc.collect()
        elif self._ticks >= self._next_collection or gc.get_count()[0] >= MANY_OBJECTS:
            began = time.perf_counter()
            gc.collect(0)
            took = time.perf_counter() - began
            self._next_collection = self._ticks + max(1, round(took * GC_SHARE * TICKS_PER_SECOND))
        return await super().on_tick(counter)

    def _return_memory(self) -> None:
        """Give the memory of ended connections back to the system. The C library would keep it."""
        now = self.hub.connections() if self.hub is not None else 0
        fewer = self._most_connections - now
        if fewer < MANY_CONNECTIONS or 4 * fewer < self._most_connections:
            self._most_connections = max(self._most_connections, now)
        else:
            self._most_connections = now
            if _malloc_trim is not None:
                _malloc_trim(0)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Graceful shutdown: take no new connections, end the live ones, finish the pending requests.

        A proxy may send a request over an idle connection at the very moment at which it is closed. So idle ones are
        kept for a while, and what comes over them is answered with `Connection: close`.
        """
        self._stop_listening()
        self.server_state.default_headers = [*self.server_state.default_headers, (b"connection", b"close")]
        served_until = time.monotonic() + self.drain_seconds
        if self.hub is not None:
            await self.hub.drain()
        while not self.force_exit and time.monotonic() < served_until:
            await asyncio.sleep(1 / TICKS_PER_SECOND)
        await super().shutdown(sockets)
        gc.enable()

    def _stop_listening(self) -> None:
        for server in self.servers:
            server.close()
        for one in self._listening:
            one.close()


class SecondServer(uvicorn.Server):
    """A second uvicorn server in the same process. Only the main one handles signals."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
