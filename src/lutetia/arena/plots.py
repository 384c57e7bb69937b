"""Small plots as SVG, for a page.

Positions are percentages, so a plot can have any width while its text keeps its size.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

from lutetia.core import numbers

MOST_BARS = 40


@dataclass(frozen=True)
class Scale:
    """Numbers from `low` to `high`, across a plot from left to right."""

    low: float
    high: float

    def at(self, value: float) -> float:
        """The place in percent."""
        return 100 * (value - self.low) / (self.high - self.low) if self.high > self.low else 50.0

    def ticks(self, about: int = 5) -> list[float]:
        """About this many round numbers within the scale."""
        step = nice_step((self.high - self.low) / max(1, about))
        first, last = ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9)
        return [round(i * step, 10) for i in range(first, last + 1)]


RATES = Scale(0, 1)


def nice_step(rough: float) -> float:
    """The next of 1, 2, 5, 10, 20, … that is at least this."""
    if rough <= 0:
        return 1.0
    power: float = 10.0 ** floor(log10(rough))
    return next(nice * power for nice in (1, 2, 5, 10) if nice * power >= rough * (1 - 1e-9))


def whisker(rate: float, low: float, high: float, *, fair: float, colour: str, label: str, scale: Scale = RATES) -> str:
    """A rate with its interval, on a line that marks what a fair share would be."""
    at, left, right, middle = (scale.at(value) for value in (rate, low, high, fair))
    return _svg(
        30,
        label,
        '<line class="rail" x1="0" x2="100%" y1="15" y2="15"/>'
        f'<line class="fair" x1="{middle:.2f}%" x2="{middle:.2f}%" y1="1" y2="29"/>'
        f'<rect class="span" x="{left:.2f}%" width="{max(right - left, 0.3):.2f}%" y="10" height="10" rx="5" '
        f'fill="{colour}"/>'
        f'<circle class="dot" cx="{at:.2f}%" cy="15" r="6.5" fill="{colour}"/>',
    )


def stack(parts: Sequence[tuple[float, str, str]], label: str) -> str:
    """Shares of a whole, side by side: (share, colour, title)."""
    at, drawn = 0.0, []
    for share, colour, title in parts:
        drawn.append(
            f'<rect x="{100 * at:.2f}%" width="{100 * share:.2f}%" y="0" height="14" fill="{colour}">'
            f"<title>{escape(title)}</title></rect>"
        )
        at += share
    return _svg(14, label, "".join(drawn), "stack")


def bar(share: float, colour: str, label: str) -> str:
    """One share of a whole."""
    return _svg(
        14,
        label,
        '<rect class="groove" x="0" width="100%" y="0" height="14" rx="3"/>'
        f'<rect x="0" width="{100 * share:.2f}%" y="0" height="14" rx="3" fill="{colour}"/>',
    )


def histogram(
    counted: Counter[int], scale: Scale, *, colour: str, label: str, height: int = 64, mark: float | None = None
) -> str:
    """How often each value, or each range of values where there are many; `mark` is a value to point out."""
    total = max(1, counted.total())
    width, bins = binned(counted, scale)
    highest = max(bins.values(), default=1)
    drawn = ['<line class="rail" x1="0" x2="100%" y1="{0}" y2="{0}"/>'.format(height - 0.5)]
    if scale.low < 0 < scale.high:
        drawn.append(f'<line class="fair" x1="{scale.at(0):.2f}%" x2="{scale.at(0):.2f}%" y1="0" y2="{height}"/>')
    for start, times in sorted(bins.items()):
        left, right = scale.at(start), scale.at(start + width)
        tall = max(1.0, (height - 10) * times / highest)
        values = f"{start}" if width == 1 else f"{start}–{start + width - 1}"
        drawn.append(
            f'<rect class="bar" x="{left:.2f}%" width="{right - left:.2f}%" '
            f'y="{height - tall:.1f}" height="{tall:.1f}" '
            f'fill="{colour}"><title>{values}: {numbers.percent(times / total)}</title></rect>'
        )
    if mark is not None:
        at = scale.at(mark + 0.5)
        drawn.append(f'<line class="mark" x1="{at:.2f}%" x2="{at:.2f}%" y1="2" y2="{height}"/>')
    return _svg(height, label, "".join(drawn))


def axis(scale: Scale, *, percent: bool = False, about: int = 5, shift: float = 0.0) -> str:
    """The numbers under a plot. `shift`: how far right of its value a tick stands (half a bar, under a histogram)."""
    drawn = []
    for tick in scale.ticks(about):
        at = scale.at(tick + shift)
        if not -0.01 <= at <= 100.01:
            continue
        anchor = "start" if at < 4 else "end" if at > 96 else "middle"
        text = numbers.percent(tick, 0) if percent else f"{tick:g}".replace("-", "\N{MINUS SIGN}")
        drawn.append(f'<text x="{at:.2f}%" y="13" text-anchor="{anchor}">{text}</text>')
    return f'<svg class="axis" width="100%" height="18" aria-hidden="true">{"".join(drawn)}</svg>'


def around(*counters: Counter[int]) -> Scale:
    """A scale that holds all values of these, with room for the last one's bar."""
    values = [value for counted in counters for value in counted]
    if not values:
        return Scale(0, 1)
    width = bar_width(min(values), max(values))
    low = floor(min(values) / width) * width
    high = (floor(max(values) / width) + 1) * width
    return Scale(low, max(high, low + 5 * width))


def bar_width(low: int, high: int) -> int:
    """How many values share a bar so that there are not too many bars."""
    return max(1, int(nice_step((high - low + 1) / MOST_BARS)))


def binned(counted: Counter[int], scale: Scale) -> tuple[int, dict[int, int]]:
    """The width of a bar, and how often a value falls into each, by the bar's first value."""
    width = bar_width(int(scale.low), int(scale.high) - 1)
    bins: Counter[int] = Counter()
    for value, times in counted.items():
        bins[floor(value / width) * width] += times
    return width, dict(bins)


def _svg(height: int, label: str, inside: str, kind: str = "plot") -> str:
    return (
        f'<svg class="{kind}" width="100%" height="{height}" role="img" aria-label="{escape(label)}">'
        f"<title>{escape(label)}</title>{inside}</svg>"
    )
