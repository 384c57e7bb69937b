"""`lutetia serve` for the browser tests, with deals and bots seeded from a file that the test writes.

The server itself has no such option: its random numbers are replaced here, in a process that only tests start.

Nor does it offer the engine, whether or not this checkout has built one: bots would think on the page, and loading it
takes three times the processor time of opening a table. The tests of games on a device have it
(`tests/engine/conftest.py`).
"""

from __future__ import annotations

import hashlib
import os
import secrets
from pathlib import Path

from lutetia.cli import main
from lutetia.server.http import engine_files
from lutetia.server.jobs import pool
from lutetia.server.play import bots

CHANCE = Path(os.environ["CHANCE"])


def drawn(*of: object) -> int:
    """A 64-bit number derived from the test's seed and the purpose of the draw."""
    text = "/".join(map(str, (CHANCE.read_text(), *of)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])


if __name__ == "__main__":
    secrets.randbits = lambda bits: drawn("deal") >> max(0, 64 - bits)  # type: ignore[assignment]
    bots._seed = lambda game, seat: drawn("bot", seat) & 0xFFFFFFFF  # type: ignore[assignment]
    engine_files.ENGINE = CHANCE.parent / "no-engine"
    pool.QUICK_NICENESS = pool.LONG_NICENESS = 0  # other tests beside this one would leave them nothing
    main()
