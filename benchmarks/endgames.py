"""How often the bots play a proven endgame as well as possible: `python benchmarks/endgames.py [--jobs 16] [--write]`.

Level 3 plays games of La Cité de la Lumière against itself. Of each game some late positions are proven by the solver
with a large budget, and each bot chooses a step there. A step is optimal if the solver proves the same margin after it.
What is asked are the levels as they are, whose own solver has a smaller budget, and the network's tree alone.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from doc_figures import put
from playing_code import digest

import lutetia
from lutetia.arena.intervals import wilson
from lutetia.bots import bot
from lutetia.bots.level_bot import LONGEST_LINE, LevelBot
from lutetia.bots.profile import BotProfile, Method, profile_for
from lutetia.bots.solver import Solver
from lutetia.core.json_lines import drop_half_line, lines_of

PAGE = Path(__file__).parent.parent / "docs" / "bots.md"
BEGIN, END = "<!-- endgames: python benchmarks/endgames.py --write -->", "<!-- end of the endgames -->"
GAME = "lumiere"
BUDGET = 2_000_000
"""Positions that the proof may visit, twice as many as those of level 5."""
EASY = 1_000_000
"""A proof with fewer positions is within the budget of level 5."""
PER_GAME = 4
"""Positions of one game; more of them would be too much alike."""


def method(level: int, *, solver: bool, profile: BotProfile) -> Method:
    """How a level decides, with or without its solver."""
    found = profile.levels[level - 1]
    return found if solver else replace(found, proof=0)


ASKED = {
    "level 4": partial(method, 4, solver=True),
    "level 5": partial(method, 5, solver=True),
    "level 4, its tree alone": partial(method, 4, solver=False),
    "level 5, its tree alone": partial(method, 5, solver=False),
}
"""Who is asked, as in the table."""


class Prover:
    """Proves the results of positions."""

    def __init__(self, ruleset: Any) -> None:
        kernels = [ruleset.new_kernel() for _depth in range(LONGEST_LINE)]
        self.solver = Solver(kernels, profile_for(GAME).guide(), len(ruleset.step_texts))

    def value(self, game: Any) -> int | None:
        """The result of best play; None if the budget does not suffice."""
        value: int | None = self.solver.solve(game.kernel, BUDGET)[0]
        return value

    def after(self, game: Any, step: str) -> int | None:
        """The result of best play after this step."""
        after = game.copy()
        after.play(step)
        return self.value(after)


def positions(seed: int) -> Iterator[tuple[Any, int, Prover]]:
    """Proven positions of one game, with their results."""
    game = lutetia.new(GAME, seed=seed)
    prover = Prover(game.ruleset)
    bots = {seat: bot("level3", seed) for seat in game.ruleset.seats}
    late = []
    while not game.over:
        legal = game.legal()
        if len(legal) > 1 and game.ruleset.is_open_endgame(game.kernel):
            late.append(game.copy())
        game.play(bots[game.seat].choose(game.view(game.seat), legal))
    found = 0
    for moment in random.Random(seed).sample(late, len(late)):
        value = prover.value(moment)
        if value is not None:
            yield moment, value, prover
            found += 1
            if found == PER_GAME:
                return


def agreement(seed: int, asked: tuple[str, ...] = tuple(ASKED)) -> list[dict[str, Any]]:
    """For each proven position of one game: how many positions its proof took, its result, and that after each choice.

    Results are the solver's: twice the margin, for the seat that decides.
    """
    found = []
    for game, value, prover in positions(seed):
        view, nodes = game.view(game.seat), prover.solver.nodes
        chosen = {
            name: LevelBot(lambda profile, name=name: ASKED[name](profile=profile), seed).choose(view, game.legal())
            for name in asked
        }
        after = {step: prover.after(game, step) for step in sorted(set(chosen.values()))}
        if None not in after.values():
            sign = 1 if game.kernel.seat == 0 else -1
            reached = {name: sign * (after[step] or 0) for name, step in chosen.items()}
            found.append({"nodes": nodes, "best": sign * value, "reached": reached})
    return found


def measured(count: int, jobs: int, deadline: float, folder: Path) -> list[dict[str, Any]]:
    """The first `count` positions, or as many as there is time for; those in the folder are not asked again."""
    path = folder / f"{digest(GAME)}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    kept = {line["seed"]: line["found"] for line in lines_of(path)}
    drop_half_line(path)
    seeds = [seed for seed in range(-(-count // PER_GAME)) if seed not in kept]
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool, path.open("a") as file:
        waiting = {pool.submit(agreement_until, seed, deadline): seed for seed in seeds}
        for done in as_completed(waiting):
            if (found := done.result()) is not None:
                kept[waiting[done]] = found
                print(json.dumps({"seed": waiting[done], "found": found}), file=file, flush=True)
    return [each for seed in sorted(kept) for each in kept[seed]][:count]


def agreement_until(seed: int, deadline: float) -> list[dict[str, Any]] | None:
    """In a worker: nothing after the deadline."""
    return agreement(seed) if time.time() < deadline else None


def table(found: list[dict[str, Any]]) -> str:
    lines = [
        "| bot | endgames proven with | number | an optimal step in | 95 % interval | win, draw or loss kept in |",
        "|---|---|---|---|---|---|",
    ]
    for name in ASKED:
        for proof, least, most in ((f"up to {EASY:,} positions", 0, EASY), (f"up to {BUDGET:,}", EASY, BUDGET)):
            some = [(each["best"], each["reached"][name]) for each in found if least < each["nodes"] <= most]
            if some:
                good = sum(best == reached for best, reached in some)
                kept = sum((best > 0) - (best < 0) == (reached > 0) - (reached < 0) for best, reached in some)
                low, high = wilson(good, len(some))
                lines.append(
                    f"| {name} | {proof} | {len(some):,} | {good / len(some):.1%} | {low:.1%}–{high:.1%} "
                    f"| {kept / len(some):.1%} |"
                )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=1_000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=1e6, help="begin no game after this time")
    parser.add_argument("--results", type=Path, default=Path("build/endgames"), help="folder for finished games")
    parser.add_argument("--write", action="store_true", help="write the table to docs/bots.md")
    arguments = parser.parse_args()
    found = measured(arguments.positions, arguments.jobs, time.time() + 60 * arguments.minutes, arguments.results)
    print(table(found))
    if arguments.write:
        put(PAGE, BEGIN, END, table(found))


if __name__ == "__main__":
    main()
