"""A small TCP load balancer before several web processes: round robin, and a dead process is left out.

It runs in a thread of its own. Like a real one, it asks every process from time to time whether it is ready (`/readyz`)
and sends new connections only to those that are; if none is, to any that accepts one, so that clients get an answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import threading
from collections.abc import Iterator
from contextlib import contextmanager

CHECK_SECONDS = 0.25
CONNECT_SECONDS = 0.5
"""A process behind a broken network does not refuse a connection, it does not answer."""
Address = tuple[str, int]


class _Pipe(asyncio.Protocol):
    """One direction of a connection."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.other: _Pipe | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        if self.other is not None and self.other.transport is not None:
            self.other.transport.write(data)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.other is not None and self.other.transport is not None:
            if exc is None:
                self.other.transport.close()
            else:
                self.other.transport.abort()

    def pause_writing(self) -> None:
        if self.other is not None and self.other.transport is not None:
            self.other.transport.pause_reading()

    def resume_writing(self) -> None:
        if self.other is not None and self.other.transport is not None:
            with contextlib.suppress(RuntimeError):
                self.other.transport.resume_reading()


class _Client(_Pipe):
    """A client's connection; what arrives before a process is found waits.

    Pausing a connection as soon as it is made is not enough: Python 3.11.2, which Debian 12 has, reads on.
    """

    def __init__(self, balancer: Balancer) -> None:
        super().__init__()
        self._balancer = balancer
        self._early = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        assert self.transport is not None
        self.transport.pause_reading()
        self._task = asyncio.get_running_loop().create_task(self._balancer.join(self))

    def data_received(self, data: bytes) -> None:
        if self.other is None:
            self._early += data
        else:
            super().data_received(data)

    def join(self, other: _Pipe) -> None:
        """A process is found."""
        assert self.transport is not None
        self.other, other.other = other, self
        if self._early:
            super().data_received(self._early)
        self.transport.resume_reading()


class Balancer:
    """One address for several processes."""

    def __init__(self) -> None:
        self.url = ""
        self.targets: list[Address] = []
        """All processes, dead or alive. May be changed at any time."""
        self.ready: set[Address] = set()
        self._turn = itertools.count()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="balancer", daemon=True)
        self._started = threading.Event()

    def start(self) -> None:
        self._thread.start()
        self._started.wait(10)

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def _run(self) -> None:
        self._loop.run_until_complete(self._open())
        checking = self._loop.create_task(self._check())
        self._started.set()
        self._loop.run_forever()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._server.close()
        with contextlib.suppress(asyncio.CancelledError):
            self._loop.run_until_complete(checking)
        self._loop.close()

    async def _open(self) -> None:
        self._server = await self._loop.create_server(lambda: _Client(self), "127.0.0.1", 0, backlog=1024)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    # ---- which process -----------------------------------------------------------------------------------------------

    def _order(self) -> list[Address]:
        """The processes in the order in which a new connection tries them."""
        targets = list(self.targets)
        start = next(self._turn)
        turned = [targets[(start + place) % len(targets)] for place in range(len(targets))]
        return sorted(turned, key=lambda target: target not in self.ready)

    async def join(self, client: _Client) -> None:
        """Connect a client with a process."""
        assert client.transport is not None
        for target in self._order():
            try:
                async with asyncio.timeout(CONNECT_SECONDS):
                    _transport, pipe = await self._loop.create_connection(_Pipe, *target)
            except (OSError, TimeoutError):
                self.ready.discard(target)
                continue
            if client.transport.is_closing():
                pipe.transport and pipe.transport.abort()
            else:
                client.join(pipe)
            return
        client.transport.abort()

    async def _check(self) -> None:
        while True:
            targets = list(self.targets)
            await asyncio.gather(*map(self._look, targets))
            self.ready &= set(self.targets)
            await asyncio.sleep(CHECK_SECONDS)

    async def _look(self, target: Address) -> None:
        """Ask one process whether it is ready."""
        writer, found = None, b""
        with contextlib.suppress(OSError, TimeoutError, EOFError, asyncio.LimitOverrunError):
            async with asyncio.timeout(1.0):
                reader, writer = await asyncio.open_connection(*target)
                writer.write(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                found = await reader.readline()
        if writer is not None:
            writer.transport.abort()
        if b" 200 " in found:
            self.ready.add(target)
        else:
            self.ready.discard(target)


@contextmanager
def balancing() -> Iterator[Balancer]:
    """A balancer for a while."""
    balancer = Balancer()
    balancer.start()
    try:
        yield balancer
    finally:
        balancer.stop()
