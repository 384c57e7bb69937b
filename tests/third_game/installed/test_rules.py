"""The rules of Nosegay, one by one."""

from __future__ import annotations

import random

import pytest

import lutetia
from lutetia.core.errors import EditionError, IllegalStep

CARDS = [f"{flower}-{number}" for flower in ("iris", "lily", "poppy", "rose") for number in range(1, 6)]


def game(*hands: str, pile: str = "", options: dict[str, bool] | None = None) -> lutetia.Game:
    """A game in which the seats are dealt these hands, p1 begins, and these cards come first from the pile."""
    dealt = {f"p{n}": hand.split() for n, hand in enumerate(hands, 1)}
    named = [card for hand in dealt.values() for card in hand] + pile.split()
    record = lutetia.new("nosegay", players=len(hands), options=options).record()
    rest = [card for card in CARDS if card not in named]
    return lutetia.replay(record | {"first": "p1", "setup": {"hands": dealt, "pile": pile.split() + rest}})


def play(played: lutetia.Game, *steps: str) -> lutetia.Game:
    for step in steps:
        played.play(step)
    return played


def refused(played: lutetia.Game, step: str) -> str:
    with pytest.raises(IllegalStep) as error:
        played.play(step)
    return str(error.value)


@pytest.mark.rule("N1", "N2")
@pytest.mark.parametrize("players", [2, 3])
def test_everyone_has_three_cards_that_only_they_see(players):
    dealt = lutetia.new("nosegay", seed=4, players=players)
    setup = dealt.record()["setup"]
    assert sorted(card for cards in (*setup["hands"].values(), setup["pile"]) for card in cards) == CARDS
    for seat in dealt.ruleset.seats:
        seats = dealt.view(seat)["position"]["seats"]
        assert seats[seat]["hand"] == sorted(setup["hands"][seat])
        assert all(part["hand"] == [None] * 3 for other, part in seats.items() if other != seat)


@pytest.mark.rule("N3")
def test_a_turn_is_a_card_of_the_hand_shown_or_hidden():
    dealt = game("iris-2 lily-3 rose-4", "iris-3 lily-4 rose-5")
    cards = ("iris-2", "lily-3", "rose-4")
    assert dealt.legal() == [f"{kind} {card}" for kind in ("hide", "show") for card in cards]
    assert refused(dealt, "show rose-5") == "rose-5 is not in your hand (N3)"
    play(dealt, "hide rose-4", "show iris-3")
    assert dealt.view("p1")["position"]["seats"]["p1"]["hidden"] == ["rose-4"]
    assert dealt.view("p2")["position"]["seats"]["p1"]["hidden"] == [None]
    assert dealt.view("p2")["turns"][0]["steps"] == ["hide ?"]
    assert dealt.view(None)["position"]["seats"]["p2"]["shown"] == ["iris-3"]


@pytest.mark.rule("N4")
def test_no_more_than_two_cards_are_hidden():
    dealt = game("iris-2 iris-3 iris-4", "lily-2 lily-3 lily-4", pile="rose-2")
    play(dealt, "hide iris-2", "show lily-2", "hide iris-3", "show lily-3")
    assert refused(dealt, "hide iris-4") == "you may hide at most 2 cards (N4)"
    assert {step.split(" ")[0] for step in dealt.legal()} == {"show"}


@pytest.mark.rule("N5")
def test_showing_a_1_puts_the_bee_on_a_flower():
    dealt = game("iris-1 iris-3 iris-4", "lily-2 lily-3 lily-4")
    assert refused(dealt, "bee rose") == "the bee moves only after you have shown a 1 (N5)"
    play(dealt, "show iris-1")
    assert dealt.seat == "p1"
    assert dealt.legal() == ["bee iris", "bee lily", "bee poppy", "bee rose"]
    assert refused(dealt, "show iris-3") == "first put the bee on a flower (N5)"
    play(dealt, "bee lily")
    assert (dealt.seat, dealt.view(None)["position"]["bee"]) == ("p2", "lily")


