"""Bonus tiles: how they are taken, and what they do when they are used: P50 and P51."""

from __future__ import annotations

import pytest

from lutetia.games.paris.rules.bonus import PRESTIGE, RESOURCES

from .claims import Scene
from .drawing import Box
from .names import BONUS, DISTRICTS, LANDMARKS, VALUES


def numbers(steps: list[str]) -> list[int]:
    """The tiles that are taken by these steps."""
    return sorted(int(step.split()[-1]) for step in steps if not step.endswith("none"))


def asked_track(box: Box, has: str = "", players: int = 2, **more: str) -> Scene:
    """p1 has come to a value-1 building, and may move the meeple."""
    g = box.position("Montmartre 1-\nArc p1", players=players, p1=f"{box.fare('1')} {has}", **more)
    return g.play("move arc Montmartre:1")


# ---- P50: how a tile is taken ----------------------------------------------------------------------------------


@pytest.mark.rule("P50")
def test_the_meeple_moves_forward_to_any_space_with_a_tile(box: Box) -> None:
    g = asked_track(box, "meeple=12")
    assert numbers(g.legal("track")) == list(range(13, 31))
    g.refuses("track 12", "P50")
    g.refuses("track 3", "P50")
    g.play("track 22")
    assert g.of("p1")["meeple"] == 22
    assert g.meeples(22) == ["p1"]
    assert g.unused("p1") == [22]
    assert 22 not in g.on_track()


@pytest.mark.rule("P50")
def test_the_meeple_moves_only_to_a_space_with_a_tile(box: Box) -> None:
    g = asked_track(box, "meeple=12", track="3 14 18 29")
    assert numbers(g.legal("track")) == [14, 18, 29]
    g.refuses("track 15", "P50")


@pytest.mark.rule("P50")
@pytest.mark.parametrize("had", ["bonus", "used"])
def test_a_bonus_tile_owned_before_cannot_be_taken_again(box: Box, had: str) -> None:
    """Used tiles stay owned; a copy does not help."""
    tile = box.bonus["copies"][0]
    g = asked_track(box, f"{had}{tile}", players=4)
    assert tile in g.on_track()
    assert numbers(g.legal("track")) == [n for n in BONUS if n != tile]
    g.refuses(f"track {tile}", "P50")


@pytest.mark.rule("P50")
def test_taking_a_bonus_tile_leaves_its_copies(box: Box, players: int) -> None:
    tile = box.bonus["copies"][0]
    g = asked_track(box, players=players).play(f"track {tile}")
    assert g.here["track"][tile - 1]["left"] == players - 2


@pytest.mark.rule("P50")
def test_meeples_may_share_a_space(box: Box) -> None:
    tile = box.bonus["copies"][0]
    g = box.position("Montmartre 1-\nChaillot 1-\nArc p1 p2", players=4, p1=box.fare("1"), p2=box.fare("1")).play(
        "move arc Montmartre:1", f"track {tile}", "done", "draw 1", "move arc Chaillot:1", f"track {tile}"
    )
    assert g.meeples(tile) == ["p1", "p2"]
    assert g.unused("p1") == g.unused("p2") == [tile]
    assert g.here["track"][tile - 1]["left"] == 1


@pytest.mark.rule("P50")
def test_after_space_30_only_tiles_17_and_25_can_bring_more(box: Box) -> None:
    g = asked_track(box, "meeple=30 bonus17 bonus25")
    assert g.asked() is None
    g.play("use 17 take 3", "use 25 take 29")
    assert g.unused("p1") == [3, 29]
    assert g.of("p1")["meeple"] == 29


# ---- P51: francs and VP ----------------------------------------------------------------------------------------


@pytest.mark.rule("P51")
@pytest.mark.parametrize("tile", ["1", "5", "7", "12", "22"])
def test_1_5_7_12_22_francs(box: Box, tile: str) -> None:
    g = box.position(p1=f"2F bonus{tile}").play(f"use {tile}")
    assert g.francs("p1") == 2 + box.bonus["francs"][tile]
    assert g.vp("p1") == (box.bonus["vp"]["7"] if tile == "7" else 0)
    assert g.used("p1") == [int(tile)]
    g.refuses(f"use {tile}", "P51")


