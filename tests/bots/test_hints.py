"""Hints: a legal turn with its reasons in points, from what the seat may know, while the player waits."""

from __future__ import annotations

import time
from functools import partial

import pytest

from lutetia import puzzles
from lutetia.bots import hints
from lutetia.bots.profile import Method
from lutetia.core.random import Rng

from configurations import COMPILED, position

CONFIGURATIONS = ("lumiere random", "paris for three, closed")
suggest = partial(hints.suggest, method=None if COMPILED else Method(40))
"""Interpreted, a full hint takes too long."""


def at(name: str, seed: int, steps: int):
    """A game after so many random steps, or its last decision."""
    game = position(name, seed, steps)
    if game.over:
        game.undo()
    return game


@pytest.mark.parametrize("name", CONFIGURATIONS)
@pytest.mark.parametrize("steps", [0, 11, 28, 33, 60, 91])
def test_the_turn_can_be_played_and_brings_what_the_hint_says(name, steps):
    game = at(name, steps, steps)
    seat = str(game.seat)
    found = suggest(game.view(seat), 3)
    assert str(found)
    before = game.ruleset.scores(game.kernel)
    for step in (found.step, *found.then):
        assert game.seat == seat
        game.play(step)
    after = game.ruleset.scores(game.kernel)
    change = {s: after[s]["total"] - before[s]["total"] for s in game.ruleset.seats}
    assert found.points == change[seat] - max(points for s, points in change.items() if s != seat)


def test_a_hint_says_what_it_counts_and_how_it_will_end():
    game = at("lumiere random", 2, 40)
    text = str(suggest(game.view(game.seat)))
    assert "at the end" in text or "proven" in text
    game = at("paris for three, closed", 2, 40)
    assert "at the end" in str(suggest(game.view(game.seat)))


@pytest.mark.skipif(not COMPILED, reason="interpreted, hints prove nothing")
@pytest.mark.parametrize(
    ("puzzle", "words"),
    [  # L64 breaks a tie, or it is a draw
        ("5ybvyy", "level on points, and you win the tie (proven)"),
        ("a4a9vu", "level on points, but you lose the tie (proven)"),
        ("3nc6er", "level on points (proven)"),
    ],
)
def test_a_hint_says_who_wins_a_tie(puzzle, words):
    game = puzzles.puzzle(puzzle).position()
    assert str(suggest(game.view(game.seat))).endswith(words)


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_the_same_hint_for_deals_the_seat_cannot_tell_apart(name):
    game = at(name, 7, 18)
    hints = []
    for seed in range(3):
        twin = game.copy()
        twin.kernel.imagine(twin.kernel.seat, Rng(seed))
        hints.append(suggest(twin.view(game.seat), 1))
    assert hints[0] == hints[1] == hints[2]


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_a_hint_takes_at_most_two_seconds(name):
    game = at(name, 3, 30)
    began = time.process_time()
    suggest(game.view(game.seat))
    assert time.process_time() - began < (2 if COMPILED else 20), "much less; but tests may run beside each other"
