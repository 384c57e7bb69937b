"""Lutetia: two board games set in the Paris of 1889.

Examples:
    >>> import lutetia
    >>> g = lutetia.new("lumiere", seed=7, options={"first": "orange"})
    >>> g.seat
    'orange'
    >>> g.play("take L4")
    >>> g.seat
    'blue'
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from lutetia.core import pure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lutetia.bots.estimate import Estimate
    from lutetia.core.edition import Source
    from lutetia.core.errors import EditionError, IllegalStep, PositionError, RecordError
    from lutetia.core.game import Game
    from lutetia.core.ruleset import Ruleset
    from lutetia.types import V

__version__ = "0.2.0"
__all__ = [
    "EditionError",
    "Game",
    "IllegalStep",
    "PositionError",
    "RecordError",
    "evaluate",
    "games",
    "imagine",
    "new",
    "position",
    "replay",
]

_LAZY = {
    "Game": "lutetia.core.game",
    "IllegalStep": "lutetia.core.errors",
    "PositionError": "lutetia.core.errors",
    "RecordError": "lutetia.core.errors",
    "EditionError": "lutetia.core.errors",
}

if os.environ.get("LUTETIA_PURE") or not pure.compiled_modules_exist():  # LUTETIA_PURE: for tests and comparisons
    sys.meta_path.insert(0, pure.Finder())


def __getattr__(name: str) -> Any:  # PEP 562: importing lutetia stays quick
    if name not in _LAZY:
        raise AttributeError(f"module 'lutetia' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_LAZY[name]), name)


def games() -> list[str]:
    """The names of the games."""
    from lutetia.games import names

    return names()


def new(
    game: str,
    *,
    seed: int | None = None,
    players: int = 2,
    options: dict[str, Any] | None = None,
    edition: Source = None,
) -> Game[V]:
    """A new game, dealt from the seed (None: from the system's randomness).

    Raises ValueError that names what is allowed for an unknown game, option, edition or number of players.
    """
    from lutetia.core.game import Game

    rng = _rng(seed)
    return Game.deal(ruleset(game, edition=edition, options=options, players=players), rng)


def _rng(seed: int | None) -> Any:
    """Randomness from the seed, or from the system. Raises ValueError."""
    import secrets

    from lutetia.core.errors import shown
    from lutetia.core.i18n import _
    from lutetia.core.random import Rng

    if seed is not None and type(seed) is not int:
        raise ValueError(_("seed: a whole number or None is needed, not {found}", found=shown(seed)))
    return Rng(secrets.randbits(64) if seed is None else seed)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__", "__doc__"])


def replay(record: Mapping[str, Any] | str | os.PathLike[str], steps: int | None = None) -> Game[V]:
    """The game at a record's end, or after its first `steps`. The record is a dict, JSON text or the path of a file.

    Raises RecordError that names the turn, the step and the rule that fails, or why the file cannot be read.
    """
    from lutetia.core import record as records

    played: Game[Any] = records.replay(records.read(record), ruleset, _companion().set_up, steps)
    return played


def imagine(view: Any, seed: int) -> Game[V]:
    """A game that the viewer cannot tell from the real one; what the viewer cannot know is drawn from the seed."""
    from lutetia.core import record as records

    imagined: Game[Any] = records.imagine(view, seed, ruleset, _companion().set_up_from_view)
    return imagined


def evaluate(view: Any, *, seconds: float | None = None, seed: int = 0) -> Estimate:
    """How the game of a view will end: {"chances": {seat: p}, "margins": {seat: m}, "proven": bool}.

    `chances` add up to 1: the probability that the seat wins. `margins`: the expected final points less the best
    rival's. It uses only what the view shows. Without `seconds` the same view and seed give the same answer on every
    machine; otherwise it searches for about so many seconds. Raises ValueError if `seconds` is not a positive number.
    """
    from lutetia.bots import estimate

    return estimate.evaluate(view, seconds=seconds, seed=seed)


def position(
    game: str,
    data: Mapping[str, Any],
    *,
    seed: int | None = None,
    edition: Source = None,
    options: dict[str, Any] | None = None,
) -> Game[V]:
    """A game that begins at a position set up by hand. docs/records.md describes the document.

    What it does not tell is drawn from the seed (None: from the system's randomness), like the deal of a new game.
    Raises PositionError, a ValueError, that names every fault with its rule; ValueError like `new`.
    """
    begun: Game[V] = _companion().position(game, data, _rng(seed), edition=edition, options=options)
    return begun


def _companion() -> Any:
    """The module for positions set up by hand. It is above the bots and drawings, which import this one."""
    from importlib import import_module

    return import_module("lutetia.companion")


def ruleset(
    game: str,
    *,
    rules: int | None = None,
    edition: Source = None,
    options: Any = None,
    players: int = 2,
) -> Ruleset[Any]:
    """The ruleset of a game: edition, options and seats fixed, nothing dealt yet. Raises ValueError like `new`."""
    from lutetia.games import ruleset as find

    return find(game, rules=rules, edition=edition, options=options, players=players)
