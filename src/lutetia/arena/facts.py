"""What the arena asks of each game's results and records: one entry per game, nothing else here knows any game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from lutetia.core.words import N_
from lutetia.games.lumiere.edition import CARD_NAMES

Json = dict[str, Any]


@dataclass(frozen=True)
class Facts:
    """How to read a game. Texts are keys of the catalogue."""

    title: str
    theme: str
    """The mood of its report: night or day."""
    sources: dict[str, str]
    """Where points come from, and `total` last: what each is called."""
    points: Callable[[Json, str], dict[str, int]]
    """(result, seat): the seat's points by source."""
    order: Callable[[Json, str], tuple[int, ...]]
    """(result, seat): the higher, the better the seat came in; equal is a tie."""
    prizes: str
    """What the seats take from the middle."""
    offered: Callable[[Json], Iterable[str]]
    """(record): the prizes that could be taken."""
    taken: Callable[[Json], Iterable[tuple[str, str]]]
    """(record): who took what, as (prize, seat)."""
    prize_names: dict[str, str]
    """What a prize is called, where its name in the record is not enough."""


def winners(facts: Facts, result: Json, seats: Iterable[str]) -> list[str]:
    """The seats that came in first."""
    orders = {seat: facts.order(result, seat) for seat in seats}
    return [seat for seat, order in orders.items() if order == max(orders.values())]


def ranks(facts: Facts, result: Json, seats: Iterable[str]) -> dict[str, int]:
    """How each seat came in, from 1; ties share a rank."""
    orders = {seat: facts.order(result, seat) for seat in seats}
    return {seat: 1 + sum(other > order for other in orders.values()) for seat, order in orders.items()}


def steps(record: Json) -> Iterator[tuple[str, list[str]]]:
    """Every step as (seat, words)."""
    for turn in record["turns"]:
        for step in turn["steps"]:
            yield turn["seat"], step.split(" ")


def _cards(record: Json) -> Iterator[tuple[str, str]]:
    """`card NAME`"""
    return ((words[1], seat) for seat, words in steps(record) if words[0] == "card")


def _bonus_tiles(record: Json) -> Iterator[tuple[str, str]]:
    """`track N` · `use 17 take N` · `use 25 take N`"""
    for seat, words in steps(record):
        if words[0] == "track" and words[1] != "none":
            yield words[1], seat
        elif words[0] == "use" and words[2:3] == ["take"]:
            yield words[3], seat


def _paris_points(result: Json, seat: str) -> dict[str, int]:
    districts = sum(points[seat] for points in result["districts"].values())
    return {"districts": districts, "other": result["vp"][seat] - districts, "total": result["vp"][seat]}


def _paris_order(result: Json, seat: str) -> tuple[int, ...]:
    """As P76 has it; `winners` is the last word."""
    return (int(seat in result["winners"]), *(result[key][seat] for key in ("vp", "francs", "property")))


def _anything(result: Json, seat: str) -> tuple[int, ...]:
    return (int(seat == result.get("winner") or seat in result.get("winners", ())),)


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
        points=lambda result, seat: dict(result["scores"][seat]),
        order=lambda result, seat: (int(result["winner"] == seat),),
        prizes=N_("Postcards"),
        offered=lambda record: list(record["setup"]["postcards"]),
        taken=_cards,
        prize_names=CARD_NAMES,
    ),
    "paris": Facts(
        title="Paris",
        theme="day",
        sources={"districts": N_("districts"), "other": N_("everything else"), "total": N_("total")},
        points=_paris_points,
        order=_paris_order,
        prizes=N_("Bonus tiles"),
        offered=lambda record: [str(tile) for tile in record["setup"]["track"]],
        taken=_bonus_tiles,
        prize_names={},
    ),
}

UNKNOWN = Facts("", "night", {}, lambda result, seat: {}, _anything, "", lambda record: (), lambda record: (), {})
"""For a game without an entry: who won, and nothing else."""


def facts_of(game: str) -> Facts:
    """The facts of a game."""
    return FACTS.get(game, UNKNOWN)
