"""A suggested step with its reasons: catalogue keys with values, translated when they are shown."""

from __future__ import annotations

from dataclasses import dataclass

from lutetia.core.i18n import _

Reasons = tuple[tuple[str, dict[str, object]], ...]
"""Catalogue keys, each with its values."""


@dataclass(frozen=True)
class Suggestion:
    """A step and why to take it."""

    step: str
    reasons: Reasons
    points: int = 0
    """What the turn adds to the lead."""
    then: tuple[str, ...] = ()
    """The steps that should follow in the same turn."""

    def __str__(self) -> str:
        return ", ".join(_(key, **values) for key, values in self.reasons)
