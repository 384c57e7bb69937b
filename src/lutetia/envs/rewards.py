"""What a learner is paid, by name.

| name | while the game goes on | when it ends |
|---|---|---|
| win | nothing | 1 for winning alone, −1 for losing, between for shared places |
| difference | nothing | points ahead of the best rival, in hundredths |
| shaped | every change of one's own points, in hundredths | that, and the win |

Only the seat's own points pay under way: a rival's may hold what the seat must not know.
"""

from __future__ import annotations

from lutetia.core.errors import shown
from lutetia.core.i18n import _
from lutetia.core.kernel import Kernel

NAMES = ("win", "difference", "shaped")
POINTS = 100.0


class Rewards:
    """Pays each seat after each step."""

    def __init__(self, name: str) -> None:
        if name not in NAMES:
            raise ValueError(
                _("there is no reward {name}; there are: {known}", name=shown(name), known=", ".join(NAMES))
            )
        self.name = name
        self._had: list[int] = []

    def begin(self, kernel: Kernel) -> None:
        """A new game."""
        self._had = _points(kernel)

    def after(self, kernel: Kernel) -> list[float]:
        """What the step that was just taken brought each seat."""
        pay = [0.0] * kernel.players
        if self.name == "shaped":
            have = _points(kernel)
            pay = [(now - before) / POINTS for now, before in zip(have, self._had, strict=True)]
            self._had = have
        if kernel.seat >= 0:
            return pay
        if self.name == "difference":
            points = _points(kernel)
            return [(mine - max(points[:seat] + points[seat + 1 :])) / POINTS for seat, mine in enumerate(points)]
        return [paid + kernel.utility_of(seat) for seat, paid in enumerate(pay)]


def _points(kernel: Kernel) -> list[int]:
    return [kernel.points_of(seat) for seat in range(kernel.players)]
