"""What the network of Paris sees: only what its seat may know, the same in both cores, and enough to decide."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path

import pytest

import lutetia
from lutetia.bots.network import Network
from lutetia.games.paris import bots
from lutetia.games.paris.bots import layout
from lutetia.games.paris.bots.features import features as features_of
from lutetia.games.paris.rules.notation import VP

from configurations import CONFIGURATIONS, new, share, walk

PARIS = [name for name, given in CONFIGURATIONS.items() if given["game"] == "paris"]
DATA = Path(bots.__file__).with_name("network.bin").read_bytes()
DEALS = 500
GOLDEN = {
    "paris for two": "4c2dcca5db8cca29",
    "paris for three, closed": "28a7cc05273af445",
    "paris for four": "e8bedcba12d98e5c",
    "paris advanced": "bf7476fa24b5b21b",
    "paris any district": "11ccf73891d0cb8d",
    "paris both variants": "b6777ce19e76c32d",
}


def moments(name: str, games: int, every: int):
    """Positions of random games in which there is something to decide, each with a generator of its own."""
    for seed in range(games):
        rng = random.Random(seed)
        game = new(name, seed)
        for n, _step in enumerate(walk(game, rng)):
            if n % every == 0:
                yield game, rng


@pytest.mark.parametrize("name", PARIS)
def test_deals_that_a_seat_cannot_tell_apart_look_alike(name, sample):
    """Equal features have equal policies and values, because the network sees nothing else."""
    features, deals = features_of(new(name, 0).ruleset), 0
    wanted = sample(12, DEALS)
    for game, rng in moments(name, 1_000, every=11):
        decider = game.kernel.seat
        for seat, name_of_seat in enumerate(game.ruleset.seats):
            other = lutetia.imagine(game.view(name_of_seat), rng.getrandbits(32))
            deals += other.kernel.key() != game.kernel.key()
            assert features.row(other.kernel, seat) == features.row(game.kernel, seat)
            assert features.considered(other.kernel) == features.considered(game.kernel) or seat != decider
            assert features.key(other.kernel) == features.key(game.kernel) or seat != decider
        if deals >= wanted:
            return
    pytest.fail("there are not enough different deals")


def digest(name: str) -> str:
    """Of the features of a game, for every position."""
    features, found = features_of(new(name, 0).ruleset), hashlib.sha256()
    for game, _rng in moments(name, 1, every=1):
        found.update(features.row(game.kernel, game.kernel.seat))
    return found.hexdigest()[:16]


@pytest.mark.parametrize("name", PARIS)
def test_features_stay_as_they_are(name):
    """A trained network depends on every byte. The compiled and the interpreted core are held to the same digests."""
    assert digest(name) == GOLDEN[name]


def test_equal_features_mean_equal_choices():
    features, known = features_of(new("paris for two", 0).ruleset), {}
    for game, _rng in moments("paris for two", share("paris for two", 16), every=1):
        assert known.setdefault(features.row(game.kernel, game.kernel.seat), game.legal()) == game.legal()
    assert len(known) > 100


def test_every_step_has_outputs_of_its_own():
    for name in PARIS:
        table = layout.output_table(new(name, 0).ruleset.notation)
        assert len(set(table)) == len(table)
        assert all(0 <= output < layout.POLICY for pair in table for output in pair)
    (prize, district) = layout.outputs_of(next(s for s in new(PARIS[0], 0).ruleset.notation.steps if s.kind == VP))
    assert prize >= 6 * layout.PLANES > district


def test_the_network_plays_at_every_table():
    file = Network(DATA, "paris", layout.LAYOUT).file
    assert all(file.covers(new(name, 0).ruleset) for name in PARIS)
    assert len(DATA) <= 1_000_000


def test_the_network_says_the_same_in_both_cores():
    """One position of each number of players; the digest is the same compiled and interpreted."""
    network, found = Network(DATA, "paris", layout.LAYOUT), hashlib.sha256()
    for name in PARIS[:3]:
        game, _rng = next(moments(name, 1, every=1))
        found.update(repr(network.evaluate(features_of(game.ruleset).row(game.kernel, game.kernel.seat))).encode())
    assert found.hexdigest()[:16] == "f9dd5900b7d47911"


@pytest.mark.parametrize("name", PARIS)
def test_the_search_does_not_trade_in_circles(name, sample):
    """Given a good that it makes sense to buy or sell, it makes no sense to trade it back at once."""
    seen = {"buy": 0, "sell": 0}
    for game, _rng in moments(name, sample(3, 100), every=1):
        features, texts = features_of(game.ruleset), game.ruleset.step_texts
        legal = {game.ruleset.step_ids[step] for step in game.legal()}
        kept = features.considered(game.kernel)
        assert kept, "there is always something to do"
        assert set(kept) <= legal
        assert {texts[step].split()[0] for step in legal - set(kept)} <= {"buy", "sell"}
        for step in kept:
            kind, *good = texts[step].split()
            if kind in seen and len(good) == 1:
                after = game.copy()
                after.play(texts[step])
                again = {texts[each] for each in features.considered(after.kernel)}
                assert f"{'sell' if kind == 'buy' else 'buy'} {good[0]}" not in again, texts[step]
                seen[kind] += 1
    assert min(seen.values()) > 5, seen
