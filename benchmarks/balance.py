"""Balance of the games under strong play: `python benchmarks/balance.py [--jobs 16] [--minutes 9] [--write]`.

The networks play against themselves, with a small tree search for every decision, so all seats are equally strong.
Between steps that are about equally good chance decides, so the games differ. Finished games are saved in `--results`,
and the same command continues from there; each subject gets an equal part of `--minutes`. Games of several machines are
merged by putting their files into one folder. `--write` writes the tables to docs/balance.md and the figures to
docs/balance/. The interpretation in docs/balance.md is written by hand.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field, replace
from itertools import count
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from doc_figures import put
from playing_code import weights

import lutetia
from lutetia.arena import plots
from lutetia.arena.aggregate import Aggregate, ItemTotals, WinRate, best_first, mean
from lutetia.arena.match import Plan, seed_for
from lutetia.arena.plot_sheet import PlotSheet
from lutetia.arena.runner import init_worker
from lutetia.bots.level_bot import LevelBot
from lutetia.bots.profile import Learned, Method
from lutetia.bots.situation import Situation
from lutetia.bots.trained import evaluator_for
from lutetia.core.json_lines import drop_half_line, lines_of
from lutetia.core.json_types import Json
from lutetia.core.kernel import StepList

DOCS = Path(__file__).parent.parent / "docs"
PAGE, PICTURES = DOCS / "balance.md", DOCS / "balance"
SEED = 1889
BOT = "network"
PLACES = ("plays first", "plays second", "plays third", "plays fourth")
FEWEST = 10
"""Takers from which on something can be said about them."""
RARE, COMMON = 0.1, 0.9
"""Shares of games: below the first a prize is rarely taken, above the second nearly always."""


@dataclass(frozen=True)
class Subject:
    """One set of games to measure."""

    name: str
    game: str
    players: int
    games: int
    options: Json = field(default_factory=dict)
    evaluations: int = 64
    """Of each decision."""

    @property
    def plan(self) -> Plan:
        return Plan(self.game, (BOT,), self.players, SEED, self.options)


SUBJECTS = (
    Subject("lumiere", "lumiere", 2, 4_000),
    Subject("lumiere-random", "lumiere", 2, 4_000, {"postcards": "random"}),
    Subject("paris-2", "paris", 2, 2_000),
    Subject("paris-3", "paris", 3, 2_000),
    Subject("paris-4", "paris", 4, 2_000),
)


def play(subject: Subject, number: int) -> Json:
    """The record of one game."""
    game = lutetia.new(
        subject.game, seed=seed_for(SEED, "deal", number), players=subject.players, options=subject.options
    )
    assert evaluator_for(game.ruleset), f"no network has learned {subject.name}"
    method = Method(0, learned=Learned(subject.evaluations))
    bots = [LevelBot(lambda _profile: method, seed_for(SEED, number, seat) >> 24) for seat in range(subject.players)]
    legal = StepList(len(game.ruleset.step_texts))
    while not game.over:
        situation = Situation(game.ruleset, game.kernel, game.step_count, legal)
        game.play(game.ruleset.step_texts[bots[game.kernel.seat].decide(situation)])
    return game.record()


@dataclass
class Edge:
    """How much more often the takers of an item win than seats in the same place in the order of play do."""

    above: float = 0.0
    variance: float = 0.0
    takers: int = 0

    @property
    def interval(self) -> tuple[float, float]:
        """95 %, by the normal approximation."""
        middle, half = self.above / self.takers, 1.96 * sqrt(self.variance) / self.takers
        return middle - half, middle + half


@dataclass
class Played:
    """The games of a subject, counted."""

    tally: Aggregate
    edges: dict[str, dict[str, Edge]]
    """By kind and name of the item."""


def edges(records: list[Json], tally: Aggregate, ruleset: Any) -> dict[str, dict[str, Edge]]:
    """What taking an item goes with, apart from the place in the order of play."""
    usual = [rate.rate for rate in tally.turns]
    found: dict[str, dict[str, Edge]] = {kind: defaultdict(Edge) for kind in tally.statistics.items}
    for record in records:
        ranks = ruleset.ranks(record["result"])
        winners = [seat for seat in ruleset.seats if ranks[seat] == 1]
        begins = ruleset.seats.index(record["first"])
        for kind, items in tally.statistics.items.items():
            for name, seat in set(items.taken(record)):
                expected = usual[(ruleset.seats.index(seat) - begins) % len(ruleset.seats)]
                edge = found[kind][name]
                edge.above += (seat in winners) / len(winners) - expected
                edge.variance += expected * (1 - expected)
                edge.takers += 1
    return found


def played(subject: Subject, folder: Path, file: str, jobs: int, minutes: float) -> Played:
    """All games that there is time for, and those that are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    name, deadline = f"{subject.name}-{subject.evaluations}-{weights(subject.game)}", time.monotonic() + 60 * minutes
    kept: dict[int, Json] = {}
    for path in sorted(folder.glob(f"{name}*.jsonl")):
        kept |= {found["number"]: found["record"] for found in lines_of(path)}
    missing = (number for number in count() if number not in kept and number < subject.games)
    running: dict[Future[Json], int] = {}
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=init_worker)
    own = folder / f"{name}{file}.jsonl"
    drop_half_line(own)
    with own.open("a", encoding="utf-8") as new:
        left = subject.games - len(kept)
        while left or running:
            while left and len(running) < 2 * jobs and time.monotonic() < deadline:
                number = next(missing)
                running[pool.submit(play, subject, number)] = number
                left -= 1
            if not running:
                break
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                number = running.pop(future)
                kept[number] = future.result()
                print(json.dumps({"number": number, "record": kept[number]}), file=new, flush=True)
    pool.shutdown()
    tally = Aggregate(subject.plan)
    ruleset: Any = lutetia.ruleset(subject.game, options=subject.options, players=subject.players)
    records = [record for _number, record in sorted(kept.items())][: subject.games]
    nothing = dict.fromkeys(ruleset.seats, 0)
    for record in records:
        seats = dict.fromkeys(ruleset.seats, BOT)
        tally.add([{"record": record, "seats": seats, "steps": nothing, "seconds": nothing, "faults": []}])
    return Played(tally, edges(records, tally, ruleset))


