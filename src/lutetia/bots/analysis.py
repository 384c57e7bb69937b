"""Hints, and what a finished game looks like to a strong bot: where it was won, and what would have been better."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import lutetia
from lutetia.bots.profile import Method, profile_for
from lutetia.bots.reason import Reasons, Suggestion
from lutetia.bots.thinker import Thinker, Thought
from lutetia.core.i18n import N_
from lutetia.core.numbers import signed

WORLDS = 4
"""Games imagined beside each other to see whether a step brings something to light."""


def suggest(view: dict[str, Any], seed: int = 0, method: Method | None = None) -> Suggestion:
    """What a strong bot would do for the view's seat in the rest of its turn, with the reasons in points.

    `method` replaces the game's own budget for hints.
    """
    sources = profile_for(view["game"]).sources
    thinker = Thinker(lambda profile: method or profile.hint, seed)
    best = thinker.think(view)[0]
    steps, change = _foreseen(view, thinker, best.step, seed, [*sources, "total"])
    me = str(view["viewer"])
    rivals = max(change[seat]["total"] for seat in view["seats"] if seat != me)
    reasons = _counted(change[me], rivals, sources) + _prospect(best)
    return Suggestion(steps[0], reasons, change[me]["total"] - rivals, tuple(steps[1:]))


def _foreseen(
    view: dict[str, Any], thinker: Thinker, step: str, seed: int, sources: Sequence[str]
) -> tuple[list[str], dict[str, dict[str, int]]]:
    """The turn from this step on, and what it changes in the scores, by seat and source.

    It ends before anything comes to light that the seat cannot know: where imagined games begin to look different.
    """
    worlds = [lutetia.imagine(view, seed + i) for i in range(WORLDS)]
    first, me = worlds[0], view["viewer"]
    turn, before = first.kernel.turn, first.ruleset.scores(first.kernel)
    steps: list[str] = []
    while True:
        steps.append(step)
        for world in worlds:
            world.play(step)
        seen = None if first.over or first.kernel.turn != turn else first.view(me)
        if seen is None or any(world.view(me) != seen for world in worlds[1:]):
            break
        step = thinker.think(seen)[0].step
    after = first.ruleset.scores(first.kernel)
    return steps, {seat: {name: after[seat][name] - before[seat][name] for name in sources} for seat in view["seats"]}


def _counted(mine: dict[str, int], rivals: int, sources: Mapping[str, str]) -> Reasons:
    """What the turn changes at once."""
    said: list[tuple[str, dict[str, object]]] = [
        (sources[source], {"points": signed(points)}) for source, points in mine.items() if source in sources and points
    ]
    if rivals:
        said.append((N_("your rival {points}"), {"points": signed(rivals)}))
    return tuple(said)


def _prospect(best: Thought) -> Reasons:
    """How the game will end, proven or guessed."""
    points: dict[str, object] = {"points": f"{abs(best.lead):.0f}"}
    if not best.proven:
        ahead = (
            N_("about {points} points ahead at the end")
            if best.lead >= 0
            else N_("about {points} points behind at the end")
        )
        return ((ahead, points),)
    if best.lead > 0:
        return ((N_("win by {points}, proven"), points),)
    if best.lead < 0:
        return ((N_("the least loss, by {points}, proven"), points),)
    return ((N_("level on points, proven"), {}),)


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
    thinker = _thinker(method, seed)
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
    return asdict(_judge(game, _thinker(method, seed), *steps[at]))


def steps_of(record: dict[str, Any]) -> list[tuple[int, str, str]]:
    """Every step with its turn (from 1) and its seat."""
    return [(t, turn["seat"], step) for t, turn in enumerate(record["turns"], 1) for step in turn["steps"]]


def _thinker(method: Method | None, seed: int) -> Thinker:
    return Thinker(lambda profile: method or profile.analysis, seed)


def _judge(game: lutetia.Game, thinker: Thinker, turn: int, seat: str, step: str) -> Judged:
    thoughts = thinker.think(game.view(seat))
    best = thoughts[0]
    taken = next((thought for thought in thoughts if thought.step == step), None)
    if taken is None or taken.visits < best.visits // 20:
        value = _after(game, thinker, seat, step, best)
    else:
        value = taken.value
    return Judged(turn, seat, step, best.value, min(value, best.value), best.step, best.proven)


def _after(game: lutetia.Game, thinker: Thinker, seat: str, step: str, best: Thought) -> float:
    """A step the search hardly looked at: think about what follows it."""
    after = game.copy()
    after.play(step)
    if after.over:
        won: float = after.kernel.utility_of(after.ruleset.seats.index(seat))
        return (won + 1) / 2
    reply = thinker.think(after.view(str(after.seat)))[0].value
    return reply if after.seat == seat else 1 - reply if len(after.ruleset.seats) == 2 else best.value * (1 - reply)