@pytest.mark.rule("P51")
def test_the_numbers_of_the_bundled_edition() -> None:
    bonus = Box(None).bonus
    assert bonus["francs"] == {"1": 3, "5": 4, "7": 3, "12": 5, "22": 6}
    assert bonus["vp"] == {"7": 1}
    assert bonus["per_value"] == {"6": [1, 2], "11": [2, 3], "15": [3, 4], "18": [4, 5], "26": [5, 6], "28": [8, 7]}
    assert bonus["per_landmark"] == {"29": 8}
    assert bonus["per_types"] == {"4": 10, "5": 15, "6": 20, "7": 25}
    assert bonus["extra_key"] == {"13": 2, "14": 1}
    assert bonus["per_unused"] == {"2": 1, "3": 2, "4": 3}
    assert bonus["per_pair"] == {"2": 2, "3": 3, "4": 4}
    assert bonus["back_at_most"] == 5


# ---- P51: when -------------------------------------------------------------------------------------------------


@pytest.mark.rule("P51")
def test_bonus_tiles_are_used_at_once_or_later(box: Box) -> None:
    at_once = asked_track(box).play("track 12", "use 12")
    assert at_once.francs("p1") == box.bonus["francs"]["12"]
    later = asked_track(box, p2="hand=1").play("track 12", "done", "draw 1", "key arc", "done")
    assert later.seat == "p1"
    later.play("use 12")
    assert later.used("p1") == [12]


@pytest.mark.rule("P51")
def test_only_own_bonus_tiles_are_used_and_each_once(box: Box) -> None:
    g = box.position(p1="used5", p2="bonus12")
    g.refuses("use 5", "P51")
    g.refuses("use 12", "P51")
    g.refuses("use 22", "P51")


@pytest.mark.rule("P51", "P53")
@pytest.mark.parametrize("tile", [2, 3, 4, 8, 9, 10, 16, 19, 21, 27])
def test_some_tiles_have_no_use_of_their_own(box: Box, tile: int) -> None:
    """Units are paid, filled in or sold; 9 and 16 are spent by a move; 27 only scores at the end."""
    g = box.position(p1=f"bonus{tile}")
    assert g.legal("use") == []
    g.knows_no(f"use {tile}")


# ---- P51: VP for what one owns ---------------------------------------------------------------------------------


def owns(box: Box, places: list[str], has: str, players: int = 2) -> Scene:
    """p1 has keys on these properties, p2 on others of every kind."""
    lines = dict.fromkeys(DISTRICTS, "")
    for place in places:
        district, name = place.split(":")
        lines[district] += f" {name}:p1"
    for district in DISTRICTS:
        free = [value for value in VALUES if f"{district}:{value}" not in places]
        lines[district] += "".join(f" {value}:p2" for value in free)
    return box.position("\n".join(f"{d}{line}" for d, line in lines.items()), players=players, p1=has)


@pytest.mark.rule("P51")
@pytest.mark.parametrize("tile", ["6", "11", "15", "18", "26", "28"])
@pytest.mark.parametrize("n", [0, 1, 3, 6])
def test_6_11_15_18_26_28_vp_per_building_of_a_value(box: Box, tile: str, n: int) -> None:
    counted, each = box.bonus["per_value"][tile]
    value = next(value for value in VALUES if box.value(value) == counted)
    other = next(value for value in VALUES if box.value(value) != counted)
    places = [f"{district}:{value}" for district in DISTRICTS[:n]] + [f"Chaillot:{other}"]
    g = owns(box, places, f"bonus{tile}").play(f"use {tile}")
    assert g.vp("p1") == n * each
    assert g.used("p1") == [int(tile)]  # used for nothing, even


@pytest.mark.rule("P51")
@pytest.mark.parametrize("n", [0, 1, 3])
def test_29_vp_per_landmark(box: Box, n: int) -> None:
    places = [f"{d}:{mark}" for d, mark in zip(DISTRICTS, LANDMARKS[:n], strict=False)] + ["Chaillot:8"]
    g = owns(box, places, "bonus29").play("use 29")
    assert g.vp("p1") == n * box.bonus["per_landmark"]["29"]
    assert g.used("p1") == [29]


@pytest.mark.rule("P51")
@pytest.mark.parametrize("types", range(8))
def test_30_vp_for_types(box: Box, types: int) -> None:
    """Buildings of so many types, the seventh being landmarks: all of them are one type."""
    places = [box.of_type(kind, 1)[0] for kind in range(min(types, 6))]
    if types == 7:
        places += ["Chaillot:L9", "Belleville:L12"]
    g = owns(box, places, "bonus30").play("use 30")
    assert g.vp("p1") == box.bonus["per_types"].get(str(types), 0)
    assert g.used("p1") == [30]


