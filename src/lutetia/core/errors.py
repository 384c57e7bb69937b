"""Errors that address the person who caused them: what was wrong, which rule says so, what is allowed.

Each keeps its message as a catalogue key with values, so that logs store no text and each reader gets their language.
"""

from __future__ import annotations

import copyreg
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from lutetia.core.i18n import N_, _


class TranslatedError(ValueError):
    """An error whose message is translated when it is shown. It can be pickled, so worker processes can return it."""

    def __reduce__(self) -> tuple[object, ...]:
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


class IllegalStep(TranslatedError):
    """A step the rules forbid. Nothing has changed.

    `rule` is the id of the rule ("" if the text is not a step at all). `reason` is the message key, with its `values`.
    """

    def __init__(self, reason: str, rule: str = "", **values: object) -> None:
        super().__init__(reason, rule, values)
        self.reason = reason
        self.rule = rule
        self.values = values

    def __str__(self) -> str:
        message = _(self.reason, **self.values)
        return f"{message} ({self.rule})" if self.rule else message


class RecordError(TranslatedError):
    """A record that is not valid.

    `turn` and `step` count from 1. They are None, and `rule` is "", if the fault is not in a step.
    """

    def __init__(
        self, reason: str, *, turn: int | None = None, step: int | None = None, rule: str = "", **values: object
    ) -> None:
        super().__init__(reason, turn, step, rule, values)
        self.reason = reason
        self.turn = turn
        self.step = step
        self.rule = rule
        self.values = values

    def __str__(self) -> str:
        message = _(self.reason, **self.values)
        if self.turn is None:
            return message
        if self.step is None:
            return _("turn {turn}: {said}", turn=self.turn, said=message)
        return _("turn {turn}, step {step}: {said}", turn=self.turn, step=self.step, said=message)


class EditionError(TranslatedError):
    """Component data that cannot be used. `faults` lists every fault."""

    def __init__(self, name: str, faults: Sequence[str]) -> None:
        super().__init__(name, tuple(faults))
        self.name = name
        self.faults = tuple(faults)

    def __str__(self) -> str:
        listed = "\n".join(f"  - {fault}" for fault in self.faults)
        return _("edition {name} cannot be used:", name=self.name) + "\n" + listed


@dataclass(frozen=True)
class Fault:
    """Something impossible in a position: a message key with its values, and the rule that forbids it."""

    reason: str
    rule: str = ""
    """"" if it is no matter of a rule."""
    values: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return _(self.reason, **self.values)


class PositionError(TranslatedError):
    """A position that cannot be set up by hand, or not be played on. `faults` lists every fault."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(tuple(faults))
        self.faults = tuple(faults)

    def __str__(self) -> str:
        listed = [f"  - {fault} ({fault.rule})" if fault.rule else f"  - {fault}" for fault in self.faults]
        return "\n".join([_("this position cannot be set up:"), *listed])


class MissingExtra(ImportError):
    """An optional part whose packages are not installed. The message names the command that installs them."""


def no_step(words: Sequence[str], text: str) -> IllegalStep:
    """The error for a text that is not a step of the game in any position."""
    first = text.split(" ")[0]
    starts = sorted({word.split(" ")[0] for word in words})
    if first in starts:
        example = next(word for word in words if word.split(" ")[0] == first)
        return IllegalStep(
            N_("there is no move “{step}”; it should look like “{example}”"), step=shown(text), example=example
        )
    return IllegalStep(
        N_("there is no move “{step}”; moves begin with: {known}"), step=shown(text), known=", ".join(starts)
    )


def shown(value: object, most: int = 60) -> str:
    """An untrusted value, shortened and made safe for a message."""
    text = (
        value
        if isinstance(value, str)
        else repr(value)
        if isinstance(value, int | float | bool | None)
        else type(value).__name__
    )
    text = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text[: most + 1])
    return text if len(text) <= most else text[:most] + "…"


def with_guess(fault: str, found: object, known: Iterable[str]) -> str:
    """A message about an unknown name, with the known name that was probably meant.

    >>> with_guess("there is no bot gredy", "gredy", ["random", "greedy"])
    'there is no bot gredy; did you mean greedy?'
    >>> with_guess("there is no bot nobody", "nobody", ["random", "greedy"])
    'there is no bot nobody'
    """
    guess = closest(found, known)
    return _("{fault}; did you mean {guess}?", fault=fault, guess=guess) if guess else fault


def closest(found: object, known: Iterable[str]) -> str:
    """The known name that is most like the one that was found; "" if none is."""
    if not isinstance(found, str):
        return ""
    by_lower = {name.lower(): name for name in known}
    near = get_close_matches(found.lower()[:60], by_lower, n=1)
    return by_lower[near[0]] if near else ""
