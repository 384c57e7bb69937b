"""WebSocket frames: uvicorn's WebSocket with a fast path for ready-made messages, sent as one text frame.

The normal path goes through every layer of the application, decodes the bytes and encodes them again, and copies them
several times. With thousands of messages per second that is a twelfth of all work. Other ASGI servers, and versions of
uvicorn that are built differently, use the normal path.
"""

from __future__ import annotations

import asyncio

from starlette.websockets import WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

FAST_SOCKET = "lutetia.fast_socket"
"""The key in a WebSocket's ASGI scope: its `FastWebSocket`, if messages may take the fast path."""
NEEDED = ("close_sent", "conn", "disconnected", "scope", "transport", "writable")
"""The attributes of uvicorn's class that the fast path uses."""
ABNORMAL_CLOSURE = 1006
TEXT_FRAME = 0x81
"""The first byte of an unfragmented text frame."""


class FastWebSocket(WebSocketsSansIOProtocol):
    """One WebSocket connection."""

    _queue: asyncio.Lock
    """Held by the first of the senders that wait for the buffer. The others wait for it, first come, first served."""
    _queued = 0
    """How many senders wait. Until they have sent, nobody else does, so that messages keep their order."""

    async def run_asgi(self) -> None:
        if all(hasattr(self, name) for name in NEEDED) and not self.config.ws_per_message_deflate:
            self._queue = asyncio.Lock()
            self.scope[FAST_SOCKET] = self  # type: ignore[literal-required]
        try:
            await super().run_asgi()
        finally:
            self.scope.pop(FAST_SOCKET, None)  # type: ignore[misc]

    def connection_lost(self, exc: Exception | None) -> None:
        """Break the last reference cycle, too, so that a connection's memory is free as soon as it has ended."""
        limits = getattr(getattr(self, "config", None), "limits", None)
        if limits is not None:  # it was counted as an HTTP connection
            limits.release(self.client)
        super().connection_lost(exc)
        parser = getattr(getattr(self, "conn", None), "parser", None)
        if parser is not None:
            parser.close()

    async def send_parts(self, *parts: bytes) -> None:
        """Send a text message; waits while the send buffer is full. Raises WebSocketDisconnect if it is closed."""
        if not self.is_ready:
            self._queued += 1
            try:
                async with self._queue:
                    await self.writable.wait()
            finally:
                self._queued -= 1
            if self.is_closed:
                raise WebSocketDisconnect(ABNORMAL_CLOSURE)
        self.write_parts(*parts)

    @property
    def is_ready(self) -> bool:
        """Whether a message can be sent at once."""
        return self.writable.is_set() and not self._queued and not self.is_closed

    @property
    def is_closed(self) -> bool:
        return self.disconnected or self.close_sent or self.conn.state is not OPEN

    def write_parts(self, *parts: bytes) -> None:
        """Send a text message at once. The socket must be ready."""
        self.transport.write(b"".join((_frame_header(sum(map(len, parts))), *parts)))


def _frame_header(length: int) -> bytes:
    """The header of a text frame (RFC 6455, section 5.2). A server does not mask its frames."""
    if length < 126:
        return bytes((TEXT_FRAME, length))
    if length < 1 << 16:
        return bytes((TEXT_FRAME, 126)) + length.to_bytes(2)
    return bytes((TEXT_FRAME, 127)) + length.to_bytes(8)
