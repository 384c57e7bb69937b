"""Hidden information never reaches a seat: games that differ only in it look byte-identical to the seat."""

from __future__ import annotations

import json
import random

import pytest

import lutetia
from lutetia.core.random import Rng

from configurations import CONFIGURATIONS, new, rate, share, walk


def seen(game, viewer):
    """Everything that reaches a viewer: its view, its legal steps on its turn, and the errors it can provoke."""
    received = [game.view(viewer)]
    if game.seat == viewer and viewer is not None:
        received.extend((game.legal(), game.prospects()))
        for step in game.ruleset.step_texts[:: max(1, len(game.ruleset.step_texts) // 40)]:
            try:
                received.extend((game.preview(step), game.outlook(step)))
            except lutetia.IllegalStep as error:
                received.append([str(error), error.rule, error.reason, repr(error.values)])
    return json.dumps(received).encode()


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_views_do_not_depend_on_what_is_hidden(name, sample):
    """10,000 positions per game with --full."""
    rng = random.Random(name)
    changed = 0
    for seed in range(share(name, sample(2, 120))):
        game = new(name, seed)
        for _step in walk(game, rng):
            if rng.random() > rate(name, 0.5):
                continue
            for s, viewer in [(-1, None), *enumerate(game.ruleset.seats)]:
                other = game.copy()
                other.kernel.imagine(s, Rng(rng.getrandbits(64)))
                changed += other.kernel.key() != game.kernel.key()
                assert seen(other, viewer) == seen(game, viewer)
    assert changed > 20, "the hidden part really was another one"


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_imagined_games_look_like_the_real_one(name, sample):
    rng = random.Random(name)
    for seed in range(share(name, sample(2, 300))):
        game = new(name, seed)
        for _step in walk(game, rng):
            if rng.random() > rate(name, 0.3):
                continue
            for viewer in (None, *game.ruleset.seats):
                view = json.loads(json.dumps(game.view(viewer)))
                imagined = lutetia.imagine(view, seed=rng.getrandbits(64))
                assert imagined.view(viewer) == view
                assert viewer != game.seat or imagined.legal() == game.legal()


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_imagined_games_vary_with_the_seed(name):
    """Different seeds give different hidden parts, and the same seed the same."""
    game = new(name, 3)
    view = game.view(None)
    setups = [json.dumps(lutetia.imagine(view, seed=seed).record()["setup"]) for seed in range(20)]
    assert len(set(setups)) == 20
    assert json.dumps(lutetia.imagine(view, seed=5).record()["setup"]) == setups[5]


def test_only_the_owner_sees_a_hand():
    game = new("lumiere two tiles", 1)
    tiles = game.record()["setup"]["tiles"]
    assert game.view("orange")["position"]["held"] == {"orange": sorted(tiles["orange"][:2]), "blue": None}
    assert game.view("blue")["position"]["held"] == {"orange": None, "blue": sorted(tiles["blue"][:2])}
    assert game.view(None)["position"]["held"] == {"orange": None, "blue": None}
    assert "setup" not in game.view("orange")


def test_an_unknown_seat_has_no_view():
    with pytest.raises(ValueError, match="there is no seat p1; there are: orange, blue"):
        new("lumiere starter", 1).view("p1")
