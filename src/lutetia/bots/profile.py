"""How bots play a game: what the game's `bots` part provides, and the default for games without one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from lutetia.bots.guide import Guide
from lutetia.games import manifest

if TYPE_CHECKING:
    from lutetia.bots import Bot


@dataclass(frozen=True)
class Method:
    """How a level decides. The numbers are budgets, never seconds, so a level plays alike on every machine."""

    simulations: int
    """Of the search; 0: no search, the guide's first impression decides."""
    proof: int = 0
    """Positions that the endgame solver may visit; 0: it is not used."""
    whim: int = 0
    """How much chance weighs in a first impression, in tenths of points: the mistakes of a beginner."""


@dataclass(frozen=True)
class BotProfile:
    """What the search, the levels and the hints need to know about a game."""

    greedy: Callable[[int], Bot]
    """(seed): the greedy bot."""
    levels: tuple[Method, Method, Method, Method, Method]
    hint: Method
    """Fast enough for a waiting player, strong enough to be worth it."""
    analysis: Method
    """For every step of a whole game, which can have hundreds."""
    guide: Callable[[], Guide] = Guide
    """The game's rules of thumb."""
    tuning: Mapping[str, float] = field(default_factory=dict)
    """Parameters of `Search.tune`, found by measuring: see docs/bots.md."""
    sources: Mapping[str, str] = field(default_factory=dict)
    """What a hint says about each source of points: catalogue keys with `{points}`."""


@cache
def profile_for(game: str) -> BotProfile:
    """How bots play a game: its own profile, or the default. Raises ValueError for an unknown game."""
    own: BotProfile | None = manifest(game).load("bots")
    if own is not None:
        return own
    from lutetia.bots.default import PROFILE  # it imports this module

    return PROFILE
