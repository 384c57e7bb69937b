"""The figures in the rules of La Cité de la Lumière."""

from __future__ import annotations

from pathlib import Path

from figure import Figure

import lutetia
from lutetia.core.json_types import Json
from lutetia.games.lumiere.rules.notation import SPACES
from lutetia.games.lumiere.rules.scoring import BESIDE, area, around, reading

FURTHER = ["moulin-rouge", "fontaine", "penseur", "grande-lumiere", "levitation", "metropolitain", "jardin", "chartier"]
EXAMPLE = Path(__file__).parents[3] / "tests" / "games" / "lumiere" / "l65.json"


def paving(game: lutetia.Game, position: Json, step: str) -> list[str]:
    """L20: a tile laid where it touches no other."""
    if len(position["squares"]) != 10 or not step.startswith("tile"):
        return []
    square = step.split(" ")[2]
    left, top = 2 * "ABCD".index(square[0]), 2 * int(square[1]) - 1
    laid = [f"{'abcdefgh'[left + right]}{top + down}" for down in (0, 1) for right in (0, 1)]
    touching = set().union(*(BESIDE[space] for space in laid)) - set(laid)
    return laid if not touching & set(position["paving"]) else []


def building(game: lutetia.Game, position: Json, step: str) -> list[str]:
    """L30: a place for a building on one's own and on mixed ground, with light."""
    if position["phase"] != "building" or position["question"] or game.seat != "orange":
        return []
    if {b["owner"] for b in position["buildings"]} != {"orange", "blue"}:
        return []
    lamps = [set(lamp["lights"]) for lamp in position["lamps"]]
    for legal in game.legal():
        kind, *words = legal.split(" ")
        if kind == "build" and len(words) > 5:
            kinds = [position["paving"][space] for space in words[1:]]
            if kinds.count("mixed") == 2 and kinds.count("orange") >= 3 and "blue" not in kinds and "lamp" not in kinds:
                lit = sum(bool(lit & set(words[1:])) for lit in lamps)
                if lit >= 2:
                    return words[1:]
    return []


def metropolitain(game: lutetia.Game, position: Json, step: str) -> list[str]:
    """L41: a building over a lamp, lit by another one."""
    kind, *words = step.split(" ")
    covered = [space for space in words[1:] if kind == "build" and position["paving"].get(space) == "lamp"]
    if not covered:
        return []
    built = next(b for b in position["buildings"] if b["name"] == words[0])
    return built["spaces"] if built["owner"] == "orange" and built["lamps"] else []


def annex(game: lutetia.Game, position: Json, step: str) -> list[str]:
    """L46: the annex reaches a lamp that the building alone did not."""
    if not step.startswith("place annex"):
        return []
    grown = next(b for b in position["buildings"] if b["annex"])
    alone = set(grown["spaces"]) - {grown["annex"]}
    light = [set(lamp["lights"]) for lamp in position["lamps"] if lamp["space"] in grown["lamps"]]
    return grown["spaces"] if len(light) == 2 and any(not lit & alone for lit in light) else []


def painter(game: lutetia.Game, position: Json, step: str) -> list[str]:
    """L44: an area between buildings with some of the lamps in it."""
    piece = next((p for p in position["pieces"] if p["name"] == "painter"), None)
    if not piece or not game.over:
        return []
    walls = set().union(*(b["spaces"] for b in position["buildings"]))
    ground = area(piece["spaces"][0], set(SPACES) - walls)
    inside = [lamp for lamp in position["lamps"] if lamp["space"] in ground]
    return reading(ground) if 5 <= len(ground) <= 16 and 2 <= len(inside) <= 4 < len(position["lamps"]) else []


def dancer(game: lutetia.Game, position: Json, step: str) -> list[str]:
    """L48: free spaces, bounded by a lamp among other things."""
    card = next((c for c in position["postcards"] if c["name"] == "moulin-rouge"), None)
    if not game.over or not card or not 5 <= card["points"] <= 9:
        return []
    rim = set().union(*(BESIDE[space] for space in card["spaces"])) - set(card["spaces"])
    bare = {s for s in rim if position["paving"][s] == "lamp"} - set().union(
        *(b["spaces"] for b in position["buildings"])
    )
    return card["spaces"] if len(bare) >= 2 else []


