"""uvicorn's server, ended well: told to stop it lets the listeners go, finishes what was asked, and is content."""

from __future__ import annotations

import socket
from types import FrameType

import uvicorn

from lutetia.server.hub import Hub


class Serving(uvicorn.Server):
    """Ctrl+C and `kill` end it alike. uvicorn alone would wait for streams that never end, and die of the signal."""

    hub: Hub | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Once: stop; twice: at once. The signal is not raised again afterwards: to stop was what was wanted."""
        self.force_exit = self.should_exit
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self.hub is not None:
            self.hub.close()
        await super().shutdown(sockets)
