"""Is a new network better than the best so far? A match decides: same deals, seats rotated, equal simulations."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from lutetia.arena import runner
from lutetia.arena.aggregate import Aggregate
from lutetia.arena.intervals import FEWEST_PAIRS, bootstrap
from lutetia.arena.match import Plan
from lutetia.arena.results import ResultsError, open_results
from lutetia.core.json_types import Json
from lutetia.train.recipe import Recipe
from lutetia.train.subject import Subject, Table

LIMIT = 60.0
"""Seconds a bot has for each step; it needs a fraction of that."""


class Stopped(Exception):
    """The match was asked to stop. Its finished pairs are kept."""


class _OutOfTime(Exception):
    """The match has taken as long as it may."""


@dataclass(frozen=True)
class Verdict:
    """How a match ended. A gain of 1 is a fair share of the wins: half of them with two players, a third with three."""

    pairs: int
    gain: float
    low: float
    high: float
    better: bool
    rates: dict[str, float]
    """The share of wins at each kind of table."""

    def as_json(self) -> Json:
        return asdict(self)


def judge(gains: list[float], rates: dict[str, float]) -> Verdict:
    """The verdict on the pairs that were played, each with the share of wins × the number of players."""
    low, high = bootstrap(gains) if len(gains) >= FEWEST_PAIRS else (0.0, float(max(2, *gains, 2)))
    mean = sum(gains) / len(gains) if gains else 1.0
    return Verdict(len(gains), mean, low, high, low > 1.0, rates)


def match(
    subject: Subject,
    recipe: Recipe,
    candidate: Path,
    best: Path,
    results: Path,
    jobs: int,
    stopped: Callable[[], bool] = lambda: False,
) -> Verdict:
    """Play the match, at all kinds of tables of the game. Games that are stored in `results` are not played again.

    Raises Stopped after the current pair if `stopped` says so.
    """
    until = time.monotonic() + 60 * recipe.gate_minutes
    total = sum(table.seating.share for table in subject.tables)
    gains: list[float] = []
    rates: dict[str, float] = {}

    def check(_figures: Aggregate) -> None:
        if stopped():
            raise Stopped
        if time.monotonic() > until:
            raise _OutOfTime

    for number, table in enumerate(subject.tables):
        seating = table.seating
        bots = tuple(f"network:{path.absolute()}:{recipe.gate_simulations}" for path in (candidate, best))
        plan = Plan(subject.game, bots, seating.players, number, seating.options, LIMIT).checked()
        pairs = max(1, round(recipe.gate_pairs * seating.share / total))
        path = results.with_name(f"{results.name}-{number}.jsonl")
        if path.exists() and not _fits(path, plan):
            path.unlink()
        with open_results(path, plan) as stored:
            try:
                found = runner.run(plan, pairs, jobs=jobs, results=stored, progress=check)
            except _OutOfTime:
                found = Aggregate(plan)
                for pair in range(pairs):
                    if pair not in stored:
                        break
                    found.add(stored.take(pair))
        gains += [rate * seating.players for rate in found.first_bot_pairs]
        if found.first_bot_pairs:
            rates[_named(table)] = sum(found.first_bot_pairs) / len(found.first_bot_pairs)
    return judge(gains, rates)


def _fits(path: Path, plan: Plan) -> bool:
    """Whether the stored games are of this plan and of the code as it is now."""
    try:
        with open_results(path, plan):
            return True
    except ResultsError:
        return False


def _named(table: Table) -> str:
    seating = table.seating
    options = ", ".join(f"{name}={value}" for name, value in seating.options.items())
    return f"{seating.players} players" + (f", {options}" if options else "")
