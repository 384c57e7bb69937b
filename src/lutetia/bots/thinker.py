"""How a level thinks: it imagines games its seat cannot tell from the real one, searches, and proves what it can."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import lutetia
from lutetia.bots import stream
from lutetia.bots.guide import Guide
from lutetia.bots.profile import BotProfile, Method, profile_for
from lutetia.bots.search import Search
from lutetia.bots.solver import Solver
from lutetia.core.game import Game
from lutetia.core.i18n import _
from lutetia.core.random import Rng

FOOLISH = -12
"""What a glance thinks at worst of a step: a beginner may still take it."""
SLICES = 16
"""How often a search looks whether it is decided."""
LONGEST_LINE = 64
"""Steps that a proof may be long; two-player endgames are far shorter."""


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


class Thinker:
    """A bot that thinks; it keeps nothing between decisions."""

    def __init__(self, method: Callable[[BotProfile], Method], seed: int) -> None:
        """`method` picks one of the methods that a game's profile offers."""
        self.method = method
        self.seed = seed

    def think(self, view: dict[str, Any]) -> list[Thought]:
        """Every step it considered, the best first. The same view and seed give the same thoughts."""
        profile = profile_for(view["game"])
        method = self.method(profile)
        rng = Rng(stream(self.seed, view))
        game = lutetia.imagine(view, seed=rng.choose(2**31 - 1))
        legal = game.legal()
        if game.over or game.seat != view["viewer"]:
            raise ValueError(_("this view has nothing to decide"))
        if len(legal) == 1:
            return [Thought(legal[0], 1, 0.5)]
        guide = profile.guide()
        if not method.simulations:
            return glance(game, guide, method.whim, rng)
        return prove(game, guide, method.proof) or search(game, guide, method.simulations, rng)

    def choose(self, view: dict[str, Any], legal: list[str], clock: dict[str, Any] | None = None) -> str:
        """The bot protocol: the step it thinks best."""
        return self.think(view)[0].step


def glance(game: Game, guide: Guide, whim: int, rng: Rng) -> list[Thought]:
    """Every step by its first impression, and the mood of the moment."""
    numbers = game.ruleset.step_ids
    weighed = [
        (max(guide.weigh(game.kernel, numbers[step]), FOOLISH) + rng.choose(whim + 1), step) for step in game.legal()
    ]
    best = max(weight for weight, _step in weighed)
    ranked = sorted(weighed, key=lambda pair: -pair[0])
    return [Thought(step, 1, 0.5 + max(-0.5, (weight - best) / 400)) for weight, step in ranked]


def prove(game: Game, guide: Guide, budget: int) -> list[Thought]:
    """The best step of an endgame without secrets, with its proven margin; [] where the budget does not suffice."""
    if not budget or not game.ruleset.is_open_endgame(game.kernel):
        return []
    worlds = [game.ruleset.new_kernel() for _depth in range(LONGEST_LINE)]
    solver = Solver(worlds, guide, len(game.ruleset.step_texts))
    value, step = solver.solve(game.kernel, budget)
    if value is None:
        return []
    margin = (value if game.kernel.seat == 0 else -value) / 2
    won = 1.0 if margin > 0 else 0.0 if margin < 0 else 0.5
    return [Thought(game.ruleset.step_texts[step], solver.nodes, won, margin, proven=True)]


def search(game: Game, guide: Guide, simulations: int, rng: Rng) -> list[Thought]:
    """Every step the search tried, most visited first. It ends early when no other step can become that any more."""
    seat = game.kernel.seat
    tree = Search(game.ruleset.new_kernel(), guide, len(game.ruleset.step_texts), simulations + 2)
    tree.tune(**profile_for(game.ruleset.game).tuning)
    left, known = simulations, game.ruleset.is_open_endgame(game.kernel)
    while left:
        part = min(left, -(-simulations // SLICES))
        tree.run(game.kernel, seat, part, rng, known, fresh=left == simulations)
        left -= part
        found = tree.children()
        if len(found) > 1 and found[0][1] - found[1][1] > left:
            break
    return [Thought(game.ruleset.step_texts[step], visits, values[seat], lead) for step, visits, values, lead in found]
