"""The tree search with a network: it knows no more than its seat, is repeatable, and decides the same everywhere."""

from __future__ import annotations

import json
import math
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import lutetia
from lutetia.bots.evaluator import Evaluator, Features
from lutetia.bots.fixed import exponential, logarithm, logistic
from lutetia.bots.learned_bot import VARIETY, grow, tree_for
from lutetia.bots.level_bot import LevelBot, solve
from lutetia.bots.profile import Learned, Method, profile_for
from lutetia.bots.trained import evaluator_for
from lutetia.bots.tree import Tree
from lutetia.core.kernel import StepList
from lutetia.core.manifest import loaded
from lutetia.core.random import Rng

from configurations import COMPILED, new, walk

EVALUATIONS = 200 if COMPILED else 0
"""Interpreted, a network takes seconds; there its first impression must do."""


def position(name: str, seed: int, steps: int):
    """A game after so many random steps, where there is a choice."""
    game = new(name, seed)
    for i, _step in enumerate(walk(game, random.Random(seed))):
        if i >= steps and len(game.legal()) > 1:
            break
    return game


def features_of(game):
    return loaded(profile_for(game.ruleset.game).learning).features(game.ruleset)


def uniform_tree(game, simulations: int, *, share: float = 0.0, considered: int = 0):
    """A tree that takes all steps and seats to be alike until the game ends."""
    features = features_of(game)
    tree = Tree(game.ruleset.new_kernel(), game.ruleset.new_kernel(), features, 2 * simulations)
    is_open = game.ruleset.is_open_endgame(game.kernel)
    tree.begin(game.kernel, game.kernel.seat, Rng(3), is_open, considered, simulations)
    tree.run(Evaluator(features), simulations + 1, share)
    return tree


def bot(evaluations: int = EVALUATIONS, seed: int = 1) -> LevelBot:
    return LevelBot(lambda _profile: Method(1, learned=Learned(evaluations)), seed)


def test_exponentials_and_logarithms_in_integers():
    for x in (0, 1, 255, 256, 4096, 10_000, 40_000, 65_535, 65_536, 10**9):
        assert exponential(x) / 2**30 == pytest.approx(math.exp(-x / 4096), abs=2e-7)
        assert logistic(x) / 65_536 == pytest.approx(1 / (1 + math.exp(-x / 4096)), abs=3e-5)
        assert logistic(x) + logistic(-x) == 65_536
    for x in (1, 2, 3, 10, 1000, 2**31, 2**40 + 7, 2**61 + 123):
        assert logarithm(x) / 4096 == pytest.approx(math.log(x), abs=3e-4)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", ["lumiere starter", "lumiere two tiles", "paris for three, closed"])
def test_what_the_seat_cannot_tell_apart_is_one_node_with_one_row(name, seed):
    """The contract of `Features.hand`, and no leak: the network sees the same in all deals that fit."""
    game = position(name, seed, 5 * seed)
    features, seat = features_of(game), game.kernel.seat
    legal = game.legal()
    for deal in range(5):
        twin = game.copy()
        twin.kernel.imagine(seat, Rng(deal))
        assert features.key(twin.kernel) == features.key(game.kernel)
        assert features.row(twin.kernel, seat) == features.row(game.kernel, seat)
        assert twin.legal() == legal


@pytest.mark.parametrize("steps", [0, 9, 30])
def test_a_learned_decision_knows_what_its_seat_knows(steps):
    game = position("lumiere starter", 5, steps)
    assert evaluator_for(game.ruleset) is not None
    found = set()
    for deal in range(3):
        twin = game.copy()
        twin.kernel.imagine(twin.kernel.seat, Rng(deal))
        found.add(tuple(bot().evaluate(twin.view(twin.seat))))
    assert len(found) == 1


def test_a_network_decides_only_what_it_has_learned():
    """Elsewhere the search with rollouts does."""
    covered = new("lumiere starter", 1).ruleset
    header = evaluator_for(covered).network.file.header
    assert header["game"] == "lumiere"
    assert any(table["players"] == 2 for table in header["tables"])
    own = lutetia.ruleset("lumiere", edition=dict(covered.edition.data) | {"name": "another"}, options=covered.options)
    assert not own.edition.bundled
    assert evaluator_for(own) is None


