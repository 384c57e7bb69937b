"""Trade: P60."""

from __future__ import annotations

import pytest

from lutetia.games.paris.rules.bonus import GOODS, PRESTIGE, RESOURCES

from .drawing import Box


@pytest.mark.rule("P60")
@pytest.mark.parametrize("good", RESOURCES)
def test_buy_a_resource_from_the_supply(box: Box, good: str) -> None:
    price = box.buy[good]
    g = box.position(p1=f"{price + 1}F", supply=f"{good} {good}").play(f"buy {good}")
    assert g.francs("p1") == 1
    assert g.tokens("p1") == {good: 1}
    assert g.supply() == {good: 1}


@pytest.mark.rule("P60")
@pytest.mark.parametrize("good", RESOURCES)
def test_resources_are_bought_from_the_supply_for_their_price(box: Box, good: str) -> None:
    others = " ".join(other for other in RESOURCES if other != good)
    box.position(p1="99F", p2=good, supply=others).refuses(f"buy {good}", "P60")
    g = box.position(p1=f"{box.buy[good] - 1}F", supply=good)
    g.refuses(f"buy {good}", "P60")
    g = box.position(p1=f"{2 * box.buy[good]}F", supply=good).play(f"buy {good}")
    g.refuses(f"buy {good}", "P60")


@pytest.mark.rule("P60")
@pytest.mark.parametrize("good", RESOURCES)
def test_sell_a_resource_to_the_supply(box: Box, good: str) -> None:
    g = box.position(p1=f"1F {good} {good}").play(f"sell {good}")
    assert g.francs("p1") == 1 + box.sell[good]
    assert g.tokens("p1") == {good: 1}
    assert g.supply() == {good: 1}


@pytest.mark.rule("P60")
@pytest.mark.parametrize("good", PRESTIGE)
def test_sell_prestige_out_of_the_game(box: Box, good: str) -> None:
    g = box.position(p1=f"1F {good}").play(f"sell {good}")
    assert g.francs("p1") == 1 + box.sell[good]
    assert g.tokens("p1") == {}
    assert g.supply() == {}


@pytest.mark.rule("P60")
@pytest.mark.parametrize("good", PRESTIGE)
def test_prestige_is_never_bought(box: Box, good: str) -> None:
    g = box.position(p1="99F", supply="wood marble gold")
    assert g.legal("buy") == ["buy gold", "buy marble", "buy wood"]
    g.knows_no(f"buy {good}")


@pytest.mark.rule("P60")
@pytest.mark.parametrize("good", GOODS)
def test_only_own_tokens_are_sold(box: Box, good: str) -> None:
    others = " ".join(other for other in GOODS if other != good)
    g = box.position(p1=others, p2=good)
    assert g.legal("sell") == sorted(f"sell {other}" for other in others.split())
    g.refuses(f"sell {good}", "P60")


@pytest.mark.rule("P60")
def test_a_sold_resource_can_be_bought_by_another_player(box: Box) -> None:
    g = box.position(stage="done", p1="wood", p2="99F").play("sell wood", "done", "buy wood")
    assert g.tokens("p2") == {"wood": 1}
    assert g.francs("p2") == 99 - box.buy["wood"]
    assert g.supply() == {}


@pytest.mark.rule("P60")
def test_the_prices_of_the_bundled_edition() -> None:
    box = Box(None)
    assert box.buy == {"wood": 4, "marble": 5, "gold": 6}
    assert box.sell == {"wood": 2, "marble": 3, "gold": 4, "bronze": 1, "silver": 2, "gold_prestige": 3}
