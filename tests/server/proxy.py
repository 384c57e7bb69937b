"""A bad network between clients and a server: it drops, doubles, delays, reorders, and sometimes is not there at all.

What goes over a WebSocket is taken apart into frames, so that single messages are lost, come twice or in another order,
which TCP alone would never do. Other connections are cut and delayed, and requests that change something come twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from typing import NamedTuple

TEXT = 1


class Faults(NamedTuple):
    """How likely each is: of a message, or of a piece of what is no WebSocket."""

    drop: float = 0.04
    double: float = 0.06
    reorder: float = 0.06
    delay: float = 0.1
    cut: float = 0.01
    longest: float = 0.05
    """Seconds of a delay."""


class Proxy:
    """Listens on a port of its own and passes on, with faults, to a server."""

    def __init__(self, host: str, port: int, faults: Faults, rng: random.Random) -> None:
        self._there = (host, port)
        self._faults, self._rng = faults, rng
        self._server: asyncio.Server | None = None
        self._lines: set[asyncio.Task[None]] = set()
        self.url = ""
        self.down = False
        self.counted: dict[str, int] = dict.fromkeys(Faults._fields, 0)

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()
        await self.cut()

    async def cut(self) -> None:
        """Break every connection there is."""
        lines = list(self._lines)
        for line in lines:
            line.cancel()
        await asyncio.gather(*lines, return_exceptions=True)

    def _happens(self, fault: str) -> bool:
        if self._rng.random() >= getattr(self._faults, fault):
            return False
        self.counted[fault] += 1
        return True

    async def _late(self) -> None:
        if self._happens("delay"):
            await asyncio.sleep(self._rng.uniform(0, self._faults.longest))

    # ---- connections -------------------------------------------------------------------------------------------------

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._lines.add(task)
        try:
            if not self.down:
                await self._pass_on(reader, writer)
        except (OSError, EOFError, asyncio.CancelledError):
            pass
        finally:
            self._lines.discard(task)
            writer.transport.abort()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        up_reader, up_writer = await asyncio.open_connection(*self._there)
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            if b"upgrade: websocket" in head.lower():
                up_writer.write(head)
                writer.write(await up_reader.readuntil(b"\r\n\r\n"))
                ways = (self._frames(reader, up_writer), self._frames(up_reader, writer))
            else:
                ways = (self._pieces(reader, up_writer, head), self._pieces(up_reader, writer))
            both = [asyncio.ensure_future(way) for way in ways]
            try:
                await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in both:
                    way.cancel()
                await asyncio.gather(*both, return_exceptions=True)
        finally:
            up_writer.transport.abort()

    # ---- what is no WebSocket ----------------------------------------------------------------------------------------

    async def _pieces(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, piece: bytes = b"") -> None:
        while piece or (piece := await reader.read(65_536)):
            await self._late()
            if self._happens("cut"):
                return
            if piece.startswith(b"POST ") and (whole := await _request(reader, piece)) is not None:
                piece = whole
                if self._happens("double"):
                    await self._again(piece)
            writer.write(piece)
            await writer.drain()
            piece = b""

    async def _again(self, request: bytes) -> None:
        """The same request, once more before it comes; nobody hears the answer."""
        with contextlib.suppress(OSError, EOFError):
            reader, writer = await asyncio.open_connection(*self._there)
            writer.write(request)
            await reader.readuntil(b"\r\n\r\n")
            writer.transport.abort()

    # ---- messages over a WebSocket -----------------------------------------------------------------------------------

    async def _frames(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        held: bytes | None = None
        async for kind, frame in _read_frames(reader):
            if kind != TEXT:
                writer.write(frame)
                continue
            await self._late()
            if self._happens("cut"):
                return
            if self._happens("drop"):
                continue
            if held is None and self._happens("reorder"):
                held = frame  # until the next has overtaken it
                continue
            writer.write(frame)
            if self._happens("double"):
                writer.write(frame)
            if held is not None:
                writer.write(held)
                held = None
            await writer.drain()


async def _request(reader: asyncio.StreamReader, piece: bytes) -> bytes | None:
    """A whole small request, of which a piece has come."""
    head, end, body = piece.partition(b"\r\n\r\n")
    if not end:
        return None
    length = next(
        (int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), 0
    )
    return piece + (await reader.readexactly(length - len(body)) if length > len(body) else b"")


async def _read_frames(reader: asyncio.StreamReader) -> AsyncIterator[tuple[int, bytes]]:
    """The kind and the bytes of each frame, as they came (RFC 6455, 5.2)."""
    while True:
        try:
            frame = await reader.readexactly(2)
            length = frame[1] & 127
            if length > 125:
                more = await reader.readexactly(2 if length == 126 else 8)
                frame, length = frame + more, int.from_bytes(more)
            masked = 4 if frame[1] & 128 else 0
            frame += await reader.readexactly(masked + length)
        except asyncio.IncompleteReadError:
            return
        yield frame[0] & 15, frame


@contextlib.asynccontextmanager
async def bad_network(url: str, seed: int, faults: Faults | None = None) -> AsyncIterator[Proxy]:
    """A proxy before the server at this address."""
    host, port = url.removeprefix("http://").split(":")
    proxy = Proxy(host, int(port), faults or Faults(), random.Random(seed))
    await proxy.open()
    try:
        yield proxy
    finally:
        await proxy.close()
