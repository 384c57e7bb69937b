"""The companion for the box: a position that people set up by hand, checked and counted by the rules.

A position here is what lies on a real table: it has no past. `settle` of a game's module lays it out as well as it can,
names what cannot be (with the rule that says so), and counts it where nothing is wrong. `written` is the way back, from
a game to a position that can be set up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from lutetia.core.game import Game
from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.games import manifest, manifests


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


@dataclass(frozen=True)
class Companion:
    """What a game brings for positions set up by hand."""

    settle: Callable[[Json], Settled]
    """Lay out a position whose shape has been checked. Raises ValueError for names that the box does not have."""
    written: Callable[[Game], Json]
    """The position of a game, to be set up by hand."""
    box: Callable[[], Json]
    """What a form needs to know about the components."""


def names() -> list[str]:
    """The games that have a companion."""
    return [found.name for found in manifests() if found.has("companion")]


def companion(game: str) -> Companion:
    """The companion of a game. Raises ValueError if the game has none."""
    found: Companion | None = manifest(game).load("companion")
    if found is None:
        raise ValueError(_("there is no companion for {game}", game=game))
    return found


def settle(game: str, position: Json) -> Settled:
    """Lay out a position whose shape has been checked. Raises ValueError for names that the box does not have."""
    return companion(game).settle(position)


def written(game: Game) -> Json:
    """The position of a game, to be set up by hand."""
    return companion(game.ruleset.game).written(game)
