"""The score sheet of Paris as text: a row for each source of points, and who won."""

from __future__ import annotations

from typing import Any

from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.games.paris.text import steps
from lutetia.text.interface import NOT_OVER, Names

DECIDED = {  # what decided a place in a district (P74, P75)
    "sum": N_("{sum}"),
    "highest": N_("{sum}, highest property {highest}"),
    "shared": N_("{sum}, place shared"),
    "half": N_("{sum}, less than half of first place"),
}
TRACK = N_("on the score track")


def sources(scores: Json) -> dict[str, str]:
    """The labels of the sources of points; of the score track only where points are known from nowhere else."""
    track = {"track": TRACK} if any(page.get("track") for page in scores.values()) else {}
    return track | steps.SOURCES


def rows(score: Json) -> list[dict[str, Any]]:
    """The rows of `Game.score()`. A companion's sheet also has points that are only known from the score track."""
    pages: dict[str, Json] = score["seats"]
    labels = {"track": TRACK} | {name: label for name, label in steps.SOURCES.items() if name != "total"}
    rows = []
    for source, label in labels.items():
        points = {seat: page.get(source, {"points": 0})["points"] for seat, page in pages.items()}
        if source != "track" or any(points.values()):
            parts = {seat: said for seat in pages if (said := _parts(score, source, seat))}
            rows.append({"name": source, "label": _(label), "points": points, "parts": parts})
    return rows


def _parts(score: Json, source: str, seat: str) -> list[str]:
    page = score["seats"][seat]
    if source == "bonus":
        return [f"{_('tile {n}', n=tile)} = {n}" for tile, n in page["bonus"]["tiles"].items() if n]
    if source == "francs":
        return [_("{n} F after the final sale", n=page["francs"]["francs"])]
    if source != "districts":
        return []
    said = []
    for district, part in score["districts"].items():
        row = next(row for row in part["standings"] if row["seat"] == seat)
        if part["tile"] and row["place"]:
            why = _(DECIDED[row["by"]], sum=row["sum"], highest=row["highest"])
            place = _("{district}: {place}. ({why})", district=steps.district(district), place=row["place"], why=why)
            said.append(f"{place} = {row['points']}")
    return said


def verdict(score: Json, result: Json | None, names: Names) -> str:
    """Who won, and what broke a tie (P76)."""
    if result is None:
        return _(NOT_OVER)
    who, by = score["winner"]["seats"], score["winner"]["by"]
    vp = result["vp"]
    named = ", ".join(names[seat] for seat in who)
    listed = " : ".join(str(vp[seat]) for seat in vp)
    if by == "shared":
        return _(
            "{who} share the win ({points}): VP, francs and total property value are equal.", who=named, points=listed
        )
    if by == "francs":
        return _("{who} wins the tie at {vp} VP with more francs ({points}).", who=named, vp=vp[who[0]], points=listed)
    if by == "property":
        said = N_("{who} wins the tie at {vp} VP and equal francs with a higher total property value ({points}).")
        return _(said, who=named, vp=vp[who[0]], points=listed)
    return _("{who} wins with {vp} VP ({points}).", who=named, vp=vp[who[0]], points=listed)
