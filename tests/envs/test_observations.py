"""An observation contains exactly what its seat may know."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

import lutetia
from lutetia.envs.observations import ObservationBuilder
from lutetia.envs.parts import named

from configurations import CONFIGURATIONS, new, rate, share, walk


def moments(name: str, games: int, every: int = 1):
    """Positions of random games, each with a generator of its own."""
    for seed in range(games):
        rng = random.Random(seed)
        game = new(name, seed)
        for n, _step in enumerate(walk(game, rng)):
            if n % every == 0:
                yield game, rng
        yield game, rng


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_an_observation_holds_nothing_hidden(name, sample):
    """Any game that the seat cannot tell apart looks the same to it."""
    builder = ObservationBuilder(new(name, 0).ruleset)
    for game, rng in moments(name, share(name, sample(3, 100)), every=7):
        for number, seat in enumerate(game.ruleset.seats):
            other = lutetia.imagine(game.view(seat), rng.getrandbits(32))
            assert np.array_equal(builder.row(game.kernel, number), builder.row(other.kernel, number))


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_an_observation_holds_all_that_is_known(name, sample):
    """Positions that look alike to a seat are alike: their views and their legal steps are equal."""
    builder = ObservationBuilder(new(name, 0).ruleset)
    known: dict[bytes, str] = {}
    every = round(1 / rate(name, 1))
    for game, _rng in moments(name, share(name, sample(2, 200)), every):
        for number, seat in enumerate(game.ruleset.seats):
            legal = game.legal() if game.seat == seat else None
            shown = json.dumps([seat, game.view(seat)["position"], legal], sort_keys=True)
            row = builder.row(game.kernel, number)
            key = row.tobytes() + bytes([number])
            assert known.setdefault(key, shown) == shown
    assert len(known) > 50


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_numbers_stay_within_their_space(name, sample):
    builder = ObservationBuilder(new(name, 0).ruleset)
    space = builder.space()
    for game, _rng in moments(name, share(name, sample(2, 40)), every=5):
        for number in range(len(game.ruleset.seats)):
            assert space.contains(builder.observation(game.kernel, number))


def test_parts_have_names_and_shapes():
    builder = ObservationBuilder(new("lumiere starter", 3).ruleset)
    game = lutetia.new("lumiere", seed=3, options={"first": "orange"})
    parts = named(builder.row(game.kernel, 0), builder.parts)
    assert parts["board"].shape == (30, 8, 8)
    assert parts["my turn"].tolist() == [1]
    assert parts["my hand"].sum() == 1
    assert parts["unplaced"].sum() == 16
    tile = int(parts["my hand"].argmax())
    assert game.view("orange")["position"]["held"]["orange"] == [tile]
    game.play(next(step for step in game.legal() if step.startswith(f"tile {tile} A1 ")))
    board = named(builder.row(game.kernel, 0), builder.parts)["board"]
    assert board[:4, :2, :2].sum() >= 4
    assert board[:4].sum() == board[:4, :2, :2].sum(), "a tile covers the four spaces of its square"


def test_each_seat_sees_itself_first():
    game = lutetia.new("paris", seed=5, players=3)
    builder = ObservationBuilder(game.ruleset)
    for number, seat in enumerate(game.ruleset.seats):
        turn = named(builder.row(game.kernel, number), builder.parts)["whose turn"]
        after = (game.ruleset.seats.index(game.seat) - number) % 3
        assert turn.tolist() == [float(i == after) for i in range(3)], seat
