"""How a level decides with a network: by its first impression, or by a tree search that asks it."""

from __future__ import annotations

from typing import Any

from lutetia.bots.evaluation import Evaluation
from lutetia.bots.evaluator import Evaluator
from lutetia.bots.profile import Learned, profile_for
from lutetia.bots.tree import Tree
from lutetia.core.game import Game
from lutetia.core.random import Rng

NEARLY = 0.75
"""A step with this share of the first one's visits …"""
ALIKE = 0.004
"""… and a value no further below the best is as good: chance decides between them, so that games differ."""
FORCED = 64
"""Nodes for decisions with a single step, on top of one for every evaluation."""


def ask(game: Game[Any], evaluator: Evaluator, method: Learned, rng: Rng) -> list[Evaluation]:
    """All legal steps of an imagined game, best first."""
    tree = grow(game, evaluator, method, rng)
    found = tree.children()
    if not method.evaluations:
        found.sort(key=lambda child: (-child[5], child[0]))
    elif method.considered:
        best = tree.best_step()
        found.sort(key=lambda child: child[0] != best)
    else:
        _vary(found, rng)
    texts = game.ruleset.step_texts
    return [Evaluation(texts[step], visits, chance, margin) for step, visits, _worth, chance, margin, _prior in found]


def grow(game: Game[Any], evaluator: Evaluator, method: Learned, rng: Rng) -> Tree:
    """The tree of a decision. It stops early once no other step can be chosen any more."""
    tree = tree_for(game, evaluator, method, rng)
    tree.run(evaluator, method.evaluations + 1, NEARLY)  # the first one evaluates the root
    return tree


def tree_for(game: Game[Any], evaluator: Evaluator, method: Learned, rng: Rng) -> Tree:
    """A tree for the seat that decides, with room for this many evaluations."""
    ruleset = game.ruleset
    budget = method.evaluations
    tree = Tree(ruleset.new_kernel(), ruleset.new_kernel(), evaluator.features, budget + budget // 4 + FORCED)
    tree.tune(**profile_for(ruleset.game).tree_tuning)
    is_open = ruleset.is_open_endgame(game.kernel)
    tree.begin(game.kernel, game.kernel.seat, rng, is_open, method.considered, budget)
    return tree


def _vary(found: list[Any], rng: Rng) -> None:
    """Put one of the steps that are nearly as good as the first in its place."""
    _step, visits, worth, *_rest = found[0]
    alike = [at for at, child in enumerate(found) if child[1] >= NEARLY * visits and child[2] >= worth - ALIKE]
    found.insert(0, found.pop(alike[rng.choose(len(alike))]))
