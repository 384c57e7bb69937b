"""Hints for a player, and the analysis of finished games by a strong bot."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass

import lutetia
from lutetia.bots.evaluation import Evaluation
from lutetia.bots.level_bot import LevelBot
from lutetia.bots.profile import Method, profile_for
from lutetia.bots.suggestion import Reasons, Suggestion
from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.core.numbers import signed
from lutetia.core.record import steps_of

SAMPLES = 4
"""Sampled games that are played side by side to detect when a step reveals something."""


def suggest(view: Json, seed: int = 0, method: Method | None = None) -> Suggestion:
    """What a strong bot would do in the rest of the turn for the view's seat, with the reasons in points.

    `method` replaces the game's own budget for hints.
    """
    sources = profile_for(view["game"]).sources
    bot = LevelBot(lambda profile: method or profile.hint, seed)
    best = bot.evaluate(view)[0]
    steps, change = _predicted_turn(view, bot, best.step, seed, [*sources, "total"])
    me = str(view["viewer"])
    rivals = max(change[seat]["total"] for seat in view["seats"] if seat != me)
    reasons = _point_reasons(change[me], rivals, sources) + _outcome_reason(best)
    return Suggestion(steps[0], reasons, change[me]["total"] - rivals, tuple(steps[1:]))


def _predicted_turn(
    view: Json, bot: LevelBot, step: str, seed: int, sources: Sequence[str]
) -> tuple[list[str], dict[str, dict[str, int]]]:
    """The steps of the turn from this one on, and how they change the scores, by seat and source.

    The prediction stops before anything is revealed that the seat cannot know: where the sampled games diverge.
    """
    samples = [lutetia.imagine(view, seed + i) for i in range(SAMPLES)]
    first, me = samples[0], view["viewer"]
    turn, before = first.kernel.turn, first.ruleset.scores(first.kernel)
    steps: list[str] = []
    while True:
        steps.append(step)
        for sample in samples:
            sample.play(step)
        seen = None if first.over or first.kernel.turn != turn else first.view(me)
        if seen is None or any(sample.view(me) != seen for sample in samples[1:]):
            break
        step = bot.evaluate(seen)[0].step
    after = first.ruleset.scores(first.kernel)
    return steps, {seat: {name: after[seat][name] - before[seat][name] for name in sources} for seat in view["seats"]}


def _point_reasons(mine: dict[str, int], rivals: int, sources: Mapping[str, str]) -> Reasons:
    """What the turn changes immediately."""
    reasons: list[tuple[str, dict[str, object]]] = [
        (sources[source], {"points": signed(points)}) for source, points in mine.items() if source in sources and points
    ]
    if rivals:
        reasons.append((N_("your opponent {points}"), {"points": signed(rivals)}))
    return tuple(reasons)


def _outcome_reason(best: Evaluation) -> Reasons:
    """How the game will end, proven or estimated."""
    lead = round(best.lead)
    points: dict[str, object] = {"points": str(abs(lead))}
    if not best.proven:
        few = {
            0: N_("about level on points at the end"),
            1: N_("about one point ahead at the end"),
            -1: N_("about one point behind at the end"),
        }
        if lead in few:
            return ((few[lead], {}),)
        ahead = N_("about {points} points ahead at the end")
        return ((ahead if lead > 0 else N_("about {points} points behind at the end"), points),)
    if best.lead > 0:
        return ((N_("win by {points} (proven)"), points),)
    if best.lead < 0:
        return ((N_("smallest possible loss: {points} (proven)"), points),)
    return ((N_("level on points (proven)"), {}),)


@dataclass(frozen=True)
class StepAnalysis:
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
    record: Json,
    method: Method | None = None,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> list[Json]:
    """Every step of a record with its value, the value of the best step, and the best step.

    `progress(done, total)` is called after each step. Each step is judged by what its seat knew. Raises RecordError.
    """
    lutetia.replay(record)
    steps = steps_of(record)
    bot = _analyst(method, seed)
    game = lutetia.replay(record, steps=0)
    analysed = []
    for done, (turn, seat, step) in enumerate(steps, 1):
        analysed.append(asdict(_analysed(game, bot, turn, seat, step)))
        game.play(step)
        if progress:
            progress(done, len(steps))
    return analysed


def analyse_step(record: Json, at: int, method: Method | None = None, seed: int = 0) -> Json:
    """The analysis of a single step, `at` counted from 0. It lets a caller spread a long analysis over time."""
    steps = steps_of(record)
    game = lutetia.replay(record, steps=at)
    return asdict(_analysed(game, _analyst(method, seed), *steps[at]))


def _analyst(method: Method | None, seed: int) -> LevelBot:
    return LevelBot(lambda profile: method or profile.analysis, seed)


def _analysed(game: lutetia.Game, bot: LevelBot, turn: int, seat: str, step: str) -> StepAnalysis:
    evaluations = bot.evaluate(game.view(seat))
    best = evaluations[0]
    taken = next((evaluation for evaluation in evaluations if evaluation.step == step), None)
    if taken is None or taken.visits < best.visits // 20:
        value = _value_after(game, bot, seat, step, best)
    else:
        value = taken.value
    return StepAnalysis(turn, seat, step, best.value, min(value, best.value), best.step, best.proven)


def _value_after(game: lutetia.Game, bot: LevelBot, seat: str, step: str, best: Evaluation) -> float:
    """The value of a step that the search hardly visited: evaluate the position after it."""
    after = game.copy()
    after.play(step)
    if after.over:
        won: float = after.kernel.utility_of(after.ruleset.seats.index(seat))
        return (won + 1) / 2
    reply = bot.evaluate(after.view(str(after.seat)))[0].value
    if after.seat == seat:
        return reply
    return 1 - reply if len(after.ruleset.seats) == 2 else best.value * (1 - reply)
