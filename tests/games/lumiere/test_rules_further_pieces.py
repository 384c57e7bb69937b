"""Fountain, statue and large lamp, and what they earn: L49-L51."""

from __future__ import annotations

import pytest

from lutetia.games.lumiere.rules.scoring import at

from ..refusals import refused
from .claims import card_points, here, lamps_of_kind, legal, lit_by, play, points
from .drawing import Box

# ---- L49 Fontaine des Mers -------------------------------------------------------------------------------------

PLACE = """
    o o m o
    o m o o
    o b * o
    o o o o
    """


@pytest.mark.rule("L49")
def test_the_fountain_goes_onto_own_and_mixed_spaces(box: Box) -> None:
    g = box.position(PLACE, ("painter", "orange", "a1"), open="fontaine", tokens={"orange": 1})
    g.play("card fontaine")
    for allowed in ("b1 c1", "b2 c2", "d1 d2", "c1 c2"):
        assert f"place fountain {box.fountain(allowed)}" in g.legal()
    refused(g, f"place fountain {box.fountain('a1 b1')}", "L49")
    refused(g, f"place fountain {box.fountain('b3 b4')}", "L45")
    refused(g, f"place fountain {box.fountain('c3 c4')}", "L52")


@pytest.mark.rule("L49")
def test_the_fountain_earns_for_each_own_building_at_a_side_of_it(box: Box) -> None:
    """North of b2 an own building; south of it the rival's; at its corner another own one."""
    g = box.position(
        PLACE,
        ("I3", "orange", "a1 b1 c1"),
        ("O4", "blue", "b3 c3 b4 c4"),
        ("L4", "orange", "a3 a4 a5 b5"),
        open="fontaine",
        tokens={"orange": 1},
        reserve={"blue": "U5"},
    )
    play(g, "card fontaine", f"place fountain {box.fountain('b2 c2')}")
    assert card_points(g, "fontaine") == box.points["fountain_per_building"]


@pytest.mark.rule("L49", "L46", "L42")
def test_gardens_and_annexes_count_for_the_fountain(box: Box) -> None:
    """The L4 touches b2 only through its annex on a2, the garden from the north."""
    g = box.position(
        PLACE,
        ("garden", "orange", "b1 c1"),
        ("L4", "orange", "a3 a4 a5 b5"),
        ("annex", "orange", "a2 L4"),
        ("fountain", "orange", box.fountain("b2 c2")),
    )
    assert card_points(g, "fontaine") == 2 * box.points["fountain_per_building"]
    touching = {"b1", "c1", "a2"} if len(box.fountain("b2 c2").split()) == 2 else {"b1", "a2"}
    assert set(g.score()["orange"]["postcards"]["cards"]["fontaine"]["spaces"]) == touching


@pytest.mark.rule("L49")
def test_a_building_at_two_sides_of_the_fountain_counts_once(box: Box) -> None:
    g = box.position(PLACE, ("V3", "orange", "a1 b1 a2"), ("fountain", "orange", box.fountain("b2 c2")))
    assert card_points(g, "fontaine") == box.points["fountain_per_building"]


# ---- L50 Le Penseur --------------------------------------------------------------------------------------------

GARDEN_OF_RODIN = """
    o o o
    o o *
    o o m
    """


@pytest.mark.rule("L50")
def test_the_statue_stands_on_a_free_own_space(box: Box) -> None:
    g = box.position(GARDEN_OF_RODIN, ("painter", "orange", "a1"), open="penseur", tokens={"orange": 1})
    g.play("card penseur")
    refused(g, "place statue a1 south", "L50")
    refused(g, "place statue c2 south", "L50")
    refused(g, "place statue c3 south", "L50")
    refused(g, "place statue d4 south", "L50")
    assert {step.split()[2] for step in legal(g, "place")} == {"b1", "c1", "a2", "b2", "a3", "b3"}


@pytest.mark.rule("L50")
def test_the_statue_faces_a_free_space(box: Box) -> None:
    g = box.position(
        GARDEN_OF_RODIN,
        ("dancer", "blue", "b1"),
        ("I3", "blue", "a4 b4 c4"),
        open="penseur",
        tokens={"orange": 1},
    )
    g.play("card penseur")
    assert legal(g, "place statue a1") == ["place statue a1 south"]
    refused(g, "place statue a1 north", "L50")  # over the edge
    refused(g, "place statue a1 west", "L50")
    refused(g, "place statue a1 east", "L50")  # the dancer
    assert legal(g, "place statue b2") == [f"place statue b2 {side}" for side in ("east", "south", "west")]
    refused(g, "place statue b2 north", "L50")
    assert legal(g, "place statue b3") == [f"place statue b3 {side}" for side in ("east", "north", "west")]
    refused(g, "place statue b3 south", "L50")  # a building


