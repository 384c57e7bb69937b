"""Prospects for screens: the most that a postcard would bring, and the building that a step would place."""

from __future__ import annotations

import random

import pytest

import lutetia

from configurations import new, walk


def best(game: lutetia.Game, seat: str, turn: int) -> int:
    """The seat's best total at the end of the current turn, by exhaustive search."""
    if game.over or game.kernel.turn != turn:
        return int(game.score()[seat]["total"])
    totals = []
    for step in game.legal():
        after = game.copy()
        after.play(step)
        totals.append(best(after, seat, turn))
    return max(totals)


@pytest.mark.rule("L31")
def test_a_postcard_promises_the_best_of_all_its_answers(sample):
    rng, seen = random.Random("prospects"), set()
    for seed in range(200):
        if seed >= sample(30, 200) and len(seen) == 12:
            break
        game = new("lumiere random", seed)
        for _step in walk(game, rng):
            promised = game.prospects()["cards"]
            assert set(promised) == {step[5:] for step in game.legal() if step.startswith("card ")}
            for card in sorted(set(promised) - seen if rng.random() < 0.9 else promised)[:1]:
                after = game.copy()
                after.play(f"card {card}")
                now = game.score()[game.seat]["total"]
                assert promised[card] == best(after, game.seat, game.kernel.turn) - now, (seed, card)
                seen.add(card)
    assert len(seen) == 12


def test_the_outlook_is_the_building_as_it_will_stand():
    rng, seen = random.Random("outlook"), 0
    for seed in range(6):
        game = new("lumiere random", seed)
        for _step in walk(game, rng):
            for step in game.legal():
                if step.startswith("build ") and rng.random() < 0.05:
                    after = game.copy()
                    after.play(step)
                    built = [b for b in after.view()["position"]["buildings"] if b["name"] == step.split()[1]]
                    assert [game.outlook(step)["built"]] == built
                    seen += 1
                elif step.startswith(("card ", "take ")):
                    assert game.outlook(step) == {"built": None, "area": [], "counts": []}
    assert seen > 20


@pytest.mark.rule("L44")
@pytest.mark.rule("L48")
def test_the_outlook_of_a_piece_is_what_it_will_count():
    """The ghost of the painter shows his area: at least what he counts, all connected, up to the buildings."""
    cards = {"painter": "peintre", "dancer": "moulin-rouge", "fountain": "fontaine", "statue": "penseur"}
    rng, seen = random.Random("area"), set()
    for seed in range(40):
        game = new("lumiere random", seed)
        for _step in walk(game, rng):
            for step in [step for step in game.legal() if step.startswith("place ")][:3]:
                piece, outlook = step.split()[1], game.outlook(step)
                if piece not in cards:
                    assert outlook["area"] == outlook["counts"] == []
                    continue
                after = game.copy()
                after.play(step)
                position = after.view()["position"]
                card = next(one for one in position["postcards"] if one["name"] == cards[piece])
                assert outlook["counts"] == card["spaces"]
                assert set(outlook["counts"]) <= set(outlook["area"])
                if piece == "painter":
                    walls = {space for building in position["buildings"] for space in building["spaces"]}
                    assert step.split()[2] in outlook["area"]
                    assert not walls & set(outlook["area"])
                seen.add(piece)
    assert seen == set(cards)


@pytest.mark.rule("L39")
def test_postcards_that_could_do_nothing_are_named():
    """Before a token is spent on it: such a card can only be declined."""
    rng, seen = random.Random("idle"), {True: 0, False: 0}
    for seed in range(30):
        game = new("lumiere random", seed)
        for _step in walk(game, rng):
            idle = game.prospects().get("idle", [])
            for card in [step[5:] for step in game.legal() if step.startswith("card ")]:
                after = game.copy()
                after.play(f"card {card}")
                nothing = after.kernel.turn == game.kernel.turn and after.legal() == ["decline"]
                assert (card in idle) == nothing, (seed, card)
                seen[nothing] += 1
    assert min(seen.values()) > 3
