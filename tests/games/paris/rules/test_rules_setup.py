"""Before the first turn: P10-P17."""

from __future__ import annotations

import json
from collections import Counter
from copy import deepcopy

import pytest

import lutetia
from lutetia.games.paris.rules.bonus import GOODS

from .claims import Scene
from .drawing import Box
from .names import BONUS, DISTRICTS, LANDMARKS, PRIZES, SEATS, VALUES

VIEWERS = (None, "p1", "p2")


# ---- P10: beside the board -------------------------------------------------------------------------------------


@pytest.mark.rule("P10")
def test_landmarks_and_vp_tiles_are_face_up(box: Box) -> None:
    g = box.new()
    assert g.display() == list(LANDMARKS)
    assert g.prizes_left() == list(PRIZES)
    for viewer in VIEWERS:
        assert g.seen(viewer)["display"] == g.here["display"]
        assert g.seen(viewer)["vp_tiles"] == g.here["vp_tiles"]
    assert all(district["vp_tile"] is None for district in g.here["districts"].values())
    assert all(district["landmarks"] == {} for district in g.here["districts"].values())


@pytest.mark.rule("P10")
def test_end_game_tiles_are_face_down(box: Box) -> None:
    g = box.new()
    for viewer in VIEWERS:
        assert g.seen(viewer)["end_tiles"] == {"left": sum(box.end_count.values()), "kinds": None}


@pytest.mark.rule("P10")
def test_the_supply_of_resources_is_empty(box: Box) -> None:
    g = box.new()
    assert g.here["supply"] == {"wood": 0, "marble": 0, "gold": 0}
    assert g.legal("buy") == []
    rich = box.position(p1="99F")
    for good in ("wood", "marble", "gold"):
        rich.refuses(f"buy {good}", "P60")


# ---- P11: the stacks -------------------------------------------------------------------------------------------


@pytest.mark.rule("P11")
def test_some_buildings_are_returned_and_the_rest_makes_equal_stacks(box: Box, players: int) -> None:
    buildings = box.data["buildings"]
    g = box.new(players=players)
    setup = g.game.record()["setup"]
    height = (36 - buildings["returned_unseen"]) // buildings["stacks"]
    assert [len(stack) for stack in setup["stacks"]] == [height] * buildings["stacks"]
    assert len(setup["returned"]) == buildings["returned_unseen"]
    assert [(stack["left"], stack["drawn"]) for stack in g.here["stacks"]] == [(height, [])] * buildings["stacks"]


@pytest.mark.rule("P11")
def test_in_the_bundled_edition_three_are_returned_and_three_stacks_made() -> None:
    setup = Box(None).new().game.record()["setup"]
    assert [len(stack) for stack in (*setup["stacks"], setup["returned"])] == [11, 11, 11, 3]


@pytest.mark.rule("P11")
def test_the_buildings_are_shuffled(box: Box) -> None:
    """Over many deals every tile is on top of every stack, or returned, at some time."""
    places: dict[int, set[tuple[str, int]]] = {}
    for seed in range(400):
        setup = box.new(seed).game.record()["setup"]
        for s, stack in enumerate((*setup["stacks"], setup["returned"])):
            places.setdefault(s, set()).add(tuple(stack[0]))
    assert {len(seen) for seen in places.values()} == {36}


def told_otherwise(g: Scene, *exchanges: tuple[tuple[int, int], tuple[int, int]]) -> Scene:
    """The same game with building tiles exchanged: (stack, place) and (stack, place), -1 those returned."""
    record = deepcopy(g.game.record())
    stacks = [*record["setup"]["stacks"], record["setup"]["returned"]]
    for (a, i), (b, j) in exchanges:
        stacks[a][i], stacks[b][j] = stacks[b][j], stacks[a][i]
    return Scene(g.box, lutetia.replay(record))


