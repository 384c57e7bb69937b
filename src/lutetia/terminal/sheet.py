"""Parts of score sheets that all games use."""

from __future__ import annotations

from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table

MIN_WIDTH_FOR_TWO = 100


def arranged(console: Console, tables: Sequence[Table]) -> RenderableType:
    """Tables side by side on a wide terminal, below one another on a narrow one."""
    return Columns(tables, padding=(0, 2)) if console.width >= MIN_WIDTH_FOR_TWO else Group(*tables)


def add_part(table: Table, text: str, *points: RenderableType) -> None:
    """An indented row: what earned a part of the points in the row above."""
    table.add_row(Padding(text, (0, 0, 0, 2)), *points)
