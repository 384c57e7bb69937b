"""The companion for the box: a position that people set up by hand, checked and counted by the rules.

A position here is what lies on a real table: it has no past. `settle` of a game's module lays it out as well as it can,
names what cannot be (with the rule that says so), and counts it where nothing is wrong. `written` is the way back, from
a game to a position that can be set up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from lutetia.core.game import Game
from lutetia.core.words import _

Json = dict[str, Any]


@dataclass(frozen=True)
class Fault:
    """What cannot be, as a message's key with its values, and the rule that says so."""

    reason: str
    rule: str
    values: Json = field(default_factory=dict)

    def __str__(self) -> str:
        return _(self.reason, **self.values)


@dataclass(frozen=True)
class Settled:
    """A position laid out: as a spectator sees it, what is wrong with it, what is merely odd, and its score sheet."""

    view: Json
    faults: list[Fault]
    notes: list[Fault]
    sheet: Json
    """As the game's `scoring` makes it; it means something only where there are no faults."""
    result: Json


def settle(game: str, position: Json) -> Settled:
    """Lay out a position whose shape has been checked. Raises ValueError for names that the box does not have."""
    found: Callable[[Json], Settled] = import_module(f"lutetia.companion.{game}").settle
    return found(position)


def written(game: Game) -> Json:
    """The position of a game, to be set up by hand."""
    found: Callable[[Game], Json] = import_module(f"lutetia.companion.{game.table.game}").written
    return found(game)
