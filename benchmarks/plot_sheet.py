"""Figures for the docs: plots of the arena below each other, as one SVG file."""

from __future__ import annotations

from html import escape
from pathlib import Path
from textwrap import wrap

STYLE = Path(__file__).parent / "figure.css"
WIDTH, EDGE, MIDDLE, GAP = 440, 16, 120, 12
"""Of a figure, in pixels. Narrow, so that it fits on a phone: text is above its plot, not beside it."""
LETTERS = 42
"""Characters per line of a figure, in the widest font that may replace ours."""


class PlotSheet:
    """Plots below each other, each under its text and number, as one SVG file that needs no page around it."""

    def __init__(self, title: str) -> None:
        self._at = 10
        self._rows: list[str] = []
        self._lines("title", title, 21)

    def group(self, words: str) -> None:
        """A heading for the rows below."""
        self._at += 10
        self._lines("group", words, 20)
        self._at += 4

    def row(self, words: str, plot: str, height: int, number: str = "", bar: str | None = None) -> None:
        """Add one plot of this height in pixels; `bar` is a smaller one to its left, "" leaves the room for one."""
        if words or number:
            self._rows.append(f'<text x="{WIDTH - EDGE}" y="{self._at + 16}" text-anchor="end">{escape(number)}</text>')
            self._lines("", words, 20, LETTERS + 10 - len(number))
        left = EDGE + (0 if bar is None else MIDDLE + GAP)
        if bar:
            self._rows.append(_placed(bar, EDGE, self._at + height / 2 - 7, MIDDLE, 14))
        self._rows.append(_placed(plot, left, self._at, WIDTH - left - EDGE, height))
        self._at += height

    def _lines(self, kind: str, words: str, height: int, letters: int = LETTERS) -> None:
        """Text in as many lines as it needs."""
        look = f' class="{kind}"' if kind else ""
        for line in wrap(words, letters) or [""]:
            self._rows.append(f'<text{look} x="{EDGE}" y="{self._at + 16}">{escape(line)}</text>')
            self._at += height

    def drawn(self) -> str:
        """The whole file."""
        height = self._at + 12
        style = STYLE.read_text(encoding="utf-8")
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}">'
            f'<style>\n{style}</style><rect class="sheet" width="100%" height="100%" rx="10"/>'
            f"{''.join(self._rows)}</svg>\n"
        )


def target(at: float, height: int) -> str:
    """A line over a plot at this percentage of its width: the target."""
    return f'<line class="target" x1="{at:.2f}%" x2="{at:.2f}%" y1="2" y2="{height - 2}"/>'


def _placed(plot: str, x: float, y: float, width: float, height: float) -> str:
    return f'<svg x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}">{plot}</svg>'
