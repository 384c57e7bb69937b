"""How sure one may be: intervals for rates, and when a run may stop early."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import ceil, sqrt
from statistics import NormalDist

CONFIDENCE = 0.95
RESAMPLES = 4_000
"""For up to 2,000 pairs; beyond, where an interval is narrow anyway, fewer, so that it never takes long."""
FIRST_LOOK = 20
"""Pairs before an early stop is first thought of: fewer can agree by luck, and then resampling knows no doubt."""


def wilson(successes: float, games: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Wilson's score interval (1927) for a rate; a draw is half a success. (0, 1) where nothing was played."""
    if not games:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    rate = successes / games
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def bootstrap(values: Sequence[float], confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The percentile bootstrap (Efron 1979) for a mean: pairs are drawn anew, with replacement.

    The games of a pair share their deal, so they are not independent; pairs are. (0, 1) where there is none. The draws
    come from a fixed stream: the same values give the same interval.
    """
    if not values:
        return 0.0, 1.0
    n = len(values)
    times = max(1_000, min(RESAMPLES, 2_000 * RESAMPLES // n))
    draw = random.Random(n).choices
    means = sorted(sum(draw(values, k=n)) / n for _resample in range(times))
    outside = int((1 - confidence) / 2 * times)
    return means[outside], means[times - 1 - outside]


def looks(pairs: int) -> list[int]:
    """After how many pairs an early stop is thought of: each time half as many again, at last when all are played."""
    at, found = FIRST_LOOK, []
    while at < pairs:
        found.append(at)
        at = ceil(at * 1.5)
    return [*found, pairs]


def verdict(values: Sequence[float], bound: float, pairs: int) -> str | None:
    """ "above" or "below" when the mean of the pairs so far is surely so, else None; only at one of the `looks`.

    Who looks often finds something by luck, so the looks share the allowed error among them (Bonferroni): all together
    they are wrong at most as often as one interval. Where the pairs hardly differ, a bootstrap is too sure of their
    mean, so Wilson's interval, with each pair counted once, must agree.
    """
    planned = looks(pairs)
    if len(values) not in planned:
        return None
    confidence = 1 - (1 - CONFIDENCE) / len(planned)
    low, high = bootstrap(values, confidence)
    wilson_low, wilson_high = wilson(sum(values), len(values), confidence)
    if min(low, wilson_low) > bound:
        return "above"
    return "below" if max(high, wilson_high) < bound else None
