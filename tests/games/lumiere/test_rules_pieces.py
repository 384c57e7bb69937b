"""Painter, annex, street lamp and dancer, and what they earn: L44, L46-L48 and L53."""

from __future__ import annotations

import pytest

from ..refusals import refused
from .claims import card_points, here, lamps_of_kind, legal, lit_by, play, points
from .drawing import Box

# ---- pieces on an own space ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "step", "rule"),
    [
        pytest.param("peintre", "place painter {}", "L44", marks=pytest.mark.rule("L44")),
        pytest.param("lampadaire", "place lamp {}", "L47", marks=pytest.mark.rule("L47")),
        pytest.param("moulin-rouge", "place dancer {}", "L48", marks=pytest.mark.rule("L48")),
    ],
)
def test_a_piece_goes_onto_a_free_own_space(box: Box, card: str, step: str, rule: str) -> None:
    g = box.position(
        """
        o o m
        * o b
        """,
        ("statue", "blue", "b2 east"),
        open=card,
        tokens={"orange": 1},
    )
    g.play(f"card {card}")
    assert g.legal() == ["decline", step.format("a1"), step.format("b1")]
    for forbidden in ("c1", "a2", "b2", "c2", "h8"):
        refused(g, step.format(forbidden), rule)


# ---- L44 Le Peintre --------------------------------------------------------------------------------------------

STUDIO = """
    o * b *
    o b b b
    b * b b
    o b b b
    """


@pytest.mark.rule("L44")
def test_the_painter_sees_every_lamp_of_an_unbounded_board(box: Box) -> None:
    g = box.position(STUDIO, open="peintre", tokens={"orange": 1}, reserve={"blue": "O4"})
    play(g, "card peintre", "place painter a1")
    assert card_points(g, "peintre") == 3 * box.points["painter_per_lamp"]
    assert g.score()["orange"]["postcards"]["cards"]["peintre"]["spaces"] == ["b1", "d1", "b3"]


@pytest.mark.rule("L44")
@pytest.mark.parametrize("builder", ["orange", "blue"])
def test_buildings_of_either_player_bound_the_painter_s_area(box: Box, builder: str) -> None:
    g = box.position(STUDIO, ("painter", "orange", "a1"), ("I3", builder, "c1 c2 c3"), ("O4", builder, "a4 b4 a5 b5"))
    assert card_points(g, "peintre") == 2 * box.points["painter_per_lamp"]


@pytest.mark.rule("L44", "L46")
def test_an_annex_bounds_the_painter_s_area(box: Box) -> None:
    """Through a4 the painter sees the lamp d1 as well; with the annex there he does not."""
    walls = ("I3", "orange", "c1 c2 c3"), ("O4", "orange", "b4 c4 b5 c5")
    g = box.position(STUDIO, ("painter", "orange", "a1"), *walls)
    assert card_points(g, "peintre") == 3 * box.points["painter_per_lamp"]
    g = box.position(STUDIO, ("painter", "orange", "a1"), *walls, ("annex", "orange", "a4 O4"))
    assert card_points(g, "peintre") == 2 * box.points["painter_per_lamp"]


@pytest.mark.rule("L44")
@pytest.mark.parametrize("piece", ["dancer a4", "statue a4 south", "fountain a4 a5", "lamp a4"])
def test_no_other_piece_bounds_the_painter_s_area(box: Box, piece: str) -> None:
    """All around are buildings, but for a4."""
    name, where = piece.split(" ", 1)
    g = box.position(
        STUDIO,
        ("painter", "orange", "a1"),
        ("I3", "blue", "c1 c2 c3"),
        ("O4", "blue", "b4 c4 b5 c5"),
        (name, "blue", box.fountain(where) if name == "fountain" else where),
    )
    lamps = ["b1", "d1", "b3", "a4"] if name == "lamp" else ["b1", "d1", "b3"]
    assert g.score()["orange"]["postcards"]["cards"]["peintre"]["spaces"] == lamps
    assert points(g, "orange", "postcards") == len(lamps) * box.points["painter_per_lamp"]


@pytest.mark.rule("L44", "L41")
def test_a_lamp_under_a_building_is_none(box: Box) -> None:
    g = box.position(
        STUDIO, ("painter", "orange", "a1"), reserve={"blue": "I3 O4"}, kept={"metropolitain": "blue"}, turn="blue"
    )
    g.play("build I3 a3 b3 c3")
    assert card_points(g, "peintre") == 2 * box.points["painter_per_lamp"]


@pytest.mark.rule("L44", "L63")
def test_a_painter_that_was_never_placed_earns_nothing(box: Box) -> None:
    g = box.position(STUDIO, open="peintre", tokens={"orange": 1})
    play(g, "card peintre", "decline")
    assert points(g, "orange") == 0


# ---- L46 Bouquinistes ------------------------------------------------------------------------------------------

QUAY = """
    o o o o b
    o m o o o
    b o o * o
    """


