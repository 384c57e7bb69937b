"""Keys: put down, moved, paid for: P30 and P40-P43."""

from __future__ import annotations

from collections import Counter

import pytest

from .drawing import Box
from .names import DISTRICTS, LANDMARKS, VALUES

# ---- P30: put a key --------------------------------------------------------------------------------------------


@pytest.mark.rule("P30")
@pytest.mark.parametrize("district", DISTRICTS)
def test_a_key_on_a_bank_takes_its_francs(box: Box, district: str) -> None:
    g = box.position(p1="2F hand=3").play(f"key bank {district}")
    assert g.francs("p1") == 2 + box.bank(district)
    assert g.of("p1")["hand"] == 2
    assert g.keys(f"bank:{district}") == ["p1"]


@pytest.mark.rule("P30")
def test_a_key_on_the_arc_takes_nothing(box: Box) -> None:
    g = box.position(p1="2F hand=3").play("key arc")
    assert g.francs("p1") == 2
    assert g.of("p1")["hand"] == 2
    assert g.keys("arc") == ["p1"]


@pytest.mark.rule("P30")
def test_at_most_one_own_key_in_each_bank_and_on_the_arc(box: Box) -> None:
    g = box.position("Montmartre bank:p1\nArc p1", p1="hand=1")
    assert g.legal("key") == sorted(f"key bank {district}" for district in DISTRICTS if district != "Montmartre")
    g.refuses("key bank Montmartre", "P30")
    g.refuses("key arc", "P30")


@pytest.mark.rule("P30")
def test_rivals_keys_do_not_block_a_bank_or_the_arc(box: Box, players: int) -> None:
    rivals = [f"p{n}" for n in range(2, players + 1)]
    g = box.position(f"Montmartre bank:{'+'.join(rivals)}\nArc {' '.join(rivals)}", players=players, p1="hand=2")
    assert g.can("key arc")
    g.play("key bank Montmartre")
    assert g.keys("bank:Montmartre") == ["p1", *rivals]


@pytest.mark.rule("P30")
def test_a_bank_is_free_again_when_the_key_has_moved_on(box: Box) -> None:
    """Once the key has moved on, there is room for another."""
    g = box.position("Montmartre 1 bank:p1\nArc p1", p1=f"{box.fare('1')} hand=1")
    g.play("move bank:Montmartre Montmartre:1", "track none", "done")
    g.play(g.legal("draw")[0], "done", g.legal("draw")[0])
    assert g.seat == "p1"
    g.refuses("key arc", "P30")
    g.play("key bank Montmartre")


@pytest.mark.rule("P30")
def test_keys_are_put_down_from_the_hand(box: Box) -> None:
    g = box.position(p1="9F reserve=2")
    assert g.legal("key") == []
    g.refuses("key bank Montmartre", "P30")
    g.refuses("key arc", "P30")


# ---- P40: move a key -------------------------------------------------------------------------------------------


@pytest.mark.rule("P40")
def test_a_key_moves_from_the_arc_to_any_district(box: Box) -> None:
    city = "\n".join(f"{district} 1 4" for district in DISTRICTS)
    g = box.position(f"{city}\nArc p1", p1=box.fare("4"))
    assert g.legal("move") == sorted(f"move arc {district}:{value}" for district in DISTRICTS for value in "14")
    g.play("move arc Belleville:4")
    assert g.keys("Belleville:4") == ["p1"]
    assert g.keys("arc") == []


@pytest.mark.rule("P40")
def test_a_key_moves_from_a_bank_within_its_district(box: Box) -> None:
    g = box.position("Montmartre 1 4 bank:p1\nChaillot 1 4", p1=box.fare("4"))
    assert g.legal("move") == ["move bank:Montmartre Montmartre:1", "move bank:Montmartre Montmartre:4"]
    g.knows_no("move bank:Montmartre Chaillot:1")
    g.refuses("move bank:Chaillot Chaillot:1", "P40")
    g.play("move bank:Montmartre Montmartre:4")
    assert g.keys("bank:Montmartre") == []
    assert g.keys("Montmartre:4") == ["p1"]


@pytest.mark.rule("P40")
def test_a_key_moves_from_a_property_to_a_higher_one_in_the_district(box: Box) -> None:
    g = box.position("Montmartre 1 2 3:p1 4 5\nChaillot 4 5", p1=box.fare("5", "3"))
    assert g.legal("move") == ["move Montmartre:3 Montmartre:4", "move Montmartre:3 Montmartre:5"]
    for wrong in ("Montmartre:1", "Montmartre:2", "Montmartre:3", "Chaillot:4", "Chaillot:5"):
        g.knows_no(f"move Montmartre:3 {wrong}")
    g.play("move Montmartre:3 Montmartre:5")
    assert g.keys("Montmartre:3") == []
    assert g.keys("Montmartre:5") == ["p1"]


