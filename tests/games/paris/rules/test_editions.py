"""The check of an edition reports every fault at once, and no data can do any other harm."""

from __future__ import annotations

import random
from copy import deepcopy
from functools import partial
from typing import Any

import pytest

import lutetia
from lutetia import Game
from lutetia.core.random import Rng

import edition_data
from .drawing import Box
from configurations import EDITIONS
from edition_data import Changes, KeyPath, bundled, found_together

DATA = bundled("paris")
changed = partial(edition_data.changed, DATA)
faults = partial(edition_data.faults, "paris")
SECOND = EDITIONS / "second-paris.toml"
PARTS = [key for key in DATA if isinstance(DATA[key], dict)]
GOODS = "bronze, gold, gold_prestige, marble, silver, wood"


# ---- each fault ------------------------------------------------------------------------------------------------

TYPES = DATA["types"]["Montmartre"]
MARK = DATA["landmarks"][0]

FAULTS: dict[str, tuple[Changes, str]] = {
    "five districts": (
        [(("districts", "names"), DATA["districts"]["names"][:5])],
        "[districts] names: a list of 6 names is needed",
    ),
    "a name in small letters": (
        [(("districts", "names", 0), "montmartre")],
        "[districts] names: montmartre: a name has up to 24 letters, spaces and hyphens, and starts with one of A to Z",
    ),
    "a name that begins with another": (
        [(("districts", "names", 0), "Chaillo")],
        "[districts] names: Chaillot begins with Chaillo; no name may begin with another",
    ),
    "the same name twice": (
        [(("districts", "names", 0), "Chaillot")],
        "[districts] names: Chaillot begins with Chaillot; no name may begin with another",
    ),
    "five banks": (
        [(("districts", "banks"), [1, 2, 3, 4, 5])],
        "[districts] banks: a list of 6 amounts is needed, one for each district",
    ),
    "a bank that owes": (
        [(("districts", "banks", 3), -1)],
        "[districts] banks: whole numbers from 0 to 1000 are needed",
    ),
    "values that do not rise": (
        [(("buildings", "values"), [1, 2, 2, 4, 5, 8])],
        "[buildings] values: 6 rising whole numbers from 1 to 60 are needed",
    ),
    "no 8": (
        [(("buildings", "values", 5), 9)],
        "[buildings] values: 8 must be among them; its wood, its VP and its gold have rules",
    ),
    "a bonus move at no building": (
        [(("buildings", "bonus_move_free"), [1, 7])],
        "[buildings] bonus_move_free: a list of building values is needed",
    ),
    "a bonus move twice": (
        [(("buildings", "bonus_move_free"), [1, 1])],
        "[buildings] bonus_move_free: a value is listed twice",
    ),
    "a paid bonus move at no building": (
        [(("buildings", "bonus_move_paid", "value"), 7)],
        "[buildings] bonus_move_paid: there is no building of value 7",
    ),
    "a bonus move paid and free": (
        [(("buildings", "bonus_move_paid", "value"), 2)],
        "[buildings] bonus_move_paid: value 2 already has a free bonus move",
    ),
    "stacks that are not equal": (
        [(("buildings", "returned_unseen"), 4)],
        "[buildings] stacks: 32 tiles do not make 3 equal stacks (P11)",
    ),
    "wood that is given": (
        [(("buildings", "wood_for_8"), -1)],
        "[buildings] wood_for_8: a whole number from 0 to 12 is needed",
    ),
    "a type table that is not complete": (
        [(("types", "Montmartre"), TYPES[:5])],
        "[types] Montmartre: 6 different types are needed, one for each value; of 5 5 differ",
    ),
    "a type twice in a district": (
        [(("types", "Montmartre"), [*TYPES[:5], TYPES[0]])],
        "[types] Montmartre: 6 different types are needed, one for each value; of 6 5 differ",
    ),
    "a seventh type": (
        [(("types", "Montmartre"), [*TYPES[:5], "school"])],
        "[types] 7 types in all; every district shows the same 6: "
        "bakery, cafe, hotel, residence, restaurant, school, theatre",
    ),
    "a type in capitals": (
        [(("types", "Montmartre"), ["Cafe", *TYPES[1:]])],
        "[types] Montmartre: a list of types, in lower-case letters a to z, is needed",
    ),
    "an unknown token": (
        [(("tokens", "by_value", "4"), "steel")],
        f"[tokens] by_value: a token for each building value is needed, of: {GOODS}",
    ),
    "a token kind that is lacking": (
        [(("tokens", "by_value", "4"), "gold")],
        f"[tokens] by_value: each kind of token once: {GOODS}",
    ),
    "seven tokens of each kind": (
        [(("tokens", "count_each"), 7)],
        "[tokens] count_each: 6 of each kind are needed for the 36 building spaces",
    ),
    "bought as cheaply as sold": (
        [(("tokens", "buy", "wood"), 2)],
        "[tokens] wood: bought for 2 F and sold for 2 F; buying must cost more, or a turn could go on for ever",
    ),
    "prestige that is bought": (
        [(("tokens", "buy", "bronze"), 2)],
        "[tokens] buy: unknown key bronze; known keys: wood, marble, gold",
    ),
    "a price that is no number": (
        [(("tokens", "sell", "gold"), "4")],
        "[tokens] sell.gold: a whole number from 0 to 1000 is needed",
    ),
    "no landmark": ([(("landmarks",), [])], "[[landmarks]] a list of 1 to 8 landmarks is needed"),
    "nine landmarks": (
        [(("landmarks",), [MARK | {"value": n} for n in range(10, 19)])],
        "[[landmarks]] a list of 1 to 8 landmarks is needed",
    ),
    "two landmarks of a value": (
        [(("landmarks", 1, "value"), 9)],
        "[[landmarks]] 2: value: 9 is the value of another landmark",
    ),
    "four sections": (
        [(("landmarks", 0, "sections"), ["bronze"] * 4)],
        "[[landmarks]] 1: sections: at most 3 are possible (P3)",
    ),
    "a section for a resource": (
        [(("landmarks", 0, "sections"), ["gold"])],
        "[[landmarks]] 1: sections: a list of prestige is needed, of: bronze, silver, gold_prestige",
    ),
    "a landmark without a name": ([(("landmarks", 0, "name"), " ")], "[[landmarks]] 1: name: a text is needed"),
    "a landmark that costs wood": (
        [(("landmarks", 0, "wood"), 1)],
        "[[landmarks]] 1: unknown key wood; known keys: value, name, marble, gold, sections",
    ),
    "a landmark that is no table": ([(("landmarks", 0), "Louvre")], "[[landmarks]] 1: a table is needed"),
    "a section of no worth": (
        [(("section_vp", "silver"), None)],
        "[section_vp] silver: a whole number from 0 to 1000 is needed",
    ),
    "a VP tile that rises": (
        [(("vp_tiles", "tiles", 0), [11, 20, 5])],
        "[vp_tiles] tile 1: it rises, 11/20/5; a lower place must not score more",
    ),
    "a VP tile of two places": (
        [(("vp_tiles", "tiles", 0), [20, 10])],
        "[vp_tiles] tile 1: three whole numbers from 0 to 1000 are needed",
    ),
    "two VP tiles of one name": (
        [(("vp_tiles", "tiles", 1), [20, 9, 4])],
        "[vp_tiles] tile 2: another tile has 20 VP for first place; records identify tiles by this number",
    ),
    "thirteen VP tiles": (
        [(("vp_tiles", "tiles"), [[n, 0, 0] for n in range(13)])],
        "[vp_tiles] tiles: a list of at most 12 tiles is needed",
    ),
    "a copy of no tile": ([(("bonus", "copies"), [13, 31])], "[bonus] copies: a list of tile numbers is needed"),
    "a copy twice": ([(("bonus", "copies"), [13, 13])], "[bonus] copies: a number is listed twice"),
    "a gap between zones": (
        [(("bonus", "zones", "B"), [12, 20])],
        "[bonus] zones: zone B must begin with 11 and end no lower",
    ),
    "a zone too short": (
        [(("bonus", "zones", "C"), [21, 29])],
        "[bonus] zones: the last zone must end with 30",
    ),
    "a zone that is none": (
        [(("bonus", "zones", "A"), "1-10")],
        "[bonus] zones: the first and last number of zones A, B and C are needed",
    ),
    "francs for a tile that has none": (
        [(("bonus", "francs", "6"), 3)],
        "[bonus] francs: unknown key 6; known keys: 1, 5, 7, 12, 22",
    ),
    "VP for a value that are no pair": (
        [(("bonus", "per_value", "6"), [1])],
        "[bonus] per_value.6: a building value and the VP for each are needed",
    ),
    "eight types": (
        [(("bonus", "per_types", "8"), 30)],
        "[bonus] per_types: VP for numbers of types from 1 to 7 are needed",
    ),
    "VP for five players": (
        [(("bonus", "per_pair", "5"), 5)],
        "[bonus] per_pair: unknown key 5; known keys: 2, 3, 4",
    ),
    "no space back": (
        [(("bonus", "back_at_most"), 0)],
        "[bonus] back_at_most: a whole number from 1 to 30 is needed",
    ),
    "no end-game tile": (
        [(("end_tiles", key), 0) for key in DATA["end_tiles"] if key != "status"],
        "[end_tiles] there are no tiles; taking the last one ends the game (P72)",
    ),
    "thirteen end-game tiles of a kind": (
        [(("end_tiles", "wood"), 13)],
        "[end_tiles] wood: a whole number from 0 to 12 is needed",
    ),
    "two kinds with francs": (
        [(("end_tiles", "francs_4"), 1)],
        "[end_tiles] unknown key francs_4; known keys: wood, marble, gold, bronze, silver, gold_prestige, "
        "francs_3, vp_2, vp_1",
    ),
    "thirteen keys": (
        [(("players", "keys_in_hand", "2"), 11)],
        "[players] 13 keys for 2 players; a player has 12 (P5)",
    ),
    "another game's edition": ([(("name",), "lumiere")], "name: this is an edition of another game, lumiere"),
    "no version": ([(("version",), "1")], "version: a whole number from 1 is needed"),
    "an unknown part": (
        [(("sounds",), {})],
        "unknown part sounds; known parts: bonus, buildings, districts, end_tiles, landmarks, name, players, "
        "section_vp, tokens, types, version, vp_tiles",
    ),
}
SUMS: dict[str, tuple[Changes, str]] = {
    "a district without types": (
        [(("types",), {"Pigalle" if key == "Montmartre" else key: types for key, types in DATA["types"].items()})],
        "[types] the districts must be: Montmartre, La Villette, Belleville, Saint-Germain, Chaillot, Batignolles",
    ),
    "a value without a token": (
        [(("tokens", "by_value"), {"7" if v == "5" else v: good for v, good in DATA["tokens"]["by_value"].items()})],
        "[tokens] by_value: the values must be: 1, 2, 3, 4, 5, 8",
    ),
    "VP for a value that is not there": (
        [(("bonus", "per_value", "26"), [7, 6])],
        "[bonus] per_value.26: there is no building of value 7",
    ),
    "a landmark dearer than the supply can ever pay": (
        [(("landmarks", 0, "gold"), 12)],
        "Moulin Rouge costs 1 × marble, 12 × gold, but all tokens and tiles together give no more than "
        "8 × marble, 8 × gold, and 3 of any kind",
    ),
    "an 8 dearer than the supply can ever pay": (
        [(("buildings", "wood_for_8"), 12)],
        "value 8 costs 12 × wood, but all tokens and tiles together give no more than 8 × wood, and 3 of any kind",
    ),
}


