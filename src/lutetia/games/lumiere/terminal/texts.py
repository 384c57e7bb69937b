"""The words of La Cité de la Lumière in the terminal: those that every door says, and the rules in short.

Our own wording throughout; numbers come from the edition.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lutetia.core.i18n import N_, _, pgettext
from lutetia.core.numbers import number, signed
from lutetia.games.lumiere.text.steps import (
    GAME,
    RULES,
    SEATS,
    SEATS_FIRST,
    SOURCES,
    brief,
    effect,
    hides,
    numbers,
    question,
    sentence,
)

__all__ = [
    "GAME",
    "RULES",
    "SEATS",
    "SEATS_FIRST",
    "SOURCES",
    "brief",
    "effect",
    "hides",
    "number",
    "numbers",
    "question",
    "sentence",
]


COMMANDS = N_("`rules CARD` tells what a postcard does: {cards}.")


def phase(name: str) -> str:
    if name == "over":
        return _("game over")
    return pgettext("phase", "paving") if name == "paving" else pgettext("phase", "building")


def gains(change: Mapping[str, Any], seat: str) -> str:
    """A preview in words, source by source: 'lit buildings +12, largest group +4; blue −2'."""
    own = [
        f"{_(name)} {signed(change[seat][source])}"
        for source, name in SOURCES.items()
        if source != "total" and change[seat][source]
    ]
    others = [
        f"{_(SEATS[other])} {signed(change[other]['total'])}"
        for other in change
        if other != seat and change[other]["total"]
    ]
    return "; ".join([", ".join(own)] * bool(own) + others)
