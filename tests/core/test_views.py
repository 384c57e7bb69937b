"""Views have exactly the keys of the contract, and their positions fit the published schemas."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import lutetia
from lutetia.core.viewcache import ViewCache
from lutetia.server.play.canonical_json import canonical, extended_json, json_fragment, json_part

import schemas
from configurations import CONFIGURATIONS, new, share, walk

KEYS = [
    "edition",
    "first",
    "game",
    "options",
    "over",
    "position",
    "result",
    "rules",
    "seat",
    "seats",
    "turns",
    "viewer",
]


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_views_fit_their_schema(name, sample):
    rng = random.Random(name)
    game = new(name, 0)
    validator = schemas.validator(f"{game.ruleset.game}-position")
    validator.check_schema(validator.schema)
    for seed in range(share(name, sample(2, 100))):
        game = new(name, seed)
        for _step in walk(game, rng):
            for viewer in (None, *game.ruleset.seats):
                if rng.random() < (0.2 if game.ruleset.game == "lumiere" else 0.02):
                    check(game, viewer, validator)
        check(game, None, validator)


def check(game, viewer, validator):
    view = game.view(viewer)
    assert sorted(view) == KEYS
    assert view["viewer"] == viewer
    assert view["turns"] == game.record()["turns"] or not game.over
    validator.validate(view["position"])


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_cached_views_equal_fresh_ones(name, sample):
    """Views made with a cache equal those made without, after steps and after undo; so does the JSON that is sent."""
    rng = random.Random(f"{name} taken over")
    for seed in range(share(name, sample(2, 100))):
        game, cache, sent = new(name, seed), ViewCache(), ViewCache(json_part, json_fragment, extended_json)
        while not game.over:
            game.play(rng.choice(game.legal()))
            if rng.random() < 0.05:
                game.undo()
            cache.next_position()
            sent.next_position()
            viewers = [viewer for viewer in (None, *game.ruleset.seats) if rng.random() < 0.5]
            seen = {viewer: (game.view(viewer, cache), game.view(viewer, sent)) for viewer in viewers}
            if rng.random() < 0.3:
                for viewer, (view, in_json) in seen.items():
                    assert view == game.view(viewer), (name, seed, viewer)
                    assert canonical(in_json) == canonical(view), (name, seed, viewer)
        cache.next_position()
        sent.next_position()
        for viewer in (None, *game.ruleset.seats):
            assert game.view(viewer, cache) == game.view(viewer), (name, seed, viewer)
            assert canonical(game.view(viewer, sent)) == canonical(game.view(viewer)), (name, seed, viewer)


def test_the_position_of_the_mock_up_has_its_points_and_steps(sample):
    """A position that was drawn by hand elsewhere gives the same points and the same steps."""
    game = lutetia.replay(json.loads((Path(__file__).parents[1] / "lumiere-position.json").read_text()))
    position = game.view("orange")["position"]
    assert len(game.legal()) == 21
    assert position["scores"]["orange"] == {"lit": 21, "group": 9, "unbuilt": -9, "postcards": 16, "total": 37}
    assert position["scores"]["blue"] == {"lit": 39, "group": 12, "unbuilt": -6, "postcards": 0, "total": 45}
    sizes = {b["name"]: (b["size"], len(b["lamps"]), b["points"]) for b in position["buildings"]}
    assert sizes == {"C6": (6, 3, 18), "I3": (3, 1, 3), "U5": (5, 3, 15), "V5": (5, 2, 10), "V6": (7, 2, 14)}
    change = game.preview("build P5 e4 f4 g4 f5 g5")["orange"]
    assert change["total"] == 14
    assert (change["lit"], change["unbuilt"], change["cards"]["peintre"]) == (15, 3, -4)
