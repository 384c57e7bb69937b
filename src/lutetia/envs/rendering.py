"""The environments' `render`: a position on the terminal, as SVG, text or pixels."""

from __future__ import annotations

import shutil
import sys
from typing import Any

from lutetia.core.errors import shown
from lutetia.core.game import Game
from lutetia.core.i18n import _

MODES = ("human", "svg", "ansi", "rgb_array")


def checked_mode(mode: str | None) -> str | None:
    """The render mode, or None. Raises ValueError, which lists the known modes."""
    if mode is not None and mode not in MODES:
        raise ValueError(
            _("there is no render mode {mode}; there are: {known}", mode=shown(mode), known=", ".join(MODES))
        )
    return mode


def render(mode: str | None, game: Game, seat: str | None) -> Any:
    """The position as the seat sees it: SVG text, text for a terminal, or an array of height × width × 3 bytes.

    For people it is printed, and nothing is returned.
    """
    if mode is None:
        return None
    if mode == "human":
        wide = shutil.get_terminal_size(fallback=(120, 40)).columns
        print(game.ansi(seat, wide=wide, colour=sys.stdout.isatty()), flush=True)
        return None
    if mode == "ansi":
        return game.ansi(seat)
    drawn = game.svg(seat)
    if mode == "svg":
        return drawn
    from lutetia.drawing.pixels import array

    return array(drawn)
