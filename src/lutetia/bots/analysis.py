"""Hints, and what a finished game looks like to a strong bot: where it was won, and what would have been better."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import lutetia
from lutetia.bots.levels import LEVELS
from lutetia.bots.reason import Reasons, Suggestion, signed
from lutetia.bots.thinker import Method, Thinker, Thought
from lutetia.core.words import N_

HINT_LEVEL = 4
"""Quick enough for a hint while the player waits, strong enough to be worth it."""


def suggest(view: dict[str, Any], seed: int = 0) -> Suggestion:
    """The step a strong bot would take for the view's seat, with its reason in points."""
    best = Thinker(LEVELS[HINT_LEVEL - 1].methods, seed).think(view)[0]
    game = lutetia.imagine(view, seed)
    change = game.preview(best.step)
    mine = change[str(view["viewer"])]["total"]
    rivals = max(change[seat]["total"] for seat in view["seats"] if seat != view["viewer"])
    return Suggestion(best.step, _reasons(best, mine), mine - rivals)


def _reasons(best: Thought, points: int) -> Reasons:
    said: list[tuple[str, dict[str, object]]] = []
    if points:
        said.append((N_("{points} at once"), {"points": signed(points)}))
    if best.margin is not None:
        if best.margin > 0:
            said.append((N_("win by {points}, proven"), {"points": f"{best.margin:g}"}))
        elif best.margin < 0:
            said.append((N_("the least loss, by {points}, proven"), {"points": f"{-best.margin:g}"}))
        else:
            said.append((N_("level on points, proven"), {}))
    else:
        said.append((N_("chances {percent} %"), {"percent": round(100 * best.value)}))
    return tuple(said)


@dataclass(frozen=True)
class Judged:
    """One step of a game. Values run from 0 (lost) to 1 (won) for the seat that took it."""

    turn: int
    seat: str
    step: str
    before: float
    """With the best step."""
    after: float
    """With the step that was taken."""
    best: str
    proven: bool


def analyse(
    record: dict[str, Any],
    method: Method | None = None,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> list[dict[str, Any]]:
    """Every step of a record with the evaluation before and after it, and the best alternative.

    `progress(done, all)` is called after each step. Each step is judged by what its seat knew. Raises RecordError.
    """
    lutetia.replay(record)
    steps = steps_of(record)
    thinker = _thinker(record, method, seed)
    game = lutetia.replay(record | {"turns": [], "result": None})
    judged = []
    for done, (turn, seat, step) in enumerate(steps, 1):
        judged.append(asdict(_judge(game, thinker, turn, seat, step)))
        game.play(step)
        if progress:
            progress(done, len(steps))
    return judged


def judge(record: dict[str, Any], at: int, method: Method | None = None, seed: int = 0) -> dict[str, Any]:
    """The same of one step alone, `at` counted from 0: for whoever must not be busy with a whole game at a time."""
    steps = steps_of(record)
    game = lutetia.replay(record | {"turns": [], "result": None})
    for _turn, _seat, step in steps[:at]:
        game.play(step)
    return asdict(_judge(game, _thinker(record, method, seed), *steps[at]))


def steps_of(record: dict[str, Any]) -> list[tuple[int, str, str]]:
    """Every step with its turn (from 1) and its seat."""
    return [(t, turn["seat"], step) for t, turn in enumerate(record["turns"], 1) for step in turn["steps"]]


def _thinker(record: dict[str, Any], method: Method | None, seed: int) -> Thinker:
    game = record["game"]
    return Thinker({game: method or LEVELS[2].methods[game]}, seed)


def _judge(game: lutetia.Game, thinker: Thinker, turn: int, seat: str, step: str) -> Judged:
    thoughts = thinker.think(game.view(seat))
    best = thoughts[0]
    taken = next((thought for thought in thoughts if thought.step == step), None)
    if taken is None or taken.visits < best.visits // 20:
        value = _after(game, thinker, seat, step, best)
    else:
        value = taken.value
    return Judged(turn, seat, step, best.value, min(value, best.value), best.step, best.margin is not None)


def _after(game: lutetia.Game, thinker: Thinker, seat: str, step: str, best: Thought) -> float:
    """A step the search hardly looked at: think about what follows it."""
    after = game.copy()
    after.play(step)
    if after.over:
        won: float = after.kernel.utility_of(after.table.seats.index(seat))
        return (won + 1) / 2
    reply = thinker.think(after.view(str(after.seat)))[0].value
    return reply if after.seat == seat else 1 - reply if len(after.table.seats) == 2 else best.value * (1 - reply)
