"""Intervals and ratings against known values, and early stops that are rarely wrong."""

from __future__ import annotations

import random

import pytest

from lutetia.arena import intervals
from lutetia.arena.intervals import bootstrap, looks, verdict, wilson
from lutetia.arena.ratings import Ratings


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [  # as R's prop.test(correct = FALSE) and statsmodels' proportion_confint(method = "wilson") have them
        (8, 10, 0.4902, 0.9433),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (50, 100, 0.4038, 0.5962),
        (15, 148, 0.0624, 0.1605),  # Newcombe 1998, table I: 15 of 148
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, table I: 81 of 263
    ],
)
def test_wilson(won, games, low, high):
    assert wilson(won, games) == pytest.approx((low, high), abs=5e-5)


def test_wilson_of_nothing_and_of_half_points():
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(50.5, 101)
    assert low + high == pytest.approx(1)


def test_the_bootstrap_of_single_games_is_binomial():
    """Resampling 60 wins of 100 draws from Binomial(100, 0.6), whose 2.5 % points are 50 and 69.5."""
    low, high = bootstrap([1.0] * 60 + [0.0] * 40)
    assert low == pytest.approx(0.50, abs=0.011)
    assert high == pytest.approx(0.695, abs=0.011)


def test_the_bootstrap_sees_that_games_of_a_pair_belong_together():
    """Pairs that always end one to one say more than as many loose games."""
    assert bootstrap([0.5] * 50) == (0.5, 0.5)
    low, high = bootstrap([0.0, 1.0] * 25)
    wilson_low, wilson_high = wilson(50, 100)
    assert low < wilson_low
    assert high > wilson_high


def test_the_bootstrap_is_the_same_each_time():
    values = [random.Random(1).random() for _ in range(30)]
    assert bootstrap(values) == bootstrap(list(values))
    assert bootstrap([]) == (0.0, 1.0)


def test_the_last_look_is_after_the_last_pair():
    assert looks(10) == [10]
    assert looks(100) == [20, 30, 45, 68, 100]


def test_a_clear_case_stops_early():
    assert verdict([1.0] * 20, 0.6, 400) == "above"
    assert verdict([0.25] * 20, 0.6, 400) == "below"
    assert verdict([1.0] * 19, 0.6, 400) is None
    assert verdict([0.5, 0.75] * 10, 0.6, 400) is None


@pytest.mark.full
def test_repeated_looks_keep_the_error_rate(monkeypatch):
    """With the truth exactly at the bound, either verdict is an error: at most 5 % together, some luck allowed."""
    monkeypatch.setattr(intervals, "RESAMPLES", 1000)
    rng = random.Random(7)
    wrong = 0
    for _run in range(80):
        values = []
        for _pair in range(150):
            values.append((rng.random() < 0.6) / 2 + (rng.random() < 0.6) / 2)
            if verdict(values, 0.6, 150):
                wrong += 1
                break
    assert wrong <= 8


def test_ratings_follow_the_results():
    ratings = Ratings(["a", "b", "c"])
    assert ratings.rating("a") == pytest.approx(0, abs=1e-9)
    for _game in range(30):
        ratings.add(["a", "b", "c"], [1, 2, 3])
    assert ratings.mean("a") > ratings.mean("b") > ratings.mean("c")
    assert ratings.rating("a") < ratings.mean("a")
    assert ratings.deviation("a") < 25 / 3


def test_ties_and_several_seats():
    ratings = Ratings(["a", "b"])
    ratings.add(["a", "b"], [1, 1])
    assert ratings.mean("a") == pytest.approx(ratings.mean("b"))
    before = ratings.mean("b")
    ratings.add(["b", "b"], [1, 2])
    assert ratings.mean("b") == before
    ratings.add(["a", "b", "b", "b"], [1, 2, 3, 4])
    assert ratings.mean("a") > ratings.mean("b")