@pytest.mark.rule("P11", "P80")
def test_only_the_back_of_each_top_is_public(box: Box) -> None:
    g = box.new(2)
    setup = g.game.record()["setup"]
    stacks = [*setup["stacks"], setup["returned"]]
    same_back = next(
        (s, i) for s, stack in enumerate(stacks) for i, tile in enumerate(stack) if i and tile[0] == stacks[0][0][0]
    )
    others = [
        told_otherwise(g, ((0, 3), (1, 5))),
        told_otherwise(g, ((1, 2), (-1, 0))),
        told_otherwise(g, ((0, 0), same_back)),
        told_otherwise(g, ((2, 1), (2, 7)), ((0, 1), (-1, 1))),
    ]
    for viewer in VIEWERS:
        seen = json.dumps(g.game.view(viewer))
        assert all(json.dumps(other.game.view(viewer)) == seen for other in others)
    assert all(other.legal() == g.legal() for other in others)


@pytest.mark.rule("P11")
def test_the_next_back_shows_when_a_tile_is_drawn(box: Box) -> None:
    g = box.new(3)
    first, second = g.game.record()["setup"]["stacks"][1][:2]
    g.play("draw 2")
    assert g.here["stacks"][1]["drawn"] == [first]
    assert g.here["stacks"][1]["back"] == second[0]


# ---- P12: tokens -----------------------------------------------------------------------------------------------


@pytest.mark.rule("P12")
def test_each_space_gets_the_token_of_its_value(box: Box, players: int) -> None:
    g = box.new(players=players)
    for district in DISTRICTS:
        for value in VALUES:
            assert g.building(f"{district}:{value}")["token"] == box.token(value)


@pytest.mark.rule("P12")
def test_the_base_tokens_of_the_bundled_edition() -> None:
    g = Box(None).new()
    beside = [g.building(f"Belleville:{value}")["token"] for value in VALUES]
    assert beside == ["bronze", "silver", "gold_prestige", "wood", "marble", "gold"]


# ---- P13: the bonus track --------------------------------------------------------------------------------------


@pytest.mark.rule("P13")
def test_tile_n_lies_on_space_n(box: Box, players: int) -> None:
    g = box.new(players=players)
    assert [space["number"] for space in g.here["track"]] == list(BONUS)
    assert g.game.record()["setup"]["track"] == list(BONUS)


@pytest.mark.rule("P13")
def test_fewer_players_drop_copies(box: Box, players: int) -> None:
    g = box.new(players=players)
    assert {space["number"]: space["left"] for space in g.here["track"]} == box.copies(players)


@pytest.mark.rule("P13")
def test_a_copy_stays_when_one_is_taken(box: Box, players: int) -> None:
    tile = box.bonus["copies"][0]
    g = box.position("Montmartre 1\nArc p1", players=players, p1=box.fare("1"))
    g.play("move arc Montmartre:1", f"track {tile}")
    assert (tile in g.on_track()) == (players > 2)


# ---- P14: the players ------------------------------------------------------------------------------------------


@pytest.mark.rule("P14")
def test_what_each_player_begins_with(box: Box, players: int) -> None:
    g = box.new(players=players)
    part = box.data["players"]
    assert g.game.record()["seats"] == list(SEATS[:players])
    for seat in SEATS[:players]:
        has = g.of(seat)
        assert has["francs"] == part["francs"]
        assert has["hand"] == part["keys_in_hand"][str(players)]
        assert has["reserve"] == part["keys_in_reserve"]
        assert (has["vp"], has["meeple"], has["unused"], has["used"], has["ends"]) == (0, 0, {}, [], {})
        assert has["tokens"] == dict.fromkeys(GOODS, 0)


@pytest.mark.rule("P14")
@pytest.mark.parametrize(("players", "hand"), [(2, 10), (3, 9), (4, 7)])
def test_the_keys_of_the_bundled_edition(players: int, hand: int) -> None:
    has = Box(None).new(players=players).of("p1")
    assert (has["francs"], has["hand"], has["reserve"]) == (3, hand, 2)


@pytest.mark.rule("P14")
@pytest.mark.parametrize("players", [0, 1, 5, "3", True, None])
def test_two_to_four_players(players: object) -> None:
    with pytest.raises(ValueError, match="paris is a game for 2 to 4 players, not "):
        lutetia.new("paris", players=players)  # type: ignore[arg-type]


