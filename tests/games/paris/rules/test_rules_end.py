"""The end: end-game tiles, the last rounds, scoring, and the worked examples: P70-P77."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from lutetia.games.paris.rules.bonus import GOODS, PRESTIGE, RESOURCES

from .claims import Scene
from .drawing import Box
from .names import SEATS, VALUES

KINDS = (*GOODS, "francs", "vp1", "vp2")


def ended(box: Box, city: str = "", players: int = 2, **seats: str) -> Scene:
    """The described game has just ended."""
    return box.position(city, players=players, turns_left=1, stage="done", **seats).play("done")


# ---- P70: take an end-game tile --------------------------------------------------------------------------------


@pytest.mark.rule("P70")
def test_end_game_tiles_are_taken_once_no_building_tile_is_left(box: Box) -> None:
    g = box.position(stage="draw", stacks="Montmartre:3,Chaillot:3", p1="hand=1", p2="hand=1").play("draw 1")
    assert g.legal("end") == []
    g.refuses("end gold", "P70")
    g.play("key arc", "done", "draw 2")
    assert g.seat == "p2"  # the turn that drew the last one included
    assert g.legal("end") == sorted(f"end {kind}" for kind in KINDS)


@pytest.mark.rule("P70")
@pytest.mark.parametrize("kind", KINDS)
def test_one_of_the_remaining_end_game_tiles_is_taken(box: Box, kind: str) -> None:
    g = box.position(stacks="").play(f"end {kind}")
    assert g.ends("p1") == {kind: 1}
    assert g.here["end_tiles"]["left"] == sum(box.end_count.values()) - 1
    assert g.ends_left().get(kind, 0) == box.end_count[kind] - 1


@pytest.mark.rule("P70")
def test_only_remaining_end_game_tiles_are_taken(box: Box) -> None:
    g = box.position(stacks="", ends="gold vp1 vp1", p1="hand=1")
    assert g.legal("end") == ["end gold", "end vp1"]
    g.refuses("end wood", "P70")
    g.play("end gold", "done")
    assert g.legal("end") == ["end vp1"]
    g.refuses("end gold", "P70")
    none = box.position(stacks="", ends="", p1="hand=1")
    assert none.legal("end") == []
    none.refuses("end gold", "P70")


@pytest.mark.rule("P70")
def test_an_end_game_tile_is_taken_instead_of_a_key_action(box: Box) -> None:
    g = box.position("Montmartre 4\nArc p1", stacks="", p1=f"{box.fare('4')} hand=1").play("end gold")
    for step in ("key arc", "key bank Chaillot", "move arc Montmartre:4", "end wood"):
        g.refuses(step, "P21")


@pytest.mark.rule("P70")
def test_the_seat_on_turn_sees_which_end_game_tiles_remain(box: Box) -> None:
    g = box.position(stacks="", p2="end:gold")
    left = sum(box.end_count.values()) - 1
    assert g.ends_left() == {kind: n for kind, n in (box.end_count | {"gold": box.end_count["gold"] - 1}).items() if n}
    for viewer in (None, "p2"):
        assert g.seen(viewer)["end_tiles"] == {"left": left, "kinds": None}
    early = box.position(stage="draw", stacks="Montmartre:3")
    assert early.here["end_tiles"]["kinds"] is None


@pytest.mark.rule("P70", "P80")
def test_the_others_do_not_see_which_end_game_tile_was_taken(box: Box) -> None:
    """Whichever it was, the others see the same, and read `end ?`."""
    one = box.position(stacks="", players=3).play("end gold")
    other = box.position(stacks="", players=3).play("end vp2")
    for viewer in (None, "p2", "p3"):
        assert one.game.view(viewer) == other.game.view(viewer)
        assert one.game.view(viewer)["turns"] == [{"seat": "p1", "steps": ["end ?"]}]
    assert one.game.view("p1")["turns"] == [{"seat": "p1", "steps": ["end gold"]}]
    assert one.ends("p1") == {"gold": 1}


# ---- P71: use it -----------------------------------------------------------------------------------------------


@pytest.mark.rule("P71")
@pytest.mark.parametrize("good", GOODS)
def test_a_resource_or_prestige_tile_is_sold_at_the_token_s_price(box: Box, good: str) -> None:
    g = box.position(stacks="").play(f"end {good}", f"sell {good} from end:{good}")
    assert g.francs("p1") == box.sell[good]
    assert g.ends("p1") == {}
    assert g.supply() == {}
    g.refuses(f"sell {good} from end:{good}", "P71")
    g.knows_no(f"use end:{good}")


@pytest.mark.rule("P71")
@pytest.mark.parametrize("good", RESOURCES)
def test_a_resource_tile_pays(box: Box, good: str) -> None:
    goal = {"wood": "8", "marble": "L11", "gold": "L12"}[good]
    g = box.position("Montmartre 8-\nArc p1", p1=f"{box.value(goal)}F {box.one_less(goal, good)} end:{good}")
    g.play(f"move arc Montmartre:{goal}")
    while g.asked() == "pay":
        g.play(g.legal("pay")[0])
    assert g.ends("p1") == {}
    assert sum(g.supply().values()) == sum(box.cost(goal).values()) - 1


@pytest.mark.rule("P71")
@pytest.mark.parametrize("good", PRESTIGE)
def test_a_prestige_tile_fills(box: Box, good: str) -> None:
    mark = next(mark for mark in ("L12", "L14", "L16", "L15", "L11") if good in box.sections(mark))
    g = box.position("Arc p1", p1=f"{box.fare(mark)} end:{good}").play(f"move arc Chaillot:{mark}")
    g.play(f"section {good} with end:{good}")
    assert g.vp("p1") == box.section_vp[good]
    assert g.ends("p1") == {}


@pytest.mark.rule("P71")
@pytest.mark.parametrize("kind", ["francs", "vp1", "vp2"])
def test_francs_and_vp_tiles_are_used_at_once_or_later(box: Box, kind: str) -> None:
    at_once = box.position(stacks="").play(f"end {kind}", f"use end:{kind}")
    later = box.position(stage="draw", p1=f"end:{kind}").play(f"use end:{kind}")
    for g in (at_once, later):
        gained = {"francs": g.francs("p1"), "vp": g.vp("p1")}
        assert gained == {"francs": 0, "vp": 0} | {kind.rstrip("12"): box.end_worth[kind]}
        assert g.ends("p1") == {}
        g.refuses(f"use end:{kind}", "P71")


@pytest.mark.rule("P71")
def test_only_own_end_game_tiles_are_used_and_only_in_the_own_turn(box: Box) -> None:
    g = box.position(turn="p2", p1="end:vp2 end:gold")
    g.refuses("use end:vp2", "P71")
    g.refuses("sell gold from end:gold", "P71")


@pytest.mark.rule("P71")
def test_the_worth_of_the_bundled_tiles() -> None:
    worth = Box(None).end_worth
    assert (worth["francs"], worth["vp2"], worth["vp1"]) == (3, 2, 1)


# ---- P72: the last rounds --------------------------------------------------------------------------------------


@pytest.mark.rule("P72")
@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_after_the_last_end_game_tile_the_round_and_one_more_are_played(
    box: Box, players: int, first: int, place: int
) -> None:
    """The last tile is taken by the seat at this place of the round."""
    if place >= players:
        return
    seats = [SEATS[(first + n) % players] for n in range(players)]
    g = box.position(
        players=players, stacks="", ends="gold", first=seats[0], turn=seats[place], **dict.fromkeys(seats, "hand=9")
    ).play("end gold")
    after = players - place - 1 + players
    assert g.here["turns_left"] == after + 1
    g.play("done")
    for turn in range(after):
        assert g.seat == seats[(place + 1 + turn) % players]
        extra = turn >= after - players
        assert g.can("done") == extra  # in the extra round the action is optional
        g.play(g.legal("key")[0], "done")
    assert g.over
    assert g.seat is None
    assert g.legal() == []
    g.refuses("done", "P72")


@pytest.mark.rule("P72")
def test_everyone_has_equal_turns(box: Box, players: int) -> None:
    for seed in range(3):
        g = box.new(seed, players=players)
        rng = random.Random(seed)
        while not g.over:
            g.play(rng.choice(g.legal()))
        turns = Counter(turn["seat"] for turn in g.game.record()["turns"])
        assert len(set(turns.values())) == 1
        assert set(turns) == set(SEATS[:players])


@pytest.mark.rule("P72")
def test_the_game_does_not_end_before_the_last_end_game_tile(box: Box) -> None:
    g = box.position(stacks="", ends="gold vp1").play("end gold")
    assert g.here["turns_left"] is None
    g.play("done", "end vp1")
    assert g.here["turns_left"] == 3


# ---- P73: sales before scoring ---------------------------------------------------------------------------------


@pytest.mark.rule("P73")
def test_remaining_tokens_are_sold(box: Box) -> None:
    g = ended(box, p1="2F wood wood marble gold bronze silver gold_prestige", p2="1F gold")
    sold = sum(box.sell.values()) + box.sell["wood"]
    assert g.result()["francs"] == {"p1": 2 + sold, "p2": 1 + box.sell["gold"]}


@pytest.mark.rule("P73")
def test_resource_and_prestige_end_tiles_are_sold_and_the_others_used(box: Box) -> None:
    g = ended(box, p1=" ".join(f"end:{kind}" for kind in KINDS))
    assert g.result()["francs"]["p1"] == sum(box.sell.values()) + box.end_worth["francs"]
    assert g.result()["vp"]["p1"] == box.end_worth["vp1"] + box.end_worth["vp2"]


@pytest.mark.rule("P73")
@pytest.mark.parametrize(
    ("tile", "goods", "units"),
    [
        (2, ("wood",), 1),
        (3, ("marble",), 1),
        (4, ("gold",), 1),
        (8, PRESTIGE, 1),
        (10, RESOURCES, 1),
        (19, PRESTIGE, 2),
        (21, RESOURCES, 2),
    ],
)
def test_bonus_tiles_with_units_are_sold_wild_ones_at_the_best_price(
    box: Box, tile: int, goods: tuple[str, ...], units: int
) -> None:
    g = ended(box, p2=f"bonus{tile}")
    assert g.result()["francs"]["p2"] == units * box.best(*goods)


@pytest.mark.rule("P73")
@pytest.mark.parametrize("tile", [1, 5, 6, 7, 9, 11, 12, 13, 14, 15, 16, 17, 18, 20, 22, 23, 24, 25, 26, 28, 29, 30])
def test_other_unused_bonus_tiles_lapse(box: Box, tile: int) -> None:
    city = "Montmartre 1:p1 2:p1 3:p1 4:p1 5:p1 8:p1 L12:p1"
    g = ended(box, city, p1=f"bonus{tile} bronze bronze wood wood reserve=2")
    assert g.result()["vp"]["p1"] == 0
    assert g.result()["francs"]["p1"] == 2 * box.sell["bronze"] + 2 * box.sell["wood"]


@pytest.mark.rule("P73")
def test_a_half_used_tile_of_the_last_turn_is_sold(box: Box) -> None:
    g = box.position(turns_left=1, stage="done", p1="bonus21").play("sell marble from bonus21", "done")
    assert g.result()["francs"]["p1"] == box.sell["marble"] + box.best(*RESOURCES)


@pytest.mark.rule("P73", "P74")
def test_before_the_end_the_score_is_counted_as_if_it_were_made_now(box: Box) -> None:
    has = "7F wood gold bonus2 bonus8 bonus21 bonus27 end:francs end:silver end:vp2"
    g = box.position("Montmartre 4:p1 vp:20", p1=has, p2="5F gold bonus27")
    now = 7 + sum(box.sell[good] for good in ("wood", "gold", "wood", "silver")) + box.end_worth["francs"]
    now += box.best(*PRESTIGE) + 2 * box.best(*RESOURCES) + box.end_worth["vp2"] + box.prize("20")[0]
    assert g.points("p1") == now
    assert g.points("p2") == 5 + box.sell["gold"]
    g.play("sell wood from bonus21")
    assert g.points("p1") == now + box.sell["wood"] - box.best(*RESOURCES)


@pytest.mark.rule("P73")
def test_the_final_sales_are_automatic_and_not_recorded(box: Box) -> None:
    g = ended(box, p1="wood bonus21 end:vp2")
    assert g.game.record()["turns"] == [{"seat": "p1", "steps": ["done"]}]


# ---- P74: scoring ----------------------------------------------------------------------------------------------


@pytest.mark.rule("P74")
def test_tile_27_a_vp_for_each_franc_with_what_the_sales_brought(box: Box) -> None:
    g = ended(box, p1="7F wood bonus10 end:francs bonus27", p2="7F used27")
    francs = 7 + box.sell["wood"] + box.best(*RESOURCES) + box.end_worth["francs"]
    assert g.result()["vp"] == {"p1": francs, "p2": 0}
    assert g.result()["francs"]["p1"] == francs  # they are kept for P76


def equal_sums(box: Box) -> tuple[str, str, str]:
    """A building, and two others that together are worth as much."""
    return next(
        (one, a, b)
        for one in VALUES
        for a, b in combinations(VALUES, 2)
        if one not in (a, b) and box.value(one) == box.value(a) + box.value(b)
    )


@pytest.mark.rule("P74")
def test_players_are_ranked_by_the_sum_of_their_properties_there(box: Box) -> None:
    city = "Montmartre 1:p1 2:p1 4:p2 8:p3 vp:20\nChaillot 8:p1 5:p1"
    first, second, third = box.prize("20")
    assert ended(box, city, players=3).won("Montmartre") == [third, second, first]


@pytest.mark.rule("P74")
def test_each_district_with_a_vp_tile_is_scored_on_its_own(box: Box) -> None:
    city = "Montmartre 1:p1 4:p2 vp:20\nChaillot 8:p1 5:p2 vp:10\nBelleville 8:p1 5:p2"
    g = ended(box, city, players=3)
    assert g.won("Montmartre") == [*reversed(box.prize("20")[:2]), 0]
    order = box.prize("10")[:2] if box.value("8") > box.value("5") else box.prize("10")[:2][::-1]
    assert g.won("Chaillot") == [*order, 0]
    assert set(g.result()["districts"]) == {"Montmartre", "Chaillot"}
    assert g.result()["vp"]["p1"] == box.prize("20")[1] + order[0]


@pytest.mark.rule("P74")
def test_a_player_without_property_in_a_district_gets_nothing(box: Box, players: int) -> None:
    first = box.prize("20")[0]
    g = ended(box, "Montmartre 1:p2 bank:p1 vp:20\nArc p1", players=players)
    assert g.won("Montmartre") == [0, first, 0, 0][:players]
    empty = ended(box, "Montmartre 1 2 vp:20", players=players)
    assert empty.won("Montmartre") == [0] * players


@pytest.mark.rule("P74")
def test_a_tie_goes_to_the_highest_single_property(box: Box) -> None:
    one, a, b = equal_sums(box)
    first, second, _third = box.prize("18")
    g = ended(box, f"Belleville {a}:p1 {b}:p1 {one}:p2 vp:18")
    assert g.won("Belleville") == [second, first]


@pytest.mark.rule("P74")
def test_landmarks_count_with_their_value(box: Box) -> None:
    first, second, _third = box.prize("20")
    g = ended(box, "Montmartre 1:p1 2:p1 3:p1 L16:p2 vp:20", players=3)
    assert g.won("Montmartre") == [second, first, 0]


@pytest.mark.rule("P74")
def test_tied_players_get_the_higher_place_and_the_next_places_are_skipped(box: Box) -> None:
    first, second, third = box.prize("20")
    two = ended(box, "Montmartre 8:p1+p2 1:p3 vp:20", players=3)
    assert two.won("Montmartre") == [first, first, third]
    below = ended(box, "Montmartre 1:p1+p2 L16:p3 vp:20", players=3)
    assert below.won("Montmartre") == [second, second, first]
    three = ended(box, "Montmartre 8:p1+p2+p3 1:p4 vp:20", players=4)
    assert three.won("Montmartre") == [first, first, first, 0]
    last = ended(box, "Montmartre L16:p1 L15:p2 1:p3+p4 vp:20", players=4)
    assert last.won("Montmartre") == [first, second, third, third]
    pairs = ended(box, "Montmartre 8:p1+p2 1:p3+p4 vp:20", players=4)
    assert pairs.won("Montmartre") == [first, first, third, third]


@pytest.mark.rule("P74")
def test_two_own_keys_on_an_8_count_16_in_the_sum_and_8_as_the_highest(box: Box) -> None:
    first, second, _third = box.prize("20")
    summed = ended(box, "Montmartre 8:p1+p1 L12:p2 vp:20")
    higher = box.value("L12") < 16
    assert summed.won("Montmartre") == ([first, second] if higher else [second, first])
    # 16 against 16: the higher single property decides
    lower = next((a, b) for a, b in combinations([*VALUES, "L9", "L10", "L11", "L12"], 2) if pair_is_16(box, a, b))
    tied = ended(box, f"Montmartre 8:p1+p1 {lower[0]}:p2 {lower[1]}:p2 vp:20")
    assert tied.won("Montmartre") == [second, first]


def pair_is_16(box: Box, a: str, b: str) -> bool:
    return box.value(a) + box.value(b) == 16 and "8" not in (a, b)


# ---- P75: places by number of players --------------------------------------------------------------------------


@pytest.mark.rule("P75")
@pytest.mark.parametrize("lacking", [0, 1])
def test_of_two_the_second_scores_only_with_half_of_the_first(box: Box, lacking: int) -> None:
    """The first has a key twice on a property, the second once: just half; or one franc's worth less."""
    first, second, _third = box.prize("14")
    if lacking:
        values = [*VALUES, "L9", "L10", "L11", "L12", "L13", "L14", "L15", "L16"]
        low, high = next((a, b) for a in values for b in values if 2 * box.value(a) == box.value(b) - 1)
        g = ended(box, f"Montmartre {low}:p1 {high}:p2 vp:14")
        assert g.won("Montmartre") == [0, first]
    else:
        g = ended(box, "Montmartre 5:p1+p2+p2 vp:14")
        assert g.won("Montmartre") == [second, first]


