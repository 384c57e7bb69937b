"""Judges an answer to a puzzle by the exact value of the turns, and finds the reply that refutes a wrong one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lutetia.bots.profile import profile_for
from lutetia.core.game import Game
from lutetia.core.i18n import _, plural
from lutetia.core.numbers import signed
from lutetia.puzzles import Puzzle
from lutetia.puzzles.proof import Prover

WRONG, MORE, SOLVED = "wrong", "more", "solved"
BUDGET = 5_000_000
"""Positions for the value of one turn. The puzzles were chosen so that far fewer suffice."""
LOG_SIZE = 18


class NotATurn(ValueError):
    """What was answered is not one whole turn after the other."""


@dataclass(frozen=True)
class Verdict:
    """What became of an answer."""

    status: str
    """WRONG, MORE (right so far: the next turn is asked for) or SOLVED."""
    value: int
    """What best play leads to after the answer."""
    replies: tuple[str, ...]
    """The steps with which the rivals answer the last turn best; none at the end of the game or once it is solved."""


def judge(puzzle: Puzzle, turns: Sequence[Sequence[str]]) -> Verdict:
    """Judge the seat's turns, in order; the rivals' replies come in between. Turns after a wrong one do not count.

    Raises NotATurn, IllegalStep, `proof.TooLong`.
    """
    game = puzzle.position()
    seat = game.kernel.seat
    prover = Prover(game.ruleset, seat, BUDGET, LOG_SIZE)
    if not 1 <= len(turns) <= puzzle.asked:
        raise NotATurn
    for number, turn in enumerate(turns, 1):
        play_turn(game, turn)
        value = prover.value(game.kernel)
        if value < puzzle.needed:
            return Verdict(WRONG, value, _replies(game, prover, seat))
        if number == puzzle.asked or game.over:
            return Verdict(SOLVED, value, ())
        replies = _replies(game, prover, seat)
        if game.over:
            return Verdict(SOLVED, value, replies)
    return Verdict(MORE, value, replies)


def play_turn(game: Game[Any], turn: Sequence[str]) -> None:
    """Take exactly one whole turn. Raises NotATurn, IllegalStep."""
    before = game.kernel.turn
    for step in turn:
        if game.over or game.kernel.turn != before:
            raise NotATurn
        game.play(step)
    if not game.over and game.kernel.turn == before:
        raise NotATurn


def _replies(game: Game[Any], prover: Prover, seat: int) -> tuple[str, ...]:
    """The best replies of the rivals, until the seat decides again. They are taken in the game, too."""
    found: list[str] = []
    while not game.over and game.kernel.seat != seat:
        for step in prover.best_turn(game.kernel):
            found.append(game.ruleset.step_texts[step])
            game.play(found[-1])
    return tuple(found)


def outcome(value: int) -> str:
    """How the game ends for the seat, as the end of a sentence."""
    points = abs(value) // 2
    if value == 0:
        return _("the game ends in a draw.")
    if points == 0:
        return (
            _("points are equal, and you win the tie.") if value > 0 else _("points are equal, and you lose the tie.")
        )
    if value > 0:
        return plural("you win by {n} point.", "you win by {n} points.", points)
    return plural("you lose by {n} point.", "you lose by {n} points.", points)


def refutation(puzzle: Puzzle, value: int) -> str:
    """What a wrong answer leads to, and what it gives away."""
    lost = points_between(puzzle.value, value)
    words = [_("With best play from here: {outcome}", outcome=outcome(value))]
    if lost:
        words.append(
            plural("That is {n} point less than the best turn.", "That is {n} points less than the best turn.", lost)
        )
    return " ".join(words)


def points_between(better: int, worse: int) -> int:
    """How many points two values differ in."""
    return int(better / 2) - int(worse / 2)


def explanation(puzzle: Puzzle) -> str:
    """Why the solution is right: what it changes at once, how the game ends, and how after the next best turn."""
    game = puzzle.position()
    before = game.ruleset.scores(game.kernel)[puzzle.seat]
    play_turn(game, puzzle.line[0])
    after = game.ruleset.scores(game.kernel)[puzzle.seat]
    sources = profile_for(puzzle.game).sources
    gained = [
        _(text, points=signed(after[name] - before[name]))
        for name, text in sources.items()
        if after[name] != before[name]
    ]
    words = [_("At once: {changes}.", changes=", ".join(gained))] if gained else []
    words.append(_("With best play: {outcome}", outcome=outcome(puzzle.value)))
    words.append(_("After the next best turn: {outcome}", outcome=outcome(puzzle.second)))
    return " ".join(words)
