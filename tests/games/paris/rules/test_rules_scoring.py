"""Scoring, the winner, and the worked examples: P74-P77."""

from __future__ import annotations

from itertools import combinations

import pytest

from lutetia.games.paris.rules.bonus import RESOURCES

from .claims import Scene, ended
from .drawing import Box
from .names import SEATS, VALUES

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
