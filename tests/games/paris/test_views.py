"""Views of Paris: their parts follow the schema and hide what P80 says."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import lutetia

from configurations import FULL
from schemas import validator

BEHIND_THE_SCREEN = ("francs", "hand", "tokens", "unused")


@pytest.mark.parametrize("screens", ["open", "closed"])
@pytest.mark.parametrize("players", [2, 4, pytest.param(3, marks=pytest.mark.full)])
def test_every_part_is_as_the_schema_says(players: int, screens: str) -> None:
    check = validator("paris-position")
    options = {"screens": screens, "any_district": players == 3, "advanced": players == 4}
    game = lutetia.new("paris", seed=players, players=players, options=options)
    rng = random.Random(players)
    while not game.over:
        legal = game.legal()
        if rng.random() < 0.05:
            for viewer in (None, *game.ruleset.seats):
                check.validate(game.view(viewer)["position"])
        game.play(rng.choice([step for step in legal if not step.startswith("sell")] or legal))
    check.validate(game.view(None)["position"])


@pytest.mark.parametrize("viewer", [None, "p1"])
def test_p80_screens(viewer: str | None) -> None:
    for screens in ("open", "closed"):
        game = lutetia.new("paris", seed=2, players=3, options={"screens": screens})
        seats: dict[str, Any] = game.view(viewer)["position"]["seats"]
        for seat, part in seats.items():
            hidden = screens == "closed" and seat != viewer
            assert all((part[name] is None) == hidden for name in BEHIND_THE_SCREEN)
            assert (part["ends"] is None) == (seat != viewer)


def test_p70_only_the_seat_on_turn_sees_which_end_tiles_are_left() -> None:
    game = lutetia.new("paris", seed=2, players=2)
    rng = random.Random(2)
    while not any(step.startswith("end ") for step in game.legal()):
        game.play(rng.choice(game.legal()))
    mine, other = game.seat, next(seat for seat in game.ruleset.seats if seat != game.seat)
    assert game.view(mine)["position"]["end_tiles"]["kinds"]["francs"] == 3
    assert game.view(other)["position"]["end_tiles"] == {"left": 12, "kinds": None}
    game.play("end marble")
    assert game.view(mine)["turns"][-1]["steps"][-1] == "end marble"
    assert game.view(other)["turns"][-1]["steps"][-1] == "end ?"
    assert game.view(None)["turns"][-1]["steps"][-1] == "end ?"
    assert game.view(other)["position"]["seats"][mine]["end_count"] == 1


@pytest.mark.parametrize("seed", range(12 if FULL else 2))
def test_what_a_viewer_imagines_looks_the_same(seed: int) -> None:
    screens = ("open", "closed")[seed % 2]
    game = lutetia.new("paris", seed=seed, players=2 + seed % 3, options={"screens": screens, "advanced": seed > 5})
    rng = random.Random(seed)
    while not game.over:
        legal = game.legal()
        late = any(step.startswith("end ") for turn in game.record()["turns"] for step in turn["steps"])
        if rng.random() < (0.05 if late else 0.01):
            for viewer in (None, *game.ruleset.seats):
                view = json.loads(json.dumps(game.view(viewer)))
                imagined = lutetia.imagine(view, rng.randrange(1000))
                assert imagined.view(viewer) == view
                assert viewer != game.seat or imagined.legal() == legal
        moves = [step for step in legal if step.split(" ")[0] in ("move", "section", "use")]
        game.play(rng.choice(moves if moves and rng.random() < 0.4 else legal))
