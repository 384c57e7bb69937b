"""Postcards that are kept, build or spare: L39-L43, L45 and L52. Pieces are in test_rules_pieces.py."""

from __future__ import annotations

import pytest

from ..refusals import refused
from .claims import building, here, legal, lit_by, play, points
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


def state(g, card: str) -> str:
    return next(page["state"] for page in here(g)["postcards"] if page["name"] == card)


# ---- L39 -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("L39")
@pytest.mark.parametrize("card", FOLLOWED)
def test_a_card_may_be_activated_even_if_its_effect_is_impossible(box: Box, card: str) -> None:
    g = box.position("b", open=card, tokens={"orange": 1})
    g.play(f"card {card}")
    assert g.legal() == ["decline"]
    g.play("decline")
    assert g.record()["turns"] == [{"seat": "orange", "steps": [f"card {card}", "decline"]}]
    assert state(g, card) == "used"


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
    assert state(g, "metropolitain") == "used"


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
        assert {state(g, card) for card in kept.split()} == {"used"}


# ---- L41 Metropolitain -----------------------------------------------------------------------------------------


@pytest.mark.rule("L41")
def test_metropolitain_is_kept_for_a_later_turn(box: Box) -> None:
    g = box.position(
        "o o *",
        reserve={"orange": "I3", "blue": "O4 U5"},
        open="metropolitain",
        tokens={"orange": 1},
    )
    refused(g, "build I3 a1 b1 c1", "L41")
    g.play("card metropolitain")
    assert state(g, "metropolitain") == "kept"
    assert g.seat == "blue"
    g.play("build O4 e5 f5 e6 f6")
    g.play("build I3 a1 b1 c1")
    assert state(g, "metropolitain") == "used"


@pytest.mark.rule("L41", "L60")
def test_the_covered_lamp_goes_dark_and_counts_in_the_size(box: Box) -> None:
    g = box.position(
        """
        o o * b b
        b b b b b
        b * b b b
        """,
        ("V3", "blue", "d1 e1 e2"),
        ("L4", "blue", "a3 a4 a5 b5"),
        reserve={"orange": "I3", "blue": "O4"},
        kept={"metropolitain": "orange"},
    )
    assert lit_by(g, "V3") == ["c1"]
    assert g.preview("build I3 a1 b1 c1")["blue"]["lit"] == -3
    g.play("build I3 a1 b1 c1")
    assert lit_by(g, "V3") == []
    assert lit_by(g, "L4") == ["b3"]
    assert [lamp["space"] for lamp in here(g)["lamps"]] == ["b3"]
    assert building(g, "I3")["size"] == 3
    assert points(g, "orange", "group") == 3 * box.points["group_per_space"]


@pytest.mark.rule("L41", "L52")
def test_exactly_one_lamp_is_covered(box: Box) -> None:
    g = box.position(
        "o * * o o",
        reserve={"orange": "I3"},
        kept={"metropolitain": "orange"},
        open="jardin",
        tokens={"orange": 1},
    )
    assert legal(g, "build") == ["build I3 c1 d1 e1"]
    refused(g, "build I3 a1 b1 c1", "L52")


@pytest.mark.rule("L41")
def test_metropolitain_serves_once(box: Box) -> None:
    g = box.position(
        """
        o o *
        o * b
        """,
        reserve={"orange": "I3", "blue": "O4"},
        kept={"metropolitain": "orange"},
        open="jardin",
        tokens={"orange": 1},
    )
    play(g, "build I3 a1 b1 c1", "build O4 e5 f5 e6 f6", "card jardin")
    refused(g, "place garden a2 b2", "L41")


@pytest.mark.rule("L41")
def test_a_build_without_a_lamp_does_not_spend_metropolitain(box: Box) -> None:
    g = box.position(
        """
        o o o
        o * b
        o b b
        """,
        reserve={"orange": "I3 V3", "blue": "O4"},
        kept={"metropolitain": "orange"},
    )
    play(g, "build I3 a1 b1 c1", "build O4 e5 f5 e6 f6")
    assert state(g, "metropolitain") == "kept"
    assert g.legal() == ["build V3 a2 b2 a3", "pass"]


@pytest.mark.rule("L41")
def test_metropolitain_serves_only_its_owner(box: Box) -> None:
    g = box.position(
        """
        o o *
        o o o
        """,
        reserve={"orange": "I3"},
        kept={"metropolitain": "blue"},
    )
    assert g.legal() == ["build I3 a2 b2 c2"]
    refused(g, "build I3 a1 b1 c1", "L41")