@pytest.mark.parametrize("fault", FAULTS | SUMS)
def test_a_fault_is_named(fault: str) -> None:
    changes, message = (FAULTS | SUMS)[fault]
    assert faults(changed(*changes)) == (message,)


def test_what_can_just_be_paid_is_no_fault() -> None:
    """6 tokens, bonus tile 4, an end-game tile, and the three units of any kind."""
    lutetia.new("paris", edition=changed((("landmarks", 0, "gold"), 11)), seed=1)
    lutetia.new("paris", edition=changed((("buildings", "wood_for_8"), 11)), seed=1)


def test_every_fault_is_named_at_once() -> None:
    """One fault in each part, and two in some."""
    together = (
        "a bank that owes",
        "a name in small letters",
        "no 8",
        "wood that is given",
        "a type table that is not complete",
        "seven tokens of each kind",
        "two landmarks of a value",
        "four sections",
        "a section of no worth",
        "a VP tile that rises",
        "a copy twice",
        "a zone too short",
        "no space back",
        "thirteen end-game tiles of a kind",
        "thirteen keys",
        "no version",
        "an unknown part",
    )
    found_together("paris", [FAULTS[fault] for fault in together])


def test_every_sum_that_does_not_add_up_is_named_at_once() -> None:
    found_together("paris", list(SUMS.values()))


