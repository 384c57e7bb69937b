"""Colours of a screen, box-drawing lines, and ASCII replacements for terminals that can show little.

Each game has its own colours in its folder. No meaning is carried by colour alone.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True)
class ColourScheme:
    """The colours of one game's screen."""

    background: str
    text: str
    muted: str
    """Notes and explanations."""
    accent: str
    """Headings, numbers of lists, questions."""
    good: str
    bad: str

    @property
    def base(self) -> str:
        """The style of plain text."""
        return f"{self.text} on {self.background}"

    @property
    def heading(self) -> str:
        """The style of headings and questions."""
        return f"bold {self.accent}"


@dataclass(frozen=True)
class BoxLines:
    """The characters of an outline."""

    horizontal: str
    vertical: str
    corners: str
    """Top left, top right, bottom left, bottom right."""


HEAVY = BoxLines("━", "┃", "┏┓┗┛")
DOUBLE = BoxLines("═", "║", "╔╗╚╝")
THIN = BoxLines("─", "│", "╭╮╰╯")

ASCII = str.maketrans(
    {  # for outputs that cannot encode more
        "∩": "n", "≡": "=", "◊": "x", "◇": "-", "☼": "*", "✹": "@", "●": "o", "■": "#", "○": ".", "□": ".",
        "━": "-", "┃": "|", "┏": "+", "┓": "+", "┗": "+", "┛": "+",
        "═": "=", "║": "H", "╔": "#", "╗": "#", "╚": "#", "╝": "#",
        "─": "-", "│": "|", "╭": "/", "╮": "\\", "╰": "\\", "╯": "/", "┌": "+", "┐": "+", "└": "+", "┘": "+",
        "☻": "P", "♫": "D", "♗": "S", "≈": "~", "▤": "A", "♣": "G", "▲": "^", "►": ">", "▼": "v", "◄": "<",
        "█": "#", "▀": "^", "▄": "_", "▌": "[", "▐": "]", "×": "x", "·": ".", "−": "-", "…": "~", "–": "-",
        "»": ">", "«": "<", "“": '"', "”": '"', "’": "'", "→": ">", "✓": "v", "◆": "d", "★": "*", "▪": "=", "▮": "|",
        "à": "a", "â": "a", "è": "e", "é": "e", "ê": "e", "œ": "o", "É": "E", "┼": "+", "┬": "+", "┴": "+",
    }
)  # fmt: skip


def for_background(on_dark: str, on_light: str) -> str:
    """The colour to use on the terminal's own background, which is taken to be dark unless the terminal says so."""
    return on_light if _is_background_light() else on_dark


@cache
def _is_background_light() -> bool:
    """Some terminals set `COLORFGBG=0;15`; the last number is the background."""
    return os.environ.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15")
