"""What a learning agent sees of a game that brings no `observation`: whose turn it is, the points, its own steps.

The row is made from the seat's view and from its own legal steps, never from the kernel's hidden parts.
"""

from __future__ import annotations

from typing import Any

from lutetia.core.kernel import Kernel, StepList
from lutetia.core.ruleset import Ruleset
from lutetia.core.viewcache import ViewCache
from lutetia.envs.parts import SEATS, Axis, Part, described
from lutetia.envs.python_observer import PythonObserver

POINTS = 100
"""Points are divided by this, and cut at ten times as many."""


def default_observer(ruleset: Ruleset[Any]) -> tuple[PythonObserver, tuple[Part, ...]]:
    """The observer of a ruleset and the parts of its rows."""
    players, steps = len(ruleset.seats), len(ruleset.step_texts)
    seats = Axis("seat", SEATS[:players])
    parts = (
        described("turn", "who decides; all 0 when the game is over", seats),
        described("points", "as far as I may know them", seats, scale=POINTS),
        described("my steps", "which I may take now", Axis("step", ruleset.step_texts)),
    )
    legal = StepList(steps)

    def row(kernel: Kernel, seat: int) -> list[float]:
        order = [(seat + i) % players for i in range(players)]
        scores = ruleset.position(kernel, seat, ViewCache(follows=False))["scores"]
        points = [scores[ruleset.seats[other]]["total"] / POINTS for other in order]
        mine = [0.0] * steps
        if kernel.seat == seat:
            for i in range(kernel.list(legal)):
                mine[legal[i]] = 1.0
        return [
            *(float(kernel.seat == other) for other in order),
            *(max(-10.0, min(10.0, number)) for number in points),
            *mine,
        ]

    return PythonObserver(parts, row), parts
