"""Carrying out a postcard, Levitation and Jardin des Plantes: L39, L40 and L42."""

from __future__ import annotations

import pytest

from ..refusals import refused
from .claims import building, card_state, here, play, points
from .drawing import Box

KEPT = ("metropolitain", "sacre-coeur", "chartier")
FOLLOWED = {
    "levitation": "swap L4 I3",
    "jardin": "place garden a1 b1",
    "peintre": "place painter a1",
    "bouquinistes": "place annex b1 V3",
    "lampadaire": "place lamp a1",
    "moulin-rouge": "place dancer a1",
    "fontaine": "place fountain a1 b1",
    "penseur": "place statue a1 east",
    "grande-lumiere": "place large-lamp d1",
}


# ---- L39 -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("L39")
@pytest.mark.parametrize("card", FOLLOWED)
def test_a_card_may_be_activated_even_if_its_effect_is_impossible(box: Box, card: str) -> None:
    g = box.position("b", open=card, tokens={"orange": 1})
    g.play(f"card {card}")
    assert g.legal() == ["decline"]
    g.play("decline")
    assert g.record()["turns"] == [{"seat": "orange", "steps": [f"card {card}", "decline"]}]
    assert card_state(g, card) == "used"


POSSIBLE = """
    o o o *
    o o o b
    o o o b
    """


@pytest.mark.rule("L39")
@pytest.mark.parametrize("card", FOLLOWED)
def test_declining_is_legal_where_the_effect_is_possible(box: Box, card: str) -> None:
    g = possible(box, card)
    g.play(f"card {card}")
    assert g.seat == "orange"
    assert here(g)["question"] == {"card": card, "build": None}
    effect = f"place fountain {box.fountain('a1 b1')}" if card == "fontaine" else FOLLOWED[card]
    assert {"decline", effect} <= set(g.legal())
    before = here(g)
    g.play("decline")
    assert g.seat == "blue"
    after = here(g)
    for part in ("buildings", "pieces", "reserve", "supply"):
        assert after[part] == before[part]


def possible(box: Box, card: str):
    """A position in which every postcard has an effect, and blue may answer."""
    return box.position(
        POSSIBLE,
        ("V3", "orange", "c1 b2 c2"),
        reserve={"orange": "L4", "blue": "O4"},
        supply="I3",
        open=card,
        tokens={"orange": 1},
    )


@pytest.mark.rule("L39")
@pytest.mark.parametrize("card", FOLLOWED)
def test_a_card_is_carried_out_or_declined_before_anything_else(box: Box, card: str) -> None:
    g = possible(box, card)
    g.play(f"card {card}")
    for step in ("build L4 a1 b1 c1 a2", f"card {card}", "card metropolitain", "pass"):
        refused(g, step, "L39")
    for other, step in FOLLOWED.items():
        if other != card and other != "fontaine":
            refused(g, step, "L39")


@pytest.mark.rule("L39")
@pytest.mark.parametrize("card", KEPT)
def test_cards_without_a_follow_up_end_the_turn(box: Box, card: str) -> None:
    g = box.position("b", open=card, tokens={"orange": 1}, reserve={"blue": "O4"})
    g.play(f"card {card}")
    assert g.seat == "blue"
    assert g.record()["turns"] == [{"seat": "orange", "steps": [f"card {card}"]}]
    refused(g, "decline", "L39")


@pytest.mark.rule("L39")
def test_no_effect_without_its_card(box: Box) -> None:
    g = box.position(POSSIBLE, reserve={"orange": "L4"}, supply="I3", open="peintre", tokens={"orange": 1})
    for step in ("decline", "place painter a1", "swap L4 I3", "place garden a1 b1"):
        refused(g, step, "L39")


# ---- L40 Levitation --------------------------------------------------------------------------------------------


@pytest.mark.rule("L40")
def test_levitation_swaps_a_building_and_places_the_new_one_at_once(box: Box) -> None:
    g = box.position(
        "o o o o", reserve={"orange": "U5 O4", "blue": "L4"}, supply="I3", open="levitation", tokens={"orange": 1}
    )
    g.play("card levitation")
    assert g.legal() == ["decline", "swap O4 I3", "swap U5 I3"]
    g.play("swap U5 I3")
    assert g.seat == "orange"
    assert here(g)["question"] == {"card": "levitation", "build": "I3"}
    assert g.legal() == ["build I3 a1 b1 c1", "build I3 b1 c1 d1"]
    g.play("build I3 b1 c1 d1")
    assert here(g)["question"] is None
    assert here(g)["supply"] == ["U5"]
    assert here(g)["reserve"] == {"orange": ["O4"], "blue": ["L4"]}
    assert building(g, "I3")["owner"] == "orange"
    assert g.record()["turns"] == [{"seat": "orange", "steps": ["card levitation", "swap U5 I3", "build I3 b1 c1 d1"]}]


@pytest.mark.rule("L40")
def test_only_swaps_that_leave_a_place_are_legal(box: Box) -> None:
    g = box.position(
        """
        o o o
        b b b
        """,
        reserve={"orange": "U5"},
        supply="I3 V3 L4",
        open="levitation",
        tokens={"orange": 1},
    )
    g.play("card levitation")
    assert g.legal() == ["decline", "swap U5 I3"]
    refused(g, "swap U5 V3", "L40")
    refused(g, "swap U5 L4", "L40")


