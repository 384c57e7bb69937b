"""Prompts that list exactly the kinds of steps that are legal now."""

from __future__ import annotations

from collections.abc import Iterable

from lutetia.core.i18n import _


def kinds(legal: Iterable[str]) -> set[str]:
    """The kinds of steps: their first words."""
    return {step.split(" ")[0] for step in legal}


def either(choices: Iterable[str]) -> str:
    """Alternatives as one sentence.

    >>> either(["build", "use a postcard"])
    'Build, or use a postcard.'
    >>> either(["lay a key", "move a key", "pass"])
    'Lay a key, move a key, or pass.'
    """
    *others, last = choices
    text = _("{some}, or {more}", some=", ".join(others), more=last) if others else last
    return f"{text[:1].upper()}{text[1:]}."
