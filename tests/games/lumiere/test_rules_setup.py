"""What lies in the box, and how a game begins: L1-L7 and L10-L13."""

from __future__ import annotations

from collections import Counter

import pytest

import lutetia

from ..refusals import refused
from .claims import building, held, here, legal, pave, play, points
from .drawing import SEATS, Box

STARTER = {
    "levitation",
    "metropolitain",
    "jardin",
    "sacre-coeur",
    "peintre",
    "chartier",
    "bouquinistes",
    "lampadaire",
}
SQUARES = [f"{column}{row}" for column in "ABCD" for row in range(1, 5)]


def clockwise(square: str) -> list[str]:
    """The four spaces of a square, clockwise from the top left."""
    left, right = {"A": "ab", "B": "cd", "C": "ef", "D": "gh"}[square[0]]
    top, bottom = 2 * int(square[1]) - 1, 2 * int(square[1])
    return [f"{left}{top}", f"{right}{top}", f"{right}{bottom}", f"{left}{bottom}"]


# ---- pieces ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("L1")
def test_sixteen_squares_of_two_by_two_spaces(box: Box) -> None:
    g = box.new()
    assert here(g)["squares"] == SQUARES
    g.play(f"tile {held(g)[0]} B3 r0")
    assert set(here(g)["paving"]) == {"c5", "d5", "c6", "d6"}
    pave(g)
    assert set(here(g)["paving"]) == {f"{column}{row}" for column in "abcdefgh" for row in range(1, 9)}


@pytest.mark.rule("L1", "L2")
def test_each_square_takes_one_tile(box: Box) -> None:
    g = box.new()
    for square in SQUARES:
        before = set(here(g)["paving"])
        g.play(f"tile {held(g)[0]} {square} r0")
        assert set(here(g)["paving"]) - before == set(clockwise(square))
    assert here(g)["squares"] == []


@pytest.mark.rule("L2")
def test_eight_tiles_of_each_player_with_the_colours_swapped(box: Box) -> None:
    g = box.new()
    for square in SQUARES:
        seat, tile = g.seat, held(g)[0]
        g.play(f"tile {tile} {square} r0")
        rival = SEATS[1 - SEATS.index(seat)]
        meaning = {"O": seat, "R": rival, "M": "mixed", "L": "lamp"}
        paved = [here(g)["paving"][space] for space in clockwise(square)]
        assert paved == [meaning[letter] for letter in box.layout[tile]]
    placed = [step.split()[1] for turn in g.record()["turns"] for step in turn["steps"]]
    assert Counter(placed) == {str(tile): 2 for tile in range(8)}
    of_each = box.data["spaces_per_set"]
    assert Counter(here(g)["paving"].values()) == {
        "orange": of_each["own"] + of_each["rival"],
        "blue": of_each["own"] + of_each["rival"],
        "mixed": 2 * of_each["mixed"],
        "lamp": 2 * of_each["lamp"],
    }


@pytest.mark.rule("L2", "L30")
@pytest.mark.parametrize("seat", SEATS)
def test_either_may_build_on_mixed_spaces_and_nobody_on_lamps(box: Box, seat: str) -> None:
    drawing = """
        m m m *
        m m m *
        m m m *
        * * * *
        """
    g = box.position(drawing, reserve={seat: "O4"}, turn=seat)
    in_the_corner = [step for step in g.legal() if not set("efgh5678") & set(step.removeprefix("build O4"))]
    assert in_the_corner == [
        "build O4 a1 b1 a2 b2",
        "build O4 a2 b2 a3 b3",
        "build O4 b1 c1 b2 c2",
        "build O4 b2 c2 b3 c3",
    ]
    refused(g, "build O4 c2 d2 c3 d3", "L41")


@pytest.mark.rule("L3")
def test_twelve_different_buildings_in_one_supply(box: Box) -> None:
    g = box.new()
    assert here(g)["supply"] == sorted(box.buildings)
    assert Counter(box.size(name) for name in here(g)["supply"]) == {3: 2, 4: 4, 5: 4, 6: 2}
    looks = [looks_of(box.data["buildings"][name], box.data["buildings"]["mirror"]) for name in box.buildings]
    assert all(not a & b for i, a in enumerate(looks) for b in looks[:i])


