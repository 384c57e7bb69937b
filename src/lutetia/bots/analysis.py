"""The analysis of games: every position's chances, every turn against the best one, and why it was better.

Each step is judged by what its seat knew when it was taken: the search that looks for a better one knows no more. Both
steps, the best and the one that was played, are evaluated with the same effort, so that none of them gains by having
been looked at more closely.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import lutetia
from lutetia.bots import seed_after
from lutetia.bots.analysis_report import (
    Found,
    JudgedTurn,
    Task,
    done,
    next_task,
    nothing,
    put,
    report,
    total,
    turn_report,
)
from lutetia.bots.estimate import Outlook, finished, look, look_after
from lutetia.bots.profile import Method, profile_for
from lutetia.bots.reasons import against, foresee, lost_by_source
from lutetia.core.game import Game
from lutetia.core.json_types import Json
from lutetia.core.random import Rng
from lutetia.core.record import steps_of

SLICE = 0.25
"""Seconds after which a part of an analysis gives way to others."""


def analyse(
    record: Json, *, seed: int = 0, quick: bool = False, progress: Callable[[int, int, Found], None] | None = None
) -> Json:
    """The whole analysis of a record, as `lutetia analyse` prints it (docs/records.md). Raises RecordError.

    `quick`: a first look only. `progress(done, total, found)` is called now and then.
    """
    lutetia.replay(record)
    found = nothing()
    most = total(record)
    while (task := next_task(record, found)) and not (quick and task["stage"] != "glance"):
        put(found, task, carry_out(record, task, seed=seed))
        if progress:
            progress(done(record, found), most, found)
    return report(record, found, profile_for(record["game"]))


def judge_turn(game: Game[Any], steps: Sequence[str], seed: int = 0) -> Json:
    """A turn, or the rest of one, that somebody tries in a position: what a report says of a turn that was played.

    `steps`: at least one. Those after the end of the turn do not count. Raises IllegalStep.
    """
    profile = profile_for(game.ruleset.game)
    rest, entries, after = list[str](), [], game.copy()
    for step in steps:
        if rest and after.turn_begins:
            break
        before = after.copy()
        after.play(step)
        rest.append(step)
        entries.append(_judged(before, step, profile.analysis, seed_after(seed, before.step_count), closely=True))
    record = after.record()
    turn = {"seat": game.seat, "steps": rest}
    judged = JudgedTurn(after.turn_count, game.step_count, turn, game.kernel.seat, entries)
    task = judged.task()
    detail = carry_out(record, task, seed=seed)["turn"] if task else None
    return turn_report(judged, detail, profile)


def carry_out(record: Json, task: Task, *, seconds: float = SLICE, seed: int = 0) -> Json:
    """Do a task: as many steps from `at` on as fit into about so many seconds, at least one; or a single turn."""
    game = lutetia.replay(record, steps=task["at"])
    if task["stage"] == "turns":
        return {"turn": _explained(record, game, task, seed)}
    profile = profile_for(record["game"])
    method = profile.glance if task["stage"] == "glance" else profile.analysis
    steps, entries = steps_of(record), []
    until = time.monotonic() + seconds
    for at in range(task["at"], len(steps)):
        step = steps[at][2]
        entries.append(_judged(game, step, method, seed_after(seed, at), closely=task["stage"] == "steps"))
        game.play(step)
        if time.monotonic() >= until:
            break
    end = _last(game, method, seed_after(seed, len(steps))) if task["at"] + len(entries) == len(steps) else None
    return {"entries": entries, "end": end}


def _last(game: Game[Any], method: Method, seed: int) -> Json:
    """The last position of the record: its result, or what can be expected if the game is not over."""
    found = look(game, game.kernel.seat, method, Rng(seed))
    return {"chances": found.chances, "margins": found.margins, "proven": found.proven, "seat": game.seat}


def _judged(game: Game[Any], step: str, method: Method, seed: int, *, closely: bool) -> Json:
    """A step: the chances before it, the best step, and what the two lead to. `closely`: also what another would lose.

    Where another step is better, the position is worth what that one leads to: it has been looked at more closely.
    """
    entry: Json = {"phase": profile_for(game.ruleset.game).phase(game.kernel), "best": step}
    if len(game.legal()) == 1:
        return entry | {"chances": None, "margins": None, "proven": False, "forced": True}
    entry |= {"forced": False, "reveals": game.ruleset.reveals(step)}
    seat = game.kernel.seat
    found = look(game, seat, method, Rng(seed))
    best = found.best or step
    if best != step:
        could, does = _both(game, best, step, method, seed)
        if any(a > b for a, b in zip(_worth(could, seat), _worth(does, seat), strict=True)):
            entry |= {"best": best, "could": _worth(could, seat), "does": _worth(does, seat)}
            found = found if found.proven else could
    elif closely and found.second and not found.proven:
        does, other = _both(game, best, found.second, method, seed)
        entry["gap"] = round(max(0.0, does.chances[seat] - other.chances[seat]), 5)
    return entry | {
        "chances": found.chances,
        "margins": [round(margin, 2) for margin in found.margins],
        "proven": found.proven,
    }


def _worth(found: Outlook, seat: int) -> list[float]:
    """A seat's probability of winning, and its margin."""
    return [round(found.chances[seat], 5), round(found.margins[seat], 2)]


def _both(game: Game[Any], best: str, step: str, method: Method, seed: int) -> tuple[Outlook, Outlook]:
    """What the best step and another one lead to."""
    could, does = (look_after(game, each, method, Rng(seed)) for each in (best, step))
    if could.proven != does.proven:  # one of them is exact, so the other should be, if the game ends with this turn
        could, does = (
            found if found.proven else _at_the_end(game, each, method, seed) or found
            for each, found in ((best, could), (step, does))
        )
    return could, does


def _at_the_end(game: Game[Any], step: str, method: Method, seed: int) -> Outlook | None:
    """The result, if the game ends with the turn that this step begins, as the seat would go on; else None."""
    line = foresee(game, [step], method, seed, whole=False, reply=False)
    return finished(line.after) if line.after.over else None


def _explained(record: Json, game: Game[Any], task: Task, seed: int) -> Json:
    """The best turn to its end, from the step that should have been another, why it is better, and by which points."""
    method = profile_for(record["game"]).glance
    turn = record["turns"][task["turn"] - 1]
    before = sum(len(each["steps"]) for each in record["turns"][: task["turn"] - 1])
    rest = turn["steps"][task["at"] - before :]
    best = foresee(game, [task["best"]], method, seed, whole=False, reply=task["fault"])
    played = foresee(game, rest, method, seed, whole=True, reply=task["fault"])
    reasons = against(played, best, task["points"]) if task["fault"] else ()
    return {
        "best": list(best.steps),
        "whole": best.whole,
        "reasons": [[key, values] for key, values in reasons],
        "sources": lost_by_source(played, best),
    }
