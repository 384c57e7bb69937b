"""A turn: draw, one action, and what may be done at any moment: P20-P23."""

from __future__ import annotations

import random

import pytest

from .drawing import Box
from .names import DISTRICTS, SEATS, VALUES

FREE = ["buy wood", "sell bronze", "sell gold from end:gold", "sell silver from bonus8", "use 1", "use end:vp2"]
HAS = "bronze bonus1 bonus8 end:gold end:vp2"
"""With wood in the supply and francs in hand: one of each kind of thing that may be done at any moment."""


def free(legal: list[str]) -> set[str]:
    return set(FREE) & set(legal)


# ---- P20: the draw ---------------------------------------------------------------------------------------------


@pytest.mark.rule("P20")
def test_first_a_building_tile_is_drawn_from_one_of_the_stacks(box: Box) -> None:
    g = box.position("Arc p1", stage="draw", stacks="Montmartre:3,Chaillot:5", p1="9F hand=2")
    assert g.legal() == ["draw 1", "draw 2"]
    for step in ("key arc", "key bank Montmartre", "move arc Chaillot:L9", "end wood", "done"):
        g.refuses(step, "P20")
    g.refuses("draw 3", "P20")
    g.play("draw 2")
    assert g.building("Chaillot:5")["type"] == box.type("Chaillot:5")
    assert g.building("Montmartre:3")["type"] is None
    assert [stack["left"] for stack in g.here["stacks"][:2]] == [1, 0]


@pytest.mark.rule("P20")
def test_exactly_one_building_tile_is_drawn(box: Box) -> None:
    g = box.position(stage="draw", stacks="Montmartre:3 Montmartre:4,Chaillot:5", p1="hand=1").play("draw 1")
    assert g.legal("draw") == []
    g.refuses("draw 1", "P20")
    g.play("key arc")
    g.refuses("draw 2", "P20")
    g.play("done")
    assert g.legal("draw") == ["draw 1", "draw 2"]


@pytest.mark.rule("P20")
@pytest.mark.parametrize("value", VALUES)
def test_a_drawn_building_is_placed_on_its_own_space(box: Box, value: str) -> None:
    g = box.position(stage="draw", stacks=f"Belleville:{value}").play("draw 1")
    lying = [f"{d}:{v}" for d in DISTRICTS for v in VALUES if g.building(f"{d}:{v}")["type"]]
    assert lying == [f"Belleville:{value}"]
    assert g.building(f"Belleville:{value}")["type"] == box.type(f"Belleville:{value}")


@pytest.mark.rule("P20")
def test_a_tile_is_drawn_only_while_one_is_left(box: Box) -> None:
    g = box.position(stage="draw", stacks="Montmartre:3", p1="hand=1", p2="hand=1").play("draw 1", "key arc", "done")
    assert g.seat == "p2"
    assert g.legal("draw") == []
    assert g.can("key arc")
    g.refuses("draw 1", "P20")


@pytest.mark.rule("P20")
def test_an_empty_stack_keeps_its_number(box: Box) -> None:
    g = box.position(stage="draw", stacks="Montmartre:3,Chaillot:5").play("draw 1", "done")
    assert g.legal() == ["draw 2"]
    g.refuses("draw 1", "P20")


@pytest.mark.rule("P20", "P40")
def test_the_tile_just_drawn_may_be_the_destination(box: Box) -> None:
    g = box.position("Arc p1", stage="draw", stacks="Montmartre:5", p1=box.fare("5"))
    g.play("draw 1", "move arc Montmartre:5")
    assert g.keys("Montmartre:5") == ["p1"]


# ---- P21: one action -------------------------------------------------------------------------------------------


@pytest.mark.rule("P21")
@pytest.mark.parametrize("action", ["key bank Chaillot", "key arc", "move bank:Montmartre Montmartre:4", "end gold"])
def test_exactly_one_action(box: Box, action: str) -> None:
    g = box.position("Montmartre 4 bank:p1", stacks="", p1=f"{box.fare('4')} hand=2")
    assert g.can(action)
    g.refuses("done", "P21")
    g.play(action)
    for other in ("key bank Chaillot", "key arc", "move bank:Montmartre Montmartre:4", "end gold", "end marble"):
        g.refuses(other, "P21")
    assert g.can("done")
    g.play("done")
    assert g.seat == "p2"


