"""The reference cards: what stands on them."""

from __future__ import annotations

import pytest

from lutetia.games.lumiere.rules.edition import CARD_NAMES
from lutetia.text.card import card


def words(game: str) -> str:
    parts = [part for side in card(game)["sides"] for part in side]
    return "\n".join(
        text
        for part in parts
        for text in (part["heading"], *part["lines"], *(f"{i['name']} {i['text']}" for i in part["items"]))
    )


@pytest.mark.parametrize("game", ["lumiere", "paris"])
def test_a_card_has_two_sides(game):
    assert [bool(side) for side in card(game)["sides"]] == [True, True]


def test_every_postcard_and_the_tokens_are_on_the_card():
    text = words("lumiere")
    assert all(name in text for name in CARD_NAMES.values())
    assert "four action tokens" in text
    assert "three or four buildings before phase 2" in text


def test_every_bonus_tile_and_its_limits_are_on_the_card():
    items = {i["key"]: i["text"] for side in card("paris")["sides"] for part in side for i in part["items"]}
    assert {str(n) for n in range(1, 31)} <= set(items)
    assert items["20"].startswith("1/2/3 VP")  # by the number of players
    assert items["24"].startswith("2/3/4 VP")
    text = words("paris")
    for told in ("forward only", "two tiles of the same number", "9 and 16 are exceptions", "cannot place it later"):
        assert told in text


def test_a_game_without_a_card_has_none(monkeypatch):
    monkeypatch.setattr("lutetia.text.card.text_for", lambda game: type("Plain", (), {"card": None}))
    assert card("paris") is None
