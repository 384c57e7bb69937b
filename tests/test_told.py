"""What the list of legal steps says of a step is what the step does: enough to play by without seeing anything."""

from __future__ import annotations

import random

import lutetia
from lutetia.told import pages


def test_the_list_says_of_a_tile_what_will_lie_where():
    game = lutetia.new("lumiere", seed=11, options={"first": "blue"})
    said = {one["step"]: one["text"] for one in pages.told(game, "blue", game.legal())["steps"]}
    laid = [step for step in game.legal() if step.startswith("tile")]
    assert len(laid) == 64
    for step in laid:
        after = game.copy()
        after.play(step)
        paved = after.view(None)["position"]["paving"]
        words = {"orange": "orange", "blue": "blue", "mixed": "for both", "lamp": "street lamp"}
        told = dict(one.split(" ", 1) for one in said[step].partition("(")[2].rstrip(")").split(", "))
        assert told == {space: words[paved[space]] for space in told}
        assert len(told) == 4


def test_the_list_says_of_paris_what_a_step_costs_and_brings():
    game, seen, rng = lutetia.new("paris", seed=5, players=2), set(), random.Random(5)
    wanted = {"key", "move", "buy", "sell", "draw"}
    while not game.over:
        seat, legal = game.seat, game.legal()
        mine = game.table.seats.index(seat)
        looks = rng.random() < 0.1 or (wanted & {step.split(" ")[0] for step in legal}) - seen
        for one in pages.told(game, seat, legal)["steps"] if looks else ():
            kind, more = one["kind"], one["text"].partition("(")[2].rstrip(")")
            if kind in ("key", "move", "buy", "sell") and more:
                after = game.copy()
                after.play(one["step"])
                changed = after.kernel.francs[mine] - game.kernel.francs[mine]
                spent = {"move": -changed, "buy": -changed}.get(kind, changed)
                assert int(more.split(" F")[0]) == spent, one
                seen.add(kind)
            elif kind == "draw":
                back = game.view(None)["position"]["stacks"][int(one["step"][5:]) - 1]["back"]
                assert more == back.replace("La-", "La ")
                seen.add(kind)
        game.play(rng.choice(legal))
    assert seen == wanted
