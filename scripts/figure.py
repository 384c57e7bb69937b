"""A figure in the rules: what a position must show. Each game's are in games/<game>/figures.py."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import lutetia
from lutetia.core.json_types import Json


@dataclass(frozen=True)
class Figure:
    """`shows` returns the places to mark if the position illustrates the rule, otherwise nothing.

    It gets the game, what a spectator sees of the position, and the step that led to it.
    """

    name: str
    shows: Callable[[lutetia.Game, Json, str], list[str]]
    seed: int = 1
    players: int = 2
    options: Json = field(default_factory=dict)
    bot: str = "greedy"
    prefers: Callable[[lutetia.Game, Json], list[str]] = lambda _game, _position: []
    """Steps that a bot would rarely choose; the first legal one is played."""
    record: Path | None = None
    """A record made by hand, whose last position is shown instead."""
