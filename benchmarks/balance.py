"""Balance of the games under good play: `python benchmarks/balance.py [--write]`. Takes some minutes on one core.

A bot plays against itself, so all seats are equally strong. The arena saves the games in `--results`, and the same
command continues from there. `--write` writes the tables to docs/balance.md and the figures to docs/balance/. The
interpretation in docs/balance.md is written by hand. With the strongest bots: `--bot level6 --jobs 16 --write`.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from pathlib import Path

from doc_figures import put

from lutetia.arena import plots, runner
from lutetia.arena.aggregate import Aggregate, ItemTotals, WinRate, best_first, mean
from lutetia.arena.match import Plan
from lutetia.arena.plot_sheet import PlotSheet
from lutetia.arena.results import file_name, open_results

DOCS = Path(__file__).parent.parent / "docs"
PAGE, PICTURES = DOCS / "balance.md", DOCS / "balance"
SEED = 1889
PLACES = ("plays first", "plays second", "plays third", "plays fourth")
RARE, COMMON = 0.1, 0.9
"""Shares of games: below the first a prize is rarely taken, above the second nearly always."""


@dataclass(frozen=True)
class Subject:
    """One set of games to measure."""

    name: str
    game: str
    players: int
    bot: str
    games: int

    @property
    def plan(self) -> Plan:
        options = {"postcards": "random"} if self.game == "lumiere" else {}
        return Plan(self.game, (self.bot,), self.players, SEED, options).checked()


SUBJECTS = (
    Subject("lumiere", "lumiere", 2, "level3", 200),
    Subject("paris-2", "paris", 2, "level4", 100),
    Subject("paris-3", "paris", 3, "level3", 100),
    Subject("paris-4", "paris", 4, "level3", 100),
)


def played(subject: Subject, folder: Path, jobs: int) -> Aggregate:
    plan = subject.plan
    with open_results(folder / file_name(plan), plan) as kept:
        tally = runner.run(plan, subject.games, jobs=jobs, results=kept)
    assert not tally.faults, "one of our bots lost a move: the machine is too busy to measure"
    return tally


# ---- tables ------------------------------------------------------------------------------------------------------


def tables(subject: Subject, tally: Aggregate) -> str:
    """All tables of a subject, as Markdown."""
    points = tally.bots[subject.bot].points
    length = f"{mean(tally.rounds):.0f} turns ({spread(tally.rounds)}), {mean(tally.lengths):.0f} steps"
    lines = [
        f"{tally.games} games of {subject.bot} against itself, seed {SEED}. A game takes {length}.",
        "",
        "| | wins | 95 % interval |",
        "|---|---|---|",
        *(f"| {place} | {rate.rate:.0%} | {span(rate)} |" for place, rate in zip(PLACES, tally.turns, strict=False)),
        "",
        f"![Points and length]({PICTURES.name}/{subject.name}.svg)",
        "",
        "| points from | mean | middle 90 % |",
        "|---|---|---|",
        *(
            f"| {title} | {mean(points[source]):.1f} | {spread(points[source])} |"
            for source, title in tally.statistics.sources.items()
        ),
    ]
    for kind, items in tally.statistics.items.items():
        lines += ["", f"![{items.title}]({PICTURES.name}/{subject.name}-{kind}.svg)", ""]
        lines += [f"| {items.title} | taken | takers win | 95 % interval | |", "|---|---|---|---|---|"]
        lines += [
            f"| {items.label(name)} | {totals.taken / totals.offered:.0%} | {totals.takers.rate:.0%} | "
            f"{span(totals.takers)} | {remark(totals, tally)} |"
            for name, totals in best_first(tally.items[kind])
            if totals.taken
        ]
        never = [items.label(name) for name, totals in best_first(tally.items[kind]) if not totals.taken]
        lines += ["", f"Never taken: {', '.join(never)}."] if never else []
    return "\n".join(lines)


def remark(totals: ItemTotals, tally: Aggregate) -> str:
    """Notable results. Of twenty prizes, about one is outside its interval by chance alone."""
    low, high = totals.takers.interval
    fair, remarks = 1 / tally.plan.players, []
    if totals.taken < RARE * totals.offered:
        remarks.append("rarely taken")
    if totals.taken > COMMON * totals.offered:
        remarks.append("nearly always taken")
    if low > fair:
        remarks.append("correlates with winning")
    if high < fair:
        remarks.append("correlates with losing")
    return ", ".join(remarks)


def spread(counted: object) -> str:
    values = sorted(counted.elements())  # type: ignore[attr-defined]
    return f"{values[len(values) // 20]} to {values[-1 - len(values) // 20]}"


def span(rate: WinRate) -> str:
    low, high = rate.interval
    return f"{low:.0%}–{high:.0%}"


# ---- pictures ----------------------------------------------------------------------------------------------------


def pictures(subject: Subject, tally: Aggregate) -> dict[str, str]:
    """All figures of a subject, by file name."""
    fair = 1 / subject.players
    found = {}
    picture = PlotSheet(f"{tally.manifest.title}: {subject.players} players")
    for place, rate in zip(PLACES, tally.turns, strict=False):
        picture.row(place, whisker(rate, fair), 30, f"{rate.rate:.0%}")
    picture.row("", plots.axis(plots.RATES, percent=True, about=4), 18)
    points = tally.bots[subject.bot].points
    scale = plots.around(*points.values())
    for source, title in tally.statistics.sources.items():
        said = f"{title}: {mean(points[source]):.1f}"
        plot = plots.histogram(points[source], scale, colour="var(--ink-2)", label=said, height=44)
        picture.row(title, plot, 50, f"{mean(points[source]):.1f}")
    picture.row("", plots.axis(scale), 18)
    for title, counted in (("turns", tally.rounds), ("steps", tally.lengths)):
        around = plots.around(counted)
        plot = plots.histogram(counted, around, colour="var(--ink-3)", label=title, height=44)
        picture.row(title, plot, 46, f"{mean(counted):.0f}")
        picture.row("", plots.axis(around), 18)
    found[f"{subject.name}.svg"] = picture.drawn()
    for kind, items in tally.statistics.items.items():
        picture = PlotSheet(f"{items.title}: how often they are taken, and how often their takers win")
        for name, totals in best_first(tally.items[kind]):
            if not totals.taken:
                continue
            share = totals.taken / totals.offered
            bar = plots.bar(share, "var(--ink-2)", f"{share:.0%}")
            picture.row(items.label(name), whisker(totals.takers, fair), 30, f"{totals.takers.rate:.0%}", bar)
        picture.row("", plots.axis(plots.RATES, percent=True, about=4), 18, bar="")
        found[f"{subject.name}-{kind}.svg"] = picture.drawn()
    return found


def whisker(rate: WinRate, fair: float) -> str:
    low, high = rate.interval
    return plots.whisker(rate.rate, low, high, fair=fair, colour="var(--glow)", label=f"{rate.rate:.0%}")


def write(subject: Subject, tally: Aggregate) -> None:
    begin, end = f"<!-- {subject.name}: python benchmarks/balance.py --write -->", f"<!-- end of {subject.name} -->"
    put(PAGE, begin, end, tables(subject, tally))
    PICTURES.mkdir(exist_ok=True)
    for name, drawn in pictures(subject, tally).items():
        (PICTURES / name).write_text(drawn)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", type=Path, default=Path("build/balance"), help="folder for finished games")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="", help="one of " + ", ".join(subject.name for subject in SUBJECTS))
    parser.add_argument("--bot", default="", help="let this bot play, such as level6, and not the usual ones")
    parser.add_argument("--games", type=int, default=0, help="games per subject, if not the usual number")
    parser.add_argument("--write", action="store_true", help="write to docs/balance.md and docs/balance/")
    arguments = parser.parse_args()
    for usual in SUBJECTS:
        subject = replace(usual, bot=arguments.bot or usual.bot, games=arguments.games or usual.games)
        if arguments.only in ("", subject.name):
            tally = played(subject, arguments.results, arguments.jobs)
            print(f"## {subject.name}\n\n{tables(subject, tally)}\n", flush=True)
            if arguments.write:
                write(subject, tally)


if __name__ == "__main__":
    main()
