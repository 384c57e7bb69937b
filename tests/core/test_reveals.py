"""A step that reveals nothing may be undone freely: its actor learns no hidden information from it."""

from __future__ import annotations

import json
import random

import pytest

from lutetia.core.random import Rng

from configurations import CONFIGURATIONS, new, share, walk


def after(game, step, seat):
    """What a seat sees after a step, and whether the game is over."""
    played = game.copy()
    played.play(step)
    return json.dumps(played.view(seat)), played.over


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_only_revealing_steps_depend_on_hidden_information(name, sample):
    """Deals that look the same to a seat still do after a step that reveals nothing.

    The last step of a game uncovers everything and is never taken back between people; it is left out.
    """
    rng = random.Random(name)
    tried = {True: 0, False: 0}
    told_apart = 0
    for seed in range(share(name, max(4, sample(8, 200)))):
        game = new(name, seed)
        for step in walk(game, rng):
            reveals = game.ruleset.reveals(step)
            if rng.random() < (0.6 if reveals else 0.85):
                continue
            seat = game.seat
            seen, over = after(game, step, seat)
            if over:
                continue
            for _deal in range(2):
                other = game.copy()
                other.kernel.imagine(game.ruleset.seats.index(seat), Rng(rng.getrandbits(64)))
                assert other.view(seat) == game.view(seat)
                tried[reveals] += 1
                if reveals:
                    told_apart += after(other, step, seat)[0] != seen
                else:
                    assert after(other, step, seat)[0] == seen, step
    assert min(tried.values()) > 3, tried
    assert told_apart > tried[True] / 10 or tried[True] < 30, "what is said to reveal something really does"
