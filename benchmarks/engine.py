"""The engine for browsers against the native core and OpenSpiel, in one run: `python benchmarks/engine.py [--write]`.

WebAssembly runs in Node, which has the same compiler as Chromium. All figures are processor time on one core, and the
rounds alternate. `--write` writes the table to docs/performance.md. Build the engine first: `python scripts/engine
build`.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import subprocess
import sys
from pathlib import Path

from doc_figures import put
from speed import PEERS, peer_games

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "performance.md"
BEGIN, END = "<!-- figures: python benchmarks/engine.py --write -->", "<!-- end of the engine's figures -->"
LOOPS = Path(__file__).parent / "engine_loops.py"
TITLES = {"lumiere": "La Cité de la Lumière", "paris": "Paris, two players"}


def native(*words: str) -> dict[str, float]:
    done = subprocess.run([sys.executable, str(LOOPS), *words], capture_output=True, check=True, text=True)
    return json.loads(done.stdout)


def wasm(engine: Path, *words: str) -> dict[str, float]:
    node = ["node", str(ROOT / "tests/engine/node.mjs"), str(engine), str(ROOT / "web/node_modules/pyodide")]
    done = subprocess.run([*node, str(LOOPS), *words], capture_output=True, check=True, text=True)
    return json.loads(done.stdout.strip().splitlines()[-1])


def measure(engine: Path, rounds: int, seconds: float, levels: str) -> dict[str, dict[str, float]]:
    """By core and figure: the median over the rounds."""
    found: dict[str, dict[str, list[float]]] = {"native": {}, "wasm": {}, "peers": {}}
    for _round in range(rounds):
        for core, figures in (
            ("native", native(str(seconds), levels)),
            ("wasm", wasm(engine, str(seconds), levels)),
            ("peers", {peer: peer_games(peer, 5_000) for peer in PEERS}),
        ):
            for name, value in figures.items():
                found[core].setdefault(name, []).append(value)
    return {core: {name: statistics.median(values) for name, values in named.items()} for core, named in found.items()}


def table(found: dict[str, dict[str, float]]) -> str:
    rows = ["| what | native | WebAssembly, Node | ratio |", "|---|---|---|---|"]
    for name, ours in found["native"].items():
        game, what = name.split(" ", 1)
        theirs = found["wasm"][name]
        if what == "games":
            label, shown, ratio = "complete random games", "{:,.0f} games/s", theirs / ours
        else:
            label, shown, ratio = f"level {what[-1]}, a step", "{:,.1f} ms", theirs / ours
        rows.append(f"| {TITLES[game]}: {label} | {shown.format(ours)} | {shown.format(theirs)} | {ratio:.2f} |")
    for peer, value in found["peers"].items():
        rows.append(f"| OpenSpiel C++, `{peer}`: complete random games | {value:,.0f} games/s | | |")
    return "\n".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", type=Path, default=ROOT / "src/lutetia/web/engine")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--levels", default="level3,level4,level5")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    found = measure(given.engine, given.rounds, given.seconds, given.levels)
    text = table(found)
    text += (
        f"\n\nPython {platform.python_version()}, {platform.machine()}, one core, rounds: {given.rounds}, medians. "
        f"Python's memory in WebAssembly after all of it: {found['wasm']['heap MB']:.0f} MB."
    )
    print(text)
    if given.write:
        put(PAGE, BEGIN, END, text)


if __name__ == "__main__":
    main()
