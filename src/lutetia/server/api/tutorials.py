"""Doors for learning: a lesson's moments in words, the positions along its record, and every part at work."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter
from fastapi import Path as InPath
from pydantic import BaseModel

import lutetia
from lutetia import tutorial as tutorials
from lutetia.core.i18n import N_, _, language
from lutetia.games import manifest
from lutetia.server.api.doors import refusals
from lutetia.server.api.hints import Preview, Wanted, previewed
from lutetia.server.api.words import Told
from lutetia.server.errors import Refused
from lutetia.text.interface import text_for
from lutetia.text.position import position_text

router = APIRouter(prefix="/api/tutorials", tags=["tutorials"])

GameName = Annotated[str, InPath(max_length=40)]
Step = Annotated[int, InPath(ge=0, le=1_000_000)]


class MomentTold(BaseModel):
    """A moment of a lesson, after `at` steps of its record. `step` is what the learner is to do (null: only to read),
    `does` the same in words; steps that begin with `also` serve as well.
    `marked` is what to point at: a step, or spaces."""

    name: str
    title: str
    text: str
    rules: list[str]
    at: int
    step: str | None
    does: str
    also: str
    marked: list[str]


class PartShown(BaseModel):
    """A postcard or bonus tile; its example is behind a door of its own."""

    name: str
    title: str
    text: str
    rules: list[str]


class TutorialTold(BaseModel):
    """`tips` are for a first game: what to know when a kind of question comes for the first time."""

    game: str
    title: str
    seat: str
    moments: list[MomentTold]
    parts: list[PartShown]
    tips: dict[str, str]


class Scene(BaseModel):
    """A position with its words, through the eyes of who learns."""

    view: dict[str, Any]
    legal: list[str]
    told: Told


class Change(BaseModel):
    """What a part changed: points, francs, tokens …"""

    what: str
    before: int
    after: int


class Example(BaseModel):
    """A part at work: whose it is, the positions before and after, what was done in between and what it changed."""

    seat: str
    before: Scene
    after: Scene
    lines: list[str]
    changes: list[Change]


@router.get("/{game}", responses=refusals(404))
async def tutorial(game: GameName) -> TutorialTold:
    """A lesson: its moments, the parts of its second half, and tips for a first game."""
    _check(game)
    return await asyncio.to_thread(_tutorial, game, language.get() or "en")


@router.get("/{game}/at/{step}", responses=refusals(404))
async def position(game: GameName, step: Step) -> Scene:
    """The position after so many steps of the lesson's record."""
    _check_step(game, step)
    return await asyncio.to_thread(_along, game, step, language.get() or "en")


@router.post("/{game}/at/{step}/preview", responses=refusals(404))
async def preview(game: GameName, step: Step, wanted: Wanted) -> Preview:
    """What a step of the learner would change there, or the rule that forbids it."""
    _check_step(game, step)
    return await asyncio.to_thread(_preview, game, step, wanted.step)


@router.get("/{game}/parts/{part}", responses=refusals(404))
async def one_part(game: GameName, part: Annotated[str, InPath(max_length=40)]) -> Example:
    """A postcard or bonus tile at work in a recorded game."""
    _check(game)
    known = tutorials.parts(game)
    if part not in known:
        raise Refused(404, "no-part", N_("There is no such part; there are: {known}"), known=", ".join(known))
    return await asyncio.to_thread(_example, game, part, language.get() or "en")


def _check(game: str) -> None:
    if game not in tutorials.names():
        raise Refused(404, "no-game", N_("There is no such game here."))


def _check_step(game: str, step: int) -> None:
    _check(game)
    most = len(tutorials.steps(game))
    if step > most:
        raise Refused(404, "no-step", N_("This game has {most} steps."), most=most)


# The same for everybody who speaks a language, so each is worked out once.


@lru_cache(maxsize=16)
def _tutorial(game: str, tag: str) -> TutorialTold:
    lesson = tutorials.lesson(game)
    recorded = tutorials.recorded(game)
    return TutorialTold(
        game=game,
        title=_(manifest(game).title),
        seat=recorded["seat"],
        moments=[_moment(game, placed) for placed in tutorials.moments(game)],
        parts=[_part(game, name) for name in tutorials.parts(game)],
        tips={kind: _(text) for kind, text in lesson.tips.items()},
    )


def _moment(game: str, placed: tutorials.Placed) -> MomentTold:
    recorded = tutorials.recorded(game)
    moment, step = placed.moment, placed.step or ""
    there = tutorials.after(recorded["record"], placed.at)
    values = tutorials.lesson(game).values(there, step)
    return MomentTold(
        name=moment.name,
        title=_(moment.title),
        text=_(moment.text, **values),
        rules=list(moment.rules),
        at=placed.at,
        step=placed.step,
        does=text_for(game).choice(step, text_for(game).data(there.view(recorded["seat"]))) if step else "",
        also=moment.also,
        marked=[step] if step else values.get("marked", []),
    )


def _part(game: str, name: str) -> PartShown:
    title, text, rules = tutorials.lesson(game).part(name)
    return PartShown(name=name, title=title, text=text[:1].upper() + text[1:], rules=list(rules))


@lru_cache(maxsize=200)
def _along(game: str, step: int, tag: str) -> Scene:
    recorded = tutorials.recorded(game)
    return _scene(tutorials.after(recorded["record"], step), recorded["seat"])


@lru_cache(maxsize=200)
def _example(game: str, name: str, tag: str) -> Example:
    part = tutorials.parts(game)[name]
    before, after = (_scene(tutorials.after(part.record, at), part.seat) for at in (part.start, part.end))
    lines = [line.text for line in after.told.log if line.at > part.start]
    had, has = (tutorials.lesson(game).holdings(scene.view, part.seat) for scene in (before, after))
    changes = [Change(what=what, before=n, after=has[what]) for what, n in had.items() if n != has[what]]
    return Example(seat=part.seat, before=before, after=after, lines=lines, changes=changes)


def _scene(game: lutetia.Game, seat: str) -> Scene:
    legal = game.legal() if game.seat == seat else []
    return Scene(view=game.view(seat), legal=legal, told=Told(**position_text(game, seat, legal)))


def _preview(game: str, at: int, step: str) -> Preview:
    return previewed(tutorials.after(tutorials.recorded(game)["record"], at), step)
