"""Headings that offer what may be done now: exactly the deeds among the legal steps, neither more nor less."""

from __future__ import annotations

from collections.abc import Iterable

from lutetia.core.i18n import _


def kinds(legal: Iterable[str]) -> set[str]:
    """The first words of steps."""
    return {step.split(" ")[0] for step in legal}


def either(deeds: Iterable[str]) -> str:
    """Deeds as one sentence.

    >>> either(["build", "use a postcard"])
    'Build, or use a postcard.'
    >>> either(["lay a key", "move a key", "pass"])
    'Lay a key, move a key, or pass.'
    """
    *others, last = deeds
    said = _("{some}, or {more}", some=", ".join(others), more=last) if others else last
    return f"{said[:1].upper()}{said[1:]}."
