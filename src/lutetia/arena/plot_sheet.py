"""Figures: plots below each other, as one SVG file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from textwrap import wrap

from lutetia.arena.plots import nice_step

STYLE = Path(__file__).parent / "figure.css"
WIDTH, EDGE, MIDDLE, GAP = 440, 16, 120, 12
"""Of a figure, in pixels. Narrow, so that it fits on a phone: text is above its plot, not beside it."""
CHART_HEIGHT, CHART_LEFT = 92, 44
"""Of a chart of lines, and of the numbers at its left."""
LETTERS = 42
"""Characters per line of a figure, in the widest font that may replace ours."""
Line = tuple[str, str, Sequence[float]]
"""Name, colour, values."""


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

    def lines(
        self, words: str, xs: Sequence[float], lines: Sequence[Line], ticks: dict[float, str], unit: str = ""
    ) -> None:
        """Add a heading, a legend if there is more than one line, and a chart of lines over time."""
        self.group(words)
        if len(lines) > 1:
            self.row("", legend(lines), 16)
        self.row("", chart(xs, lines, ticks, lambda value: short(value) + unit), CHART_HEIGHT)

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


def legend(lines: Sequence[Line]) -> str:
    """The names of the lines, each after its colour."""
    at, drawn = 0, []
    for name, colour, _values in lines:
        drawn.append(f'<rect x="{at}" y="5" width="12" height="4" style="fill: {colour}"/>')
        drawn.append(f'<text x="{at + 17}" y="12">{escape(name)}</text>')
        at += 36 + round(7.5 * len(name))
    return f'<g class="axis">{"".join(drawn)}</g>'


def short(value: float) -> str:
    """1.5k for 1500."""
    if value >= 1000:
        return f"{value / 1000:g}k"
    return f"{round(value, 6):g}"


def chart(xs: Sequence[float], lines: Sequence[Line], ticks: dict[float, str], said: Callable[[float], str]) -> str:
    """Lines over time, with round numbers at the left and the time below."""
    wide, high = WIDTH - 2 * EDGE - CHART_LEFT, CHART_HEIGHT - 30
    most = max(value for _name, _colour, values in lines for value in values if value == value) or 1.0
    step = nice_step(most / 3)
    top = step * -(-most // step)
    left, right = xs[0], xs[-1]
    drawn = []
    for n in range(round(top / step) + 1):
        y = 8 + high * (1 - n * step / top)
        drawn.append(f'<line class="rail" x1="{CHART_LEFT}" x2="100%" y1="{y:.1f}" y2="{y:.1f}"/>')
        drawn.append(f'<text x="{CHART_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{said(n * step)}</text>')
    for x, words in ticks.items():
        at = CHART_LEFT + wide * (x - left) / (right - left)
        anchor = "start" if x == left else "end" if x == right else "middle"
        drawn.append(f'<text x="{at:.1f}" y="{CHART_HEIGHT - 4}" text-anchor="{anchor}">{escape(words)}</text>')
    for name, colour, values in lines:
        for part in unbroken(xs, values):
            points = " ".join(
                f"{CHART_LEFT + wide * (x - left) / (right - left):.1f},{8 + high * (1 - value / top):.1f}"
                for x, value in part
            )
            drawn.append(
                f'<polyline points="{points}" fill="none" style="stroke: {colour}; stroke-width: 2">'
                f"<title>{escape(name)}</title></polyline>"
            )
    return f'<g class="axis">{"".join(drawn)}</g>'


def unbroken(xs: Sequence[float], values: Sequence[float]) -> list[list[tuple[float, float]]]:
    """The parts of a line. It is interrupted where a value is NAN: there was nothing to measure."""
    parts: list[list[tuple[float, float]]] = [[]]
    for x, value in zip(xs, values, strict=True):
        if value == value:
            parts[-1].append((x, value))
        elif parts[-1]:
            parts.append([])
    return [part for part in parts if part]


def _placed(plot: str, x: float, y: float, width: float, height: float) -> str:
    return f'<svg x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}">{plot}</svg>'
