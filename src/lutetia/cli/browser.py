"""`lutetia play` in the browser: the house on this machine, for whoever sits before it."""

from __future__ import annotations

import os
import sys
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from lutetia.core.i18n import _

if TYPE_CHECKING:
    import socket

PORT = 1889
PORTS_TRIED = 20


def open_house(port: int | None, data: Path | None, browser: bool) -> None:
    """Start the house on this machine and show it; if it is open already, only show it."""
    from lutetia.cli.console import err
    from lutetia.cli.serve import run
    from lutetia.server.settings import data_folder
    from lutetia.server.store.lock import address_of

    folder = data or data_folder()
    running = address_of(folder)
    if running is not None:
        print(f"ready {running}", flush=True)
        if browser:
            show(running)
        return
    err().print(_("Lutetia is at home. It closes with Ctrl+C; your games are kept in {folder}", folder=folder))
    run(_listen(port), folder, show if browser else None, quiet=True)


def _listen(port: int | None) -> socket.socket:
    """On the port that was named, or the first free one from 1889 on. Raises CommandError."""
    from lutetia.cli.errors import CommandError
    from lutetia.cli.serve import listen

    tried = [port] if port is not None else [*range(PORT, PORT + PORTS_TRIED), 0]
    for one in tried:
        try:
            return listen("127.0.0.1", one)
        except OSError as error:
            if port is not None:
                why = error.strerror or str(error)
                raise CommandError(_("cannot listen on port {port}: {why}", port=port, why=why)) from None
    raise AssertionError("port 0 is always free")


def show(address: str) -> None:
    """Open the browser, or say where to go where none can be opened."""
    from lutetia.cli.console import err

    screen = (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.name == "nt" or sys.platform == "darwin"
    )
    if not (screen and webbrowser.open(address)):
        err().print(_("Open this address in your browser: {address}", address=address), soft_wrap=True)
