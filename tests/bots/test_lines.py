"""The best turns of a position: whole turns that can be played, from what the seat may know."""

from __future__ import annotations

import pytest

from lutetia.bots.level_bot import solve
from lutetia.bots.lines import best_turns
from lutetia.bots.profile import profile_for
from lutetia.core.random import Rng

from configurations import COMPILED, position

TABLES = ("lumiere starter", "lumiere two tiles", "paris for two", "paris for three, closed", "paris any district")
BUDGET = 300 if COMPILED else 8


def at(name, seed, steps):
    game = position(name, seed, steps)
    if game.over:
        game.undo()
    return game


@pytest.mark.parametrize("steps", [0, 17, 38])
@pytest.mark.parametrize("name", TABLES if COMPILED else TABLES[:1])
def test_each_line_is_a_turn_that_can_be_played(name, steps):
    game = at(name, 3, steps)
    found = best_turns(game.view(game.seat), budget=BUDGET)
    assert found["seat"] == game.seat
    assert 1 <= len(found["lines"]) <= 3
    assert len({tuple(line["steps"]) for line in found["lines"]}) == len(found["lines"])
    for line in found["lines"]:
        played, turn = game.copy(), game.kernel.turn
        for step in line["steps"]:
            assert (played.seat, played.kernel.turn) == (game.seat, turn)
            played.play(step)
        assert line["ends"] == (played.over or played.kernel.turn != turn)
        assert list(line["chances"]) == list(line["margins"]) == list(game.ruleset.seats)
        assert sum(line["chances"].values()) == pytest.approx(1, abs=1e-9)
        assert all(0 <= chance <= 1 for chance in line["chances"].values())
    chances = [round(line["chances"][game.seat], 2) for line in found["lines"]]
    assert chances == sorted(chances, reverse=True)


@pytest.mark.parametrize("name", TABLES if COMPILED else TABLES[:1])
def test_the_same_knowledge_budget_and_seed_give_the_same_lines(name):
    game = at(name, 5, 9)
    found = []
    for deal in range(3):
        twin = game.copy()
        twin.kernel.imagine(twin.kernel.seat, Rng(deal))
        found.append(best_turns(twin.view(game.seat), budget=BUDGET, seed=4))
    assert found[0] == found[1] == found[2]


@pytest.mark.skipif(not COMPILED, reason="interpreted, each proof takes minutes")
@pytest.mark.parametrize("seed", range(4))
def test_the_first_line_of_a_proven_endgame_is_proven_and_best(seed):
    game = position("lumiere starter", seed, 10_000)
    for _back in range(4):
        game.undo()
    best = solve(game, profile_for("lumiere").guide(), 1_000_000)[0]
    line = best_turns(game.view(game.seat), budget=1_600)["lines"][0]
    assert line["proven"] is True
    assert line["chances"][game.seat] == best.value
    assert line["margins"][game.seat] == int(best.lead)


def test_a_turn_that_ends_the_game_has_its_result():
    ended = 0
    for seed in range(6 if COMPILED else 2):
        game = position("lumiere starter", seed, 10_000)
        game.undo()
        for line in best_turns(game.view(game.seat), budget=BUDGET)["lines"]:
            played = game.copy()
            for step in line["steps"]:
                played.play(step)
            if played.over:
                ended += 1
                totals = {seat: scores["total"] for seat, scores in played.result()["scores"].items()}
                assert line["proven"] is True
                assert line["margins"]["orange"] == totals["orange"] - totals["blue"]
                assert line["margins"]["blue"] == totals["blue"] - totals["orange"]
    assert ended


def test_more_lines_can_be_asked_for():
    game = at("lumiere starter", 1, 4)
    assert len(best_turns(game.view(game.seat), budget=BUDGET, most=6)["lines"]) == 6


@pytest.mark.parametrize(("name", "wrong"), [("budget", 0), ("budget", 1_000_001), ("budget", 1.5), ("most", 11)])
def test_numbers_out_of_range_are_refused(name, wrong):
    game = at("lumiere starter", 1, 0)
    with pytest.raises(ValueError, match=rf"{name}: a whole number from 1 to \d+ is needed"):
        best_turns(game.view(game.seat), **{name: wrong})


def test_a_seat_that_does_not_decide_gets_none():
    game = at("lumiere starter", 1, 0)
    other = next(seat for seat in game.ruleset.seats if seat != game.seat)
    for view in (game.view(other), game.view(None)):
        with pytest.raises(ValueError, match="nothing to decide"):
            best_turns(view)
