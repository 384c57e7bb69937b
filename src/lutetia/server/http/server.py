"""uvicorn's server, begun and ended well: rubbish is looked for seldom, and told to stop it lets the listeners go,
finishes what was asked, and is content."""

from __future__ import annotations

import gc
import socket
import time
from types import FrameType
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from lutetia.server.live.frames import Line
from lutetia.server.live.hub import Hub

TICKS_PER_SECOND = 10
"""uvicorn's."""
HALF_A_SECOND, HOUR = 5, 36_000
SHARE = 50
"""At most a fiftieth of the time is spent on looking through what is new."""
MANY = 100_000
"""So many new things, and it is looked at once: else the look would take too long."""
PATIENCE = 150
"""Seconds that a connection may be silent between two requests. Longer than browsers and proxies keep theirs (Caddy two
minutes, nginx one): so it is they who hang up, and never we in the moment in which a step is on its way."""


def configured(app: ASGIApp, **more: Any) -> uvicorn.Config:
    """How uvicorn is to carry an application whose house is opened and closed elsewhere."""
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        lifespan="off",
        server_header=False,
        ws=Line,
        ws_max_size=64 * 1024,
        ws_per_message_deflate=False,  # states are small, and compressing thousands of sockets is not
        timeout_keep_alive=PATIENCE,
        **more,
    )


class Serving(uvicorn.Server):
    """Ctrl+C and `kill` end it alike. uvicorn alone would wait for streams that never end, and die of the signal."""

    hub: Hub | None = None
    _ticks, _next_look = 0, HALF_A_SECOND

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Once: stop; twice: at once. The signal is not raised again afterwards: to stop was what was wanted."""
        self.force_exit = self.should_exit
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """From now on rubbish in circles is looked for by the clock (`on_tick`). Left alone, Python counts new things,
        then looks through many old ones: with a thousand games that stops everybody for a fifth of a second."""
        await super().startup(sockets)
        gc.disable()

    async def on_tick(self, counter: int) -> bool:
        """Twice a second through what is new, more seldom where that takes long; once an hour through everything.
        People who come and go leave circles behind, steps do not: with many steps little is found, and much is new."""
        self._ticks += 1
        if self._ticks % HOUR == 0:
            gc.collect()
        elif self._ticks >= self._next_look or gc.get_count()[0] >= MANY:
            began = time.perf_counter()
            gc.collect(0)
            took = time.perf_counter() - began
            self._next_look = self._ticks + max(HALF_A_SECOND, round(took * SHARE * TICKS_PER_SECOND))
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self.hub is not None:
            self.hub.close()
        await super().shutdown(sockets)
        gc.enable()
