"""Properties that hold at every step of every game, on thousands of random games (./test takes a sample)."""

from __future__ import annotations

import json
import random
from collections import deque

import pytest

import lutetia

from configurations import CONFIGURATIONS, new, share, walk

LONGEST = {"lumiere": 120, "paris": 7154}
"""Steps. lumiere: 28 tiles and takes at most, as many passes, 12 builds, 8 cards of 3 steps, as many passes.
paris: docs/rules/paris-bound.md."""


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_random_games(name, sample):
    for seed in range(share(name, sample(5, 2000))):
        rng = random.Random(seed)
        game = new(name, seed)
        steps = 0
        for step in walk(game, rng):
            check_step(game, step, rng)
            steps += 1
        assert steps <= LONGEST[game.ruleset.game]
        check_end(game)


def check_step(game, step, rng):
    legal = game.legal()
    assert legal == sorted(set(legal)), "sorted, each once"
    assert game.seat in game.ruleset.seats
    assert game.result() is None
    points = {seat: score["total"] for seat, score in game.ruleset.scores(game.kernel).items()}
    assert points == {seat: game.kernel.points_of(s) for s, seat in enumerate(game.ruleset.seats)}, "fast total = sheet"

    record = json.loads(json.dumps(game.record()))
    assert record["result"] is None
    if rng.random() < 0.2:
        again = lutetia.replay(record)
        assert again.record() == record
        assert again.legal() == legal
        assert again.kernel.key() == game.kernel.key()

    twin = game.copy()
    before = twin.kernel.key()
    change = game.preview(step)
    twin.play(step)
    after = twin.ruleset.scores(twin.kernel)
    for seat, score in game.ruleset.scores(game.kernel).items():
        assert change[seat]["total"] == after[seat]["total"] - score["total"]
    assert game.record() == record, "neither preview nor a copy's step changes a game"
    twin.undo()
    assert twin.record() == record
    assert twin.legal() == legal
    assert twin.kernel.key() == before == game.kernel.key()


def check_end(game):
    assert game.over
    assert game.seat is None
    assert game.legal() == []
    record = json.loads(json.dumps(game.record()))
    assert record["result"] == game.result()
    assert lutetia.replay(record).record() == record
    with pytest.raises(lutetia.IllegalStep):
        game.play(record["turns"][0]["steps"][0])


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_earlier_copies_never_change(name, sample):
    """After every step the last eight positions are hashed again, and the oldest one's record is compared: nothing is
    shared between copies."""
    for seed in range(share(name, sample(4, 300))):
        game = new(name, seed)
        old = deque(maxlen=8)
        for _step in walk(game, random.Random(seed)):
            old.append((game.copy(), game.kernel.key(), json.dumps(game.record())))
            for copy, key, _record in old:
                assert copy.kernel.key() == key
            assert json.dumps(old[0][0].record()) == old[0][2]
        assert all(json.dumps(copy.record()) == record for copy, _key, record in old)


@pytest.mark.parametrize("name", [name for name in CONFIGURATIONS if name.startswith("lumiere")])
def test_lumiere_conserves_its_pieces(name, sample):
    """Each building, tile, token and space is in exactly one place."""
    for seed in range(share(name, sample(5, 1000))):
        game = new(name, seed)
        buildings = set(game.ruleset.notation.buildings)
        in_play = len(game.record()["setup"]["postcards"])
        for _step in walk(game, random.Random(seed)):
            position = game.view(None)["position"]
            placed = [b["name"] for b in position["buildings"] if b["name"] != "garden"]
            everywhere = placed + position["supply"] + position["reserve"]["orange"] + position["reserve"]["blue"]
            assert sorted(everywhere) == sorted(buildings)
            tiles = sum(map(len, position["unplaced"].values()))
            assert tiles == len(position["squares"])
            assert len(position["paving"]) == 4 * (16 - tiles)
            used = sum(card["owner"] is not None for card in position["postcards"])
            assert used + sum(position["tokens"].values()) == in_play
            covered = [space for building in position["buildings"] for space in building["spaces"]]
            covered += [s for piece in position["pieces"] if piece["name"] != "annex" for s in piece["spaces"]]
            assert len(covered) == len(set(covered))
            assert set(covered) <= set(position["paving"])
