"""Make the opening book of a game: strong games, counted as trees. docs/openings.md says how to read one.

    python scripts/openings.py paris --games 20000 --jobs 16

The games are kept in a file beside the book, so an interrupted run goes on with the same command.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from lutetia.games import manifest, names
from lutetia.openings.generate import Plan, Unusable, book_from, play_all, tables_of
from lutetia.openings.lines import openings_for

EVERY = 200
"""Games between two lines of progress."""


def _arguments() -> argparse.Namespace:
    with_openings = [name for name in names() if openings_for(name) is not None]
    parser = argparse.ArgumentParser(description="Make the opening book of a game.")
    parser.add_argument("game", choices=with_openings)
    parser.add_argument("--games", type=int, default=20_000, help="games for each number of players (20000)")
    parser.add_argument("--players", type=int, nargs="*", help="numbers of players; by default all")
    parser.add_argument("--evaluations", type=int, default=0, help="of the network for each move; 0: first impression")
    parser.add_argument("--network", default="", help="a weights file; by default the game's own")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--minutes", type=float, help="stop after so many minutes, and count what there is")
    parser.add_argument("--keep", type=Path, default=Path("build/openings"), help="where the games are kept")
    parser.add_argument("--out", type=Path, help="the book; by default the one that comes with the game")
    return parser.parse_args()


def main() -> int:
    wanted = _arguments()
    possible = tables_of(wanted.game)
    players = wanted.players or possible
    if wrong := [n for n in players if n not in possible]:
        print(f"{wanted.game} has {possible[0]} to {possible[-1]} players, not {wrong[0]}", file=sys.stderr)
        return 2
    plan = Plan(wanted.game, wanted.evaluations, wanted.network)
    kept, out = wanted.keep / f"{wanted.game}.jsonl", wanted.out or manifest(wanted.game).openings_file

    def progress(done: int, total: int) -> None:
        if done % EVERY == 0 or done == total:
            print(f"{done} of {total} games", flush=True)

    try:
        count = dict.fromkeys(players, wanted.games)
        whole = play_all(plan, count, kept, jobs=wanted.jobs, minutes=wanted.minutes, progress=progress)
        book = book_from(plan, kept)
    except (Unusable, OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    data = book.as_bytes()
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(data)
    counted = ", ".join(f"{table.games} with {n} players" for n, table in sorted(book.tables.items()))
    print(f"{out}: {len(data)} bytes; games: {counted}" + ("" if whole else " (not all that were asked for)"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
