"""Relative strength of the bots, with intervals: `python benchmarks/ladder.py [--write]`. Takes hours on one core.

Paired games (same deal, seats rotated), seed 1889. A rung with a bound stops as soon as the result is clear (see "How
it is measured" in docs/arena.md). Every finished pair is saved in `--results`, and the same command continues from
there. If the code of the bots or games has changed, it starts again. `--write` writes the finished rungs to
docs/bots.md and draws them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from doc_figures import put
from draw import draw

from lutetia.arena import runner
from lutetia.arena.aggregate import Aggregate
from lutetia.arena.match import Plan
from lutetia.arena.results import Results, file_name, open_results

PAGE = Path(__file__).parent.parent / "docs" / "bots.md"
BEGIN, END = "<!-- ladder: python benchmarks/ladder.py --write -->", "<!-- end of the ladder -->"
SEED = 1889
TITLES = {"lumiere": "La Cité de la Lumière", "paris": "Paris"}


@dataclass(frozen=True)
class Rung:
    """One bot against another (with three or four players: against several copies of it), and the target."""

    game: str
    bot: str
    rival: str
    target: str = ""
    players: int = 2
    pairs: int = 50
    bound: float | None = None
    """Stop as soon as the rate is significantly above or below this."""

    @property
    def plan(self) -> Plan:
        limit = 600.0 if self.bot == "level5" else 10.0  # so that it loses no moves on a busy machine
        return Plan(self.game, (self.bot, self.rival), self.players, SEED, limit=limit).checked()

    @property
    def title(self) -> str:
        return TITLES[self.game] + (f", {self.players} players" if self.game == "paris" else "")


def rungs() -> Iterator[Rung]:
    """All rungs, in the order of the table."""
    for game in TITLES:
        for n in range(2, 6):
            yield Rung(game, f"level{n}", f"level{n - 1}", "lower bound above 60 %", bound=0.6)
        yield Rung(game, "level5", "greedy", "≥ 90 %")
        yield Rung(game, "level5", "random", "≥ 99 %")
        for n in range(2, 5):
            yield Rung(game, f"level{n}", "greedy", pairs=20)
    for players in (3, 4):
        for n in range(2, 5):
            yield Rung("paris", f"level{n}", f"level{n - 1}", players=players, pairs=10)


def finished(rung: Rung, folder: Path, jobs: int) -> Aggregate:
    plan = rung.plan
    with open_results(folder / file_name(plan), plan) as kept:
        return runner.run(plan, rung.pairs, jobs=jobs, results=kept, until_above=rung.bound)


def kept_so_far(rung: Rung, folder: Path, jobs: int) -> Aggregate | None:
    """The saved results of the rung, without playing any more games."""
    plan = rung.plan
    path = folder / file_name(plan)
    if not path.exists():
        return None
    with open_results(path, plan) as kept:
        return runner.run(plan, whole(kept), jobs=jobs, results=kept) if whole(kept) else None


def whole(kept: Results) -> int:
    """Number of consecutive finished pairs, counted from the first."""
    pairs = 0
    while pairs in kept:
        pairs += 1
    return pairs


def row(rung: Rung, tally: Aggregate, last_title: str) -> str:
    duel = tally.duel(rung.bot, rung.rival)
    assert duel is not None
    rate, (low, high), pairs = duel
    assert not tally.faults, "one of our bots lost a move: the machine is too busy to measure"
    met = f"{rung.bot} against {rung.rival}".replace("level", "level ")
    title = "" if rung.title == last_title else rung.title
    return f"| {title} | {met} | {pairs} | {rate:.0%} | {low:.0%}–{high:.0%} | {rung.target} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", type=Path, default=Path("build/ladder"), help="folder for finished pairs")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="", help="only rungs with all of these words, as in 'paris level5'")
    parser.add_argument("--kept", action="store_true", help="play nothing; print the saved results")
    parser.add_argument("--write", action="store_true", help="write the table and its figure to docs/bots.md")
    arguments = parser.parse_args()
    lines = ["| game | match | pairs | finishes ahead | 95 % interval | target |", "|---|---|---|---|---|---|"]
    last_title = ""
    for rung in rungs():
        words = f"{rung.game} {rung.bot} {rung.rival} {rung.players}"
        if not all(word in words.split() for word in arguments.only.split()):
            continue
        tally = (kept_so_far if arguments.kept else finished)(rung, arguments.results, arguments.jobs)
        if tally is None:
            continue
        lines.append(row(rung, tally, last_title))
        last_title = rung.title
        print(lines[-1], flush=True)
    if arguments.write:
        put(PAGE, BEGIN, END, "\n".join(lines))
        draw("ladder.svg")


if __name__ == "__main__":
    main()
