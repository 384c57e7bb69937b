"""The text of a legal step says what the step does, well enough to play without seeing the board."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

import lutetia
from lutetia.text.interface import text_for
from lutetia.text.position import position_text

import configurations


def test_the_list_describes_where_a_tile_goes():
    game = lutetia.new("lumiere", seed=11, options={"first": "blue"})
    shown = {one["step"]: one["text"] for one in position_text(game, "blue", game.legal())["steps"]}
    laid = [step for step in game.legal() if step.startswith("tile")]
    assert len(laid) == 64
    for step in laid:
        after = game.copy()
        after.play(step)
        paved = after.view(None)["position"]["paving"]
        words = {"orange": "orange", "blue": "blue", "mixed": "mixed", "lamp": "street lamp"}
        named = dict(one.split(" ", 1) for one in shown[step].partition("(")[2].rstrip(")").split(", "))
        assert named == {space: words[paved[space]] for space in named}
        assert len(named) == 4


def test_the_list_of_paris_names_costs_and_gains():
    game, seen, rng = lutetia.new("paris", seed=5, players=2), set(), random.Random(5)
    wanted = {"key", "move", "buy", "sell", "draw"}
    while not game.over:
        seat, legal = game.seat, game.legal()
        mine = game.ruleset.seats.index(seat)
        looks = rng.random() < 0.1 or (wanted & {step.split(" ")[0] for step in legal}) - seen
        for one in position_text(game, seat, legal)["steps"] if looks else ():
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


OFFERS = {  # what a heading may say, and how the steps begin of which one at least must be legal then
    "lumiere": {
        "lay a tile": "tile ",
        "take a building": "take ",
        "build": "build ",
        "use a postcard": "card ",
        "pass": "pass",
        "give back": "swap ",
        "place the garden": "place garden",
        "place the painter": "place painter",
        "place the annex": "place annex",
        "place the lamp": "place lamp",
        "place the dancer": "place dancer",
        "place the fountain": "place fountain",
        "place the statue": "place statue",
        "choose the lamp": "place large-lamp",
        "has no effect": "decline",
        "or skip the effect": "decline",
    },
    "paris": {
        "in a bank": "key bank ",
        "the arc": "key arc",
        "move one of your keys": "move ",
        "take an end-game tile": "end ",
        "one more action": "key |move |end ",
        "end your turn": "done",
        "trade": "buy |sell ",
        "use tiles": "use ",
        "draw a building": "draw ",
        "which bonus tile": r"track \d",
        "a bonus tile costs": "track none",
        "which vp tile": r"vp \d",
        "which section": "section ",
        "what do you pay": "pay ",
        "which pair": "pair ",
        "where do you place the": "site ",
    },
}
MAIN = {  # what a turn is about: said whenever it is legal
    "lumiere": ("lay a tile", "take a building", "build", "use a postcard", "pass"),
    "paris": ("in a bank", "the arc", "move one of your keys", "take an end-game tile", "draw a building"),
}


@pytest.mark.parametrize("name", OFFERS)
def test_a_heading_offers_what_the_steps_do(name):
    """Without --full, of the positions with the same kinds of steps only every fifth is checked."""
    met, offers = set(), OFFERS[name]
    met_kinds = Counter[frozenset[str]]()
    for configuration in (each for each in configurations.CONFIGURATIONS if each.startswith(name)):
        for seed in range(configurations.share(configuration, 40)):
            game = configurations.new(configuration, seed)
            for _next in configurations.walk(game, random.Random(seed)):
                legal = game.legal()
                kinds = frozenset(step.split(" ")[0] for step in legal)
                met_kinds[kinds] += 1
                if met_kinds[kinds] % 5 != 1 and not configurations.FULL:
                    continue
                view = game.view(game.seat)
                shown = text_for(name).question(view, legal).lower()
                named = {words for words in offers if re.search(rf"\b{words}\b", shown)}
                done = {words for words in offers if any(re.match(offers[words], step) for step in legal)}
                assert named, shown
                assert named <= done, (shown, legal)
                if not view["position"]["question"] and "one more action" not in named:
                    assert done.intersection(MAIN[name]) <= named, (shown, legal)
                met |= named
    assert met == set(offers)
