"""uvicorn's server, begun and ended well: rubbish is looked for seldom, and told to stop it lets the listeners go,
finishes what was asked, and is content."""

from __future__ import annotations

import gc
import socket
from types import FrameType

import uvicorn

from lutetia.server.hub import Hub

HALF_A_MINUTE, HOUR = 300, 36_000
"""In ticks of uvicorn's."""
MANY = 50_000
"""So many things that are new and still there are looked through in some hundredths of a second."""


class Serving(uvicorn.Server):
    """Ctrl+C and `kill` end it alike. uvicorn alone would wait for streams that never end, and die of the signal."""

    hub: Hub | None = None
    _ticks = _looked = 0

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
        """Through what is new, where that is much or after a while; once an hour through everything. People who come
        and go leave circles behind, steps do not; but whatever is looked through stops everybody meanwhile."""
        self._ticks += 1
        if self._ticks % HOUR == 0:
            gc.collect()
        elif gc.get_count()[0] >= MANY or self._ticks - self._looked >= HALF_A_MINUTE:
            gc.collect(0)
            self._looked = self._ticks
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self.hub is not None:
            self.hub.close()
        await super().shutdown(sockets)
        gc.enable()
