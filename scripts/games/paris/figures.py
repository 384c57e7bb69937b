"""The figures in the rules of Paris."""

from __future__ import annotations

from figure import Figure

import lutetia
from lutetia.core.json_types import Json


def start(game: lutetia.Game, position: Json, step: str) -> list[str]:
    """P1, P12: a district as it lies at the start."""
    return ["bank:Montmartre", *(f"Montmartre:{value}" for value in position["districts"]["Montmartre"]["buildings"])]


def bank(game: lutetia.Game, position: Json, step: str) -> list[str]:
    """P30: a key on a bank where another player has one."""
    if not step.startswith("key bank"):
        return []
    district = step.split(" ")[2]
    return [f"bank:{district}"] if len(position["districts"][district]["bank"]["keys"]) == 2 else []


def climb(game: lutetia.Game, position: Json, step: str) -> list[str]:
    """P40, P42: a key that may climb in its district, past a property that is taken."""
    if position["phase"] != "action" or position["question"]:
        return []
    for legal in game.legal():
        if not legal.startswith("move") or ":L" in legal or " arc " in legal or " bank:" in legal:
            continue
        here, there = legal.split(" ")[1:]
        district, low = here.split(":")
        high = there.split(":")[1]
        buildings = position["districts"][district]["buildings"]
        between = [v for v in buildings if int(low) < int(v) < int(high) and buildings[v]["keys"]]
        if high == "5" and low == "2" and between:
            return [here, there]
    return []


def landmark(game: lutetia.Game, position: Json, step: str) -> list[str]:
    """P41: a landmark added above a lower one."""
    kind, *words = step.split(" ")
    if kind != "move" or ":L" not in words[1]:
        return []
    district, name = words[1].split(":")
    there = list(position["districts"][district]["landmarks"])
    return [f"{district}:{mark}" for mark in there] if len(there) == 2 and there[-1] == name else []


def sections(game: lutetia.Game, position: Json, step: str) -> list[str]:
    """P47: a landmark's sections can be filled, more than one of them."""
    asked = position["question"]
    if not asked or asked["ask"] != "section" or not step.startswith("move"):
        return []
    goods = {legal.split(" ")[1] for legal in game.legal() if legal.startswith("section") and " with token" in legal}
    return [asked["landmark"]] if len(goods) >= 2 and len(asked["open"]) >= 2 else []


def track(game: lutetia.Game, position: Json, step: str) -> list[str]:
    """P50: what can be taken ahead of a meeple, with a number owned and an empty space among them."""
    asked = position["question"]
    if not asked or asked["ask"] != "track":
        return []
    takeable = [legal.split(" ")[1] for legal in game.legal() if legal.startswith("track ") and legal != "track none"]
    seat = position["seats"][game.seat]
    ahead = position["track"][seat["meeple"] :]
    owned = {int(tile) for tile in seat["unused"]} | set(seat["used"])
    blocked = [space for space in ahead if space["left"] and space["number"] in owned]
    empty = [space for space in ahead[:-1] if not space["left"]]
    if 3 <= len(takeable) <= 12 and blocked and empty:
        return [f"track:{number}" for number in takeable]
    return []


def fourth(game: lutetia.Game, position: Json, step: str) -> list[str]:
    """P49: the fourth key has come."""
    asked = position["question"]
    if not asked or asked["ask"] != "vp":
        return []
    district = step.split(" ")[2].split(":")[0] if step.startswith("move") else ""
    if not district or len(position["vp_tiles"]) != 4:
        return []
    return owned_in(position, district)


def owned_in(position: Json, district: str) -> list[str]:
    part = position["districts"][district]
    return [f"{district}:{name}" for kind in ("buildings", "landmarks") for name, p in part[kind].items() if p["keys"]]


def shared(game: lutetia.Game, position: Json, step: str) -> list[str]:
    """P52: two players' keys on one property."""
    if not step.startswith("move"):
        return []
    goal = step.split(" ")[2]
    district, name = goal.split(":")
    part = position["districts"][district]
    keys = (part["landmarks"] if name[0] == "L" else part["buildings"])[name]["keys"]
    return [goal] if len(set(keys)) == 2 else []


def onto_rivals(game: lutetia.Game, position: Json) -> list[str]:
    """Tile 16, and then the move that needs it."""
    rivals = []
    for step in game.legal():
        if step.startswith("move"):
            district, name = step.split(" ")[2].split(":")
            part = position["districts"][district]
            keys = (part["landmarks"] if name[0] == "L" else part["buildings"]).get(name, {"keys": []})["keys"]
            rivals += [step] * bool(keys and game.seat not in keys)
    return rivals or [step for step in game.legal() if step == "track 16"]


def tie(game: lutetia.Game, position: Json, step: str) -> list[str]:
    """P74: a tie for a district, decided by the highest property."""
    if not game.over:
        return []
    for district, rows in position["standings"].items():
        placed = [row for row in rows if row["place"]]
        if position["districts"][district]["vp_tile"] and len(placed) >= 3:
            first, second = placed[:2]
            if first["by"] == "highest" and first["sum"] == second["sum"]:
                return owned_in(position, district)
    return []


def half(game: lutetia.Game, position: Json, step: str) -> list[str]:
    """P75: second of two, with less than half."""
    if not game.over:
        return []
    for district, rows in position["standings"].items():
        if position["districts"][district]["vp_tile"] and rows[1]["by"] == "half" and rows[1]["sum"] > 2:
            return owned_in(position, district)
    return []


def site(game: lutetia.Game, position: Json, step: str) -> list[str]:
    """P16: a drawn building that fits into a few districts."""
    asked = position["question"]
    if not asked or asked["ask"] != "site":
        return []
    places = [legal.split(" ")[1] for legal in game.legal() if legal.startswith("site")]
    return [f"{place}:{asked['tile'][1]}" for place in places] if len(places) == 3 else []


FIGURES = (
    Figure("start", start, players=4),
    Figure("bank", bank, players=3),
    Figure("climb", climb, players=3),
    Figure("landmark", landmark, players=3),
    Figure("sections", sections, seed=2, players=3),
    Figure("track", track, seed=2, players=3),
    Figure("fourth", fourth, seed=2, players=3),
    Figure("shared", shared, players=3, prefers=onto_rivals),
    Figure("tie", tie, seed=4, players=4),
    Figure("half", half, seed=7, players=2),
    Figure("site", site, players=3, options={"any_district": True}),
)
