"""Letting others in: a house that listens on this machine alone opens its doors to the local network, when asked."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Iterator

import uvicorn
from starlette.types import ASGIApp

from lutetia.server.http.server import configured
from lutetia.server.ops.settings import Settings

EVERYWHERE = ("0.0.0.0", "::", "")


def addresses() -> list[str]:
    """This machine's own IPv4 addresses in its networks, the most useful first. Nothing is sent anywhere."""
    found: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # an address of no machine: only asks which way packets would leave
        found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [host for host in dict.fromkeys(found) if not host.startswith("127.") and host != "0.0.0.0"]


class Lan:
    """The further sockets of one house."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._open: list[str] = []

    def links(self) -> list[str]:
        """Where others find this house; [] while it listens on this machine alone."""
        host, port = self._settings.host, self._settings.port
        if host in EVERYWHERE:
            return [f"http://{found}:{port}" for found in addresses()]
        if host == "localhost" or host.startswith("127.") or host == "::1":
            return list(self._open)
        return [f"http://{host}:{port}"]

    def can_open(self) -> bool:
        """Whether there is anything to open: a network, and nothing in front of us that decides instead."""
        return not self.links() and not self._settings.behind_proxy and bool(addresses())

    def open(self) -> tuple[list[str], list[socket.socket]]:
        """Sockets on every own address, with the house's port where it is free; the links that lead to them."""
        sockets = []
        for host in addresses():
            for port in (self._settings.port, 0):
                try:
                    listening = socket.create_server((host, port), backlog=2048)
                except OSError:
                    continue
                sockets.append(listening)
                self._open.append(f"http://{host}:{listening.getsockname()[1]}")
                break
        return list(self._open), sockets

    async def serve(self, sockets: list[socket.socket]) -> None:
        """Serve the same application there until the house closes."""
        server = _Beside(configured(self._app, proxy_headers=False))
        try:
            await server.serve(sockets=sockets)
        except asyncio.CancelledError:
            server.should_exit = server.force_exit = True
            raise
        finally:
            self._open.clear()
            for listening in sockets:
                listening.close()


class _Beside(uvicorn.Server):
    """A server beside the main one, which alone listens to signals."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
