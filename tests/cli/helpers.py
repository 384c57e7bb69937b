"""Helpers of the command-line tests: games, and a function that runs a command."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass

import lutetia
from lutetia.bots import bot
from lutetia.core.game import Game

COMMAND = [sys.executable, "-m", "lutetia"]


@dataclass(frozen=True)
class CommandResult:
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str


Run = Callable[..., CommandResult]


def played(seed: int, steps: int | None = None, name: str = "random", **options: object) -> Game:
    """A game of two bots, as far as so many steps or to its end."""
    game = lutetia.new("lumiere", seed=seed, options=options)
    player, number = bot(name, seed), 0
    while not game.over and number != steps:
        game.play(player.choose(game.view(game.seat), game.legal()))
        number += 1
    return game
