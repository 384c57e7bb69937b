"""Games that begin at a late position: an analysis of what is left takes a fraction of that of a whole game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import lutetia
from lutetia.bots import bot

POSITION = Path(__file__).parent / "lumiere-position.json"


def late_game(seed: int = 1) -> tuple[dict[str, Any], int]:
    """The record of a game of two weak bots from a late position, and how many steps it has."""
    game = lutetia.replay(json.loads(POSITION.read_text("utf-8")), steps=0)
    players = {"orange": bot("random", seed), "blue": bot("level2", 2)}
    while not game.over:
        game.play(players[str(game.seat)].choose(game.view(game.seat), game.legal()))
    record = game.record()
    return record, sum(len(turn["steps"]) for turn in record["turns"])