@pytest.mark.rule("L41")
@pytest.mark.parametrize("piece", [("lamp", "orange", "c1"), ("large-lamp", "orange", "c2")])
def test_only_a_free_printed_lamp_is_covered(box: Box, piece: tuple[str, str, str]) -> None:
    g = box.position(
        """
        o o o
        o o *
        o o o
        """,
        piece,
        reserve={"orange": "I3"},
        kept={"metropolitain": "orange"},
    )
    row = piece[2][1]
    refused(g, f"build I3 a{row} b{row} c{row}", "L30")


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


# ---- L43 Sacré-Cœur --------------------------------------------------------------------------------------------


@pytest.mark.rule("L43", "L62")
def test_sacre_coeur_spares_its_owner_alone(box: Box) -> None:
    g = box.position("o", reserve={"orange": "I3 V3", "blue": "O4 L4 U5"}, open="sacre-coeur", tokens={"orange": 1})
    unbuilt = box.points["unbuilt"]
    assert (points(g, "orange"), points(g, "blue")) == (2 * unbuilt, 3 * unbuilt)
    g.play("card sacre-coeur")
    assert (points(g, "orange"), points(g, "blue")) == (0, 3 * unbuilt)
    assert g.score()["orange"]["unbuilt"] == {"points": 0, "buildings": ["I3", "V3"], "waived": True}


# ---- L45 Chartier ----------------------------------------------------------------------------------------------


@pytest.mark.rule("L45")
def test_chartier_is_kept_for_a_later_turn(box: Box) -> None:
    g = box.position("o b o", reserve={"orange": "I3", "blue": "O4 U5"}, open="chartier", tokens={"orange": 1})
    refused(g, "build I3 a1 b1 c1", "L45")
    g.play("card chartier")
    assert state(g, "chartier") == "kept"
    assert g.seat == "blue"
    play(g, "build O4 e5 f5 e6 f6", "build I3 a1 b1 c1")
    assert state(g, "chartier") == "used"
    assert building(g, "I3")["size"] == 3


@pytest.mark.rule("L45", "L52")
def test_one_free_rival_space_is_covered_and_no_more(box: Box) -> None:
    g = box.position(
        """
        o b b
        o b o
        """,
        reserve={"orange": "I3"},
        kept={"chartier": "orange"},
    )
    refused(g, "build I3 a1 b1 c1", "L52")
    assert "build I3 a2 b2 c2" in g.legal()
    taken = box.position("o b o", ("painter", "blue", "b1"), reserve={"orange": "I3"}, kept={"chartier": "orange"})
    refused(taken, "build I3 a1 b1 c1", "L30")


@pytest.mark.rule("L45")
def test_chartier_serves_once_and_only_when_needed(box: Box) -> None:
    drawing = """
        o b o *
        o o o *
        o b * *
        """
    given = {"reserve": {"orange": "I3", "blue": "O4"}, "open": "jardin", "tokens": {"orange": 1}}
    needless = box.position(drawing, kept={"chartier": "orange"}, **given)
    play(needless, "build I3 a2 b2 c2", "build O4 e5 f5 e6 f6", "card jardin")
    assert state(needless, "chartier") == "kept"
    assert "place garden a3 b3" in needless.legal()
    spent = box.position(drawing, kept={"chartier": "orange"}, **given)
    play(spent, "build I3 a1 b1 c1", "build O4 e5 f5 e6 f6", "card jardin")
    refused(spent, "place garden a3 b3", "L45")


@pytest.mark.rule("L45")
def test_chartier_serves_only_its_owner(box: Box) -> None:
    g = box.position(
        """
        o b o
        o o o
        """,
        reserve={"orange": "I3"},
        kept={"chartier": "blue"},
    )
    assert g.legal() == ["build I3 a2 b2 c2"]
    refused(g, "build I3 a1 b1 c1", "L45")


@pytest.mark.rule("L45", "L49", "L52")
def test_the_fountain_may_cover_a_rival_space_with_chartier(box: Box) -> None:
    spaces = box.fountain("b1 c1")
    given = {"open": "fontaine", "tokens": {"orange": 1}, "reserve": {"blue": "O4"}}
    without = box.position("o b o", **given)
    without.play("card fontaine")
    refused(without, f"place fountain {spaces}", "L45")
    g = box.position("o b o", kept={"chartier": "orange"}, **given)
    play(g, "card fontaine", f"place fountain {spaces}")
    assert state(g, "chartier") == "used"
    assert here(g)["pieces"][0]["spaces"] == spaces.split()


@pytest.mark.rule("L45", "L49")
def test_a_fountain_that_needs_no_chartier_does_not_spend_it(box: Box) -> None:
    g = box.position("o m", kept={"chartier": "orange"}, open="fontaine", tokens={"orange": 1}, reserve={"blue": "O4"})
    play(g, "card fontaine", f"place fountain {box.fountain('a1 b1')}")
    assert state(g, "chartier") == "kept"


