"""Speed of our rules and of OpenSpiel's C++ games, in one run on one core: `python benchmarks/speed.py [--write]`.

The loop for complete OpenSpiel games is its own C++ random rollout (RandomRolloutEvaluator, reached through one MCTS
simulation that asks for N rollouts from the initial position). Its Python loop is legal_actions and apply_action.
Every figure is the median of several rounds. The rounds of all figures alternate, so that other load on the machine
affects all of them. `--write` writes the table to docs/performance.md.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from doc_figures import put
from draw import draw

PAGE = Path(__file__).parent.parent / "docs" / "performance.md"
BEGIN, END = "<!-- figures: python benchmarks/speed.py --write -->", "<!-- end of figures -->"
PEERS = ("clobber(rows=8,columns=8)", "hex(board_size=8)")


def ours(pure: bool) -> dict[str, dict[str, float]]:
    env = os.environ | {"LUTETIA_PURE": "1" if pure else ""}
    done = subprocess.run(
        [sys.executable, "-m", "lutetia", "bench", "--json"], capture_output=True, check=True, env=env
    )
    return json.loads(done.stdout)


def peer_games(name: str, games: int) -> float:
    """Complete random games per second in OpenSpiel's C++ loop."""
    import pyspiel

    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(games, random.randrange(2**31))
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, 1, 100, False, 42, False)
    start = time.process_time()
    bot.step(game.new_initial_state())
    return games / (time.process_time() - start)


def peer_length(name: str, games: int = 200) -> float:
    """Mean number of steps in a random game."""
    import pyspiel

    game = pyspiel.load_game(name)
    steps = 0
    for _game in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
    return steps / games


def peer_python(name: str, seconds: float = 1.0) -> float:
    """Steps per second through OpenSpiel's Python interface."""
    import pyspiel

    game = pyspiel.load_game(name)
    steps = 0
    start = now = time.process_time()
    while now - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(random.random() * len(actions))])
            steps += 1
        now = time.process_time()
    return steps / (now - start)


def import_time() -> float:
    """Milliseconds that `import lutetia` adds to starting Python."""
    program = "import time; t = time.perf_counter(); import lutetia; print(1000 * (time.perf_counter() - t))"
    return float(subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout)


def measure(rounds: int) -> dict[str, float]:
    """Median of every figure over the rounds."""
    found: dict[str, list[float]] = {}
    for _round in range(rounds):
        for pure, core in ((False, "compiled"), (True, "uncompiled")):
            for game, figures in ours(pure).items():
                assert figures.pop("compiled") is not pure
                for key, value in figures.items():
                    found.setdefault(f"{game} {core} {key}", []).append(value)
        for name in PEERS:
            whole = peer_games(name, 20_000)
            found.setdefault(f"{name} games_per_s", []).append(whole)
            found.setdefault(f"{name} steps_per_s", []).append(whole * peer_length(name))
            found.setdefault(f"{name} python_steps_per_s", []).append(peer_python(name))
        found.setdefault("import ms", []).append(import_time())
    return {key: statistics.median(values) for key, values in found.items()}


TARGETS = {  # title, games/s compiled, steps/s compiled, games/s uncompiled
    "lumiere": ("La Cité de la Lumière", "50,000", "2,000,000", "1,000"),
    "paris": ("Paris, two players", "16,000", "5,000,000", "150"),
}


def table(f: dict[str, float]) -> str:
    games = "{:,.0f} games/s".format
    steps = "{:,.0f} steps/s".format
    rows = []

    def compared(name: str, measure: str, ours: float, shown: Callable[[float], str]) -> list[tuple[str, ...]]:
        """A row for each peer, with how many times faster we are."""
        theirs = {peer: f[f"{peer} {measure}"] for peer in PEERS}
        return [(f"… {name}, `{peer}`", shown(value), "", f"{ours / value:.1f} ×") for peer, value in theirs.items()]

    for game, (name, target_games, target_steps, target_pure) in TARGETS.items():
        whole, in_steps = f[f"{game} compiled games_per_s"], f[f"{game} compiled steps_per_s"]
        ints, words = f[f"{game} compiled python_steps_per_s"], f[f"{game} compiled text_steps_per_s"]
        rows.append((f"**{name}**, complete random games, compiled", games(whole), f"≥ {target_games}/s", ""))
        rows += compared("OpenSpiel C++", "games_per_s", whole, games)
        rows.append(("… in steps", steps(in_steps), f"≥ {target_steps}/s", ""))
        rows += compared("OpenSpiel C++", "steps_per_s", in_steps, steps)
        rows.append(("… uncompiled", games(f[f"{game} uncompiled games_per_s"]), f"≥ {target_pure}/s", ""))
        rows.append(("list and play steps from Python, as integers", steps(ints), "≥ 1,000,000/s", ""))
        rows += compared("OpenSpiel's Python loop", "python_steps_per_s", ints, steps)
        rows.append(("list and play steps as text", steps(words), "≥ 100,000/s", ""))
    rows.append(("`import lutetia`", f"{f['import ms']:.0f} ms", "< 50 ms", ""))
    head = "| what | measured | target | ratio |\n|---|---|---|---|\n"
    return head + "".join(f"| {' | '.join(row)} |\n" for row in rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--write", action="store_true", help="write the table and its figure to docs/performance.md")
    arguments = parser.parse_args()
    text = table(measure(arguments.rounds))
    where = f"Python {platform.python_version()}, {platform.machine()}, one core, {arguments.rounds} rounds, medians."
    print(text, where, sep="\n")
    if arguments.write:
        put(PAGE, BEGIN, END, f"{text}\n{where}")
        draw("speed.svg")


if __name__ == "__main__":
    main()
