"""The analysis of games: a curve that ends at the result, turns against the best ones, and why they were better."""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise
from statistics import mean
from typing import Any

import pytest

import lutetia
from lutetia.bots import analysis, bot
from lutetia.bots.analysis_report import JudgedTurn, done, next_task, nothing, put, report, total, turn_report
from lutetia.bots.estimate import look_after
from lutetia.bots.judgement import FAULTS, accuracy, judgement
from lutetia.bots.profile import profile_for
from lutetia.core.i18n import speaking
from lutetia.core.random import Rng

from configurations import COMPILED, new

TABLES = ("lumiere starter", "paris for two", "paris for three, closed")
WHOLE = (TABLES[0], *(pytest.param(name, marks=pytest.mark.full) for name in TABLES[1:]))
"""Tables whose games are analysed whole."""
searches = pytest.mark.skipif(not COMPILED, reason="thousands of simulations; test_tree.py compares both cores")


@cache
def played(name: str) -> str:
    """The record of a game between weak bots, as text."""
    game = new(name, 11)
    weak = bot("level1", 5)
    while not game.over:
        game.play(weak.choose(game.view(game.seat), game.legal()))
    return json.dumps(game.record())


@cache
def analysed(name: str) -> str:
    return json.dumps(analysis.analyse(json.loads(played(name))))


def ended(name: str, steps: int) -> dict[str, Any]:
    """The record of such a game that breaks off."""
    record: dict[str, Any] = lutetia.replay(json.loads(played(name)), steps=steps).record()
    return record


@searches
@pytest.mark.parametrize("name", WHOLE)
def test_there_is_a_position_for_each_number_of_steps_and_the_last_is_the_result(name):
    record, found = json.loads(played(name)), json.loads(analysed(name))
    steps = sum(len(turn["steps"]) for turn in record["turns"])
    positions = found["positions"]
    assert [position["at"] for position in positions] == list(range(steps + 1))
    for position in positions:
        assert sum(position["chances"].values()) == pytest.approx(1, abs=1e-9)
        assert list(position["chances"]) == list(position["margins"]) == record["seats"]
    end = lutetia.replay(record)
    last = lutetia.evaluate(end.view(None))
    assert positions[-1] == {"at": steps, "seat": None, "forced": False, **last}
    assert found["complete"] is True
    assert (found["game"], found["seats"]) == (record["game"], record["seats"])


@searches
@pytest.mark.parametrize("name", WHOLE)
def test_a_forced_step_has_the_value_of_the_position_that_follows(name):
    record, positions = json.loads(played(name)), json.loads(analysed(name))["positions"]
    forced = 0
    for position, after in pairwise(positions):
        game = lutetia.replay(record, steps=position["at"])
        assert position["forced"] == (len(game.legal()) == 1)
        assert position["seat"] == game.seat
        if position["forced"]:
            forced += 1
            assert [position[part] for part in ("chances", "margins", "proven")] == [
                after[part] for part in ("chances", "margins", "proven")
            ]
    assert forced


@searches
@pytest.mark.parametrize("name", WHOLE)
def test_a_turn_that_is_tried_is_judged_like_one_that_was_played(name):
    record, found = json.loads(played(name)), json.loads(analysed(name))
    for turn in found["turns"][::5]:
        begun = lutetia.replay(record, steps=turn["at"])
        following = begun.copy()
        for step in turn["played"]:
            following.play(step)
        after = [] if following.over else following.legal()[:1]  # belongs to the next turn
        assert analysis.judge_turn(begun, [*turn["played"], *after]) == turn
    erred = next(turn for turn in found["turns"] if turn["judgement"] == "blunder")
    begun = lutetia.replay(record, steps=erred["at"] + erred["from"])
    better = erred["best"][erred["from"] :]
    rest = analysis.judge_turn(begun, better)
    assert (rest["turn"], rest["at"], rest["played"]) == (erred["turn"], begun.step_count, better)
    assert rest["loss"] < erred["loss"]