# ---- L52: both at once -----------------------------------------------------------------------------------------


@pytest.mark.rule("L52")
def test_a_building_covers_one_lamp_and_one_rival_space_at_once(box: Box) -> None:
    kept = {"metropolitain": "orange", "chartier": "orange"}
    g = box.position("o b *", reserve={"orange": "I3", "blue": "O4"}, kept=kept)
    g.play("build I3 a1 b1 c1")
    assert {state(g, card) for card in kept} == {"used"}


@pytest.mark.rule("L52")
@pytest.mark.parametrize(("drawing", "rule"), [("* o *", "L52"), ("b o b", "L52"), ("* b *", "L52"), ("b * b", "L52")])
def test_never_two_lamps_or_two_rival_spaces(box: Box, drawing: str, rule: str) -> None:
    g = box.position(
        drawing,
        reserve={"orange": "I3"},
        kept={"metropolitain": "orange", "chartier": "orange"},
        open="peintre",
        tokens={"orange": 1},
    )
    assert "build I3 a1 b1 c1" not in g.legal()
    refused(g, "build I3 a1 b1 c1", rule)


@pytest.mark.rule("L52")
@pytest.mark.parametrize(("kept", "rule"), [("metropolitain", "L45"), ("chartier", "L41")])
def test_covering_a_lamp_and_a_rival_space_needs_both_postcards(box: Box, kept: str, rule: str) -> None:
    g = box.position("o b *", reserve={"orange": "I3"}, kept={kept: "orange"}, open="peintre", tokens={"orange": 1})
    refused(g, "build I3 a1 b1 c1", rule)


@pytest.mark.rule("L52", "L42")
@pytest.mark.parametrize(
    ("drawing", "kept"), [("o *", "metropolitain"), ("o b", "chartier"), ("b *", "metropolitain chartier")]
)
def test_the_garden_can_use_both_postcards(box: Box, drawing: str, kept: str) -> None:
    g = box.position(
        drawing,
        kept=dict.fromkeys(kept.split(), "orange"),
        open="jardin",
        tokens={"orange": 1},
        reserve={"blue": "O4"},
    )
    play(g, "card jardin", "place garden a1 b1")
    assert {state(g, card) for card in kept.split()} == {"used"}
    assert building(g, "garden")["size"] == 2
    assert here(g)["lamps"] == []


@pytest.mark.rule("L52", "L49")
def test_the_fountain_covers_no_lamp(box: Box) -> None:
    g = box.position("* o", kept={"metropolitain": "orange"}, open="fontaine", tokens={"orange": 1})
    g.play("card fontaine")
    refused(g, f"place fountain {box.fountain('a1 b1')}", "L52")


@pytest.mark.rule("L52", "L49")
def test_the_fountain_covers_one_rival_space_at_most(box: Box) -> None:
    spaces = box.fountain("a1 b1")
    g = box.position("b b", kept={"chartier": "orange"}, open="fontaine", tokens={"orange": 1})
    g.play("card fontaine")
    if len(spaces.split()) == 1:
        assert f"place fountain {spaces}" in g.legal()
    else:
        refused(g, f"place fountain {spaces}", "L52")


@pytest.mark.rule("L52")
@pytest.mark.parametrize(
    ("card", "step", "rule"),
    [
        ("peintre", "place painter {}", "L44"),
        ("bouquinistes", "place annex {} I3", "L46"),
        ("lampadaire", "place lamp {}", "L47"),
        ("moulin-rouge", "place dancer {}", "L48"),
        ("penseur", "place statue {} south", "L50"),
    ],
)
def test_no_other_piece_uses_metropolitain_or_chartier(box: Box, card: str, step: str, rule: str) -> None:
    g = box.position(
        """
        o o o *
        o b * *
        """,
        ("I3", "orange", "a1 b1 c1"),
        kept={"metropolitain": "orange", "chartier": "orange"},
        open=card,
        tokens={"orange": 1},
    )
    g.play(f"card {card}")
    refused(g, step.format("b2"), rule)
    refused(g, step.format("c2"), rule)
    assert step.format("a2") in g.legal()


@pytest.mark.rule("L52")
def test_a_postcard_taken_this_turn_serves_only_later(box: Box) -> None:
    """Taking either ends the turn, and the rival has theirs before it can be spent."""
    for card, drawing in (("metropolitain", "o o *"), ("chartier", "o o b *")):
        g = box.position(drawing, reserve={"orange": "I3", "blue": "O4"}, open=card, tokens={"orange": 1})
        g.play(f"card {card}")
        assert g.seat == "blue"
        g.play("build O4 e5 f5 e6 f6")
        assert g.legal() == ["build I3 a1 b1 c1", "pass"]
