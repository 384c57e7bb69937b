"""Opponents: each is given what its seat may know and answers with one legal step. None ever sees the real game.

| name | how it thinks | file |
|---|---|---|
| random | any legal step, each as likely | chance.py |
| greedy | the most points two turns ahead (La Cité de la Lumière only) | greedy.py |
| level1 … level5 | a glance, search, proof: people of 1889 | levels.py, thinker.py |
"""

from __future__ import annotations

from typing import Any, Protocol

from lutetia.core.errors import shown
from lutetia.core.words import _

NAMES = ("random", "greedy", "level1", "level2", "level3", "level4", "level5")


class Bot(Protocol):
    """What every opponent offers. Bots keep no memory: the same view and seed give the same step."""

    def choose(self, view: dict[str, Any], legal: list[str], clock: dict[str, Any] | None = None) -> str:
        """One of the legal steps for the view's seat, whose decision it is; `clock` may say how much time is left."""


def bot(name: str, seed: int = 0) -> Bot:
    """The bot of this name, with a random stream of its own. Raises ValueError that names those there are."""
    if name == "random":
        from lutetia.bots.chance import Chance

        return Chance(seed)
    if name == "greedy":
        from lutetia.bots.greedy import Greedy

        return Greedy(seed)
    if name in NAMES:
        from lutetia.bots.levels import LEVELS
        from lutetia.bots.thinker import Thinker

        return Thinker(LEVELS[int(name[-1]) - 1].methods, seed)
    raise ValueError(_("there is no bot {name}; there are: {known}", name=shown(name), known=", ".join(NAMES)))


def stream(seed: int, view: dict[str, Any]) -> int:
    """The seed of one decision: a stream of its own for every step of a game, far from the deal's."""
    taken = sum(len(turn["steps"]) for turn in view["turns"])
    return (seed << 20) + 0x5EED0B07 + taken