@pytest.mark.rule("P21")
def test_no_action_is_owed_where_none_is_possible(box: Box) -> None:
    g = box.position("Montmartre 4 5:p1\nArc p1", p1=f"{box.value('4') - 1}F")
    assert g.legal() == ["done"]
    g.play("done")
    assert g.seat == "p2"


@pytest.mark.rule("P21", "P70")
def test_an_end_game_tile_is_taken_where_nothing_else_is_possible(box: Box) -> None:
    g = box.position(stacks="", ends="gold vp1")
    assert g.legal() == ["end gold", "end vp1"]
    g.refuses("done", "P21")


@pytest.mark.rule("P21")
def test_nobody_need_trade_or_use_tiles_to_make_an_action_possible(box: Box) -> None:
    """A move costs a franc more than p1 has; wood to sell, a tile with francs, a tile with a key."""
    g = box.position("Montmartre 4\nArc p1", p1=f"{box.value('4') - 1}F wood bonus1 bonus14 reserve=1")
    assert g.can("done")
    assert g.legal("move", "key") == []
    g.play("done")
    assert g.seat == "p2"


@pytest.mark.rule("P21")
@pytest.mark.parametrize("means", ["sell wood", "use 1", "use 14"])
def test_an_action_made_possible_by_trade_must_be_taken(box: Box, means: str) -> None:
    """Possible is judged on the position as it stands."""
    price = box.bonus["extra_key"]["14"]
    assert price <= box.value("5") - 1
    g = box.position("Montmartre 5\nArc p1", p1=f"{box.value('5') - 1}F wood bonus1 bonus14 reserve=1").play(means)
    g.refuses("done", "P21")
    assert g.legal("move", "key")


@pytest.mark.rule("P21")
def test_an_action_that_trade_makes_impossible_is_not_owed(box: Box) -> None:
    g = box.position("Montmartre 4\nArc p1", p1=f"{max(box.value('4'), box.buy['wood'])}F", supply="wood")
    g.refuses("done", "P21")
    g.play("buy wood")
    assert g.legal("move", "done") == ["done"]


@pytest.mark.rule("P21", "P72")
def test_in_the_extra_last_round_the_action_is_optional(box: Box, players: int) -> None:
    has = dict.fromkeys(SEATS[:players], "hand=1")
    g = box.position(players=players, turns_left=players, **has)
    for seat in SEATS[:players]:
        assert g.seat == seat
        assert g.can("key arc")
        g.play("done")
    assert g.over


@pytest.mark.rule("P21", "P72")
def test_in_the_round_before_the_last_the_action_is_obligatory(box: Box, players: int) -> None:
    has = dict.fromkeys(SEATS[:players], "hand=1")
    g = box.position(players=players, turns_left=players + 1, turn=SEATS[players - 1], **has)
    g.refuses("done", "P21")
    g.play("key arc", "done")
    assert g.can("done")


@pytest.mark.rule("P21")
def test_done_ends_the_turn_and_never_comes_before_the_draw_or_within_a_question(box: Box) -> None:
    g = box.position("Arc p1", stage="draw", stacks="Montmartre:1", p1=box.fare("1"))
    g.refuses("done", "P20")
    g.play("draw 1", "move arc Montmartre:1")
    g.refuses("done", "P46")
    g.play("track none")
    assert g.legal("done") == ["done"]


# ---- P22: at any moment of one's own turn ----------------------------------------------------------------------


@pytest.mark.rule("P22")
@pytest.mark.parametrize("stage", ["draw", "action", "done"])
def test_trade_and_tiles_before_the_draw_before_and_after_the_action(box: Box, stage: str) -> None:
    g = box.position(stage=stage, p1=f"{box.buy['wood']}F hand=1 {HAS}", supply="wood")
    assert free(g.legal()) == set(FREE)


@pytest.mark.rule("P22")
def test_trade_and_tiles_are_allowed_any_number_of_times(box: Box) -> None:
    g = box.position(stage="draw", p1=f"{box.buy['wood']}F {HAS}", supply="wood")
    g.play(*FREE)
    assert free(g.legal()) == set()
    assert g.unused("p1") == []
    assert g.tokens("p1") == {"wood": 1}
    assert g.legal("draw")