@pytest.mark.rule("P51")
def test_30_a_type_counts_once_however_many_there_are(box: Box) -> None:
    places = box.of_type(0, 3) + box.of_type(1, 2) + ["Chaillot:L9", "Belleville:L12", "Belleville:L13"]
    places += [box.of_type(2, 1)[0]]
    g = owns(box, places, "bonus30").play("use 30")
    assert g.vp("p1") == box.bonus["per_types"]["4"]


@pytest.mark.rule("P51")
def test_20_vp_per_other_unused_tile(box: Box, players: int) -> None:
    each = box.bonus["per_unused"][str(players)]
    g = box.position(players=players, p1="bonus20 bonus1 bonus2 bonus13 used5 used7").play("use 20")
    assert g.vp("p1") == 3 * each
    alone = box.position(players=players, p1="bonus20 used5").play("use 20")
    assert alone.vp("p1") == 0
    assert alone.used("p1") == [5, 20]


# ---- P51: keys, tiles ------------------------------------------------------------------------------------------


@pytest.mark.rule("P51")
@pytest.mark.parametrize("tile", ["13", "14"])
def test_13_14_a_key_from_the_reserve_for_francs(box: Box, tile: str) -> None:
    price = box.bonus["extra_key"][tile]
    g = box.position(p1=f"{price}F bonus{tile} hand=1 reserve=2").play(f"use {tile}")
    assert (g.of("p1")["hand"], g.of("p1")["reserve"], g.francs("p1")) == (2, 1, 0)
    box.position(p1=f"{price - 1}F bonus{tile} reserve=2").refuses(f"use {tile}", "P51")
    box.position(p1=f"{price}F bonus{tile} hand=1").refuses(f"use {tile}", "P51")


@pytest.mark.rule("P51")
def test_17_take_any_tile_on_the_track_and_the_meeple_stays(box: Box) -> None:
    g = box.position(p1="bonus17 used5 meeple=12", players=3)
    assert numbers(g.legal("use 17")) == [n for n in g.on_track() if n not in (5, 17)]
    g.refuses("use 17 take 5", "P50")
    g.play("use 17 take 3")
    assert g.unused("p1") == [3]
    assert g.of("p1")["meeple"] == 12
    assert 3 not in g.on_track()


@pytest.mark.rule("P51")
def test_17_only_a_tile_that_is_there(box: Box) -> None:
    g = box.position(p1="bonus17 bonus1", track="22 29")
    assert numbers(g.legal("use 17")) == [22, 29]
    g.refuses("use 17 take 3", "P50")
    assert box.position(p1="bonus17 bonus1", track="1").legal("use") == ["use 1"]


@pytest.mark.rule("P51")
def test_25_the_meeple_goes_back(box: Box) -> None:
    most = box.bonus["back_at_most"]
    g = box.position(p1="bonus25 meeple=20")
    assert numbers(g.legal("use 25")) == list(range(20 - most, 20))
    g.refuses(f"use 25 take {19 - most}", "P51")
    g.refuses("use 25 take 20", "P51")
    g.refuses("use 25 take 21", "P51")
    back = 20 - most
    g.play(f"use 25 take {back}")
    assert g.of("p1")["meeple"] == back
    assert g.meeples(back) == ["p1"]
    assert g.unused("p1") == [back]
    assert back not in g.on_track()


@pytest.mark.rule("P51")
def test_25_only_spaces_that_hold_tiles_count(box: Box) -> None:
    most = box.bonus["back_at_most"]
    left = [2, 4, 5, 8, 9, 11, 15, 18, 20, 26]
    g = box.position(p1="bonus25 meeple=20", track=" ".join(map(str, left)))
    assert numbers(g.legal("use 25")) == [n for n in left if n < 20][-most:]
    gone = box.position(p1="bonus25 meeple=20", track="20 21")
    assert gone.legal("use") == []
    gone.refuses("use 25 take 20", "P51")
    gone.refuses("use 25 take 19", "P50")


@pytest.mark.rule("P51")
def test_25_a_stack_is_one_and_its_own_space_is_excluded(box: Box) -> None:
    most = box.bonus["back_at_most"]
    g = box.position(p1="bonus25 meeple=18", players=4)
    assert numbers(g.legal("use 25")) == list(range(18 - most, 18))