@pytest.mark.rule("P75")
def test_of_two_who_share_the_first_place_both_score(box: Box) -> None:
    first = box.prize("14")[0]
    assert ended(box, "Montmartre 5:p1+p2 vp:14").won("Montmartre") == [first, first]


@pytest.mark.rule("P75")
def test_of_three_and_four_no_half_is_needed_and_the_third_scores(box: Box) -> None:
    first, second, third = box.prize("20")
    g = ended(box, "Montmartre L16:p1 2:p2 1:p3 vp:20", players=3)
    assert g.won("Montmartre") == [first, second, third]
    g = ended(box, "Montmartre L16:p1 3:p2 2:p3 1:p4 vp:20", players=4)
    assert g.won("Montmartre") == [first, second, third, 0]


# ---- P76: the winner -------------------------------------------------------------------------------------------


def won_by(g: Scene) -> list[str]:
    """The winners; the kernel must know the same."""
    winners: list[str] = g.result()["winners"]
    for s, seat in enumerate(g.game.ruleset.seats):
        utility = 2 / len(winners) - 1 if seat in winners else -1
        assert g.kernel.utility_of(s) == pytest.approx(utility)
    return winners


@pytest.mark.rule("P76")
def test_most_vp_win(box: Box) -> None:
    g = ended(box, "Chaillot 8:p2 L16:p2", p1="end:vp1", p2="99F")
    assert won_by(g) == ["p1"]


