"""What makes a puzzle of La Cité de la Lumière: an endgame in which exactly one turn wins, or is clearly the best.

In the building phase nothing is hidden (L34), so the solver proves the value of every turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lutetia.bots.profile import Learned, Method
from lutetia.core.game import Game
from lutetia.puzzles import BEST, WIN, Task
from lutetia.puzzles.proof import Prover, Turn

from mining import Mine, Seating, Solver, is_small

BUDGET = 300_000
"""Positions for the values of all turns: then a server judges an answer in a fraction of a second."""
SMALL = 30_000
"""Positions for the value of the best turn alone."""
MOST_TURNS = 1_500
LEAST_TURNS = 6
CLEAR = 6
"""A best turn is clearly the best if it is worth three points more: values are twice the margin."""
LOOK_BACK = 8
"""So many turns before the end there may be a puzzle."""
LIGHTS = ("card lampadaire", "card grande-lumiere")


def positions(turns: list[Game[Any]]) -> Iterator[Game[Any]]:
    """The positions that may be puzzles, from the starts of all turns of a game. The last one comes first.

    It stops where the solver gives up: the positions before are larger still.
    """
    for game in reversed(turns[-LOOK_BACK:-1]):
        if not game.ruleset.is_open_endgame(game.kernel) or not is_small(game, SMALL):
            return
        yield game


def examine(game: Game[Any], prover: Prover) -> Task | None:
    """The puzzle in a position; None if there is none, or a dull one."""
    if not _is_clear(game, prover):
        return None
    asked = _asked(prover.turns(game.kernel, MOST_TURNS))
    if asked is None:
        return None
    goal, turns = asked
    ruleset, texts = game.ruleset, game.ruleset.step_texts
    line, found, at = [turns[0].steps], 1, turns[0].after
    while found < 3 and not at.is_over():
        replies = []
        while not at.is_over() and at.seat != game.kernel.seat:
            reply = prover.best_turn(at)
            replies.append(reply)
            at = prover.after(at, reply)
        if at.is_over():
            break
        more = _asked(prover.turns(at, MOST_TURNS), goal, least=3)
        if more is None:
            break
        line += [*replies, more[1][0].steps]
        found, at = found + 1, more[1][0].after
    words = tuple(tuple(texts[step] for step in turn) for turn in line)
    left = _own_turns_left(prover, game)
    names = _themes(ruleset, game, prover, turns, goal, words, left)
    return Task(goal, turns[0].value, turns[1].value, words, found, names)


def _is_clear(game: Game[Any], prover: Prover) -> bool:
    """Whether at most one turn is good enough. Most positions are dropped here, before every turn is valued."""
    ends = prover.ends(game.kernel, MOST_TURNS)
    best = prover.value(game.kernel)
    if len(ends) < LEAST_TURNS:
        return False
    bound = max(best - CLEAR, 0) if best > 0 else best - CLEAR
    good = 0
    for _steps, after in ends:
        good += prover.exceeds(after, bound)
        if good > 1:
            return False
    return True


def _asked(turns: list[Turn], goal: str | None = None, least: int = LEAST_TURNS) -> tuple[str, list[Turn]] | None:
    """What is asked where these are the turns, best first. A draw is not a win."""
    if len(turns) < least:
        return None
    best, second = turns[0].value, turns[1].value
    if goal != BEST and best > 0 >= second:
        return WIN, turns
    if goal != WIN and best - second >= CLEAR:
        return BEST, turns
    return None


def _own_turns_left(prover: Prover, game: Game[Any]) -> int:
    """How many turns the seat still has with best play."""
    at, own = game.kernel, 0
    while not at.is_over():
        own += at.seat == game.kernel.seat
        at = prover.after(at, prover.best_turn(at))
    return own


def _themes(
    ruleset: Any, game: Game[Any], prover: Prover, turns: list[Turn], goal: str, line: Any, left: int
) -> tuple[str, ...]:
    first = line[0]
    found = ["only-turn"] if goal == WIN else ["most-points"]
    if first[0].startswith("card "):
        found.append("postcard")
    if first[0].startswith(LIGHTS):
        found.append("lamp")
    if first[0].startswith("build "):
        found.append("build")
    if _blocks(game, prover, turns):
        found.append("block")
    if not _is_best_at_once(game, turns):
        found.append("patience")
    return (*found, f"turns-{min(left, 4)}")


def _gain(kernel: Any, before: Any, seat: int) -> int:
    mine, theirs = (
        kernel.points_of(seat) - before.points_of(seat),
        kernel.points_of(1 - seat) - before.points_of(1 - seat),
    )
    return int(mine - theirs)


def _is_best_at_once(game: Game[Any], turns: list[Turn]) -> bool:
    """Whether the solution also gains most in its own turn, so that one need not look further."""
    seat = game.kernel.seat
    return _gain(turns[0].after, game.kernel, seat) >= max(_gain(turn.after, game.kernel, seat) for turn in turns)


def _blocks(game: Game[Any], prover: Prover, turns: list[Turn]) -> bool:
    """Whether the rival can gain much less in its next turn than after most other turns."""
    rival = 1 - game.kernel.seat
    gains = []
    for turn in turns[:40]:
        if turn.after.is_over() or turn.after.seat != rival:
            gains.append(0)
        else:
            gains.append(max(_gain(after, turn.after, rival) for _steps, after in prover.ends(turn.after, MOST_TURNS)))
    others = sorted(gains[1:])
    return gains[0] <= others[len(others) // 2] - 4


MINE = Mine(
    seatings=(
        Seating(3, 2, {}, Method(300, learned=Learned(8))),
        Seating(1, 2, {"postcards": "random"}, Method(150)),
    ),
    positions=positions,
    examine=examine,
    budget=BUDGET,
    per_game=2,
    apart=3,
    endings=3,
    rewind=9,
    varied=Method(40, learned=Learned(0, ideas=70)),
    ladder=(
        Solver("level1", 700),
        Solver("level2", 1100),
        Solver("greedy", 1200),
        Solver("level3", 1400),
        Solver(Method(60, learned=Learned(16)), 1500),
        Solver(Method(250, learned=Learned(64)), 1650),
        Solver(Method(1_600, learned=Learned(400)), 1850),
    ),
)
