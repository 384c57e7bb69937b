"""A picture of plots one under the other, as one SVG file that needs no page around it."""

from __future__ import annotations

from html import escape
from textwrap import wrap

WIDTH, EDGE, MIDDLE, GAP = 440, 16, 120, 12
"""Narrow, so that a phone shows it whole with letters that can be read: words stand over their plot, not beside it."""
LETTERS = 42
"""Of a line, in the widest face that may stand in for ours; plain ones are narrower than bold ones."""
STYLE = """
svg { --ink: #1b1a26; --faint: #57506a; --line: #8a7647; --paper: #fbf6ea; --well: #e8dcc0;
  --glow: #a97c1c; --ink-2: #12628f; --ink-3: #24605a; }
svg svg { overflow: visible; }
text { fill: var(--ink); font: 15px system-ui, "Liberation Sans", sans-serif; }
.sheet { fill: var(--paper); }
.title { font-weight: 600; font-size: 16px; }
.axis text { fill: var(--faint); font-size: 13px; }
.rail { stroke: var(--line); opacity: .6; }
.fair { stroke: var(--faint); stroke-dasharray: 2 3; }
.span { opacity: .38; }
.dot { stroke: var(--paper); stroke-width: 2; }
.bar { stroke: var(--paper); opacity: .88; }
.groove { fill: var(--well); }
.group { font-weight: 600; fill: var(--faint); }
.owed { stroke: var(--ink); stroke-width: 2; }
"""


class Figure:
    """Rows of words and numbers, each over its plot."""

    def __init__(self, title: str) -> None:
        self._at = 10
        self._rows: list[str] = []
        self._lines("title", title, 21)

    def group(self, words: str) -> None:
        """What the rows below have in common."""
        self._at += 10
        self._lines("group", words, 20)
        self._at += 4

    def row(self, words: str, plot: str, height: int, number: str = "", bar: str | None = None) -> None:
        """One plot of so many pixels; `bar` is a smaller one beside it, or the room for one."""
        if words or number:
            self._rows.append(f'<text x="{WIDTH - EDGE}" y="{self._at + 16}" text-anchor="end">{escape(number)}</text>')
            self._lines("", words, 20, LETTERS + 10 - len(number))
        left = EDGE + (0 if bar is None else MIDDLE + GAP)
        if bar:
            self._rows.append(_placed(bar, EDGE, self._at + height / 2 - 7, MIDDLE, 14))
        self._rows.append(_placed(plot, left, self._at, WIDTH - left - EDGE, height))
        self._at += height

    def _lines(self, kind: str, words: str, height: int, letters: int = LETTERS) -> None:
        """Words in as many lines as they need."""
        look = f' class="{kind}"' if kind else ""
        for line in wrap(words, letters) or [""]:
            self._rows.append(f'<text{look} x="{EDGE}" y="{self._at + 16}">{escape(line)}</text>')
            self._at += height

    def drawn(self) -> str:
        height = self._at + 12
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}">'
            f'<style>{STYLE}</style><rect class="sheet" width="100%" height="100%" rx="10"/>'
            f"{''.join(self._rows)}</svg>\n"
        )


def owed(at: float, height: int) -> str:
    """A line over a plot, at so many percent of its width: what was promised."""
    return f'<line class="owed" x1="{at:.2f}%" x2="{at:.2f}%" y1="2" y2="{height - 2}"/>'


def _placed(plot: str, x: float, y: float, width: float, height: float) -> str:
    return f'<svg x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}">{plot}</svg>'
