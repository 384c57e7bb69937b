"""Routes for help: a bot's hint, which the others are told about, previews of steps, and one's place in the queue."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field

from lutetia.bots.suggestion import Suggestion
from lutetia.core.json_types import Json
from lutetia.server.http.dependencies import SessionPerson, TheServices, WorkOwner, error_responses, json_response
from lutetia.server.http.routes.actions import ActionRequest
from lutetia.server.play import hints
from lutetia.server.play.actions import stored_key
from lutetia.server.tasks import positions
from lutetia.strict_model import StrictModel

router = APIRouter(prefix="/api", tags=["hints"])


class Hint(BaseModel):
    """A step and why; `points` is what the turn adds to the lead. `reasons` are catalogue keys with values.

    `then`: the steps that should follow in the same turn. `chance`: the probability that the seat wins.
    """

    step: str
    text: str
    points: int
    reasons: list[tuple[str, Json]]
    then: list[str] = []
    chance: float | None = None


def told_hint(found: Suggestion) -> Hint:
    """A suggestion in the language of the request."""
    return Hint(**hints.as_json(found))


class PlaceInQueue(BaseModel):
    """Work of one kind, and how many pieces come before the first.

    Kinds are `hint`, `engine`, `file`, `analysis`, `bot`, `strong-bot`.
    """

    kind: str
    before: int


class PreviewRequest(StrictModel):
    step: Annotated[str, Field(max_length=200)]


class TablePreviewRequest(PreviewRequest):
    """`seq`: the state it is about. Then it is an answer, and no error, that the game has moved on meanwhile or that
    somebody else decides: `forbidden` says so."""

    seq: int | None = None


class ForbiddenStep(BaseModel):
    """Why a step is not legal, in the asker's language; `rule` is "" if no rule forbids it."""

    rule: str
    text: str


class StepPreview(BaseModel):
    """What a step would change in every seat's score, by source; `outlook`: what else the game shows about it.

    An illegal step is no error here: `forbidden` says why it is illegal, and the rest is empty.
    """

    change: Json = {}
    outlook: Json = {}
    forbidden: ForbiddenStep | None = None


class Prospects(BaseModel):
    """What whole turns could bring the deciding seat; the keys are the game's own.

    `moved_on`: the asker's `seq` is not the last, or somebody else decides; then there are none.
    """

    seat: str
    prospects: Json
    moved_on: bool = False


@router.post("/games/{id}/hint", responses=error_responses(401, 403, 404, 409))
async def hint(
    id: str, services: TheServices, person: SessionPerson, owner: WorkOwner, wanted: ActionRequest | None = None
) -> Hint:
    """A strong bot's suggestion for the deciding seat. The others are told once a turn; rated games have no hints."""
    seq, key = (wanted.seq, stored_key(person, wanted.client_key)) if wanted else (None, None)
    found = await hints.hint(services.tables, person, id, seq, key, lambda view: services.jobs.suggest(view, owner))
    return told_hint(found)


@router.get("/me/queue", responses=error_responses())
async def queue(services: TheServices, owner: WorkOwner) -> list[PlaceInQueue]:
    """What the asker has been waiting for, for more than a second. Ask again while something is missing."""
    return [PlaceInQueue(kind=kind, before=before) for kind, before in services.jobs.places_of(owner).items()]


@router.post("/games/{id}/preview", responses=error_responses(401, 403, 404, 409))
async def preview(id: str, wanted: TablePreviewRequest, services: TheServices, person: SessionPerson) -> StepPreview:
    """What a step would change, without taking it, or why it is illegal."""
    table = await services.tables.get(id)
    async with table.lock:
        return StepPreview(**hints.preview(table, person, wanted.seq, wanted.step))


@router.get("/games/{id}/prospects", response_model=Prospects, responses=error_responses(401, 403, 404, 409))
async def prospects(
    id: str, services: TheServices, person: SessionPerson, owner: WorkOwner, seq: int | None = None
) -> Response:
    """What whole turns would bring, and what is missing for others. Computed once per position."""
    look: hints.Look = lambda record, seat: services.jobs.compute(owner, positions.prospects, record, seat)  # noqa: E731
    return json_response(await hints.prospects(services.tables, person, id, seq, look))
