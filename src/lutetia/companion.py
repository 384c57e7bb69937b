"""The companion for the box: positions that people set up by hand, checked, scored and played on by the rules.

Such a position is what lies on a real table; it has no history. `settle` lays it out as far as possible, lists what is
impossible with the rule that forbids it, and scores it if there is no fault. `position` makes a game that begins there.
`written` goes the other way, from a game to the position. All three use one document; docs/records.md describes it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from lutetia.core import schema
from lutetia.core.edition import Source
from lutetia.core.errors import Fault, PositionError, RecordError, shown
from lutetia.core.game import Game, Start
from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json, copy_json
from lutetia.core.kernel import Kernel
from lutetia.core.random import Rng
from lutetia.core.ruleset import Ruleset
from lutetia.games import manifest, manifests

SCHEMAS = Path(__file__).parent / "schemas"
DRAWS = 30
"""How often what nobody told is drawn before a position is refused: a draw may contradict what was told."""


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
class Laid:
    """A position laid out to be played on: its faults, and if there are none, the kernel with what a record says."""

    faults: list[Fault]
    kernel: Kernel
    setup: Json
    first: int
    """The seat that began."""


@dataclass(frozen=True)
class PlayOn:
    """What a game brings for playing on from positions set up by hand."""

    schema: Path
    """The JSON Schema of a position."""
    ruleset: Callable[..., Ruleset[Any]]
    """(position, rules=…, edition=…, options=…): the ruleset that the position is played by. Raises ValueError."""
    lay_out: Callable[[Any, Json, Rng], Laid]
    """(ruleset, position, rng): what `settle` checks, and what it takes to play on. What is not told is drawn."""
    known: Callable[[Json, str | None], Json]
    """A complete position as a seat (None: a spectator) may know it."""
    imagined: Callable[[Any, Json, int, Rng], tuple[Json, list[Json]]]
    """(ruleset, view, viewer, rng): for the view of a game that began at a position (its key `start`), a complete
    position and turns that the viewer cannot tell from the real ones."""


@dataclass(frozen=True)
class Companion:
    """What a game brings for positions set up by hand."""

    settle: Callable[[Json], Settled]
    """Lay out a position whose shape has been checked. Raises ValueError for names that the box does not have."""
    written: Callable[[Game], Json]
    """The position of a game, complete: what is needed to score it and to play on."""
    box: Callable[[], Json]
    """What a form needs to know about the components."""
    play_on: PlayOn | None = None
    """None: positions can be scored, but not played on."""


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

    Raises PositionError that lists all unknown names.
    """
    reason = N_("there is no {what} {name}; there are: {known}")
    unknown = [
        Fault(reason, values={"what": what, "name": shown(name), "known": ", ".join(names)})
        for what, (names, given) in kinds.items()
        for name in given
        if name not in names
    ]
    if unknown:
        raise PositionError(unknown)


def settle(game: str, position: Json) -> Settled:
    """Lay out a position whose shape has been checked. Raises ValueError for names that the box does not have."""
    return companion(game).settle(position)


def written(game: Game) -> Json:
    """The position of a game, complete: what is needed to score it and to play on."""
    return companion(game.ruleset.game).written(game)


def on_table(game: Game) -> Json:
    """What lies on the table: the position without its key `play`, which a form that scores cannot keep up to date."""
    return {key: part for key, part in written(game).items() if key != "play"}


def position(game: str, data: Any, rng: Rng, *, edition: Source = None, options: Json | None = None) -> Game:
    """The game that begins at a position; what nobody told is drawn from `rng`, not from what seats may know.

    Raises PositionError with every fault, ValueError for bad options.
    """
    found = _play_on(game)
    _check_shape(found, data)
    return _begun(found, found.ruleset(data, edition=edition, options=options), data, rng)


def set_up(ruleset: Ruleset[Any], data: Any) -> Game:
    """The game of this ruleset that begins at a record's position. Raises PositionError with every fault."""
    found = _play_on(ruleset.game)
    _check_shape(found, data)
    return _begun(found, ruleset, data, Rng(0), draws=1)  # it is complete: what is wrong stays wrong


def _begun(found: PlayOn, ruleset: Ruleset[Any], data: Json, rng: Rng, draws: int = DRAWS) -> Game:
    for _draw in range(draws):
        laid = found.lay_out(ruleset, copy_json(data), rng)
        if not laid.faults:
            break
    else:
        raise PositionError(laid.faults)
    game = Game.at(ruleset, laid.kernel, laid.setup, laid.first)
    complete = written(game)
    game.start = Start(complete, partial(found.known, complete))
    return game


def set_up_from_view(ruleset: Ruleset[Any], view: Json, viewer: int, rng: Rng) -> tuple[Game, list[Json]]:
    """A game that may have begun where the view's did, and turns that may have followed. Raises ValueError."""
    found = _play_on(ruleset.game)
    _check_shape(found, view["start"])
    try:
        complete, turns = found.imagined(ruleset, view, viewer, rng)
    except (KeyError, TypeError, IndexError, AttributeError):  # a view may hold anything
        raise RecordError(N_("the position of this view cannot be read")) from None
    return set_up(ruleset, complete), turns


@cache
def read_schema(path: Path) -> Json:
    found: Json = json.loads(path.read_text("utf-8"))
    return found


def _play_on(game: str) -> PlayOn:
    found = companion(game).play_on
    if found is None:
        raise ValueError(_("positions of {game} can be scored, but not continued", game=game))
    return found


def shape_faults(game: str, data: object) -> list[Fault]:
    """What the schema of a game's positions does not allow in this one."""
    return schema.faults(read_schema(_play_on(game).schema), data)


def _check_shape(found: PlayOn, data: object) -> None:
    """Raises PositionError for data that the schema does not allow."""
    if faults := schema.faults(read_schema(found.schema), data):
        raise PositionError(faults)
