"""uvicorn's WebSocket, with a short way out for what is said most: a whole state, ready as bytes, in one frame.

The ordinary way leads through every layer of the app, makes text of the bytes and bytes of the text, and copies them
several times; with thousands of messages a second that is a twelfth of all work. Where another server carries the app,
or a uvicorn that is built differently, there is only the ordinary way.
"""

from __future__ import annotations

from starlette.websockets import WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

SAY = "lutetia.say"
"""Where a socket's scope has the short way: say(*parts) sends them as one message."""
NEEDED = ("close_sent", "conn", "disconnected", "scope", "transport", "writable")
"""What it needs of uvicorn's class."""
CLOSED = 1006
TEXT = 0x81
"""The first byte of a frame that is a whole text."""


class Line(WebSocketsSansIOProtocol):
    """One socket."""

    async def run_asgi(self) -> None:
        if all(hasattr(self, name) for name in NEEDED) and not self.config.ws_per_message_deflate:
            self.scope[SAY] = self.say  # type: ignore[literal-required]
        await super().run_asgi()

    async def say(self, *parts: bytes) -> None:
        """Send a text; wait while the line is full. Raises WebSocketDisconnect if it is closed."""
        if not self.writable.is_set():
            await self.writable.wait()
        if self.disconnected or self.close_sent or self.conn.state is not OPEN:
            raise WebSocketDisconnect(CLOSED)
        self.transport.write(b"".join((_head(sum(map(len, parts))), *parts)))


def _head(length: int) -> bytes:
    """What comes before so many bytes of text (RFC 6455, 5.2); a server's are not masked."""
    if length < 126:
        return bytes((TEXT, length))
    if length < 1 << 16:
        return bytes((TEXT, 126)) + length.to_bytes(2)
    return bytes((TEXT, 127)) + length.to_bytes(8)
