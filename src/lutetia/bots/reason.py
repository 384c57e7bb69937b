"""What a bot says for itself: a step and the reasons for it, kept as keys and values of the catalogue."""

from __future__ import annotations

from dataclasses import dataclass

from lutetia.core.i18n import _

Reasons = tuple[tuple[str, dict[str, object]], ...]
"""Messages of the catalogue, each with its values."""


@dataclass(frozen=True)
class Suggestion:
    """A step and why. `points` is what the turn adds to the lead; before anything is built it is 0.

    `then` holds the steps that should follow in the same turn.
    """

    step: str
    reasons: Reasons
    points: int = 0
    then: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ", ".join(_(key, **values) for key, values in self.reasons)
