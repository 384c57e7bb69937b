"""Scoring: L60-L65."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import lutetia

from .claims import here, lit_by, play, points
from .drawing import SEATS, Box

L65 = Path(__file__).parent / "l65.json"

# ---- L60: light ------------------------------------------------------------------------------------------------


@pytest.mark.rule("L60")
def test_a_building_earns_its_size_for_each_lamp_beside_it(box: Box) -> None:
    """I3 under a lamp and beside another, L4 beside one, O4 in the dark."""
    g = box.position(
        """
        b * b b b b b b
        o o o * b b b b
        b b b b b b b b
        """,
        ("I3", "orange", "a2 b2 c2"),
        ("L4", "orange", "e2 e3 e4 f4"),
        ("O4", "orange", "a7 b7 a8 b8"),
    )
    assert lit_by(g, "I3") == ["b1", "d2"]
    assert lit_by(g, "L4") == ["d2"]
    assert lit_by(g, "O4") == []
    assert points(g, "orange", "lit") == 3 * 2 + 4 * 1 + 4 * 0


@pytest.mark.rule("L60")
def test_a_lamp_counts_once_for_a_building_that_touches_it_twice(box: Box) -> None:
    g = box.position(
        """
        o * o
        o o o
        """,
        ("U5", "orange", "a1 c1 a2 b2 c2"),
    )
    assert lit_by(g, "U5") == ["b1"]
    assert points(g, "orange", "lit") == 5


@pytest.mark.rule("L60")
def test_a_lamp_lights_buildings_of_both_players(box: Box) -> None:
    g = box.position(
        """
        o o o b
        b * b b
        b b b b
        """,
        ("I3", "orange", "a1 b1 c1"),
        ("V3", "blue", "a2 a3 b3"),
        ("garden", "blue", "c2 d2"),
    )
    assert lit_by(g, "I3") == lit_by(g, "V3") == lit_by(g, "garden") == ["b2"]
    assert (points(g, "orange", "lit"), points(g, "blue", "lit")) == (3, 5)


@pytest.mark.rule("L60")
def test_a_lamp_does_not_light_its_corners_nor_around_the_edge(box: Box) -> None:
    """V3 and O4 stand at corners of f4; a8 ends the column before b1, and d8 the one before e1."""
    g = box.position(
        """
        b * b b b b b b
        b b b b b b b b
        b b b b b b b b
        b b b b b * b b
        b b b b b b b b
        b b b b b b b b
        b b b b b b b b
        b b b * b b b b
        """,
        ("V3", "blue", "g5 g6 h6"),
        ("O4", "blue", "d2 e2 d3 e3"),
        ("L4", "blue", "a6 a7 a8 b8"),
        ("I3", "blue", "e1 f1 g1"),
    )
    for name in ("V3", "O4", "L4", "I3"):
        assert lit_by(g, name) == []
    assert points(g, "blue", "lit") == 0


# ---- L61: the largest group ------------------------------------------------------------------------------------

TOWN = "\n".join(["o o o o o o o o"] * 8)


@pytest.mark.rule("L61")
def test_the_largest_group_counts_and_no_other(box: Box) -> None:
    """I3 and V3 touch by a side: 6 spaces; O4 stands alone; U5 touches O4 by a corner only."""
    g = box.position(
        TOWN,
        ("I3", "orange", "a1 b1 c1"),
        ("V3", "orange", "c2 c3 d3"),
        ("O4", "orange", "g1 h1 g2 h2"),
        ("U5", "orange", "d5 f5 d6 e6 f6"),
    )
    assert points(g, "orange", "group") == 6 * box.points["group_per_space"]
    assert g.score()["orange"]["group"]["spaces"] == ["a1", "b1", "c1", "c2", "c3", "d3"]


@pytest.mark.rule("L61")
def test_corners_join_no_group(box: Box) -> None:
    g = box.position(TOWN, ("I3", "orange", "a1 b1 c1"), ("O4", "orange", "d2 e2 d3 e3"))
    assert points(g, "orange", "group") == 4 * box.points["group_per_space"]


@pytest.mark.rule("L61")
def test_the_edge_joins_no_group(box: Box) -> None:
    g = box.position(TOWN, ("I3", "orange", "a8 b8 c8"), ("V3", "orange", "b1 c1 b2"), ("O4", "orange", "g7 h7 g8 h8"))
    assert points(g, "orange", "group") == 4 * box.points["group_per_space"]


@pytest.mark.rule("L61")
def test_a_rival_s_building_joins_no_group(box: Box) -> None:
    g = box.position(TOWN, ("I3", "orange", "a1 b1 c1"), ("V3", "blue", "d1 e1 d2"), ("O4", "orange", "f1 g1 f2 g2"))
    assert points(g, "orange", "group") == 4 * box.points["group_per_space"]
    assert points(g, "blue", "group") == 3 * box.points["group_per_space"]


@pytest.mark.rule("L61")
def test_a_group_counts_whether_lit_or_not(box: Box) -> None:
    dark = box.position("o o o", ("I3", "orange", "a1 b1 c1"))
    lit = box.position("o o o *", ("I3", "orange", "a1 b1 c1"))
    assert points(dark, "orange", "group") == points(lit, "orange", "group") == 3 * box.points["group_per_space"]
    assert (points(dark, "orange", "lit"), points(lit, "orange", "lit")) == (0, 3)


# ---- L62: unbuilt ----------------------------------------------------------------------------------------------


@pytest.mark.rule("L62")
def test_each_building_left_in_the_reserve_costs(box: Box) -> None:
    g = box.position("b", reserve={"orange": "I3 O4 U5", "blue": "V3"}, supply="L4")
    assert points(g, "orange", "unbuilt") == points(g, "orange") == 3 * box.points["unbuilt"]
    assert points(g, "blue", "unbuilt") == box.points["unbuilt"]
    assert box.points["unbuilt"] < 0


@pytest.mark.rule("L62", "L40")
def test_a_building_given_back_costs_nothing(box: Box) -> None:
    g = box.position("o o o", reserve={"orange": "U5"}, supply="I3", open="levitation", tokens={"orange": 1})
    assert points(g, "orange", "unbuilt") == box.points["unbuilt"]
    play(g, "card levitation", "swap U5 I3", "build I3 a1 b1 c1")
    assert g.over
    assert [g.result()["scores"][seat]["unbuilt"] for seat in SEATS] == [0, 0]
    assert here(g)["supply"] == ["U5"]


@pytest.mark.rule("L62")
def test_a_building_built_costs_nothing_more(box: Box) -> None:
    g = box.position("o o o", reserve={"orange": "I3"})
    change = g.preview("build I3 a1 b1 c1")["orange"]
    assert change["unbuilt"] == -box.points["unbuilt"]
    assert change["total"] == 3 * box.points["group_per_space"] - box.points["unbuilt"]


# ---- L63: postcards --------------------------------------------------------------------------------------------

FAIR = """
    o o o o b
    o o o o b
    o o o * b
    o o o o b
    """


@pytest.mark.rule("L63")
def test_the_four_scoring_postcards_add_up(box: Box) -> None:
    """The painter sees d3, the dancer has all that is free but the lamp, the fountain one house."""
    g = box.position(
        FAIR,
        ("painter", "orange", "a1"),
        ("dancer", "orange", "a4"),
        ("I3", "orange", "a2 b2 c2"),
        ("fountain", "orange", box.fountain("b1 c1")),
        ("statue", "orange", "c4 south"),
    )
    cards = {name: card["points"] for name, card in g.score()["orange"]["postcards"]["cards"].items()}
    lying = 1 + 1 + 3 + len(box.fountain("b1 c1").split()) + 1
    assert cards == {
        "peintre": box.points["painter_per_lamp"],
        "moulin-rouge": (64 - 1 - lying + 1) * box.points["dancer_per_space"],
        "fontaine": box.points["fountain_per_building"],
        "penseur": 4 * box.points["statue_side"] + 4 * box.points["statue_corner"],
    }
    assert points(g, "orange", "postcards") == sum(cards.values())
    assert points(g, "blue", "postcards") == 0


@pytest.mark.rule("L63")
def test_postcards_count_for_whoever_took_them(box: Box) -> None:
    g = box.position(FAIR, ("painter", "orange", "a1"), ("statue", "blue", "e1 south"))
    assert points(g, "orange", "postcards") == box.points["painter_per_lamp"]
    assert points(g, "blue", "postcards") == 3 * box.points["statue_side"] + 2 * box.points["statue_corner"]


# ---- L64: the winner -------------------------------------------------------------------------------------------


def last_turn(box: Box, drawing: str, *lying: tuple[str, str, str], **given):
    """The position one card before the end; Sacré-Cœur changes no score where nothing is left in a reserve."""
    g = box.position(drawing, *lying, open="sacre-coeur", tokens={"orange": 1}, **given)
    g.play("card sacre-coeur")
    assert g.over
    return g


def winner(g) -> str:
    """By the result, and by the kernel."""
    worth = [g.kernel.utility_of(seat) for seat in range(2)]
    assert worth[0] == -worth[1]
    assert g.result()["winner"] == {1: "orange", -1: "blue", 0: "draw"}[worth[0]]
    return g.result()["winner"]


HALVES = "\n".join(["o o o o b b b b"] * 8)


@pytest.mark.rule("L64")
@pytest.mark.parametrize("seat", SEATS)
def test_most_points_win(box: Box, seat: str) -> None:
    """Even with fewer free spaces of their own."""
    where = "a1 b1 c1" if seat == "orange" else "f1 g1 h1"
    g = last_turn(box, HALVES, ("I3", seat, where))
    scores = {s: g.result()["scores"][s]["total"] for s in SEATS}
    assert scores[seat] == 3 * box.points["group_per_space"] == max(scores.values())
    assert winner(g) == seat


@pytest.mark.rule("L64")
@pytest.mark.parametrize(("drawing", "wins"), [("o", "blue"), (TOWN, "orange")])
def test_at_a_tie_more_bare_spaces_of_one_s_own_colour_win(box: Box, drawing: str, wins: str) -> None:
    g = last_turn(box, drawing)
    assert [g.result()["scores"][seat]["total"] for seat in SEATS] == [0, 0]
    assert winner(g) == wins


@pytest.mark.rule("L64")
@pytest.mark.parametrize(
    ("taken", "wins"),
    [
        (("painter", "orange", "a1"), "blue"),
        (("painter", "blue", "h1"), "orange"),
    ],
)
def test_spaces_that_carry_a_piece_do_not_count(box: Box, taken: tuple[str, str, str], wins: str) -> None:
    """The paving is half and half; there is no lamp to paint."""
    g = last_turn(box, HALVES, taken)
    assert [g.result()["scores"][seat]["total"] for seat in SEATS] == [0, 0]
    assert winner(g) == wins


@pytest.mark.rule("L64")
def test_mixed_spaces_and_lamps_do_not_count(box: Box) -> None:
    """Three spaces of either half are mixed or lamps."""
    drawing = """
        m m o o b b * m
        o o o * b b b *
        o o o o b b b b
        o o o o b b b b
        o o o o b b b b
        o o o o b b b b
        o o o o b b b b
        o o o o b b b b
        """
    g = last_turn(box, drawing)
    assert here(g)["tie"] == {"orange": 32 - 3, "blue": 32 - 3}
    assert winner(g) == "draw"


@pytest.mark.rule("L64")
def test_a_tie_in_points_and_bare_spaces_is_a_draw(box: Box) -> None:
    g = last_turn(box, HALVES, ("I3", "orange", "a1 b1 c1"), ("V3", "blue", "g8 h8 h7"))
    assert winner(g) == "draw"


@pytest.mark.rule("L64")
def test_the_tie_break_asks_for_the_printed_colour(box: Box) -> None:
    """Blue's I3 covers, with Chartier, a space of orange: that one is missing to orange, not to blue."""
    g = last_turn(box, HALVES, ("I3", "blue", "d1 e1 f1"), ("V3", "orange", "a8 b8 a7"))
    assert here(g)["tie"] == {"orange": 32 - 1 - 3, "blue": 32 - 2}
    assert winner(g) == "blue"