@pytest.mark.rule("P51")
def test_25_an_owned_number_counts_but_cannot_be_taken(box: Box) -> None:
    """In the game of four, a copy of a tile that p1 has used lies among those nearest."""
    most, copied = box.bonus["back_at_most"], box.bonus["copies"][2]
    g = box.position(p1=f"bonus25 used{copied} meeple={copied + 2}", players=4)
    within = range(copied + 2 - most, copied + 2)
    assert copied in g.on_track()
    assert numbers(g.legal("use 25")) == [n for n in within if n != copied]
    g.refuses(f"use 25 take {copied}", "P50")


@pytest.mark.rule("P50", "P51")
def test_25_while_a_bonus_move_is_asked_for(box: Box) -> None:
    """The meeple goes back, and so there are more spaces ahead of it."""
    g = asked_track(box, "bonus25 meeple=20")
    assert numbers(g.legal("track")) == [n for n in range(21, 31) if n != 25]
    g.play("use 25 take 17")
    assert numbers(g.legal("track")) == [n for n in range(18, 31) if n != 25]


@pytest.mark.rule("P51")
def test_25_before_space_1_there_is_nothing_behind(box: Box) -> None:
    assert box.position(p1="bonus25").legal("use") == []
    assert box.position(p1="bonus25 meeple=1").legal("use") == []


# ---- P51: pairs ------------------------------------------------------------------------------------------------

PAIRS = [(23, PRESTIGE), (24, RESOURCES)]


@pytest.mark.rule("P51")
@pytest.mark.parametrize(("tile", "goods"), PAIRS)
def test_23_24_vp_per_pair_of_identical_tokens(box: Box, players: int, tile: int, goods: tuple[str, ...]) -> None:
    a, b, c = goods
    each = box.bonus["per_pair"][str(players)]
    g = box.position(players=players, p1=f"{f'{a} ' * 5} {b} {b} {c} bonus{tile}").play(f"use {tile}")
    assert g.asked() == "pair"
    assert g.legal() == sorted([f"pair {a}", f"pair {b}"])
    g.refuses("pair done", "P51")
    g.refuses(f"pair {c}", "P51")
    g.play(f"pair {a}")
    assert g.vp("p1") == each
    assert g.tokens("p1") == {a: 3, b: 2, c: 1}
    assert g.legal() == sorted(["pair done", f"pair {a}", f"pair {b}"])
    g.play(f"pair {a}", f"pair {b}")
    assert g.vp("p1") == 3 * each
    assert g.asked() is None  # no pair is left
    assert g.tokens("p1") == {a: 1, c: 1}
    assert g.supply() == ({a: 4, b: 2} if tile == 24 else {})
    assert g.used("p1") == [tile]


@pytest.mark.rule("P51")
@pytest.mark.parametrize(("tile", "goods"), PAIRS)
def test_23_24_one_pair_is_enough(box: Box, tile: int, goods: tuple[str, ...]) -> None:
    a, b, _c = goods
    g = box.position(p1=f"{a} {a} {b} {b} bonus{tile}").play(f"use {tile}", f"pair {b}", "pair done")
    assert g.vp("p1") == box.bonus["per_pair"]["2"]
    assert g.tokens("p1") == {a: 2}
    assert g.asked() is None
    g.refuses(f"pair {a}", "P51")


@pytest.mark.rule("P51")
@pytest.mark.parametrize(("tile", "goods", "others"), [(23, PRESTIGE, RESOURCES), (24, RESOURCES, PRESTIGE)])
def test_23_24_only_with_two_alike_of_their_kind(
    box: Box, tile: int, goods: tuple[str, ...], others: tuple[str, ...]
) -> None:
    g = box.position(p1=f"{' '.join(goods)} {' '.join(others)} {' '.join(others)} bonus{tile}")
    g.refuses(f"use {tile}", "P51")
    g = box.position(p1=f"{' '.join(goods)} {' '.join(goods)} {' '.join(others)} {' '.join(others)} bonus{tile}")
    g.play(f"use {tile}")
    assert g.legal() == sorted(f"pair {good}" for good in goods)
    g.refuses(f"pair {others[0]}", "P51")


@pytest.mark.rule("P51", "P53")
def test_23_24_tiles_are_no_tokens(box: Box) -> None:
    g = box.position(p1="bronze wood bonus2 bonus8 bonus10 bonus19 bonus21 bonus23 bonus24 end:bronze end:wood")
    g.refuses("use 23", "P51")
    g.refuses("use 24", "P51")