def looks_of(rows: list[str], mirror: bool) -> set[tuple[str, ...]]:
    """A drawn shape in every rotation, turned over too where that is allowed."""
    looks = set()
    for start in [rows, [row[::-1] for row in rows]] if mirror else [rows]:
        turned = tuple(start)
        for _turn in range(4):
            turned = tuple("".join(column) for column in zip(*turned[::-1], strict=True))
            looks.add(turned)
    return looks


@pytest.mark.rule("L3", "L21")
def test_the_supply_is_common(box: Box) -> None:
    g = box.new()
    g.play("take L4")
    assert g.seat == "blue"
    assert "L4" not in here(g)["supply"]
    refused(g, "take L4", "L21")


@pytest.mark.rule("L4")
def test_eight_of_twelve_postcards_and_four_tokens_each(box: Box) -> None:
    assert len(set(box.deck)) == len(box.deck) == 12
    g = box.new(postcards="random")
    position = here(g)
    assert len({card["name"] for card in position["postcards"]} & set(box.deck)) == 8
    assert {card["state"] for card in position["postcards"]} == {"open"}
    assert position["tokens"] == {"orange": 4, "blue": 4} == dict.fromkeys(SEATS, box.tokens)
    pave(g)
    assert len(legal(g, "card")) == 8


@pytest.mark.rule("L5")
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize(
    ("card", "piece", "spaces"),
    [
        ("peintre", "painter", "a3"),
        ("moulin-rouge", "dancer", "a3"),
        ("fontaine", "fountain", "a3 b3"),
        ("penseur", "statue", "a3 east"),
        ("lampadaire", "lamp", "a3"),
        ("grande-lumiere", "large-lamp", "d1"),
        ("bouquinistes", "annex", "a2 I3"),
    ],
)
def test_special_pieces_belong_to_postcards(box: Box, seat: str, card: str, piece: str, spaces: str) -> None:
    letter = seat[0]
    drawing = f"""
        {letter} {letter} {letter} *
        {letter} {letter} {letter} *
        {letter} {letter} {letter} *
        """
    g = box.position(drawing, ("I3", seat, "a1 b1 c1"), open=card, tokens={seat: 1}, turn=seat)
    spaces = box.fountain(spaces) if piece == "fountain" else spaces
    play(g, f"card {card}", f"place {piece} {spaces}")
    assert here(g)["pieces"] == [
        {
            "name": piece,
            "owner": seat,
            "spaces": [word for word in spaces.split() if len(word) == 2 and word != "I3"],
            "facing": "east" if piece == "statue" else None,
        }
    ]


@pytest.mark.rule("L5")
def test_the_garden_and_the_mixed_space_are_special_pieces_too(box: Box) -> None:
    g = box.position("o o", open="jardin chartier", tokens={"orange": 2})
    play(g, "card chartier", "card jardin", "place garden a1 b1")
    position = here(g)
    assert [(b["name"], b["owner"]) for b in position["buildings"]] == [("garden", "orange")]
    assert [(c["name"], c["state"]) for c in position["postcards"]] == [("chartier", "kept"), ("jardin", "used")]


@pytest.mark.rule("L6")
@pytest.mark.parametrize(
    "piece",
    [
        ("V3", "blue", "b1 c1 b2"),
        ("garden", "orange", "b1 c1"),
        ("painter", "orange", "b1"),
        ("dancer", "blue", "b1"),
        ("lamp", "orange", "b1"),
        ("statue", "orange", "b1 south"),
        ("fountain", "orange", "b1 c1"),
    ],
)
def test_a_space_with_a_piece_on_it_is_not_free(box: Box, piece: tuple[str, str, str]) -> None:
    name, owner, where = piece
    where = box.fountain(where) if name == "fountain" else where
    g = box.position(
        "o o o o", (name, owner, where), reserve={"orange": "I3"}, open="sacre-coeur", tokens={"orange": 1}
    )
    refused(g, "build I3 a1 b1 c1", "L30")


