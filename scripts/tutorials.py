"""Find the games that the tutorials follow, and write them for `lutetia.tutorial`.

A lesson is one game of bots in which the learner's seat does everything that is worth showing, in a good order. The
second part shows every postcard or bonus tile at work: as few games as do it, each cut off after its last example.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator

import lutetia
from lutetia.bots import bot
from lutetia.core.json_types import Json
from lutetia.games import manifest
from lutetia.games.lumiere.rules.edition import CARDS
from lutetia.games.paris.rules.bonus import EFFECTS, PLACE, UNIT
from lutetia.games.paris.rules.scoring import SCORING_TILES

Wish = Callable[[lutetia.Game], str | None]
FURTHER = ["moulin-rouge", "fontaine", "penseur", "grande-lumiere", "peintre", "lampadaire", "jardin", "bouquinistes"]
FRANCS_TILE = 27
SINGLE = {9, 16}


def play_through(game: lutetia.Game, seed: int, wish: Wish) -> Iterator[tuple[lutetia.Game, str]]:
    """Play a game to its end with bots, step by step. A wished step takes precedence over the bot's."""
    players = {seat: bot("greedy", seed) for seat in game.ruleset.seats}
    while not game.over:
        step = wish(game) or players[str(game.seat)].choose(game.view(game.seat), game.legal())
        yield game, step
        game.play(step)


def steps_of(record: Json) -> list[tuple[str, str]]:
    return [(turn["seat"], step) for turn in record["turns"] for step in turn["steps"]]


def worth(game: lutetia.Game, step: str) -> int:
    """What a step adds to the lead of the player who takes it."""
    change = game.preview(step)
    mine = change[str(game.seat)]["total"]
    return int(2 * mine - sum(page["total"] for page in change.values()))


# ---- the lessons ------------------------------------------------------------------------------------------------


def lumiere_lesson() -> Json:
    """The first game with all moments that the learner wins, though not by far."""
    for seed in range(1, 200):
        game = lutetia.new("lumiere", seed=seed, options={"first": "orange"})
        opening = iter([f"tile {game.view('orange')['position']['held']['orange'][0]} B2 r0"])
        for _game, _step in play_through(game, seed, lambda _game, opening=opening: next(opening, None)):
            pass
        found = with_moments(game, "orange", lumiere_moment)
        totals = {seat: page["total"] for seat, page in game.record()["result"]["scores"].items()}
        moments = found["moments"]
        together = moments.get("place") == moments.get("card", -9) + 1
        if len(moments) == 7 and together and 0 < totals["orange"] - totals["blue"] < 15:
            print("seed", seed, totals)
            return found
    raise SystemExit("no game shows everything")


def lumiere_moment(game: lutetia.Game, step: str, done: list[str]) -> str | None:
    """Which moment of the lesson this step of the learner is, if any; each comes once."""
    kind = step.split(" ")[0]
    change = game.preview(step)["orange"]
    built = "build" in done
    fits = {
        "pave": kind == "tile",
        "take": kind == "take" and bool(done),
        "build": kind == "build" and change["lit"] >= 8,
        "card": built and step in ("card bouquinistes", "card jardin", "card lampadaire"),
        "place": kind == "place" and done[-1] == "card" and change["total"] > 2,
        "join": built and kind == "build" and change["lit"] > 0 and change["group"] == len(step.split(" ")) - 2,
        "spare": built and step == "card sacre-coeur" and change["unbuilt"] > 0,
    }
    return next((name for name, fit in fits.items() if fit and name not in done), None)


def paris_lesson() -> Json:
    done: set[str] = set()

    def wish(game: lutetia.Game) -> str | None:
        """The learner takes an early bonus tile, uses it at once, and shows what the Arc is for."""
        legal = game.legal()
        if game.seat == "p1":
            for name, step in (("track", "track 5"), ("use", "use 5"), ("arc", "key arc")):
                if name not in done and step in legal and (name != "arc" or "use" in done):
                    done.add(name)
                    return step
        elif "done" in legal and game.view(None)["position"]["turns_left"] is not None:
            return "done"  # nobody trades to and fro
        return None

    game = lutetia.new("paris", seed=23)
    for _game, _step in play_through(game, 23, wish):
        pass
    return with_moments(game, "p1", paris_moment)


def paris_moment(game: lutetia.Game, step: str, done: list[str]) -> str | None:
    kind, *words = step.split(" ")
    order = ["draw", "bank", "buy", "track", "use", "arc", "arrive", "climb", "landmark", "section", "vp", "end"]
    fits = {
        "draw": kind == "draw",
        "bank": step.startswith("key bank"),
        "buy": kind == "move" and words[0].startswith("bank:") and words[1].endswith((":1", ":2")),
        "track": kind == "track" and words[0] != "none",
        "use": kind == "use",
        "arc": step == "key arc",
        "arrive": kind == "move" and words[0] == "arc",
        "climb": kind == "move" and ":L" not in step and words[0][0].isupper(),
        "landmark": kind == "move" and ":L" in words[1],
        "section": kind == "section" and words[0] != "done",
        "vp": kind == "vp" and words[0] != "none",
        "end": kind == "end",
    }
    wanted = order[len(done)] if len(done) < len(order) else None
    return wanted if wanted and fits[wanted] else None