@pytest.mark.rule("P76")
def test_francs_break_a_tie(box: Box) -> None:
    g = ended(box, "Chaillot L16:p1", p1="8F end:vp1", p2="9F end:vp1")
    assert won_by(g) == ["p2"]
    assert g.result()["vp"] == dict.fromkeys(("p1", "p2"), box.end_worth["vp1"])


@pytest.mark.rule("P76")
def test_the_total_value_of_properties_breaks_a_tie_in_francs(box: Box) -> None:
    g = ended(box, "Chaillot 1:p1 2:p2\nMontmartre 3:p1\nBelleville L12:p1+p1+p2", p1="9F", p2="9F")
    assert won_by(g) == ["p1"]
    p1 = box.value("1") + box.value("3") + 2 * box.value("L12")  # doubles twice
    assert g.result()["property"] == {"p1": p1, "p2": box.value("2") + box.value("L12")}


@pytest.mark.rule("P76")
def test_players_tied_in_everything_share_the_win(box: Box, players: int) -> None:
    g = ended(box, "Chaillot 4:p1\nMontmartre 4:p2\nBelleville 8:p1+p2", players=players, p1="9F", p2="9F")
    assert won_by(g) == ["p1", "p2"]
    assert won_by(ended(box, players=players)) == list(SEATS[:players])


