"""The engine decides as the native core does: the same games, step by step."""

from __future__ import annotations

import pytest

import lutetia

from .conftest import in_engine, natively
from configurations import FULL

LEVELS = ("level1", "level2", "level3", "level4") if FULL else ("level4",)
GAMES = 200 if FULL else 1


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", lutetia.games())
def test_bots_take_the_same_steps_as_natively(engine, game, level):
    words = f"{game}:{level}:1:{GAMES}"
    told = in_engine(engine, "steps.py", words)
    assert len(told.splitlines()) == GAMES
    assert told == natively("steps.py", words)


@pytest.mark.parametrize("game", lutetia.games())
def test_bots_take_the_same_steps_on_a_device_without_vectors(engine, game):
    words = f"{game}:level3:1:{GAMES}"
    assert in_engine(engine, "steps.py", words, plain=True) == natively("steps.py", words)