def fountain(game: lutetia.Game, position: Json, step: str) -> list[str]:
    """L49: a fountain with buildings of its owner and the rival beside it."""
    piece = next((p for p in position["pieces"] if p["name"] == "fountain"), None)
    if not piece or not game.over:
        return []
    rim = set().union(*(BESIDE[space] for space in piece["spaces"]))
    beside = [b for b in position["buildings"] if rim & set(b["spaces"])]
    owners = [b["owner"] for b in beside]
    rival = {"orange": "blue", "blue": "orange"}[piece["owner"]]
    return piece["spaces"] if owners.count(piece["owner"]) == 2 and owners.count(rival) == 1 else []


def statue(game: lutetia.Game, position: Json, step: str) -> list[str]:
    """L50: a free view, some neighbours built over."""
    card = next((c for c in position["postcards"] if c["name"] == "penseur"), None)
    piece = next((p for p in position["pieces"] if p["name"] == "statue"), None)
    if not game.over or not card or not piece or not card["points"]:
        return []
    sides = BESIDE[piece["spaces"][0]]
    counted = set(card["spaces"])
    corners = counted - sides
    inner = len(around(piece["spaces"][0], [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y])) == 8
    return card["spaces"] if inner and 1 <= len(counted & sides) <= 3 and 1 <= len(corners) <= 3 else []


def large_lamp(game: lutetia.Game, position: Json, step: str) -> list[str]:
    """L51: the large lamp with its whole pattern on the board, and a shadow."""
    lamp = next((p for p in position["lamps"] if p["kind"] == "large-lamp"), None)
    if not lamp or len(position["buildings"]) < 4:
        return []
    column, row = "abcdefgh".index(lamp["space"][0]), int(lamp["space"][1])
    if not (2 <= column <= 5 and 3 <= row <= 6):
        return []
    built = set().union(*(b["spaces"] for b in position["buildings"]))
    lit = [b for b in position["buildings"] if lamp["space"] in b["lamps"]]
    dark = built & around(lamp["space"], [(0, 2), (0, -2), (2, 0), (-2, 0)]) - set(lamp["lights"])
    far = set(lamp["lights"]) - BESIDE[lamp["space"]]
    reached = [b for b in lit if set(b["spaces"]) & far and not set(b["spaces"]) & BESIDE[lamp["space"]]]
    return lamp["lights"] if dark and reached else []


def light(game: lutetia.Game, position: Json, step: str) -> list[str]:
    """L60: three lamps, one of them beside two spaces of the building, one shared with a rival's."""
    if not game.over:
        return []
    for b in position["buildings"]:
        if b["owner"] != "orange" or len(b["lamps"]) != 3 or b["size"] < 4 or b["name"] == "garden" or b["annex"]:
            continue
        lamps = [lamp for lamp in position["lamps"] if lamp["space"] in b["lamps"]]
        if any(lamp["kind"] != "printed" for lamp in lamps):
            continue
        twice = [lamp for lamp in lamps if len(set(lamp["lights"]) & set(b["spaces"])) > 1]
        shared = [
            lamp["space"]
            for lamp in lamps
            for other in position["buildings"]
            if other["owner"] == "blue" and lamp["space"] in other["lamps"]
        ]
        if len(twice) == 1 and len(shared) == 1 and shared != [twice[0]["space"]]:
            return reading([*b["spaces"], *b["lamps"]])
    return []


def group(game: lutetia.Game, position: Json, step: str) -> list[str]:
    """L61: three buildings in a group, a dark one among them, and another building apart."""
    if not game.over:
        return []
    own = [b for b in position["buildings"] if b["owner"] == "blue"]
    grouped = [b for b in own if set(b["spaces"]) <= set(position["groups"]["blue"])]
    fits = len(grouped) == 3 and len(own) == 4 and sum(not b["lamps"] for b in grouped) == 1
    return position["groups"]["blue"] if fits else []


def example(game: lutetia.Game, position: Json, step: str) -> list[str]:
    """L65: the final position of the worked example; the building with the annex is marked."""
    spaces: list[str] = next(b["spaces"] for b in position["buildings"] if b["annex"])
    return spaces


FIGURES = (
    Figure("paving", paving, seed=2, bot="random"),
    Figure("building", building, seed=3),
    Figure("metropolitain", metropolitain, seed=7),
    Figure("annex", annex, seed=9),
    Figure("painter", painter),
    Figure("dancer", dancer, seed=6, options={"postcards": FURTHER}),
    Figure("fountain", fountain, seed=46, options={"postcards": FURTHER}),
    Figure("statue", statue, options={"postcards": FURTHER}),
    Figure("large-lamp", large_lamp, options={"postcards": FURTHER}),
    Figure("light", light, seed=25),
    Figure("group", group, seed=42),
    Figure("example", example, record=EXAMPLE),
)
