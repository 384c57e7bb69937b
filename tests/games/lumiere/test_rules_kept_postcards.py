"""Postcards that are kept for later: Metropolitain, Sacré-Cœur and Chartier: L41, L43, L45 and L52."""

from __future__ import annotations

import pytest

from ..refusals import refused
from .claims import building, card_state, here, legal, lit_by, play, points
from .drawing import Box

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
    assert card_state(g, "metropolitain") == "kept"
    assert g.seat == "blue"
    g.play("build O4 e5 f5 e6 f6")
    g.play("build I3 a1 b1 c1")
    assert card_state(g, "metropolitain") == "used"


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
    assert card_state(g, "metropolitain") == "kept"
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
    assert card_state(g, "chartier") == "kept"
    assert g.seat == "blue"
    play(g, "build O4 e5 f5 e6 f6", "build I3 a1 b1 c1")
    assert card_state(g, "chartier") == "used"
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
    assert card_state(needless, "chartier") == "kept"
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
    assert card_state(g, "chartier") == "used"
    assert here(g)["pieces"][0]["spaces"] == spaces.split()


@pytest.mark.rule("L45", "L49")
def test_a_fountain_that_needs_no_chartier_does_not_spend_it(box: Box) -> None:
    g = box.position("o m", kept={"chartier": "orange"}, open="fontaine", tokens={"orange": 1}, reserve={"blue": "O4"})
    play(g, "card fontaine", f"place fountain {box.fountain('a1 b1')}")
    assert card_state(g, "chartier") == "kept"


# ---- L52: both at once -----------------------------------------------------------------------------------------


@pytest.mark.rule("L52")
def test_a_building_covers_one_lamp_and_one_rival_space_at_once(box: Box) -> None:
    kept = {"metropolitain": "orange", "chartier": "orange"}
    g = box.position("o b *", reserve={"orange": "I3", "blue": "O4"}, kept=kept)
    g.play("build I3 a1 b1 c1")
    assert {card_state(g, card) for card in kept} == {"used"}


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
    assert {card_state(g, card) for card in kept.split()} == {"used"}
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
