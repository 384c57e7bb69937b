"""What the arena counts in the records of a game: the interface that the game's `statistics` part implements."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.games import manifest


@dataclass(frozen=True)
class ItemKind:
    """A kind of item that seats can take, such as cards or tiles."""

    title: str
    offered: Callable[[Json], Iterable[str]]
    """(record): the items that could be taken."""
    taken: Callable[[Json], Iterable[tuple[str, str]]]
    """(record): who took what, as (item, seat)."""
    label: Callable[[str], str] = str
    """(name in the record): the name that reports show."""


@dataclass(frozen=True)
class GameStatistics:
    """How to read the records of a game. Texts are catalogue keys."""

    sources: dict[str, str]
    """The sources of points by name, with their labels; `total` last."""
    points: Callable[[Json], dict[str, dict[str, int]]]
    """(record): each seat's points by source."""
    items: dict[str, ItemKind]
    """By name of the kind."""


def steps(record: Json) -> Iterator[tuple[str, list[str]]]:
    """Each step as (seat, words)."""
    for turn in record["turns"]:
        for step in turn["steps"]:
            yield turn["seat"], step.split(" ")


def taken_by(*first: str, at: int = 1) -> Callable[[Json], Iterator[tuple[str, str]]]:
    """Items that are taken by a step that begins with one of these words and names the item in word `at`."""
    return lambda record: ((words[at], seat) for seat, words in steps(record) if words[0] in first)


def _result_scores(record: Json) -> dict[str, dict[str, int]]:
    """As `Ruleset.result` describes them."""
    scores: dict[str, dict[str, int]] = record["result"]["scores"]
    return scores


TOTALS = GameStatistics(sources={"total": N_("total")}, points=_result_scores, items={})
"""For a game that brings no statistics."""


@cache
def statistics_for(game: str) -> GameStatistics:
    """What can be counted in the records of a game; by default the totals. Raises ValueError for an unknown game."""
    found: GameStatistics = manifest(game).load("statistics", TOTALS)
    return found