@pytest.mark.rule("L50")
@pytest.mark.parametrize(
    ("corner", "facings"),
    [("a1", "east south"), ("h1", "south west"), ("a8", "east north"), ("h8", "north west")],
)
def test_no_statue_looks_over_the_edge(box: Box, corner: str, facings: str) -> None:
    g = box.position("b", open="penseur", tokens={"blue": 1}, turn="blue")
    g.play("card penseur")
    assert legal(g, f"place statue {corner}") == [f"place statue {corner} {facing}" for facing in facings.split()]


@pytest.mark.rule("L50")
@pytest.mark.parametrize("facing", ["north", "east", "south", "west"])
def test_the_statue_earns_for_free_sides_and_corners_of_the_faced_space(box: Box, facing: str) -> None:
    g = box.position(GARDEN_OF_RODIN, open="penseur", tokens={"orange": 1}, reserve={"blue": "O4"})
    play(g, "card penseur", f"place statue b2 {facing}")
    assert card_points(g, "penseur") == 4 * box.points["statue_side"] + 4 * box.points["statue_corner"]


@pytest.mark.rule("L50")
def test_the_statue_earns_less_at_the_edge(box: Box) -> None:
    for space, sides, corners in (("a1", 2, 1), ("a2", 3, 2), ("b1", 3, 2)):
        g = box.position(GARDEN_OF_RODIN, ("statue", "orange", f"{space} south"))
        assert card_points(g, "penseur") == sides * box.points["statue_side"] + corners * box.points["statue_corner"]


FACED = {"north": "b1", "east": "c2", "south": "b3", "west": "a2"}


@pytest.mark.rule("L50")
@pytest.mark.parametrize("name", ["dancer", "painter", "lamp"])
@pytest.mark.parametrize("side", FACED)
def test_a_piece_on_the_faced_space_makes_the_statue_worthless(box: Box, side: str, name: str) -> None:
    piece = (name, "blue", FACED[side])
    g = box.position(GARDEN_OF_RODIN, piece, open="penseur", tokens={"orange": 1})
    g.play("card penseur")
    assert legal(g, "place statue b2") == [f"place statue b2 {facing}" for facing in sorted(FACED) if facing != side]
    for facing in FACED:
        g = box.position(GARDEN_OF_RODIN, ("statue", "orange", f"b2 {facing}"), piece)
        elsewhere = 3 * box.points["statue_side"] + 4 * box.points["statue_corner"]
        assert points(g, "orange", "postcards") == (0 if facing == side else elsewhere)


@pytest.mark.rule("L50")
def test_a_later_building_can_block_the_statue(box: Box) -> None:
    for build, sides, corners in (("build I3 a3 b3 c3", 3, 2), ("build I3 a1 b1 c1", 0, 0)):
        g = box.position(GARDEN_OF_RODIN, ("statue", "orange", "b2 north"), reserve={"orange": "I3", "blue": "O4"})
        assert card_points(g, "penseur") == 4 * box.points["statue_side"] + 4 * box.points["statue_corner"]
        g.play(build)
        assert card_points(g, "penseur") == sides * box.points["statue_side"] + corners * box.points["statue_corner"]


@pytest.mark.rule("L50", "L51")
def test_a_large_lamp_on_the_faced_space_blocks_the_statue(box: Box) -> None:
    g = box.position(
        GARDEN_OF_RODIN,
        ("statue", "orange", "b2 east"),
        open="grande-lumiere",
        tokens={"blue": 1},
        reserve={"blue": "O4"},
        turn="blue",
    )
    assert points(g, "orange", "postcards") > 0
    play(g, "card grande-lumiere", "place large-lamp c2")
    assert points(g, "orange", "postcards") == 0


# ---- L51 La Grande Lumière -------------------------------------------------------------------------------------

MIDDLE = """
    b b b b b b b b
    b b b b b b b b
    b b b b b b b b
    b b b * b b b b
    b b b b b b b b
    b b b b b b b *
    """


@pytest.mark.rule("L51")
def test_the_large_lamp_goes_onto_a_free_printed_lamp(box: Box) -> None:
    g = box.position(
        """
        o * m
        * b *
        """,
        ("I3", "blue", "c2 c3 c4"),
        ("lamp", "orange", "a1"),
        open="grande-lumiere",
        tokens={"orange": 1},
    )
    g.play("card grande-lumiere")
    assert g.legal() == ["decline", "place large-lamp a2", "place large-lamp b1"]
    for forbidden in ("a1", "c1", "b2", "c2", "h8"):
        refused(g, f"place large-lamp {forbidden}", "L51")


