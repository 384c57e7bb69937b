"""How a level decides with a network: by its first impression, or by a tree search that asks it."""

from __future__ import annotations

from typing import Any

from lutetia.bots.evaluation import Evaluation
from lutetia.bots.evaluator import Evaluator
from lutetia.bots.profile import Learned, profile_for
from lutetia.bots.tree import Tree
from lutetia.core.game import Game
from lutetia.core.random import Rng

VARIETY = 0.6
"""How far chance shifts a step's logit, so that games differ. Between steps of nearly equal value it decides."""
FORCED = 64
"""Nodes for decisions with a single step, on top of one for every evaluation."""


def ask(game: Game[Any], evaluator: Evaluator, method: Learned, rng: Rng) -> list[Evaluation]:
    """All sensible steps of an imagined game, best first."""
    tree = grow(game, evaluator, method, rng)
    found = tree.children()
    if not method.evaluations:
        found.sort(key=lambda child: (-child[5], child[0]))
    elif method.considered:
        best = tree.best_step()
        found.sort(key=lambda child: child[0] != best)
    texts = game.ruleset.step_texts
    return [Evaluation(texts[step], visits, chance, margin) for step, visits, _worth, chance, margin, _prior in found]


def grow(game: Game[Any], evaluator: Evaluator, method: Learned, rng: Rng) -> Tree:
    """The tree of a decision. It stops early once no other step can overtake the first."""
    tree = tree_for(game, evaluator, method, rng, VARIETY)
    tree.run(evaluator, method.evaluations + 1)  # the first one evaluates the root
    return tree


def tree_for(game: Game[Any], evaluator: Evaluator, method: Learned, rng: Rng, variety: float = 0.0) -> Tree:
    """A tree for the seat that decides, with room for this many evaluations."""
    ruleset = game.ruleset
    budget = method.evaluations
    tree = Tree(ruleset.new_kernel(), ruleset.new_kernel(), evaluator.features, budget + budget // 4 + FORCED)
    tree.tune(variety=variety, **profile_for(ruleset.game).tree_tuning)
    is_open = ruleset.is_open_endgame(game.kernel)
    tree.begin(game.kernel, game.kernel.seat, rng, is_open, method.considered, budget)
    return tree
