"""`lutetia play` in the browser: a server on this machine for one person."""

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


def play_in_browser(port: int | None, data: Path | None, browser: bool) -> None:
    """Start the server on this machine and open the browser; if it is running already, only open the browser."""
    from lutetia.cli.console import err
    from lutetia.cli.serve import run, show_owner_link
    from lutetia.server.http.owner import link
    from lutetia.server.ops.settings import data_folder
    from lutetia.server.store.lock import address_of

    folder = data or data_folder()
    show = open_browser if browser else show_owner_link
    running = address_of(folder)
    if running is not None:
        print(f"ready {running}", flush=True)
        show(link(folder, running))
        return
    err().print(_("Lutetia is running. Press Ctrl+C to stop; your games are in {folder}", folder=folder))
    run(_listen(port), folder, show, quiet=True)


def _listen(port: int | None) -> socket.socket:
    """Listen on the given port, or on the first free one from 1889 on. Raises CommandError."""
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


def open_browser(address: str) -> None:
    """Open the browser; if there is none, print the address."""
    from lutetia.cli.console import err

    screen = (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.name == "nt" or sys.platform == "darwin"
    )
    if not (screen and webbrowser.open(address)):
        err().print(_("Open this address in your browser: {address}", address=address), soft_wrap=True)
