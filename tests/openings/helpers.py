"""Finished games for tests of what is counted in them."""

from __future__ import annotations

import random

import lutetia


def random_game(game: str, seed: int, players: int = 2, **options: object) -> lutetia.Game:
    """A game played to its end with random steps."""
    found, rng = lutetia.new(game, seed=seed, players=players, options=options), random.Random(seed)
    while not found.over:
        found.play(rng.choice(found.legal()))
    return found
