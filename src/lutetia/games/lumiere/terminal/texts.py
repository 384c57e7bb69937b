"""Texts that only the terminal of La Cité de la Lumière uses."""

from __future__ import annotations

from lutetia.core.i18n import N_, _, pgettext

COMMANDS = N_("`rules CARD` tells what a postcard does: {cards}.")


def phase(name: str) -> str:
    """The title of a phase of the game."""
    if name == "over":
        return _("game over")
    return pgettext("phase", "paving") if name == "paving" else pgettext("phase", "building")
