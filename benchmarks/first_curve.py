"""How long the first curve of an analysis takes: `python benchmarks/first_curve.py [--games 6] [--write]`.

Level 3 plays games against itself, and each is analysed up to the end of the first pass, which gives the whole curve,
and then from its beginning to its end. Measured is the processor time of this one process, so other work on the machine
hardly matters. The last two columns are seconds of waiting: a real `lutetia serve` with one process for bots is asked
as often as the page asks, until the first results are there, and until the whole curve is. They need an idle machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from pathlib import Path

from doc_figures import put

import lutetia
from lutetia.bots import bot
from lutetia.bots.analysis import analyse
from lutetia.core.json_types import Json

import server as bench

PAGE = Path(__file__).parent.parent / "docs" / "analysis.md"
BEGIN, END = "<!-- first curve: python benchmarks/first_curve.py --write -->", "<!-- end of the first curve -->"
TABLES = (("lumiere", 2, 2.0), ("paris", 2, 5.0), ("paris", 3, 5.0), ("paris", 4, 5.0))
"""Game, players, and the seconds that are allowed."""
TITLES = {"lumiere": "La Cité de la Lumière", "paris": "Paris"}
SEED = 31_000_000
ASKED_EVERY = 0.3
"""Seconds between two requests of the page while there is nothing to see (`waitForJob` in web/src/lib/replay.ts)."""


def played(game: str, players: int, seed: int) -> Json:
    """The record of a game of level 3 against itself."""
    table = lutetia.new(game, seed=seed, players=players)
    player = bot("level3", seed)
    while not table.over:
        table.play(player.choose(table.view(table.seat), table.legal()))
    record: Json = table.record()
    return record


async def waited(url: str, record: Json) -> tuple[float, float]:
    """Seconds from the press of the button to the first results, and to the whole curve. Returns when all is done."""
    line = bench.Line(url)

    async def ask(method: str, path: str, body: object = None, cookie: str = "") -> tuple[Json, str]:
        status, said, given = await line.ask(method, path, body, cookie)
        assert status < 300, (path, status, said[:300])
        return json.loads(said), given

    _me, cookie = await ask("POST", "/api/me/guest", {})
    shared, _cookie = await ask("POST", "/api/records", record, cookie)
    steps = sum(len(turn["steps"]) for turn in record["turns"])
    first = curve = 0.0
    begun = time.perf_counter()
    job, _cookie = await ask("POST", f"/api/shared/{shared['token']}/analysis", {}, cookie)
    while True:
        state, _cookie = await ask("GET", f"/api/jobs/{job['job']}", cookie=cookie)
        passed = time.perf_counter() - begun
        first = first or passed * bool(state["result"])
        curve = curve or passed * (state["done"] >= steps)
        if state["status"] not in ("waiting", "running"):
            return first, curve
        await asyncio.sleep(0.05 if first else ASKED_EVERY)


def served(games: int) -> dict[tuple[str, int], list[tuple[float, float]]]:
    """What `waited` says about as many games of each table, none of them analysed before."""
    with tempfile.TemporaryDirectory() as folder, bench.serving(Path(folder)) as server:
        return {
            (game, players): [
                asyncio.run(waited(server.url, played(game, players, seed))) for seed in range(SEED, SEED + games)
            ]
            for game, players, _allowed in TABLES
        }


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
    head += ["first results on the page, slowest of all", "whole curve on the page"]
    waits = served(wanted.games)
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
            f"{max(first for first, _curve in waits[game, players]):.2f} s",
            f"{max(curve for _first, curve in waits[game, players]):.2f} s",
        )
        lines.append(f"| {' | '.join(cells)} |")
        print(lines[-1], flush=True)
    if wanted.write:
        put(PAGE, BEGIN, END, "\n".join(lines))


if __name__ == "__main__":
    main()
