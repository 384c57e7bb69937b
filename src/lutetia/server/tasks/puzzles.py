"""Puzzles: the position with further steps, the judgement of an answer, and the solution."""

from __future__ import annotations

from collections.abc import Mapping

import lutetia
from lutetia import puzzles
from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.puzzles import Puzzle, judge
from lutetia.puzzles.proof import TooLong
from lutetia.server.errors import Refused
from lutetia.server.play import history
from lutetia.text.interface import text_for
from lutetia.text.position import position_text


def overview(day: int) -> Json:
    """The games that have puzzles, their themes, and the puzzles of a day, counted from 1970."""
    return {"day": day, "games": [_of_game(game, day) for game in puzzles.names() if puzzles.puzzles(game)]}


def _of_game(game: str, day: int) -> Json:
    found = puzzles.puzzles(game)
    counts = {name: sum(name in one.themes for one in found) for name in puzzles.themes(game)}
    themes = [
        {"name": name, "title": _(title), "count": counts[name]}
        for name, title in puzzles.themes(game).items()
        if counts[name]
    ]
    return {"game": game, "count": len(found), "themes": themes, "daily": puzzles.daily(game, day).id}


def entries(game: str, tried: Mapping[str, bool]) -> list[Json]:
    """All puzzles of a game. `tried`: by puzzle, whether somebody's first attempt solved it."""
    return [_entry(one, tried) for one in puzzles.puzzles(game)]


def _entry(puzzle: Puzzle, tried: Mapping[str, bool]) -> Json:
    return {
        "id": puzzle.id,
        "rating": puzzle.rating,
        "goal": puzzle.goal,
        "asked": puzzle.asked,
        "players": puzzle.players,
        "themes": list(puzzle.themes),
        "solved": tried.get(puzzle.id),
    }


def info(puzzle: Puzzle, tried: Mapping[str, bool], today: int) -> Json:
    """A puzzle, without its solution."""
    titles = puzzles.themes(puzzle.game)
    record, steps = game_before(puzzle)
    return _entry(puzzle, tried) | {
        "game": puzzle.game,
        "seat": puzzle.seat,
        "seats": record["seats"],
        "steps": steps,
        "goal_text": _(puzzles.GOALS[puzzle.goal]),
        "theme_titles": [_(titles[theme]) for theme in puzzle.themes],
        "day": day_of(puzzle, today),
    }


def find(id: str) -> Puzzle:
    """Raises Refused."""
    try:
        return puzzles.puzzle(id)
    except ValueError:
        raise Refused(404, "no-puzzle", N_("There is no such puzzle.")) from None


def day_of(puzzle: Puzzle, today: int) -> int | None:
    """Today, if it is today's puzzle."""
    return today if puzzles.daily(puzzle.game, today).id == puzzle.id else None


def game_before(puzzle: Puzzle) -> tuple[Json, int]:
    """The record of the game up to the position, and how many steps that is."""
    record = puzzle.record()
    return record, sum(len(turn["steps"]) for turn in record["turns"])


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