@pytest.mark.rule("P40")
def test_a_key_moves_from_a_landmark_to_a_higher_one(box: Box) -> None:
    g = box.position("Montmartre 4 L10:p1 L12 L9", p1=f"99F {box.units('L12')} {box.units('L9')}")
    assert g.can("move Montmartre:L10 Montmartre:L12")
    g.knows_no("move Montmartre:L10 Montmartre:L9")
    g.knows_no("move Montmartre:L10 Montmartre:4")
    g.play("move Montmartre:L10 Montmartre:L12")
    assert g.keys("Montmartre:L10") == []


@pytest.mark.rule("P40")
def test_a_move_needs_a_strictly_higher_value(box: Box) -> None:
    lowest = min(box.data["landmarks"], key=lambda mark: int(mark["value"]))
    marks = [mark | {"value": 8, "marble": 0, "gold": 0} if mark is lowest else mark for mark in box.data["landmarks"]]
    equal = Box(box.data | {"landmarks": marks})
    assert equal.value("L9") == equal.value("8") == 8
    g = equal.position("Montmartre 4:p1 8:p1 L9", p1="99F wood wood wood")
    assert g.can("move Montmartre:4 Montmartre:L9")
    g.knows_no("move Montmartre:8 Montmartre:L9")
    g.knows_no("move Montmartre:L9 Montmartre:8")
    assert g.legal("move Montmartre:8 Montmartre:L9") == []


@pytest.mark.rule("P40")
def test_a_key_never_moves_back_to_a_bank_or_the_arc(box: Box) -> None:
    g = box.position("Montmartre 1:p1 bank:p1\nArc p1", p1="99F")
    for goal in ("arc", "bank:Montmartre", "bank:Chaillot"):
        for start in ("Montmartre:1", "bank:Montmartre", "arc"):
            g.knows_no(f"move {start} {goal}")


@pytest.mark.rule("P40")
def test_a_key_moves_only_to_a_building_on_the_board(box: Box) -> None:
    g = box.position("Montmartre 1\nArc p1", p1="99F")
    g.refuses("move arc Montmartre:4", "P40")
    g.refuses("move arc Chaillot:1", "P40")
    assert g.can("move arc Montmartre:1")


@pytest.mark.rule("P40")
def test_a_key_moves_only_to_a_property_without_a_key(box: Box, players: int) -> None:
    rival = f"p{players}"
    g = box.position(f"Montmartre 1:{rival} 2:p1 3 L12:{rival}\nArc p1", players=players, p1=f"99F {box.units('L12')}")
    assert g.legal("move arc Montmartre:1", "move arc Montmartre:2", "move arc Montmartre:3") == [
        "move arc Montmartre:3"
    ]
    for goal in ("Montmartre:1", "Montmartre:2", "Montmartre:L12"):
        g.refuses(f"move arc {goal}", "P52")


@pytest.mark.rule("P40")
def test_a_vacated_property_may_be_entered(box: Box) -> None:
    g = box.position("Montmartre 3:p1 4\nArc p2", p1=box.fare("4", "3"), p2="99F")
    g.play("move Montmartre:3 Montmartre:4", "done", "draw 1")
    assert g.can("move arc Montmartre:3")
    g.refuses("move arc Montmartre:4", "P52")


@pytest.mark.rule("P40")
def test_only_own_keys_are_moved(box: Box) -> None:
    g = box.position("Montmartre 3:p2 4 bank:p2\nArc p2", p1="99F hand=1")
    assert g.legal("move") == []
    for start in ("Montmartre:3", "bank:Montmartre", "arc"):
        g.refuses(f"move {start} Montmartre:4", "P40")


# ---- P41: landmarks --------------------------------------------------------------------------------------------


@pytest.mark.rule("P41")
def test_a_landmark_is_added_from_the_display_by_the_move_that_names_it(box: Box) -> None:
    g = box.position("Montmartre 8:p1", p1=box.fare("L12", "8"))
    g.play("move Montmartre:8 Montmartre:L12")
    assert g.landmarks("Montmartre") == ["L12"]
    assert g.keys("Montmartre:L12") == ["p1"]
    assert "L12" not in g.display()


