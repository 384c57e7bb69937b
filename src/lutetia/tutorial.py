"""Tutorials: a recorded game that explains itself, and an example for every component with an effect.

A lesson is data: a record, the learner's seat, and the step count of each moment (`tutorial/lesson.json` in the game's
folder). The texts are in the module beside it, marked for the catalogue. Positions come from replaying the record, so
a page that teaches knows no rule. `python scripts/tutorials.py` finds the games.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lutetia.core.game import Game
from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.games import manifest, manifests

START, END = "start", "end"


@dataclass(frozen=True)
class Moment:
    """What the tutorial says at one moment of the record, and the rules it explains.

    The learner takes the step that follows in the record. If `before` or `after` is set, there is only something to
    see: next to the step of the moment named there, or at the START or END. `also` is a prefix: steps that begin with
    it are accepted as well.
    """

    name: str
    title: str
    text: str
    rules: tuple[str, ...]
    before: str = ""
    after: str = ""
    also: str = ""


@dataclass(frozen=True)
class Lesson:
    """The tutorial of one game."""

    moments: tuple[Moment, ...]
    tips: Mapping[str, str]
    """For the first real game: what to know when a kind of question comes up for the first time."""
    values: Callable[[Game, str], Json]
    """(game, next step of the record, "" at its end): the values for the texts' placeholders.

    `marked` lists the places to point at."""
    part: Callable[[str], tuple[str, str, tuple[str, ...]]]
    """A component with an effect: its name, what it does, and its rules."""
    holdings: Callable[[Json, str], dict[str, int]]
    """(view, seat): what the seat has that such a component may change, by name."""


@dataclass(frozen=True)
class Placed:
    """A moment with its place in the record: the number of steps before it, and the step to take."""

    moment: Moment
    at: int
    step: str | None


@dataclass(frozen=True)
class RecordedPart:
    """An example of a component's effect: whose it is, and the positions before and after."""

    name: str
    seat: str
    record: Json
    start: int
    end: int


def names() -> list[str]:
    """The games that have a tutorial."""
    return [found.name for found in manifests() if found.has("tutorial")]


def lesson(game: str) -> Lesson:
    """The lesson of a game. Raises ValueError if the game has none."""
    found: Lesson | None = manifest(game).load("tutorial")
    if found is None:
        raise ValueError(_("there is no tutorial for {game}", game=game))
    return found


@cache
def recorded(game: str) -> Json:
    """The record of a lesson, the learner's seat and the places of its moments; read-only."""
    found: Json = json.loads(_file(game, "lesson.json").read_text(encoding="utf-8"))
    return found


@cache
def steps(game: str) -> tuple[str, ...]:
    """Every step of a lesson's record, in order."""
    return tuple(step for turn in recorded(game)["record"]["turns"] for step in turn["steps"])


@cache
def moments(game: str) -> tuple[Placed, ...]:
    """The moments of a lesson in the order of its record."""
    places: dict[str, int] = recorded(game)["moments"]
    taken = steps(game)
    found = []
    for moment in lesson(game).moments:
        if moment.after or moment.before:
            at = {START: 0, END: len(taken)}.get(moment.after)
            if at is None:
                at = places[moment.before] if moment.before else places[moment.after] + 1
            found.append(Placed(moment, at, None))
        else:
            at = places[moment.name]
            found.append(Placed(moment, at, taken[at]))
    return tuple(sorted(found, key=lambda placed: placed.at))


@cache
def parts(game: str) -> dict[str, RecordedPart]:
    """The example of every component with an effect, by name."""
    found: Json = json.loads(_file(game, "parts.json").read_text(encoding="utf-8"))
    return {
        name: RecordedPart(name, one["seat"], found["games"][one["game"]], one["from"], one["to"])
        for name, one in found["parts"].items()
    }


def _file(game: str, name: str) -> Path:
    return manifest(game).folder / "tutorial" / name
