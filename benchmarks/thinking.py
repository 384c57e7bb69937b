"""How long the levels think about a decision: `python benchmarks/thinking.py [--decisions N] [--write]`.

Level 4 plays games against itself, and at some decisions of each every level is asked for its step. Measured is
processor time on one core. Forced steps do not count: nobody waits for them. `--write` writes the table to
docs/bots.md.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from pathlib import Path

from doc_figures import put

import lutetia
from lutetia.bots import bot
from lutetia.bots.levels import LEVELS

PAGE = Path(__file__).parent.parent / "docs" / "bots.md"
BEGIN, END = "<!-- thinking: python benchmarks/thinking.py --write -->", "<!-- end of the thinking -->"
TABLES = {
    ("lumiere", 2): "La Cité de la Lumière",
    ("paris", 2): "Paris, 2 players",
    ("paris", 4): "Paris, 4 players",
}
TARGETS = {1: 0.2, 2: 0.2, 3: 0.2, 5: 2.0}
"""Seconds that a decision may take, by level."""
PER_GAME = 10
"""Decisions of one game; more of them would be too much alike."""


def decisions(game: str, players: int, seed: int) -> list[lutetia.Game]:
    """Positions of one game in which somebody has a choice."""
    played = lutetia.new(game, seed=seed, players=players)
    bots = {seat: bot("level4", seed) for seat in played.ruleset.seats}
    found = []
    while (seat := played.seat) is not None:
        legal = played.legal()
        if len(legal) > 1:
            found.append(played.copy())
        played.play(bots[seat].choose(played.view(seat), legal))
    return random.Random(seed).sample(found, PER_GAME)


def seconds(position: lutetia.Game, level: int, seed: int) -> float:
    """What one decision of a level takes."""
    view, legal = position.view(position.seat), position.legal()
    asked = bot(f"level{level}", seed)
    began = time.process_time()
    asked.choose(view, legal)
    return time.process_time() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=60, help="of each table, a multiple of ten")
    parser.add_argument("--write", action="store_true", help="write the table to docs/bots.md")
    arguments = parser.parse_args()
    lines = [
        "| seconds per decision | level | mean | 95th percentile | longest | target |",
        "|---|---|---|---|---|---|",
    ]
    for (game, players), title in TABLES.items():
        taken: dict[int, list[float]] = {level.number: [] for level in LEVELS}
        for seed in range(arguments.decisions // PER_GAME):
            for position in decisions(game, players, seed):
                for level, found in taken.items():
                    found.append(seconds(position, level, seed))
        for level, found in taken.items():
            late = statistics.quantiles(found, n=20)[-1]
            target = f"≤ {TARGETS[level]:.1f}" if level in TARGETS else ""
            lines.append(
                f"| {title} | {level} | {statistics.mean(found):.3f} | {late:.3f} | {max(found):.3f} | {target} |"
            )
            print(lines[-1], flush=True)
            title = ""
    if arguments.write:
        put(PAGE, BEGIN, END, "\n".join(lines))


if __name__ == "__main__":
    main()
