"""How a level thinks: it imagines games its seat cannot tell from the real one, searches, and proves what it can."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

import lutetia
from lutetia.bots.guide import Guide
from lutetia.bots.search import Search
from lutetia.bots.solver import Solver
from lutetia.core.game import Game
from lutetia.core.kernel import Kernel
from lutetia.core.random import Rng

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
    margin: float | None = None
    """Proven points ahead (negative: behind) at the end of best play; None: not proven."""


def guide_for(game: str) -> Guide:
    """The game's rules of thumb."""
    guide: Guide = import_module(f"lutetia.bots.{game}").GUIDE()
    return guide


class Thinker:
    """Thinks about one table at a time, and keeps its memory of nodes between decisions."""

    def __init__(self, game: str, method: Method, seed: int) -> None:
        self.method = method
        self.seed = seed
        self.guide = guide_for(game)

    def think(self, view: dict[str, Any]) -> list[Thought]:
        """Every step it considered, the best first. The same view and seed give the same thoughts."""
        taken = sum(len(turn["steps"]) for turn in view["turns"])
        rng = Rng(self.seed * 1_000_003 + taken)
        game = lutetia.imagine(view, seed=rng.choose(2**31 - 1))
        legal = game.legal()
        seat = game.kernel.seat
        if len(legal) == 1:
            return [Thought(legal[0], 1, 0.5)]
        if not self.method.simulations:
            return self._glance(game, legal, rng)
        proven = self._prove(game, seat)
        return proven or self._search(game, seat, rng)

    def _glance(self, game: Game, legal: list[str], rng: Rng) -> list[Thought]:
        numbers = game.table.numbers
        weighed = [(self.guide.weigh(game.kernel, numbers[step]) + rng.choose(self.method.whim + 1), step) for step in legal]
        best = max(weight for weight, _step in weighed)
        ranked = sorted(weighed, key=lambda pair: -pair[0])
        return [Thought(step, 1, 0.5 + max(-0.5, (weight - best) / 400)) for weight, step in ranked]

    def _prove(self, game: Game, seat: int) -> list[Thought]:
        if not self.method.proof or game.view(None)["position"].get("phase") != "building":
            return []
        solver = Solver(_worlds(game), self.guide, len(game.table.words))
        value, step = solver.solve(game.kernel, self.method.proof)
        if value is None:
            return []
        margin = (value if seat == 0 else -value) / 2
        won = 1.0 if margin > 0 else 0.0 if margin < 0 else 0.5
        return [Thought(game.table.words[step], solver.nodes, won, margin)]

    def _search(self, game: Game, seat: int, rng: Rng) -> list[Thought]:
        search = Search(game.table.kernel(), self.guide, len(game.table.words), self.method.simulations + 2)
        search.run(game.kernel, seat, self.method.simulations, rng)
        return [Thought(game.table.words[step], visits, values[seat]) for step, visits, values in search.children()]

    def choose(self, view: dict[str, Any], legal: list[str], clock: dict[str, Any] | None) -> str:
        """The bot protocol: the step it thinks best."""
        return self.think(view)[0].step


def _worlds(game: Game) -> list[Kernel]:
    return [game.table.kernel() for _depth in range(LONGEST_LINE)]

