"""The rewards that an environment can give, by name.

| name | during the game | at its end |
|---|---|---|
| win | 0 | 1 for winning alone, −1 for losing, in between for shared places |
| difference | 0 | points ahead of the best rival, divided by 100 |
| shaped | changes of the seat's own points, divided by 100 | the same, plus `win` |

During the game only the seat's own points count: a rival's could reveal what the seat may not know.
"""

from __future__ import annotations

from lutetia.core.errors import shown
from lutetia.core.i18n import _
from lutetia.core.kernel import Kernel

NAMES = ("win", "difference", "shaped")
SCALE = 100.0


def checked_reward(name: str) -> str:
    """The name of a reward. Raises ValueError, which lists the known names."""
    if name not in NAMES:
        raise ValueError(_("there is no reward {name}; there are: {known}", name=shown(name), known=", ".join(NAMES)))
    return name


class Rewards:
    """Computes each seat's reward after each step."""

    def __init__(self, name: str) -> None:
        self.name = checked_reward(name)
        self._points_before: list[int] = []

    def begin(self, kernel: Kernel) -> None:
        """Start a new game."""
        self._points_before = _points(kernel)

    def after(self, kernel: Kernel) -> list[float]:
        """Each seat's reward for the last step."""
        rewards = [0.0] * kernel.players
        if self.name == "shaped":
            points = _points(kernel)
            rewards = [(now - before) / SCALE for now, before in zip(points, self._points_before, strict=True)]
            self._points_before = points
        if kernel.seat >= 0:
            return rewards
        if self.name == "difference":
            points = _points(kernel)
            return [(mine - max(points[:seat] + points[seat + 1 :])) / SCALE for seat, mine in enumerate(points)]
        return [reward + kernel.utility_of(seat) for seat, reward in enumerate(rewards)]


def _points(kernel: Kernel) -> list[int]:
    return [kernel.points_of(seat) for seat in range(kernel.players)]
