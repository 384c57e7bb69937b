"""A score sheet in words: a row for each source of points, what earned them, the totals, and what decided the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lutetia.core.words import N_, _, plural
from lutetia.games.lumiere.edition import CARD_NAMES
from lutetia.told import lumiere, paris

Json = Mapping[str, Any]
Names = Mapping[str, str]
"""Of the seats, as a sentence begins with them."""
EARNED_BY = {
    "peintre": N_("lamps"),
    "moulin-rouge": N_("free spaces"),
    "fontaine": N_("walls beside it"),
    "penseur": N_("free neighbours"),
}
DECIDED = {  # what decided a place in a district (P74, P75)
    "sum": N_("{sum}"),
    "highest": N_("{sum}, highest property {highest}"),
    "shared": N_("{sum}, place shared"),
    "half": N_("{sum}, less than half of the first"),
}
TRACK = N_("on the score track")


def number(points: int) -> str:
    """With a true minus sign."""
    return str(points).replace("-", "−")


# ---- La Cité de la Lumière ---------------------------------------------------------------------------------------


def lumiere_rows(score: Json) -> list[dict[str, Any]]:
    """`score` as the facade gives it. `parts` tells a seat's points one by one."""
    tell = {"lit": _lit, "group": _group, "unbuilt": _unbuilt, "postcards": _cards}
    return [
        {
            "name": source,
            "label": _(lumiere.SOURCES[source]),
            "points": {seat: page[source]["points"] for seat, page in score.items()},
            "parts": {seat: said for seat, page in score.items() if (said := parts(page[source]))},
        }
        for source, parts in tell.items()
    ]


def building(sheet: Json) -> str:
    """A building with its lamps: 'L4 with annex: size 5 × 2 lamps (c4 d1)'."""
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
    return [_("{buildings}, free of charge by Sacré-Cœur", buildings=words) if unbuilt["waived"] else words]


def _cards(cards: Json) -> list[str]:
    return [
        f"{CARD_NAMES[name]}"
        + (f", {_(EARNED_BY[name])}: {' '.join(card['spaces'])}" if card["spaces"] else "")
        + f" = {card['points']}"
        for name, card in cards["cards"].items()
    ]


def lumiere_verdict(score: Json, result: Json | None) -> str:
    """Who won, by how much, and what broke a tie (L64)."""
    totals = {seat: page["total"] for seat, page in score.items()}
    high, low = max(totals.values()), min(totals.values())
    if result is None:
        return _("The game is not over; this is how it stands.")
    winner = result["winner"]
    if winner == "draw":
        return _("A draw: points and bare spaces are equal ({points} each).", points=number(high))
    who = _(lumiere.SEATS_FIRST[winner])
    if high > low:
        return _("{who} wins, {high} to {low}.", who=who, high=number(high), low=number(low))
    bare = sorted((len(page["tie"]["spaces"]) for page in score.values()), reverse=True)
    return _(
        "Both have {points} points. {who} wins the tie with more bare spaces of its own colour, {more} to {fewer}.",
        points=number(high),
        who=who,
        more=bare[0],
        fewer=bare[1],
    )


# ---- Paris -------------------------------------------------------------------------------------------------------


def paris_rows(score: Json) -> list[dict[str, Any]]:
    """`score` as the facade gives it; where a companion counted points by the score track alone, those too."""
    pages: Mapping[str, Json] = score["seats"]
    labels = {"track": TRACK} | {name: label for name, label in paris.SOURCES.items() if name != "total"}
    rows = []
    for source, label in labels.items():
        points = {seat: page.get(source, {"points": 0})["points"] for seat, page in pages.items()}
        if source != "track" or any(points.values()):
            parts = {seat: said for seat in pages if (said := _paris_parts(score, source, seat))}
            rows.append({"name": source, "label": _(label), "points": points, "parts": parts})
    return rows


def _paris_parts(score: Json, source: str, seat: str) -> list[str]:
    page = score["seats"][seat]
    if source == "bonus":
        return [f"{_('tile {n}', n=tile)} = {n}" for tile, n in page["bonus"]["tiles"].items() if n]
    if source == "francs":
        return [_("{n} F after the sales", n=page["francs"]["francs"])]
    if source != "districts":
        return []
    said = []
    for district, part in score["districts"].items():
        row = next(row for row in part["standings"] if row["seat"] == seat)
        if part["tile"] and row["place"]:
            why = _(DECIDED[row["by"]], sum=row["sum"], highest=row["highest"])
            place = _("{district}: {place}. ({why})", district=paris.district(district), place=row["place"], why=why)
            said.append(f"{place} = {row['points']}")
    return said


def paris_verdict(score: Json, result: Json | None, names: Names) -> str:
    """Who won and by what (P76)."""
    if result is None:
        return _("The game is not over; this is how it stands.")
    who, by = score["winner"]["seats"], score["winner"]["by"]
    vp = result["vp"]
    named = ", ".join(names[seat] for seat in who)
    listed = " : ".join(str(vp[seat]) for seat in vp)
    if by == "shared":
        return _("{who} share the win ({points}): VP, francs and property are equal.", who=named, points=listed)
    if by == "francs":
        return _("{who} wins the tie at {vp} VP with more francs ({points}).", who=named, vp=vp[who[0]], points=listed)
    if by == "property":
        said = N_("{who} wins the tie at {vp} VP and equal francs with more valuable property ({points}).")
        return _(said, who=named, vp=vp[who[0]], points=listed)
    return _("{who} wins with {vp} VP ({points}).", who=named, vp=vp[who[0]], points=listed)
