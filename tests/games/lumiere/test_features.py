"""What the network of La Cité de la Lumière sees: what it was trained on, and nothing hidden."""

from __future__ import annotations

import hashlib
import random

import pytest

import lutetia
from lutetia.core.random import Rng
from lutetia.games.lumiere.bots.features import features

from configurations import new, walk

GOLDEN = {  # by configuration: what the network was trained on, in six games
    "lumiere starter": "502910a271d037c1",
    "lumiere random": "668acae23bf50d17",
    "lumiere two tiles": "bd68ce2e1c571585",
}


def moments(name: str, games: int):
    """Positions of random games in which there is something to decide."""
    for seed in range(games):
        game = new(name, seed)
        for _step in walk(game, random.Random(seed)):
            if len(game.legal()) > 1:
                yield game


@pytest.mark.parametrize("name", GOLDEN)
def test_the_network_sees_what_it_was_trained_on(name):
    """A network is worthless if a single number of its input means something else than in its training."""
    seen = features(new(name, 0).ruleset)
    digest = hashlib.sha256()
    for game in moments(name, 6):
        digest.update(seen.row(game.kernel, game.kernel.seat))
    assert digest.hexdigest()[:16] == GOLDEN[name]


def test_steps_keep_their_outputs():
    first, second = features(new("lumiere starter", 0).ruleset).outputs()
    assert hashlib.sha256(repr((first, second)).encode()).hexdigest()[:16] == "eb82a9d2710a5650"


@pytest.mark.parametrize("name", ["lumiere random", "lumiere two tiles", "lumiere second edition"])
def test_legal_steps_have_different_outputs(name):
    """Otherwise the network could not prefer one to the other."""
    seen = features(new(name, 0).ruleset)
    first, second = seen.outputs()
    for game in moments(name, 3):
        pairs = [(first[step], second[step]) for step in map(game.ruleset.step_ids.get, game.legal())]
        assert len(set(pairs)) == len(pairs)
        assert len(seen.row(game.kernel, 0)) == seen.inputs


def twins(count: int):
    """Positions of which something is hidden, each with one that the deciding seat cannot tell apart from it."""
    found = 0
    for game in moments("lumiere starter", 100):
        if game.kernel.phase != 1:
            continue  # nothing is hidden any more
        twin = game.copy()
        twin.kernel.imagine(twin.kernel.seat, Rng(found + 1))
        if twin.kernel.key() == game.kernel.key():
            continue  # the same deal
        yield game, twin
        found += 1
        if found == count:
            return
    pytest.fail("too few positions")


def test_nothing_hidden_is_in_a_row(sample):
    """In deals that the seat cannot tell apart, its rows and the search's keys are equal."""
    seen = features(new("lumiere starter", 0).ruleset)
    for game, twin in twins(sample(80, 500)):
        assert twin.view(game.seat)["position"] == game.view(game.seat)["position"]
        assert seen.row(game.kernel, game.kernel.seat) == seen.row(twin.kernel, game.kernel.seat)
        assert seen.key(game.kernel) == seen.key(twin.kernel)


def test_the_hand_is_the_key():
    """Positions after the same steps differ for the seat only in what it holds."""
    seen = features(new("lumiere starter", 0).ruleset)
    keys = {}
    for seed in range(40):
        game = lutetia.new("lumiere", seed=seed, options={"first": "orange"})
        hand = tuple(game.view("orange")["position"]["held"]["orange"])
        assert keys.setdefault(hand, seen.key(game.kernel)) == seen.key(game.kernel)
    assert len(set(keys.values())) == len(keys) > 4
