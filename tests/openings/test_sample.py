"""What is kept of a game: roles in playing order, shares of the win, margins, and not more than the first choices."""

from __future__ import annotations

import pytest

import lutetia
from lutetia.openings.sample import DEEPEST, role_and_choice, sample_of
from openings.helpers import random_game


@pytest.mark.parametrize("first", ["orange", "blue"])
def test_whoever_begins_has_the_first_role(first):
    game = random_game("lumiere", 3, first=first)
    sample, scores = sample_of(game), game.result()["scores"]
    other = "blue" if first == "orange" else "orange"
    assert sample.margins[0] == scores[first]["total"] - scores[other]["total"]
    assert sample.lines["paving"][0][0].startswith("0 "), "the first choice is of whoever began"
    assert sample.shares[0] == {first: 1.0, "draw": 0.5}.get(game.result()["winner"], 0.0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_shares_and_margins_of_several_players(players):
    game = random_game("paris", players, players=players)
    sample = sample_of(game)
    assert sum(sample.shares) == pytest.approx(1)
    assert sum(margin >= 0 for margin in sample.margins) >= 1
    assert len(sample.shares) == len(sample.margins) == len(sample.lines["bonus"]) == players


def test_only_the_first_choices_are_kept():
    sample = sample_of(random_game("paris", 1))
    assert max(len(keys) for keys in sample.lines["actions"]) == DEEPEST


def test_a_game_that_goes_on_is_refused():
    with pytest.raises(ValueError, match="not over"):
        sample_of(lutetia.new("lumiere", seed=1))


def test_a_key_says_who_chose_what():
    assert role_and_choice("1 take V3", 0, shared=True) == (1, "take V3")
    assert role_and_choice("take V3", 1, shared=False) == (1, "take V3")