def with_moments(game: lutetia.Game, seat: str, moment: Callable[[lutetia.Game, str, list[str]], str | None]) -> Json:
    """The record with the moments of the learner's seat: after how many steps each comes."""
    record = game.record()
    past = lutetia.replay(record | {"turns": [], "result": None})
    found: dict[str, int] = {}
    for at, (who, step) in enumerate(steps_of(record)):
        if who == seat and (name := moment(past, step, list(found))):
            found[name] = at
        past.play(step)
    return {"seat": seat, "record": record, "moments": found}


# ---- every part at work -----------------------------------------------------------------------------------------


def lumiere_parts() -> Json:
    """A game for each postcard, up to where it has shown its effect."""
    games, parts = [], {}
    for card in CARDS:
        record, start = max((shown for seed in range(1, 26) if (shown := postcard(card, seed))), key=clearly)[:2]
        seat = steps_of(record)[start][0]
        parts[card] = {"game": len(games), "seat": seat, "from": start, "to": len(steps_of(record))}
        games.append(record)
        print(card, "from", start, [step for _seat, step in steps_of(record)][start:])
    return {"games": games, "parts": parts}


def clearly(shown: tuple[Json, int, int]) -> int:
    """The more it brings the better it shows, up to a dozen points: more than that looks like a feat."""
    return min(shown[2], 12)


def postcard(card: str, seed: int) -> tuple[Json, int, int] | None:
    """A game that shows a postcard: the record up to its effect, where that begins, and how well it shows."""
    starter = lutetia.ruleset("lumiere").edition.data["postcards"]["starter"]
    options = {"first": "orange", "postcards": "starter" if card in starter else FURTHER}
    game = lutetia.new("lumiere", seed=seed, options=options)
    start, took = -1, False

    def best(steps: list[str]) -> str | None:
        return max(steps, key=lambda step: worth(game, step), default=None)

    def wish(game: lutetia.Game) -> str | None:
        nonlocal took
        position = game.view(None)["position"]
        if position["phase"] != "building":
            return None
        legal = game.legal()
        if len(position["buildings"]) < 4 and not position["question"]:  # a town first, then postcards
            return best([step for step in legal if step.startswith("build ")])
        asked = position["question"]
        if asked and asked["card"] == card:
            return best([step for step in legal if step != "decline"])
        if f"card {card}" in legal and not took:
            took = True
            return f"card {card}"
        return best([step for step in legal if covers(step, position)]) if took else None

    def covers(step: str, position: Json) -> bool:
        """What Metropolitain and Chartier allow."""
        if not step.startswith("build ") or card not in ("metropolitain", "chartier"):
            return False
        rival = {"orange": "blue", "blue": "orange"}[str(game.seat)]
        kinds = {position["paving"][space] for space in step.split(" ")[2:]}
        return ("lamp" if card == "metropolitain" else rival) in kinds

    later = card in ("metropolitain", "chartier")
    totals = {"orange": 0, "blue": 0}
    who = ""
    for at, (now, step) in enumerate(play_through(game, seed, wish)):
        position = now.view(None)["position"]
        if start >= 0 and not position["question"]:
            break
        if start < 0 and (covers(step, position) if later else step == f"card {card}"):
            if len(position["buildings"]) < 4:
                return None
            start, who = at, str(now.seat)
            totals = {seat: page["total"] for seat, page in position["scores"].items()}
        if step == "decline":
            return None
    if start < 0:
        return None
    record = game.record()
    gained = game.view(None)["position"]["scores"][who]["total"] - totals[who]
    return (record, start, gained) if not game.over and gained > 0 else None


def paris_parts() -> Json:
    """A small set of games that together show every bonus tile, those first that show the most."""
    missing, games, parts = set(EFFECTS), [], {}
    found: list[tuple[Json, dict[int, tuple[int, int]]]] = []
    for first in range(1, 100, 5):
        if not missing:
            break
        tries = [bonus_tiles(seed, players, missing) for players in (2, 3) for seed in range(first, first + 5)]
        record, shown = max(tries, key=lambda one: len(one[1]))
        if shown:
            found.append((record, shown))
        missing -= set(shown)
        print(len(shown), "tiles shown; missing", sorted(missing))
    if missing:
        raise SystemExit(f"no game shows the tiles {sorted(missing)}")
    for record, shown in found:
        end = max(until for _start, until in shown.values())
        for tile, (start, until) in shown.items():
            parts[str(tile)] = {"game": len(games), "seat": owner(record, tile, start), "from": start, "to": until}
        games.append(cut(record, end))
    return {"games": games, "parts": {tile: parts[tile] for tile in sorted(parts, key=int)}}