@pytest.mark.rule("P22")
def test_trade_and_tiles_are_allowed_while_a_bonus_move_is_asked_for(box: Box) -> None:
    g = box.position("Montmartre 1-\nArc p1", p1=f"{box.value('1') + box.buy['wood']}F {HAS}", supply="wood")
    g.play("move arc Montmartre:1")
    assert g.asked() == "track"
    assert free(g.legal()) == set(FREE)
    g.play(*FREE, "track none")


@pytest.mark.rule("P22")
def test_trade_and_tiles_are_allowed_while_a_section_is_asked_for(box: Box) -> None:
    mark = box.full_landmark()
    g = box.position("Arc p1", p1=f"{box.value(mark) + box.buy['wood']}F {box.units(mark)} {HAS}", supply="wood")
    g.play(f"move arc Chaillot:{mark}", *(["pay gold with token"] * box.cost(mark)["gold"]))
    assert g.asked() == "section"
    assert free(g.legal()) == set(FREE)


@pytest.mark.rule("P22")
def test_trade_and_tiles_are_allowed_while_a_vp_tile_is_asked_for(box: Box) -> None:
    city = "Montmartre 1:p2 2:p2 3:p2 4-\nArc p1"
    g = box.position(city, p1=f"{box.value('4') + box.buy['wood']}F {HAS}", supply="wood")
    g.play("move arc Montmartre:4")
    assert g.asked() == "vp"
    assert free(g.legal()) == set(FREE)
    g.play(*FREE, "vp 20 Chaillot")


@pytest.mark.rule("P22")
def test_trade_is_not_allowed_in_the_middle_of_a_payment(box: Box) -> None:
    g = box.position(
        "Montmartre 8\nArc p1", p1=f"{box.fare('8')} 50F {HAS} bonus2", supply="wood gold", options={"screens": "open"}
    )
    g.play("move arc Montmartre:8")
    assert g.legal() == ["pay wood with bonus2", "pay wood with token"]
    for step in (*FREE, "done", "track none"):
        g.refuses(step, "P43")


@pytest.mark.rule("P22")
@pytest.mark.parametrize(("tile", "good"), [(23, "bronze"), (24, "wood")])
def test_trade_is_not_allowed_in_the_middle_of_tile_23_or_24(box: Box, tile: int, good: str) -> None:
    g = box.position(stage="done", p1=f"9F {good} {good} {good} {good} bonus{tile} {HAS}", supply="wood")
    g.play(f"use {tile}")
    assert g.legal() == [f"pair {good}"]
    for step in (*FREE, "done"):
        g.refuses(step, "P22")
    g.play(f"pair {good}")
    for step in (*FREE, "done"):
        g.refuses(step, "P22")


@pytest.mark.rule("P22")
def test_tile_23_or_24_within_a_question_comes_back_to_it(box: Box) -> None:
    g = box.position("Montmartre 1-\nArc p1", p1=f"{box.value('1')}F wood wood bronze bronze bonus23 bonus24")
    g.play("move arc Montmartre:1", "use 24", "pair wood")
    assert g.asked() == "track"
    g.play("use 23", "pair bronze")
    assert g.asked() == "track"
    assert g.vp("p1") == 2 * box.bonus["per_pair"]["2"]
    g.play("track 18", "done")


@pytest.mark.rule("P22")
def test_trade_and_tiles_are_allowed_only_in_the_own_turn(box: Box) -> None:
    g = box.position(turn="p2", p1=f"9F {HAS}", p2="9F", supply="wood")
    assert g.legal("use", "sell") == []
    g.refuses("use 1", "P51")
    g.refuses("use end:vp2", "P71")
    g.refuses("sell bronze", "P60")


# ---- P23: round the table --------------------------------------------------------------------------------------


@pytest.mark.rule("P23")
def test_play_goes_clockwise(box: Box, players: int) -> None:
    rng = random.Random(23)
    for seed in range(3):
        g = box.new(seed, players=players)
        first = SEATS.index(str(g.seat))
        for turn in range(3 * players):
            assert g.seat == SEATS[(first + turn) % players]
            while len(g.game.record()["turns"]) == turn or "done" not in g.game.record()["turns"][turn]["steps"]:
                g.play("done" if g.can("done") else rng.choice(g.legal("draw", "key", "move", "track", "vp")))
        assert [turn["seat"] for turn in g.game.record()["turns"]] == [
            SEATS[(first + turn) % players] for turn in range(3 * players)
        ]