@pytest.mark.rule("L6", "L50")
def test_a_bare_lamp_space_is_free(box: Box) -> None:
    drawing = """
        o o *
        o o *
        """
    g = box.position(drawing, open="penseur", tokens={"orange": 1})
    play(g, "card penseur", "place statue b1 east")
    assert points(g, "orange", "postcards") == 3 * box.points["statue_side"] + 2 * box.points["statue_corner"]


@pytest.mark.rule("L7")
def test_seven_chimneys_do_not_limit_building(box: Box) -> None:
    g = box.position("\n".join(["o o o o o o o o"] * 8), reserve={"orange": " ".join(box.buildings)})
    chimneys = box.data["counts"]["chimneys"]
    assert chimneys == 7
    for built in range(9):
        assert here(g)["chimneys"]["orange"] == max(0, chimneys - built)
        g.play(legal(g, "build")[0])
    assert len(here(g)["buildings"]) == 9


# ---- set-up ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("L10")
def test_the_starter_set() -> None:
    g = lutetia.new("lumiere", seed=1)
    assert g.record()["options"]["postcards"] == "starter"
    assert set(g.record()["setup"]["postcards"]) == STARTER


@pytest.mark.rule("L10")
def test_postcards_of_an_edition_s_starter_set(box: Box) -> None:
    for g in (box.new(), box.new(postcards="starter")):
        assert {card["name"] for card in here(g)["postcards"]} == set(box.starter)


@pytest.mark.rule("L10")
def test_postcards_drawn_at_random(box: Box) -> None:
    draws = [frozenset(box.new(seed, postcards="random").record()["setup"]["postcards"]) for seed in range(40)]
    assert {len(draw) for draw in draws} == {8}
    assert set().union(*draws) == set(box.deck)
    assert len(set(draws)) > 30


@pytest.mark.rule("L10")
def test_postcards_named_in_a_list(box: Box) -> None:
    for chosen in (box.deck[4:], box.deck[11:3:-1]):
        assert set(box.new(postcards=chosen).record()["setup"]["postcards"]) == set(chosen)


@pytest.mark.rule("L10")
def test_a_postcard_that_is_not_in_play_cannot_be_taken(box: Box) -> None:
    g = box.new(postcards=box.deck[:8])
    pave(g)
    assert legal(g, "card") == sorted(f"card {name}" for name in box.deck[:8])
    for absent in box.deck[8:]:
        refused(g, f"card {absent}", "L10")


@pytest.mark.rule("L10")
def test_eight_different_postcards_are_needed(box: Box) -> None:
    seven = box.deck[:7]
    for wrong in (seven, box.deck[:9], [*seven, seven[0]], [*seven, "eiffel"], [*seven, 1], "all", None, 3, {}):
        with pytest.raises(ValueError, match="option postcards: "):
            box.new(postcards=wrong)


@pytest.mark.rule("L11")
def test_stacks_are_shuffled(box: Box) -> None:
    setups = [box.new(seed).record()["setup"]["tiles"] for seed in range(40)]
    assert all(sorted(setup[seat]) == list(range(8)) for setup in setups for seat in SEATS)
    assert all(len({tuple(setup[seat]) for setup in setups}) > 30 for seat in SEATS)
    assert any(setup["orange"] != setup["blue"] for setup in setups)
    assert all({setup[seat][0] for setup in setups} == set(range(8)) for seat in SEATS)


@pytest.mark.rule("L11")
@pytest.mark.parametrize("seed", range(4))
def test_the_top_tile_is_held_and_hidden_from_the_opponent(box: Box, seed: int) -> None:
    g = box.new(seed)
    top = {seat: g.record()["setup"]["tiles"][seat][0] for seat in SEATS}
    assert g.view("orange")["position"]["held"] == {"orange": [top["orange"]], "blue": None}
    assert g.view("blue")["position"]["held"] == {"orange": None, "blue": [top["blue"]]}
    assert g.view(None)["position"]["held"] == {"orange": None, "blue": None}


