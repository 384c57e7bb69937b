"""The number of step sequences from fixed positions, like perft in chess: it catches any change in the legal steps.

`python tests/core/test_step_counts.py` writes step_counts.json anew; a change in it is a change of the rules.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

import pytest

import lutetia
from lutetia.core.kernel import StepList

from configurations import COMPILED, CONFIGURATIONS, FULL, new, walk

COUNTS = Path(__file__).parent / "step_counts.json"
DEPTHS = 3


def count(ruleset, kernel, depth: int) -> int:
    """The number of sequences of this many steps, or fewer where the game ends."""
    steps = StepList(len(ruleset.step_texts))
    n = kernel.list(steps)
    if depth == 1 or n == 0:
        return max(n, 1)
    total = 0
    after = ruleset.new_kernel()
    for step in steps:
        after.become(kernel)
        after.play(step)
        total += count(ruleset, after, depth - 1)
    return total


def positions():
    return json.loads(COUNTS.read_text())


@pytest.mark.parametrize("case", positions(), ids=lambda case: case["name"])
def test_step_counts(case):
    game = lutetia.replay(case["record"])
    for depth, wanted in enumerate(case["counts"], 1):
        if (COMPILED and (FULL or wanted < 500_000)) or wanted < 20_000:
            assert count(game.ruleset, game.kernel, depth) == wanted, f"{depth} steps deep"


def write() -> None:
    cases = []
    for name in CONFIGURATIONS:
        for seed, at in enumerate((0, 9, 24, 30, 34, 38) if name.startswith("lumiere") else (0, 40, 120, 200)):
            game = new(name, 1000 + seed)
            for i, _step in enumerate(walk(game, random.Random(seed))):
                if i == at:
                    break
            counts = [count(game.ruleset, game.kernel, depth) for depth in range(1, DEPTHS + 1)]
            cases.append({"name": f"{name}, after {at} steps", "counts": counts, "record": game.record()})
    COUNTS.write_text("[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]\n")


if __name__ == "__main__":
    write()
