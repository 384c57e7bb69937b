"""uvicorn's server, begun and ended well: rubbish is looked for seldom, and told to stop it lets the listeners go,
finishes what was asked, and is content."""

from __future__ import annotations

import gc
import socket
from types import FrameType

import uvicorn

from lutetia.server.hub import Hub

HALF_A_SECOND, HOUR = 5, 36_000
"""In ticks of uvicorn's."""


class Serving(uvicorn.Server):
    """Ctrl+C and `kill` end it alike. uvicorn alone would wait for streams that never end, and die of the signal."""

    hub: Hub | None = None

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
        """Twice a second: through what is new, a matter of milliseconds. Once an hour: through everything."""
        if counter % HALF_A_SECOND == HALF_A_SECOND - 1:
            gc.collect(2 if counter % HOUR == HOUR - 1 else 0)
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self.hub is not None:
            self.hub.close()
        await super().shutdown(sockets)
        gc.enable()
