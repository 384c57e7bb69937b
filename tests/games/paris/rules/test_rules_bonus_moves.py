"""Bonus tiles that a move spends, and tiles with units of resources or prestige: P52 and P53."""

from __future__ import annotations

import pytest

from lutetia.games.paris.rules.bonus import PRESTIGE, RESOURCES

from .drawing import Box
from .names import DISTRICTS, LANDMARKS, SEATS, VALUES

# ---- P52: tiles 9 and 16 ---------------------------------------------------------------------------------------


@pytest.mark.rule("P52")
def test_9_the_destination_may_hold_one_s_own_key(box: Box) -> None:
    g = box.position("Montmartre 4:p1\nArc p1", p1=f"{box.fare('4')} bonus9").play("move arc Montmartre:4")
    assert g.keys("Montmartre:4") == ["p1", "p1"]
    assert g.used("p1") == [9]
    box.position("Montmartre 4:p1\nArc p1", p1=f"{box.fare('4')} bonus16").refuses("move arc Montmartre:4", "P52")


@pytest.mark.rule("P52")
def test_16_the_destination_may_hold_an_opponent_s_key(box: Box) -> None:
    g = box.position("Montmartre 4:p2\nArc p1", p1=f"{box.fare('4')} bonus16").play("move arc Montmartre:4")
    assert g.keys("Montmartre:4") == ["p1", "p2"]
    assert g.used("p1") == [16]
    box.position("Montmartre 4:p2\nArc p1", p1=f"{box.fare('4')} bonus9").refuses("move arc Montmartre:4", "P52")


@pytest.mark.rule("P52")
@pytest.mark.parametrize("mark", ["L12", "L16"])
def test_tiles_9_and_16_work_for_landmarks_and_climbs(box: Box, mark: str) -> None:
    has = box.fare(mark, "4")
    g = box.position(f"Montmartre 4:p1 {mark}:p1", p1=f"{has} bonus9").play(f"move Montmartre:4 Montmartre:{mark}")
    assert g.keys(f"Montmartre:{mark}") == ["p1", "p1"]
    g = box.position(f"Montmartre 4:p1 {mark}:p2", p1=f"{has} bonus16").play(f"move Montmartre:4 Montmartre:{mark}")
    assert g.keys(f"Montmartre:{mark}") == ["p1", "p2"]


@pytest.mark.rule("P52")
def test_a_property_with_own_and_rival_keys_needs_both(box: Box) -> None:
    city = "Montmartre 4:p1+p2\nArc p1"
    for one in ("bonus9", "bonus16"):
        box.position(city, p1=f"{box.fare('4')} {one}").refuses("move arc Montmartre:4", "P52")
    g = box.position(city, p1=f"{box.fare('4')} bonus9 bonus16").play("move arc Montmartre:4")
    assert g.keys("Montmartre:4") == ["p1", "p1", "p2"]
    assert g.used("p1") == [9, 16]


@pytest.mark.rule("P52")
def test_one_tile_16_suffices_however_many_rivals_are_there(box: Box) -> None:
    g = box.position("Montmartre 4:p2+p3+p4\nArc p1", players=4, p1=f"{box.fare('4')} bonus16")
    g.play("move arc Montmartre:4")
    assert g.keys("Montmartre:4") == ["p1", "p2", "p3", "p4"]
    assert g.used("p1") == [16]


@pytest.mark.rule("P52")
def test_tiles_9_and_16_are_spent_only_by_a_move_that_needs_them(box: Box) -> None:
    city = "Montmartre 3:p1 4 5:p2 L12:p1\nArc p1"
    g = box.position(city, p1=f"{box.fare('4')} bonus9 bonus16").play("move arc Montmartre:4")
    assert g.unused("p1") == [9, 16]
    g = box.position(city, p1=f"{box.fare('5')} bonus9 bonus16").play("move arc Montmartre:5")
    assert g.unused("p1") == [9]
    g = box.position(city, p1=f"{box.fare('3')} bonus9 bonus16").play("move arc Montmartre:3")
    assert g.unused("p1") == [16]
    g.knows_no("use 9")
    g.knows_no("use 16")


@pytest.mark.rule("P52")
def test_one_of_two_own_keys_on_a_property_moves_on(box: Box) -> None:
    g = box.position("Montmartre 4:p1+p1 5", p1=box.fare("5", "4")).play("move Montmartre:4 Montmartre:5")
    assert g.keys("Montmartre:4") == ["p1"]
    assert g.keys("Montmartre:5") == ["p1"]


