"""Confidence intervals for rates, and the rule for stopping a run early."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import ceil, sqrt
from statistics import NormalDist

CONFIDENCE = 0.95
RESAMPLES = 4_000
"""For up to 2,000 pairs. With more pairs the interval is narrow anyway, so fewer resamples keep it fast."""
FEWEST_PAIRS = 5
"""Pairs from which on a bootstrap interval is given."""
FIRST_LOOK = 20
"""Pairs before the first check for an early stop. Fewer can agree by luck, and resampling would not notice."""


def wilson(successes: float, games: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Wilson's score interval (1927) for a rate; a draw is half a success. (0, 1) if no game was played."""
    if not games:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    rate = successes / games
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def bootstrap(values: Sequence[float], confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The percentile bootstrap (Efron 1979) for a mean, resampling pairs with replacement.

    The games of a pair share their deal, so they are not independent; pairs are. (0, 1) if there are none. The random
    stream is fixed: the same values give the same interval.
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
    """After how many pairs to check for an early stop: each time 1.5 times as many, and finally after all of them."""
    at, found = FIRST_LOOK, []
    while at < pairs:
        found.append(at)
        at = ceil(at * 1.5)
    return [*found, pairs]


def verdict(values: Sequence[float], bound: float, pairs: int) -> str | None:
    """ "above" or "below" if the mean of the pairs so far is significantly so, else None; only at one of the `looks`.

    Repeated looks find something by luck, so they share the allowed error (Bonferroni): together they are wrong at
    most as often as one interval. If the pairs hardly differ, the bootstrap is overconfident, so Wilson's interval
    with one count per pair must agree.
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
