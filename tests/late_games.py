"""Games that begin at a late position: an analysis of what is left takes a quarter of that of a whole game."""

from __future__ import annotations

import lutetia
from lutetia import companion
from lutetia.bots import bot
from lutetia.core.game import Game

PLAYED = 28
"""So many steps are played before the game begins: the first phase, and some of the second."""


def late_game(seed: int) -> Game:
    """A finished game of random bots of La Cité de la Lumière, set up at a position in its second phase."""
    game, steps = lutetia.new("lumiere", seed=seed), 0
    players = {seat: bot("random", seed) for seat in game.ruleset.seats}
    while not game.over:
        if steps == PLAYED:
            game = lutetia.position("lumiere", companion.written(game), options=game.ruleset.options)
        game.play(players[str(game.seat)].choose(game.view(game.seat), game.legal()))
        steps += 1
    assert steps > PLAYED, "it ended before it could be set up"
    return game
