"""The matches that measure strength: interrupted games go on as if they had not stopped, and only whole pairs count."""

from __future__ import annotations

import json
import sys
from itertools import count
from pathlib import Path

import pytest

from lutetia.arena.match import Plan, play_pair

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import strength
import strength_game
from strength_results import Games, Tally, rate_with_interval, with_interval

PAIRING = strength_game.Pairing("lumiere", 2, "level2", "level1")
CODES = {"lumiere": "a", "paris": "b"}


def never() -> bool:
    return False


def after(decisions: int):
    asked = count()
    return lambda: next(asked) >= decisions


def moves(game) -> list[str]:
    return [step for turn in game["record"]["turns"] for step in turn["steps"]]


def test_the_games_are_those_of_the_arena():
    plan = Plan("lumiere", ("level2", "level1"), 2, strength_game.SEED).checked()
    arena = play_pair(plan, 0, 3)
    for turn in range(2):
        played = strength_game.play(PAIRING, 3, turn, None, never)
        assert played["steps"] == moves(arena[turn])
        assert arena[turn]["seats"][played["mine"]] == "level2"


def test_a_game_that_is_stopped_again_and_again_is_the_same_game():
    whole = strength_game.play(PAIRING, 1, 0, None, never)
    found = None
    while found is None or "ranks" not in found:
        found = strength_game.play(PAIRING, 1, 0, json.loads(json.dumps(found)), after(7))
    assert found["steps"] == whole["steps"]
    assert found["decisions"] == whole["decisions"]
    assert (found["ranks"], found["margin"]) == (whole["ranks"], whole["margin"])


@pytest.mark.parametrize("game", ["lumiere", "paris"])
def test_what_a_bot_must_do_without_is_on_offer_and_left_alone(game):
    match = next(match for match in strength.matches() if match.block == "values" and match.game == game)
    pairing = strength_game.Pairing(game, 2, match.bot.replace("level4", "level1"), "level1", match.options)
    _level, kind, item = pairing.bot.split(":")
    statistics = strength_game.statistics_for(game).items[kind]
    dealt, _seed = strength_game.dealt(pairing, 0)
    assert item in map(str, statistics.offered(dealt.record()))
    played = strength_game.play(pairing, 0, 0, None, never)
    bot = strength_game.player(pairing.bot, 0, 0)
    for step in played["steps"]:
        if dealt.seat == played["mine"] and bot.takes(game, step):
            assert all(bot.takes(game, other) for other in dealt.legal()), "there was nothing else to do"
        dealt.play(step)
    assert dealt.over


def over(mine: str, ranks: dict[str, int], steps: int = 2) -> dict:
    return {
        "steps": ["x"] * steps,
        "seconds": [1.0, 2.0],
        "decisions": [1, 4],
        "mine": mine,
        "ranks": ranks,
        "margin": 3 if ranks[mine] == 1 else -5,
    }


def test_files_of_several_machines_are_read_together(tmp_path):
    won, lost = over("a", {"a": 1, "b": 2}), over("b", {"a": 1, "b": 2})
    first = Games(tmp_path, "here", CODES)
    first.add(("lumiere m", 0, 0), {"steps": ["x"], "seconds": [0.0, 0.0], "decisions": [0, 0]})
    second = Games(tmp_path, "there", CODES)
    second.add(("lumiere m", 0, 0), won)
    second.add(("lumiere m", 0, 1), lost)
    second.add(("lumiere m", 2, 0), won)
    with (tmp_path / "there.jsonl").open("a") as file:
        file.write('{"match": "lumiere m", "pair": 1, "ga')  # the run was killed here
    both = Games(tmp_path, "here", CODES)
    tally = both.tally("lumiere m", 2, 10)
    assert tally.shares == [0.5], "pair 1 is missing, so pair 2 does not count yet"
    assert tally.margins == [-1.0]
    assert tally.per_decision == (1.0, 0.5)


