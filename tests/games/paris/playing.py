"""Games of Paris for tests: played by bots up to a condition."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import lutetia
from lutetia.bots import bot
from lutetia.core.game import Game


def played(
    seed: int, until: Callable[[Game, int], bool], name: str = "greedy", players: int = 2, **options: Any
) -> Game:
    """A game of bots, to its end or until a condition holds."""
    game = lutetia.new("paris", seed=seed, players=players, options=options)
    number = 0
    while not game.over and not until(game, number):
        game.play(bot(name, seed).choose(game.view(game.seat), game.legal()))
        number += 1
    return game


def never(_game: Game, _number: int) -> bool:
    return False


def after(steps: int) -> Callable[[Game, int], bool]:
    return lambda _game, number: number >= steps
