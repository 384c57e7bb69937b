"""Routes for the companion of the box: a position set up by hand is drawn, checked and scored by the rules.

Every game whose manifest has a companion gets a route of its own, with the game's own model of a position.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import APIRouter, Body, Response
from pydantic import BaseModel

from lutetia import companion
from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.core.manifest import Manifest
from lutetia.games import manifest, manifests
from lutetia.server.errors import Refused
from lutetia.server.http.dependencies import (
    GameName,
    TheServices,
    WorkOwner,
    error_responses,
    json_response,
    known_game,
)
from lutetia.server.http.routes.texts import SeatText
from lutetia.server.tasks import companion as tasks

router = APIRouter(prefix="/api/companion", tags=["companion"])


class CompanionFault(BaseModel):
    rule: str
    text: str


class ScoreRow(BaseModel):
    """A source of points: each seat's points, and what earned them."""

    name: str
    label: str
    points: dict[str, int]
    parts: dict[str, list[str]]


class ScoreSheet(BaseModel):
    """`verdict`: who won, and what broke a tie."""

    rows: list[ScoreRow]
    total: dict[str, int]
    verdict: str


class ScoredPosition(BaseModel):
    """The position as a spectator sees it; a score sheet only if nothing is wrong. `notes` are odd but possible."""

    view: Json
    seats: dict[str, SeatText]
    faults: list[CompanionFault]
    notes: list[CompanionFault]
    sheet: ScoreSheet | None


class CompanionBox(BaseModel):
    """What can be set up, with its texts; the keys are the game's own."""

    game: str
    title: str
    box: Json


class CompanionPosition(BaseModel):
    game: str
    position: Json


@router.get("/{game}", responses=error_responses(404))
async def box(game: GameName) -> CompanionBox:
    """The components of a game: their names in positions, and their texts."""
    if known_game(game) not in companion.names():
        raise Refused(404, "no-companion", N_("There is no companion for this game."))
    return CompanionBox(game=game, title=_(manifest(game).title), box=companion.companion(game).box())


@router.post("/record", response_model=CompanionPosition, responses=error_responses())
async def from_record(record: Annotated[Json, Body()], services: TheServices, owner: WorkOwner) -> Response:
    """The position at a record's end, as a start for setting up by hand."""
    return json_response(await services.jobs.compute(owner, tasks.from_record, record))


def _count_route(found: Manifest) -> Callable[..., Awaitable[Response]]:
    """The endpoint that counts positions of one game."""

    async def count(position: BaseModel, services: TheServices, owner: WorkOwner) -> Response:
        """Draw, check and score a position, as if the game ended now."""
        return json_response(await services.jobs.compute(owner, tasks.counted, found.name, position.model_dump()))

    count.__annotations__["position"] = found.load("companion_model")
    count.__name__ = f"count_{found.name}"
    return count


for _found in manifests():
    if _found.has("companion") and _found.has("companion_model"):
        router.add_api_route(
            f"/{_found.name}",
            _count_route(_found),
            methods=["POST"],
            response_model=ScoredPosition,
            responses=error_responses(),
        )
