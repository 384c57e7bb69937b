"""Proven endgames: the strongest levels play them as well as the solver says is possible."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import endgames


def test_level_5_plays_proven_endgames_best(sample):
    """With its own budget at least 99 in 100. Proofs of twice that size are left to its tree."""
    wanted, found, seed = sample(8, 1_000), [], 0
    while len(found) < wanted:
        found += [each for each in endgames.agreement(seed, ("level 5",)) if each["nodes"] <= endgames.EASY]
        seed += 1
    good = sum(each["reached"]["level 5"] == each["best"] for each in found)
    assert good >= 0.99 * len(found)
    assert all(each["reached"]["level 5"] <= each["best"] for each in found), "nothing is better than best play"


def test_what_is_not_optimal_is_noticed():
    """The measure itself: a worse step has a worse result, and some positions have such steps."""
    worse = 0
    for game, value, prover in endgames.positions(0):
        sign = 1 if game.kernel.seat == 0 else -1
        after = [prover.after(game, step) for step in game.legal()[:12]]
        margins = [sign * each for each in after if each is not None]
        assert max(margins) <= sign * value
        worse += min(margins) < sign * value
    assert worse
