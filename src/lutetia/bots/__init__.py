"""Opponents: each is given a seat's view and a seed, and answers with one legal step. None ever sees the real game.

| name | how it thinks | file |
|---|---|---|
| random | any legal step, each as likely | chance.py |
| greedy | La Cité de la Lumière: the most points two turns ahead; paves and drafts by plan | greedy.py, paving.py |
| greedy | Paris: the best whole turn by a hand-made sum of what it leaves | greedy_paris.py, standing.py |
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from lutetia.core.errors import shown
from lutetia.core.words import _

if TYPE_CHECKING:
    from lutetia.bots.reason import Suggestion

NAMES = ("random", "greedy")


class Bot(Protocol):
    """What every opponent offers. Bots keep no memory: the same view and seed give the same step."""

    def choose(self, view: dict[str, Any], seed: int) -> str:
        """One legal step for the view's seat, whose decision it is."""


class Adviser(Bot, Protocol):
    """A bot that gives reasons."""

    def suggest(self, view: dict[str, Any], seed: int) -> Suggestion:
        """The step it would choose, and why."""


class _Greedy:
    """The greedy bot of whichever game the view is of."""

    def choose(self, view: dict[str, Any], seed: int) -> str:
        return _greedy(view).choose(view, seed)

    def suggest(self, view: dict[str, Any], seed: int) -> Suggestion:
        return _greedy(view).suggest(view, seed)


def _greedy(view: dict[str, Any]) -> Adviser:
    if view.get("game") == "paris":
        from lutetia.bots.greedy_paris import GreedyParis

        return GreedyParis()
    from lutetia.bots.greedy import Greedy

    return Greedy()


def adviser() -> Adviser:
    """The bot that hints come from."""
    return _Greedy()


def bot(name: str) -> Bot:
    """The bot of this name. Raises ValueError that names those there are."""
    if name == "random":
        from lutetia.bots.chance import Chance

        return Chance()
    if name == "greedy":
        return _Greedy()
    raise ValueError(_("there is no bot {name}; there are: {known}", name=shown(name), known=", ".join(NAMES)))


def seed_for(game: int, number: int) -> int:
    """The seed of a bot's decision in a game of this seed: a stream of its own, far from the deal's."""
    return (game << 20) + 0x5EED0B07 + number
