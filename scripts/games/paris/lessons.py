"""The lesson of Paris, and every bonus tile at work."""

from __future__ import annotations

from bot_games import play_through, steps_of, with_moments

import lutetia
from lutetia.core.json_types import Json
from lutetia.games.paris.rules.bonus import EFFECTS, PLACE, UNIT
from lutetia.games.paris.rules.scoring import SCORING_TILES

FRANCS_TILE = 27
SINGLE = {9, 16}


def lesson() -> Json:
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
    return with_moments(game, "p1", moment)


def moment(game: lutetia.Game, step: str, done: list[str]) -> str | None:
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


def parts() -> Json:
    """A small set of games that together show every bonus tile, those first that show the most."""
    missing, games, examples = set(EFFECTS), [], {}
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
            examples[str(tile)] = {"game": len(games), "seat": owner(record, tile, start), "from": start, "to": until}
        games.append(cut(record, end))
    return {"games": games, "parts": {tile: examples[tile] for tile in sorted(examples, key=int)}}


def owner(record: Json, tile: int, start: int) -> str:
    """The seat whose tile is shown: it takes the step, or holds the tile at the end of the game."""
    if tile != FRANCS_TILE:
        return steps_of(record)[start][0]
    seats = lutetia.replay(record).view(None)["position"]["seats"]
    return next(seat for seat, has in seats.items() if str(tile) in has["unused"])


def cut(record: Json, steps: int) -> Json:
    """The record's first steps."""
    return lutetia.replay(record, steps=steps).record()


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
