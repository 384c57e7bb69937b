"""Small drawings of components that are not on the board: buildings as silhouettes, tiles in four rotations."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.games.lumiere.terminal import palette
from lutetia.games.lumiere.text.steps import turned
from lutetia.terminal.canvas import Block, Canvas, below, beside, flow, flowed, width

HALVES = " ▄▀█"  # nothing, lower, upper, both


def silhouette(rows: Sequence[str], style: str = "") -> Block:
    """A shape of '#' and '.'; one line shows two of its rows."""
    found = []
    for y in range(0, len(rows), 2):
        upper, lower = rows[y], rows[y + 1] if y + 1 < len(rows) else "." * len(rows[y])
        signs = (HALVES[2 * (a == "#") + (b == "#")] for a, b in zip(upper, lower, strict=True))
        found.append(Text("".join(signs), style=style))
    return found


def buildings(title: str, names: Sequence[str], data: Json, style: str, room: int) -> Block:
    """A title, then the buildings with name and shape; nothing if there are none."""
    if not names:
        return []
    drawn = [below([Text(name, style="bold")], silhouette(data["buildings"][name], style)) for name in names]
    return beside([[Text(""), Text(title, style=palette.FAINT)], flow(drawn, room - len(title) - 1, gap=1)], gap=1)


def named_buildings(title: str, names: Sequence[str], style: str, room: int) -> Block:
    """The same without shapes, for small terminals."""
    parts = [Text(title, style=palette.FAINT), *(Text(name, style=f"bold {style}") for name in names)]
    return flowed(parts, room, gap=1) if names else []


def tile(number: int, turn: int, seat: str, data: Json, wide: int = 2) -> Block:
    """A seat's tile after the given number of quarter turns: two by two spaces."""
    canvas = Canvas(2 * wide, 2)
    for y, row in enumerate(turned(number, turn, seat, data)):
        for x, kind in enumerate(row):
            ground = palette.GROUNDS[kind]
            canvas.put(wide * x, y, ground.sign * wide, ground.style(lit=kind == "lamp", odd=False))
    return canvas.lines()


def rotations(number: int, seat: str, data: Json, room: int) -> Block:
    """A held tile in all four rotations, each with its name; in a narrow room below its number."""
    drawn = [below([Text(f"r{turn}", style="bold")], tile(number, turn, seat, data)) for turn in range(4)]
    name = Text(_("tile {number}", number=number), style=f"bold {palette.GOLD}")
    row = beside([[Text(""), name, Text("")], *drawn], gap=1)
    return row if width(row) <= room else below([name], beside(drawn, gap=1))
