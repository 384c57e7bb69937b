"""The bots of the levels: they sample a game that fits their seat's view, then search it or solve the endgame."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import lutetia
from lutetia.bots import DirectBot, decision_seed
from lutetia.bots.evaluation import Evaluation
from lutetia.bots.guide import Guide
from lutetia.bots.learned_bot import ask
from lutetia.bots.profile import EVERYTHING, BotProfile, Method, profile_for
from lutetia.bots.search import Search
from lutetia.bots.situation import Situation
from lutetia.bots.solver import Solver
from lutetia.bots.trained import evaluator_for
from lutetia.core.game import Game
from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.core.random import Rng

SLICES = 16
"""How often a search checks whether its result is already decided."""
LONGEST_LINE = 64
"""Steps of the longest line that the solver follows; two-player endgames are far shorter."""


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
        proven = solve(game, guide, method.proof)
        if proven:
            return proven
        evaluator = evaluator_for(game.ruleset) if method.learned else None
        if evaluator is not None and method.learned:
            return notice(ask(game, evaluator, method.learned, rng), method.learned.ideas, rng)
        if method.simulations:
            return search(game, guide, method.simulations, rng)
        return notice(rank_by_guide(game, guide, rng), method.ideas, rng)


def notice(found: list[Evaluation], percent: int, rng: Rng) -> list[Evaluation]:
    """The steps that come to mind, best first, then those that are overlooked."""
    if percent == EVERYTHING:
        return found
    overlooked = {each.step for each in sorted(found, key=lambda each: each.step) if rng.choose(EVERYTHING) >= percent}
    return sorted(found, key=lambda each: each.step in overlooked)


def rank_by_guide(game: Game, guide: Guide, rng: Rng) -> list[Evaluation]:
    """All legal steps by the guide's weight; chance orders those of the same weight."""
    step_ids = game.ruleset.step_ids
    weighed = [(guide.weigh(game.kernel, step_ids[step]), rng.choose(2**31 - 1), step) for step in game.legal()]
    weighed.sort(reverse=True)
    best = weighed[0][0]
    return [Evaluation(step, 1, 0.5 + max(-0.5, (weight - best) / 400)) for weight, _tie, step in weighed]


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
    run, tree = search_for(game, simulations, rng, guide)
    left = simulations
    while left:
        part = min(left, -(-simulations // SLICES))
        run(part)
        left -= part
        found = tree.children()
        if len(found) > 1 and found[0][1] - found[1][1] > left:
            break
    texts, seat = game.ruleset.step_texts, game.kernel.seat
    return [Evaluation(texts[step], visits, values[seat], lead) for step, visits, values, lead in found]


def search_for(
    game: Game, simulations: int, rng: Rng, guide: Guide | None = None
) -> tuple[Callable[[int], None], Search]:
    """A search for the seat that decides, with room for this many simulations, and what runs some of them."""
    ruleset, profile = game.ruleset, profile_for(game.ruleset.game)
    seat, is_open = game.kernel.seat, game.ruleset.is_open_endgame(game.kernel)
    tree = Search(ruleset.new_kernel(), guide or profile.guide(), len(ruleset.step_texts), simulations + 2)
    tree.tune(**profile.tuning)

    def run(some: int) -> None:
        tree.run(game.kernel, seat, some, rng, is_open, fresh=False)

    return run, tree
