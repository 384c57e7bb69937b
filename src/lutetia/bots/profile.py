"""What a game tells the bots about itself: its budgets, its guide, its network, its greedy bot and words for hints."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from lutetia.bots.guide import Guide
from lutetia.games import manifest

if TYPE_CHECKING:
    from lutetia.bots import Bot

EVERYTHING = 100
"""Percent."""


@dataclass(frozen=True)
class Learned:
    """How a level decides where a network knows the game."""

    evaluations: int
    """Positions that the network evaluates. 0: its first impression decides."""
    considered: int = 0
    """Steps that a search with few evaluations looks into (Gumbel). 0: as many as it likes."""
    ideas: int = EVERYTHING
    """Percent of the legal steps that come to mind. The others are overlooked: a beginner's mistakes."""


@dataclass(frozen=True)
class Method:
    """How a level decides. The budgets are counts, never seconds, so a level plays the same on every machine."""

    simulations: int
    """Simulations of the search with rollouts. 0: no search, the guide's weights decide."""
    proof: int = 0
    """Positions that the endgame solver may visit. 0: it is not used."""
    ideas: int = EVERYTHING
    """Like `Learned.ideas`, where no network decides."""
    learned: Learned | None = None
    """Used instead of the simulations where there is a network."""

    def share(self, parts: int) -> Method:
        """The same method with a part of the effort."""
        learned = self.learned and replace(self.learned, evaluations=max(1, self.learned.evaluations // parts))
        return replace(self, simulations=max(1, self.simulations // parts), learned=learned)


@dataclass(frozen=True)
class BotProfile:
    """What the search, the levels and the hints need to know about a game."""

    greedy: Callable[[int], Bot]
    """(seed): the greedy bot."""
    levels: tuple[Method, Method, Method, Method, Method, Method]
    hint: Method
    """For hints: fast enough for a waiting player."""
    analysis: Method
    """For the analysis of a finished game, which may have hundreds of steps."""
    glance: Method = field(default=Method(60))
    """For the first pass of an analysis: a whole game within a few seconds."""
    guide: Callable[[], Guide] = Guide
    """Creates the game's heuristic."""
    tuning: Mapping[str, float] = field(default_factory=dict)
    """Parameters of `Search.tune`, chosen by measurement: see docs/bots.md."""
    tree_tuning: Mapping[str, float] = field(default_factory=dict)
    """Parameters of `Tree.tune`, likewise."""
    sources: Mapping[str, str] = field(default_factory=dict)
    """What a hint says about each source of points: catalogue keys with `{points}`."""
    phases: Mapping[str, str] = field(default_factory=dict)
    """What the parts of the game are called, in their order; catalogue keys."""
    phase: Callable[[Any], str] = lambda kernel: ""
    """(kernel): the part of the game that a position belongs to, a key of `phases`; "" if it has no parts."""
    reasons: str | None = None
    """A reference to what words the reasons for and against a turn, a `lutetia.bots.reasons.GameReasons`."""
    learning: str | None = None
    """A reference to its `lutetia.bots.blueprint.Learning`, if a network can learn the game. The weights are the file
    `network.bin` beside that module."""


@cache
def profile_for(game: str) -> BotProfile:
    """How bots play a game: its own profile, or the default. Raises ValueError for an unknown game."""
    own: BotProfile | None = manifest(game).load("bots")
    if own is not None:
        return own
    from lutetia.bots.default import PROFILE  # it imports this module

    return PROFILE
