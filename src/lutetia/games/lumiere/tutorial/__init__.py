"""The texts of the tutorial of La Cité de la Lumière."""

from __future__ import annotations

from typing import Any

from lutetia.core.game import Game
from lutetia.core.i18n import N_, _, plural
from lutetia.games.lumiere.rules.edition import CARD_NAMES, edition
from lutetia.games.lumiere.text import steps
from lutetia.games.lumiere.text.rule_links import RULE_LINKS
from lutetia.tutorial import END, START, Lesson, Moment

MOMENTS = (
    Moment(
        "welcome",
        N_("Paris by night"),
        N_(
            "You are orange, your opponent is blue. First you both pave the city and collect buildings; then you "
            "build them. Buildings beside street lamps score points."
        ),
        ("L1", "L64"),
        after=START,
    ),
    Moment(
        "pave",
        N_("Lay a tile"),
        N_(
            "This is your tile. Lay it on any empty square, rotated as you like. Orange spaces will be yours to "
            "build on, blue ones your opponent's. On mixed spaces you may both build."
        ),
        ("L2", "L20"),
        also="tile ",
    ),
    Moment(
        "take",
        N_("Take a building"),
        N_(
            "Instead of laying a tile, you may take a building from the supply. Take what you will have room "
            "for: each building you have not built at the end costs {unbuilt} points."
        ),
        ("L21", "L62"),
        also="take ",
    ),
    Moment(
        "ground",
        N_("The city is paved"),
        N_("All sixteen tiles are down, and nothing is hidden any more. From now on you build or use a postcard."),
        ("L23", "L34"),
        before="build",
    ),
    Moment(
        "build",
        N_("Build in the light"),
        N_(
            "A building goes on free spaces of your colour or mixed ones, never on a lamp. Choose a place "
            "between lamps: each of them counts."
        ),
        ("L30", "L60"),
    ),
    Moment(
        "light",
        N_("Size times lamps"),
        N_("{spaces}, {lamps}: {points}. A lamp lights the four spaces beside it, for both players."),
        ("L60",),
        after="build",
    ),
    Moment(
        "join",
        N_("Build a group"),
        N_(
            "Buildings of yours that touch form a group. Your largest group scores a point for each of its "
            "spaces, so this place scores twice."
        ),
        ("L61",),
    ),
    Moment(
        "spare",
        N_("A postcard that forgives"),
        N_("You took more than you can build. With Sacré-Cœur, the buildings left in your reserve cost nothing."),
        ("L31", "L43"),
    ),
    Moment(
        "card",
        N_("A postcard that builds"),
        N_(
            "Each postcard can be used once, by whoever gets there first. You have four tokens to spend on "
            "postcards; use this one."
        ),
        ("L4", "L31"),
    ),
    Moment("place", N_("What the card does"), N_("{effect}"), ("L39",)),
    Moment(
        "end",
        N_("The final score"),
        N_(
            "All tokens are spent and nobody can build: the game is over. Lit buildings, the largest group and "
            "the postcards are added up. You win, {mine} to {theirs}."
        ),
        ("L33", "L64"),
        after=END,
    ),
)
TIPS = {
    "paving": N_("Lay your tile so that your colour is next to lamps, or take a building you like."),
    "building": N_("Look for a place with two or three lamps beside it, then for one that touches your own buildings."),
    "card": N_(
        "Choose the place that scores most. You may also skip the effect: then you have only kept the "
        "postcard from your opponent."
    ),
}


def values(game: Game, step: str) -> dict[str, Any]:
    """The values for the texts of a position: the last building, the totals, and the effect of the open postcard."""
    position = game.view(None)["position"]
    data = game.ruleset.edition.data
    found: dict[str, Any] = {"unbuilt": -data["points"]["unbuilt"]}
    last = next((s for turn in reversed(game.record()["turns"]) for s in reversed(turn["steps"])), "")
    built = next((b for b in position["buildings"] if last.startswith(f"build {b['name']} ")), None)
    if built:
        found |= {
            "spaces": plural("{n} space", "{n} spaces", built["size"]),
            "lamps": plural("{n} lamp", "{n} lamps", len(built["lamps"])),
            "points": plural("{n} point", "{n} points", built["points"]),
        }
        found["marked"] = [*built["spaces"], *built["lamps"]]
    if position["question"]:
        found["effect"] = steps.effect(position["question"]["card"], data)
    scores = position["scores"]
    return found | {"mine": scores["orange"]["total"], "theirs": scores["blue"]["total"]}


def part(name: str) -> tuple[str, str, tuple[str, ...]]:
    return CARD_NAMES[name], steps.effect(name, edition().data), RULE_LINKS[name]


def holdings(view: dict[str, Any], seat: str) -> dict[str, int]:
    return {_("points"): view["position"]["scores"][seat]["total"]}


LESSON = Lesson(MOMENTS, TIPS, values, part, holdings)