@searches
def test_the_steps_after_a_turn_cost_nothing(monkeypatch):
    searched, judge = [], analysis._judged

    def counted(game, step, *rest, **more):
        searched.append(game.step_count)
        return judge(game, step, *rest, **more)

    monkeypatch.setattr(analysis, "_judged", counted)
    monkeypatch.setattr(analysis, "_last", lambda *rest: pytest.fail("the last position was looked at"))
    record = json.loads(played("lumiere starter"))
    turn = record["turns"][20]
    at = sum(len(each["steps"]) for each in record["turns"][:20])
    begun = lutetia.replay(record, steps=at)
    following = [step for each in record["turns"][21:] for step in each["steps"]]
    alone = analysis.judge_turn(begun, turn["steps"])
    assert searched == list(range(at, at + len(turn["steps"])))
    assert analysis.judge_turn(begun, [*turn["steps"], *following]) == alone
    assert len(searched) == 2 * len(turn["steps"])


@searches
@pytest.mark.parametrize("name", WHOLE)
def test_every_turn_is_judged_by_what_it_loses(name):
    record, found = json.loads(played(name)), json.loads(analysed(name))
    assert [(turn["seat"], turn["played"]) for turn in found["turns"]] == [
        (turn["seat"], turn["steps"]) for turn in record["turns"]
    ]
    faults = [turn for turn in found["turns"] if turn["judgement"] in FAULTS]
    assert faults, "the weakest bots do not play best turns only"
    for turn in found["turns"]:
        assert 0 <= turn["loss"] <= 1
        assert turn["judgement"] == judgement(turn["loss"])
        assert turn["best"][: turn["from"]] == turn["played"][: turn["from"]]
        assert bool(turn["why"]) == (turn["judgement"] in FAULTS)
        if turn["best"] != turn["played"]:
            assert turn["best"][turn["from"]] != turn["played"][turn["from"]]
        game = lutetia.replay(record, steps=turn["at"])
        assert game.seat == turn["seat"]
        for step in turn["best"]:
            game.play(step)  # raises IllegalStep for one that could not be played
        shown = [step for step in turn["played"][turn["from"] : turn["until"]] if game.ruleset.reveals(step)]
        if turn["until"] < len(turn["played"]):
            assert game.ruleset.reveals(turn["best"][-1])
            assert shown == [turn["played"][turn["until"] - 1]], "both are told up to what they show"
    for seat in record["seats"]:
        assert 0 < found["accuracy"][seat] < 100


@searches
@pytest.mark.parametrize("name", WHOLE)
def test_the_points_that_a_turn_loses_are_told_by_source(name):
    record, found = json.loads(played(name)), json.loads(analysed(name))
    sources = set(profile_for(record["game"]).sources)
    for turn in found["turns"]:
        assert sum(turn["sources"].values()) == pytest.approx(turn["points"], abs=0.06), "each is rounded"
        assert set(turn["sources"]) <= {*sources, "later"}
        assert bool(turn["sources_text"]) == (
            bool(sources & set(turn["sources"])) and any(round(points) for points in turn["sources"].values())
        )
    compared = [turn for turn in found["turns"] if sources & set(turn["sources"])]
    assert compared
    for turn in compared:
        had, could = (scored(record, turn, turn[line]) for line in ("played", "best"))
        for source in sources:
            assert turn["sources"].get(source, 0) == could[source] - had[source]


@searches
@pytest.mark.parametrize("name", TABLES)
def test_nobody_loses_more_than_they_had_and_losses_agree_with_the_curve(name):
    record = json.loads(played(name))
    found = analysis.analyse(record, quick=True)
    curve = [position["chances"] for position in found["positions"]]
    differences = []
    for turn in found["turns"]:
        seat, begun = turn["seat"], lutetia.replay(record, steps=turn["at"])
        had = [curve[turn["at"]][seat]]
        for at, step in enumerate(turn["played"], turn["at"] + 1):
            if begun.ruleset.reveals(step):
                had.append(curve[at][seat])
        assert turn["loss"] <= max(had) + 1e-4
        if len(had) == 1:  # no luck of its own
            after = curve[turn["at"] + len(turn["played"])][seat]
            differences.append(turn["loss"] - max(0.0, had[0] - after))
    assert mean(abs(each) for each in differences) < 0.08
    assert max(differences) < 0.25, "the curve falls where something was lost"


