"""`lutetia serve` and `lutetia openapi`: run the server for other people, and print its API schema."""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lutetia.core.i18n import _

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    from lutetia.server.ops.settings import Settings

DATA = Annotated[Path | None, typer.Option(help=_("Folder of the games; by default your own data folder."))]


def serve(
    host: Annotated[
        str | None, typer.Option(help=_("Address to listen on; 0.0.0.0 lets others in."), show_default="127.0.0.1")
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help=_("Port to listen on; 0 means any free port."), show_default="1889"),
    ] = None,
    data: DATA = None,
) -> None:
    """Host games for others until Ctrl+C. Every LUTETIA_… setting applies; options override it."""
    from lutetia.cli.errors import CommandError
    from lutetia.cli.settings import read_settings

    settings = read_settings(host=host, port=port, data=data)
    try:
        listening = listen(settings.host, settings.port)
    except OSError as error:
        where = f"{settings.host}:{settings.port}"
        raise CommandError(_("cannot listen on {address}: {why}", address=where, why=error.strerror or error)) from None
    run(listening, settings, show_owner_link)


def show_owner_link(link: str) -> None:
    """Print the owner's link, if a person reads it; in a log it would be a secret."""
    from lutetia.cli.console import err

    if sys.stderr.isatty():
        err().print(_("To play as the owner of this server, open {address}", address=link), soft_wrap=True)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Raises OSError."""
    import socket

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(2048)
    except OSError:
        listening.close()
        raise
    return listening


def address(listening: socket.socket) -> str:
    """The URL of a listening socket."""
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def run(
    listening: socket.socket, settings: Settings, ready: Callable[[str], Any] | None = None, *, quiet: bool = False
) -> None:
    """Serve on this socket until a signal stops it.

    Prints `ready URL` once games can be played, then calls `ready` with the owner's link.
    """
    import asyncio

    from lutetia.cli.errors import CommandError
    from lutetia.server.errors import StorageError
    from lutetia.server.http import owner
    from lutetia.server.http.app import make_app
    from lutetia.server.http.metrics_listener import serve_metrics
    from lutetia.server.http.server import Server, uvicorn_config
    from lutetia.server.ops import logging
    from lutetia.server.services import Services

    settings.host, settings.port = listening.getsockname()[:2]
    if (
        quiet and "log_level" not in settings.model_fields_set
    ):  # at home, a log line for every request would only be noise
        settings.log_level = "warning"
    measuring = listen_for_metrics(settings.metrics)
    app = make_app(settings)
    config = uvicorn_config(
        app, settings, proxy_headers=settings.behind_proxy, timeout_graceful_shutdown=3, backlog=2048
    )
    server = Server(config)

    async def main() -> None:
        services = app.state.services = Services(settings)
        app.state.metrics.watch(services.database, services.health, settings.data)
        await services.open()
        server.hub = services.hub
        if measuring is not None:
            services.spawn(serve_metrics(measuring, app.state.metrics, settings))
        try:
            serving = asyncio.create_task(server.serve(sockets=[listening]))
            while not server.started and not serving.done():
                await asyncio.sleep(0.01)
            if server.started:
                _shorten_switch_interval()
                if services.lock is not None:
                    services.lock.write_address(address(listening))
                with contextlib.suppress(OSError):  # then nobody can open this server to the network
                    app.state.owner.publish(settings.data)
                print(f"ready {address(listening)}", flush=True)
                if ready:
                    ready(owner.link(settings.data, address(listening)))
            await serving
        finally:
            app.state.owner.withdraw(settings.data)
            await services.close()

    try:
        uvicorn_run(main, config)
    except StorageError as error:
        raise CommandError(str(error)) from None
    except KeyboardInterrupt:
        return
    finally:
        logging.close()


def listen_for_metrics(wanted: str | None) -> socket.socket | None:
    """A socket at the address for Prometheus, if there is one. Raises CommandError."""
    from lutetia.cli.errors import CommandError
    from lutetia.server.ops.settings import host_and_port

    if wanted is None:
        return None
    try:
        return listen(*host_and_port(wanted))
    except OSError as error:
        why = error.strerror or str(error)
        raise CommandError(_("cannot listen on {address}: {why}", address=wanted, why=why)) from None


def uvicorn_run(main: Callable[[], Any], config: Any) -> None:
    """Run with the event loop that uvicorn would choose."""
    import asyncio

    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(main())


def _shorten_switch_interval() -> None:
    """Let threads wait half a millisecond for the GIL instead of five.

    The database's writer thread needs the GIL several times per step, and the player waits with it.
    """
    sys.setswitchinterval(0.0005)


def openapi() -> None:
    """Print the OpenAPI schema of the server."""
    from lutetia.cli.settings import read_settings
    from lutetia.server.http.app import make_app

    print(json.dumps(make_app(read_settings()).openapi(), indent=2, ensure_ascii=False))
