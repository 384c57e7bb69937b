"""Bots with a weights file of one's own: a network is asked only where it has learned to play, and never beyond its
outputs."""

from __future__ import annotations

from typing import Any

import pytest

import lutetia
from lutetia.bots import bot
from lutetia.bots.evaluator import Evaluator
from lutetia.bots.learned_bot import tree_for
from lutetia.bots.network import Network
from lutetia.bots.network_evaluator import NetworkEvaluator
from lutetia.bots.profile import Learned, profile_for
from lutetia.bots.trained import weights
from lutetia.bots.weights_file import write
from lutetia.core.random import Rng
from lutetia.games.paris.bots import layout
from lutetia.games.paris.bots.features import features

SEATS = 2
"""That the network below has values for."""


def network(tables: list[dict[str, Any]]) -> bytes:
    """A small network for Paris that says the same of every position, with values for two seats."""
    outputs = layout.POLICY + 3 * SEATS
    header = {
        "game": "paris", "features": layout.LAYOUT, "edition": lutetia.ruleset("paris").edition.version,
        "tables": tables, "licence": "MIT", "provenance": {},
        "input": {"height": 6, "width": 1, "planes": layout.INPUT_PLANES, "globals": layout.INPUT_GLOBALS},
        "ops": [{"op": "dense", "from": "globals", "channels": outputs, "output": 0}],
        "outputs": {
            "policy": {"at": 0, "size": layout.POLICY, "one": 4096},
            "values": {"at": layout.POLICY, "size": 3 * SEATS, "one": 4096},
        },
    }  # fmt: skip
    inputs = layout.INPUT_PLANES + layout.INPUT_GLOBALS
    dense = ([0] * outputs * layout.INPUT_GLOBALS, [0] * outputs, [1] * outputs)
    return write(header, [0] * inputs, [1] * inputs, [dense])


@pytest.mark.parametrize(("players", "fits"), [(2, True), (3, False), (4, False)])
def test_an_evaluator_needs_values_for_every_seat(players, fits):
    game = lutetia.new("paris", seed=1, players=players)
    one = Network(network([]), "paris", layout.LAYOUT)
    if not fits:
        with pytest.raises(ValueError, match=f"441 outputs for steps and 3 for each of {players} seats"):
            NetworkEvaluator(features(game.ruleset), one, players)
        return
    evaluator: Evaluator = NetworkEvaluator(features(game.ruleset), one, players)
    tree = tree_for(game, evaluator, Learned(20), Rng(1))
    tree.run(evaluator, 21)
    chances, _scores, _margins = tree.values()
    assert sum(chances) == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize(
    ("tables", "why"),
    [
        ([{"players": 4, "options": {}}], "outputs for steps and 3 for each of 4 seats"),
        ([{"players": 2, "options": {}}], "has not learned this table, with 4 players; it has learned .*players.: 2"),
        ([{"players": 4, "options": {"advanced": True}}], "has not learned this table"),
    ],
    ids=["too few outputs", "fewer players", "other rules"],
)
def test_a_network_is_refused_where_it_cannot_play(tables, why, tmp_path):
    file = tmp_path / "two.bin"
    file.write_bytes(network(tables))
    game = lutetia.new("paris", seed=1, players=4)
    with pytest.raises(ValueError, match=why):
        bot(f"network:{file}:20", 1).choose(game.view(game.seat), game.legal())


def test_a_network_is_refused_with_another_edition(tmp_path):
    file = tmp_path / "paris.bin"
    file.write_bytes(weights(profile_for("paris").learning))
    data = dict(lutetia.ruleset("paris").edition.data) | {"name": "another"}
    game = lutetia.new("paris", seed=1, players=2, edition=data)
    with pytest.raises(ValueError, match="has not learned this table"):
        bot(f"network:{file}:1", 1).choose(game.view(game.seat), game.legal())


@pytest.mark.parametrize("name", ["lumiere", "paris"])
def test_the_network_that_ships_plays_as_a_file(name, tmp_path):
    file = tmp_path / "network.bin"
    file.write_bytes(weights(profile_for(name).learning))
    game = lutetia.new(name, seed=1)
    assert bot(f"network:{file}:1", 1).choose(game.view(game.seat), game.legal()) in game.legal()
