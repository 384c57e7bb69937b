"""Small drawings of what is not on the board: buildings as silhouettes, tiles in their four rotations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from rich.text import Text

from lutetia.cli.canvas import Block, Canvas, below, beside
from lutetia.cli.lumiere import palette
from lutetia.core.words import _
from lutetia.games.lumiere.edition import edition

HALVES = " ▄▀█"  # nothing, lower, upper, both


def data_of(view: Mapping[str, Any]) -> dict[str, Any]:
    """The component data a view is played with."""
    written = view["edition"]
    return edition(written).data if isinstance(written, dict) else bundled()


@lru_cache(maxsize=1)
def bundled() -> dict[str, Any]:
    return edition().data


def silhouette(rows: Sequence[str], style: str = "") -> Block:
    """A shape of '#' and '.', two of its rows in one line."""
    found = []
    for y in range(0, len(rows), 2):
        upper, lower = rows[y], rows[y + 1] if y + 1 < len(rows) else "." * len(rows[y])
        signs = (HALVES[2 * (a == "#") + (b == "#")] for a, b in zip(upper, lower, strict=True))
        found.append(Text("".join(signs), style=style))
    return found


def buildings(title: str, names: Sequence[str], data: Mapping[str, Any], style: str = "") -> Block:
    """Buildings by name and shape after a title; nothing for none."""
    if not names:
        return []
    drawn = [below([Text(name, style="bold")], silhouette(data["buildings"][name], style)) for name in names]
    return beside([[Text(""), Text(title, style=palette.FAINT)], beside(drawn, gap=1)], gap=1)


def letters(tile: int, turn: int, data: Mapping[str, Any]) -> tuple[str, str]:
    """The two rows of a turned tile, as letters of the edition (places run clockwise from the top left)."""
    layout = data["tiles"]["layout"][tile]
    a, b, c, d = (layout[(place - turn) % 4] for place in range(4))
    return a + b, d + c


def kind(letter: str, seat: str) -> str:
    """The paving that a letter means on this seat's tiles."""
    own, rival = seat, "blue" if seat == "orange" else "orange"
    return {"O": own, "R": rival, "M": "mixed", "L": "lamp"}[letter]


def tile(number: int, turn: int, seat: str, data: Mapping[str, Any], wide: int = 2) -> Block:
    """A tile of a seat, turned: two by two spaces."""
    canvas = Canvas(2 * wide, 2)
    for y, row in enumerate(letters(number, turn, data)):
        for x, letter in enumerate(row):
            ground = palette.GROUNDS[kind(letter, seat)]
            canvas.put(wide * x, y, ground.sign * wide, ground.style(lit=letter == "L", odd=False))
    return canvas.lines()


def rotations(number: int, seat: str, data: Mapping[str, Any]) -> Block:
    """A held tile in all four rotations, each with its name."""
    drawn = [below([Text(f"r{turn}", style="bold")], tile(number, turn, seat, data)) for turn in range(4)]
    label: Block = [Text(""), Text(_("tile {number}", number=number), style=f"bold {palette.GOLD}"), Text("")]
    return beside([label, *drawn], gap=1)
