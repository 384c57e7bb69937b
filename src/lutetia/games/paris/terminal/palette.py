"""Colours and signs of Paris: day, a printed poster. No meaning is carried by colour alone.

Verdigris: you may. Gold: worth. Every seat has a sign of its own beside its colour.
"""

from __future__ import annotations

from lutetia.terminal.palette import Tones

PAPER = "#f5ecd7"
SHADE = "#e9dcbc"
STRIP = ("#efe2c4", "#e5d5ae")
"""The spaces of the track, by turns."""
INK = "#2b2622"
FAINT = "#75684f"
GOLD = "#8f5f00"
GILT = "#d9a72e"
VERDIGRIS = "#14665a"
WASH = "#cfe3d6"
BRICK = "#a32d22"

TONES = Tones(PAPER, INK, FAINT, GOLD, VERDIGRIS, BRICK)
SEATS = ("p1", "p2", "p3", "p4")
SEAT = {"p1": "#a85b00", "p2": "#1769a5", "p3": "#5b2a86", "p4": "#4d4740"}
ON_DARK = {"p1": "#f5a623", "p2": "#6cc4ff", "p3": "#c09be8", "p4": "#f3e9d2"}
"""For text on the terminal's own ground, where that is dark."""
SIGN = {"p1": "●", "p2": "■", "p3": "▲", "p4": "◆"}

BANDS = ("#8f3b35", "#2d5f8f", "#5b6420", "#6d3a63", "#1f6b5c", "#84511a")
"""The districts clockwise."""

TOKENS = {  # what lies beside a space: resources are cut blocks, prestige is medals
    "wood": ("▪w", "#6b3f1d"),
    "marble": ("▪m", "#44617a"),
    "gold": ("▪g", "#8f5f00"),
    "bronze": ("★b", "#8a4b1f"),
    "silver": ("★s", "#56626b"),
    "gold_prestige": ("★g", "#8f5f00"),
}
ORDER = ("wood", "marble", "gold", "bronze", "silver", "gold_prestige")


def mark(seat: str) -> str:
    """A seat's sign and number: ●1."""
    return SIGN[seat] + seat[1:]
