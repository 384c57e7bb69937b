"""Colours and signs of La Cité de la Lumière: Paris at night. No meaning is carried by colour alone.

Orange: round pots, fan cobbles, heavy outlines. Blue: square pots, straight courses, double outlines.
"""

from __future__ import annotations

from dataclasses import dataclass

from lutetia.terminal.palette import DOUBLE, HEAVY, ColourScheme

NIGHT = "#0b0e2a"
PANEL = "#12163a"
EMPTY = "#10132f"
CREAM = "#f3e9d2"
FAINT = "#8f93b8"
GOLD = "#f2c14e"
GLOW = "#ffe9a8"
GOOD = "#9ad29a"
BAD = "#ff9d9d"

COLOURS = ColourScheme(background=NIGHT, text=CREAM, muted=FAINT, accent=GOLD, good=GOOD, bad=BAD)
BASE = COLOURS.base
SEAT = {"orange": "#f5a623", "blue": "#6cc4ff"}
ON_LIGHT = {"orange": "dark_orange3", "blue": "deep_sky_blue4"}
"""The seats' colours on the terminal's own background, if that is light."""
POT = {"orange": "●", "blue": "■"}
EMPTY_POT = {"orange": "○", "blue": "□"}


@dataclass(frozen=True)
class Ground:
    """How a kind of paving looks: its sign, and (sign, background) colours in the dark and in a lamp's light."""

    sign: str
    night: tuple[str, str]
    lit: tuple[str, str]

    def style(self, lit: bool, odd: bool) -> str:
        """The style of a space; `odd` spaces are a shade darker than their neighbours."""
        sign, background = self.lit if lit else self.night
        return f"{sign} on {_darker(background) if odd else background}"


GROUNDS = {
    "orange": Ground("∩", ("#d3a24a", "#644510"), ("#5a3800", "#e0a020")),
    "blue": Ground("≡", ("#83b5db", "#1d4261"), ("#0b3a5a", "#58b0e4")),
    "mixed": Ground("◊", ("#a58cc4", "#38205a"), ("#e6d8ff", "#6d44a0")),
    "lamp": Ground("☼", ("#fff6d8", "#8a6a1c"), ("#5a3b00", "#ffe08a")),
}

OUTLINE = {"orange": HEAVY, "blue": DOUBLE}

ROOF, ROOF_LIT = "#30365c", "#66617a"

PIECES = {  # the signs of the special pieces
    "painter": "☻",
    "dancer": "♫",
    "statue": "♗",
    "fountain": "≈",
    "lamp": "☼",
    "large-lamp": "✹",
    "annex": "▤",
    "garden": "♣",
}
FACING = {"north": "▲", "east": "►", "south": "▼", "west": "◄"}


def mark_on(background: str) -> str:
    """The colour of a mark that is visible on this background: gold on dark, dark on light."""
    red, green, blue = (int(background[i : i + 2], 16) for i in (1, 3, 5))
    return NIGHT if 3 * red + 6 * green + blue > 1200 else GOLD


def _darker(colour: str) -> str:
    """A shade darker, so that neighbouring spaces can be told apart."""
    return "#" + "".join(f"{int(colour[i : i + 2], 16) * 89 // 100:02x}" for i in (1, 3, 5))
