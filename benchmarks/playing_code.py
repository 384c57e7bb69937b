"""A digest of what decides how our bots play a game: results with the same digest can be put together.

It leaves out what changes often and decides nothing, such as hints, names and analyses.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

import lutetia
from lutetia.games import manifest

SHARED = (
    *("arena/match.py", "core/bits.py", "core/kernel.py", "core/random.py"),
    *(
        f"bots/{name}"
        for name in (
            *("evaluator.py", "fixed.py", "guide.py", "gumbel.py", "learned_bot.py", "level_bot.py", "memory.py"),
            *("network.py", "network_evaluator.py", "search.py", "solver.py", "tree.py", "tree_nodes.py"),
            *("inference.h", "inference_loops.h", "inference_vector.h"),
        )
    ),
)
SUFFIXES = (".py", ".toml", ".json", ".bin")
CORRECTIONS = "calibration.json"
"""What is said of chances, not what is played."""


@cache
def digest(game: str) -> str:
    """Of the rules, the bots and the network of a game."""
    package, folder = Path(lutetia.__file__).parent, manifest(game).folder
    files = [package / name for name in SHARED]
    for part in ("rules", "bots"):
        found_in = (path for path in (folder / part).rglob("*") if path.suffix in SUFFIXES and path.name != CORRECTIONS)
        files += sorted(found_in)
    found = sha256()
    for path in files:
        found.update(f"{path.name}\0".encode() + path.read_bytes() + b"\0")
    return found.hexdigest()[:16]


@cache
def weights(game: str) -> str:
    """Of the network alone, where budgets are given and not taken from the levels."""
    data = (manifest(game).folder / "bots" / "network.bin").read_bytes()
    return data[-32:].hex()[:12]  # a weights file ends with its own digest