@pytest.mark.rule("P52")
@pytest.mark.parametrize("tile", ["6", "11", "15", "18", "26", "28"])
def test_two_own_keys_count_twice_in_6_to_28(box: Box, tile: str) -> None:
    counted, each = box.bonus["per_value"][tile]
    value = next(value for value in VALUES if box.value(value) == counted)
    g = box.position(f"Montmartre {value}:p1+p1+p2\nChaillot {value}:p1", p1=f"bonus{tile}").play(f"use {tile}")
    assert g.vp("p1") == 3 * each


@pytest.mark.rule("P52")
def test_two_own_keys_count_twice_in_29_and_once_in_30(box: Box) -> None:
    g = box.position("Montmartre L12:p1+p1", p1="bonus29").play("use 29")
    assert g.vp("p1") == 2 * box.bonus["per_landmark"]["29"]
    twice, *others = [box.of_type(kind, 1)[0].split(":")[1] for kind in range(4)]
    city = f"{DISTRICTS[0]} {twice}:p1+p1 " + " ".join(f"{value}:p1" for value in others)
    assert box.position(city, p1="bonus30").play("use 30").vp("p1") == box.bonus["per_types"]["4"]


@pytest.mark.rule("P52", "P74")
def test_two_own_keys_count_twice_in_sums(box: Box) -> None:
    """The second of two has two keys on a 4: half of the first's, and so it scores."""
    g = box.position("Montmartre 4:p1+p1 8:p2 5:p2 vp:20", turns_left=1, stage="done", turn="p2", first="p1").play(
        "done"
    )
    first, second, _third = box.prize("20")
    assert 2 * 2 * box.value("4") >= box.value("8") + box.value("5")
    assert g.won("Montmartre") == [second, first]
    assert g.result()["property"]["p1"] == 2 * box.value("4")


# ---- P53: units ------------------------------------------------------------------------------------------------

UNITS = [(2, ("wood",)), (3, ("marble",)), (4, ("gold",)), (8, PRESTIGE), (10, RESOURCES)]
TWO = [(19, PRESTIGE), (21, RESOURCES)]


@pytest.mark.rule("P53")
@pytest.mark.parametrize(("tile", "goods"), UNITS)
def test_2_3_4_8_10_sold_at_the_token_s_price(box: Box, tile: int, goods: tuple[str, ...]) -> None:
    steps = [f"sell {good} from bonus{tile}" for good in goods]
    g = box.position(p1=f"bonus{tile}")
    assert g.legal("sell") == sorted(steps)
    for good, step in zip(goods, steps, strict=True):
        sold = box.position(p1=f"bonus{tile}").play(step)
        assert sold.francs("p1") == box.sell[good]
        assert sold.used("p1") == [tile]
        assert sold.supply() == {}  # no token comes of it
        assert sold.legal("sell") == []
        sold.refuses(step, "P53")


@pytest.mark.rule("P53")
@pytest.mark.parametrize("tile", [2, 3, 4, 10, 21])
def test_2_3_4_10_21_pay(box: Box, tile: int) -> None:
    """The unit that is lacking for a destination that costs it."""
    good = {2: "wood", 3: "marble"}.get(tile, "gold")
    goal = "8" if good == "wood" else next(mark for mark in LANDMARKS if box.cost(mark)[good])
    g = box.position("Montmartre 8-\nArc p1", p1=f"{box.value(goal)}F {box.one_less(goal, good)} bonus{tile}")
    g.play(f"move arc Montmartre:{goal}")
    while g.asked() == "pay":
        g.play(g.legal("pay")[0])
    assert g.unused("p1") == []
    assert g.tokens("p1") == {}
    assert sum(g.supply().values()) == sum(box.cost(goal).values()) - 1


@pytest.mark.rule("P53")
@pytest.mark.parametrize(("tile", "goods"), TWO)
def test_19_21_two_units_for_different_purposes(box: Box, tile: int, goods: tuple[str, ...]) -> None:
    a, b, _c = goods
    g = box.position(p1=f"bonus{tile}").play(f"sell {a} from bonus{tile}")
    assert g.francs("p1") == box.sell[a]
    assert g.of("p1")["half"] == [tile]
    assert g.used("p1") == [tile]
    assert g.legal("sell") == sorted(f"sell {good} from bonus{tile}" for good in goods)
    g.play(f"sell {b} from bonus{tile}")
    assert g.francs("p1") == box.sell[a] + box.sell[b]
    assert g.legal("sell") == []
    assert g.of("p1")["half"] == []
    g.refuses(f"sell {b} from bonus{tile}", "P53")


