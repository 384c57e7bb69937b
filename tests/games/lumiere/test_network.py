"""The network that ships with La Cité de la Lumière: what it covers, and that it leaks and depends on nothing."""

from __future__ import annotations

from pathlib import Path

from lutetia.bots.interpreted_inference import InterpretedInference
from lutetia.bots.network import Network, paths
from lutetia.bots.weights_file import read
from lutetia.games.lumiere import bots
from lutetia.games.lumiere.bots.features import LAYOUT, features

from .test_features import moments, twins
from configurations import new

DATA = Path(bots.__file__).with_name("network.bin").read_bytes()


def test_nothing_hidden_changes_policy_or_value(sample):
    """In deals that the seat cannot tell apart, all outputs are equal."""
    seen = features(new("lumiere starter", 0).ruleset)
    network = Network(DATA, "lumiere", LAYOUT)
    for game, twin in twins(sample(80, 500)):
        here, there = (network.evaluate(seen.row(one.kernel, game.kernel.seat)) for one in (game, twin))
        assert here == there


def test_the_network_covers_what_it_has_learned():
    file = read(DATA, "lumiere", LAYOUT)
    for table in ("lumiere starter", "lumiere random", "lumiere further", "lumiere two tiles"):
        assert file.covers(new(table, 0).ruleset)
    for other in ("lumiere second edition", "paris for two"):
        assert not file.covers(new(other, 0).ruleset)


def test_the_file_says_where_it_comes_from():
    header = read(DATA).header
    assert header["licence"] == "MIT"
    assert {"made", "with", "command", "began with", "progress", "recipe"} <= set(header["provenance"])
    assert len(DATA) <= 1_000_000


def test_every_path_gives_the_same_bits():
    """The shipped network, in real positions. The interpreted one is slow, so it sees few of them."""
    seen = features(new("lumiere starter", 0).ruleset)
    interpreted = InterpretedInference(read(DATA))
    ran = [Network(DATA), *(Network(DATA, path=path) for path in paths())]
    rows = [seen.row(game.kernel, game.kernel.seat) for game in moments("lumiere starter", 2)]
    for number, row in enumerate(rows[::5]):
        found = [one.evaluate(row) for one in ran]
        if number % 10 == 0:
            wanted = [0] * interpreted.file.outputs
            interpreted.run(row, wanted)
            found.append(wanted)
        assert all(one == found[0] for one in found)
