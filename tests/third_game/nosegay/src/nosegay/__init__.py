"""Nosegay: show flowers to win their colour, or hide the best ones. For two or three players; the manifest.

The rules have ids, and the code cites them:

- N1  There are cards of four flowers, numbered 1 to 5 (rules/edition.toml). A card is written `rose-3`.
- N2  Everyone has a hand of three cards. Nobody else sees it. The other cards are the pile.
- N3  On your turn, lay one card of your hand: open (`show rose-3`) or face down (`hide rose-3`).
- N4  You may hide at most two cards.
- N5  If you show a 1, you also put the bee on a flower (`bee rose`).
- N6  At the end of your turn you draw a card, until everyone has had six cards.
- N7  The game ends when all hands are empty.
- N8  For each flower, the player whose open cards of it have the highest sum scores that sum. On a tie every tied
      player scores it; with the option `strict`, none does. The flower with the bee counts double.
- N9  Each hidden card scores its number.
- N10 The highest total wins. Equal totals share the win.
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
