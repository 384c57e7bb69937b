"""Draw docs/figures from the tables in the pages: `python benchmarks/draw.py`.

A benchmark writes its measurements to a table of its page (`--write`), and then draws that table. So a figure always
shows what its page says. A test checks this.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from math import log10
from pathlib import Path

from doc_figures import tables

from lutetia.arena import plots
from lutetia.arena.plot_sheet import PlotSheet, target

DOCS = Path(__file__).parent.parent / "docs"
PICTURES = DOCS / "figures"
FIGURES = "<!-- end of figures -->"
OURS, PEER = "var(--glow)", "var(--ink-2)"
Rows = list[list[str]]


def speed() -> PlotSheet:
    """Speed of our rules and OpenSpiel's, from docs/performance.md."""
    (rows,) = tables(DOCS / "performance.md", "<!-- figures: python benchmarks/speed.py", FIGURES)
    kinds = {
        "complete random games, compiled": "Complete random games per second",
        "… in steps": "Steps per second, including every list of legal steps",
        "list and play steps from Python": "Steps per second from Python, each with its list",
    }
    groups: dict[str, dict[str, tuple[float, float | None]]] = {title: {} for title in kinds.values()}
    game, group = "", None
    for what, measured, bound, _factor in rows:
        if named := re.match(r"\*\*(.*)\*\*", what):
            game = named[1]
        if peer := re.match(r"… OpenSpiel.*`(.*)`", what):
            if group:
                groups[group][f"OpenSpiel, {plain(peer[1])}"] = number(measured), None
            continue
        group = next((title for words, title in kinds.items() if words in what), None)
        if group:
            groups[group][game] = number(measured), number(bound)
    picture = PlotSheet("Speed on one core: Lutetia and OpenSpiel; the line marks the target")
    for group, bars in groups.items():
        picture.group(group)
        amounts(picture, dict(sorted(bars.items(), key=lambda bar: bar[1][1] is None)))  # ours first
    return picture


def search() -> PlotSheet:
    """Speed of our search and OpenSpiel's, and proven endgames, from docs/bots.md."""
    simulations, proven = tables(DOCS / "bots.md", "<!-- figures: python benchmarks/search.py", FIGURES)
    picture = PlotSheet("Search on one core; the line marks the target")
    picture.group("Simulations per second, rollouts to the end")
    amounts(picture, {plain(row[0]): (number(row[1]), number(row[2]) if row[2] else None) for row in simulations})
    picture.group("La Cité de la Lumière: endgames proven within one second")
    for before, said in proven:
        good, games = map(int, said.split(" of "))
        picture.row(f"{before} steps before the end", bar(good / games, "var(--ink-3)", said), 24, said)
    return picture


def ladder() -> PlotSheet:
    """Relative strength of the bots, from docs/bots.md."""
    (rows,) = tables(DOCS / "bots.md", "<!-- ladder:", "<!-- end of the ladder -->")
    picture = PlotSheet("How often the first bot finishes ahead, with 95 % intervals; the line marks the target")
    for game, met, _pairs, rate, interval, bound, *_seconds in rows:
        if game:
            picture.group(game)
        whisker(picture, met, rate, interval.split("–"), share(bound) if bound else None)
    picture.row("", plots.axis(plots.RATES, percent=True, about=4), 18)
    return picture


SHORTER = {
    r", [\d,]+ games per step| through rl_environment": "",
    "^La Cité de la Lumière through": "Lumière through",
    ", two players through": " through",
    "Gymnasium, against": "Gymnasium against",
    "flat observations$": "flat",
}
"""What the rows of the environments leave out, so that they fit beside their figures."""


def envs() -> PlotSheet:
    """Speed of our environments and of their peers, from docs/envs.md."""
    (steps,) = tables(DOCS / "envs.md", "<!-- figures: python benchmarks/envs.py", FIGURES)
    at = plots.Scale(3, 7)
    picture = PlotSheet("Random legal steps per second on one core (logarithmic scale)")
    groups: dict[str, Rows] = {"Vector environments": [], "One game at a time": []}
    arrays, single = groups.values()
    for row in steps:
        (single if re.search("PettingZoo|Gymnasium|OpenSpiel", row[0]) else arrays).append(row)
    for group, rows in groups.items():
        picture.group(group)
        for what, measured, bound in rows:
            words = plain(what)
            for long, short in SHORTER.items():
                words = re.sub(long, short, words)
            colour = PEER if words.startswith(("Pgx", "PettingZoo", "Gymnasium", "OpenSpiel")) else OURS
            line = target(at.at(log10(number(bound))), 24) if bound else ""
            picture.row(words, dot(at.at(log10(number(measured))), colour, measured) + line, 24, measured)
    ticks = {3: "1,000", 4: "10,000", 5: "100,000", 6: "1 million", 7: "10 million"}
    anchors = {3: "start", 7: "end"}
    marks = (
        f'<text x="{at.at(power):.2f}%" y="13" text-anchor="{anchors.get(power, "middle")}">{said}</text>'
        for power, said in ticks.items()
    )
    picture.row("", f'<g class="axis">{"".join(marks)}</g>', 18)
    return picture