@pytest.mark.rule("L46")
def test_the_annex_goes_onto_an_own_space_beside_an_own_building(box: Box) -> None:
    g = box.position(
        QUAY,
        ("I3", "orange", "a1 b1 c1"),
        ("L4", "blue", "f1 f2 f3 g3"),
        ("painter", "orange", "d1"),
        open="bouquinistes",
        tokens={"orange": 1},
    )
    g.play("card bouquinistes")
    assert g.legal() == ["decline", "place annex a2 I3", "place annex c2 I3"]
    refused(g, "place annex b2 I3", "L46")  # mixed
    refused(g, "place annex d1 I3", "L46")  # not free
    refused(g, "place annex d2 I3", "L46")  # touches a corner only
    refused(g, "place annex e2 L4", "L46")  # the rival's building
    refused(g, "place annex a2 U5", "L46")  # not on the board
    refused(g, "place annex d3 I3", "L46")  # a lamp


@pytest.mark.rule("L46")
def test_blue_s_building_does_not_take_orange_s_annex(box: Box) -> None:
    g = box.position(QUAY, ("I3", "blue", "a1 b1 c1"), open="bouquinistes", tokens={"orange": 1})
    g.play("card bouquinistes")
    assert g.legal() == ["decline"]


@pytest.mark.rule("L46")
def test_an_annex_beside_several_buildings_extends_one_of_them(box: Box) -> None:
    g = box.position(
        QUAY,
        ("I3", "orange", "a1 b1 c1"),
        ("V3", "orange", "b2 b3 c3"),
        ("garden", "orange", "d1 d2"),
        open="bouquinistes",
        tokens={"orange": 1},
        reserve={"blue": "O4"},
    )
    g.play("card bouquinistes")
    assert legal(g, "place annex c2") == ["place annex c2 I3", "place annex c2 V3", "place annex c2 garden"]
    g.play("place annex c2 V3")
    assert [(b["name"], b["size"], b["annex"]) for b in here(g)["buildings"]] == [
        ("I3", 3, None),
        ("V3", 4, "c2"),
        ("garden", 2, None),
    ]


@pytest.mark.rule("L46")
def test_an_annex_never_extends_a_rival_building(box: Box) -> None:
    g = box.position(
        QUAY,
        ("I3", "orange", "a1 b1 c1"),
        ("V3", "blue", "b2 b3 c3"),
        open="bouquinistes",
        tokens={"orange": 1},
    )
    g.play("card bouquinistes")
    assert legal(g, "place annex c2") == ["place annex c2 I3"]
    refused(g, "place annex c2 V3", "L46")


@pytest.mark.rule("L46", "L60")
def test_the_annex_counts_in_size_and_light(box: Box) -> None:
    g = box.position(
        QUAY, ("V3", "orange", "b2 c2 b3"), open="bouquinistes", tokens={"orange": 1}, reserve={"blue": "O4"}
    )
    assert lit_by(g, "V3") == []
    play(g, "card bouquinistes", "place annex c3 V3")
    assert lit_by(g, "V3") == ["d3"]
    assert points(g, "orange", "lit") == 4


@pytest.mark.rule("L46", "L61")
def test_the_annex_joins_groups(box: Box) -> None:
    g = box.position(
        """
        o o o b
        b b o b
        b o o b
        """,
        ("garden", "orange", "a1 b1"),
        ("V3", "orange", "c2 b3 c3"),
        open="bouquinistes",
        tokens={"orange": 1},
        reserve={"blue": "O4"},
    )
    assert points(g, "orange", "group") == 3 * box.points["group_per_space"]
    play(g, "card bouquinistes", "place annex c1 garden")
    assert points(g, "orange", "group") == 6 * box.points["group_per_space"]


@pytest.mark.rule("L46", "L51")
def test_the_annex_blocks_the_large_lamp(box: Box) -> None:
    drawing = """
        o o o o o
        b * o o o
        """
    g = box.position(
        drawing,
        ("large-lamp", "blue", "b2"),
        ("I3", "orange", "c1 d1 e1"),
        ("V3", "blue", "d2 d3 e3"),
        open="bouquinistes",
        tokens={"orange": 1},
        reserve={"blue": "O4"},
    )
    assert "d2" in lamps_of_kind(g, "large-lamp")[0]["lights"]
    assert lit_by(g, "V3") == ["b2"]
    play(g, "card bouquinistes", "place annex c2 I3")
    assert "d2" not in lamps_of_kind(g, "large-lamp")[0]["lights"]
    assert lit_by(g, "V3") == []


# ---- L47 Lampadaire --------------------------------------------------------------------------------------------

STREET = """
    o o o b
    m o o b
    """


