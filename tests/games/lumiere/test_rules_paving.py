"""Phase 1, paving and drafting: L20-L24."""

from __future__ import annotations

import pytest

from ..refusals import refused
from .claims import held, here, legal, pave, play
from .drawing import SEATS, Box
from .test_rules_setup import SQUARES, clockwise

STEPS_OF_PHASE_2 = ("build I3 a1 b1 c1", "card levitation", "swap I3 V3", "place painter a1", "decline")


def lay(g, square: str, turn: int = 0) -> None:
    """Put the held tile there."""
    g.play(f"tile {held(g)[0]} {square} r{turn}")


@pytest.mark.rule("L20")
def test_the_held_tile_goes_onto_any_empty_square_in_any_rotation(box: Box) -> None:
    g = box.new()
    assert legal(g, "tile") == [f"tile {held(g)[0]} {square} r{turn}" for square in SQUARES for turn in range(4)]
    lay(g, "B2", 3)
    empty = [square for square in SQUARES if square != "B2"]
    assert legal(g, "tile") == [f"tile {held(g)[0]} {square} r{turn}" for square in empty for turn in range(4)]
    refused(g, f"tile {held(g)[0]} B2 r0", "L20")


@pytest.mark.rule("L20")
def test_no_tile_needs_a_neighbour(box: Box) -> None:
    g = box.new()
    for square in ("A1", "D4", "B3", "D1"):
        lay(g, square)
    assert set(here(g)["squares"]) == set(SQUARES) - {"A1", "D4", "B3", "D1"}


@pytest.mark.rule("L20")
@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("seed", range(6))
def test_each_rotation_is_a_clockwise_quarter_turn(box: Box, seed: int, turn: int) -> None:
    g = box.new(seed)
    letters = box.layout[held(g)[0]]
    meaning = {"O": "orange", "R": "blue", "M": "mixed", "L": "lamp"}
    lay(g, "C2", turn)
    for place, letter in enumerate(letters):
        assert here(g)["paving"][clockwise("C2")[(place + turn) % 4]] == meaning[letter]


@pytest.mark.rule("L20")
def test_only_the_held_tile_may_be_placed(box: Box) -> None:
    g = box.new()
    assert {step.split()[1] for step in legal(g, "tile")} == {str(held(g)[0])}
    for other in set(range(8)) - set(held(g)):
        refused(g, f"tile {other} A1 r0", "L20")


@pytest.mark.rule("L20")
def test_after_a_tile_the_next_is_drawn_and_the_turn_passes(box: Box) -> None:
    g = box.new()
    stack = g.record()["setup"]["tiles"]["orange"]
    for n, square in enumerate(SQUARES[:7]):
        assert (g.seat, held(g)) == ("orange", [stack[n]])
        lay(g, square)
        assert (g.seat, here(g)["unplaced"]["orange"]) == ("blue", sorted(stack[n + 1 :]))
        assert g.view("orange")["position"]["held"]["orange"] == [stack[n + 1]]
        g.play(legal(g, "take")[0])


@pytest.mark.rule("L20")
def test_tiles_lie_face_up(box: Box) -> None:
    g = box.new()
    lay(g, "A1")
    assert len(here(g)["paving"]) == 4
    assert g.view("orange")["position"]["paving"] == g.view("blue")["position"]["paving"] == here(g)["paving"]
    assert g.view("blue")["turns"] == g.record()["turns"]


@pytest.mark.rule("L21")
def test_any_one_building_of_the_supply_may_be_taken(box: Box) -> None:
    for name in box.buildings:
        g = box.new()
        assert legal(g, "take") == [f"take {building}" for building in box.buildings]
        g.play(f"take {name}")
        assert here(g)["reserve"] == {"orange": [name], "blue": []}
        assert here(g)["supply"] == [building for building in box.buildings if building != name]
        assert g.seat == "blue"


@pytest.mark.rule("L21")
def test_only_the_supply_limits_taking(box: Box) -> None:
    g = box.new()
    for n, name in enumerate(box.buildings):
        play(g, f"take {name}", legal_tile_or_pass(g, n))
    assert here(g)["reserve"] == {"orange": list(box.buildings), "blue": []}
    assert legal(g, "take") == []
    for name in box.buildings:
        refused(g, f"take {name}", "L21")


