"""How long the first curve of an analysis takes: `python benchmarks/first_curve.py [--games 6] [--write]`.

Level 3 plays games against itself, and each is analysed up to the end of the first pass, which gives the whole curve,
and then from its beginning to its end. Measured is the processor time of this one process, so other work on the machine
hardly matters.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from doc_figures import put

import lutetia
from lutetia.bots import bot
from lutetia.bots.analysis import analyse
from lutetia.core.json_types import Json

PAGE = Path(__file__).parent.parent / "docs" / "analysis.md"
BEGIN, END = "<!-- first curve: python benchmarks/first_curve.py --write -->", "<!-- end of the first curve -->"
TABLES = (("lumiere", 2, 2.0), ("paris", 2, 5.0), ("paris", 3, 5.0), ("paris", 4, 5.0))
"""Game, players, and the seconds that are allowed."""
TITLES = {"lumiere": "La Cité de la Lumière", "paris": "Paris"}
SEED = 31_000_000


def played(game: str, players: int, seed: int) -> Json:
    """The record of a game of level 3 against itself."""
    table = lutetia.new(game, seed=seed, players=players)
    player = bot("level3", seed)
    while not table.over:
        table.play(player.choose(table.view(table.seat), table.legal()))
    record: Json = table.record()
    return record


def measured(game: str, players: int, games: int) -> tuple[list[int], list[float], list[float]]:
    """Of each game: steps, seconds of the first pass, seconds of a whole analysis."""
    steps, first, whole = [], [], []
    for seed in range(SEED, SEED + games):
        record = played(game, players, seed)
        for quick, seconds in ((True, first), (False, whole)):
            begun = time.process_time()
            analyse(record, quick=quick)
            seconds.append(time.process_time() - begun)
        steps.append(sum(len(turn["steps"]) for turn in record["turns"]))
    return steps, first, whole


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=6, help="games of each table")
    parser.add_argument("--write", action="store_true", help="write the table to docs/analysis.md")
    wanted = parser.parse_args()
    head = ["table", "games", "steps", "first pass, mean", "slowest", "allowed", "whole analysis, mean"]
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for game, players, allowed in TABLES:
        steps, seconds, whole = measured(game, players, wanted.games)
        title = TITLES[game] if game == "lumiere" else f"{TITLES[game]}, {players} players"
        cells = (
            title,
            f"{len(steps)}",
            f"{min(steps)}–{max(steps)}",
            f"{sum(seconds) / len(seconds):.2f} s",
            f"{max(seconds):.2f} s",
            f"{allowed:.0f} s",
            f"{sum(whole) / len(whole):.1f} s",
        )
        lines.append(f"| {' | '.join(cells)} |")
        print(lines[-1], flush=True)
    if wanted.write:
        put(PAGE, BEGIN, END, "\n".join(lines))


if __name__ == "__main__":
    main()
