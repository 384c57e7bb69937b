"""The game configurations that the tests of every game run on, and random walks over them."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import lutetia
from lutetia.core import kernel

COMPILED = not str(kernel.__file__).endswith(".py")
FULL = bool(os.environ.get("LUTETIA_FULL"))
ON_CLUSTER = os.environ.get("LUTETIA_TEST_CLUSTER") == "1"
ON_POSTGRES = os.environ.get("LUTETIA_TEST_DATABASE") == "postgres" or ON_CLUSTER
SHARE_THERE = 20
"""On PostgreSQL and on a cluster --full takes a twentieth of its numbers; docs/testing.md says why."""
EDITIONS = Path(__file__).parent / "editions"
FURTHER = ["moulin-rouge", "fontaine", "penseur", "grande-lumiere", "levitation", "metropolitain", "jardin", "chartier"]

RARE = ("card", "place", "swap", "take", "move", "pay", "section", "use", "vp", "end", "pair", "site")
"""The first words of steps that uniform play seldom meets."""

CONFIGURATIONS: dict[str, dict[str, Any]] = {
    "lumiere starter": {"game": "lumiere"},
    "lumiere random": {"game": "lumiere", "options": {"postcards": "random"}},
    "lumiere further": {"game": "lumiere", "options": {"postcards": FURTHER}},
    "lumiere two tiles": {"game": "lumiere", "options": {"postcards": "random", "two_tiles": True}},
    "lumiere second edition": {
        "game": "lumiere",
        "options": {"postcards": "random"},
        "edition": EDITIONS / "second.toml",
    },
    "paris for two": {"game": "paris", "players": 2},
    "paris for three, closed": {"game": "paris", "players": 3, "options": {"screens": "closed"}},
    "paris for four": {"game": "paris", "players": 4},
    "paris advanced": {"game": "paris", "players": 3, "options": {"advanced": True}},
    "paris any district": {"game": "paris", "players": 4, "options": {"any_district": True, "screens": "closed"}},
    "paris both variants": {"game": "paris", "players": 2, "options": {"advanced": True, "any_district": True}},
}


def share(name: str, games: int) -> int:
    """How many games of this configuration take about as long as `games` games of La Cité de la Lumière."""
    return games if CONFIGURATIONS[name]["game"] == "lumiere" else max(1, games // 8)


def rate(name: str, usual: float) -> float:
    """How often to check a position of a walk: as usual, but of a long game of Paris only a third without --full."""
    return usual if FULL or CONFIGURATIONS[name]["game"] == "lumiere" else usual / 3


def new(name: str, seed: int) -> lutetia.Game:
    return lutetia.new(seed=seed, **CONFIGURATIONS[name])


def walk(game: lutetia.Game, rng: random.Random) -> Iterator[str]:
    """Play random steps to the end and yield each step before it is played. Half of the walks prefer rare steps."""
    eager = rng.random() < 0.5
    while not game.over:
        steps = game.legal()
        if eager and rng.random() < 0.7:
            steps = [s for s in steps if s.startswith(RARE)] or steps
        step = rng.choice(steps)
        yield step
        game.play(step)


def position(name: str, seed: int, steps: int) -> lutetia.Game:
    """A game after so many random steps, or at its end if it has fewer."""
    game = new(name, seed)
    for i, _step in enumerate(walk(game, random.Random(seed))):
        if i == steps:
            break
    return game
