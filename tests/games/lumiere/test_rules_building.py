"""Phase 2, building and postcards, and its end: L30-L34."""

from __future__ import annotations

import random

import pytest

import lutetia
from lutetia.core.game import Game

from ..refusals import everything, refused
from .claims import building, here, legal, pave, play
from .drawing import SEATS, Box

CORNER = """
    o o m
    m o o
    o o m
    """
TURNED = [  # every L4 in CORNER: the building turned
    "build L4 a1 a2 a3 b3",
    "build L4 a1 b1 b2 b3",
    "build L4 a1 b1 c1 a2",
    "build L4 a2 b2 c2 a3",
    "build L4 b1 b2 b3 c3",
    "build L4 b1 c1 c2 c3",
    "build L4 c1 a2 b2 c2",
    "build L4 c2 a3 b3 c3",
]
TURNED_OVER = [  # and turned over
    "build L4 a1 a2 b2 c2",
    "build L4 a1 b1 a2 a3",
    "build L4 a1 b1 c1 c2",
    "build L4 a2 a3 b3 c3",
    "build L4 a2 b2 c2 c3",
    "build L4 b1 b2 a3 b3",
    "build L4 b1 c1 b2 b3",
    "build L4 c1 c2 b3 c3",
]


# ---- L30: build ------------------------------------------------------------------------------------------------


@pytest.mark.rule("L30")
def test_a_building_goes_onto_own_and_mixed_spaces_in_any_rotation(box: Box) -> None:
    g = box.position(CORNER, reserve={"orange": "L4"})
    mirror = box.data["buildings"]["mirror"]
    assert g.legal() == sorted(TURNED + TURNED_OVER if mirror else TURNED)
    for step in [] if mirror else TURNED_OVER:
        refused(g, step, "L30")


@pytest.mark.rule("L30")
def test_mirroring_is_off_in_the_bundled_edition() -> None:
    assert lutetia.ruleset("lumiere").edition.data["buildings"]["mirror"] is False


@pytest.mark.rule("L30")
def test_blue_builds_on_blue_and_mixed(box: Box) -> None:
    drawing = """
        o o o o o o o o
        o b m b o o o o
        o o o o o o o o
        o o o o o o o o
        o o o o o o o o
        o o o o o o o o
        o o o o o o o o
        o o o o o o o o
        """
    g = box.position(drawing, reserve={"blue": "I3"}, turn="blue")
    assert g.legal() == ["build I3 b2 c2 d2"]
    refused(g, "build I3 a1 b1 c1", "L45")


@pytest.mark.rule("L30")
def test_building_takes_it_from_the_reserve_and_ends_the_turn(box: Box) -> None:
    g = box.position(CORNER, reserve={"orange": "L4 I3", "blue": "U5"})
    g.play("build L4 a1 b1 c1 a2")
    assert here(g)["reserve"] == {"orange": ["I3"], "blue": ["U5"]}
    assert building(g, "L4")["owner"] == "orange"
    assert building(g, "L4")["spaces"] == ["a1", "b1", "c1", "a2"]
    assert g.seat == "blue"


@pytest.mark.rule("L30", "L6")
def test_only_free_spaces_are_covered(box: Box) -> None:
    g = box.position(CORNER, ("V3", "blue", "c1 b2 c2"), reserve={"orange": "I3"})
    assert g.legal() == ["build I3 a1 a2 a3", "build I3 a3 b3 c3"]
    refused(g, "build I3 a1 b1 c1", "L30")
    refused(g, "build I3 a2 b2 c2", "L30")


@pytest.mark.rule("L30")
def test_a_building_covers_no_lamp_and_no_rival_space(box: Box) -> None:
    drawing = """
        o o *
        o o b
        """
    g = box.position(drawing, reserve={"orange": "V3 I3"})
    assert legal(g, "build I3") == []
    refused(g, "build I3 a1 b1 c1", "L41")
    refused(g, "build I3 a2 b2 c2", "L45")
    assert legal(g, "build V3") == [
        "build V3 a1 a2 b2",
        "build V3 a1 b1 a2",
        "build V3 a1 b1 b2",
        "build V3 b1 a2 b2",
    ]


@pytest.mark.rule("L30")
def test_a_building_comes_from_the_own_reserve(box: Box) -> None:
    g = box.position(CORNER, reserve={"orange": "L4", "blue": "I3"}, supply="V3")
    refused(g, "build I3 a1 b1 c1", "L30")
    refused(g, "build V3 a1 b1 a2", "L30")
    play(g, "build L4 a1 b1 c1 a2", "build I3 f6 f7 f8")
    assert g.over


