"""A canvas of characters, each with a style, and blocks of lines that stand beside and below one another."""

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
        self._signs = [[" "] * width for _ in range(height)]
        self._styles = [[style] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str | None = None) -> None:
        """Write a text; what falls off the canvas is lost. No style: the one that is there stays."""
        for i, sign in enumerate(text, x):
            if 0 <= i < self.width and 0 <= y < self.height:
                self._signs[y][i] = sign
                if style is not None:
                    self._styles[y][i] = style

    def fill(self, x: int, y: int, width: int, height: int, style: str, sign: str = " ") -> None:
        for row in range(y, y + height):
            self.put(x, row, sign * width, style)

    def ink(self, x: int, y: int, text: str, colour: str) -> None:
        """Write in a colour on the ground that is there."""
        for i, sign in enumerate(text, x):
            if 0 <= i < self.width and 0 <= y < self.height:
                ground = self._styles[y][i].rpartition(" on ")[2]
                self.put(i, y, sign, f"{colour} on {ground}" if ground else colour)

    def ground(self, x: int, y: int) -> str:
        """The colour that lies here, "" for none."""
        return self._styles[y][x].rpartition("on ")[2]

    def lines(self) -> Block:
        found = []
        for signs, styles in zip(self._signs, self._styles, strict=True):
            line, start = Text(), 0
            for i in range(1, self.width + 1):
                if i == self.width or styles[i] != styles[start]:
                    line.append("".join(signs[start:i]), style=styles[start])
                    start = i
            found.append(line)
        return found


def width(block: Sequence[Text]) -> int:
    return max((line.cell_len for line in block), default=0)


def fit(line: Text, room: int) -> Text:
    """The line cut or padded to exactly this width."""
    line = line.copy()
    line.truncate(max(0, room), overflow="ellipsis", pad=True)
    return line


def beside(blocks: Iterable[Block], gap: int = 2) -> Block:
    """Blocks next to one another, tops aligned."""
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
    """Blocks under one another; empty ones leave no gap."""
    rows: Block = []
    for block in blocks:
        if block and rows:
            rows += [Text() for _ in range(gap)]
        rows += block
    return rows


def flow(blocks: Iterable[Block], room: int, gap: int = 2) -> Block:
    """Blocks next to one another as far as they fit, then a new row of them."""
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