# ---- tables ------------------------------------------------------------------------------------------------------


def tables(subject: Subject, found: Played) -> str:
    """All tables of a subject, as Markdown."""
    tally = found.tally
    points = tally.bots[BOT].points
    length = f"{mean(tally.rounds):.0f} turns ({spread(tally.rounds)}), {mean(tally.lengths):.0f} steps"
    lines = [
        f"{tally.games:,} games with {subject.evaluations} evaluations per decision. A game takes {length}.",
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
        lines += [
            f"| {items.title} | taken | takers win | than others in their place | |",
            "|---|---|---|---|---|",
        ]
        lines += [
            f"| {items.label(name)} | {totals.taken / totals.offered:.0%} | {totals.takers.rate:.0%} | "
            f"{signed(found.edges[kind][name])} | {remark(totals, found.edges[kind][name])} |"
            for name, totals in best_first(tally.items[kind])
            if totals.taken
        ]
        never = [items.label(name) for name, totals in best_first(tally.items[kind]) if not totals.taken]
        lines += ["", f"Never taken: {', '.join(never)}."] if never else []
    return "\n".join(lines)


def signed(edge: Edge) -> str:
    """In percentage points."""
    if edge.takers < FEWEST:
        return "–"
    low, high = edge.interval
    return f"{100 * edge.above / edge.takers:+.0f} ({100 * low:+.0f} to {100 * high:+.0f})".replace("-", "−")


def remark(totals: ItemTotals, edge: Edge) -> str:
    """Notable results. Of twenty prizes, about one is outside its interval by chance alone."""
    low, high = edge.interval
    remarks = []
    if totals.taken < RARE * totals.offered:
        remarks.append("rarely taken")
    if totals.taken > COMMON * totals.offered:
        remarks.append("nearly always taken")
    if low > 0 and edge.takers >= FEWEST:
        remarks.append("correlates with winning")
    if high < 0 and edge.takers >= FEWEST:
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
    points = tally.bots[BOT].points
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


def write(subject: Subject, found: Played) -> None:
    begin, end = f"<!-- {subject.name}: python benchmarks/balance.py --write -->", f"<!-- end of {subject.name} -->"
    put(PAGE, begin, end, tables(subject, found))
    PICTURES.mkdir(exist_ok=True)
    for name, drawn in pictures(subject, found.tally).items():
        (PICTURES / name).write_text(drawn)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", type=Path, default=Path("build/balance"), help="folder for finished games")
    parser.add_argument("--file", default="", help="end of the names of new files, one for each machine")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=1e6, help="stop after this time")
    parser.add_argument("--only", default="", help="one of " + ", ".join(subject.name for subject in SUBJECTS))
    parser.add_argument("--evaluations", type=int, help="per decision, if not the usual number")
    parser.add_argument("--games", type=int, help="games per subject, if not the usual number")
    parser.add_argument("--write", action="store_true", help="write to docs/balance.md and docs/balance/")
    arguments = parser.parse_args()
    chosen = [subject for subject in SUBJECTS if arguments.only in ("", subject.name)]
    began = time.monotonic()
    for at, usual in enumerate(chosen):
        evaluations = usual.evaluations if arguments.evaluations is None else arguments.evaluations
        subject = replace(usual, evaluations=evaluations, games=arguments.games or usual.games)
        left = max(0.0, arguments.minutes - (time.monotonic() - began) / 60)
        found = played(subject, arguments.results, arguments.file, arguments.jobs, left / (len(chosen) - at))
        if found.tally.games:
            print(f"## {subject.name}\n\n{tables(subject, found)}\n", flush=True)
            if arguments.write:
                write(subject, found)


if __name__ == "__main__":
    main()
