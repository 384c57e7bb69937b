"""Routes for monitoring: liveness, readiness, metrics."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel
from starlette.exceptions import HTTPException

import lutetia
from lutetia.core.i18n import N_
from lutetia.server.errors import Refused
from lutetia.server.http.dependencies import TheServices, error_responses
from lutetia.server.ops.metrics import CONTENT_TYPE, Metrics

router = APIRouter(tags=["health"])


class Health(BaseModel):
    status: str
    version: str


class Readiness(Health):
    workers: int | None = None
    """With PostgreSQL: how many jobs can run at the same time. With 0, bots wait until a worker is started."""


@router.get("/healthz", responses=error_responses())
async def healthz() -> Health:
    """Liveness: the process answers."""
    return Health(status="ok", version=lutetia.__version__)


@router.get("/readyz", responses=error_responses())
async def readyz(services: TheServices) -> Readiness:
    """Readiness: the database can be written, is not damaged and has room, so games can be played."""
    if not services.ready:
        raise Refused(503, "not-ready", N_("The server is starting or stopping."))
    await services.health.check()
    workers = None if services.shared_work is None else services.shared_work.queue.places.workers
    return Readiness(status="ready", version=lutetia.__version__, workers=workers)


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request, services: TheServices) -> Response:
    """Only if the API's documentation is public. Otherwise the metrics have an address of their own."""
    if not services.settings.public_docs:
        raise HTTPException(404)
    counted: Metrics = request.app.state.metrics
    return Response(await counted.exposition(), media_type=CONTENT_TYPE)