@pytest.mark.rule("L30")
def test_a_building_keeps_its_shape(box: Box) -> None:
    g = box.position(CORNER, reserve={"orange": "I3"})
    for spaces in ("a1 b1 a2", "a1 b1", "a1 b1 c1 a2", "a1 c1 b1", "a1 b1 c1 c1", "a1 c1 c3"):
        refused(g, f"build I3 {spaces}", "L30")


@pytest.mark.rule("L30")
def test_a_building_stays_on_the_board(box: Box) -> None:
    drawing = """
        b b b b b b o o
        b b b b b b b b
        b b b b b b b b
        b b b b b b b b
        b b b b b b b b
        b b b b b b b b
        o b b b b b b b
        o b b b b b b b
        """
    g = box.position(drawing, reserve={"orange": "I3", "blue": "V3"}, open="sacre-coeur", tokens={"orange": 1})
    assert g.legal() == ["card sacre-coeur"]


# ---- L31: activate a postcard ----------------------------------------------------------------------------------


@pytest.mark.rule("L31")
def test_a_postcard_costs_a_token_and_is_used_once(box: Box) -> None:
    g = box.position(CORNER, open="peintre jardin sacre-coeur", tokens={"orange": 2, "blue": 1})
    assert g.legal() == ["card jardin", "card peintre", "card sacre-coeur"]
    play(g, "card peintre", "place painter a1")
    assert here(g)["tokens"] == {"orange": 1, "blue": 1}
    assert g.seat == "blue"
    assert g.legal() == ["card jardin", "card sacre-coeur"]
    refused(g, "card peintre", "L31")
    play(g, "card jardin", "decline")
    refused(g, "card peintre", "L31")
    refused(g, "card jardin", "L31")


@pytest.mark.rule("L31")
def test_a_card_may_be_taken_only_to_deny_it(box: Box) -> None:
    g = box.position(CORNER, open="jardin peintre", tokens={"orange": 1, "blue": 1})
    play(g, "card jardin", "decline")
    card = next(card for card in here(g)["postcards"] if card["name"] == "jardin")
    assert (card["owner"], card["state"]) == ("orange", "used")
    assert here(g)["buildings"] == []
    assert here(g)["tokens"] == {"orange": 0, "blue": 1}


@pytest.mark.rule("L31")
def test_a_postcard_needs_a_token(box: Box) -> None:
    g = box.position(CORNER, reserve={"orange": "L4"}, open="peintre", tokens={"blue": 1})
    assert legal(g, "card") == []
    refused(g, "card peintre", "L31")


@pytest.mark.rule("L30", "L31")
def test_the_position_says_how_many_turns_can_follow(box: Box) -> None:
    g = box.position(CORNER, reserve={"orange": "L4"}, open="peintre jardin", tokens={"orange": 1, "blue": 1})
    assert here(g)["turns_left"] == 3
    play(g, "card peintre", "place painter a1")
    assert here(g)["turns_left"] == 2

    def turns(g: Game) -> int:
        return sum(turn["steps"] != ["pass"] for turn in g.record()["turns"])

    rng = random.Random(30)
    for seed in range(6):
        g = box.new(seed, postcards="random")
        begun = []
        while not g.over:
            left = here(g)["turns_left"]
            assert (left is None) == (here(g)["phase"] == "paving")
            if left is not None and here(g)["question"] is None:
                begun.append((left, turns(g)))
            g.play(rng.choice(g.legal()))
        assert here(g)["turns_left"] is None
        assert begun
        assert all(turns(g) - before <= left for left, before in begun)


@pytest.mark.rule("L31", "L33")
def test_each_player_uses_exactly_four(box: Box) -> None:
    rng = random.Random(31)
    for seed in range(12):
        g = box.new(seed, postcards="random")
        while not g.over:
            g.play(rng.choice(g.legal()))
        position = here(g)
        assert position["tokens"] == {"orange": 0, "blue": 0}
        owners = [card["owner"] for card in position["postcards"]]
        assert [owners.count(seat) for seat in SEATS] == [box.tokens, box.tokens]


# ---- L32: skips ------------------------------------------------------------------------------------------------

ONLY_WITH_A_LAMP = "o o *"
ONLY_WITH_A_RIVAL_SPACE = "o o b *"


@pytest.mark.rule("L32")
def test_who_can_do_nothing_is_skipped_without_an_entry(box: Box) -> None:
    g = box.position(ONLY_WITH_A_LAMP, reserve={"orange": "I3", "blue": "O4 V3"}, turn="blue")
    g.play("build O4 e5 f5 e6 f6")
    assert g.seat == "blue"
    g.play("build V3 g7 g8 h8")
    assert [turn["seat"] for turn in g.record()["turns"]] == ["blue", "blue"]