def legal_tile_or_pass(g, n: int) -> str:
    """What blue does while orange takes everything."""
    return f"tile {g.view('blue')['position']['held']['blue'][0]} {SQUARES[n]} r0" if n < 8 else "pass"


@pytest.mark.rule("L21")
def test_taking_keeps_the_held_tile(box: Box) -> None:
    g = box.new()
    tile = held(g)
    play(g, "take I3", "take V3")
    assert held(g) == tile


@pytest.mark.rule("L21")
def test_nothing_is_taken_in_phase_2(box: Box) -> None:
    g = box.new()
    pave(g)
    refused(g, "take I3", "L21")


def with_orange_s_tiles_down(box: Box):
    """Orange has laid 8 tiles, blue 7; it is orange's turn."""
    g = box.new()
    for n, square in enumerate(SQUARES[:15]):
        lay(g, square)
        if n == 0:
            g.play("take I3")
            g.play("take V3")
    g.play("take O4")
    assert g.seat == "orange"
    return g


@pytest.mark.rule("L22")
def test_before_the_eighth_tile_nobody_passes(box: Box) -> None:
    g = box.new()
    for square in SQUARES[:14]:
        refused(g, "pass", "L22")
        lay(g, square)
    refused(g, "pass", "L22")


@pytest.mark.rule("L22")
def test_after_the_eighth_tile_one_may_pass_or_take(box: Box) -> None:
    g = with_orange_s_tiles_down(box)
    assert g.legal() == ["pass", *(f"take {name}" for name in box.buildings if name not in ("I3", "V3", "O4"))]
    refused(g, "tile 0 D4 r0", "L22")


@pytest.mark.rule("L22")
def test_a_pass_binds_no_later_turn(box: Box) -> None:
    g = with_orange_s_tiles_down(box)
    play(g, "pass", "take L4")
    assert "take U5" in g.legal()
    play(g, "take U5")
    refused(g, "pass", "L22")  # blue still holds a tile


@pytest.mark.rule("L22")
def test_with_an_empty_supply_the_pass_is_the_only_step_and_is_written(box: Box) -> None:
    g = with_orange_s_tiles_down(box)
    g.play("pass")
    while here(g)["supply"]:
        g.play(legal(g, "take")[0])
    assert g.seat == "orange"
    assert g.legal() == ["pass"]
    g.play("pass")
    assert g.record()["turns"][-1] == {"seat": "orange", "steps": ["pass"]}
    assert g.seat == "blue"


@pytest.mark.rule("L23")
def test_the_phase_ends_at_once_with_the_sixteenth_tile(box: Box) -> None:
    g = box.new()
    for square in SQUARES[:15]:
        lay(g, square)
        assert here(g)["phase"] == "paving"
    lay(g, SQUARES[15])
    assert here(g)["phase"] == "building"
    assert len(here(g)["supply"]) == 12
    assert legal(g, "card") == g.legal()


@pytest.mark.rule("L23")
def test_nothing_of_phase_2_may_be_done_before_and_no_tile_after(box: Box) -> None:
    g = box.new()
    for step in STEPS_OF_PHASE_2:
        refused(g, step, "L23")
    pave(g)
    refused(g, "tile 0 A1 r0", "L23")


@pytest.mark.rule("L24")
@pytest.mark.parametrize("first", SEATS)
def test_whoever_placed_their_eighth_tile_first_begins_phase_2(box: Box, first: str) -> None:
    g = box.new(first=first)
    pave(g)
    assert g.seat == first


@pytest.mark.rule("L24")
@pytest.mark.parametrize("quick", SEATS)
@pytest.mark.parametrize("delay", [1, 2, 3])
def test_the_eighth_tile_decides_even_if_the_other_player_began_or_placed_last(
    box: Box, quick: str, delay: int
) -> None:
    """The slow player takes buildings first, so the quick one's eighth tile lies first, whoever began."""
    for first in SEATS:
        g = box.new(first=first)
        taken = 0
        while here(g)["phase"] == "paving":
            waits = g.seat != quick and taken < delay
            taken += waits
            g.play(next(iter(legal(g, "take" if waits else "tile")), "pass"))
        assert g.seat == quick
