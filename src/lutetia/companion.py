"""The companion for the box: positions that people set up by hand, checked and scored by the rules.

Such a position is what lies on a real table; it has no history. `settle` lays it out as far as possible, lists what is
impossible with the rule that forbids it, and scores it if there is no fault. `written` goes the other way, from a game
to a position that can be set up.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field

from lutetia.core.game import Game
from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.games import manifest, manifests


@dataclass(frozen=True)
class Fault:
    """Something impossible in a position: a message key with its values, and the rule that forbids it."""

    reason: str
    rule: str
    values: Json = field(default_factory=dict)

    def __str__(self) -> str:
        return _(self.reason, **self.values)


@dataclass(frozen=True)
class Settled:
    """A position laid out: the spectator's view, its faults, notes about what is merely odd, and its score sheet."""

    view: Json
    faults: list[Fault]
    notes: list[Fault]
    sheet: Json
    """As `Ruleset.score_sheet` returns it; meaningful only if there are no faults."""
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


def check_names(kinds: Mapping[str, tuple[Collection[str], Iterable[str]]]) -> None:
    """`kinds`: for each kind of component, the names that exist and the names that the position uses.

    Raises ValueError for unknown names.
    """
    for what, (names, given) in kinds.items():
        for name in given:
            if name not in names:
                raise ValueError(
                    _("there is no {what} {name}; there are: {known}", what=what, name=name, known=", ".join(names))
                )


def settle(game: str, position: Json) -> Settled:
    """Lay out a position whose shape has been checked. Raises ValueError for names that the box does not have."""
    return companion(game).settle(position)


def written(game: Game) -> Json:
    """The position of a game, to be set up by hand."""
    return companion(game.ruleset.game).written(game)
