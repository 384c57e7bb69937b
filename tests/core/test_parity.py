"""The compiled and the uncompiled core agree step for step."""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from lutetia.core.kernel import StepList, random_games
from lutetia.core.random import Rng

from configurations import COMPILED, CONFIGURATIONS, FULL, new, share, walk

GAMES = 200 if FULL else 10


def trace(name: str) -> list[str]:
    """For each game: a digest of the legal steps, hash and score at every step, and of the final view."""
    lines = []
    for seed in range(share(name, GAMES)):
        game = new(name, seed)
        digest = hashlib.sha256(json.dumps(game.record()["setup"]).encode())
        for step in walk(game, random.Random(seed)):
            seen = [
                step,
                game.legal(),
                str(game.kernel.key()),
                [game.kernel.points_of(s) for s in range(len(game.ruleset.seats))],
            ]
            digest.update(json.dumps(seen).encode())
        digest.update(json.dumps([game.result(), game.view(None)]).encode())
        lines.append(digest.hexdigest())
    return lines


def batch(name: str) -> tuple[int, int]:
    ruleset = new(name, 0).ruleset
    return random_games(ruleset.new_kernel(), StepList(len(ruleset.step_texts)), Rng(1889), share(name, GAMES))


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_compiled_and_uncompiled_agree(name):
    here = Path(__file__).parent
    program = f"import test_parity as t; assert t.COMPILED is {not COMPILED}; t.show({name!r})"
    env = os.environ | {"LUTETIA_PURE": "1" if COMPILED else "", "PYTHONPATH": os.pathsep.join([str(here), *sys.path])}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, env=env)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == json.loads(json.dumps([trace(name), batch(name)]))


def show(name: str) -> None:
    print(json.dumps([trace(name), batch(name)]))