def test_missing_landmarks_are_named() -> None:
    data = {key: value for key, value in DATA.items() if key != "landmarks"}
    assert faults(data) == ("[[landmarks]] a list of 1 to 8 landmarks is needed",)


INNER = [(part, key) for part in PARTS for key in DATA[part] if key != "status"]


@pytest.mark.parametrize(("part", "key"), INNER)
def test_a_missing_key_is_named_unless_it_is_a_kind_of_vp(part: str, key: str) -> None:
    data = deepcopy(DATA)
    del data[part][key]
    if part == "end_tiles" and key.startswith("vp"):
        lutetia.new("paris", edition=data, seed=1)
    else:
        assert any(fault.startswith(f"[{part}] ") and (key in fault or part == "types") for fault in faults(data))


# ---- the limits ------------------------------------------------------------------------------------------------


def played(data: dict[str, Any], seeds: int) -> None:
    """Play random games to the end; lists are sorted, points agree, and views can be determinized."""
    for seed in range(seeds):
        ruleset = lutetia.ruleset("paris", edition=data, players=2 + seed % 3, options={"any_district": seed % 2 == 1})
        g, rng = Game.deal(ruleset, Rng(seed)), random.Random(seed)
        while not g.over:
            steps = g.legal()
            assert steps == sorted(set(steps))
            if rng.random() < 0.05:
                scores = ruleset.scores(g._kernel)
                assert [g._kernel.points_of(s) for s in range(len(scores))] == [p["total"] for p in scores.values()]
            if rng.random() < 0.01:
                view = g.view(g.seat)
                assert lutetia.imagine(view, seed).view(g.seat) == view
            g.play(rng.choice(steps))
        assert lutetia.replay(g.record()).result() == g.result()


