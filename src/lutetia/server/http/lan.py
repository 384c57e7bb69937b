"""Local network access: a server that listens on this machine only can, on request, listen on the network too."""

from __future__ import annotations

import asyncio
import contextlib
import socket

from starlette.types import ASGIApp

from lutetia.server.http.server import SecondServer, uvicorn_config
from lutetia.server.ops.settings import Settings

ALL_INTERFACES = ("0.0.0.0", "::", "")


def addresses() -> list[str]:
    """The IPv4 addresses of this machine, the most useful first. This sends nothing."""
    found: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # a reserved address: only finds the interface that packets would use
        found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [host for host in dict.fromkeys(found) if not host.startswith("127.") and host != "0.0.0.0"]


class Lan:
    """The additional listening sockets of one server."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._open: list[str] = []

    def links(self) -> list[str]:
        """The URLs for other machines; [] while the server listens on this machine only."""
        host, port = self._settings.host, self._settings.port
        if host in ALL_INTERFACES:
            return [f"http://{found}:{port}" for found in addresses()]
        if host == "localhost" or host.startswith("127.") or host == "::1":
            return list(self._open)
        return [f"http://{host}:{port}"]

    def can_open(self) -> bool:
        """Whether the server could listen on the network: there is one, no proxy is in front, and no other process."""
        alone = not self._settings.behind_proxy and not self._settings.shared
        return not self.links() and alone and bool(addresses())

    def open(self) -> tuple[list[str], list[socket.socket]]:
        """Listen on every address of this machine, on the server's port if it is free. Returns URLs and sockets."""
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
        """Serve the same application on these sockets until the server closes."""
        server = SecondServer(uvicorn_config(self._app, self._settings, proxy_headers=False))
        try:
            await server.serve(sockets=sockets)
        except asyncio.CancelledError:
            server.should_exit = server.force_exit = True
            raise
        finally:
            self._open.clear()
            for listening in sockets:
                listening.close()
