"""Nosegay: show flowers to win their colour, or hide the best ones. For two or three players; the manifest.

The rules are in README.md. They have ids, N1 to N10, and the code cites them.
"""

from __future__ import annotations

# --8<-- [start:manifest]
from pathlib import Path

from lutetia.core.manifest import Manifest, Option

MANIFEST = Manifest(
    name="nosegay",
    title="Nosegay",
    players=(2, 3),
    minutes=5,
    folder=Path(__file__).parent,
    rule_letter="N",
    options=(Option("strict", "Tied players score nothing"),),
    ruleset="nosegay.rules:Nosegay",
    longest_game={2: 16, 3: 22},  # six cards each (N6), and the bee at most four times (N5)
)
# --8<-- [end:manifest]
