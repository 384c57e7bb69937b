"""lutetia.evaluate: real probabilities, from what the view shows and nothing else."""

from __future__ import annotations

import pytest

import lutetia
from lutetia.bots import bot, estimate
from lutetia.bots.estimate import leads
from lutetia.bots.level_bot import solve
from lutetia.bots.profile import profile_for
from lutetia.core.random import Rng

from configurations import COMPILED, FULL, new, position

TABLES = ("lumiere starter", "lumiere two tiles", "paris for two", "paris for three, closed")

searches = pytest.mark.skipif(not COMPILED, reason="thousands of simulations; test_tree.py compares both cores")


@searches
@pytest.mark.parametrize("steps", [0, 21])
@pytest.mark.parametrize("name", TABLES)
def test_the_chances_of_all_seats_add_up_to_one_for_every_viewer(name, steps):
    game = position(name, 3, steps)
    for viewer in (*game.ruleset.seats, None):
        found = lutetia.evaluate(game.view(viewer))
        assert list(found["chances"]) == list(found["margins"]) == list(game.ruleset.seats)
        assert sum(found["chances"].values()) == pytest.approx(1, abs=1e-12)
        assert all(0 <= chance <= 1 for chance in found["chances"].values())
        assert found["proven"] is False


@searches
@pytest.mark.parametrize("name", TABLES)
def test_the_same_knowledge_and_seed_give_the_same_answer(name):
    game = position(name, 5, 9)
    found = []
    for deal in range(2):
        twin = game.copy()
        twin.kernel.imagine(twin.kernel.seat, Rng(deal))
        found.append(lutetia.evaluate(twin.view(twin.seat), seed=4))
    assert found[0] == found[1]


@pytest.mark.parametrize("name", TABLES)
def test_a_finished_game_is_its_result(name):
    game = position(name, 2, 10_000)
    found = lutetia.evaluate(game.view(None))
    assert found["proven"] is True
    points = [game.kernel.points_of(seat) for seat in range(len(game.ruleset.seats))]
    for seat, name_ in enumerate(game.ruleset.seats):
        assert found["margins"][name_] == points[seat] - max(points[:seat] + points[seat + 1 :])
        assert found["chances"][name_] == (game.kernel.utility_of(seat) + 1) / 2


@pytest.mark.parametrize("seed", range(4))
def test_a_proven_endgame_is_certain(seed):
    game = position("lumiere starter", seed, 10_000)
    for _back in range(4):
        game.undo()
    best = solve(game, profile_for("lumiere").guide(), 1_000_000)[0]
    found = lutetia.evaluate(game.view(None))
    assert found["proven"] is True
    assert found["chances"][game.seat] == best.value
    assert found["margins"][game.seat] == int(best.lead)


@searches
def test_a_time_limit_is_kept():
    game = new("lumiere starter", 1)
    found = lutetia.evaluate(game.view(game.seat), seconds=0.05)
    assert sum(found["chances"].values()) == pytest.approx(1, abs=1e-12)


@searches
@pytest.mark.parametrize("seconds", [250, 3600, 1e300, 10**300])
@pytest.mark.parametrize("name", ["lumiere starter", "paris for three, closed"])
def test_a_long_time_limit_ends_when_the_search_is_full(name, seconds, monkeypatch):
    """Memory is bounded, whatever the time. The real bound takes a minute, so it is lower here."""
    assert estimate.MOST <= 2_000_000
    monkeypatch.setattr(estimate, "MOST", 100)
    game = new(name, 1)
    found = lutetia.evaluate(game.view(game.seat), seconds=seconds)
    assert sum(found["chances"].values()) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("seconds", [0, -1, float("inf"), float("nan"), 10**400, "2"])
def test_an_impossible_time_limit_is_refused(seconds):
    game = new("lumiere starter", 1)
    with pytest.raises(ValueError, match="seconds: a number above 0"):
        lutetia.evaluate(game.view(None), seconds=seconds)


def proven_endgames(count: int):
    """Endgames that the solver proves, with who wins them: four to eight steps before the end of a game."""
    found, seed = 0, 0
    guide = profile_for("lumiere").guide()
    while found < count:
        seed += 1
        game = new(("lumiere starter", "lumiere random")[seed % 2], seed)
        player = bot("level2", seed)
        while not game.over:
            game.play(player.choose(game.view(game.seat), game.legal()))
        record = game.record()
        steps = sum(len(turn["steps"]) for turn in record["turns"])
        game = lutetia.replay(record, steps=steps - 4 - seed % 5)
        best = solve(game, guide, 2_000_000 if FULL else 300_000)
        if len(game.legal()) > 1 and best and best[0].value != 0.5:
            found += 1
            yield game, str(game.seat) if best[0].value > 0.5 else next(s for s in game.ruleset.seats if s != game.seat)


@searches
def test_the_evaluation_picks_the_winner_of_proven_endgames():
    count = 500 if FULL else 25
    right = 0
    for game, winner in proven_endgames(count):
        chances = lutetia.evaluate(game.view(None))["chances"]
        right += max(chances, key=lambda seat: chances[seat]) == winner
    assert right >= 0.99 * count


def test_a_lead_is_what_the_viewer_knows():
    """End-game tiles of rivals are secret, so what they are worth must not show; one's own are known."""
    game = new("paris for three, closed", 5)
    player = bot("greedy", 5)
    secret = 0
    while not game.over:
        if game.kernel.tiles_left == 0 and len(game.legal()) > 1:
            other = lutetia.imagine(game.view(game.seat), seed=1)
            seat = game.kernel.seat
            assert leads(game, seat, Rng(3)) == leads(other, seat, Rng(3))
            points = [[one.kernel.points_of(n) for n in range(3)] for one in (game, other)]
            secret += points[0] != points[1]
        game.play(player.choose(game.view(game.seat), game.legal()))
    assert secret
