"""What `benchmarks/engine.py` measures: runs natively and, through tests/engine/node.mjs, in WebAssembly. Prints JSON.

Arguments: CPU seconds for each loop, and the levels that decide, such as `1 level3,level4`.
"""

import json
import sys
import time

import lutetia
from lutetia.bots import bot
from lutetia.core.kernel import StepList, random_games
from lutetia.core.random import Rng

IN_BROWSER = "pyodide" in sys.modules


def cpu() -> float:
    """Processor time in seconds. WebAssembly has no such clock, but Node has; compiling in the background counts."""
    if not IN_BROWSER:
        return time.process_time()
    from js import process  # type: ignore[import-not-found]

    used = process.cpuUsage()
    return (used.user + used.system) / 1e6


def games_per_second(game: str, seconds: float) -> float:
    ruleset = lutetia.ruleset(game)
    kernel, buffer, rng = ruleset.new_kernel(), StepList(len(ruleset.step_texts)), Rng(1889)
    random_games(kernel, buffer, rng, 2_000)  # warm up
    games, start = 0, cpu()
    while (now := cpu()) - start < seconds:
        random_games(kernel, buffer, rng, 1_000)
        games += 1_000
    return games / (now - start)


def ms_per_step(game: str, level: str, most: int) -> float:
    """Of a bot that plays against itself from the deal on."""
    played, thinker = lutetia.new(game, seed=7), bot(level, seed=7)
    spent = steps = 0.0
    while not played.over and steps < most:
        view, legal = played.view(played.seat), played.legal()
        start = cpu()
        step = thinker.choose(view, legal)
        spent += cpu() - start
        steps += 1
        played.play(step)
    return 1000 * spent / steps


seconds, levels = float(sys.argv[1]), sys.argv[2].split(",")
found: dict[str, float] = {}
for name in ("lumiere", "paris"):
    found[f"{name} games"] = games_per_second(name, seconds)
    for level in levels:
        found[f"{name} {level}"] = ms_per_step(name, level, 6 if level == "level5" else 20)
if IN_BROWSER:
    import pyodide_js  # type: ignore[import-not-found]

    found["heap MB"] = pyodide_js._module.HEAP8.length / 1e6
print(json.dumps(found))
