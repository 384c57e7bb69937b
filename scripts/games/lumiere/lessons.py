"""The lesson of La Cité de la Lumière, and every postcard at work."""

from __future__ import annotations

from bot_games import play_through, steps_of, with_moments

import lutetia
from lutetia.core.json_types import Json
from lutetia.games.lumiere.rules.edition import CARDS

FURTHER = ["moulin-rouge", "fontaine", "penseur", "grande-lumiere", "peintre", "lampadaire", "jardin", "bouquinistes"]


def lesson() -> Json:
    """The first game with all moments that the learner wins, though not by far."""
    for seed in range(1, 200):
        game = lutetia.new("lumiere", seed=seed, options={"first": "orange"})
        opening = iter([f"tile {game.view('orange')['position']['held']['orange'][0]} B2 r0"])
        for _game, _step in play_through(game, seed, lambda _game, opening=opening: next(opening, None)):
            pass
        found = with_moments(game, "orange", moment)
        totals = {seat: page["total"] for seat, page in game.record()["result"]["scores"].items()}
        moments = found["moments"]
        together = moments.get("place") == moments.get("card", -9) + 1
        if len(moments) == 7 and together and 0 < totals["orange"] - totals["blue"] < 15:
            print("seed", seed, totals)
            return found
    raise SystemExit("no game shows everything")


def moment(game: lutetia.Game, step: str, done: list[str]) -> str | None:
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


def parts() -> Json:
    """A game for each postcard, up to where it has shown its effect."""
    games, shown = [], {}
    for card in CARDS:
        record, start = max((found for seed in range(1, 26) if (found := postcard(card, seed))), key=clearly)[:2]
        seat = steps_of(record)[start][0]
        shown[card] = {"game": len(games), "seat": seat, "from": start, "to": len(steps_of(record))}
        games.append(record)
        print(card, "from", start, [step for _seat, step in steps_of(record)][start:])
    return {"games": games, "parts": shown}


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


def worth(game: lutetia.Game, step: str) -> int:
    """What a step adds to the lead of the player who takes it."""
    change = game.preview(step)
    mine = change[str(game.seat)]["total"]
    return int(2 * mine - sum(page["total"] for page in change.values()))
