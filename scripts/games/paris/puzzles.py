"""What makes a puzzle of Paris: a turn of the last round with one action that is clearly the best.

In the last turn of a game nothing that is hidden matters, since nobody answers. With two players nothing is hidden in
the whole last round: all end-game tiles are taken, so the rival has those that the seat does not have.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lutetia.bots.profile import Learned, Method
from lutetia.core.game import Game
from lutetia.puzzles import BEST, Task
from lutetia.puzzles.proof import Prover

from mining import Mine, Seating, Solver, is_small

BUDGET = 150_000
"""Positions for the value of a turn. Positions that need more have so many sales and purchases that they are no fun."""
QUICK = 3_000
"""If the last turn needs no more than this, there is hope for the one before it."""
CLEAR = 3
"""The best action is clearly the best if no other comes within a point of it: values are twice the margin."""
LONGEST = 8
"""Steps of a turn that a person can be asked to find."""


def positions(turns: list[Game[Any]]) -> Iterator[Game[Any]]:
    """The positions that may be puzzles: the last turn, and with two players the one before if it is not too rich."""
    last = turns[-1]
    if len(last.ruleset.seats) == 2 and is_small(last, QUICK):
        yield turns[-2]
    yield last


def examine(game: Game[Any], prover: Prover) -> Task | None:
    """The puzzle in a position; None if there is none, or a dull one."""
    kernel, ruleset = game.kernel, game.ruleset
    value = prover.value(kernel)
    steps = prover.best_turn(kernel)
    turn = tuple(ruleset.step_texts[step] for step in steps)
    action = next((step for step, text in zip(steps, turn, strict=True) if text.startswith(("move ", "key "))), None)
    if action is None or len(turn) > LONGEST:
        return None
    if prover.exceeds_without(kernel, action, value - CLEAR):
        return None
    second = prover.value_without(kernel, action)
    return Task(BEST, value, second, (turn,), 1, _themes(game, turn))


def _themes(game: Game[Any], turn: tuple[str, ...]) -> tuple[str, ...]:
    after = game.copy()
    seat = str(game.seat)
    for step in turn:
        after.play(step)
    found = []
    if any(step.startswith("key ") for step in turn):
        found.append("last-key")
    if any(step.startswith("move ") and ":L" in step.split()[2] for step in turn):
        found.append("landmark")
    if any(step.startswith("track ") and step != "track none" for step in turn):
        found.append("bonus-tile")
    if any(step.startswith("section ") and not step.endswith("done") for step in turn):
        found.append("sections")
    if _majority(game, after, seat):
        found.append("majority")
    if any(step.startswith("sell ") for step in turn):
        found.append("sale")
    if any(step.startswith("buy ") for step in turn):
        found.append("purchase")
    if any(step.startswith("use ") for step in turn):
        found.append("use-tile")
    if any(step.startswith("vp ") and step != "vp none" for step in turn):
        found.append("vp-tile")
    found.append("last-turn" if after.over else "one-reply")
    return tuple(found)


def _majority(game: Game[Any], after: Game[Any], seat: str) -> bool:
    """Whether the turn changes what districts give the seat or take from a rival."""
    old, new = game.ruleset.scores(game.kernel), after.ruleset.scores(after.kernel)
    return any(new[one]["districts"] != old[one]["districts"] for one in old)


MINE = Mine(
    seatings=(
        Seating(4, 2, {}, Method(80, learned=Learned(0))),
        Seating(2, 2, {"advanced": True}, Method(80, learned=Learned(0))),
        Seating(2, 3, {}, Method(0, ideas=90)),
        Seating(2, 4, {}, Method(0, ideas=90)),
    ),
    positions=positions,
    examine=examine,
    budget=BUDGET,
    per_game=1,
    apart=1,
    endings=5,
    rewind=7,
    varied=Method(0, ideas=60, learned=Learned(0, ideas=60)),
    ladder=(
        Solver("level1", 700),
        Solver("level2", 1000),
        Solver("greedy", 1200),
        Solver(Method(80, learned=Learned(0)), 1400),
        Solver(Method(300, learned=Learned(50)), 1550),
        Solver(Method(600, learned=Learned(250)), 1750),
    ),
)
