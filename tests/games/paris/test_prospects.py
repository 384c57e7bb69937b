"""Prospects for screens: what is missing for a key's moves, how to raise it, how districts would stand."""

from __future__ import annotations

import random

import pytest

from configurations import FULL, new, walk

GAMES = 6 if FULL else 2


@pytest.mark.parametrize("name", ["paris for two", "paris any district"])
@pytest.mark.rule("P42")
def test_every_move_is_legal_or_its_lack_is_named(name):
    """Every move of a key is either legal or lacks something; every listed way to raise it helps."""
    rng, raised, gained = random.Random(name), 0, 0
    for seed in range(GAMES):
        game = new(name, seed)
        for _step in walk(game, rng):
            legal = game.legal()
            if rng.random() < 0.6:
                continue
            found = game.prospects()
            position = game.view(game.seat)["position"]
            if position["phase"] != "action" or position["question"]:
                assert found["missing"] == []
                continue
            own = position["seats"][game.seat]
            for one in found["missing"]:
                assert f"move {one['from']} {one['to']}" not in legal
                assert one["lacks"].get("francs", 0) == max(0, one["francs"] - own["francs"])
                assert all(n <= one["units"][good] for good, n in one["lacks"].items() if good != "francs")
                for step in one["raises"]:
                    after = game.copy()
                    after.play(step)
                    then = {(m["from"], m["to"]): m["lacks"] for m in after.prospects()["missing"]}
                    less = then.get((one["from"], one["to"]), {})
                    assert less != one["lacks"]
                    raised += 1
                    gained += (one["from"], one["to"]) not in then
    assert raised > 4 * GAMES
    assert gained > 0


def test_the_outlook_is_how_the_districts_will_stand():
    rng, changed = random.Random("outlook"), 0
    for seed in range(GAMES):
        game = new("paris advanced", seed)
        for _step in walk(game, rng):
            if rng.random() < 0.8:
                continue
            step = rng.choice([one for one in game.legal() if one.startswith(("move", "vp"))] or game.legal())
            outlook = game.outlook(step)
            now = game.view()["position"]["standings"]
            after = game.copy()
            after.play(step)
            then = after.view()["position"]["standings"]
            assert outlook["standings"] == {district: rows for district, rows in then.items() if rows != now[district]}
            had, won = (
                {
                    seat: sum(row["points"] for rows in side.values() for row in rows if row["seat"] == seat)
                    for seat in game.ruleset.seats
                }
                for side in (now, then)
            )
            assert outlook["points"] == {seat: won[seat] - had[seat] for seat in won if won[seat] != had[seat]}
            changed += bool(outlook["standings"])
    assert changed > 3 * GAMES
