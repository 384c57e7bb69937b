"""How good a turn was: the words for it by the loss of winning probability, and a player's accuracy."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

Judgement = Literal["best", "good", "inaccuracy", "mistake", "blunder"]

BLUNDER, MISTAKE, INACCURACY, GOOD = 0.20, 0.10, 0.05, 0.01
"""A turn that loses at least so much of the probability of winning is called so. With less it is the best."""
FAULTS: tuple[Judgement, ...] = ("inaccuracy", "mistake", "blunder")

_STEEPNESS, _TOP = 4.354, 103.1668
"""Of the curve by which lichess turns a loss into an accuracy: 0 is 100 %, 0.1 is 64 %, 0.2 is 40 %, 0.5 is 9 %."""


def judgement(loss: float) -> Judgement:
    """What a turn with this loss of winning probability is called."""
    if loss >= BLUNDER:
        return "blunder"
    if loss >= MISTAKE:
        return "mistake"
    if loss >= INACCURACY:
        return "inaccuracy"
    return "good" if loss >= GOOD else "best"


def accuracy(losses: Sequence[float]) -> float | None:
    """The mean accuracy of turns in percent, with one decimal; None without any."""
    if not losses:
        return None
    each = [min(100.0, max(0.0, _TOP * math.exp(-_STEEPNESS * loss) - (_TOP - 100))) for loss in losses]
    return round(sum(each) / len(each), 1)
