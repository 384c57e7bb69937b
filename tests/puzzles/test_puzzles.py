"""The shipped puzzles: each is proven again, and the puzzle of the day is the same for everybody."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import lutetia
from lutetia import puzzles
from lutetia.core.random import Rng
from lutetia.puzzles import judge
from lutetia.puzzles.proof import Prover

SAMPLE = 12
BUDGET = 5_000_000
SMALLEST_SET = 300
LARGEST_FILES = 400_000
FULL = bool(os.environ.get("LUTETIA_FULL"))
PURE = not lutetia.core.pure.compiled_modules_exist() or bool(os.environ.get("LUTETIA_PURE"))


def sample(game: str) -> list[puzzles.Puzzle]:
    found = puzzles.puzzles(game)
    some = found if FULL else found[:: max(1, len(found) // (3 if PURE else SAMPLE))]
    return [one for one in some if not PURE or one.themes[-1] in ("turns-1", "turns-2", "last-turn")]


def several_turns(game: str) -> list[puzzles.Puzzle]:
    """Puzzles that ask for more than one turn."""
    found = [one for one in puzzles.puzzles(game) if one.asked > 1]
    return found if FULL and not PURE else found[:: max(1, len(found) // (2 if PURE else SAMPLE))]


def named(some: Callable[[str], list[puzzles.Puzzle]]) -> list[Any]:
    return [pytest.param(one, id=f"{one.game}-{one.id}") for game in puzzles.names() for one in some(game)]


SHIPPED = named(sample)
SEVERAL = named(several_turns)


@pytest.mark.parametrize("puzzle", SHIPPED)
def test_every_puzzle_is_proven(puzzle):
    game = puzzle.position()
    kernel = game.kernel
    assert game.turn_begins
    assert game.seat == puzzle.seat
    prover = Prover(game.ruleset, kernel.seat, BUDGET)
    assert prover.value(kernel) == puzzle.value
    ids = game.ruleset.step_ids
    first = [ids[step] for step in puzzle.line[0]]
    solution = prover.after(kernel, first)
    assert prover.value(solution) == puzzle.value
    actions = [step for step in puzzle.line[0] if step.startswith(("move ", "key "))]
    if actions:  # no turn with another action reaches it
        assert prover.value_without(kernel, ids[actions[0]]) == puzzle.second < puzzle.value
    else:  # no other turn reaches it
        turns = prover.turns(kernel, 100_000)
        assert [turn.value for turn in turns[:2]] == [puzzle.value, puzzle.second]
        assert turns[0].after.key() == solution.key()
    assert puzzle.second < puzzle.needed <= puzzle.value


WORLDS = 4
HIDING = [one for one in SHIPPED if one.values[0].game == "paris" and one.values[0].players > 2]


@pytest.mark.parametrize("puzzle", HIDING)
def test_the_solution_does_not_depend_on_what_the_seat_cannot_know(puzzle):
    """With three and four players rivals hold end-game tiles that nobody else sees."""
    game = puzzle.position()
    kernel, ids = game.kernel, game.ruleset.step_ids
    first = [ids[step] for step in puzzle.line[0]]
    action = next(ids[step] for step in puzzle.line[0] if step.startswith(("move ", "key ")))
    for world in range(WORLDS):
        imagined = game.ruleset.new_kernel()
        imagined.become(kernel)
        imagined.imagine(kernel.seat, Rng(world))
        prover = Prover(game.ruleset, kernel.seat, BUDGET)
        best = prover.value(imagined)
        assert prover.value(prover.after(imagined, first)) == best
        assert not prover.exceeds_without(imagined, action, best - 1)


@pytest.mark.parametrize("puzzle", SHIPPED)
def test_its_line_solves_it(puzzle):
    game, own = puzzle.position(), []
    for turn in puzzle.line:
        if game.seat == puzzle.seat:
            own.append(turn)
        judge.play_turn(game, turn)
    assert len(own) == puzzle.asked
    found = [judge.judge(puzzle, own[:number]) for number in range(1, puzzle.asked + 1)]
    assert [one.status for one in found] == [judge.MORE] * (puzzle.asked - 1) + [judge.SOLVED]
    assert all(one.value >= puzzle.needed for one in found)


@pytest.mark.parametrize("puzzle", SEVERAL)
def test_each_later_turn_is_the_only_right_one_after_the_replies_of_the_line(puzzle):
    game, own, replies = puzzle.position(), [], []
    ids, seat = game.ruleset.step_ids, game.kernel.seat
    for turn in puzzle.line:
        if game.seat != puzzle.seat:
            replies += turn
        elif own:
            assert judge.judge(puzzle, own).replies == tuple(replies)
            prover = Prover(game.ruleset, seat, BUDGET)
            best, second = prover.turns(game.kernel, 100_000)[:2]
            assert best.after.key() == prover.after(game.kernel, [ids[step] for step in turn]).key()
            assert second.value < puzzle.needed <= best.value == puzzle.value
        if game.seat == puzzle.seat:
            own.append(turn)
            replies = []
        judge.play_turn(game, turn)


@pytest.mark.parametrize("game", puzzles.names())
def test_the_sets_are_described_and_not_too_large(game):
    found = puzzles.puzzles(game)
    assert len(found) >= SMALLEST_SET
    assert len({one.id for one in found}) == len(found)
    assert [puzzles.id_of(one.record()) for one in found] == [one.id for one in found]
    for one in found:
        assert set(one.themes) <= set(puzzles.themes(game))
        assert one.goal in puzzles.GOALS
        assert 400 <= one.rating <= 2800
        assert one.goal == puzzles.BEST or one.second <= 0 < one.value
    files = [file for file in Path(puzzles.folder(game)).iterdir() if file.suffix in (".json", ".gz")]
    assert sum(file.stat().st_size for file in files) < LARGEST_FILES


def test_no_position_comes_twice():
    for game in puzzles.names():
        found = puzzles.puzzles(game)
        keys = [one.position().kernel.key() for one in (found[:60] if PURE else found)]
        assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("game", puzzles.names())
def test_no_daily_puzzle_comes_again_before_all_have_been_used(game):
    number = len(puzzles.puzzles(game))
    first = 20_000 // number * number
    days = [puzzles.daily(game, first + day).id for day in range(number)]
    assert len(set(days)) == number
    assert days != [puzzles.daily(game, first + number + day).id for day in range(number)]
    assert days == [puzzles.daily(game, first + day).id for day in range(number)]


def test_a_wrong_turn_is_refuted():
    puzzle = next(one for one in puzzles.puzzles("lumiere") if one.asked == 1 and "turns-1" not in one.themes)
    game = puzzle.position()
    prover = Prover(game.ruleset, game.kernel.seat, BUDGET)
    wrong = prover.turns(game.kernel, 100_000)[-1]
    found = judge.judge(puzzle, [[game.ruleset.step_texts[step] for step in wrong.steps]])
    assert found.status == judge.WRONG
    assert found.value == wrong.value < puzzle.needed
    at = wrong.after
    for step in found.replies:  # best play of the rival: the value stays
        at.play(game.ruleset.step_ids[step])
    assert prover.value(at) == wrong.value
    assert judge.points_between(puzzle.value, wrong.value) > 0


def test_an_answer_is_whole_turns():
    puzzle = next(one for one in puzzles.puzzles("paris") if one.asked == 1 and len(one.line[0]) > 2)
    turn = list(puzzle.line[0])
    for turns in ([], [turn[:-1]], [[*turn, "done"]], [turn, turn], [[]]):
        with pytest.raises(judge.NotATurn):
            judge.judge(puzzle, turns)
    with pytest.raises(lutetia.IllegalStep):
        judge.judge(puzzle, [["move nowhere"]])


def test_an_unknown_puzzle_is_named():
    with pytest.raises(ValueError, match="there is no puzzle zzz"):
        puzzles.puzzle("zzz")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0, "the game ends in a draw."),
        (1, "points are equal, and you win the tie."),
        (-1, "points are equal, and you lose the tie."),
        (2, "you win by 1 point."),
        (-14, "you lose by 7 points."),
    ],
)
def test_an_outcome_in_words(value, words):
    assert judge.outcome(value) == words