@pytest.mark.rule("L51")
@pytest.mark.parametrize("lamp", ["d4", "h6", "b1", "a8", "g8"])
def test_the_large_lamp_lights_the_pattern_of_the_edition(box: Box, lamp: str) -> None:
    drawing = """
        b * b b b b b b
        b b b b b b b b
        b b b b b b b b
        b b b * b b b b
        b b b b b b b b
        b b b b b b b *
        b b b b b b b b
        * b b b b b * b
        """
    g = box.position(drawing, open="grande-lumiere", tokens={"orange": 1}, reserve={"blue": "O4"})
    play(g, "card grande-lumiere", f"place large-lamp {lamp}")
    aimed = {at(lamp, right, down) for down, right in box.data["large_lamp"]["pattern"]} - {None}
    assert set(lamps_of_kind(g, "large-lamp")[0]["lights"]) == aimed
    for row in range(1, 9):
        for left, right in zip("abcdefg", "bcdefgh", strict=True):
            garden = [f"{left}{row}", f"{right}{row}"]
            if lamp not in garden:
                g = box.position(drawing, ("large-lamp", "orange", lamp), ("garden", "blue", " ".join(garden)))
                assert (lamp in lit_by(g, "garden")) == bool(aimed & set(garden))


@pytest.mark.rule("L51")
@pytest.mark.parametrize("builder", ["orange", "blue"])
@pytest.mark.parametrize(
    ("wall", "behind"),
    [
        ("d5 e5 f5", "d6 d7 e7"),
        ("d3 c3 b3", "d2 d1 c1"),
        ("e4 e5 e6", "f4 f3 g3"),
        ("c4 c3 c2", "b4 b5 a5"),
    ],
    ids=["south", "north", "east", "west"],
)
def test_a_building_blocks_the_large_lamp_in_a_straight_line(box: Box, wall: str, behind: str, builder: str) -> None:
    open_view = box.position(MIDDLE, ("large-lamp", "orange", "d4"), ("V3", "blue", behind))
    assert lit_by(open_view, "V3") == ["d4"]
    g = box.position(MIDDLE, ("large-lamp", "orange", "d4"), ("V3", "blue", behind), ("I3", builder, wall))
    assert lit_by(g, "V3") == []
    assert lit_by(g, "I3") == ["d4"]


@pytest.mark.rule("L51")
def test_two_buildings_block_the_large_lamp_diagonally_and_one_does_not(box: Box) -> None:
    """The house on e5 and south-east of it; d5 and e4 flank it."""
    house = ("V3", "blue", "e5 e6 f6")
    south, east = ("I3", "orange", "b5 c5 d5"), ("L4", "blue", "d2 e2 e3 e4")
    lamp = ("large-lamp", "orange", "d4")
    assert lit_by(box.position(MIDDLE, lamp, house), "V3") == ["d4"]
    assert lit_by(box.position(MIDDLE, lamp, house, south), "V3") == ["d4"]
    assert lit_by(box.position(MIDDLE, lamp, house, east), "V3") == ["d4"]
    assert lit_by(box.position(MIDDLE, lamp, house, south, east), "V3") == []


@pytest.mark.rule("L51")
def test_only_buildings_block_the_large_lamp(box: Box) -> None:
    g = box.position(
        MIDDLE,
        ("large-lamp", "orange", "d4"),
        ("painter", "blue", "d5"),
        ("statue", "blue", "e4 east"),
        ("fountain", "blue", box.fountain("c4 c3")),
        ("lamp", "blue", "d3"),
        ("V3", "blue", "d6 d7 e7"),
        ("L4", "blue", "f4 f5 f6 g6"),
        ("O4", "blue", "a4 b4 a5 b5"),
        ("U5", "blue", "c1 e1 c2 d2 e2"),
    )
    for name in ("V3", "L4", "O4", "U5"):
        assert "d4" in lit_by(g, name)


@pytest.mark.rule("L51", "L53", "L60")
def test_the_large_lamp_replaces_the_printed_lamp(box: Box) -> None:
    """A house at its side is lit once; both count one lamp for the painter."""
    g = box.position(
        MIDDLE,
        ("I3", "blue", "e4 f4 g4"),
        ("painter", "orange", "a1"),
        open="grande-lumiere",
        tokens={"orange": 1},
        reserve={"blue": "O4"},
    )
    painted = card_points(g, "peintre")
    play(g, "card grande-lumiere", "place large-lamp d4")
    assert lit_by(g, "I3") == ["d4"]
    assert points(g, "blue", "lit") == 3
    assert card_points(g, "peintre") == painted == 2 * box.points["painter_per_lamp"]
    assert [(lamp["space"], lamp["kind"]) for lamp in here(g)["lamps"]] == [("d4", "large-lamp"), ("h6", "printed")]
