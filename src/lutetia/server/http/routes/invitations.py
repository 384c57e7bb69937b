"""The route of an invitation: whether it can still be used. Registering with it is in `accounts.py`."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from lutetia.server.http.dependencies import TheServices, error_responses
from lutetia.server.people import invitations

router = APIRouter(prefix="/api/invitations", tags=["people"])


class Invitation(BaseModel):
    """An invitation that can be used."""

    until: int
    left: int = Field(description="How many more people can register with it")


@router.get("/{token}", responses=error_responses(404))
async def invitation(services: TheServices, token: Annotated[str, Path(min_length=1, max_length=100)]) -> Invitation:
    """Until when an invitation works; 404 if there is none, 403 if it has expired or was used."""
    found = await services.database.read(lambda c: invitations.check(c, token, services.now()))
    return Invitation(until=found.until, left=found.uses - found.used)
