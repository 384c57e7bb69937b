"""HTTP connections that write the head and the body of a response in one call.

uvicorn writes them one after the other, which costs two system calls and wakes the client twice.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST_HELD = 64 * 1024
"""Bytes that wait at most. More are written at once, so that the flow control of uvicorn notices them."""


class JoiningTransport:
    """A transport that joins what is written until the event loop comes round."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self.transport = transport
        self._held: list[bytes] = []
        self._size = 0

    def write(self, data: bytes) -> None:
        if not self._held:
            asyncio.get_running_loop().call_soon(self.flush)
        self._held.append(data)
        self._size += len(data)
        if self._size > MOST_HELD:
            self.flush()

    def flush(self) -> None:
        """Write what waits."""
        if self._held:
            held, self._held, self._size = self._held, [], 0
            self.transport.write(held[0] if len(held) == 1 else b"".join(held))

    def close(self) -> None:
        self.flush()
        self.transport.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.transport, name)


class OneWriteProtocol(HttpToolsProtocol):
    """uvicorn's HTTP connection with such a transport. A WebSocket gets the plain one: it has nothing to join."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(cast(asyncio.Transport, JoiningTransport(transport)))

    def handle_websocket_upgrade(self) -> None:
        joining = cast(JoiningTransport, self.transport)
        joining.flush()  # the answer to an earlier request comes first
        self.transport = joining.transport
        super().handle_websocket_upgrade()
