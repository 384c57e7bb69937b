"""Speed of our search and of OpenSpiel's C++ MCTS, on one core: `python benchmarks/search.py [--write]`.

Ours: La Cité de la Lumière from seeded, unfiltered starts of phase 2 (random play before), rollouts to the end of the
game, with the guide that the levels use. Theirs: MCTSBot with one random rollout per simulation, hex and clobber on
8 × 8 from the initial position. Rounds alternate, and figures are medians. The benchmark also measures how many steps
before the end a game can be proven. `--write` writes the tables to docs/bots.md.
"""

from __future__ import annotations

import argparse
import statistics
import time
from pathlib import Path

from doc_figures import put
from draw import draw

import lutetia
from lutetia.bots.profile import profile_for
from lutetia.bots.search import Search
from lutetia.bots.solver import Solver
from lutetia.core.kernel import Kernel, StepList
from lutetia.core.random import Rng
from lutetia.core.ruleset import Ruleset

PAGE = Path(__file__).parent.parent / "docs" / "bots.md"
BEGIN, END = "<!-- figures: python benchmarks/search.py --write -->", "<!-- end of figures -->"
PEERS = ("hex(board_size=8)", "clobber(rows=8,columns=8)")
SIMULATIONS = 20_000


def start_of_building(seed: int) -> tuple[Ruleset, Kernel]:
    ruleset = lutetia.ruleset("lumiere", options={"postcards": "random"})
    kernel, rng, steps = ruleset.new_kernel(), Rng(seed), StepList(len(ruleset.step_texts))
    kernel.begin(rng)
    while kernel.phase == 1:
        kernel.play(steps[rng.choose(kernel.list(steps))])
    return ruleset, kernel


def ours(seed: int) -> float:
    ruleset, kernel = start_of_building(seed)
    tree = Search(ruleset.new_kernel(), profile_for("lumiere").guide(), len(ruleset.step_texts), SIMULATIONS + 2)
    tree.tune(**profile_for("lumiere").tuning)
    start = time.process_time()
    tree.run(kernel, kernel.seat, SIMULATIONS, Rng(seed), is_open=True)
    return SIMULATIONS / (time.process_time() - start)


def theirs(name: str, seed: int) -> float:
    import pyspiel

    game = pyspiel.load_game(name)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, seed), 1.4, SIMULATIONS, 1000, False, seed, False)
    start = time.process_time()
    bot.step(game.new_initial_state())
    return SIMULATIONS / (time.process_time() - start)


def proven_within(seconds: float, games: int) -> list[tuple[int, int, int]]:
    """(steps before the end, positions proven in time, positions), for games played by a quick search."""
    ruleset = lutetia.ruleset("lumiere", options={"postcards": "random"})
    guide, steps = profile_for("lumiere").guide(), StepList(len(ruleset.step_texts))
    found: dict[int, list[bool]] = {}
    for seed in range(games):
        positions = []
        kernel, rng = ruleset.new_kernel(), Rng(seed)
        kernel.begin(rng)
        tree = Search(ruleset.new_kernel(), guide, len(ruleset.step_texts), 400)
        while not kernel.is_over():
            if kernel.phase == 2:
                positions.append(ruleset.new_kernel())
                positions[-1].become(kernel)
            if kernel.list(steps) == 1:
                kernel.play(steps[0])
                continue
            tree.run(kernel, kernel.seat, 300, rng)
            kernel.play(tree.children()[0][0])
        for before, position in enumerate(reversed(positions), 1):
            solver = Solver([ruleset.new_kernel() for _depth in range(64)], guide, len(ruleset.step_texts), 20)
            start = time.process_time()
            value, _step = solver.solve(position, 2_000_000)
            found.setdefault(before, []).append(value is not None and time.process_time() - start <= seconds)
            if value is None:
                break
    return [(before, sum(good), games) for before, good in sorted(found.items())]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--write", action="store_true", help="write the tables and their figure to docs/bots.md")
    arguments = parser.parse_args()
    mine, peers = [], {name: [] for name in PEERS}
    for seed in range(arguments.rounds):
        mine.append(ours(seed))
        for name in PEERS:
            peers[name].append(theirs(name, seed + 1))
    speed = statistics.median(mine)
    lines = ["| search, rollouts to the end | simulations/s | target | ratio |", "|---|---|---|---|"]
    lines.append(f"| La Cité de la Lumière, start of phase 2 | {speed:,.0f} | ≥ 100,000 | |")
    for name in PEERS:
        value = statistics.median(peers[name])
        lines.append(f"| OpenSpiel C++ MCTS, `{name}` | {value:,.0f} | | {speed / value:.1f} × |")
    lines += ["", "| steps before the end | proven within one second |", "|---|---|"]
    lines += [f"| {before} | {good} of {all} |" for before, good, all in proven_within(1.0, 20) if before >= 8]
    text = "\n".join(lines)
    print(text)
    if arguments.write:
        put(PAGE, BEGIN, END, text)
        draw("search.svg")


if __name__ == "__main__":
    main()