@pytest.mark.rule("P76")
def test_tokens_count_as_francs_in_a_tie(box: Box) -> None:
    g = ended(box, p1=f"{box.sell['gold']}F", p2="gold")
    assert won_by(g) == ["p1", "p2"]


@pytest.mark.rule("P76")
def test_the_result_is_written_whole(box: Box, players: int) -> None:
    seats = list(SEATS[:players])
    g = ended(box, "Chaillot 4:p1 vp:20", players=players, p2="3F")
    assert g.result() == {
        "vp": dict.fromkeys(seats, 0) | {"p1": box.prize("20")[0]},
        "francs": dict.fromkeys(seats, 0) | {"p2": 3},
        "property": dict.fromkeys(seats, 0) | {"p1": box.value("4")},
        "districts": {"Chaillot": dict.fromkeys(seats, 0) | {"p1": box.prize("20")[0]}},
        "winners": ["p1"],
    }


# ---- P77: worked examples, in the bundled edition --------------------------------------------------------------


@pytest.fixture(scope="module")
def bundled() -> Box:
    return Box(None)


@pytest.mark.rule("P77")
def test_example_a_batignolles(bundled: Box) -> None:
    g = ended(bundled, "Batignolles L11:p1 2:p1 5:p2 4:p2 1:p2 L13:p3 3:p4 vp:20", players=4)
    assert g.won("Batignolles") == [10, 5, 20, 0]