@pytest.mark.rule("L47", "L60")
def test_the_lamp_piece_lights_its_four_neighbours(box: Box) -> None:
    g = box.position(
        STREET,
        ("V3", "orange", "a1 b1 a2"),
        ("I3", "blue", "d1 d2 d3"),
        open="lampadaire",
        tokens={"orange": 1},
        reserve={"blue": "O4"},
    )
    assert here(g)["lamps"] == []
    play(g, "card lampadaire", "place lamp b2")
    assert here(g)["lamps"] == [{"space": "b2", "kind": "lamp", "lights": ["b1", "a2", "c2", "b3"]}]
    assert lit_by(g, "V3") == ["b2"]
    assert lit_by(g, "I3") == []


@pytest.mark.rule("L47")
def test_the_lamp_piece_is_a_lamp_for_all_but_metropolitain(box: Box) -> None:
    g = box.position(
        STREET,
        ("lamp", "blue", "b1"),
        ("painter", "blue", "d1"),
        reserve={"orange": "I3"},
        kept={"metropolitain": "orange"},
        open="sacre-coeur",
        tokens={"orange": 1},
    )
    refused(g, "build I3 a1 b1 c1", "L30")
    assert card_points(g, "peintre") == box.points["painter_per_lamp"]


# ---- L48 Moulin Rouge ------------------------------------------------------------------------------------------

STAGE = """
    o b *
    m * b
    o b b
    * b b
    """
CAGE = """
    o b *
    m * b
    * b b
    """


@pytest.mark.rule("L48")
def test_the_dancer_earns_for_the_free_spaces_of_her_area(box: Box) -> None:
    """a1, where she stands, b1, a2, a3 and b3, which opens to the whole board but the three lamps."""
    g = box.position(STAGE, open="moulin-rouge", tokens={"orange": 1}, reserve={"blue": "O4"})
    play(g, "card moulin-rouge", "place dancer a1")
    assert card_points(g, "moulin-rouge") == 61 * box.points["dancer_per_space"]


@pytest.mark.rule("L48", "L53")
def test_bare_lamps_bound_her_area_and_never_count(box: Box) -> None:
    g = box.position(CAGE, ("dancer", "orange", "a1"))
    assert card_points(g, "moulin-rouge") == 3 * box.points["dancer_per_space"]
    assert g.score()["orange"]["postcards"]["cards"]["moulin-rouge"]["spaces"] == ["a1", "b1", "a2"]


@pytest.mark.rule("L48")
@pytest.mark.parametrize(
    "piece",
    [
        ("V3", "orange", "b3 b4 c4"),
        ("garden", "blue", "b3 b4"),
        ("annex", "blue", "b3 V3"),
        ("painter", "blue", "b3"),
        ("lamp", "blue", "b3"),
        ("fountain", "blue", "b3 b4"),
        ("statue", "blue", "b3 south"),
    ],
    ids=lambda piece: piece[0],
)
def test_every_other_piece_bounds_her_area(box: Box, piece: tuple[str, str, str]) -> None:
    name, owner, where = piece
    where = box.fountain(where) if name == "fountain" else where
    more = [("V3", "blue", "c3 c4 d4")] if name == "annex" else []
    g = box.position(STAGE, ("dancer", "orange", "a1"), (name, owner, where), *more)
    floor = g.score()["orange"]["postcards"]["cards"]["moulin-rouge"]
    assert floor == {"points": 4 * box.points["dancer_per_space"], "spaces": ["a1", "b1", "a2", "a3"]}
    assert points(g, "orange", "postcards") == floor["points"]


@pytest.mark.rule("L48", "L51")
def test_the_large_lamp_bounds_her_area_too(box: Box) -> None:
    g = box.position(CAGE, ("dancer", "orange", "a1"), ("large-lamp", "orange", "a3"))
    assert card_points(g, "moulin-rouge") == 3 * box.points["dancer_per_space"]


# ---- L53: areas ------------------------------------------------------------------------------------------------


@pytest.mark.rule("L53")
def test_areas_connect_by_sides_not_by_corners(box: Box) -> None:
    """a1 and b2 meet at a corner only: b1 and a2 are built over."""
    drawing = """
        o b b
        b * b
        """
    walls = ("I3", "blue", "b1 c1 d1"), ("V3", "blue", "a2 a3 b3")
    painter = box.position(drawing, ("painter", "orange", "a1"), *walls)
    assert card_points(painter, "peintre") == 0
    dancer = box.position(drawing.replace("*", "o"), ("dancer", "orange", "a1"), *walls)
    assert card_points(dancer, "moulin-rouge") == box.points["dancer_per_space"]


SQUARE = """
    b b b b b b b b
    b b b b b b b b
    b b b b b b b b
    b b b * b b b b
    b b b b b b b b
    b b b b b b b *
    """


@pytest.mark.rule("L53", "L47")
def test_a_lamp_piece_counts_as_one_lamp(box: Box) -> None:
    g = box.position(SQUARE, ("painter", "blue", "a1"), ("lamp", "blue", "a2"))
    assert card_points(g, "peintre") == 3 * box.points["painter_per_lamp"]
