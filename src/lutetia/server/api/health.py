"""Whether the server lives, and whether it can serve."""

from __future__ import annotations

import sqlalchemy as sa
from fastapi import APIRouter
from pydantic import BaseModel

import lutetia
from lutetia.core.i18n import N_
from lutetia.server.api.doors import TheHouse, refusals
from lutetia.server.errors import Refused

router = APIRouter(tags=["health"])


class Health(BaseModel):
    status: str
    version: str


@router.get("/healthz", responses=refusals())
async def healthz() -> Health:
    """The process answers."""
    return Health(status="ok", version=lutetia.__version__)


@router.get("/readyz", responses=refusals())
async def readyz(house: TheHouse) -> Health:
    """The database answers too, and games can be played."""
    if not house.ready:
        raise Refused(503, "not-ready", N_("The server is starting or stopping."))
    await house.database.read(lambda connection: connection.execute(sa.select(1)).scalar())
    return Health(status="ready", version=lutetia.__version__)
