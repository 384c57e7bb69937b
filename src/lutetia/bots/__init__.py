"""Opponents: each is given a seat's view and a seed, and answers with one legal step. None ever sees the real game.

| name | how it thinks | file |
|---|---|---|
| random | any legal step, each as likely | chance.py |
| greedy | the most points two turns ahead; paves and drafts by plan | greedy.py, paving.py |
"""

from __future__ import annotations

from typing import Any, Protocol

from lutetia.core.errors import shown
from lutetia.core.words import _

NAMES = ("random", "greedy")


class Bot(Protocol):
    """What every opponent offers. Bots keep no memory: the same view and seed give the same step."""

    def choose(self, view: dict[str, Any], seed: int) -> str:
        """One legal step for the view's seat, whose decision it is."""


def bot(name: str) -> Bot:
    """The bot of this name. Raises ValueError that names those there are."""
    if name == "random":
        from lutetia.bots.chance import Chance

        return Chance()
    if name == "greedy":
        from lutetia.bots.greedy import Greedy

        return Greedy()
    raise ValueError(_("there is no bot {name}; there are: {known}", name=shown(name), known=", ".join(NAMES)))


def seed_for(game: int, number: int) -> int:
    """The seed of a bot's decision in a game of this seed: a stream of its own, far from the deal's."""
    return (game << 20) + 0x5EED0B07 + number
