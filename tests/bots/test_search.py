"""Search and solver: they find what is there, know no more than their seat, and are repeatable."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import lutetia
from lutetia.bots import NAMES, bot
from lutetia.bots.guide import Guide
from lutetia.bots.level_bot import LevelBot, search
from lutetia.bots.levels import LEVELS
from lutetia.bots.profile import Method, profile_for
from lutetia.bots.search import Search
from lutetia.bots.solver import Solver
from lutetia.core.kernel import StepList
from lutetia.core.random import Rng

from configurations import COMPILED, new, position, walk

TWO = ("lumiere random", "lumiere two tiles", "paris for three, closed")
SMALL = {"lumiere": Method(60, proof=2_000), "paris": Method(30)}


def late(seed: int, left: int):
    """A position of La Cité de la Lumière so many steps before the end of a random game."""
    game = new("lumiere random", seed)
    rng = random.Random(seed)
    for _step in walk(game, rng):
        pass
    for _back in range(left):
        game.undo()
    return game


def brute(ruleset, kernel) -> int:
    """The value by looking at everything: the same measure as the solver's, without any of its cleverness."""
    if kernel.is_over():
        margin = kernel.points_of(0) - kernel.points_of(1)
        return 2 * margin or int(kernel.utility_of(0))
    steps = StepList(len(ruleset.step_texts))
    kernel.list(steps)
    values = []
    for step in steps:
        after = ruleset.new_kernel()
        after.become(kernel)
        after.play(step)
        values.append(brute(ruleset, after))
    return max(values) if kernel.seat == 0 else min(values)


@pytest.mark.parametrize("seed", range(12))
def test_the_solver_agrees_with_exhaustive_search(seed):
    game = late(seed, 4)
    ruleset = game.ruleset
    solver = Solver(
        [ruleset.new_kernel() for _ in range(40)], profile_for("lumiere").guide(), len(ruleset.step_texts), 12
    )
    value, step = solver.solve(game.kernel, 10_000_000)
    assert value == brute(ruleset, game.kernel)
    after = ruleset.new_kernel()
    after.become(game.kernel)
    after.play(step)
    assert brute(ruleset, after) == value, "and names a step that leads there"


def test_the_solver_gives_up_after_its_budget():
    game = late(3, 12)
    ruleset = game.ruleset
    solver = Solver([ruleset.new_kernel() for _ in range(64)], Guide(), len(ruleset.step_texts), 12)
    assert solver.solve(game.kernel, 10) == (None, -1)


def searched(game, simulations: int, seed: int = 1, **how) -> list:
    """What the search finds, as the levels tune it."""
    tree = Search(
        game.ruleset.new_kernel(), profile_for(game.ruleset.game).guide(), len(game.ruleset.step_texts), simulations + 2
    )
    tree.tune(**profile_for(game.ruleset.game).tuning)
    tree.run(game.kernel, game.kernel.seat, simulations, Rng(seed), **how)
    return tree.children()


def value_after(game, step: int) -> int:
    after = game.ruleset.new_kernel()
    after.become(game.kernel)
    after.play(step)
    return brute(game.ruleset, after)


@pytest.mark.parametrize("is_open", [True, False], ids=["positions shared", "a tree"])
@pytest.mark.parametrize("seed", range(6))
def test_the_search_finds_a_proven_best_step(seed, is_open):
    game = late(seed, 3)
    best = brute(game.ruleset, game.kernel)
    assert value_after(game, searched(game, 2_000, is_open=is_open)[0][0]) == best


def test_transpositions_share_their_statistics():
    game = late(0, 12)
    graph, tree = searched(game, 1_000, is_open=True), searched(game, 1_000, is_open=False)
    assert graph != tree
    for found in (graph, tree):
        assert sum(visits for _step, visits, _values, _lead in found) == 1_000
    assert graph == searched(game, 1_000, is_open=True), "and again"


def test_a_search_can_be_continued():
    game = late(5, 12)
    tree = Search(game.ruleset.new_kernel(), profile_for("lumiere").guide(), len(game.ruleset.step_texts), 700)
    tree.tune(**profile_for("lumiere").tuning)
    rng = Rng(1)
    for part in range(3):
        tree.run(game.kernel, game.kernel.seat, 200, rng, is_open=True, fresh=part == 0)
    assert tree.children() == searched(game, 600, is_open=True)


@pytest.mark.parametrize("seed", range(5))
def test_stopping_early_does_not_change_the_choice(seed):
    game = late(seed, 9)
    found = search(game, profile_for("lumiere").guide(), 800, Rng(1))
    assert found[0].step == game.ruleset.step_texts[searched(game, 800, is_open=True)[0][0]]
    assert sum(thought.visits for thought in found) <= 800


@pytest.mark.parametrize("name", TWO)
@pytest.mark.parametrize("steps", [3, 20])
def test_the_same_decision_for_deals_the_seat_cannot_tell_apart(name, steps):
    game = position(name, 5, steps)
    seat = game.seat
    thinker = LevelBot(lambda profile: SMALL[game.ruleset.game], seed=1)
    decisions = set()
    for seed in range(4):
        twin = game.copy()
        twin.kernel.imagine(twin.kernel.seat, Rng(seed))
        assert twin.view(seat) == game.view(seat)
        decisions.add(thinker.choose(twin.view(seat), twin.legal()))
    assert len(decisions) == 1


@pytest.mark.parametrize("name", ["random", "level1", "level2"])
@pytest.mark.parametrize("table", TWO)
def test_bots_play_whole_games_legally_and_repeatably(name, table):
    records = []
    for _again in range(2):
        game = new(table, 9)
        players = {seat: bot(name, s) for s, seat in enumerate(game.ruleset.seats)}
        while not game.over:
            step = players[game.seat].choose(game.view(game.seat), game.legal())
            assert step in game.legal()
            game.play(step)
        records.append(game.record())
    assert records[0] == records[1]


def test_every_level_has_a_method_for_every_game():
    for game in lutetia.games():
        assert len(profile_for(game).levels) == len(LEVELS)
    assert [level.number for level in LEVELS] == [1, 2, 3, 4, 5, 6]
    assert len({level.name for level in LEVELS}) == 6
    assert {f"level{n}" for n in range(1, 7)} <= set(NAMES)


def decisions() -> list[list[object]]:
    """What the search found in a few positions, to the last digit."""
    found = []
    for name in TWO:
        for seed in range(3):
            game = position(name, seed, 10 + 10 * seed)
            is_open = game.ruleset.is_open_endgame(game.kernel)
            found.append([list(child) for child in searched(game, 100, seed, is_open=is_open)[:5]])
    return found


def test_compiled_and_uncompiled_bots_choose_the_same():
    here = Path(__file__).parent
    program = f"import json, test_search as t; assert t.COMPILED is {not COMPILED}; print(json.dumps(t.decisions()))"
    path = os.pathsep.join([str(here), str(here.parent), *sys.path])
    env = os.environ | {"LUTETIA_PURE": "1" if COMPILED else "", "PYTHONPATH": path}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, env=env)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == json.loads(json.dumps(decisions()))
