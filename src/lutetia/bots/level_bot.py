"""The bots of the levels: they sample a game that fits their seat's view, then search it or solve the endgame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import lutetia
from lutetia.bots import DirectBot, decision_seed
from lutetia.bots.guide import Guide
from lutetia.bots.profile import BotProfile, Method, profile_for
from lutetia.bots.search import Search
from lutetia.bots.situation import Situation
from lutetia.bots.solver import Solver
from lutetia.core.game import Game
from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.core.random import Rng

LOWEST_WEIGHT = -12
"""The guide's weights are cut off here, so that a beginner may still take a bad step."""
SLICES = 16
"""How often a search checks whether its result is already decided."""
LONGEST_LINE = 64
"""Steps of the longest line that the solver follows; two-player endgames are far shorter."""


@dataclass(frozen=True)
class Evaluation:
    """What the bot thinks of one step."""

    step: str
    visits: int
    value: float
    """From 0 (lost) to 1 (won) for the seat that decides."""
    lead: float = 0.0
    """Points ahead (negative: behind) at the end."""
    proven: bool = False
    """Whether the lead is certain with best play."""


class LevelBot(DirectBot):
    """A bot that searches. It keeps nothing between decisions."""

    def __init__(self, method: Callable[[BotProfile], Method], seed: int) -> None:
        """`method` picks one of the methods in a game's profile."""
        self.method = method
        self.seed = seed

    def evaluate(self, view: Json) -> list[Evaluation]:
        """All steps that it considered, best first. The same view and seed give the same result."""
        rng = Rng(decision_seed(self.seed, view))
        game = lutetia.imagine(view, seed=rng.choose(2**31 - 1))
        if game.over or game.seat != view["viewer"]:
            raise ValueError(_("there is nothing to decide in this view"))
        return self._evaluate(game, rng)

    def choose(self, view: Json, legal: list[str], clock: dict[str, Any] | None = None) -> str:
        """The bot protocol: the best step."""
        return self.evaluate(view)[0].step

    def decide(self, situation: Situation) -> int:
        """The best step, without a view. It imagines another game than `choose`, so it may choose another step."""
        rng = Rng(situation.seed(self.seed))
        game = situation.imagine(rng.choose(2**31 - 1))
        return situation.ruleset.step_ids[self._evaluate(game, rng)[0].step]

    def _evaluate(self, game: Game, rng: Rng) -> list[Evaluation]:
        """All steps that it considers in an imagined game, best first."""
        profile = profile_for(game.ruleset.game)
        method = self.method(profile)
        legal = game.legal()
        if len(legal) == 1:
            return [Evaluation(legal[0], 1, 0.5)]
        guide = profile.guide()
        if not method.simulations:
            return rank_by_guide(game, guide, method.noise, rng)
        return solve(game, guide, method.proof) or search(game, guide, method.simulations, rng)


def rank_by_guide(game: Game, guide: Guide, noise: int, rng: Rng) -> list[Evaluation]:
    """All legal steps by the guide's weight plus random noise."""
    step_ids = game.ruleset.step_ids
    weighed = [
        (max(guide.weigh(game.kernel, step_ids[step]), LOWEST_WEIGHT) + rng.choose(noise + 1), step)
        for step in game.legal()
    ]
    best = max(weight for weight, _step in weighed)
    ranked = sorted(weighed, key=lambda pair: -pair[0])
    return [Evaluation(step, 1, 0.5 + max(-0.5, (weight - best) / 400)) for weight, step in ranked]


def solve(game: Game, guide: Guide, budget: int) -> list[Evaluation]:
    """The best step of an endgame without hidden information, with its proven margin; [] if the budget runs out."""
    if not budget or not game.ruleset.is_open_endgame(game.kernel):
        return []
    kernels = [game.ruleset.new_kernel() for _depth in range(LONGEST_LINE)]
    solver = Solver(kernels, guide, len(game.ruleset.step_texts))
    value, step = solver.solve(game.kernel, budget)
    if value is None:
        return []
    margin = (value if game.kernel.seat == 0 else -value) / 2
    won = 1.0 if margin > 0 else 0.0 if margin < 0 else 0.5
    return [Evaluation(game.ruleset.step_texts[step], solver.nodes, won, margin, proven=True)]


def search(game: Game, guide: Guide, simulations: int, rng: Rng) -> list[Evaluation]:
    """All steps that the search tried, most visited first. It stops early once no other step can overtake the first."""
    seat = game.kernel.seat
    tree = Search(game.ruleset.new_kernel(), guide, len(game.ruleset.step_texts), simulations + 2)
    tree.tune(**profile_for(game.ruleset.game).tuning)
    left, is_open = simulations, game.ruleset.is_open_endgame(game.kernel)
    while left:
        part = min(left, -(-simulations // SLICES))
        tree.run(game.kernel, seat, part, rng, is_open, fresh=left == simulations)
        left -= part
        found = tree.children()
        if len(found) > 1 and found[0][1] - found[1][1] > left:
            break
    return [
        Evaluation(game.ruleset.step_texts[step], visits, values[seat], lead) for step, visits, values, lead in found
    ]