@pytest.mark.rule("L11")
def test_no_view_tells_the_order_of_a_stack(box: Box) -> None:
    g = box.new()
    play(g, "take I3", "take V3")
    seen = g.view("orange")
    others = [lutetia.imagine(seen, seed) for seed in range(20)]
    assert all(other.view("orange") == seen for other in others)
    assert len({str(other.record()["setup"]["tiles"]["orange"][1:]) for other in others}) > 10
    assert len({other.record()["setup"]["tiles"]["blue"][0] for other in others}) > 3


@pytest.mark.rule("L12")
@pytest.mark.parametrize("first", SEATS)
def test_the_first_player_can_be_chosen(box: Box, first: str) -> None:
    for seed in range(4):
        g = box.new(seed, first=first)
        assert g.seat == g.record()["first"] == first


@pytest.mark.rule("L12")
def test_the_first_player_is_random_by_default(box: Box) -> None:
    firsts = Counter(box.new(seed, first="random").seat for seed in range(40))
    assert min(firsts[seat] for seat in SEATS) > 8
    default = lutetia.new("lumiere", seed=1, edition=box.source)
    assert default.record()["options"]["first"] == "random"


@pytest.mark.rule("L12")
@pytest.mark.parametrize("wrong", ["loser", "Orange", "", 0, None, ["orange"]], ids=str)
def test_an_unknown_first_player_is_refused(box: Box, wrong: object) -> None:
    with pytest.raises(ValueError, match="random, orange or blue"):
        box.new(first=wrong)


@pytest.mark.rule("L13")
def test_one_tile_is_held_unless_the_variant_is_chosen(box: Box) -> None:
    g = box.new()
    assert g.record()["options"]["two_tiles"] is False
    assert len(held(g)) == 1


@pytest.mark.rule("L13")
@pytest.mark.parametrize("which", [0, 1], ids=["the first", "the second"])
def test_two_tiles_are_held_and_either_is_placed(box: Box, which: int) -> None:
    g = box.new(two_tiles=True)
    stack = g.record()["setup"]["tiles"]["orange"]
    assert held(g) == sorted(stack[:2])
    steps = [f"tile {tile} {square} r{turn}" for tile in held(g) for square in SQUARES for turn in range(4)]
    assert legal(g, "tile") == steps
    refused(g, f"tile {stack[2]} A1 r0", "L20")
    play(g, f"tile {stack[which]} A1 r0", "take I3")
    assert held(g) == sorted([stack[1 - which], stack[2]])


@pytest.mark.rule("L13")
def test_the_last_of_eight_tiles_is_held_alone(box: Box) -> None:
    g = box.new(two_tiles=True)
    sizes = []
    while here(g)["phase"] == "paving":
        sizes += [len(held(g))] if g.seat == "orange" else []
        g.play(legal(g, "tile")[-1])
    assert sizes == [2, 2, 2, 2, 2, 2, 2, 1]


@pytest.mark.rule("L13", "L11")
def test_both_held_tiles_are_hidden_from_the_opponent(box: Box) -> None:
    g = box.new(two_tiles=True)
    assert g.view("blue")["position"]["held"]["orange"] is None
    assert g.view(None)["position"]["held"] == {"orange": None, "blue": None}


@pytest.mark.rule("L13")
@pytest.mark.parametrize("wrong", [1, 0, "yes", None], ids=str)
def test_the_variant_is_on_or_off(box: Box, wrong: object) -> None:
    with pytest.raises(ValueError, match="true or false"):
        box.new(two_tiles=wrong)


@pytest.mark.rule("L5", "L46")
def test_an_annex_is_shown_with_its_building(box: Box) -> None:
    g = box.position(
        """
        o o o
        o
        """,
        ("I3", "orange", "a1 b1 c1"),
        ("annex", "orange", "a2 I3"),
    )
    assert building(g, "I3")["annex"] == "a2"
    assert building(g, "I3")["size"] == 4