@pytest.mark.rule("L64")
def test_the_total_is_the_sum_of_the_four_sources(box: Box) -> None:
    g = last_turn(box, FAIR, ("I3", "orange", "a3 b3 c3"), ("painter", "orange", "a1"))
    score = g.result()["scores"]["orange"]
    assert score == {
        "lit": 3,
        "group": 3 * box.points["group_per_space"],
        "unbuilt": 0,
        "postcards": box.points["painter_per_lamp"],
        "total": 3 + 3 * box.points["group_per_space"] + box.points["painter_per_lamp"],
    }


# ---- L65: the worked example -----------------------------------------------------------------------------------


@pytest.mark.rule("L65")
def test_the_rulebooks_worked_example() -> None:
    """A whole game of the bundled edition, from the first tile on, that ends as the rulebooks' example does."""
    g = lutetia.replay(json.loads(L65.read_text(encoding="utf-8")))
    position = here(g)
    assert g.over
    assert position["tokens"] == {"orange": 0, "blue": 0}
    assert "pass" not in g.record()["turns"][-1]["steps"]
    worth = {seat: sorted((b["size"], len(b["lamps"])) for b in sheets(position, seat)) for seat in SEATS}
    assert worth == {"orange": [(2, 3), (6, 1), (7, 3)], "blue": [(3, 0), (3, 3), (4, 3), (4, 3), (5, 2)]}
    assert [b["name"] for b in sheets(position, "orange") if b["size"] == 2] == ["garden"]
    assert [bool(b["annex"]) for b in sheets(position, "orange")] == [
        b["size"] == 7 for b in sheets(position, "orange")
    ]
    assert [len(position["groups"][seat]) for seat in SEATS] == [15, 13]
    assert [len(position["reserve"][seat]) for seat in SEATS] == [2, 1]
    assert len(g.score()["blue"]["postcards"]["cards"]["peintre"]["spaces"]) == 2
    assert g.result() == {
        "scores": {
            "orange": {"lit": 33, "group": 15, "unbuilt": 0, "postcards": 0, "total": 48},
            "blue": {"lit": 43, "group": 13, "unbuilt": -3, "postcards": 4, "total": 57},
        },
        "winner": "blue",
    }


