"""The figures of a run, drawn: losses, pace and matches over time."""

from __future__ import annotations

from collections.abc import Sequence

from lutetia.arena.plot_sheet import Line, PlotSheet
from lutetia.arena.plots import Scale, axis, nice_step, whisker
from lutetia.core.json_types import Json

COLOURS = ("var(--glow)", "var(--ink-2)", "var(--ink-3)", "var(--faint)")
LOSSES = ("policy", "chance", "score", "margin")
GAIN = Scale(0.5, 2.0)


def curves(game: str, notes: Sequence[Json]) -> str:
    """An SVG file of a run's log."""
    sheet = PlotSheet(f"Training of {game}")
    learned = [note for note in notes if note["kind"] == "learned"]
    steps = [note for note in learned if note["learned_per_second"]]
    if len(steps) > 1:
        minutes = [note["minutes"] for note in steps]
        for loss, colour in zip(LOSSES, COLOURS, strict=True):
            line: Line = (loss, colour, [note["losses"][loss] for note in steps])
            sheet.lines(f"Loss: {loss}, over minutes", minutes, [line], _ticks(minutes[0], minutes[-1]))
    if len(learned) > 1:
        minutes = [note["minutes"] for note in learned]
        ticks = _ticks(minutes[0], minutes[-1])
        sheet.lines("Games per second", minutes, [("games", COLOURS[0], _of(learned, "games_per_second"))], ticks)
        pace = [("evaluations", COLOURS[1], _of(learned, "evaluations_per_second"))]
        sheet.lines("Evaluations per second", minutes, pace, ticks)
        sheet.lines(
            "Positions learned from per second",
            minutes,
            [("learned", COLOURS[2], _of(learned, "learned_per_second"))],
            ticks,
        )
    matches = [note for note in notes if note["kind"] == "match"]
    if matches:
        sheet.group("Matches against the best so far: share of the wins, 1 is fair")
    for note in matches:
        low, mean, high = (min(max(note[name], GAIN.low), GAIN.high) for name in ("low", "gain", "high"))
        plot = whisker(mean, low, high, fair=1.0, colour=COLOURS[0], label=f"network {note['network']}", scale=GAIN)
        sheet.row(f"network {note['network']}, {note['pairs']} pairs", plot, 30, f"{note['gain']:.2f}")
    if matches:
        sheet.row("", axis(GAIN), 18)
    return sheet.drawn()


def _of(notes: Sequence[Json], name: str) -> list[float]:
    return [note[name] for note in notes]


def _ticks(first: float, last: float) -> dict[float, str]:
    step = nice_step((last - first) / 4)
    found, at = {}, step * -(-first // step)
    while at <= last:
        found[at] = f"{at:g}"
        at += step
    return found