@pytest.mark.rule("L32")
def test_there_is_no_voluntary_pass(box: Box) -> None:
    with_a_build = box.position(CORNER, reserve={"orange": "L4", "blue": "I3"})
    refused(with_a_build, "pass", "L32")
    with_a_token = box.position("b", reserve={"blue": "I3"}, open="jardin", tokens={"orange": 1})
    assert with_a_token.legal() == ["card jardin"]
    refused(with_a_token, "pass", "L32")


@pytest.mark.rule("L32")
@pytest.mark.parametrize(
    ("drawing", "kept"), [(ONLY_WITH_A_LAMP, "metropolitain"), (ONLY_WITH_A_RIVAL_SPACE, "chartier")]
)
def test_a_build_that_needs_a_kept_postcard_may_be_skipped(box: Box, drawing: str, kept: str) -> None:
    g = box.position(drawing, reserve={"orange": "I3", "blue": "O4 V3"}, kept={kept: "orange"})
    assert g.legal() == ["build I3 a1 b1 c1", "pass"]
    g.play("pass")
    assert g.seat == "blue"
    assert g.record()["turns"][-1] == {"seat": "orange", "steps": ["pass"]}


@pytest.mark.rule("L32")
def test_a_build_that_needs_both_may_be_skipped(box: Box) -> None:
    kept = {"metropolitain": "orange", "chartier": "orange"}
    g = box.position("o b *", reserve={"orange": "I3", "blue": "O4"}, kept=kept)
    assert g.legal() == ["build I3 a1 b1 c1", "pass"]


@pytest.mark.rule("L32")
def test_the_turn_cannot_be_skipped_while_a_token_is_left(box: Box) -> None:
    g = box.position(
        ONLY_WITH_A_LAMP,
        reserve={"orange": "I3"},
        kept={"metropolitain": "orange"},
        open="peintre",
        tokens={"orange": 1},
    )
    assert g.legal() == ["build I3 a1 b1 c1", "card peintre"]
    refused(g, "pass", "L32")


@pytest.mark.rule("L32")
def test_the_turn_cannot_be_skipped_while_an_ordinary_build_is_possible(box: Box) -> None:
    drawing = """
        o o *
        o o m
        """
    g = box.position(drawing, reserve={"orange": "I3"}, kept={"metropolitain": "orange"})
    assert g.legal() == ["build I3 a1 b1 c1", "build I3 a2 b2 c2"]
    refused(g, "pass", "L32")


@pytest.mark.rule("L32")
def test_a_postcard_kept_by_the_rival_does_not_allow_a_skip(box: Box) -> None:
    reserve = {"orange": "I3", "blue": "O4 V3"}
    g = box.position(ONLY_WITH_A_LAMP, reserve=reserve, kept={"metropolitain": "blue"}, turn="blue")
    g.play("build O4 e5 f5 e6 f6")
    assert g.seat == "blue"  # orange has no build, and is skipped


@pytest.mark.rule("L32")
def test_a_pass_binds_no_later_turn(box: Box) -> None:
    g = box.position(ONLY_WITH_A_LAMP, reserve={"orange": "I3", "blue": "O4 V3"}, kept={"metropolitain": "orange"})
    play(g, "pass", "build O4 e5 f5 e6 f6")
    assert g.legal() == ["build I3 a1 b1 c1", "pass"]
    g.play("build I3 a1 b1 c1")
    assert building(g, "I3")["owner"] == "orange"


# ---- L33: the end ----------------------------------------------------------------------------------------------


@pytest.mark.rule("L33")
def test_the_end_comes_when_no_token_is_left_and_nobody_can_build(box: Box) -> None:
    g = box.position(ONLY_WITH_A_LAMP, reserve={"orange": "I3", "blue": "O4"}, turn="blue")
    assert not g.over
    g.play("build O4 e5 f5 e6 f6")
    assert g.over
    assert g.seat is None
    assert g.legal() == []
    assert g.result()["scores"].keys() == {"orange", "blue"}
    refused(g, "pass", "L33")
    refused(g, "build I3 a1 b1 c1", "L33")


@pytest.mark.rule("L33")
def test_the_end_is_tested_after_a_postcard_too(box: Box) -> None:
    g = box.position("o o o o", reserve={"orange": "I3"}, open="peintre", tokens={"blue": 1}, turn="blue")
    play(g, "card peintre", "decline")
    assert not g.over  # orange can build
    blocked = box.position("o o o", reserve={"orange": "I3"}, open="lampadaire", tokens={"orange": 1})
    play(blocked, "card lampadaire", "place lamp b1")
    assert blocked.over