def rivals() -> PlotSheet:
    """Strength of our search against OpenSpiel's bots, from docs/envs.md."""
    (rows,) = tables(DOCS / "envs.md", "<!-- rivals: python benchmarks/strength.py", "<!-- end of the rivals -->")
    picture = PlotSheet("How often we finish ahead of OpenSpiel's bots at equal time, with 95 % intervals")
    for game, met, _pairs, rate, interval, bound, *_seconds in rows:
        if game:
            picture.group(game)
        whisker(picture, met, rate, interval.split("–"), share(bound))
    picture.row("", plots.axis(plots.RATES, percent=True, about=4), 18)
    return picture


def calibration() -> PlotSheet:
    """Whether chances come true, from docs/analysis.md."""
    _scores, rows = tables(DOCS / "analysis.md", "<!-- figures: python benchmarks/calibration.py", FIGURES)
    picture = PlotSheet("How often a chance came true; on the straight line it is exactly as often as was said")
    xs = [float(percent) for percent in range(0, 101, 10)]
    ticks = {0.0: "0 %", 50.0: "50 % said", 100.0: "100 %"}
    for title, *cells in rows:
        pairs = [tuple(map(number, cell.split("→"))) for cell in cells if cell]
        said = [at for at, _true in pairs]
        true = [happened for _at, happened in pairs]
        at = sorted({*xs, *said})
        came = [_between(said, true, x) for x in at]
        picture.lines(plain(title), at, [("exact", PEER, at), ("came true", OURS, came)], ticks, unit="%")
    return picture


def _between(xs: list[float], ys: list[float], x: float) -> float:
    """The value at x on the line through these points; NAN beyond its ends."""
    for (left, low), (right, high) in pairwise(zip(xs, ys, strict=True)):
        if left <= x <= right:
            return low + (high - low) * (x - left) / max(right - left, 1e-9)
    return float("nan")


DRAWN: dict[str, Callable[[], PlotSheet]] = {
    "speed.svg": speed,
    "search.svg": search,
    "ladder.svg": ladder,
    "envs.svg": envs,
    "rivals.svg": rivals,
    "calibration.svg": calibration,
}


def number(words: str) -> float:
    """The first number in the text: 147578 for "147,578 games/s"."""
    found = re.search(r"\d[\d,]*", words)
    assert found, words
    return float(found[0].replace(",", ""))


def share(words: str) -> float:
    """A percentage as a fraction: 0.6 for "lower bound above 60 %"."""
    return number(words) / 100


def plain(words: str) -> str:
    """The text without Markdown; OpenSpiel's "hex(board_size=8)" becomes "hex 8 × 8"."""
    return re.sub(r"\(.*=8\)", " 8 × 8", words.replace("`", ""))


def amounts(picture: PlotSheet, bars: dict[str, tuple[float, float | None]]) -> None:
    """Draw bars on a scale from zero to the largest value; ours are gold."""
    most = max(value for value, _bound in bars.values())
    for words, (value, bound) in bars.items():
        colour, said = PEER if words.startswith("OpenSpiel") else OURS, f"{value:,.0f}"
        picture.row(
            words, bar(value / most, colour, said) + (target(100 * bound / most, 24) if bound else ""), 24, said
        )


def whisker(picture: PlotSheet, words: str, rate: str, interval: list[str], bound: float | None = None) -> None:
    low, high = map(share, interval)
    plot = plots.whisker(share(rate), low, high, fair=0.5, colour=OURS, label=rate)
    picture.row(words, plot + (target(100 * bound, 30) if bound else ""), 30, rate)


def bar(share: float, colour: str, said: str) -> str:
    """A bar, vertically centred in a row of 24 pixels."""
    return f'<svg y="5">{plots.bar(share, colour, said)}</svg>'


def dot(at: float, colour: str, said: str) -> str:
    return (
        '<line class="rail" x1="0" x2="100%" y1="12" y2="12"/>'
        f'<circle class="dot" cx="{at:.2f}%" cy="12" r="6.5" fill="{colour}"><title>{said}</title></circle>'
    )


def draw(*names: str) -> None:
    """Draw the named figures, or all of them."""
    PICTURES.mkdir(exist_ok=True)
    for name in names or DRAWN:
        (PICTURES / name).write_text(DRAWN[name]().drawn(), "utf-8")


if __name__ == "__main__":
    draw()
