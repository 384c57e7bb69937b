"""What the network of La Cité de la Lumière sees, and what it says: nothing hidden, and every step."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path

import pytest

import lutetia
from lutetia.bots.interpreted_inference import InterpretedInference
from lutetia.bots.network import Network, paths
from lutetia.bots.weights_file import read
from lutetia.core.random import Rng
from lutetia.games.lumiere import bots
from lutetia.games.lumiere.bots.features import LAYOUT, features

from configurations import COMPILED, new, walk

DATA = Path(bots.__file__).with_name("network.bin").read_bytes()
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


def test_nothing_hidden_changes_policy_or_value(sample):
    """In deals that the seat cannot tell apart, the inputs, the search's key and all outputs are equal."""
    seen = features(new("lumiere starter", 0).ruleset)
    network = Network(DATA, "lumiere", LAYOUT)
    compared, evaluated = 0, sample(80, 500) if COMPILED else 1
    for game in moments("lumiere starter", 100):
        if game.kernel.phase != 1:
            continue  # nothing is hidden any more
        twin = game.copy()
        twin.kernel.imagine(twin.kernel.seat, Rng(compared + 1))
        if twin.kernel.key() == game.kernel.key():
            continue  # the same deal
        assert twin.view(game.seat)["position"] == game.view(game.seat)["position"]
        row, other = (seen.row(one.kernel, game.kernel.seat) for one in (game, twin))
        assert row == other
        assert seen.key(game.kernel) == seen.key(twin.kernel)
        if compared < evaluated:
            assert network.evaluate(row) == network.evaluate(other)
        compared += 1
        if compared == sample(80, 500):
            return
    pytest.fail("too few positions")


def test_the_hand_is_the_key():
    """Positions after the same steps differ for the seat only in what it holds."""
    seen = features(new("lumiere starter", 0).ruleset)
    keys = {}
    for seed in range(40):
        game = lutetia.new("lumiere", seed=seed, options={"first": "orange"})
        hand = tuple(game.view("orange")["position"]["held"]["orange"])
        assert keys.setdefault(hand, seen.key(game.kernel)) == seen.key(game.kernel)
    assert len(set(keys.values())) == len(keys) > 4


def test_the_network_covers_what_it_has_learned():
    file = read(DATA, "lumiere", LAYOUT)
    assert file.covers(new("lumiere starter", 0).ruleset)
    for other in ("lumiere random", "lumiere further", "lumiere two tiles", "lumiere second edition", "paris for two"):
        assert not file.covers(new(other, 0).ruleset)


def test_the_file_says_where_it_comes_from():
    header = read(DATA).header
    assert header["licence"] == "MIT"
    assert {"network", "trained", "calibrated", "date"} <= set(header["provenance"])
    assert len(DATA) <= 1_000_000


def test_every_path_gives_the_same_bits():
    """The shipped network, in real positions. The interpreted one is slow, so it sees few of them."""
    seen = features(new("lumiere starter", 0).ruleset)
    interpreted = InterpretedInference(read(DATA))
    ran = [Network(DATA, path=path) for path in paths()]
    rows = [seen.row(game.kernel, game.kernel.seat) for game in moments("lumiere starter", 2)]
    for number, row in enumerate(rows[:: 5 if COMPILED else 40]):
        found = [one.evaluate(row) for one in ran]
        if number % 10 == 0 or not COMPILED:
            wanted = [0] * interpreted.file.outputs
            interpreted.run(row, wanted)
            found.append(wanted)
        assert all(one == found[0] for one in found)
