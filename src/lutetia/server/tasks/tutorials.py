"""The lessons of the tutorials: their texts, the positions of their records, and an example for every part.

Whatever has no arguments of the asker's own is the same for everybody with the same language: each worker process
computes it once.
"""

from __future__ import annotations

from functools import lru_cache

import lutetia
from lutetia import tutorial
from lutetia.core.i18n import _, language
from lutetia.core.json_types import Json
from lutetia.games import manifest
from lutetia.server.play.history import preview_step
from lutetia.text.interface import text_for
from lutetia.text.position import position_text


def lesson(game: str) -> Json:
    """A lesson: its moments, the examples of its second half, and tips for a first game."""
    return _lesson(game, language.get())


def scene(game: str, step: int) -> Json:
    """The position after the given number of steps of the lesson's record."""
    return _scene_at(game, step, language.get())


def example(game: str, part: str) -> Json:
    """An example of a part, from a recorded game."""
    return _example(game, part, language.get())


def preview(game: str, at: int, step: str) -> Json:
    """What a step of the learner would change there, or the rule that forbids it."""
    return preview_step(lutetia.replay(tutorial.recorded(game)["record"], steps=at), step)


@lru_cache(maxsize=16)
def _lesson(game: str, _language: str | None) -> Json:
    recorded = tutorial.recorded(game)
    return {
        "game": game,
        "title": _(manifest(game).title),
        "seat": recorded["seat"],
        "moments": [_moment(game, placed) for placed in tutorial.moments(game)],
        "parts": [_part(game, name) for name in tutorial.parts(game)],
        "tips": {kind: _(text) for kind, text in tutorial.lesson(game).tips.items()},
    }


def _moment(game: str, placed: tutorial.Placed) -> Json:
    recorded = tutorial.recorded(game)
    moment, step, text = placed.moment, placed.step or "", text_for(game)
    there = lutetia.replay(recorded["record"], steps=placed.at)
    values = tutorial.lesson(game).values(there, step)
    return {
        "name": moment.name,
        "title": _(moment.title),
        "text": _(moment.text, **values),
        "rules": list(moment.rules),
        "at": placed.at,
        "step": placed.step,
        "does": text.choice(step, text.data(there.view(recorded["seat"]))) if step else "",
        "also": moment.also,
        "marked": [step] if step else values.get("marked", []),
    }


def _part(game: str, name: str) -> Json:
    title, text, rules = tutorial.lesson(game).part(name)
    return {"name": name, "title": title, "text": text[:1].upper() + text[1:], "rules": list(rules)}


@lru_cache(maxsize=200)
def _scene_at(game: str, step: int, _language: str | None) -> Json:
    recorded = tutorial.recorded(game)
    return _scene(lutetia.replay(recorded["record"], steps=step), recorded["seat"])


@lru_cache(maxsize=200)
def _example(game: str, name: str, _language: str | None) -> Json:
    part = tutorial.parts(game)[name]
    before, after = (_scene(lutetia.replay(part.record, steps=at), part.seat) for at in (part.start, part.end))
    lines = [line["text"] for line in after["told"]["log"] if line["at"] > part.start]
    had, has = (tutorial.lesson(game).holdings(scene["view"], part.seat) for scene in (before, after))
    changes = [{"what": what, "before": n, "after": has[what]} for what, n in had.items() if n != has[what]]
    return {"seat": part.seat, "before": before, "after": after, "lines": lines, "changes": changes}


def _scene(game: lutetia.Game, seat: str) -> Json:
    legal = game.legal() if game.seat == seat else []
    return {"view": game.view(seat), "legal": legal, "told": position_text(game, seat, legal)}