@pytest.mark.rule("P41")
def test_a_landmark_in_the_district_may_be_the_destination(box: Box) -> None:
    g = box.position("Montmartre bank:p1 L10 L12", p1=f"{box.fare('L10')} 99F {box.units('L12')}")
    assert g.can("move bank:Montmartre Montmartre:L10")
    assert g.can("move bank:Montmartre Montmartre:L12")
    g.play("move bank:Montmartre Montmartre:L10")
    assert g.landmarks("Montmartre") == ["L10", "L12"]


@pytest.mark.rule("P41")
def test_an_added_one_must_exceed_every_landmark_in_that_district(box: Box) -> None:
    everything = " ".join(["marble gold"] * 6)
    g = box.position("Montmartre L12 L9\nArc p1", p1=f"99F {everything}")
    there = [step.split(":")[1] for step in g.legal("move arc Montmartre")]
    assert sorted(there, key=LANDMARKS.index) == ["L9", "L12", "L13", "L14", "L15", "L16"]
    elsewhere = [step.split(":")[1] for step in g.legal("move arc Chaillot")]
    assert sorted(elsewhere, key=LANDMARKS.index) == ["L10", "L11", "L13", "L14", "L15", "L16"]
    g.refuses("move arc Montmartre:L10", "P41")
    g.refuses("move arc Montmartre:L11", "P41")


@pytest.mark.rule("P41")
def test_a_second_added_landmark_must_exceed_the_first(box: Box) -> None:
    everything = " ".join(["marble gold"] * 6)
    g = box.position("Montmartre bank:p1\nArc p2", p1=box.fare("L13"), p2=f"99F {everything}")
    g.play("move bank:Montmartre Montmartre:L13", "done", "draw 1")
    assert [step.split(":")[1] for step in g.legal("move arc Montmartre:L")] == ["L14", "L15", "L16"]
    g.refuses("move arc Montmartre:L12", "P41")
    assert g.can("move arc Chaillot:L12")
    g.refuses("move arc Chaillot:L13", "P41")  # it is no longer on display


@pytest.mark.rule("P41")
def test_a_landmark_of_another_district_cannot_be_added(box: Box) -> None:
    g = box.position("Montmartre L12\nArc p1", p1=f"99F {box.units('L12')}")
    g.refuses("move arc Chaillot:L12", "P41")
    assert g.can("move arc Montmartre:L12")


@pytest.mark.rule("P41")
def test_vacated_landmarks_stay(box: Box) -> None:
    g = box.position("Montmartre L10:p1", p1=box.fare("L12", "L10")).play("move Montmartre:L10 Montmartre:L12")
    assert g.landmarks("Montmartre") == ["L10", "L12"]
    assert g.keys("Montmartre:L10") == []
    assert "L10" not in g.display()


# ---- P42: the price --------------------------------------------------------------------------------------------


@pytest.mark.rule("P42")
@pytest.mark.parametrize("start", ["arc", "bank:Montmartre"])
@pytest.mark.parametrize("goal", [*VALUES, *LANDMARKS])
def test_a_move_from_the_arc_or_a_bank_costs_the_value(box: Box, start: str, goal: str) -> None:
    """And the extra cost in full; a franc or a unit less, and the move is not legal."""
    city = f"Montmartre {' '.join(VALUES)} bank:p1\nArc p1"
    step = f"move {start} Montmartre:{goal}"
    g = box.position(city, p1=box.fare(goal)).play(step)
    assert g.francs("p1") == 0
    assert g.supply() == +box.cost(goal)
    poorer = box.position(city, p1=f"{box.value(goal) - 1}F {box.units(goal)}")
    poorer.refuses(step, "P42")
    for good in +box.cost(goal):
        box.position(city, p1=f"99F {box.one_less(goal, good)}").refuses(step, "P42")


@pytest.mark.rule("P42")
@pytest.mark.parametrize(
    ("start", "goal"), [("1", "2"), ("2", "5"), ("4", "8"), ("8", "L9"), ("8", "L12"), ("L10", "L11"), ("L12", "L16")]
)
def test_a_climb_costs_the_difference_and_the_whole_extra_cost(box: Box, start: str, goal: str) -> None:
    buildings = " ".join(value for value in VALUES if value != start)
    city = f"Montmartre {buildings} {start}:p1"
    step = f"move Montmartre:{start} Montmartre:{goal}"
    g = box.position(city, p1=box.fare(goal, start)).play(step)
    assert g.francs("p1") == 0
    assert g.supply() == +box.cost(goal)
    price = box.value(goal) - box.value(start)
    box.position(city, p1=f"{price - 1}F {box.units(goal)}").refuses(step, "P42")
    for good in +box.cost(goal):
        box.position(city, p1=f"99F {box.one_less(goal, good)}").refuses(step, "P42")