def sheets(position, seat: str):
    return [b for b in position["buildings"] if b["owner"] == seat]


@pytest.mark.rule("L65")
def test_at_the_end_of_the_worked_example_neither_can_build() -> None:
    """Tried on the board as it lies, with the postcards that are still kept."""
    record = json.loads(L65.read_text(encoding="utf-8"))
    g = lutetia.replay(record)
    position = here(g)
    kept = {card["name"]: card["owner"] for card in position["postcards"] if card["state"] == "kept"}
    rows = [[position["paving"][f"{column}{row}"] for column in "abcdefgh"] for row in range(1, 9)]
    letters = {"orange": "o", "blue": "b", "mixed": "m", "lamp": "*"}
    drawing = "\n".join(" ".join(letters[kind] for kind in row) for row in rows)
    annex = next(b for b in position["buildings"] if b["annex"])
    lying = [
        (b["name"], b["owner"], " ".join(space for space in b["spaces"] if space != b["annex"]))
        for b in position["buildings"]
    ]
    lying += [(p["name"], p["owner"], p["spaces"][0]) for p in position["pieces"] if p["name"] != "annex"]
    lying += [("annex", "orange", f"{annex['annex']} {annex['name']}")]
    reserve = {seat: " ".join(position["reserve"][seat]) for seat in SEATS}
    for seat in SEATS:
        stuck = Box(None).position(
            drawing, *lying, reserve=reserve, kept=kept, used={"sacre-coeur": "orange"}, turn=seat
        )
        assert stuck.legal() == []
        assert points(stuck, seat) == record["result"]["scores"][seat]["total"]
