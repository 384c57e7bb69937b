"""Routes for tutorials: a lesson's texts, the positions of its record, and an example for every part."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import BaseModel

import lutetia
from lutetia import tutorial
from lutetia.core.i18n import N_, _, language
from lutetia.core.json_types import Json
from lutetia.games import manifest
from lutetia.server.errors import Refused
from lutetia.server.http.dependencies import GameName, TheServices, WorkOwner, error_responses, known_game
from lutetia.server.http.routes.hints import PreviewRequest, StepPreview, preview_step
from lutetia.server.http.routes.texts import PositionText, position_text
from lutetia.server.play.history import no_step
from lutetia.text.interface import text_for

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


@router.get("/{game}", responses=error_responses(404))
async def lesson(game: GameName) -> Tutorial:
    """A lesson: its moments, the examples of its second half, and tips for a first game."""
    _check(game)
    return await asyncio.to_thread(_tutorial, game, language.get() or "en")


@router.get("/{game}/at/{step}", responses=error_responses(404))
async def position(game: GameName, step: StepNumber) -> TutorialScene:
    """The position after the given number of steps of the lesson's record."""
    _check_step(game, step)
    return await asyncio.to_thread(_along, game, step, language.get() or "en")


@router.post("/{game}/at/{step}/preview", responses=error_responses(404))
async def preview(
    game: GameName, step: StepNumber, wanted: PreviewRequest, services: TheServices, owner: WorkOwner
) -> StepPreview:
    """What a step of the learner would change there, or the rule that forbids it."""
    _check_step(game, step)
    return await services.jobs.side_work.run(owner, _preview, game, step, wanted.step)


@router.get("/{game}/parts/{part}", responses=error_responses(404))
async def one_part(game: GameName, part: Annotated[str, Path(max_length=40)]) -> PartExample:
    """An example of a part, from a recorded game."""
    _check(game)
    known = tutorial.parts(game)
    if part not in known:
        raise Refused(404, "no-part", N_("There is no such part; there are: {known}"), known=", ".join(known))
    return await asyncio.to_thread(_example, game, part, language.get() or "en")


def _check(game: str) -> None:
    if known_game(game) not in tutorial.names():
        raise Refused(404, "no-tutorial", N_("There is no tutorial for this game."))


def _check_step(game: str, step: int) -> None:
    _check(game)
    most = len(tutorial.steps(game))
    if step > most:
        raise no_step(most)


# The result is the same for everybody with the same language, so it is computed once per language.


@lru_cache(maxsize=16)
def _tutorial(game: str, tag: str) -> Tutorial:
    lesson = tutorial.lesson(game)
    recorded = tutorial.recorded(game)
    return Tutorial(
        game=game,
        title=_(manifest(game).title),
        seat=recorded["seat"],
        moments=[_moment(game, placed) for placed in tutorial.moments(game)],
        parts=[_part(game, name) for name in tutorial.parts(game)],
        tips={kind: _(text) for kind, text in lesson.tips.items()},
    )


def _moment(game: str, placed: tutorial.Placed) -> TutorialMoment:
    recorded = tutorial.recorded(game)
    moment, step, text = placed.moment, placed.step or "", text_for(game)
    there = tutorial.after(recorded["record"], placed.at)
    values = tutorial.lesson(game).values(there, step)
    return TutorialMoment(
        name=moment.name,
        title=_(moment.title),
        text=_(moment.text, **values),
        rules=list(moment.rules),
        at=placed.at,
        step=placed.step,
        does=text.choice(step, text.data(there.view(recorded["seat"]))) if step else "",
        also=moment.also,
        marked=[step] if step else values.get("marked", []),
    )


def _part(game: str, name: str) -> TutorialPartText:
    title, text, rules = tutorial.lesson(game).part(name)
    return TutorialPartText(name=name, title=title, text=text[:1].upper() + text[1:], rules=list(rules))


@lru_cache(maxsize=200)
def _along(game: str, step: int, tag: str) -> TutorialScene:
    recorded = tutorial.recorded(game)
    return _scene(tutorial.after(recorded["record"], step), recorded["seat"])


@lru_cache(maxsize=200)
def _example(game: str, name: str, tag: str) -> PartExample:
    part = tutorial.parts(game)[name]
    before, after = (_scene(tutorial.after(part.record, at), part.seat) for at in (part.start, part.end))
    lines = [line.text for line in after.told.log if line.at > part.start]
    had, has = (tutorial.lesson(game).holdings(scene.view, part.seat) for scene in (before, after))
    changes = [PartChange(what=what, before=n, after=has[what]) for what, n in had.items() if n != has[what]]
    return PartExample(seat=part.seat, before=before, after=after, lines=lines, changes=changes)


def _scene(game: lutetia.Game, seat: str) -> TutorialScene:
    legal = game.legal() if game.seat == seat else []
    return TutorialScene(view=game.view(seat), legal=legal, told=position_text(game, seat, legal))


def _preview(game: str, at: int, step: str) -> StepPreview:
    return preview_step(tutorial.after(tutorial.recorded(game)["record"], at), step)
