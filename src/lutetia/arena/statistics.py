"""What the arena counts in the records of a game: the interface that its `statistics` part implements."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.games import manifest


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
class GameStatistics:
    """How to read the records of a game. Texts are catalogue keys."""

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


def taken_by(*first: str, at: int = 1) -> Callable[[Json], Iterator[tuple[str, str]]]:
    """Prizes taken by a step that begins with one of these words and names the prize in word `at`."""
    return lambda record: ((words[at], seat) for seat, words in steps(record) if words[0] in first)


def _result_scores(record: Json) -> dict[str, dict[str, int]]:
    """As `Ruleset.result` describes them."""
    scores: dict[str, dict[str, int]] = record["result"]["scores"]
    return scores


TOTALS = GameStatistics(sources={"total": N_("total")}, points=_result_scores, prizes={})
"""For a game that brings no statistics."""


@cache
def statistics_for(game: str) -> GameStatistics:
    """What can be counted in the records of a game; by default the totals. Raises ValueError for an unknown game."""
    found: GameStatistics = manifest(game).load("statistics", TOTALS)
    return found