@pytest.mark.parametrize("seed", range(4))
def test_an_early_stop_gives_the_same_step(seed):
    game = position("lumiere starter", seed, 12 * seed)
    early, full = uniform_tree(game, 1500, share=1.0), uniform_tree(game, 1500)
    assert full.done == 1501
    assert early.best_step() == full.best_step()
    if COMPILED:
        evaluator = evaluator_for(game.ruleset)
        early = grow(game, evaluator, Learned(1500), Rng(1))
        full = tree_for(game, evaluator, Learned(1500), Rng(1), VARIETY)
        full.run(evaluator, 1501, 0.0)
        assert early.best_step() == full.best_step()
        assert early.done < full.done == 1501


def test_a_tree_finds_what_the_solver_proves():
    """Few steps before the end, without the solver's help. The issue of the step must be as good as the best one's."""
    optimal = 0
    for seed in range(10):
        game = new("lumiere starter", seed)
        for _step in walk(game, random.Random(seed)):
            pass
        for _back in range(4):
            game.undo()
        guide = profile_for("lumiere").guide()
        best = solve(game, guide, 1_000_000)[0]
        me = game.kernel.seat
        game.play(game.ruleset.step_texts[uniform_tree(game, 3000 if COMPILED else 600).best_step()])
        if game.over:
            lead = game.kernel.points_of(me) - game.kernel.points_of(1 - me)
        else:
            after = solve(game, guide, 1_000_000)[0].lead
            lead = after if game.kernel.seat == me else -after
        optimal += int(lead) == int(best.lead)
    assert optimal >= 9


@pytest.mark.parametrize("name", ["lumiere starter", "paris for three, closed"])
def test_gumbels_root_tries_as_many_steps_as_it_considers(name):
    game = position(name, 2, 7)
    tree = uniform_tree(game, 64, considered=4)
    visits = sorted((child[1] for child in tree.children()), reverse=True)
    assert sum(visits) == 64
    assert len([n for n in visits if n]) == min(4, len(game.legal()))
    shares = [share for _step, share in tree.policy()]
    assert sum(shares) == pytest.approx(1, abs=0.01)
    assert game.ruleset.step_texts[tree.best_step()] in game.legal()


@pytest.mark.parametrize("name", ["paris for three, closed", "lumiere two tiles"])
def test_every_seat_has_its_own_value(name):
    game = position(name, 4, 40)
    tree = uniform_tree(game, 300)
    chances, scores, _margins = tree.values()
    assert len(chances) == len(scores) == len(game.ruleset.seats)
    assert sum(chances) == pytest.approx(1, abs=1e-3)
    steps = StepList(len(game.ruleset.step_texts))
    game.kernel.list(steps)
    assert {child[0] for child in tree.children()} == set(steps)


def decisions() -> list[object]:
    """What trees found in a few positions, to the last digit, and a network's first impressions."""
    found: list[object] = []
    for name in ("lumiere two tiles", "paris for three, closed"):
        for seed in range(2):
            game = position(name, seed, 10 + 20 * seed)
            tree = uniform_tree(game, 120)
            found += [[list(child) for child in tree.children()[:5]], [list(each) for each in tree.values()]]
            tree = uniform_tree(game, 32, considered=8)
            found += [tree.best_step(), [list(each) for each in tree.policy()[:5]]]
    view = position("lumiere starter", 3, 9)
    found.append([[one.step, one.visits, one.value, one.lead] for one in bot(1).evaluate(view.view(view.seat))[:5]])
    return found


PROGRAM = """
import resource, lutetia, test_tree
from lutetia.bots.evaluator import Evaluator
from lutetia.bots.tree import Tree
from lutetia.core.random import Rng
def status(field):
    return next(int(line.split()[1]) << 10 for line in open("/proc/self/status") if line.startswith(field))
game = test_tree.position("lumiere starter", 1, 0)
features = test_tree.features_of(game)
make, used = game.ruleset.new_kernel, status("RssAnon")
"""


def run_program(program: str, **variables: str) -> str:
    """What a program prints in a process of its own that can import this file."""
    here = Path(__file__).parent
    env = os.environ | variables | {"PYTHONPATH": os.pathsep.join([str(here), str(here.parent), *sys.path])}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, env=env)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.skipif(not COMPILED, reason="interpreted, Python's lists take what they need")
