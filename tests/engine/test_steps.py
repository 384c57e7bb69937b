"""The engine decides as the native core does: the same games, step by step."""

from __future__ import annotations

import pytest

import lutetia

from .conftest import in_engine, natively
from configurations import FULL

LEVELS = ("level1", "level2", "level3", "level4") if FULL else ("level4",)
GAMES = 200 if FULL else 1


def games_at(level: str) -> list[str]:
    """Both games at this level. In one run, because Python takes as long to start in Node as a short game."""
    return [f"{game}:{level}:1:{GAMES}" for game in lutetia.games()]


@pytest.mark.parametrize("level", LEVELS)
def test_bots_take_the_same_steps_as_natively(engine, level):
    words = games_at(level)
    told = in_engine(engine, "steps.py", *words)
    assert len(told.splitlines()) == len(words) * GAMES
    assert told == natively("steps.py", *words)


def test_bots_take_the_same_steps_on_a_device_without_vectors(engine):
    words = games_at("level3")
    told = in_engine(engine, "steps.py", *words, plain=True)
    assert len(told.splitlines()) == len(words) * GAMES
    assert told == natively("steps.py", *words)
