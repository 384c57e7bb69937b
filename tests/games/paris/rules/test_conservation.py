"""Keys, tokens, tiles and francs are conserved at every step of random games, and games end.

The francs are compared with an account that is kept from the record alone (ledger.py).
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from lutetia.core.json_types import Json

from .claims import Scene
from .drawing import Box
from .ledger import PRESTIGE, RESOURCES, UNITS, Ledger
from configurations import FULL

VARIANTS = [{}, {"advanced": True}, {"any_district": True}, {"advanced": True, "any_district": True}]


def uniform(rng: random.Random, legal: list[str]) -> str:
    return rng.choice(legal)


def eager(rng: random.Random, legal: list[str]) -> str:
    """Prefers moves, landmarks, tiles and questions, to cover many situations."""
    likes = {"move": 8, "track": 6, "section": 6, "pay": 5, "pair": 5, "use": 2, "end": 0.5, "sell": 0.3, "buy": 0.5}
    shy = ("track none", "section done", "vp none", "pair done")
    weights = [0.2 if s in shy else likes.get(s.split(" ")[0], 4) * (1 + 3 * (":L" in s)) for s in legal]
    return rng.choices(legal, weights)[0]


def thrifty(rng: random.Random, legal: list[str]) -> str:
    """Avoids selling and using tiles, so that payments have many sources."""
    calm = [step for step in legal if step.split(" ")[0] not in ("sell", "use", "end")]
    return eager(rng, calm) if calm and rng.random() < 0.95 else rng.choice(legal)


POLICIES = (uniform, eager, thrifty)


@pytest.mark.parametrize("seed", range(18) if FULL else (0, 4, 8))  # every policy, every number of players
def test_everything_is_conserved_at_every_step(box: Box, seed: int) -> None:
    players, policy = 2 + seed % 3, POLICIES[seed // 3 % 3]
    rng = random.Random(seed)
    g = box.new(seed, players, **VARIANTS[seed % 4])
    begun = g.game.record()
    ledger = Ledger(box.data, begun)
    keys = {seat: purse.all_keys() for seat, purse in ledger.purses.items()}
    while not g.over:
        step, seat = policy(rng, g.game.legal()), str(g.seat)
        g.game.play(step)
        ledger.step(seat, step)
        if not g.over:
            position = g.seen(None)
            the_same_purses(position, ledger)
            if step == "done":
                assert {own: g.of(own)["ends"] for own in keys} == {own: +ledger.purses[own].ends for own in keys}
            the_pieces_are_all_there(box, position, ledger, players, begun)
            assert {seat: purse.all_keys() for seat, purse in ledger.purses.items()} == keys
    ledger.close()
    assert g.result()["francs"] == {seat: purse.francs for seat, purse in ledger.purses.items()}


def the_same_purses(position: Json, ledger: Ledger) -> None:
    """Every seat has what the account says."""
    for seat, purse in ledger.purses.items():
        has = position["seats"][seat]
        assert has["francs"] == purse.francs, (seat, purse.books)
        assert {good: n for good, n in has["tokens"].items() if n} == +purse.tokens
        assert sorted(map(int, has["unused"])) == sorted(purse.unused)
        assert has["used"] == sorted(purse.used)
        assert has["half"] == sorted(purse.half)
        assert (has["hand"], has["reserve"]) == (purse.hand, purse.reserve)
        assert has["end_count"] == purse.ends.total()
        on_board = Counter(
            f"{district}:{name}"
            for district, part in position["districts"].items()
            for name, space in (*part["buildings"].items(), *part["landmarks"].items())
            for _key in range(space["keys"].count(seat))
        )
        assert on_board == +purse.keys
        assert {d for d, part in position["districts"].items() if seat in part["bank"]["keys"]} == purse.banks
        assert position["arc"].count(seat) == purse.arc


def the_pieces_are_all_there(box: Box, position: Json, ledger: Ledger, players: int, begun: Json) -> None:
    spaces = [space for part in position["districts"].values() for space in part["buildings"].values()]
    beside = Counter(space["token"] for space in spaces if space["token"])
    held = sum((purse.tokens for purse in ledger.purses.values()), Counter())
    assert {good: n for good, n in position["supply"].items() if n} == +ledger.supply
    for good in RESOURCES:  # they come and go
        assert beside[good] + held[good] + position["supply"][good] == 6
    for good in PRESTIGE:  # they leave the game
        assert beside[good] + held[good] + ledger.gone[good] == 6
    # bonus tiles: on the track, or owned
    owned = Counter(n for has in position["seats"].values() for n in (*map(int, has["unused"]), *has["used"]))
    left = Counter({space["number"]: space["left"] for space in position["track"]})
    assert owned + left == Counter(box.copies(players))
    # end-game tiles: left, held or used
    held_ends = sum((purse.ends for purse in ledger.purses.values()), Counter())
    total = sum(box.end_count.values())
    assert position["end_tiles"]["left"] + held_ends.total() + ledger.spent_ends.total() == total
    # landmarks and VP tiles: on display or in a district
    marks = [int(name[1:]) for part in position["districts"].values() for name in part["landmarks"]]
    assert sorted(marks + position["display"]) == sorted(mark["value"] for mark in box.data["landmarks"])
    prizes = [part["vp_tile"] for part in position["districts"].values() if part["vp_tile"]]
    assert sorted(prizes + position["vp_tiles"]) == sorted(box.prizes)
    # building tiles: in the stacks or drawn; those drawn lie there, but for those that fit nowhere (P16)
    drawn = [tuple(tile) for stack in position["stacks"] for tile in stack["drawn"]]
    in_stacks = sum(stack["left"] for stack in position["stacks"])
    assert len(set(drawn)) + in_stacks + len(begun["setup"]["returned"]) == 36
    lying = sum(space["type"] is not None for space in spaces)
    waiting = position["question"] is not None and position["question"]["ask"] == "site"
    assert lying + waiting <= len(drawn)
    assert lying == len(drawn) or begun["options"]["any_district"]


# ---- every game ends (docs/rules/paris-bound.md) ---------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_and_turns_have_an_end(box: Box, players: int, sample: Any) -> None:
    for seed in range(sample(3, 100)):
        g, rng, policy = box.new(seed, players), random.Random(seed), POLICIES[seed % 3]
        kernel = g.kernel
        while not g.over:
            turn, most, steps = kernel.turn, most_steps(box, g), 0
            while kernel.turn == turn:
                g.game.play(policy(rng, g.game.legal()))
                steps += 1
            assert steps <= most
        assert kernel.turn == len(g.game.record()["turns"]) <= most_turns(box, players)


def most_turns(box: Box, players: int) -> int:
    """Tiles to draw, keys to put down and to move up, end-game tiles, and the last two rounds."""
    values = len(box.data["buildings"]["values"]) + len(box.data["landmarks"])
    own_keys = box.data["players"]["keys_in_hand"][str(players)] + box.data["players"]["keys_in_reserve"]
    drawn = 36 - box.data["buildings"]["returned_unseen"]
    return drawn + players * own_keys * (1 + values) + sum(box.end_count.values()) + 2 * players - 1


def test_the_most_turns_of_the_bundled_edition() -> None:
    """The bound of docs/rules/paris-bound.md."""
    assert [most_turns(Box(None), players) for players in (2, 3, 4)] == [408, 545, 592]


def most_steps(box: Box, g: Scene) -> int:
    """By wealth: what all one has, or can gain in a turn, would bring. A purchase loses at least `margin` of it."""
    has = g.seen(None)["seats"][g.seat]
    units = sum(has["tokens"].values()) + sum(UNITS[int(n)][1] for n in has["unused"] if int(n) in UNITS)
    units += has["end_count"]
    gained = 8  # the token beside the destination, and what the tiles taken in the turn hold
    gains = max(box.data["districts"]["banks"]) + sum(box.bonus["francs"].values()) + max(box.end_worth.values())
    wealth = has["francs"] + gains + max(box.sell.values()) * (units + gained)
    margin = min(box.buy[good] - box.sell[good] for good in RESOURCES)
    purchases = wealth // margin
    answers = 11 + (units + gained) // 2 + 2  # draw, site, move, pay and section three times, vp, done; pairs
    uses = len(has["unused"]) + 4
    return answers + uses + units + gained + 2 * purchases
