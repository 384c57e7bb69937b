"""Opponents: each is given what its seat may know and answers with one legal step. None ever sees the real game."""

from __future__ import annotations

from typing import Any, Protocol

from lutetia.core.errors import shown
from lutetia.core.words import _

NAMES = ("random", "level1", "level2", "level3", "level4", "level5")


class Bot(Protocol):
    """What every opponent offers. The same view and seed give the same step."""

    def choose(self, view: dict[str, Any], legal: list[str], clock: dict[str, Any] | None) -> str:
        """One of the legal steps for the view's seat, whose decision it is; `clock` may say how much time is left."""


def bot(name: str, seed: int = 0) -> Bot:
    """The bot of this name, with a random stream of its own. Raises ValueError that names those there are."""
    if name == "random":
        from lutetia.bots.chance import Chance

        return Chance(seed)
    raise ValueError(_("there is no bot {name}; there are: {known}", name=shown(name), known=", ".join(NAMES)))