def test_games_of_other_code_do_not_count(tmp_path):
    Games(tmp_path, "old", {"lumiere": "z"}).add(("lumiere m", 0, 0), over("a", {"a": 1, "b": 2}))
    assert Games(tmp_path, "new", CODES).found == {}
    assert Games(tmp_path, "new", CODES).other_code == {"z"}
    assert len(Games(tmp_path, "new", CODES, ["z"]).found) == 1


def test_a_match_without_kept_games_stays_in_its_table(tmp_path, monkeypatch):
    page = tmp_path / "bots.md"
    before = "| Paris, 3 players | level5 against the old level 5 | 5 | 87% | 60%–100% | a | 0.4 | 0.9 |"
    heading = "| game | match | pairs | wins | 95 % interval | target | seconds per decision | the other's |"
    begin, end = "<!-- old: python benchmarks/strength.py --write -->", "<!-- end of the old -->"
    page.write_text("\n".join([begin, heading, "|---|", before.replace("level5", "level 5"), end]), "utf-8")
    monkeypatch.setattr(strength, "DOCS", tmp_path)
    games = Games(tmp_path, "here", CODES)
    match = next(match for match in strength.matches() if match.block == "old" and match.game == "lumiere")
    for number in range(2):
        games.add((match.name, 0, number), over("a", {"a": 1, "b": 2}))
    lines = strength.table("old", list(strength.matches()), games)
    assert [line.split("|")[1:4] for line in lines[2:]] == [
        [" La Cité de la Lumière ", " level 5 against the old level 5 ", " 1 "],
        [" Paris, 3 players ", " level 5 against the old level 5 ", " 5 "],
    ]


def test_shares_of_wins_and_finishing_ahead_with_three_players():
    tally = Tally()
    tally.add(
        [over("a", {"a": 2, "b": 1, "c": 3}), over("b", {"a": 3, "b": 1, "c": 1}), over("c", {"a": 1, "b": 2, "c": 2})]
    )
    assert tally.shares == [pytest.approx((0 + 0.5 + 0) / 3)]
    assert tally.ahead == [pytest.approx((0.5 + 0.75 + 0.25) / 3)]


def test_an_interval_leaves_doubt_even_if_all_pairs_agree():
    rate, low, high = rate_with_interval([1.0] * 20)
    assert (rate, high) == (1.0, 1.0)
    assert 0.8 < low < 0.9
    assert rate_with_interval([0.5, 1.0] * 10) == with_interval([0.5, 1.0] * 10)


def test_a_match_that_stops_early_waits_for_its_looks():
    match = strength.Match("ladder", "lumiere", 2, "level2", "level1", 60, until=0.6)
    tally = Tally(ahead=[1.0] * 19, shares=[1.0] * 19)
    assert not match.decided(tally)
    assert match.wanted(tally) == 20
    assert match.decided(Tally(ahead=[1.0] * 20, shares=[1.0] * 20))
    assert not match.decided(Tally(ahead=[0.5, 0.75] * 10, shares=[0.5, 0.75] * 10))
    assert match.decided(Tally(ahead=[0.5, 0.75] * 30, shares=[0.5, 0.75] * 30)), "all pairs are played"


def test_the_time_follows_that_of_the_rival():
    bot = strength_game.EqualTime(1)
    game, _seed = strength_game.dealt(strength_game.Pairing("paris", 2, "equal-time", "level1"), 0)
    bot.choose(game, {"seconds": [0.0, 0.0], "decisions": [0, 0]})
    assert bot.evaluations == bot.FIRST
    bot.spent, bot.used = 0.1, 1_000
    bot.choose(game, {"seconds": [0.1, 0.04], "decisions": [1, 2]})
    assert bot.evaluations == 1, "it has taken too long so far"
    bot.spent, bot.used = 0.1, 1_000
    bot.choose(game, {"seconds": [0.1, 0.4], "decisions": [9, 20]})
    assert bot.evaluations == 600, "three times the mean of 0.02 s, at 10,000 evaluations per second"
