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

DRAIN_SECONDS = 1.0
"""Of a process that is not the only one: the time in which proxies notice that it is going."""
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
    processes: Annotated[
        int | None,
        typer.Option(min=1, max=256, help=_("Server processes on the port; more than one needs PostgreSQL.")),
    ] = None,
    listen_fd: Annotated[int | None, typer.Option(hidden=True)] = None,
    metrics_fd: Annotated[int | None, typer.Option(hidden=True)] = None,
) -> None:
    """Host games for others until Ctrl+C. Every LUTETIA_… setting applies; options override it."""
    import socket

    from lutetia.cli.settings import read_settings

    settings = read_settings(host=host, port=port, data=data)
    if listen_fd is not None:  # one of several processes
        from lutetia.cli.supervisor import end_with_parent

        end_with_parent()
        measuring = socket.socket(fileno=metrics_fd) if metrics_fd is not None else None
        run(socket.socket(fileno=listen_fd), settings, measuring=measuring, alone=False)
    elif processes is not None and processes > 1:
        _run_several(processes, settings)
    else:
        run(_listen(settings.host, settings.port), settings, show_owner_link)


def _run_several(processes: int, settings: Settings) -> None:
    """Serve with several processes. Raises CommandError."""
    import os

    from lutetia.cli.errors import CommandError
    from lutetia.cli.supervisor import Place, supervise
    from lutetia.server.ops import logging

    if not settings.shared:
        raise CommandError(
            _("several processes need PostgreSQL: set LUTETIA_DATABASE, such as postgresql+psycopg://USER@HOST/lutetia")
        )
    if os.name != "posix":
        raise CommandError(_("several processes on one port need Linux or another Unix"))
    logging.configure(settings.log_level, settings.log_to)
    listening = _listen(settings.host, settings.port)
    settings.port = listening.getsockname()[1]
    sockets = [listening] * processes
    if sys.platform == "linux":  # elsewhere the kernel does not spread connections, so all accept from one socket
        listening.close()
        sockets = [_listen(settings.host, settings.port, shared=True) for _process in sockets]
    places = [Place(number, each, listen_for_metrics(settings.metrics, number)) for number, each in enumerate(sockets)]
    options = ["--host", settings.host, "--port", str(settings.port), "--data", str(settings.data)]
    try:
        supervise(options, places, address(sockets[0]))
    finally:
        logging.close()


def _listen(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """A listening socket. Raises CommandError."""
    from lutetia.cli.errors import CommandError

    try:
        return listen(host, port, shared=shared)
    except OSError as error:
        why = error.strerror or str(error)
        raise CommandError(_("cannot listen on {address}: {why}", address=f"{host}:{port}", why=why)) from None


def show_owner_link(link: str) -> None:
    """Print the owner's link, if a person reads it; in a log it would be a secret."""
    from lutetia.cli.console import err

    if sys.stderr.isatty():
        err().print(_("To play as the owner of this server, open {address}", address=link), soft_wrap=True)


def listen(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """A listening socket. `shared`: other sockets of the same user may listen there, too. Raises OSError."""
    import socket

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
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
    listening: socket.socket,
    settings: Settings,
    ready: Callable[[str], Any] | None = None,
    *,
    measuring: socket.socket | None = None,
    quiet: bool = False,
    alone: bool = True,
) -> None:
    """Serve on this socket until a signal stops it.

    Prints `ready URL` once games can be played, then calls `ready` with the owner's link. Of several processes
    (`alone` is False) none has an owner, and each is handed the socket for its metrics (`measuring`).
    """
    import asyncio

    from lutetia.cli.errors import TRY_LATER, CommandError
    from lutetia.server.cluster import tracing
    from lutetia.server.errors import StorageError
    from lutetia.server.http import owner
    from lutetia.server.http.app import attach, make_app
    from lutetia.server.http.metrics_listener import serve_metrics
    from lutetia.server.http.server import Server, uvicorn_config
    from lutetia.server.ops import logging
    from lutetia.server.services import Services

    settings.host, settings.port = listening.getsockname()[:2]
    if (
        quiet and "log_level" not in settings.model_fields_set
    ):  # at home, a log line for every request would only be noise
        settings.log_level = "warning"
    if alone:
        measuring = listen_for_metrics(settings.metrics)
    app = make_app(settings)
    config = uvicorn_config(
        app, settings, proxy_headers=settings.behind_proxy, timeout_graceful_shutdown=3, backlog=2048
    )
    server = Server(config)

    async def main() -> None:
        traced = tracing.start() if tracing.is_wanted() else None
        services = attach(app, Services(settings))
        if traced is not None:
            config.app = traced.requests_of(app)
        services.shared_counts.share("connections", config.limits.open)
        await services.open()
        server.hub = services.hub
        server.stopping = services.stop_being_ready
        server.drain_seconds = DRAIN_SECONDS if settings.shared else 0.0
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
                if alone:
                    with contextlib.suppress(OSError):  # then nobody can open this server to the network
                        app.state.owner.publish(settings.data)
                print(f"ready {address(listening)}", flush=True)
                if ready:
                    ready(owner.link(settings.data, address(listening)))
            await serving
        finally:
            if alone:
                app.state.owner.withdraw(settings.data)
            await services.close()
            if traced is not None:
                await asyncio.to_thread(traced.close)

    try:
        uvicorn_run(main, config)
    except StorageError as error:
        raise CommandError(str(error), TRY_LATER if error.kind == "away" else 2) from None
    except KeyboardInterrupt:
        return
    finally:
        logging.close()


def listen_for_metrics(wanted: str | None, number: int = 0) -> socket.socket | None:
    """A socket at the address for Prometheus, if there is one. Raises CommandError.

    Of several processes each has its own: the port is higher by its number.
    """
    from lutetia.server.ops.settings import host_and_port

    if wanted is None:
        return None
    host, port = host_and_port(wanted)
    return _listen(host, port + number if port else 0)


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
