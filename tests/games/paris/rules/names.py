"""The names that tests use: those of the bundled edition, whichever edition is in use (see drawing.py)."""

from __future__ import annotations

import lutetia

SEATS = ("p1", "p2", "p3", "p4")
DISTRICTS: tuple[str, ...] = lutetia.ruleset("paris").notation.printed
VALUES = ("1", "2", "3", "4", "5", "8")
LANDMARKS = ("L9", "L10", "L11", "L12", "L13", "L14", "L15", "L16")
PRIZES = ("20", "18", "16", "14", "12", "10")
BONUS = range(1, 31)
