"""Find the positions that illustrate the rules, in games that bots play, and write them for the pages that draw them.

Every figure says what it must show; games are played from its seed on until one does.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import lutetia
from lutetia.bots import bot
from lutetia.core.json_types import Json
from lutetia.games.lumiere.rules.notation import SPACES
from lutetia.games.lumiere.rules.scoring import BESIDE, area, around, reading
from lutetia.text.rulebook import position_file

ROOT = Path(__file__).parent.parent
TRIES = 400  # games before a search is given up
FURTHER = ["moulin-rouge", "fontaine", "penseur", "grande-lumiere", "levitation", "metropolitain", "jardin", "chartier"]


@dataclass(frozen=True)
class Figure:
    """`shows` returns the places to mark if the position illustrates the rule, otherwise nothing."""

    game: str
    name: str
    shows: Callable[[lutetia.Game, Json, str], list[str]]
    seed: int = 1
    players: int = 2
    options: Json = field(default_factory=dict)
    bot: str = "greedy"
    prefers: Callable[[lutetia.Game, Json], list[str]] = lambda _game, _position: []
    """Steps that a bot would rarely choose; the first legal one is played."""


# ---- La Cité de la Lumière -------------------------------------------------------------------------------------


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


# ---- Paris -----------------------------------------------------------------------------------------------------


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
    Figure("lumiere", "paving", paving, seed=2, bot="random"),
    Figure("lumiere", "building", building, seed=3),
    Figure("lumiere", "metropolitain", metropolitain, seed=7),
    Figure("lumiere", "annex", annex, seed=9),
    Figure("lumiere", "painter", painter),
    Figure("lumiere", "dancer", dancer, seed=6, options={"postcards": FURTHER}),
    Figure("lumiere", "fountain", fountain, seed=46, options={"postcards": FURTHER}),
    Figure("lumiere", "statue", statue, options={"postcards": FURTHER}),
    Figure("lumiere", "large-lamp", large_lamp, options={"postcards": FURTHER}),
    Figure("lumiere", "light", light, seed=25),
    Figure("lumiere", "group", group, seed=42),
    Figure("paris", "start", start, players=4),
    Figure("paris", "bank", bank, players=3),
    Figure("paris", "climb", climb, players=3),
    Figure("paris", "landmark", landmark, players=3),
    Figure("paris", "sections", sections, seed=2, players=3),
    Figure("paris", "track", track, seed=2, players=3),
    Figure("paris", "fourth", fourth, seed=2, players=3),
    Figure("paris", "shared", shared, players=3, prefers=onto_rivals),
    Figure("paris", "tie", tie, seed=4, players=4),
    Figure("paris", "half", half, seed=7, players=2),
    Figure("paris", "site", site, players=3, options={"any_district": True}),
)
EXAMPLE = ROOT / "tests" / "games" / "lumiere" / "l65.json"  # L65: built by hand, for the rulebooks' worked example


def positions(figure: Figure, seed: int) -> Iterator[tuple[lutetia.Game, Json, str]]:
    """A game of bots with the figure's set-up, at its start and after every step."""
    game = lutetia.new(figure.game, seed=seed, players=figure.players, options=figure.options)
    players = {seat: bot(figure.bot, seed) for seat in game.ruleset.seats}
    yield game, game.view(None)["position"], ""
    while not game.over:
        wished = figure.prefers(game, game.view(None)["position"])
        step = wished[0] if wished else players[str(game.seat)].choose(game.view(game.seat), game.legal())
        game.play(step)
        yield game, game.view(None)["position"], step


def find(figure: Figure) -> tuple[int, Json]:
    """The seed and the position, as written to the file."""
    for seed in range(figure.seed, figure.seed + TRIES):
        for game, position, step in positions(figure, seed):
            if marked := figure.shows(game, position, step):
                return seed, written(game.record(), marked)
    raise SystemExit(f"{figure.game} {figure.name}: no game shows it")


def written(record: Json, marked: list[str]) -> Json:
    return {"record": record, "at": sum(len(turn["steps"]) for turn in record["turns"]), "marked": marked}


def save(game: str, name: str, found: Json) -> None:
    position_file(f"{game}-{name}").write_text(json.dumps(found, ensure_ascii=False) + "\n", encoding="utf-8")


def example() -> Json:
    """The rulebooks' final position; the building with the annex is marked."""
    record = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    buildings = lutetia.replay(record).view(None)["position"]["buildings"]
    return written(record, next(b["spaces"] for b in buildings if b["annex"]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="figures to search anew, as paris-tie; none: all")
    chosen = parser.parse_args()
    for figure in FIGURES:
        if not chosen.names or f"{figure.game}-{figure.name}" in chosen.names:
            seed, position = find(figure)
            save(figure.game, figure.name, position)
            print(f"{figure.game}-{figure.name}: seed {seed}, {position['at']} steps, {' '.join(position['marked'])}")
    if not chosen.names:
        save("lumiere", "example", example())


if __name__ == "__main__":
    main()