def owner(record: Json, tile: int, start: int) -> str:
    """The seat whose tile is shown: it takes the step, or holds the tile at the end of the game."""
    if tile != FRANCS_TILE:
        return steps_of(record)[start][0]
    seats = lutetia.replay(record).view(None)["position"]["seats"]
    return next(seat for seat, has in seats.items() if str(tile) in has["unused"])


def cut(record: Json, steps: int) -> Json:
    """The record's first steps."""
    game = lutetia.replay(record | {"turns": [], "result": None})
    for _seat, step in steps_of(record)[:steps]:
        game.play(step)
    return game.record()


def unused(game: lutetia.Game, seat: int) -> set[int]:
    return {tile for tile in EFFECTS if game.kernel.unused[seat] >> PLACE[tile] & 1}


def bonus_tiles(seed: int, players: int, missing: set[int]) -> tuple[Json, dict[int, tuple[int, int]]]:
    """A game in which seats take and use tiles that are still missing: from and to where each shows itself."""
    game = lutetia.new("paris", seed=seed, players=players)
    shown: dict[int, tuple[int, int]] = {}
    for at, (now, step) in enumerate(play_through(game, seed, lambda game: step_with(game, missing - set(shown)))):
        if not step.startswith("sell") and step != "done":
            note_tiles(now, step, at, missing, shown)
    steps = len(steps_of(game.record()))
    if FRANCS_TILE in missing and any(FRANCS_TILE in unused(game, seat) for seat in range(players)):
        shown[FRANCS_TILE] = (steps - 1, steps)
    return game.record(), shown


def spends(game: lutetia.Game, step: str) -> set[int]:
    """The tiles that a step uses up."""
    seat = game.kernel.seat
    after = game.copy()
    after.play(step)
    return unused(game, seat) - unused(after, seat)


def step_with(game: lutetia.Game, wanted: set[int]) -> str | None:
    """A legal step that takes or uses one of the wanted tiles."""
    tracks = [step for step in game.legal() if step.startswith("track ") and step != "track none"]
    if tracks:
        ahead = sorted(wanted.intersection(int(step.split(" ")[1]) for step in tracks))
        return f"track {ahead[0]}" if ahead else None
    held = unused(game, game.kernel.seat) & wanted
    return (use_step(game, held) or spending_step(game, held)) if held else None


def use_step(game: lutetia.Game, held: set[int]) -> str | None:
    """A `use` of a held tile that brings something now."""
    pays = game.view(game.seat)["position"]["bonus"]
    for tile in sorted(held):
        uses = [step for step in game.legal() if step == f"use {tile}" or step.startswith(f"use {tile} ")]
        if uses and (pays[str(tile)]["vp"] > 1 or pays[str(tile)]["francs"] > 0 or tile in (13, 14, 17, 25)):
            return uses[0]
    return None


def spending_step(game: lutetia.Game, held: set[int]) -> str | None:
    """A payment, a section or a move that uses up a held tile."""
    moves_spend = any(EFFECTS[tile].way == UNIT or tile in SINGLE for tile in held)
    for step in game.legal():
        kind = step.split(" ")[0]
        if kind in ("pay", "section") and any(step.endswith(f"with bonus{tile}") for tile in held):
            return step
        if kind == "move" and moves_spend and spends(game, step) & held:
            return step
    return None


def note_tiles(game: lutetia.Game, step: str, at: int, missing: set[int], shown: dict[int, tuple[int, int]]) -> None:
    """Add the missing tiles that this step shows. Tiles 23 and 24 show themselves until their last pair."""
    pays = game.view(game.seat)["position"]["bonus"]
    for tile in spends(game, step) & missing - set(shown):
        if pays[str(tile)]["vp"] or tile not in SCORING_TILES:
            shown[tile] = (at, at + 1)
    kind, *words = step.split(" ")
    if kind == "pair" and words[0] != "done":
        last = max(shown, key=lambda tile: shown[tile][1])
        if last in (23, 24):
            shown[last] = (shown[last][0], at + 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="what to search anew: lumiere, paris, lumiere-parts, paris-parts")
    chosen = parser.parse_args().names
    for name, find in {
        "lumiere": lumiere_lesson,
        "paris": paris_lesson,
        "lumiere-parts": lumiere_parts,
        "paris-parts": paris_parts,
    }.items():
        if not chosen or name in chosen:
            found = find()
            game, _hyphen, part = name.partition("-")
            file = manifest(game).folder / "tutorial" / f"{part or 'lesson'}.json"
            file.write_text(json.dumps(found, ensure_ascii=False) + "\n", encoding="utf-8")
            print(name, found.get("moments", ""))


if __name__ == "__main__":
    main()