def test_a_search_touches_only_the_memory_it_needs():
    """Most edges are never visited, and must not take as much as those that are."""
    touched = run_program(
        PROGRAM
        + """
tree = Tree(make(), make(), features, 125_064)
tree.begin(game.kernel, game.kernel.seat, Rng(3))
tree.run(Evaluator(features), 100, 0.0)
early = status("RssAnon") - used
tree.run(Evaluator(features), 100_000, 0.0)
print(early / 1e6, (status("RssAnon") - used) / 1e6)
"""
    )
    early, searched = map(float, touched.split())
    assert early < 2
    assert searched < 30


@pytest.mark.skipif(not COMPILED, reason="interpreted, Python's lists take what they need")
@pytest.mark.parametrize(("room", "ends"), [(8, "MemoryError"), (24, "created MemoryError"), (64, "created done")])
def test_without_memory_there_is_an_error_and_not_another_decision(room, ends):
    """Neither at the beginning nor when edges need more."""
    ended = run_program(
        PROGRAM
        + f"""
resource.setrlimit(resource.RLIMIT_AS, (status("VmSize") + ({room} << 20),) * 2)
try:
    tree = Tree(make(), make(), features, 125_064)
    print("created")
    tree.begin(game.kernel, game.kernel.seat, Rng(3))
    tree.run(Evaluator(features), 100_000, 0.0)
    print("done")
except MemoryError:
    print("MemoryError")
"""
    )
    assert ended.split() == ends.split()


@pytest.mark.skipif(not COMPILED, reason="tens of thousands of simulations")
def test_a_tree_without_room_for_branches_goes_on():
    game = position("lumiere starter", 1, 0)
    features = features_of(game)
    tree = Tree(game.ruleset.new_kernel(), game.ruleset.new_kernel(), features, 1_000)
    tree.begin(game.kernel, game.kernel.seat, Rng(3))
    tree.run(Evaluator(features), 40_000, 0.0)
    assert tree.branches == 4 * 1_000 + features.steps
    assert tree.nodes == 1_000
    assert sum(child[1] for child in tree.children()) == 39_999
    assert game.ruleset.step_texts[tree.best_step()] in game.legal()


def test_a_tree_without_a_search_says_so():
    game = position("lumiere starter", 1, 0)
    tree = Tree(game.ruleset.new_kernel(), game.ruleset.new_kernel(), features_of(game), 10)
    for _time in range(2):
        assert tree.children() == tree.policy() == []
        with pytest.raises(ValueError, match="nothing has been searched yet"):
            tree.best_step()
        tree.begin(game.kernel, game.kernel.seat, Rng(3))


def test_a_ruleset_with_too_many_steps_is_refused():
    game = position("lumiere starter", 1, 0)
    features = Features(1, 1, [0] * 32_769, [0] * 32_769)
    with pytest.raises(ValueError, match="up to 32768 different steps, not 32769"):
        Tree(game.ruleset.new_kernel(), game.ruleset.new_kernel(), features, 10)


@pytest.mark.parametrize("capacity", [0, -1, 1 << 30])
def test_an_impossible_tree_is_refused(capacity):
    game = new("lumiere starter", 1)
    with pytest.raises(ValueError, match="a tree can have 1 to 16777216 nodes"):
        Tree(game.ruleset.new_kernel(), game.ruleset.new_kernel(), features_of(game), capacity)


def test_compiled_and_uncompiled_trees_find_the_same():
    program = f"import json, test_tree as t; assert t.COMPILED is {not COMPILED}; print(json.dumps(t.decisions()))"
    found = run_program(program, LUTETIA_PURE="1" if COMPILED else "")
    assert json.loads(found) == json.loads(json.dumps(decisions()))


def test_levels_vary_between_equally_good_steps():
    """Seeds open differently; each does so repeatably."""
    game = new("lumiere starter", 1)
    view = game.view(game.seat)
    seeds = range(8 if COMPILED else 3)
    opened = [bot(2 * EVALUATIONS, seed).evaluate(view)[0].step for seed in seeds]
    assert opened == [bot(2 * EVALUATIONS, seed).evaluate(view)[0].step for seed in seeds]
    assert len(set(opened)) > 1 or not COMPILED
