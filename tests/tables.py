"""The tables that the tests of every game are run on, and random walks over them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import lutetia

EDITIONS = Path(__file__).parent / "editions"
FURTHER = ["moulin-rouge", "fontaine", "penseur", "grande-lumiere", "levitation", "metropolitain", "jardin", "chartier"]

TABLES: dict[str, dict[str, Any]] = {
    "lumiere starter": {"game": "lumiere"},
    "lumiere random": {"game": "lumiere", "options": {"postcards": "random"}},
    "lumiere further": {"game": "lumiere", "options": {"postcards": FURTHER}},
    "lumiere two tiles": {"game": "lumiere", "options": {"postcards": "random", "two_tiles": True}},
    "lumiere second edition": {
        "game": "lumiere",
        "options": {"postcards": "random"},
        "edition": EDITIONS / "second.toml",
    },
}


def new(name: str, seed: int) -> lutetia.Game:
    return lutetia.new(seed=seed, **TABLES[name])


def walk(game: lutetia.Game, rng: random.Random) -> Iterator[str]:
    """Play random steps to the end; yields each step before it is played. Half of the walks prefer the rare kinds."""
    eager = rng.random() < 0.5
    while not game.over:
        steps = game.legal()
        if eager and rng.random() < 0.7:
            steps = [s for s in steps if s.startswith(("card", "place", "swap", "take"))] or steps
        step = rng.choice(steps)
        yield step
        game.play(step)