def test_the_largest_box_can_be_played() -> None:
    names = [letter + "étoile de la république"[:23] for letter in "ABCDEF"]
    dear = {"name": "Dear", "marble": 8, "gold": 8, "sections": ["bronze", "silver", "gold_prestige"]}
    played(
        changed(
            (("districts",), {"names": names, "banks": [100] * 6}),
            (("types",), dict.fromkeys(names, TYPES)),
            (("buildings", "values"), [8, 10, 20, 30, 40, 60]),
            (("buildings", "wood_for_8"), 8),
            (("buildings", "stacks"), 9),
            (("buildings", "returned_unseen"), 0),
            (("buildings", "bonus_move_free"), [8, 10, 20, 30, 40]),
            (("buildings", "bonus_move_paid"), {"value": 60, "francs": 0}),
            (("tokens", "by_value"), dict(zip(["8", "10", "20", "30", "40", "60"], GOODS.split(", "), strict=True))),
            (("landmarks",), [dear | {"value": value} for value in (60, 59, 9, 11, 21, 8, 58, 1)]),
            (("vp_tiles", "tiles"), [[1000 - n, 500, 0] for n in range(12)]),
            (("bonus", "copies"), list(range(1, 31))),
            (("bonus", "zones"), {"A": [1, 1], "B": [2, 2], "C": [3, 30]}),
            (("bonus", "per_value"), {key: [60, 1000] for key in DATA["bonus"]["per_value"]}),
            (("bonus", "back_at_most"), 30),
            (("end_tiles",), dict.fromkeys([*GOODS.split(", "), "francs_999", "vp_1", "vp_10", "vp_999"], 12)),
            (("players",), {"francs": 200, "keys_in_hand": {"2": 12, "3": 12, "4": 12}, "keys_in_reserve": 0}),
        ),
        seeds=3,
    )


