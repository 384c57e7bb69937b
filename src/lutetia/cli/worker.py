"""`lutetia worker`: do the work of a server that runs on PostgreSQL, on any machine that reaches the database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from lutetia.core.i18n import _

if TYPE_CHECKING:
    import socket

    from lutetia.server.jobs.fair_queue import Lane
    from lutetia.server.ops.settings import Settings


def worker(
    processes: Annotated[
        int | None, typer.Option(min=1, max=64, help=_("Jobs that think at the same time; one more does quick work."))
    ] = None,
    queues: Annotated[
        str | None,
        typer.Option(
            help=_("Only this work, with commas: quick, long, background."), show_default="quick,long,background"
        ),
    ] = None,
) -> None:
    """Play the bots' turns, analyse games and send mail until Ctrl+C. Every LUTETIA_… setting applies."""
    from lutetia.cli.errors import CommandError
    from lutetia.cli.serve import listen_for_metrics
    from lutetia.cli.settings import read_settings

    settings = read_settings(bot_processes=processes)
    if not settings.shared:
        raise CommandError(
            _("a worker needs the PostgreSQL database of its server: LUTETIA_DATABASE=postgresql+psycopg://…")
        )
    _run(settings, _lanes(queues), listen_for_metrics(settings.metrics))


def _lanes(queues: str | None) -> tuple[Lane, ...]:
    """The lanes with these names. Raises CommandError."""
    from lutetia.cli.errors import CommandError
    from lutetia.server.jobs.fair_queue import Lane

    if queues is None:
        return tuple(Lane)
    known = {lane.name.lower(): lane for lane in Lane}
    names = [name.strip() for name in queues.split(",")]
    if unknown := [name for name in names if name not in known]:
        raise CommandError(
            _("there is no queue {name}; the queues are {known}", name=repr(unknown[0]), known=", ".join(known)), 2
        )
    return tuple(known[name] for name in names)


def _run(settings: Settings, lanes: tuple[Lane, ...], measuring: socket.socket | None) -> None:
    """Work until a signal says to stop. Prints `ready` once jobs are taken."""
    import asyncio
    import signal

    from lutetia.cli.errors import TRY_LATER, CommandError
    from lutetia.server.cluster import tracing
    from lutetia.server.errors import StorageError
    from lutetia.server.http.metrics_listener import serve_metrics
    from lutetia.server.ops import logging
    from lutetia.server.ops.metrics import Metrics
    from lutetia.server.services import Services

    async def main() -> None:
        """Until a signal comes."""
        stop = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        traced = tracing.start() if tracing.is_wanted() else None
        services = Services(settings, worker=lanes)
        metrics = Metrics(lambda: 0)
        metrics.watch_jobs(services.database)
        services.jobs.observe(metrics.work)
        if settings.nats:
            metrics.watch_bus(services.is_bus_connected)
        await services.open()
        try:
            if measuring is not None:
                services.spawn(serve_metrics(measuring, metrics, settings))
            names = ",".join(lane.name.lower() for lane in lanes)
            print(f"ready worker processes={settings.bot_processes} queues={names}", flush=True)
            await stop.wait()
        finally:
            await services.close()
            if traced is not None:
                await asyncio.to_thread(traced.close)

    logging.configure(settings.log_level, settings.log_to)
    try:
        asyncio.run(main())
    except StorageError as error:
        raise CommandError(str(error), TRY_LATER if error.kind == "away" else 2) from None
    finally:
        logging.close()
