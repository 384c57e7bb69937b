"""Puzzles: the position with further steps, the judgement of an answer, and the solution."""

from __future__ import annotations

import lutetia
from lutetia import puzzles
from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.puzzles import judge
from lutetia.puzzles.proof import TooLong
from lutetia.server.errors import Refused
from lutetia.server.play import history
from lutetia.text.interface import text_for
from lutetia.text.position import position_text


def scene(id: str, steps: list[str]) -> Json:
    """The position of a puzzle after further steps, with its texts. All hands are open."""
    game = _played(id, steps)
    legal = game.legal()
    view = game.open_view()
    told = position_text(game, game.seat, legal, opened=True)
    return {"view": view, "legal": legal, "told": told, "whole_turn": game.over or game.turn_begins}


def preview(id: str, steps: list[str], step: str) -> Json:
    """What a further step would change, or why it is illegal."""
    return history.preview_step(_played(id, steps), step)


def prospects(id: str, steps: list[str]) -> Json:
    """What whole turns would bring the seat that decides."""
    game = _played(id, steps)
    return {"seat": game.seat or "", "prospects": game.prospects()}


def answer(id: str, turns: list[list[str]]) -> Json:
    """What becomes of an answer."""
    puzzle = puzzles.puzzle(id)
    try:
        found = judge.judge(puzzle, turns)
    except judge.NotATurn:
        raise Refused(422, "no-turn", N_("An answer is one whole turn after the other.")) from None
    except lutetia.IllegalStep as error:
        raise Refused(422, "illegal", N_("{why}"), rule=error.rule, why=str(error)) from error
    except TooLong:
        raise Refused(503, "too-long", N_("This answer takes too long to judge. Try another one.")) from None
    wrong = found.status == judge.WRONG
    text = judge.refutation(puzzle, found.value) if wrong else ""
    lost = judge.points_between(puzzle.value, found.value) if wrong else 0
    return {"status": found.status, "replies": found.replies, "text": text, "lost": lost}


def solution(id: str) -> Json:
    """Best play from the position, and why it is best."""
    puzzle = puzzles.puzzle(id)
    return {"turns": puzzle.line, "text": judge.explanation(puzzle)}


def hint(id: str) -> Json:
    """The first step of the solution."""
    puzzle = puzzles.puzzle(id)
    step, text = puzzle.line[0][0], text_for(puzzle.game)
    view = puzzle.position().view(puzzle.seat)
    return {"step": step, "text": _("Begin with: {step}", step=text.choice(step, text.data(view)))}


def _played(id: str, steps: list[str]) -> lutetia.Game:
    game = puzzles.puzzle(id).position()
    history.play_on(game, steps)
    return game