@pytest.mark.rule("P42")
def test_the_extra_cost_is_paid_for_a_landmark_that_stands_there_already(box: Box) -> None:
    g = box.position("Montmartre L12\nArc p1", p1=f"{box.value('L12')}F")
    g.refuses("move arc Montmartre:L12", "P42")


@pytest.mark.rule("P42")
def test_what_the_destination_gives_cannot_pay_for_it(box: Box) -> None:
    """The token beside the space is taken on arrival, after the price."""
    beside = {value: box.token(value) for value in VALUES}
    value = next(value for value in VALUES if beside[value] == "wood")
    g = box.position(f"Montmartre {value} 8\nArc p1", p1=f"{box.value('8')}F")
    g.refuses("move arc Montmartre:8", "P42")
    assert g.can(f"move arc Montmartre:{value}")


@pytest.mark.rule("P42")
def test_units_that_could_be_bought_must_be_in_hand_first(box: Box) -> None:
    wood = box.cost("8")["wood"]
    g = box.position("Montmartre 8\nArc p1", p1=f"{box.value('8') + wood * box.buy['wood']}F", supply="wood wood")
    g.refuses("move arc Montmartre:8", "P42")
    g.play(*["buy wood"] * wood, "move arc Montmartre:8")
    assert g.francs("p1") == 0


@pytest.mark.rule("P42")
def test_the_wood_for_an_8_in_the_bundled_edition() -> None:
    assert Box(None).cost("8") == {"wood": 1}


# ---- P43: the payment ------------------------------------------------------------------------------------------

OF_WOOD = ["bonus10", "bonus2", "bonus21", "end:wood", "token"]


@pytest.mark.rule("P43")
@pytest.mark.parametrize("source", OF_WOOD)
def test_a_unit_may_come_from_each_kind_of_source(box: Box, source: str) -> None:
    """Where there is only one kind, nothing is asked."""
    cheap = Box(box.data | {"buildings": box.data["buildings"] | {"wood_for_8": 1}})
    held = source.replace("token", "wood")
    g = cheap.position("Montmartre 8-\nArc p1", p1=f"{cheap.value('8')}F {held}").play("move arc Montmartre:8")
    assert g.asked() is None
    assert g.supply() == ({"wood": 1} if source == "token" else {})  # tiles yield no token
    assert g.tokens("p1") == {}
    assert g.ends("p1") == {}
    assert g.unused("p1") == []
    assert g.of("p1")["half"] == ([21] if source == "bonus21" else [])


@pytest.mark.rule("P43")
def test_the_player_chooses_whenever_two_kinds_are_open(box: Box) -> None:
    wood = box.cost("8")["wood"]
    has = "wood wood bonus2 bonus10 bonus21 end:wood"
    g = box.position("Montmartre 8-\nArc p1", p1=f"{box.value('8')}F {has}").play("move arc Montmartre:8")
    assert g.legal() == [f"pay wood with {source}" for source in OF_WOOD]
    g.play("pay wood with end:wood")
    if wood > 1:
        assert g.legal() == [f"pay wood with {source}" for source in OF_WOOD if source != "end:wood"]
        g.play("pay wood with bonus2")
    assert g.asked() is None
    assert g.ends("p1") == {}
    assert g.unused("p1") == ([10, 21] if wood > 1 else [2, 10, 21])
    assert g.tokens("p1") == {"wood": 2}
    assert g.supply() == {}


@pytest.mark.rule("P43")
def test_two_tokens_are_one_kind_of_source(box: Box) -> None:
    g = box.position("Montmartre 8-\nArc p1", p1=f"{box.value('8')}F wood wood wood").play("move arc Montmartre:8")
    assert g.asked() is None
    assert g.tokens("p1") == {"wood": 3 - box.cost("8")["wood"]}