@pytest.mark.rule("N6", "N7")
@pytest.mark.parametrize("players", [2, 3])
def test_everyone_has_six_cards_and_then_the_game_ends(players):
    dealt = lutetia.new("nosegay", seed=8, players=players)
    chance = random.Random(8)
    while not dealt.over:
        play(dealt, chance.choice(dealt.legal()))
    laid = [step for turn in dealt.record()["turns"] for step in turn["steps"] if not step.startswith("bee")]
    assert len(laid) == 6 * players
    assert refused(dealt, laid[0]) == "the game is over (N7)"
    assert dealt.legal() == []


@pytest.mark.rule("N6")
def test_the_drawn_card_is_known_to_its_player_only():
    dealt = play(game("iris-2 iris-3 iris-4", "lily-2 lily-3 lily-4", pile="rose-5"), "show iris-2")
    assert dealt.view("p1")["position"]["seats"]["p1"]["hand"] == ["iris-3", "iris-4", "rose-5"]
    assert "rose-5" not in str(dealt.view("p2"))
    assert "rose-5" not in str(dealt.view(None))


@pytest.mark.rule("N8")
def test_the_highest_sum_of_a_flower_scores_and_the_bee_doubles_it():
    dealt = game("iris-1 iris-3 iris-4", "iris-2 lily-3 lily-4")
    play(dealt, "show iris-3", "show iris-2", "show iris-4", "show lily-4", "show iris-1")
    assert dealt.preview("bee iris") == {
        "p1": {"shown": 8, "hidden": 0, "total": 8},
        "p2": {"shown": 0, "hidden": 0, "total": 0},
    }
    play(dealt, "bee iris")
    assert {seat: page["shown"] for seat, page in dealt.score().items()} == {"p1": 16, "p2": 4}


@pytest.mark.rule("N8")
@pytest.mark.parametrize(("strict", "points"), [(False, 5), (True, 0)])
def test_on_a_tie_all_tied_players_score_or_with_strict_none(strict, points):
    dealt = game("iris-2 iris-3 rose-4", "iris-5 lily-3 lily-4", options={"strict": strict})
    play(dealt, "show iris-2", "show iris-5", "show iris-3")
    assert {seat: page["shown"] for seat, page in dealt.score().items()} == {"p1": points, "p2": points}


@pytest.mark.rule("N9")
def test_a_hidden_card_scores_its_number_and_the_rival_learns_it_at_the_end():
    dealt = play(game("iris-2 iris-3 rose-5", "lily-2 lily-3 lily-4"), "hide rose-5")
    assert dealt.view("p1")["position"]["scores"]["p1"] == {"shown": 0, "hidden": 5, "total": 5}
    assert dealt.view("p2")["position"]["scores"]["p1"] == {"shown": 0, "hidden": 0, "total": 0}
    while not dealt.over:
        play(dealt, dealt.legal()[-1])
    assert dealt.view("p2")["position"]["seats"]["p1"]["hidden"] == ["rose-5"]
    assert dealt.view("p2")["position"]["scores"] == dealt.score()


@pytest.mark.rule("N10")
def test_equal_totals_share_the_win():
    ruleset = lutetia.ruleset("nosegay", players=3)
    scores = {"p1": {"total": 7}, "p2": {"total": 9}, "p3": {"total": 9}}
    assert ruleset.ranks({"scores": scores}) == {"p1": 3, "p2": 1, "p3": 1}


def test_wrong_options_players_and_editions_are_refused():
    with pytest.raises(ValueError, match="2 or 3 players, not 4"):
        lutetia.new("nosegay", players=4)
    with pytest.raises(ValueError, match="one option, strict"):
        lutetia.new("nosegay", options={"two_tiles": True})
    with pytest.raises(ValueError, match="true or false is needed, not 1"):
        lutetia.new("nosegay", options={"strict": 1})
    data = lutetia.ruleset("nosegay").edition.data
    with pytest.raises(EditionError, match="not enough cards for three players"):
        lutetia.new("nosegay", edition=data | {"counts": {"hand": 3, "cards_each": 8, "hidden": 2}})
    with pytest.raises(EditionError, match="two to eight different words"):
        lutetia.new("nosegay", edition=data | {"flowers": {"names": ["iris"], "numbers": [1, 2]}})
    small = data | {"flowers": {"names": ["oak", "elm", "yew"], "numbers": [1, 2, 3, 4, 5, 6]}}
    assert "show yew-6" in lutetia.new("nosegay", edition=small).ruleset.step_texts
