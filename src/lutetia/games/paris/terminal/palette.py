"""Colours and signs of Paris: a poster in daylight. No meaning is carried by colour alone.

Verdigris marks what is allowed, gold what something is worth. Every seat has a sign as well as a colour.
"""

from __future__ import annotations

from collections.abc import Mapping

from lutetia.terminal.palette import ColourScheme

PAPER = "#f5ecd7"
SHADE = "#e9dcbc"
STRIP = ("#efe2c4", "#e5d5ae")
"""The spaces of the track, alternating."""
INK = "#2b2622"
FAINT = "#75684f"
GOLD = "#8f5f00"
GILT = "#d9a72e"
VERDIGRIS = "#14665a"
WASH = "#cfe3d6"
BRICK = "#a32d22"

COLOURS = ColourScheme(background=PAPER, text=INK, muted=FAINT, accent=GOLD, good=VERDIGRIS, bad=BRICK)
SEAT = {"p1": "#a85b00", "p2": "#1769a5", "p3": "#5b2a86", "p4": "#4d4740"}
ON_DARK = {"p1": "#f5a623", "p2": "#6cc4ff", "p3": "#c09be8", "p4": "#f3e9d2"}
"""The seats' colours on the terminal's own background, if that is dark."""
SIGN = {"p1": "●", "p2": "■", "p3": "▲", "p4": "◆"}

BANDS = ("#8f3b35", "#2d5f8f", "#5b6420", "#6d3a63", "#1f6b5c", "#84511a")
"""The districts clockwise."""

TOKENS = {  # sign and colour: resources are blocks, prestige tokens are medals
    "wood": ("▪w", "#6b3f1d"),
    "marble": ("▪m", "#44617a"),
    "gold": ("▪g", "#8f5f00"),
    "bronze": ("★b", "#8a4b1f"),
    "silver": ("★s", "#56626b"),
    "gold_prestige": ("★g", "#8f5f00"),
}


def mark(seat: str) -> str:
    """A seat's sign and number: ●1."""
    return SIGN[seat] + seat[1:]


def called(seat: str, names: Mapping[str, str]) -> str:
    """A seat's sign and what its player is called: ● Ana, or ● p1."""
    return f"{SIGN[seat]} {names.get(seat, seat)}"


def name(seat: str, player: str = "") -> str:
    """A seat's sign and name, and who sits there: ● p1 (you)."""
    return f"{SIGN[seat]} {seat}" + (f" ({player})" if player else "")