@pytest.mark.rule("P77")
def test_example_b_montmartre(bundled: Box) -> None:
    """Two keys of different players on the same 15; p2 has two of its own on the 3."""
    g = ended(bundled, "Montmartre L11:p1 5:p1 L15:p2+p4 3:p2+p2 8:p3 4:p4 2:p4 vp:16", players=4)
    assert g.won("Montmartre") == [4, 16, 0, 16]


@pytest.mark.rule("P77")
def test_example_c_belleville_of_two(bundled: Box) -> None:
    g = ended(bundled, "Belleville L12:p1 5:p2 vp:18")
    assert g.won("Belleville") == [18, 0]


@pytest.mark.rule("P77")
def test_example_d_bakery_2_to_theatre_5_costs_3(bundled: Box) -> None:
    g = bundled.position("Montmartre 2:p1 5", p1="3F")
    assert g.building("Montmartre:2")["type"] == "bakery"
    assert g.building("Montmartre:5")["type"] == "theatre"
    assert g.play("move Montmartre:2 Montmartre:5").francs("p1") == 0
    bundled.position("Montmartre 2:p1 5", p1="2F").refuses("move Montmartre:2 Montmartre:5", "P42")


@pytest.mark.rule("P77")
def test_example_e_theatre_8_to_landmark_12(bundled: Box) -> None:
    g = bundled.position("La-Villette 8:p1", p1="4F marble gold")
    assert g.building("La-Villette:8")["type"] == "theatre"
    g.play("move La-Villette:8 La-Villette:L12")
    assert g.francs("p1") == 0
    assert g.tokens("p1") == {}
    assert g.supply() == {"marble": 1, "gold": 1}
    for too_little in ("3F marble gold", "4F marble", "4F gold"):
        g = bundled.position("La-Villette 8:p1", p1=too_little)
        g.refuses("move La-Villette:8 La-Villette:L12", "P42")