@pytest.mark.rule("P14")
def test_the_meeple_stands_before_space_1(box: Box) -> None:
    g = box.new()
    assert all(space["meeples"] == [] for space in g.here["track"])
    begun = box.position("Montmartre 1\nArc p1", p1=box.fare("1")).play("move arc Montmartre:1")
    assert [int(step.split()[1]) for step in begun.legal("track") if step != "track none"] == sorted(BONUS, key=str)


@pytest.mark.rule("P14")
def test_the_start_player_is_random(box: Box, players: int) -> None:
    firsts = Counter(box.new(seed, players=players).seat for seed in range(200))
    assert set(firsts) == set(SEATS[:players])
    assert min(firsts.values()) > 200 / players / 2
    g = box.new(7, players=players)
    assert g.game.record()["first"] == g.seat


# ---- P15: the variant `advanced` -------------------------------------------------------------------------------


@pytest.mark.rule("P15")
def test_advanced_gold_at_every_8_and_all_others_at_random(box: Box) -> None:
    seen: dict[str, Counter[str]] = {value: Counter() for value in VALUES}
    layouts = set()
    for seed in range(40):
        g = box.new(seed, advanced=True)
        city = g.here["districts"]
        layouts.add(str(g.game.record()["setup"]["tokens"]))
        for district in DISTRICTS:
            for value in VALUES:
                seen[value][city[district]["buildings"][box.own_name(value)]["token"]] += 1
    assert len(layouts) == 40
    assert set(seen["8"]) == {"gold"}
    for value in VALUES[:-1]:
        assert set(seen[value]) == set(GOODS) - {"gold"}


@pytest.mark.rule("P15")
def test_advanced_numbers_are_shuffled_within_their_zones(box: Box, players: int) -> None:
    zones = box.bonus["zones"]
    seen: dict[str, set[tuple[int, ...]]] = {name: set() for name in zones}
    for seed in range(12):
        g = box.new(seed, players, advanced=True)
        track = [space["number"] for space in g.here["track"]]
        for name, (first, last) in zones.items():
            zone = track[first - 1 : last]
            assert sorted(zone) == list(range(first, last + 1))
            seen[name].add(tuple(zone))
        assert {space["number"]: space["left"] for space in g.here["track"]} == box.copies(players)
    for orders in seen.values():
        assert len(orders) == 12
        assert len({order[0] for order in orders}) > 1
        assert len({order[-1] for order in orders}) > 1


@pytest.mark.rule("P15", "P50")
def test_advanced_the_meeple_goes_to_the_space_not_to_the_number(box: Box) -> None:
    g = box.new(1, advanced=True)
    track = [space["number"] for space in g.here["track"]]
    number = next(n for space, n in enumerate(track, 1) if n != space)
    while not g.legal("track "):
        g.play(next(iter(g.legal("move", "draw", "key", "done"))))
    ahead = [n for n in track if g.can(f"track {n}")]
    assert ahead == track
    g.play(f"track {number}")
    seat = next(seat for seat in SEATS[:2] if g.of(seat)["meeple"])
    assert g.of(seat)["meeple"] == track.index(number) + 1
    assert g.meeples(track.index(number) + 1) == [seat]


# ---- P16: the variant `any_district` ---------------------------------------------------------------------------

ANY = {"any_district": True}


