"""Routes for tutorials: a lesson's texts, the positions of its record, and an example for every part."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Response
from pydantic import BaseModel

from lutetia import tutorial
from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused
from lutetia.server.http.dependencies import (
    GameName,
    TheServices,
    WorkOwner,
    error_responses,
    json_response,
    known_game,
)
from lutetia.server.http.routes.hints import PreviewRequest, StepPreview
from lutetia.server.http.routes.texts import PositionText
from lutetia.server.play import history
from lutetia.server.tasks import tutorials as tasks

router = APIRouter(prefix="/api/tutorials", tags=["tutorials"])

StepNumber = Annotated[int, Path(ge=0, le=1_000_000)]


class TutorialMoment(BaseModel):
    """A moment of a lesson, after `at` steps of its record.

    `step` is what the learner has to do (null: only read), `does` the same in words; steps that begin with `also` are
    accepted as well. `marked` is what to highlight: a step, or spaces.
    """

    name: str
    title: str
    text: str
    rules: list[str]
    at: int
    step: str | None
    does: str
    also: str
    marked: list[str]


class TutorialPartText(BaseModel):
    """A component with an effect, such as a postcard; its example has its own route."""

    name: str
    title: str
    text: str
    rules: list[str]


class Tutorial(BaseModel):
    """`tips` are for a first game: what to know when a kind of question comes up for the first time."""

    game: str
    title: str
    seat: str
    moments: list[TutorialMoment]
    parts: list[TutorialPartText]
    tips: dict[str, str]


class TutorialScene(BaseModel):
    """A position with its texts, as the learner sees it."""

    view: Json
    legal: list[str]
    told: PositionText


class PartChange(BaseModel):
    """What a part changed: points, or another resource of the game."""

    what: str
    before: int
    after: int


class PartExample(BaseModel):
    """An example of a part: its owner, the positions before and after, the steps in between, and what they changed."""

    seat: str
    before: TutorialScene
    after: TutorialScene
    lines: list[str]
    changes: list[PartChange]


@router.get("/{game}", response_model=Tutorial, responses=error_responses(404))
async def lesson(game: GameName, services: TheServices, owner: WorkOwner) -> Response:
    """A lesson: its moments, the examples of its second half, and tips for a first game."""
    _check(game)
    return json_response(await services.jobs.compute(owner, tasks.lesson, game))


@router.get("/{game}/at/{step}", response_model=TutorialScene, responses=error_responses(404))
async def position(game: GameName, step: StepNumber, services: TheServices, owner: WorkOwner) -> Response:
    """The position after the given number of steps of the lesson's record."""
    _check_step(game, step)
    return json_response(await services.jobs.compute(owner, tasks.scene, game, step))


@router.post("/{game}/at/{step}/preview", response_model=StepPreview, responses=error_responses(404))
async def preview(
    game: GameName, step: StepNumber, wanted: PreviewRequest, services: TheServices, owner: WorkOwner
) -> Response:
    """What a step of the learner would change there, or the rule that forbids it."""
    _check_step(game, step)
    return json_response(await services.jobs.compute(owner, tasks.preview, game, step, wanted.step))


@router.get("/{game}/parts/{part}", response_model=PartExample, responses=error_responses(404))
async def one_part(
    game: GameName, part: Annotated[str, Path(max_length=40)], services: TheServices, owner: WorkOwner
) -> Response:
    """An example of a part, from a recorded game."""
    _check(game)
    known = tutorial.parts(game)
    if part not in known:
        raise Refused(404, "no-part", N_("There is no such part; there are: {known}"), known=", ".join(known))
    return json_response(await services.jobs.compute(owner, tasks.example, game, part))


def _check(game: str) -> None:
    if known_game(game) not in tutorial.names():
        raise Refused(404, "no-tutorial", N_("There is no tutorial for this game."))


def _check_step(game: str, step: int) -> None:
    _check(game)
    most = len(tutorial.steps(game))
    if step > most:
        raise history.no_step(most)