@pytest.mark.rule("L40")
def test_levitation_swaps_between_the_own_reserve_and_the_supply(box: Box) -> None:
    g = box.position(
        "o o o o", reserve={"orange": "U5", "blue": "V3"}, supply="I3", open="levitation", tokens={"orange": 1}
    )
    g.play("card levitation")
    refused(g, "swap V3 I3", "L40")
    refused(g, "swap O4 I3", "L40")
    refused(g, "swap U5 V3", "L40")
    refused(g, "swap U5 O4", "L40")


@pytest.mark.rule("L40")
def test_after_the_swap_the_new_building_must_be_built(box: Box) -> None:
    g = box.position(
        """
        o o o
        o o b
        """,
        reserve={"orange": "U5 V3"},
        supply="I3",
        open="levitation peintre",
        tokens={"orange": 2},
    )
    play(g, "card levitation", "swap U5 I3")
    assert g.legal() == ["build I3 a1 b1 c1"]
    for step in ("decline", "pass", "build V3 a1 b1 a2", "card peintre", "swap V3 U5", "build U5 a1 b1 c1 a2 c2"):
        refused(g, step, "L40")
    refused(g, "build I3 a2 b2 c2", "L45")


@pytest.mark.rule("L40")
@pytest.mark.parametrize("reserve", ["", "U5"])
def test_without_a_reserve_or_a_supply_there_is_nothing_to_swap(box: Box, reserve: str) -> None:
    supply = "I3" if not reserve else ""
    g = box.position("o o o", reserve={"orange": reserve}, supply=supply, open="levitation", tokens={"orange": 1})
    g.play("card levitation")
    assert g.legal() == ["decline"]


@pytest.mark.rule("L40", "L52")
def test_the_lifted_building_may_need_metropolitain(box: Box) -> None:
    without = box.position("o o *", reserve={"orange": "U5"}, supply="I3", open="levitation", tokens={"orange": 1})
    without.play("card levitation")
    assert without.legal() == ["decline"]
    g = box.position(
        "o o *",
        reserve={"orange": "U5", "blue": "O4"},
        supply="I3 V3",
        kept={"metropolitain": "orange"},
        open="levitation",
        tokens={"orange": 1},
    )
    g.play("card levitation")
    assert g.legal() == ["decline", "swap U5 I3"]
    play(g, "swap U5 I3", "build I3 a1 b1 c1")
    assert card_state(g, "metropolitain") == "used"


@pytest.mark.rule("L40", "L52")
def test_the_lifted_building_may_need_chartier_or_both(box: Box) -> None:
    for drawing, kept in (("o o b *", "chartier"), ("o b *", "chartier metropolitain")):
        g = box.position(
            drawing,
            reserve={"orange": "U5", "blue": "O4"},
            supply="I3",
            kept=dict.fromkeys(kept.split(), "orange"),
            open="levitation",
            tokens={"orange": 1},
        )
        play(g, "card levitation", "swap U5 I3", "build I3 a1 b1 c1")
        assert {card_state(g, card) for card in kept.split()} == {"used"}


# ---- L42 Jardin des Plantes ------------------------------------------------------------------------------------


@pytest.mark.rule("L42")
def test_the_garden_goes_onto_own_and_mixed_spaces(box: Box) -> None:
    g = box.position(
        """
        o m b
        * o o
        """,
        ("painter", "orange", "c2"),
        open="jardin",
        tokens={"orange": 1},
    )
    g.play("card jardin")
    assert g.legal() == ["decline", "place garden a1 b1", "place garden b1 b2"]
    refused(g, "place garden b1 c1", "L45")
    refused(g, "place garden a1 a2", "L41")
    refused(g, "place garden b2 c2", "L42")


@pytest.mark.rule("L42", "L60", "L61")
def test_the_garden_is_a_building_of_size_2(box: Box) -> None:
    g = box.position(
        """
        * o o *
        b o o o
        """,
        ("I3", "orange", "b2 c2 d2"),
        open="jardin",
        tokens={"orange": 1},
        reserve={"blue": "O4"},
    )
    play(g, "card jardin", "place garden b1 c1")
    assert building(g, "garden") == {
        "name": "garden",
        "owner": "orange",
        "spaces": ["b1", "c1"],
        "annex": None,
        "size": 2,
        "lamps": ["a1", "d1"],
        "points": 4,
    }
    assert points(g, "orange", "lit") == 4 + 3  # and the I3 under the lamp d1
    assert points(g, "orange", "group") == 5 * box.points["group_per_space"]


@pytest.mark.rule("L42", "L44", "L53")
def test_the_garden_bounds_the_painter_s_area(box: Box) -> None:
    drawing = """
        o b *
        b o *
        """
    for garden, lamps in (((), 2), ((("garden", "blue", "b1 b2"), ("I3", "blue", "a3 b3 c3")), 0)):
        g = box.position(drawing, ("painter", "orange", "a1"), *garden)
        assert points(g, "orange", "postcards") == lamps * box.points["painter_per_lamp"]


@pytest.mark.rule("L42", "L46")
def test_the_garden_can_have_the_annex(box: Box) -> None:
    g = box.position("o o o", ("garden", "orange", "a1 b1"), open="bouquinistes", tokens={"orange": 1})
    g.play("card bouquinistes")
    assert g.legal() == ["decline", "place annex c1 garden"]


@pytest.mark.rule("L42")
def test_a_declined_garden_is_not_unbuilt(box: Box) -> None:
    g = box.position("o o", open="jardin", tokens={"orange": 1}, reserve={"blue": "O4"})
    play(g, "card jardin", "decline")
    assert points(g, "orange") == 0