@pytest.mark.rule("P53")
def test_19_one_unit_fills_a_section_the_other_is_sold(box: Box) -> None:
    mark = box.full_landmark()
    good, other = box.sections(mark)[0], box.sections(mark)[-1]
    g = box.position("Arc p1", p1=f"{box.fare(mark)} bonus19").play(f"move arc Chaillot:{mark}")
    g.play(f"section {good} with bonus19")
    assert g.can(f"section {other} with bonus19")
    g.play("sell silver from bonus19")
    assert g.asked() is None
    assert g.vp("p1") == box.section_vp[good]
    assert g.francs("p1") == box.sell["silver"]


@pytest.mark.rule("P53")
def test_21_one_unit_is_sold_the_other_pays_later_in_the_turn(box: Box) -> None:
    wood = box.cost("8")["wood"]
    tokens = " ".join(["wood"] * (wood - 1))
    g = box.position("Montmartre 8-\nArc p1", p1=f"{box.value('8')}F {tokens} bonus21")
    g.play("sell gold from bonus21", "move arc Montmartre:8")
    while g.asked() == "pay":
        g.play("pay wood with bonus21")
    assert g.of("p1")["half"] == []
    assert g.francs("p1") == box.sell["gold"]
    assert g.keys("Montmartre:8") == ["p1"]


@pytest.mark.rule("P53")
def test_21_both_units_pay(box: Box) -> None:
    mark = next(mark for mark in LANDMARKS if sum(box.cost(mark).values()) >= 2)
    rest = " ".join(list(box.cost(mark).elements())[2:])
    g = box.position("Arc p1", p1=f"{box.value(mark)}F {rest} bonus21").play(f"move arc Chaillot:{mark}")
    while g.asked() == "pay":
        g.play(g.legal("pay")[0])
    assert g.of("p1")["half"] == []
    assert g.tokens("p1") == {}
    assert g.used("p1") == [21]


@pytest.mark.rule("P53")
@pytest.mark.parametrize(("tile", "goods"), TWO)
def test_19_21_the_second_unit_is_sold_at_the_best_price_if_the_turn_ends_with_it(
    box: Box, tile: int, goods: tuple[str, ...]
) -> None:
    g = box.position(stage="done", p1=f"bonus{tile}").play(f"sell {goods[0]} from bonus{tile}", "done")
    assert g.francs("p1") == box.sell[goods[0]] + box.best(*goods)
    assert g.game.record()["turns"][-1]["steps"] == [f"sell {goods[0]} from bonus{tile}", "done"]
    assert g.supply() == {}
    assert g.used("p1") == [tile]


@pytest.mark.rule("P53")
def test_an_unused_tile_of_two_units_is_kept(box: Box) -> None:
    g = box.position(stage="done", p1="bonus19 bonus21").play("done")
    assert g.unused("p1") == [19, 21]
    assert g.francs("p1") == 0


@pytest.mark.rule("P53")
def test_tile_20_counts_9_16_and_27_but_no_half_used_tile(box: Box, players: int) -> None:
    each = box.bonus["per_unused"][str(players)]
    g = box.position(players=players, p1="bonus9 bonus16 bonus27 bonus19 bonus21 bonus20")
    whole = g.copy().play("use 20")
    assert whole.vp("p1") == 5 * each
    halves = g.play("sell bronze from bonus19", "sell wood from bonus21", "use 20")
    assert halves.vp("p1") == 3 * each


@pytest.mark.rule("P53")
def test_two_halves_may_be_open_at_once(box: Box) -> None:
    g = box.position(stage="done", p1="bonus19 bonus21").play("sell bronze from bonus19", "sell wood from bonus21")
    assert g.of("p1")["half"] == [19, 21]
    g.play("done")
    sold = box.sell["bronze"] + box.sell["wood"]
    assert g.francs("p1") == sold + box.best(*PRESTIGE) + box.best(*RESOURCES)


@pytest.mark.rule("P53")
def test_a_half_used_tile_is_open_only_in_the_turn_of_its_owner(box: Box) -> None:
    g = box.position(stage="done", p1="bonus21", p2="9F").play("sell wood from bonus21", "done")
    assert g.seat == "p2"
    g.refuses("sell wood from bonus21", "P53")
    assert all(g.of(seat)["half"] == [] for seat in SEATS[:2])
    g.play("draw 1", "done")
    assert g.seat == "p1"
    assert g.legal("sell") == []
    g.refuses("sell wood from bonus21", "P53")
