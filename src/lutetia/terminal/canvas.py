"""A canvas of styled characters, and blocks of lines that can be put side by side or below one another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.text import Text

Block = list[Text]
"""Lines of a drawing. They may differ in length; joining pads them."""


class Canvas:
    """A rectangle to draw on."""

    def __init__(self, width: int, height: int, style: str = "") -> None:
        self.width, self.height = width, height
        self._characters = [[" "] * width for _ in range(height)]
        self._styles = [[style] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str | None = None) -> None:
        """Write a text. What falls off the canvas is dropped. Without a style the existing one stays."""
        for i, character in enumerate(text, x):
            if 0 <= i < self.width and 0 <= y < self.height:
                self._characters[y][i] = character
                if style is not None:
                    self._styles[y][i] = style

    def put_in_colour(self, x: int, y: int, text: str, colour: str) -> None:
        """Write a text in a colour and keep the background."""
        for i, character in enumerate(text, x):
            if 0 <= i < self.width and 0 <= y < self.height:
                background = self._styles[y][i].rpartition(" on ")[2]
                self.put(i, y, character, f"{colour} on {background}" if background else colour)

    def fill(self, x: int, y: int, width: int, height: int, style: str) -> None:
        """Clear a rectangle and give it a style."""
        for row in range(y, y + height):
            self.put(x, row, " " * width, style)

    def background(self, x: int, y: int) -> str:
        """The background colour at a place, "" for none."""
        return self._styles[y][x].rpartition("on ")[2]

    def lines(self) -> Block:
        """The drawing. Neighbours of one style share a span."""
        found = []
        for characters, styles in zip(self._characters, self._styles, strict=True):
            line, start = Text(), 0
            for i in range(1, self.width + 1):
                if i == self.width or styles[i] != styles[start]:
                    line.append("".join(characters[start:i]), style=styles[start])
                    start = i
            found.append(line)
        return found


def width(block: Sequence[Text]) -> int:
    """The length of the longest line."""
    return max((line.cell_len for line in block), default=0)


def fit(line: Text, room: int) -> Text:
    """The line cut or padded to exactly this width."""
    line = line.copy()
    line.truncate(max(0, room), overflow="ellipsis", pad=True)
    return line


def fit_right(line: Text, room: int) -> Text:
    """The line aligned to the right in this width, with at least one space before it."""
    line = line.copy()
    line.truncate(room - 1, overflow="ellipsis")
    line.pad_left(room - line.cell_len)
    return line


def beside(blocks: Iterable[Block], gap: int = 2) -> Block:
    """Blocks next to one another, aligned at the top."""
    parts = [block for block in blocks if block]
    height = max((len(block) for block in parts), default=0)
    rows = []
    for y in range(height):
        row = Text()
        for i, block in enumerate(parts):
            row.append(" " * gap if i else "")
            row.append_text(fit(block[y] if y < len(block) else Text(), width(block)))
        rows.append(row)
    return rows


def below(*blocks: Block, gap: int = 0) -> Block:
    """Blocks below one another. Empty blocks leave no gap."""
    rows: Block = []
    for block in blocks:
        if block and rows:
            rows += [Text() for _ in range(gap)]
        rows += block
    return rows


def flow(blocks: Iterable[Block], room: int, gap: int = 2) -> Block:
    """Blocks next to one another as long as they fit, then the next row of blocks."""
    rows: list[list[Block]] = [[]]
    used = 0
    for block in blocks:
        wide = width(block)
        if rows[-1] and used + gap + wide > room:
            rows.append([])
            used = 0
        used += wide + (gap if rows[-1] else 0)
        rows[-1].append(block)
    return below(*(beside(row, gap) for row in rows))


def wrapped(line: Text, room: int) -> Block:
    """A long line as several."""
    return list(line.wrap(Console(width=room), room))


def hanging(line: Text, room: int, indent: int) -> Block:
    """A long line as several, all but the first indented."""
    if line.cell_len <= room:
        return [line]
    first, *others = wrapped(line, room)
    rest = Text(" ").join(others)
    return [first, *(Text(" " * indent) + row for row in wrapped(rest, room - indent))]


def flowed(parts: Iterable[Text], room: int, gap: int = 2, indent: int = 2) -> Block:
    """Parts one after another. A part is only broken if it is wider than the room."""
    rows: Block = [Text()]
    for part in parts:
        if rows[-1].cell_len and rows[-1].cell_len + gap + part.cell_len > room:
            rows.append(Text(" " * indent))
        elif rows[-1].cell_len:
            rows[-1].append(" " * gap)
        rows[-1].append_text(part)
    return [line for row in rows for line in hanging(row, room, indent)]
