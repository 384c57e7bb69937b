"""What the arena counts in records of Paris."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import lutetia
from lutetia.arena.statistics import GameStatistics, ItemKind, steps, taken_by
from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.games.paris.rules import Paris
from lutetia.games.paris.rules.edition import edition


def _bonus_tiles(record: Json) -> Iterator[tuple[str, str]]:
    """Taken by `track N`, `use 17 take N` or `use 25 take N`."""
    for seat, words in steps(record):
        if words[0] == "track" and words[1] != "none":
            yield words[1], seat
        elif words[0] == "use" and words[2:3] == ["take"]:
            yield words[3], seat


def _landmarks(record: Json) -> Iterator[tuple[str, str]]:
    """Taken by a move such as `move arc Chaillot:L12`."""
    for seat, words in steps(record):
        if words[0] == "move" and ":L" in words[2]:
            yield words[2].partition(":")[2], seat


def _landmark_names() -> dict[str, str]:
    return {f"L{mark['value']}": f"{_(mark['name'])} ({mark['value']})" for mark in edition().data["landmarks"]}


@cache
def _ends() -> set[str]:
    """The kinds of end-game tiles, as `end KIND` names them."""
    return {step.partition(" ")[2] for step in Paris().step_texts if step.startswith("end ")}


def _points(record: Json) -> dict[str, dict[str, int]]:
    game = lutetia.replay(record)
    return game.ruleset.scores(game.kernel)


STATISTICS = GameStatistics(
    sources={
        "districts": N_("districts"),
        "bonus": N_("bonus tiles"),
        "sections": N_("sections of landmarks"),
        "eights": N_("buildings of value 8"),
        "end_tiles": N_("end-game tiles"),
        "francs": N_("francs, by tile 27"),
        "total": N_("total"),
    },
    points=_points,
    items={
        "bonus": ItemKind(
            N_("Bonus tiles"),
            lambda record: map(str, record["setup"]["track"]),
            _bonus_tiles,
            lambda name: _("bonus tile {n}", n=name),
        ),
        "landmarks": ItemKind(
            N_("Landmarks"), lambda record: _landmark_names(), _landmarks, lambda name: _landmark_names()[name]
        ),
        "ends": ItemKind(N_("End-game tiles"), lambda record: _ends(), taken_by("end")),
    },
)