@pytest.mark.rule("P77")
def test_example_f_arc_to_landmark_15_in_belleville_above_landmark_10(bundled: Box) -> None:
    g = bundled.position("Belleville L10:p2\nArc p1", p1="15F gold gold marble gold_prestige gold_prestige")
    g.play("move arc Belleville:L15", "section gold_prestige with token", "section gold_prestige with token")
    assert g.vp("p1") == 10
    assert g.francs("p1") == 0
    assert g.supply() == {"marble": 1, "gold": 2}
    assert g.landmarks("Belleville") == ["L10", "L15"]


@pytest.mark.rule("P77")
def test_example_g_tile_18_with_three_buildings_of_value_4(bundled: Box) -> None:
    g = bundled.position("Montmartre 4:p1\nChaillot 4:p1\nBelleville 4:p1", p1="bonus18").play("use 18")
    assert g.vp("p1") == 15


@pytest.mark.rule("P77")
def test_example_h_tile_30_with_five_types(bundled: Box) -> None:
    kinds = {"cafe": 1, "bakery": 2, "hotel": 2, "theatre": 1}
    lines = {"Batignolles": "L9:p1", "Belleville": "L12:p1"}
    for kind, n in kinds.items():
        for place in bundled.of_type(bundled.notation.types.index(kind), n):
            district, value = place.split(":")
            lines[district] = f"{lines.get(district, '')} {value}:p1"
    g = bundled.position("\n".join(f"{d} {line}" for d, line in lines.items()), p1="bonus30").play("use 30")
    assert g.vp("p1") == 15
    assert sum(len(line.split()) for line in lines.values()) == 8
