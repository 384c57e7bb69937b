"""WebSocket frames: uvicorn's WebSocket with a fast path for ready-made messages, sent as one text frame.

The normal path goes through every layer of the application, decodes the bytes and encodes them again, and copies them
several times. With thousands of messages per second that is a twelfth of all work. Other ASGI servers, and versions of
uvicorn that are built differently, use the normal path.
"""

from __future__ import annotations

from starlette.websockets import WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

SEND_PARTS = "lutetia.send_parts"
"""The key in a WebSocket's ASGI scope: send_parts(*parts) sends them as one message."""
NEEDED = ("close_sent", "conn", "disconnected", "scope", "transport", "writable")
"""The attributes of uvicorn's class that the fast path uses."""
ABNORMAL_CLOSURE = 1006
TEXT_FRAME = 0x81
"""The first byte of an unfragmented text frame."""


class FastWebSocket(WebSocketsSansIOProtocol):
    """One WebSocket connection."""

    async def run_asgi(self) -> None:
        if all(hasattr(self, name) for name in NEEDED) and not self.config.ws_per_message_deflate:
            self.scope[SEND_PARTS] = self.send_parts  # type: ignore[literal-required]
        await super().run_asgi()

    async def send_parts(self, *parts: bytes) -> None:
        """Send a text message; waits while the send buffer is full. Raises WebSocketDisconnect if it is closed."""
        if not self.writable.is_set():
            await self.writable.wait()
        if self.disconnected or self.close_sent or self.conn.state is not OPEN:
            raise WebSocketDisconnect(ABNORMAL_CLOSURE)
        self.transport.write(b"".join((_frame_header(sum(map(len, parts))), *parts)))


def _frame_header(length: int) -> bytes:
    """The header of a text frame (RFC 6455, section 5.2). A server does not mask its frames."""
    if length < 126:
        return bytes((TEXT_FRAME, length))
    if length < 1 << 16:
        return bytes((TEXT_FRAME, 126)) + length.to_bytes(2)
    return bytes((TEXT_FRAME, 127)) + length.to_bytes(8)
