"""What lies in the box: P1-P6."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import lutetia
from lutetia import EditionError
from lutetia.games.paris.rules.bonus import GOODS, PRESTIGE, RESOURCES

from .drawing import Box
from .names import BONUS, DISTRICTS, LANDMARKS, VALUES

# ---- P1: districts ---------------------------------------------------------------------------------------------


@pytest.mark.rule("P1")
def test_six_districts_each_with_a_bank_and_six_building_spaces(box: Box) -> None:
    city = box.new().here["districts"]
    printed = box.data["districts"]
    assert list(city) == [name.replace(" ", "-") for name in printed["names"]]
    for district, francs in zip(city.values(), printed["banks"], strict=True):
        assert district["bank"] == {"francs": francs, "keys": []}
        assert list(district["buildings"]) == [str(value) for value in box.data["buildings"]["values"]]


@pytest.mark.rule("P1")
def test_the_districts_of_the_bundled_edition() -> None:
    city = Box(None).new().here["districts"]
    assert set(city) == {"Montmartre", "La-Villette", "Belleville", "Saint-Germain", "Chaillot", "Batignolles"}
    assert all(list(district["buildings"]) == ["1", "2", "3", "4", "5", "8"] for district in city.values())


@pytest.mark.rule("P1")
@pytest.mark.parametrize("district", DISTRICTS)
def test_each_bank_has_its_own_amount(box: Box, district: str) -> None:
    g = box.position(p1="hand=1").play(f"key bank {district}")
    assert g.francs("p1") == box.bank(district) == g.here["districts"][district]["bank"]["francs"]


# ---- P2: building tiles ----------------------------------------------------------------------------------------


@pytest.mark.rule("P2")
def test_one_building_tile_for_each_district_and_value(box: Box) -> None:
    setup = box.new().game.record()["setup"]
    tiles = [tuple(tile) for stack in (*setup["stacks"], setup["returned"]) for tile in stack]
    places = {(district, box.value(value)) for district in DISTRICTS for value in VALUES}
    assert len(tiles) == 36
    assert set(tiles) == places


@pytest.mark.rule("P2")
def test_each_tile_shows_one_of_six_types(box: Box) -> None:
    assert len({box.type(f"{district}:{value}") for district in DISTRICTS for value in VALUES}) == 6
    for district in DISTRICTS:
        g = box.position(f"{district} {' '.join(VALUES)}")
        for value in VALUES:
            assert g.building(f"{district}:{value}")["type"] == box.type(f"{district}:{value}")


@pytest.mark.rule("P2")
def test_the_back_shows_the_district(box: Box) -> None:
    g = box.new()
    tops = [stack[0][0] for stack in g.game.record()["setup"]["stacks"]]
    for viewer in (None, "p1", "p2"):
        assert [stack["back"] for stack in g.seen(viewer)["stacks"]] == tops


# ---- P3: landmarks ---------------------------------------------------------------------------------------------


@pytest.mark.rule("P3")
@pytest.mark.parametrize("landmark", LANDMARKS)
def test_a_landmark_has_a_value_a_cost_and_up_to_three_sections(box: Box, landmark: str) -> None:
    """From the Arc it costs its value, and its marble and gold; each section is worth its VP."""
    sections = box.sections(landmark)
    g = box.position("Arc p1", p1=f"{box.fare(landmark)} {' '.join(sections)}")
    assert landmark in g.display()
    g.play(f"move arc Chaillot:{landmark}", *(f"section {good} with token" for good in sections))
    assert len(sections) <= 3
    assert g.vp("p1") == sum(box.section_vp[good] for good in sections)
    assert g.francs("p1") == 0
    assert g.tokens("p1") == {}
    assert g.asked() is None


@pytest.mark.rule("P3")
def test_eight_landmarks_of_different_value(box: Box) -> None:
    g = box.new()
    assert g.display() == list(LANDMARKS)
    assert len(set(g.here["display"])) == 8


# ---- P4: VP tiles and bonus tiles ------------------------------------------------------------------------------


@pytest.mark.rule("P4")
def test_six_vp_tiles_with_three_places(box: Box) -> None:
    tiles = box.new().here["vp_tiles"]
    assert tiles == sorted(box.prizes, reverse=True)
    assert len(tiles) == 6
    assert all(len(tile) == 3 for tile in tiles)


@pytest.mark.rule("P4")
def test_thirty_bonus_tiles_six_of_them_for_all_players_but_one(box: Box, players: int) -> None:
    track = box.new(players=players).here["track"]
    left = {space["number"]: space["left"] for space in track}
    assert sorted(left) == list(BONUS)
    assert {n for n in BONUS if left[n] != 1} == (set(box.bonus["copies"]) if players > 2 else set())
    assert all(left[n] == players - 1 for n in box.bonus["copies"])
    assert sum(left.values()) == {2: 30, 3: 36, 4: 42}[players]


@pytest.mark.rule("P4")
def test_the_copies_of_the_bundled_edition() -> None:
    assert Box(None).bonus["copies"] == [13, 14, 16, 17, 29, 30]


# ---- P5: end-game tiles, tokens, keys --------------------------------------------------------------------------


@pytest.mark.rule("P5")
def test_end_game_tiles_are_all_there(box: Box) -> None:
    g = box.new(players=2, any_district=True)
    assert g.here["end_tiles"]["left"] == sum(box.end_count.values())
    rng = random.Random(5)
    while not g.legal("end"):
        g.play(rng.choice(g.legal()))
    assert g.ends_left() == box.end_count


@pytest.mark.rule("P5")
def test_the_end_game_tiles_of_the_bundled_edition() -> None:
    assert Box(None).end_count == dict.fromkeys(GOODS, 1) | {"francs": 3, "vp2": 1, "vp1": 2}
    assert sum(Box(None).end_count.values()) == 12


@pytest.mark.rule("P5")
@pytest.mark.parametrize("advanced", [False, True])
def test_six_tokens_of_each_kind(box: Box, advanced: bool) -> None:
    tokens = box.new(5, advanced=advanced).game.record()["setup"]["tokens"]
    count = Counter(good for district in tokens.values() for good in district.values())
    assert count == dict.fromkeys((*RESOURCES, *PRESTIGE), 6)


@pytest.mark.rule("P5")
def test_there_are_twelve_keys_for_each_player_and_no_more(box: Box, players: int) -> None:
    data = box.data | {"players": {"francs": 0, "keys_in_hand": {"2": 10, "3": 10, "4": 10}, "keys_in_reserve": 2}}
    g = lutetia.new("paris", edition=data, players=players, seed=1)
    for seat in g.ruleset.seats:
        has = g.view(seat)["position"]["seats"][seat]
        assert has["hand"] + has["reserve"] == 12
    data["players"] = data["players"] | {"keys_in_reserve": 3}
    with pytest.raises(EditionError, match=r"13 keys for 2 players; a player has 12 \(P5\)"):
        lutetia.new("paris", edition=data, players=players)


# ---- P6: money -------------------------------------------------------------------------------------------------


@pytest.mark.rule("P6")
def test_money_is_not_limited_by_the_coins(box: Box) -> None:
    rich = 1_000_000
    g = box.position("Montmartre 5\nArc p1", p1=f"{rich}F wood bonus12 hand=1", p2=f"{rich}F", turns_left=2)
    g.play("use 12", "sell wood")
    now = rich + box.bonus["francs"]["12"] + box.sell["wood"]
    assert g.francs("p1") == now
    assert g.can("move arc Montmartre:5")
    g.play("key bank Montmartre", "done", "done")
    assert g.over
    assert g.result()["francs"] == {"p1": now + box.bank("Montmartre"), "p2": rich}


@pytest.mark.rule("P6")
def test_everyone_may_take_from_the_same_bank(box: Box) -> None:
    """The money of all four from one bank, over and over: a bank is never empty."""
    g = box.position(players=4, stacks="", **{f"p{n}": "hand=6" for n in range(1, 5)})
    rng = random.Random(6)
    for _round in range(3):
        for seat in ("p1", "p2", "p3", "p4"):
            before, district = g.francs(seat), rng.choice(g.legal("key bank")).split()[2]
            g.play(f"key bank {district}", "done")
            assert g.francs(seat) == before + box.bank(district)
