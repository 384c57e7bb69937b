"""The default bots play Nosegay: legally, by what their seat knows, better than chance; hints and analysis."""

from __future__ import annotations

import random

import pytest
from test_api import broken

import lutetia
from lutetia.bots import bot
from lutetia.bots.analysis import analyse
from lutetia.bots.guide import Guide
from lutetia.bots.hints import suggest
from lutetia.bots.search import Search
from lutetia.core.random import Rng


def lead(name: str, pairs: int) -> int:
    """How many points a bot is ahead of chance in all, with both seats of each deal."""
    ahead = 0
    for seed in range(pairs):
        for seat in ("p1", "p2"):
            game = lutetia.new("nosegay", seed=seed)
            players = {"p1": bot("random", seed), "p2": bot("random", seed)} | {seat: bot(name, seed)}
            while not game.over:
                game.play(players[str(game.seat)].choose(game.view(game.seat), game.legal()))
            totals = {one: page["total"] for one, page in game.score().items()}
            ahead += 2 * totals[seat] - sum(totals.values())
    return ahead


def test_greedy_beats_chance():
    assert lead("greedy", 20) > 0


@pytest.mark.parametrize("name", ["greedy", "level4"])  # level4 proves it
def test_the_last_card_is_laid_where_it_counts_most(name):
    decided = 0
    for seed in range(20):
        game = lutetia.new("nosegay", seed=seed)
        chance = random.Random(seed)
        while game.kernel.turn < 11:
            game.play(chance.choice([step for step in game.legal() if not step.startswith("hide")]))
        best = {step: lead_after(game, step) for step in game.legal()}
        step = bot(name, seed).choose(game.view(game.seat), game.legal())
        assert best[step] == max(best.values())
        decided += len(set(best.values())) > 1
    assert decided > 5


def lead_after(game: lutetia.Game, step: str) -> int:
    """What a step adds to the lead of its seat, with the best bee if it asks for one."""
    after = game.copy()
    after.play(step)
    if after.legal():
        return max(lead_after(after, bee) for bee in after.legal())
    totals = {seat: page["total"] for seat, page in after.score().items()}
    return 2 * totals[str(game.seat)] - sum(totals.values())


@pytest.mark.parametrize("name", ["greedy", "level1", "level2"])
def test_the_bots_know_only_their_view(name):
    game = lutetia.new("nosegay", seed=2, players=3)
    chance = random.Random(2)
    while not game.over:
        view = game.view(game.seat)
        step = bot(name, 7).choose(view, game.legal())
        assert step in game.legal()
        assert bot(name, 7).choose(lutetia.imagine(view, 1).view(game.seat), game.legal()) == step
        game.play(chance.choice(game.legal()))


def test_hints_and_analysis():
    game = lutetia.new("nosegay", seed=2)
    found = suggest(game.view(game.seat))
    assert found.step in game.legal()
    assert "at the end" in str(found)
    chance = random.Random(2)
    while not game.over:
        game.play(chance.choice(game.legal()))
    record = game.record()
    found = analyse(record, quick=True)
    assert [turn["played"] for turn in found["turns"]] == [turn["steps"] for turn in record["turns"]]
    totals = {one: page["total"] for one, page in game.score().items()}
    assert found["positions"][-1]["margins"]["p1"] == totals["p1"] - totals["p2"]


def test_errors_of_the_rules_reach_the_caller_of_a_search():
    root = broken()
    root.begin(Rng(1))
    with pytest.raises(ZeroDivisionError, match="author"):
        Search(broken(), Guide(), 44, 100).run(root, root.seat, 50, Rng(1))
