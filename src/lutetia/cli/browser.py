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

    from lutetia.server.ops.settings import Settings

PORTS_TRIED = 20


def play_in_browser(port: int | None, data: Path | None, browser: bool) -> None:
    """Start the server on this machine and open the browser; if it is running already, only open the browser."""
    from lutetia.cli.console import err
    from lutetia.cli.serve import run, show_owner_link
    from lutetia.cli.settings import read_settings
    from lutetia.server.http.owner import link
    from lutetia.server.store.lock import address_of

    settings = read_settings(port=port, data=data)
    folder = settings.data
    show = open_browser if browser else show_owner_link
    running = address_of(folder)
    if running is not None:
        print(f"ready {running}", flush=True)
        show(link(folder, running))
        return
    err().print(_("Lutetia is running. Press Ctrl+C to stop; your games are in {folder}", folder=folder))
    run(_listen(settings), settings, show, quiet=True)


def _listen(settings: Settings) -> socket.socket:
    """Listen on the port that was asked for, or on the first free one from the default on. Raises CommandError."""
    from lutetia.cli.errors import CommandError
    from lutetia.cli.serve import listen

    first, fixed = settings.port, "port" in settings.model_fields_set
    for port in [first] if fixed else [*range(first, first + PORTS_TRIED), 0]:
        try:
            return listen(settings.host, port)
        except OSError as error:
            if fixed or not port:
                why = error.strerror or str(error)
                where = f"{settings.host}:{port}"
                raise CommandError(_("cannot listen on {address}: {why}", address=where, why=why)) from None
    raise AssertionError("the last port either works or is an error")


def open_browser(address: str) -> None:
    """Open the browser; if there is none, print the address."""
    from lutetia.cli.console import err

    screen = (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.name == "nt" or sys.platform == "darwin"
    )
    if not (screen and webbrowser.open(address)):
        err().print(_("Open this address in your browser: {address}", address=address), soft_wrap=True)
