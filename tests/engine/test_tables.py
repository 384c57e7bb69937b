"""A table in the engine says what it says natively: every answer of whole games, in two languages."""

from __future__ import annotations

from .conftest import in_engine, natively
from configurations import FULL

GAMES = ("lumiere:level2:3:0", "lumiere:level3:4:0", "paris:level1:5:12", "paris:level2:6:12")
ALL = [
    f"{game}:{level}:{seed}:0" for game in ("lumiere", "paris") for level in ("level1", "level3") for seed in range(9)
]


def test_a_local_table_says_the_same_in_the_engine(engine):
    words = ALL if FULL else GAMES
    told = in_engine(engine, "tables.py", *words)
    assert len(told.splitlines()) == len(words)
    assert told == natively("tables.py", *words)


def test_the_pages_are_told_the_same_in_the_engine(engine):
    said = natively("pages.py").splitlines()
    assert in_engine(engine, "pages.py", library=True).splitlines() == said
    assert all(" 200 " in line for line in said), said
