"""The score sheet of La Cité de la Lumière as text: a row for each source of points, and who won."""

from __future__ import annotations

from typing import Any

from lutetia.core.i18n import N_, _, plural
from lutetia.core.json_types import Json
from lutetia.core.numbers import number
from lutetia.games.lumiere.rules.edition import CARD_NAMES
from lutetia.games.lumiere.text.steps import SEATS_FIRST, SOURCES
from lutetia.text.interface import NOT_OVER, Names

EARNED_BY = {
    "peintre": N_("lamps"),
    "moulin-rouge": N_("free spaces"),
    "fontaine": N_("buildings beside it"),
    "penseur": N_("free spaces around it"),
}


def rows(score: Json) -> list[dict[str, Any]]:
    """The rows of `Game.score()`. `parts` lists what a seat got the points for."""
    tell = {"lit": _lit, "group": _group, "unbuilt": _unbuilt, "postcards": _cards}
    return [
        {
            "name": source,
            "label": _(SOURCES[source]),
            "points": {seat: page[source]["points"] for seat, page in score.items()},
            "parts": {seat: said for seat, page in score.items() if (said := parts(page[source]))},
        }
        for source, parts in tell.items()
    ]


def building(sheet: Json) -> str:
    """A building with its lamps, as in `L4 with annex: size 5 × 2 lamps (c4 d1)`."""
    name = _("garden") if sheet["name"] == "garden" else sheet["name"]
    if sheet["annex"]:
        name = _("{building} with annex", building=name)
    lamps = plural("{n} lamp", "{n} lamps", len(sheet["lamps"]))
    words = _("{building}: size {size} × {lamps}", building=name, size=sheet["size"], lamps=lamps)
    return f"{words} ({' '.join(sheet['lamps'])})" if sheet["lamps"] else words


def _lit(lit: Json) -> list[str]:
    return [f"{building(one)} = {one['points']}" for one in lit["buildings"]]


def _group(group: Json) -> list[str]:
    n = len(group["spaces"])
    return [plural("{n} space", "{n} spaces", n) + f": {' '.join(group['spaces'])}"] if n else []


def _unbuilt(unbuilt: Json) -> list[str]:
    if not unbuilt["buildings"]:
        return []
    words = " ".join(unbuilt["buildings"])
    return [_("{buildings}, no penalty thanks to Sacré-Cœur", buildings=words) if unbuilt["waived"] else words]


def _cards(cards: Json) -> list[str]:
    return [
        f"{CARD_NAMES[name]}"
        + (f", {_(EARNED_BY[name])}: {' '.join(card['spaces'])}" if card["spaces"] else "")
        + f" = {card['points']}"
        for name, card in cards["cards"].items()
    ]


def verdict(score: Json, result: Json | None, names: Names) -> str:
    """Who won, by how much, and what broke a tie (L64)."""
    totals = {seat: page["total"] for seat, page in score.items()}
    high, low = max(totals.values()), min(totals.values())
    if result is None:
        return _(NOT_OVER)
    winner = result["winner"]
    if winner == "draw":
        return _("A draw: points and free spaces are equal ({points} each).", points=number(high))
    who = names.get(winner) or _(SEATS_FIRST[winner])
    if high > low:
        return _("{who} wins, {high} to {low}.", who=who, high=number(high), low=number(low))
    bare = sorted((len(page["tie"]["spaces"]) for page in score.values()), reverse=True)
    return _(
        "Both have {points} points. {who} wins the tie with more free spaces of their own colour, {more} to {fewer}.",
        points=number(high),
        who=who,
        more=bare[0],
        fewer=bare[1],
    )
