"""A suggested step with its reasons: catalogue keys with values, translated when they are shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from lutetia.core.i18n import CountedText, _

Reason = tuple[str, dict[str, Any]]
"""A catalogue key with its values. A value may be a reason itself. With `many`, the plural, the form depends on `n`."""
Reasons = tuple[Reason, ...]
BETWEEN = "; "


@dataclass(frozen=True)
class Suggestion:
    """A step and why to take it."""

    step: str
    reasons: Reasons
    points: int = 0
    """What the turn adds to the lead."""
    then: tuple[str, ...] = ()
    """The steps that should follow in the same turn."""
    chance: float | None = None
    """The probability that the seat wins, with this step."""

    def __str__(self) -> str:
        return told(self.reasons)


def counted(text: CountedText, n: int, **values: Any) -> Reason:
    """A reason whose form depends on a number; `text` comes from `NP_`."""
    return str(text), {"n": n, "many": text.many, **values}


def told(reasons: Iterable[Any]) -> str:
    """The reasons in the current language. They may have been JSON in between."""
    return BETWEEN.join(said(key, values) for key, values in reasons)


def said(key: str, values: Mapping[str, Any]) -> str:
    """One reason in the current language."""
    words = {name: said(*value) if isinstance(value, list | tuple) else value for name, value in values.items()}
    many = words.pop("many", None)
    text = key
    if many is not None:
        text = CountedText(key)
        text.many = str(many)
    return _(text, **words)