@searches
def test_steps_that_undo_each_other_do_not_count_twice():
    game = new("paris for three, closed", 11)
    weak = bot("level1", 5)
    while not (game.turn_begins and {"buy wood", "sell wood"} <= {*game.legal()}):
        game.play(weak.choose(game.view(game.seat), game.legal()))
    once, often = (analysis.judge_turn(game, ["sell wood", "buy wood"] * times) for times in (1, 6))
    assert often["loss"] > once["loss"] > 0, "each time costs francs"
    had = lutetia.evaluate(game.view(game.seat))["chances"][game.seat]
    assert often["loss"] < had


def entry(could: float | None = None, does: float | None = None, *, had: float = 0.5, **more: Any) -> dict[str, Any]:
    """A step of the first seat; a fault with what it could have led to, and what it does."""
    fault = {} if could is None or does is None else {"best": "b", "could": [could, 4.0], "does": [does, 1.0]}
    return {"chances": [had, 1 - had], "forced": False, "best": "a", "phase": "", **fault, **more}


def judged(*entries: dict[str, Any]) -> JudgedTurn:
    return JudgedTurn(1, 0, {"seat": "p1", "steps": ["a"] * len(entries)}, 0, entries)


def test_a_turn_loses_from_its_first_fault_to_its_last():
    assert judged(entry(), entry()).loss == 0
    assert judged(entry(0.5, 0.4), entry(had=0.4), entry(0.42, 0.3)).loss == 0.2
    assert judged(entry(0.5, 0.2), entry(0.5, 0.45)).loss == 0.05, "most of it was made good"
    assert judged(entry(0.5, 0.2), entry(0.5, 0.2)).points == 3


def test_a_turn_loses_no_more_than_its_seat_had():
    assert judged(entry(0.9, 0.1, had=0.3)).loss == 0.3
    lucky = [entry(had=0.1, reveals=True), entry(0.6, 0.1, had=0.6)]
    assert judged(*lucky).loss == 0.5, "what luck has brought can be lost"
    assert judged(entry(0.5, 0.1, reveals=True), entry(0.4, 0.0, had=0.4)).loss == 0.5


def test_the_best_turn_differs_from_the_first_step_that_loses_much():
    assert judged(entry(), entry()).differs is None
    assert judged(entry(0.5, 0.49), entry(0.5, 0.4), entry(0.5, 0.38)).differs == 1


def test_a_draw_is_compared_with_another_draw_and_not_with_what_followed():
    entries = [entry(0.5, 0.4, reveals=True), entry(), entry()]
    turn = JudgedTurn(1, 0, {"seat": "p1", "steps": ["draw 3", "key bank Chaillot", "done"]}, 0, entries)
    told = [
        turn_report(turn, {"best": best, "whole": whole, "reasons": []}, profile_for("paris"))
        for best, whole in ((["draw 2"], False), (["use 5", "done"], True))
    ]
    assert [each["until"] for each in told] == [1, 3]


def scored(record, turn, steps):
    """The points of a turn's seat after these steps."""
    game = lutetia.replay(record, steps=turn["at"])
    for step in steps:
        game.play(step)
    return game.ruleset.scores(game.kernel)[turn["seat"]]


@searches
@pytest.mark.parametrize("name", TABLES)
def test_luck_makes_a_step_neither_better_nor_worse(name):
    """A step that reveals something is judged alike in all deals that its seat cannot tell apart."""
    game = new(name, 11)
    weak = bot("level1", 5)
    method = profile_for(game.ruleset.game).glance
    judged = 0
    while not game.over and judged < 6:
        legal = [step for step in game.legal() if game.ruleset.reveals(step)]
        if len(legal) > 1:
            seat = game.kernel.seat
            found = []
            for deal in range(3):
                other = game.copy()
                other.kernel.imagine(seat, Rng(deal))
                assert other.view(game.seat) == game.view(game.seat)
                found.append([look_after(other, step, method, Rng(1)) for step in legal[:2]])
            assert found[0] == found[1] == found[2]
            judged += 1
        game.play(weak.choose(game.view(game.seat), game.legal()))
    assert judged


