"""The tones every screen is painted in, and plain signs for terminals that can show little.

Each game has tones of its own in its folder. No meaning is carried by colour alone.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Tones:
    """The colours of one game's screen: the ground it is painted on, the ink, and what ink is for."""

    ground: str
    ink: str
    faint: str
    gold: str
    """Headings, numbers of lists, questions."""
    good: str
    bad: str

    @property
    def base(self) -> str:
        return f"{self.ink} on {self.ground}"


@dataclass(frozen=True)
class Lines:
    """The strokes of an outline."""

    across: str
    down: str
    corners: str
    """Top left, top right, bottom left, bottom right."""


HEAVY = Lines("━", "┃", "┏┓┗┛")
DOUBLE = Lines("═", "║", "╔╗╚╝")
THIN = Lines("─", "│", "╭╮╰╯")

ASCII = str.maketrans(
    {  # where the terminal cannot show more
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
