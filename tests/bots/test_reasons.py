"""Reasons for and against turns: words and points for whatever is played, in every position."""

from __future__ import annotations

import json
import random

import pytest

import lutetia
from lutetia.bots.profile import Method
from lutetia.bots.reasons import against, favour, foresee
from lutetia.bots.suggestion import said, told

from configurations import FULL, new, walk

TABLES = ("lumiere random", "lumiere further", "paris for two", "paris for three, closed", "paris any district")
WEAK = Method(2)


@pytest.mark.parametrize("name", TABLES)
def test_there_are_words_for_every_pair_of_turns(name):
    rng = random.Random(name)
    told_apart = set()
    for seed in range(12 if FULL else 3):
        game = new(name, seed)
        for n, _step in enumerate(walk(game, random.Random(seed))):
            legal = game.legal()
            if n % 9 or len(legal) < 2:
                continue
            lines = [foresee(game, [step], WEAK, seed, whole=False, reply=True) for step in rng.sample(legal, 2)]
            for line in lines:
                words = told(json.loads(json.dumps(favour(line))))
                assert "{" not in words
            words = told(json.loads(json.dumps(against(*lines, points=rng.choice([-3.0, 0.4, 1.0, 7.2])))))
            assert words
            assert "{" not in words
            told_apart.add(words.split(":")[0])
    assert len(told_apart) > 3


def test_a_hint_for_a_building_names_its_lamps():
    game = lutetia.replay(json.loads(MISSED), steps=None)
    builds = [step for step in game.legal() if step.startswith("build ")]
    lines = [foresee(game, [step], WEAK, 0, whole=False, reply=False) for step in builds]
    for line in lines:
        lit = line.changes()[line.seat]["lit"]
        words = told(favour(line))
        assert (" lamp" in words) == (lit != 0)
        if lit:
            assert line.steps[0].split()[1] in words
    assert any(line.changes()[line.seat]["lit"] for line in lines)


def _late() -> str:
    """A position of the second phase in which there is much to build."""
    for seed in range(100):
        game = new("lumiere starter", seed)
        rng = random.Random(seed)
        while not game.over and game.kernel.phase == 1:
            taken = [step for step in game.legal() if step.startswith("take ")]
            game.play(rng.choice(taken if taken and rng.random() < 0.5 else game.legal()))
        if sum(step.startswith("build ") for step in game.legal()) > 10:
            return json.dumps(game.record())
    raise AssertionError


MISSED = _late()


def test_a_reason_may_hold_another_one_and_count():
    assert said("leaves {building} to {rival}", {"building": "V3", "rival": ["blue", {}]}) == "leaves V3 to blue"
    values = {"many": "{building} beside {n} lamps: {points}", "building": "V5", "points": "+10"}
    one = said("{building} beside {n} lamp: {points}", values | {"n": 1})
    two = said("{building} beside {n} lamp: {points}", values | {"n": 2})
    assert (one, two) == ("V5 beside 1 lamp: +10", "V5 beside 2 lamps: +10")