@pytest.mark.rule("L33")
@pytest.mark.parametrize("holder", SEATS)
def test_the_game_does_not_end_while_a_token_is_left(box: Box, holder: str) -> None:
    g = box.position("o o *", reserve={"orange": "I3", "blue": "O4"}, open="jardin", tokens={holder: 1}, turn="blue")
    g.play("build O4 e5 f5 e6 f6")
    assert not g.over
    assert g.seat == holder
    assert g.legal() == ["card jardin"]
    play(g, "card jardin", "decline")
    assert g.over


@pytest.mark.rule("L33")
def test_two_passes_in_succession_end_the_game(box: Box) -> None:
    """Orange could build with Chartier only, blue with Metropolitain only."""
    drawing = """
        o o b * * b b *
        * * * * * * * *
        * * * * * * * *
        * * * * * * * *
        * * * * * * * *
        * * * * * * * *
        * * * * * * * *
        * * * * * * * *
        """
    kept = {"chartier": "orange", "metropolitain": "blue"}
    g = box.position(drawing, reserve={"orange": "I3", "blue": "V3"}, kept=kept)
    assert g.legal() == ["build I3 a1 b1 c1", "pass"]
    g.play("pass")
    assert g.seat == "blue"
    assert g.legal() == ["build V3 f1 g1 f2", "build V3 f1 g1 g2", "pass"]
    g.play("pass")
    assert g.over


@pytest.mark.rule("L33")
def test_a_pass_after_an_automatic_skip_ends_the_game(box: Box) -> None:
    """Orange builds, blue can do nothing and is skipped, orange passes."""
    drawing = """
        o o o
        b b b
        o o b
        b * b
        """
    g = box.position(drawing, reserve={"orange": "I3 V3"}, kept={"metropolitain": "orange"})
    g.play("build I3 a1 b1 c1")
    assert g.seat == "orange"
    assert g.legal() == ["build V3 a3 b3 b4", "pass"]
    g.play("pass")
    assert g.over
    assert [turn["seat"] for turn in g.record()["turns"]] == ["orange", "orange"]


@pytest.mark.rule("L33")
def test_an_automatic_skip_after_a_pass_ends_the_game(box: Box) -> None:
    g = box.position(ONLY_WITH_A_LAMP, kept={"metropolitain": "orange"}, reserve={"orange": "I3"})
    g.play("pass")
    assert g.over


@pytest.mark.rule("L33")
def test_automatic_skips_of_one_player_alone_do_not_end_the_game(box: Box) -> None:
    g = box.position("o o *", reserve={"orange": "I3", "blue": "O4 V3 L4"}, turn="blue")
    for step in ("build O4 e5 f5 e6 f6", "build V3 g7 g8 h8"):
        g.play(step)
        assert g.seat == "blue"
    g.play("build L4 a5 a6 a7 b7")
    assert g.over


@pytest.mark.rule("L33")
def test_a_build_resets_the_count(box: Box) -> None:
    g = box.position(ONLY_WITH_A_LAMP, reserve={"orange": "I3", "blue": "O4 V3 L4"}, kept={"metropolitain": "orange"})
    for step in ("build O4 e5 f5 e6 f6", "build V3 g7 g8 h8"):
        g.play("pass")
        g.play(step)
        assert not g.over
        assert g.seat == "orange"


@pytest.mark.rule("L33")
def test_a_postcard_resets_the_count(box: Box) -> None:
    g = box.position(
        ONLY_WITH_A_LAMP,
        reserve={"orange": "I3"},
        kept={"metropolitain": "orange"},
        open="jardin peintre",
        tokens={"blue": 2},
    )
    for card in ("jardin", "peintre"):
        play(g, "pass", f"card {card}", "decline")
        assert not g.over
        assert g.seat == "orange"


# ---- L34: nothing hidden, nothing random -----------------------------------------------------------------------


@pytest.mark.rule("L34")
@pytest.mark.parametrize("two_tiles", [False, True])
def test_in_phase_2_everyone_sees_everything(box: Box, two_tiles: bool) -> None:
    g = box.new(two_tiles=two_tiles)
    pave(g)
    rng = random.Random(34)
    while not g.over:
        positions = [g.view(viewer)["position"] for viewer in (None, *SEATS)]
        assert positions[0] == positions[1] == positions[2]
        assert positions[0]["held"] == {"orange": [], "blue": []}
        g.play(rng.choice(g.legal()))


@pytest.mark.rule("L34")
def test_in_phase_2_nothing_is_left_to_chance(box: Box) -> None:
    g = box.new()
    play(g, "take I3", "take V3", "take O4", "take L4")
    pave(g)
    twins = [lutetia.imagine(g.view("blue"), seed) for seed in range(3)]
    rng = random.Random(34)
    while not g.over:
        step = rng.choice(g.legal())
        for game in (g, *twins):
            game.play(step)
        assert all(everything(twin)[1:] == everything(g)[1:] for twin in twins)
