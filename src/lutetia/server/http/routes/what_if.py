"""Routes for hypothetical positions: play on from any position, just for yourself.

In a running game everything here is computed from what the asker's own seat may know; the rest is made up.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated

import orjson
from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from lutetia.bots.engine_levels import BUDGETS, QUICK
from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused
from lutetia.server.http.dependencies import (
    Asker,
    TheServices,
    WithText,
    WorkOwner,
    error_responses,
    json_response,
)
from lutetia.server.http.routes.analysis_model import AnalysedTurn
from lutetia.server.http.routes.hints import Hint, Prospects, StepPreview, told_hint
from lutetia.server.http.routes.records import RecordPosition
from lutetia.server.jobs.fair_queue import Lane
from lutetia.server.people.sessions import Person
from lutetia.server.play import records
from lutetia.server.services import Services
from lutetia.server.store import shares
from lutetia.server.tasks import engine, positions
from lutetia.strict_model import StrictModel

router = APIRouter(prefix="/api/what-if", tags=["what-if"])


class WhatIfPosition(RecordPosition):
    """A hypothetical position. `imagined`: what the viewer cannot know was made up."""

    score: Json
    imagined: bool


class WhatIfRequest(StrictModel):
    """Further steps from a position of exactly one of these: a game, a share, a record, a view.

    `at` is the number of steps before it, by default all of them; `seat` is the viewer. With the perspective `decider`
    the view is that of the seat which decides in the position reached, and with `open` all hands are open.
    """

    game: Annotated[str | None, Field(max_length=100)] = None
    token: Annotated[str | None, Field(max_length=100)] = None
    record: Json | None = None
    view: Json | None = None
    at: Annotated[int | None, Field(ge=0, le=1_000_000)] = None
    steps: Annotated[list[Annotated[str, Field(max_length=200)]], Field(default_factory=list, max_length=500)]
    seat: Annotated[str | None, Field(max_length=20)] = None
    perspective: positions.Perspective = "seat"


class WhatIfPreviewRequest(WhatIfRequest):
    """A step in a hypothetical position."""

    step: Annotated[str, Field(max_length=200)]


class EngineRequest(WhatIfRequest):
    """`level`: how much effort, from 0 on; each level takes about four times that of the one before."""

    level: Annotated[int, Field(ge=0, lt=len(BUDGETS))] = 0


class EngineLine(BaseModel):
    """A turn from the position on, in the notation and in words, and each seat's values after it.

    `ends`: the turn ends there; otherwise the last step reveals something. `proven`: certain with best play.
    """

    steps: list[str]
    texts: list[str]
    ends: bool
    chances: dict[str, float]
    margins: dict[str, float]
    proven: bool


class EngineLines(BaseModel):
    """The best turns of the seat that decides, best first; none when the game is over there. `budget`: the effort."""

    seat: str | None
    budget: int
    lines: list[EngineLine]


@router.post("", response_model=WhatIfPosition, responses=error_responses(404))
async def what_if(
    wanted: WhatIfRequest, services: TheServices, asker: Asker, owner: WorkOwner, text: WithText = False
) -> Response:
    """Play on from a position, just for yourself. In a running game, what you cannot know is made up."""
    basis = await _basis(wanted, services, asker)
    at, steps, seat, shown = wanted.at, wanted.steps, wanted.seat, wanted.perspective
    return json_response(await services.jobs.compute(owner, positions.what_if, basis, at, steps, seat, shown, text))


@router.post("/preview", response_model=StepPreview, responses=error_responses(404))
async def what_if_preview(
    wanted: WhatIfPreviewRequest, services: TheServices, asker: Asker, owner: WorkOwner
) -> Response:
    """What a step would change in a hypothetical position, without taking it, or why it is illegal."""
    basis = await _basis(wanted, services, asker)
    at, steps, seat, step = wanted.at, wanted.steps, wanted.seat, wanted.step
    return json_response(await services.jobs.compute(owner, positions.what_if_preview, basis, at, steps, seat, step))


@router.post("/prospects", response_model=Prospects, responses=error_responses(404))
async def what_if_prospects(wanted: WhatIfRequest, services: TheServices, asker: Asker, owner: WorkOwner) -> Response:
    """What whole turns would bring the seat that decides in a hypothetical position."""
    basis = await _basis(wanted, services, asker)
    at, steps, seat = wanted.at, wanted.steps, wanted.seat
    return json_response(await services.jobs.compute(owner, positions.what_if_prospects, basis, at, steps, seat))


@router.post("/hint", responses=error_responses(404, 409))
async def what_if_hint(wanted: WhatIfRequest, services: TheServices, asker: Asker, owner: WorkOwner) -> Hint:
    """A strong bot's suggestion for whoever decides. In a game that is still being played it would be unfair."""
    basis = await _open_basis(wanted, services, asker)
    at, steps, seat = wanted.at, wanted.steps, wanted.seat
    view = orjson.loads(await services.jobs.compute(owner, positions.what_if_view, basis, at, steps, seat))
    if view["seat"] is None:
        raise Refused(409, "over", N_("The game is over."))
    return told_hint(await services.jobs.suggest(view, owner))


@router.post("/engine", response_model=EngineLines, responses=error_responses(404))
async def what_if_engine(
    wanted: EngineRequest, services: TheServices, asker: Asker, owner: WorkOwner, request: Request
) -> Response:
    """The best turns of whoever decides, at one level of effort. Ask for the levels one after the other.

    In a game that is still being played it would be unfair, as a hint would be. Whoever hangs up leaves the queue.
    """
    basis = await _open_basis(wanted, services, asker)
    at, steps, seat, budget = wanted.at, wanted.steps, wanted.seat, BUDGETS[wanted.level]
    lane, gone = Lane.QUICK if wanted.level < QUICK else Lane.BACKGROUND, request.is_disconnected
    found = await services.jobs.think(owner, lane, gone, engine.best_turns, basis, at, steps, seat, budget)
    return json_response(found)


@router.post("/judged", response_model=AnalysedTurn, responses=error_responses(404, 409))
async def what_if_judged(
    wanted: WhatIfRequest, services: TheServices, asker: Asker, owner: WorkOwner, request: Request
) -> Response:
    """What a turn is worth: `steps` are the turn, or the rest of it, from a position on.

    It is judged as an analysis judges the turns that were played. In a game that is still being played it would be
    unfair, as a hint would be.
    """
    basis = await _open_basis(wanted, services, asker)
    at, steps, seat, gone = wanted.at, wanted.steps, wanted.seat, request.is_disconnected
    return json_response(await services.jobs.think(owner, Lane.QUICK, gone, engine.judged_turn, basis, at, steps, seat))


async def _open_basis(wanted: WhatIfRequest, services: Services, asker: Person | None) -> Json:
    return records.check_open(await _basis(wanted, services, asker))


async def _basis(wanted: WhatIfRequest, services: Services, asker: Person | None) -> Json:
    return await records.basis(
        wanted.model_dump(), services.tables, partial(shares.find, services.database), asker.id if asker else None
    )
