"""Plots and the table of the simulated evening, for docs/scale.md."""

from __future__ import annotations

from pathlib import Path

from doc_figures import put
from evening import FAILURES, SLOW

from lutetia.arena.plot_sheet import PlotSheet

DOCS = Path(__file__).parent.parent / "docs"
PAGE, PICTURES = DOCS / "scale.md", DOCS / "scale"
BEGIN, END = "<!-- evening: python benchmarks/evening.py --write -->", "<!-- end of the evening -->"
GOLD, BLUE, GREEN = "var(--glow)", "var(--ink-2)", "var(--ink-3)"
Hours = dict[int, dict[str, float]]


def evening_sheet(hours: Hours) -> str:
    minutes = list(hours)
    ticks = {float(minute): f"{minute // 60}:00" for minute in minutes if minute % 120 == 0}

    def of(name: str, times: float = 1.0) -> list[float]:
        return [times * hour[name] for hour in hours.values()]

    sheet = PlotSheet("An evening with 100,000 players, simulated")
    sheet.lines("Players", minutes, [("players", GOLD, of("players"))], ticks)
    sheet.lines("Steps per second, of people and bots", minutes, [("steps", GOLD, of("steps"))], ticks)
    both = [("p50", GREEN, of("steps_p50")), ("p99", GOLD, of("steps_p99"))]
    sheet.lines("Until a step is acknowledged, in ms", minutes, both, ticks)
    both = [("p50", GREEN, of("updates_p50")), ("p99", GOLD, of("updates_p99"))]
    sheet.lines("Until the others see it, in ms", minutes, both, ticks)
    bots = [
        (f"level {number}" if number else f"levels 1 to {SLOW[0] - 1}", colour, of(f"bots{number}_p99", 0.001))
        for number, colour in zip((0, *SLOW), (GREEN, BLUE, GOLD), strict=True)
    ]
    sheet.lines("Until a bot has answered, p99 in seconds", minutes, bots, ticks)
    used = [
        ("web", GOLD, of("web", 100)),
        ("primary", BLUE, of("primary", 100)),
        ("workers", GREEN, of("workers", 100)),
    ]
    sheet.lines("Utilisation", minutes, used, ticks, unit="%")
    sheet.lines("Requests waiting in a web process, mean", minutes, [("queue", GOLD, of("web_queue"))], ticks)
    return sheet.drawn()


def p99_seconds(row: dict[str, float], what: str) -> float:
    """The p99; NAN if there was none in this second."""
    return row[f"{what}_p99"] / 1000 or float("nan")


def failures_sheet(failures: dict[str, Hours], words: dict[str, str]) -> str:
    sheet = PlotSheet("Failures at 21:00, simulated second by second")
    for name, seconds in failures.items():
        xs = [float(second) for second in seconds]
        ticks = {second: f"{second:+.0f} s" if second else "0" for second in xs if second % 10 == 0}
        steps = [("steps", GOLD, [row["steps"] for row in seconds.values()])]
        sheet.lines(f"{words[name][0].upper()}{words[name][1:]}: steps of people per second", xs, steps, ticks)
        both = [
            ("acknowledged", GOLD, [p99_seconds(row, "steps") for row in seconds.values()]),
            ("seen by the others", BLUE, [p99_seconds(row, "updates") for row in seconds.values()]),
        ]
        sheet.lines("p99 in seconds", xs, both, ticks)
    return sheet.drawn()


def bots_p99(row: dict[str, float]) -> str:
    """How long the bots take that answer quickly, and each slow level."""
    slow = (f"{row[f'bots{number}_p99'] / 1000:.1f} s" for number in SLOW)
    return ", ".join((f"{row['bots0_p99']:.0f} ms", *slow))


def table(hours: Hours, smaller: dict[str, Hours], failures: dict[str, Hours]) -> str:
    """What the page says in numbers."""
    bots = f"bot p99, levels 1–{SLOW[0] - 1}, {', '.join(map(str, SLOW))}"
    heads = ("time", "players", "steps/s", "step p50, p99", "others see it p99", bots)
    lines = [f"| {' | '.join(heads)} | web, primary, workers busy |", "|---|---|---|---|---|---|---|"]
    for minute, row in hours.items():
        if minute % 60 == 0:
            lines.append(
                f"| {minute // 60}:00 | {row['players']:,.0f} | {row['steps']:,.0f} "
                f"| {row['steps_p50']:.1f}, {row['steps_p99']:.1f} ms | {row['updates_p99']:.1f} ms "
                f"| {bots_p99(row)} | {row['web']:.0%}, {row['primary']:.0%}, {row['workers']:.0%} |"
            )
    lines += ["", f"| at the peak with | busy | step p99 | {bots} |", "|---|---|---|---|"]
    for what, words in (("webs", "web processes"), ("workers", "cores for bots")):
        for number, row in smaller[what].items():
            busy = row["web" if what == "webs" else what]
            lines.append(f"| {number:,} {words} | {busy:.0%} | {row['steps_p99']:.1f} ms | {bots_p99(row)} |")
    lines += ["", "| at 21:00 | slowest step | slowest update | as before after |", "|---|---|---|---|"]
    for name, seconds in failures.items():
        before = max(row["updates_p99"] for second, row in seconds.items() if second < 0)
        late = [second for second, row in seconds.items() if second >= 0 and row["updates_p99"] > 2 * before]
        slowest = (max(row[f"{what}_most"] for row in seconds.values()) / 1000 for what in ("steps", "updates"))
        step, update = (f"{value:.2f} s" for value in slowest)
        lines.append(f"| {FAILURES[name][0]} | {step} | {update} | {max(late, default=-1) + 1} s |")
    return "\n".join(lines)


def write(hours: Hours, smaller: dict[str, Hours], failures: dict[str, Hours]) -> None:
    """Put the table and the plots into the documentation."""
    PICTURES.mkdir(exist_ok=True)
    (PICTURES / "evening.svg").write_text(evening_sheet(hours), "utf-8")
    words = {name: said for name, (said, _what) in FAILURES.items()}
    (PICTURES / "failures.svg").write_text(failures_sheet(failures, words), "utf-8")
    put(PAGE, BEGIN, END, table(hours, smaller, failures))
