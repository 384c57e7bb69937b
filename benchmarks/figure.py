"""A picture of plots one under the other, as one SVG file that needs no page around it."""

from __future__ import annotations

from html import escape

WIDTH, LEFT, MIDDLE, RIGHT, GAP = 760, 170, 120, 66, 12
STYLE = """
svg { --ink: #1b1a26; --faint: #57506a; --line: #8a7647; --paper: #fbf6ea; --well: #e8dcc0;
  --glow: #a97c1c; --ink-2: #12628f; --ink-3: #24605a; }
svg svg { overflow: visible; }
text { fill: var(--ink); font: 13px system-ui, "Liberation Sans", sans-serif; }
.sheet { fill: var(--paper); }
.title { font-weight: 600; font-size: 15px; }
.axis text { fill: var(--faint); font-size: 12px; }
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
    """Rows of words, plots and numbers; `left` and `right` are the room for the words and for the numbers."""

    def __init__(self, title: str, left: int = LEFT, right: int = RIGHT) -> None:
        self.title, self.left, self.right = title, left, right
        self._at = 40
        self._rows: list[str] = []

    def group(self, words: str) -> None:
        """What the rows below have in common."""
        self._rows.append(f'<text class="group" x="16" y="{self._at + 24}">{escape(words)}</text>')
        self._at += 34

    def row(self, words: str, plot: str, height: int, number: str = "", bar: str | None = None) -> None:
        """One plot of so many pixels; `bar` is a smaller one beside it, or the room for one."""
        left = self.left + (0 if bar is None else MIDDLE + GAP)
        middle = self._at + height / 2
        if words:
            self._rows.append(f'<text x="16" y="{middle + 4}">{escape(words)}</text>')
        if bar:
            self._rows.append(_placed(bar, self.left, middle - 7, MIDDLE, 14))
        self._rows.append(_placed(plot, left, self._at, WIDTH - left - self.right, height))
        self._rows.append(f'<text x="{WIDTH - 14}" y="{middle + 4}" text-anchor="end">{escape(number)}</text>')
        self._at += height

    def drawn(self) -> str:
        height = self._at + 12
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}">'
            f'<style>{STYLE}</style><rect class="sheet" width="100%" height="100%" rx="10"/>'
            f'<text class="title" x="16" y="26">{escape(self.title)}</text>{"".join(self._rows)}</svg>\n'
        )


def owed(at: float, height: int) -> str:
    """A line over a plot, at so many percent of its width: what was promised."""
    return f'<line class="owed" x1="{at:.2f}%" x2="{at:.2f}%" y1="2" y2="{height - 2}"/>'


def _placed(plot: str, x: float, y: float, width: float, height: float) -> str:
    return f'<svg x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}">{plot}</svg>'