@pytest.mark.rule("P16")
def test_any_district_no_tile_is_returned(box: Box) -> None:
    setup = box.new(any_district=True).game.record()["setup"]
    stacks = box.data["buildings"]["stacks"]
    assert setup["returned"] == []
    assert [len(stack) for stack in setup["stacks"]] == [36 // stacks] * stacks


@pytest.mark.rule("P16")
def test_any_district_a_tile_goes_to_any_district(box: Box) -> None:
    g = box.position(stage="draw", stacks="Montmartre:3", options=ANY, p1="hand=1").play("draw 1")
    assert g.asked() == "site"
    assert g.legal() == sorted(f"site {district}" for district in DISTRICTS)
    g.play("site Chaillot")
    assert g.building("Chaillot:3")["type"] == box.type("Montmartre:3")
    assert g.building("Montmartre:3")["type"] is None
    assert g.asked() is None


@pytest.mark.rule("P16")
def test_any_district_on_its_free_value_space_only(box: Box) -> None:
    other = next(kind for kind in box.notation.types if kind != box.type("Montmartre:3"))
    city = f"Chaillot 3={other}\nBelleville 2={other}"
    g = box.position(city, stage="draw", stacks="Montmartre:3", options=ANY).play("draw 1")
    assert g.legal() == sorted(f"site {district}" for district in DISTRICTS if district != "Chaillot")
    g.refuses("site Chaillot", "P16")
    g.play("site Belleville")
    assert g.building("Belleville:3")["type"] == box.type("Montmartre:3")


@pytest.mark.rule("P16")
def test_any_district_never_where_its_type_is_already(box: Box) -> None:
    kind = box.type("Montmartre:3")
    g = box.position(f"Chaillot 1={kind}", stage="draw", stacks="Montmartre:3", options=ANY).play("draw 1")
    assert not g.can("site Chaillot")
    error = g.refuses("site Chaillot", "P16")
    assert kind in str(error)
    assert g.can("site Montmartre")


@pytest.mark.rule("P16")
def test_any_district_what_fits_nowhere_is_discarded_without_a_redraw(box: Box) -> None:
    kind = box.type("Montmartre:3")
    city = "\n".join(f"{district} 1={kind}" for district in DISTRICTS)
    g = box.position(city, stage="draw", stacks="Montmartre:3 Chaillot:5", options=ANY, p1="hand=1").play("draw 1")
    assert g.asked() is None
    assert all(g.building(f"{district}:3")["type"] is None for district in DISTRICTS)
    assert g.here["stacks"][0]["left"] == 1
    g.refuses("draw 1", "P20")
    assert g.can("key arc")


@pytest.mark.rule("P16", "P22")
def test_any_district_nothing_comes_between_the_draw_and_the_site(box: Box) -> None:
    g = box.position(stage="draw", stacks="Montmartre:3", options=ANY, p1="9F wood bonus1 hand=1", supply="wood")
    assert g.legal("use", "sell", "buy") == ["buy wood", "sell wood", "use 1"]
    g.play("draw 1")
    for step in ("use 1", "sell wood", "buy wood", "key arc", "done", "draw 1"):
        g.refuses(step, "P16")


@pytest.mark.rule("P16")
def test_without_the_variant_there_is_no_site(box: Box) -> None:
    g = box.position(stage="draw", stacks="Montmartre:3").play("draw 1")
    assert g.building("Montmartre:3")["type"] == box.type("Montmartre:3")
    g.refuses("site Chaillot", "P16")


# ---- P17: two switches -----------------------------------------------------------------------------------------


@pytest.mark.rule("P17")
@pytest.mark.parametrize("advanced", [False, True])
@pytest.mark.parametrize("any_district", [False, True])
def test_the_variants_are_independent_switches(box: Box, advanced: bool, any_district: bool) -> None:
    g = box.new(4, advanced=advanced, any_district=any_district)
    setup = g.game.record()["setup"]
    base = {district: {str(box.value(v)): box.token(v) for v in VALUES} for district in DISTRICTS}
    assert (setup["tokens"] != base) == advanced
    assert (setup["track"] != list(BONUS)) == advanced
    assert (setup["returned"] == []) == any_district
    g.play("draw 1")
    assert (g.asked() == "site") == any_district


@pytest.mark.rule("P17")
def test_both_variants_are_off_by_default(box: Box) -> None:
    assert box.new().game.record()["options"] == {"advanced": False, "any_district": False, "screens": "open"}
    for wrong in ("yes", 1, None):
        with pytest.raises(ValueError, match="true or false"):
            lutetia.new("paris", options={"advanced": wrong})