@pytest.mark.rule("P43")
def test_resources_are_paid_in_the_order_wood_marble_gold(box: Box) -> None:
    """Marble is asked for before gold, unit by unit, and nothing else is an answer."""
    cost = box.cost("L12")
    tokens = " ".join(["marble"] * cost["marble"] + ["gold"] * cost["gold"])
    g = box.position("Arc p1", p1=f"{box.value('L12')}F {tokens} bonus3 bonus4").play("move arc Chaillot:L12")
    for good, tile in (("marble", 3), ("gold", 4)):
        assert g.asked() == "pay"
        assert g.legal() == [f"pay {good} with bonus{tile}", f"pay {good} with token"]
        g.refuses(f"pay {'gold' if good == 'marble' else 'marble'} with token", "P43")
        g.refuses("pay wood with token", "P43")
        g.play(*[f"pay {good} with token"] * cost[good])
    assert g.asked() is None
    assert g.unused("p1") == [3, 4]


def one_marble(box: Box) -> str:
    """A landmark that costs one marble, and gold."""
    return next(mark for mark in LANDMARKS if box.cost(mark)["marble"] == 1 and box.cost(mark)["gold"])


@pytest.mark.rule("P43")
def test_a_source_is_open_only_if_the_rest_stays_payable(box: Box) -> None:
    """All the gold in tokens, and for the marble only tile 10: it must be the marble, so nothing is asked."""
    mark = one_marble(box)
    tokens = box.one_less(mark, "marble")
    g = box.position("Arc p1", p1=f"{box.value(mark)}F {tokens} bonus10").play(f"move arc Chaillot:{mark}")
    assert g.asked() is None
    assert g.unused("p1") == []
    assert g.tokens("p1") == {}


@pytest.mark.rule("P43")
def test_a_wild_tile_that_the_gold_needs_is_not_open_to_the_marble(box: Box) -> None:
    mark = one_marble(box)
    tokens = box.one_less(mark, "gold")
    g = box.position("Arc p1", p1=f"{box.value(mark)}F {tokens} bonus3 bonus10").play(f"move arc Chaillot:{mark}")
    assert g.legal() == ["pay marble with bonus3", "pay marble with token"]
    error = g.refuses("pay marble with bonus10", "P43")
    assert str(error) == "you could not pay the rest of the cost then (P43)"
    g.play("pay marble with token", *["pay gold with token"] * (box.cost(mark)["gold"] - 1))
    assert g.asked() is None
    assert g.unused("p1") == [3]


@pytest.mark.rule("P43")
def test_a_token_that_the_rest_needs_is_never_lost_to_a_wild_one(box: Box) -> None:
    """Both units of tile 21 are needed: where the tokens are too few, it is what is left of them that is asked."""
    mark = next(name for name in LANDMARKS if sum(box.cost(name).values()) >= 3)
    cost = list(box.cost(mark).elements())
    g = box.position("Arc p1", p1=f"{box.value(mark)}F {' '.join(cost[2:])} bonus21").play(f"move arc Chaillot:{mark}")
    while g.asked() == "pay":
        g.play(g.legal("pay")[0])
    assert g.tokens("p1") == {}
    assert g.of("p1")["half"] == []
    assert g.used("p1") == [21]


@pytest.mark.rule("P43")
def test_tokens_paid_go_to_the_supply_and_tiles_do_not(box: Box) -> None:
    cost = box.cost("L12")
    g = box.position("Arc p1", p1=f"{box.fare('L12')} bonus4 end:gold", p2="99F").play("move arc Chaillot:L12")
    assert g.legal("pay gold") == ["pay gold with bonus4", "pay gold with end:gold", "pay gold with token"]
    g.play("pay gold with bonus4", *["pay gold with token"] * (cost["gold"] - 1))
    assert g.supply() == +(cost - Counter(["gold"]))
    assert g.used("p1") == [4]
    assert g.tokens("p1") == {"gold": 1}
    g.play("done", "draw 1")
    assert g.can("buy marble")


@pytest.mark.rule("P43")
def test_a_source_that_one_does_not_have_is_refused(box: Box) -> None:
    g = box.position("Montmartre 8-\nArc p1", p1=f"{box.value('8')}F wood wood bonus2").play("move arc Montmartre:8")
    g.refuses("pay wood with bonus10", "P53")
    g.refuses("pay wood with end:wood", "P71")
    short = box.position("Montmartre 8-\nArc p1", p1=f"{box.value('8')}F bonus2 bonus10 bonus21")
    short.play("move arc Montmartre:8").refuses("pay wood with token", "P43")


@pytest.mark.rule("P43")
def test_there_is_nothing_to_pay_without_a_payment(box: Box) -> None:
    g = box.position(p1="wood wood")
    g.refuses("pay wood with token", "P43")
