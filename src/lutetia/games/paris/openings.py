"""The openings of Paris: the first actions, the districts and the bonus tiles of each player."""

from __future__ import annotations

from collections.abc import Iterator

from lutetia.arena.statistics import steps
from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.games.paris.rules.edition import edition
from lutetia.games.paris.text.steps import choice as wording
from lutetia.games.paris.text.steps import district, place
from lutetia.openings.lines import GameOpenings, Line


def _bonus(words: list[str]) -> str | None:
    """The bonus tile that a step takes: `track N`, `use 17 take N` or `use 25 take N`."""
    if words[0] == "track" and words[1] != "none":
        return words[1]
    return words[3] if words[0] == "use" and words[2:3] == ["take"] else None


def _actions(record: Json) -> Iterator[tuple[str, str]]:
    """Keys, buildings, landmarks and bonus tiles, as they come."""
    for seat, words in steps(record):
        if words[0] == "key":
            yield seat, " ".join(words)
        elif words[0] == "move":
            yield seat, f"own {words[2]}"
        elif (tile := _bonus(words)) is not None:
            yield seat, f"track {tile}"


def _districts(record: Json) -> Iterator[tuple[str, str]]:
    """Where a player first has a key in the bank or owns something; each district once."""
    seen: set[tuple[str, str]] = set()
    for seat, choice in _actions(record):
        kind, *words = choice.split(" ")
        where = words[-1].partition(":")[0]
        if kind in ("key", "own") and words[0] != "arc" and (seat, where) not in seen:
            seen.add((seat, where))
            yield seat, f"district {where}"


def _tiles(record: Json) -> Iterator[tuple[str, str]]:
    return ((seat, choice) for seat, choice in _actions(record) if choice.startswith("track "))


def _label(choice: str) -> str:
    kind, *words = choice.split(" ")
    if kind == "district":
        return district(words[0])
    if kind == "own":
        said = place(words[0], edition().data)
        return said[:1].upper() + said[1:]
    return wording(choice, edition().data)


def _picture(path: list[tuple[int, str]]) -> str:
    kind, *words = path[-1][1].split(" ")
    if kind == "track":
        return f"bonus-{words[0]}"
    if kind == "district" or words[0] == "bank":
        return f"bank-{words[-1].lower()}"
    if kind == "key":
        return "player"
    where, _colon, what = words[0].partition(":")
    if what.startswith("L"):
        values = [mark["value"] for mark in edition().data["landmarks"]]
        return f"landmark-{values.index(int(what[1:])) + 1}"
    return f"building-{where.lower()}-{what}"


OPENINGS = GameOpenings(
    lines={
        "actions": Line(
            N_("Actions"), N_("What a player does first: keys, buildings, landmarks and bonus tiles."), _actions
        ),
        "districts": Line(
            N_("Districts"), N_("The districts a player enters, with a key or a building, in this order."), _districts
        ),
        "bonus": Line(N_("Bonus tiles"), N_("The bonus tiles a player takes, in this order."), _tiles),
    },
    label=_label,
    picture=_picture,
    start="stacks",
)
