"""The end: end-game tiles, the last rounds, and the final sales: P70-P73."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from lutetia.games.paris.rules.bonus import GOODS, PRESTIGE, RESOURCES

from .claims import ended
from .drawing import Box
from .names import SEATS

KINDS = (*GOODS, "francs", "vp1", "vp2")


# ---- P70: take an end-game tile --------------------------------------------------------------------------------


@pytest.mark.rule("P70")
def test_end_game_tiles_are_taken_once_no_building_tile_is_left(box: Box) -> None:
    g = box.position(stage="draw", stacks="Montmartre:3,Chaillot:3", p1="hand=1", p2="hand=1").play("draw 1")
    assert g.legal("end") == []
    g.refuses("end gold", "P70")
    g.play("key arc", "done", "draw 2")
    assert g.seat == "p2"  # the turn that drew the last one included
    assert g.legal("end") == sorted(f"end {kind}" for kind in KINDS)


@pytest.mark.rule("P70")
@pytest.mark.parametrize("kind", KINDS)
def test_one_of_the_remaining_end_game_tiles_is_taken(box: Box, kind: str) -> None:
    g = box.position(stacks="").play(f"end {kind}")
    assert g.ends("p1") == {kind: 1}
    assert g.here["end_tiles"]["left"] == sum(box.end_count.values()) - 1
    assert g.ends_left().get(kind, 0) == box.end_count[kind] - 1


@pytest.mark.rule("P70")
def test_only_remaining_end_game_tiles_are_taken(box: Box) -> None:
    g = box.position(stacks="", ends="gold vp1 vp1", p1="hand=1")
    assert g.legal("end") == ["end gold", "end vp1"]
    g.refuses("end wood", "P70")
    g.play("end gold", "done")
    assert g.legal("end") == ["end vp1"]
    g.refuses("end gold", "P70")
    none = box.position(stacks="", ends="", p1="hand=1")
    assert none.legal("end") == []
    none.refuses("end gold", "P70")


@pytest.mark.rule("P70")
def test_an_end_game_tile_is_taken_instead_of_a_key_action(box: Box) -> None:
    g = box.position("Montmartre 4\nArc p1", stacks="", p1=f"{box.fare('4')} hand=1").play("end gold")
    for step in ("key arc", "key bank Chaillot", "move arc Montmartre:4", "end wood"):
        g.refuses(step, "P21")


@pytest.mark.rule("P70")
def test_the_seat_on_turn_sees_which_end_game_tiles_remain(box: Box) -> None:
    g = box.position(stacks="", p2="end:gold")
    left = sum(box.end_count.values()) - 1
    assert g.ends_left() == {kind: n for kind, n in (box.end_count | {"gold": box.end_count["gold"] - 1}).items() if n}
    for viewer in (None, "p2"):
        assert g.seen(viewer)["end_tiles"] == {"left": left, "kinds": None}
    early = box.position(stage="draw", stacks="Montmartre:3")
    assert early.here["end_tiles"]["kinds"] is None


@pytest.mark.rule("P70", "P80")
def test_the_others_do_not_see_which_end_game_tile_was_taken(box: Box) -> None:
    """Whichever it was, the others see the same, and read `end ?`."""
    one = box.position(stacks="", players=3).play("end gold")
    other = box.position(stacks="", players=3).play("end vp2")
    for viewer in (None, "p2", "p3"):
        assert one.game.view(viewer) == other.game.view(viewer)
        assert one.game.view(viewer)["turns"] == [{"seat": "p1", "steps": ["end ?"]}]
    assert one.game.view("p1")["turns"] == [{"seat": "p1", "steps": ["end gold"]}]
    assert one.ends("p1") == {"gold": 1}


# ---- P71: use it -----------------------------------------------------------------------------------------------


@pytest.mark.rule("P71")
@pytest.mark.parametrize("good", GOODS)
def test_a_resource_or_prestige_tile_is_sold_at_the_token_s_price(box: Box, good: str) -> None:
    g = box.position(stacks="").play(f"end {good}", f"sell {good} from end:{good}")
    assert g.francs("p1") == box.sell[good]
    assert g.ends("p1") == {}
    assert g.supply() == {}
    g.refuses(f"sell {good} from end:{good}", "P71")
    g.knows_no(f"use end:{good}")


@pytest.mark.rule("P71")
@pytest.mark.parametrize("good", RESOURCES)
def test_a_resource_tile_pays(box: Box, good: str) -> None:
    goal = {"wood": "8", "marble": "L11", "gold": "L12"}[good]
    g = box.position("Montmartre 8-\nArc p1", p1=f"{box.value(goal)}F {box.one_less(goal, good)} end:{good}")
    g.play(f"move arc Montmartre:{goal}")
    while g.asked() == "pay":
        g.play(g.legal("pay")[0])
    assert g.ends("p1") == {}
    assert sum(g.supply().values()) == sum(box.cost(goal).values()) - 1


@pytest.mark.rule("P71")
@pytest.mark.parametrize("good", PRESTIGE)
def test_a_prestige_tile_fills(box: Box, good: str) -> None:
    mark = next(mark for mark in ("L12", "L14", "L16", "L15", "L11") if good in box.sections(mark))
    g = box.position("Arc p1", p1=f"{box.fare(mark)} end:{good}").play(f"move arc Chaillot:{mark}")
    g.play(f"section {good} with end:{good}")
    assert g.vp("p1") == box.section_vp[good]
    assert g.ends("p1") == {}


@pytest.mark.rule("P71")
@pytest.mark.parametrize("kind", ["francs", "vp1", "vp2"])
def test_francs_and_vp_tiles_are_used_at_once_or_later(box: Box, kind: str) -> None:
    at_once = box.position(stacks="").play(f"end {kind}", f"use end:{kind}")
    later = box.position(stage="draw", p1=f"end:{kind}").play(f"use end:{kind}")
    for g in (at_once, later):
        gained = {"francs": g.francs("p1"), "vp": g.vp("p1")}
        assert gained == {"francs": 0, "vp": 0} | {kind.rstrip("12"): box.end_worth[kind]}
        assert g.ends("p1") == {}
        g.refuses(f"use end:{kind}", "P71")


@pytest.mark.rule("P71")
def test_only_own_end_game_tiles_are_used_and_only_in_the_own_turn(box: Box) -> None:
    g = box.position(turn="p2", p1="end:vp2 end:gold")
    g.refuses("use end:vp2", "P71")
    g.refuses("sell gold from end:gold", "P71")


@pytest.mark.rule("P71")
def test_the_worth_of_the_bundled_tiles() -> None:
    worth = Box(None).end_worth
    assert (worth["francs"], worth["vp2"], worth["vp1"]) == (3, 2, 1)


# ---- P72: the last rounds --------------------------------------------------------------------------------------


@pytest.mark.rule("P72")
@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_after_the_last_end_game_tile_the_round_and_one_more_are_played(
    box: Box, players: int, first: int, place: int
) -> None:
    """The last tile is taken by the seat at this place of the round."""
    if place >= players:
        return
    seats = [SEATS[(first + n) % players] for n in range(players)]
    g = box.position(
        players=players, stacks="", ends="gold", first=seats[0], turn=seats[place], **dict.fromkeys(seats, "hand=9")
    ).play("end gold")
    after = players - place - 1 + players
    assert g.here["turns_left"] == after + 1
    g.play("done")
    for turn in range(after):
        assert g.seat == seats[(place + 1 + turn) % players]
        extra = turn >= after - players
        assert g.here["last_round"] == extra
        assert g.here["round"] == 1 + (place + 1 + turn) // players
        assert g.can("done") == extra  # in the extra round the action is optional
        g.play(g.legal("key")[0], "done")
    assert g.over
    assert g.seat is None
    assert g.legal() == []
    g.refuses("done", "P72")


@pytest.mark.rule("P72")
def test_everyone_has_equal_turns(box: Box, players: int) -> None:
    for seed in range(3):
        g = box.new(seed, players=players)
        rng = random.Random(seed)
        while not g.over:
            g.play(rng.choice(g.legal()))
        turns = Counter(turn["seat"] for turn in g.game.record()["turns"])
        assert len(set(turns.values())) == 1
        assert set(turns) == set(SEATS[:players])


@pytest.mark.rule("P72")
def test_the_game_does_not_end_before_the_last_end_game_tile(box: Box) -> None:
    g = box.position(stacks="", ends="gold vp1").play("end gold")
    assert g.here["turns_left"] is None
    g.play("done", "end vp1")
    assert g.here["turns_left"] == 3


# ---- P73: sales before scoring ---------------------------------------------------------------------------------


@pytest.mark.rule("P73")
def test_remaining_tokens_are_sold(box: Box) -> None:
    g = ended(box, p1="2F wood wood marble gold bronze silver gold_prestige", p2="1F gold")
    sold = sum(box.sell.values()) + box.sell["wood"]
    assert g.result()["francs"] == {"p1": 2 + sold, "p2": 1 + box.sell["gold"]}


@pytest.mark.rule("P73")
def test_resource_and_prestige_end_tiles_are_sold_and_the_others_used(box: Box) -> None:
    g = ended(box, p1=" ".join(f"end:{kind}" for kind in KINDS))
    assert g.result()["francs"]["p1"] == sum(box.sell.values()) + box.end_worth["francs"]
    assert g.result()["vp"]["p1"] == box.end_worth["vp1"] + box.end_worth["vp2"]


@pytest.mark.rule("P73")
@pytest.mark.parametrize(
    ("tile", "goods", "units"),
    [
        (2, ("wood",), 1),
        (3, ("marble",), 1),
        (4, ("gold",), 1),
        (8, PRESTIGE, 1),
        (10, RESOURCES, 1),
        (19, PRESTIGE, 2),
        (21, RESOURCES, 2),
    ],
)
def test_bonus_tiles_with_units_are_sold_wild_ones_at_the_best_price(
    box: Box, tile: int, goods: tuple[str, ...], units: int
) -> None:
    g = ended(box, p2=f"bonus{tile}")
    assert g.result()["francs"]["p2"] == units * box.best(*goods)


@pytest.mark.rule("P73")
def test_before_the_end_a_seat_sees_what_it_would_sell(box: Box) -> None:
    has = "7F wood wood bonus21 bonus22 end:silver end:vp2"
    g = box.position(p1=has, p2="gold")
    seen = {seat: g.game.view("p1")["position"]["seats"][seat]["sales"] for seat in ("p1", "p2")}
    sold = {"wood": 2 * box.sell["wood"], "end:silver": box.sell["silver"], "bonus21": 2 * box.best(*RESOURCES)}
    assert seen == {"p1": sold, "p2": None}


@pytest.mark.rule("P73")
@pytest.mark.parametrize("tile", [1, 5, 6, 7, 9, 11, 12, 13, 14, 15, 16, 17, 18, 20, 22, 23, 24, 25, 26, 28, 29, 30])
def test_other_unused_bonus_tiles_lapse(box: Box, tile: int) -> None:
    city = "Montmartre 1:p1 2:p1 3:p1 4:p1 5:p1 8:p1 L12:p1"
    g = ended(box, city, p1=f"bonus{tile} bronze bronze wood wood reserve=2")
    assert g.result()["vp"]["p1"] == 0
    assert g.result()["francs"]["p1"] == 2 * box.sell["bronze"] + 2 * box.sell["wood"]


@pytest.mark.rule("P73")
def test_a_half_used_tile_of_the_last_turn_is_sold(box: Box) -> None:
    g = box.position(turns_left=1, stage="done", p1="bonus21").play("sell marble from bonus21", "done")
    assert g.result()["francs"]["p1"] == box.sell["marble"] + box.best(*RESOURCES)


@pytest.mark.rule("P73", "P74")
def test_before_the_end_the_score_is_counted_as_if_it_were_made_now(box: Box) -> None:
    has = "7F wood gold bonus2 bonus8 bonus21 bonus27 end:francs end:silver end:vp2"
    g = box.position("Montmartre 4:p1 vp:20", p1=has, p2="5F gold bonus27")
    now = 7 + sum(box.sell[good] for good in ("wood", "gold", "wood", "silver")) + box.end_worth["francs"]
    now += box.best(*PRESTIGE) + 2 * box.best(*RESOURCES) + box.end_worth["vp2"] + box.prize("20")[0]
    assert g.points("p1") == now
    assert g.points("p2") == 5 + box.sell["gold"]
    g.play("sell wood from bonus21")
    assert g.points("p1") == now + box.sell["wood"] - box.best(*RESOURCES)


@pytest.mark.rule("P73")
def test_the_final_sales_are_automatic_and_not_recorded(box: Box) -> None:
    g = ended(box, p1="wood bonus21 end:vp2")
    assert g.game.record()["turns"] == [{"seat": "p1", "steps": ["done"]}]
