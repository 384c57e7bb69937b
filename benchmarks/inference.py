"""The time of one evaluation of each shipped network: `python benchmarks/inference.py [--write]`.

Every figure is the median of several rounds of processor time on one core, and the rounds of all paths alternate, so
that other load on the machine affects all of them. `--write` writes the table to docs/bots.md.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from importlib.resources import files
from pathlib import Path

from doc_figures import put

import lutetia
from lutetia.bots.interpreted_inference import InterpretedInference
from lutetia.bots.network import Network, paths
from lutetia.bots.weights_file import read

PAGE = Path(__file__).parent.parent / "docs" / "bots.md"
BEGIN = "<!-- figures: python benchmarks/inference.py --write -->"
END = "<!-- end of the network's figures -->"


def shipped() -> dict[str, bytes]:
    """The network of each game that has one."""
    found = {}
    for game in lutetia.games():
        file = files(f"lutetia.games.{game}.bots") / "network.bin"
        if file.is_file():
            found[game] = file.read_bytes()
    return found


def measure(data: bytes, rounds: int, seconds: float) -> dict[str, float]:
    """Milliseconds of one evaluation by path."""
    row = bytes(random.Random(1).choices((0, 0, 0, 1), k=read(data).inputs))
    networks = {path: Network(data, path=path) for path in paths()}
    interpreted, out = InterpretedInference(read(data)), [0] * read(data).outputs
    found: dict[str, list[float]] = {path: [] for path in ("interpreted", *networks)}
    times = {}
    for path, network in networks.items():
        start = time.process_time()
        network.evaluate(row, 20)
        times[path] = max(1, round(20 * seconds / (time.process_time() - start)))
    for _round in range(rounds):
        for path, network in networks.items():
            start = time.process_time()
            network.evaluate(row, times[path])
            found[path].append(1000 * (time.process_time() - start) / times[path])
        start = time.process_time()
        interpreted.run(row, out)
        found["interpreted"].append(1000 * (time.process_time() - start))
    return {path: statistics.median(values) for path, values in found.items()}


def table(figures: dict[str, dict[str, float]]) -> str:
    columns = ("interpreted", *paths())
    lines = [f"| one evaluation, ms | {' | '.join(columns)} |", f"|---|{'---|' * len(columns)}"]
    for game, found in figures.items():
        lines.append(f"| {game} | {' | '.join(f'{found[path]:.3g}' for path in columns)} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.05, help="processor time of a round, for each path")
    parser.add_argument("--write", action="store_true", help="write the table to docs/bots.md")
    chosen = parser.parse_args()
    text = table({game: measure(data, chosen.rounds, chosen.seconds) for game, data in shipped().items()})
    print(text)
    if chosen.write:
        put(PAGE, BEGIN, END, text)


if __name__ == "__main__":
    main()