@searches
def test_proven_positions_are_marked_and_the_winner_does_not_change_in_them():
    record, positions = json.loads(played("lumiere starter")), json.loads(analysed("lumiere starter"))["positions"]
    proven = [position for position in positions if position["proven"]]
    assert proven[-1] == positions[-1]
    assert len(proven) > 2
    turns = {turn["at"]: turn for turn in json.loads(analysed("lumiere starter"))["turns"]}
    for before, after in pairwise(positions):
        if before["proven"] and after["proven"] and before["chances"] != after["chances"]:
            lost = [turn for at, turn in turns.items() if at <= before["at"] < at + len(turn["played"])]
            assert lost[0]["loss"] > 0, "with best play it would have stayed as it was"
    assert lutetia.replay(record).over


@searches
def test_the_same_seed_gives_the_same_analysis_however_it_is_cut_into_parts():
    record = ended("lumiere starter", 12)
    found, parts = nothing(), 0
    while task := next_task(record, found):
        before = done(record, found)
        put(found, task, json.loads(json.dumps(analysis.carry_out(record, task, seconds=0.0))))
        assert before < done(record, found) <= total(record)
        parts += 1
    assert parts > 2 * len(record["turns"])
    again = report(record, found, profile_for("lumiere"))
    assert json.loads(json.dumps(again)) == json.loads(json.dumps(analysis.analyse(record)))


@searches
def test_a_part_of_an_analysis_is_a_whole_report_of_what_is_known():
    record = json.loads(played("paris for two"))
    found = nothing()
    put(found, {"stage": "glance", "at": 0}, analysis.carry_out(record, {"stage": "glance", "at": 0}, seconds=0.0))
    half = report(record, found, profile_for("paris"))
    assert len(half["positions"]) == 1
    assert half["complete"] is False


@searches
def test_the_reasons_are_told_in_the_reader_s_language():
    record = ended("lumiere starter", 20)
    with speaking("de"):
        german = analysis.analyse(record)
    english = analysis.analyse(record)
    pairs = [(a["why"], b["why"]) for a, b in zip(english["turns"], german["turns"], strict=True) if a["why"]]
    assert pairs
    assert all(a != b for a, b in pairs)


@searches
def test_an_unfinished_record_ends_with_an_estimate():
    game = new("paris for three, closed", 4)
    for _step in range(9):
        game.play(game.legal()[0])
    found = analysis.analyse(game.record(), quick=True)
    assert found["positions"][-1]["at"] == 9
    assert found["positions"][-1]["seat"] == game.seat
    assert found["complete"] is False


def test_a_broken_record_is_refused():
    record = new("lumiere starter", 1).record()
    with pytest.raises(lutetia.RecordError):
        analysis.analyse(record | {"turns": [{"seat": "orange", "steps": ["build L4 a1"]}]})


@pytest.mark.parametrize(
    ("loss", "word"),
    [
        (0.0, "best"),
        (0.009, "best"),
        (0.01, "good"),
        (0.049, "good"),
        (0.05, "inaccuracy"),
        (0.1, "mistake"),
        (0.199, "mistake"),
        (0.2, "blunder"),
        (1.0, "blunder"),
    ],
)
def test_the_words_for_a_loss(loss, word):
    assert judgement(loss) == word


def test_accuracy():
    assert accuracy([]) is None
    assert accuracy([0.0, 0.0]) == 100
    assert accuracy([1.0]) == 0
    assert accuracy([0.1]) > accuracy([0.2]) > accuracy([0.5])
    assert accuracy([0.0, 1.0]) == 50
