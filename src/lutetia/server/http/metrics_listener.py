"""The address for Prometheus: the metrics, and nothing else, on a port of their own."""

from __future__ import annotations

import asyncio
import socket

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from lutetia.server.http.server import SecondServer, uvicorn_config
from lutetia.server.ops.metrics import CONTENT_TYPE, Metrics
from lutetia.server.ops.settings import Settings

PATH = "/metrics"
METHODS = ("GET", "HEAD")


def metrics_app(metrics: Metrics) -> ASGIApp:
    """An application that answers `GET /metrics`."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        if scope["path"] != PATH:
            response = Response(status_code=404)
        elif scope["method"] not in METHODS:
            response = Response(status_code=405, headers={"allow": ", ".join(METHODS)})
        else:
            response = Response(await metrics.exposition(), media_type=CONTENT_TYPE)
        await response(scope, receive, send)

    return app


async def serve_metrics(listening: socket.socket, metrics: Metrics, settings: Settings) -> None:
    """Answer on this socket until the server closes."""
    server = SecondServer(uvicorn_config(metrics_app(metrics), settings, proxy_headers=False))
    try:
        await server.serve(sockets=[listening])
    except asyncio.CancelledError:
        server.should_exit = server.force_exit = True
        raise
    finally:
        listening.close()