def test_the_smallest_box_can_be_played() -> None:
    """One building is drawn, nobody has a key or a franc, and one end-game tile is taken."""
    played(
        changed(
            (("districts", "banks"), [0] * 6),
            (("buildings", "stacks"), 1),
            (("buildings", "returned_unseen"), 35),
            (("buildings", "wood_for_8"), 0),
            (("buildings", "bonus_move_free"), []),
            (("landmarks",), [{"value": 1, "name": "x", "marble": 0, "gold": 0, "sections": []}]),
            (("vp_tiles", "tiles"), []),
            (("bonus", "copies"), []),
            (("bonus", "per_types"), {}),
            (("end_tiles",), dict.fromkeys(GOODS.split(", "), 0) | {"francs_1": 1}),
            (("players",), {"francs": 0, "keys_in_hand": {"2": 0, "3": 0, "4": 0}, "keys_in_reserve": 0}),
        ),
        seeds=6,
    )


# ---- the edition of the tests ---------------------------------------------------------------------------------


def numbers(data: Any, so_far: KeyPath = ()) -> dict[KeyPath, int]:
    """Every number of an edition with its path; landmarks and values by rank, not by index."""
    if isinstance(data, bool) or not isinstance(data, int | dict | list):
        return {}
    if isinstance(data, int):
        return {so_far: data}
    inner = data.items() if isinstance(data, dict) else enumerate(data)
    return {way: n for key, value in inner for way, n in numbers(value, (*so_far, key)).items()}


def test_both_editions_differ_wherever_they_may() -> None:
    """Otherwise a number hard-coded in the source or a test would go unnoticed.

    Both have six tokens of each kind, the 8, the ends of the track, some tiles with copies, and some small counts.
    """
    first, second = numbers(Box(None).data), numbers(Box(SECOND).data)
    for part in ("section_vp", "vp_tiles", "players"):
        assert [way for way in first if way[0] == part and first[way] == second.get(way)] == []
    for part in ("francs", "vp", "per_landmark", "per_types", "extra_key", "per_unused", "per_pair", "per_value"):
        ways_of_part = [way for way in first if way[:2] == ("bonus", part)]
        assert [way for way in ways_of_part if first[way] == second.get(way)] == []
    for part in ("buy", "sell"):
        assert [way for way in first if way[:2] == ("tokens", part) and first[way] == second[way]] == []
    for key in ("wood_for_8", "vp_for_8", "returned_unseen", "stacks", "bonus_move_paid", "bonus_move_free"):
        assert Box(None).data["buildings"][key] != Box(SECOND).data["buildings"][key]
    assert set(Box(None).data["districts"]["banks"]) != set(Box(SECOND).data["districts"]["banks"])
    assert not set(Box(None).notation.types) & set(Box(SECOND).notation.types)
    for mark in ("L9", "L10", "L11", "L12", "L13", "L14", "L15", "L16"):
        assert Box(None).value(mark) != Box(SECOND).value(mark)
        assert Box(None).cost(mark) != Box(SECOND).cost(mark)
        assert sorted(Box(None).sections(mark)) != sorted(Box(SECOND).sections(mark))
