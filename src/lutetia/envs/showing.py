"""A position for people: `render` of the environments."""

from __future__ import annotations

from typing import Any

from lutetia.core.errors import shown
from lutetia.core.game import Game
from lutetia.core.i18n import _

MODES = ("svg", "ansi", "rgb_array")


def checked(mode: str | None) -> str | None:
    """A render mode there is, or None. Raises ValueError with those there are."""
    if mode is not None and mode not in MODES:
        raise ValueError(
            _("there is no render mode {mode}; there are: {known}", mode=shown(mode), known=", ".join(MODES))
        )
    return mode


def shown_as(mode: str | None, game: Game, seat: str | None) -> Any:
    """The position as the seat sees it: SVG text, text for a terminal, or an array of height × width × 3 bytes."""
    if mode is None:
        return None
    if mode == "ansi":
        return game.ansi(seat)
    drawn = game.svg(seat)
    if mode == "svg":
        return drawn
    from lutetia.drawing.pixels import array

    return array(drawn)
