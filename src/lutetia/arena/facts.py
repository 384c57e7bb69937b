"""What the arena asks of each game's results and records: one entry per game, nothing else here knows any game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import lutetia
from lutetia.core.words import N_, _
from lutetia.games.lumiere.edition import CARD_NAMES

Json = dict[str, Any]


@dataclass(frozen=True)
class Prizes:
    """A kind of thing that seats take from the middle, once each or by copies."""

    title: str
    offered: Callable[[Json], Iterable[str]]
    """(record): those that could be taken."""
    taken: Callable[[Json], Iterable[tuple[str, str]]]
    """(record): who took what, as (prize, seat)."""
    called: Callable[[str], str] = str
    """What one is called, by its name in the record."""


@dataclass(frozen=True)
class Facts:
    """How to read a game. Texts are keys of the catalogue."""

    title: str
    theme: str
    """The mood of its report: night or day."""
    sources: dict[str, str]
    """Where points come from, and `total` last: what each is called."""
    points: Callable[[Json], dict[str, dict[str, int]]]
    """(record): every seat's points by source."""
    prizes: dict[str, Prizes]
    """By kind."""


def steps(record: Json) -> Iterator[tuple[str, list[str]]]:
    """Every step as (seat, words)."""
    for turn in record["turns"]:
        for step in turn["steps"]:
            yield turn["seat"], step.split(" ")


def _said(*first: str, at: int = 1) -> Callable[[Json], Iterator[tuple[str, str]]]:
    """Prizes taken by a step that begins with one of these words and names the prize in its `at`-th."""
    return lambda record: ((words[at], seat) for seat, words in steps(record) if words[0] in first)


def _bonus_tiles(record: Json) -> Iterator[tuple[str, str]]:
    """`track N` · `use 17 take N` · `use 25 take N`"""
    for seat, words in steps(record):
        if words[0] == "track" and words[1] != "none":
            yield words[1], seat
        elif words[0] == "use" and words[2:3] == ["take"]:
            yield words[3], seat


def _landmarks(record: Json) -> Iterator[tuple[str, str]]:
    """`move arc Chaillot:L12`"""
    for seat, words in steps(record):
        if words[0] == "move" and ":L" in words[2]:
            yield words[2].partition(":")[2], seat


@cache
def _box(game: str) -> Json:
    """The component data that the arena plays with."""
    return lutetia.lay(game).edition.data


def _shapes(record: Json) -> list[str]:
    return [name for name, shape in _box("lumiere")["buildings"].items() if isinstance(shape, list)]


def _landmark_names() -> dict[str, str]:
    return {f"L{mark['value']}": f"{_(mark['name'])} ({mark['value']})" for mark in _box("paris")["landmarks"]}


def _ends(record: Json) -> set[str]:
    """The kinds of end-game tiles, as `end KIND` names them."""
    return {step.partition(" ")[2] for step in lutetia.lay("paris").words if step.startswith("end ")}


def _scores(record: Json) -> dict[str, dict[str, int]]:
    game = lutetia.replay(record)
    return game.table.scores(game.kernel)


FACTS = {
    "lumiere": Facts(
        title="La Cité de la Lumière",
        theme="night",
        sources={
            "lit": N_("lit buildings"),
            "group": N_("largest group"),
            "unbuilt": N_("unbuilt"),
            "postcards": N_("postcards"),
            "total": N_("total"),
        },
        points=lambda record: record["result"]["scores"],
        prizes={
            "postcards": Prizes(
                N_("Postcards"), lambda record: record["setup"]["postcards"], _said("card"), CARD_NAMES.__getitem__
            ),
            "buildings": Prizes(N_("Buildings"), _shapes, _said("take")),
        },
    ),
    "paris": Facts(
        title="Paris",
        theme="day",
        sources={
            "districts": N_("districts"),
            "bonus": N_("bonus tiles"),
            "sections": N_("sections of landmarks"),
            "eights": N_("buildings of value 8"),
            "end_tiles": N_("end-game tiles"),
            "francs": N_("francs, by tile 27"),
            "total": N_("total"),
        },
        points=_scores,
        prizes={
            "bonus": Prizes(
                N_("Bonus tiles"),
                lambda record: map(str, record["setup"]["track"]),
                _bonus_tiles,
                lambda name: _("bonus tile {n}", n=name),
            ),
            "landmarks": Prizes(
                N_("Landmarks"), lambda record: _landmark_names(), _landmarks, lambda name: _landmark_names()[name]
            ),
            "ends": Prizes(N_("End-game tiles"), _ends, _said("end")),
        },
    ),
}
