"""How a level thinks: it imagines games its seat cannot tell from the real one, searches, and proves what it can."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import lutetia
from lutetia.bots import stream
from lutetia.bots.guide import Guide
from lutetia.bots.search import Search
from lutetia.bots.solver import Solver
from lutetia.core.game import Game
from lutetia.core.random import Rng
from lutetia.core.words import _

TUNING: dict[str, dict[str, float]] = {  # by measuring: see docs/bots.md
    "lumiere": {"exploration": 0.3, "rave": 1000.0, "power": 0.4},
    "paris": {"exploration": 0.5, "power": 0.4, "win_share": 0.2, "scale": 40.0, "horizon": 12},
}
FOOLISH = -12
"""What a glance thinks at worst of a step: a beginner may still take it."""
SLICES = 16
"""How often a search looks whether it is decided."""
LONGEST_LINE = 64
"""Steps that a proof may be long; two-player endgames are far shorter."""


@dataclass(frozen=True)
class Method:
    """What a level does with a position. The numbers are budgets, never seconds: a level plays alike everywhere."""

    simulations: int
    """Of the search; 0: none, a glance decides."""
    proof: int = 0
    """Positions that the endgame solver may look at; 0: it is not asked."""
    whim: int = 0
    """How much the mood of the moment weighs in a glance, in tenths of points: the mistakes of a beginner."""


@dataclass(frozen=True)
class Thought:
    """One step as the bot sees it."""

    step: str
    visits: int
    value: float
    """From 0 (lost) to 1 (won) for the seat that decides."""
    lead: float = 0.0
    """Points ahead (negative: behind) at the end."""
    proven: bool = False
    """Whether that is certain, with best play."""


def guide_for(game: str) -> Guide:
    """The game's rules of thumb."""
    guide: Guide = import_module(f"lutetia.bots.{game}").GUIDE()
    return guide


class Thinker:
    """A bot that thinks; it keeps nothing between decisions."""

    def __init__(self, methods: Mapping[str, Method], seed: int) -> None:
        """`methods`: by game."""
        self.methods = methods
        self.seed = seed

    def think(self, view: dict[str, Any]) -> list[Thought]:
        """Every step it considered, the best first. The same view and seed give the same thoughts."""
        method = self.methods[view["game"]]
        rng = Rng(stream(self.seed, view))
        game = lutetia.imagine(view, seed=rng.choose(2**31 - 1))
        legal = game.legal()
        if game.over or game.seat != view["viewer"]:
            raise ValueError(_("this view has nothing to decide"))
        if len(legal) == 1:
            return [Thought(legal[0], 1, 0.5)]
        guide = guide_for(view["game"])
        if not method.simulations:
            return glance(game, guide, method.whim, rng)
        return prove(game, guide, method.proof) or search(game, guide, method.simulations, rng)

    def choose(self, view: dict[str, Any], legal: list[str], clock: dict[str, Any] | None = None) -> str:
        """The bot protocol: the step it thinks best."""
        return self.think(view)[0].step


def glance(game: Game, guide: Guide, whim: int, rng: Rng) -> list[Thought]:
    """Every step by its first impression, and the mood of the moment."""
    numbers = game.table.numbers
    weighed = [
        (max(guide.weigh(game.kernel, numbers[step]), FOOLISH) + rng.choose(whim + 1), step) for step in game.legal()
    ]
    best = max(weight for weight, _step in weighed)
    ranked = sorted(weighed, key=lambda pair: -pair[0])
    return [Thought(step, 1, 0.5 + max(-0.5, (weight - best) / 400)) for weight, step in ranked]


def prove(game: Game, guide: Guide, budget: int) -> list[Thought]:
    """The best step of an endgame without secrets, with its proven margin; [] where the budget does not suffice."""
    if not budget or not game.table.open_endgame(game.kernel):
        return []
    worlds = [game.table.kernel() for _depth in range(LONGEST_LINE)]
    solver = Solver(worlds, guide, len(game.table.words))
    value, step = solver.solve(game.kernel, budget)
    if value is None:
        return []
    margin = (value if game.kernel.seat == 0 else -value) / 2
    won = 1.0 if margin > 0 else 0.0 if margin < 0 else 0.5
    return [Thought(game.table.words[step], solver.nodes, won, margin, proven=True)]


def search(game: Game, guide: Guide, simulations: int, rng: Rng) -> list[Thought]:
    """Every step the search tried, most visited first. It ends early when no other step can become that any more."""
    seat = game.kernel.seat
    tree = Search(game.table.kernel(), guide, len(game.table.words), simulations + 2)
    tree.tune(**TUNING[game.table.game])
    left, known = simulations, game.table.open_endgame(game.kernel)
    while left:
        part = min(left, -(-simulations // SLICES))
        tree.run(game.kernel, seat, part, rng, known, fresh=left == simulations)
        left -= part
        found = tree.children()
        if len(found) > 1 and found[0][1] - found[1][1] > left:
            break
    return [Thought(game.table.words[step], visits, values[seat], lead) for step, visits, values, lead in found]
