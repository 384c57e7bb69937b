"""The network that ships with Paris: nothing that a seat may not know changes what it says to that seat."""

from __future__ import annotations

import pytest

import lutetia
from lutetia.bots.network import Network
from lutetia.games.paris.bots import layout
from lutetia.games.paris.bots.features import features as features_of

from .test_features import DATA, DEALS, moments
from configurations import new

TABLES = ("paris for two", "paris for three, closed", "paris for four")


@pytest.mark.parametrize("name", TABLES)
def test_nothing_hidden_changes_policy_or_value(name, sample):
    """In deals that the deciding seat cannot tell apart, all outputs are equal."""
    seen, network = features_of(new(name, 0).ruleset), Network(DATA, "paris", layout.LAYOUT)
    deals, wanted = 0, sample(40, DEALS)
    for game, rng in moments(name, 1_000, every=7):
        seat = game.kernel.seat
        twin = lutetia.imagine(game.view(game.seat), rng.getrandbits(32))
        if twin.kernel.key() == game.kernel.key():
            continue  # the same deal
        assert twin.view(game.seat)["position"] == game.view(game.seat)["position"]
        here, there = (network.evaluate(seen.row(one.kernel, seat)) for one in (game, twin))
        assert here == there
        deals += 1
        if deals == wanted:
            return
    pytest.fail("there are not enough different deals")


@pytest.mark.parametrize("name", TABLES)
def test_what_a_seat_sees_does_change_them(name):
    """So that the test above can fail."""
    seen, network = features_of(new(name, 0).ruleset), Network(DATA, "paris", layout.LAYOUT)
    said = {
        tuple(network.evaluate(seen.row(game.kernel, game.kernel.seat))) for game, _rng in moments(name, 1, every=9)
    }
    assert len(said) > 10
