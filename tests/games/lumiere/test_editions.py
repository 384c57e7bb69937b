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
from lutetia.games.lumiere.rules.edition import CARDS, Cells, cells, orientations
from lutetia.games.lumiere.rules.edition import faults as check_faults

import edition_data
from .claims import points
from .drawing import Box
from configurations import EDITIONS
from edition_data import Changes, bundled, found_together

DATA = bundled("lumiere")
changed = partial(edition_data.changed, DATA)
faults = partial(edition_data.faults, "lumiere")


# ---- each fault ------------------------------------------------------------------------------------------------

FAULTS: dict[str, tuple[Changes, str]] = {
    "a tile of five letters": (
        [(("tiles", "layout", 2), "OROMM")],
        "[tiles] layout[2] is OROMM; a tile is four letters of O, R, M, L",
    ),
    "an unknown letter": (
        [(("tiles", "layout", 7), "OMOX")],
        "[tiles] layout[7] is OMOX; a tile is four letters of O, R, M, L",
    ),
    "a tile too few": (
        [(("tiles", "layout"), DATA["tiles"]["layout"][:7])],
        "[tiles] layout: 7 tiles, but the board takes 8 of each player",
    ),
    "ragged rows": ([(("buildings", "L4"), ["###", "#"])], "[buildings] L4: its rows differ in length"),
    "an empty row": ([(("buildings", "L4"), ["###", "...", "#.."])], "[buildings] L4: a row or column of it is empty"),
    "an empty column": ([(("buildings", "I3"), ["###."])], "[buildings] I3: a row or column of it is empty"),
    "nothing in a row": ([(("buildings", "I3"), ["###", ""])], "[buildings] I3: rows of '#' and '.' are needed"),
    "no rows": ([(("buildings", "I3"), [])], "[buildings] I3: rows of '#' and '.' are needed"),
    "other marks": ([(("buildings", "I3"), ["#X#"])], "[buildings] I3: only '#' and '.' may be used"),
    "two pieces": (
        [(("buildings", "S4"), ["##.", "..#"])],
        "[buildings] S4: it is not in one piece (touching at corners is not enough)",
    ),
    "a hole": ([(("buildings", "U5"), ["###", "#.#", "###"])], "[buildings] U5: it has a hole"),
    "a shape too large": (
        [(("buildings", "V6"), ["###", "###", "###"])],
        "[buildings] V6: it covers 9 spaces; at most 8 in a box of 8 by 8 are possible",
    ),
    "the same shape twice": (
        [(("buildings", "V3"), ["#", "#", "#"])],
        "[buildings] V3: the same shape as I3; all differ (L3)",
    ),
    "the same shape turned over": (
        [(("buildings", "mirror"), True), (("buildings", "T4"), ["##.", ".##"])],
        "[buildings] S4: the same shape as T4; all differ (L3)",
    ),
    "a name with a space": (
        [(("buildings", "I 3"), ["#"])],
        "[buildings] I 3: a name is up to 12 letters, digits or hyphens, and not 'garden'",
    ),
    "a second garden": (
        [(("buildings", "garden"), ["#"])],
        "[buildings] garden: a name is up to 12 letters, digits or hyphens, and not 'garden'",
    ),
    "a statue of two spaces": ([(("pieces", "statue"), ["##"])], "[pieces] statue: it covers one space"),
    "an unknown piece": (
        [(("pieces", "bench"), ["##"])],
        "[pieces] unknown key bench; known keys: garden, fountain, annex, statue, lamp",
    ),
    "an unknown card": (
        [(("postcards", "further", 0), "eiffel")],
        "[postcards] further: unknown postcard eiffel; known postcards: bouquinistes, chartier, fontaine, "
        "grande-lumiere, jardin, lampadaire, levitation, metropolitain, moulin-rouge, peintre, penseur, sacre-coeur",
    ),
    "a card twice": ([(("postcards", "further", 0), "jardin")], "[postcards] jardin is listed twice"),
    "an offset twice": ([(("large_lamp", "pattern", 1), [-1, 0])], "[large_lamp] pattern: [-1, 0] is listed twice"),
    "the lamp itself": ([(("large_lamp", "pattern", 1), [0, 0])], "[large_lamp] pattern: [0, 0] is the lamp itself"),
    "an offset too far": (
        [(("large_lamp", "pattern", 1), [8, 0])],
        "[large_lamp] pattern: [8, 0] is not an offset [row, column] of two whole numbers from -7 to 7",
    ),
    "another board": ([(("board", "squares"), 5)], "[board] squares: the board must have 4 by 4 squares"),
    "points that are no number": (
        [(("points", "unbuilt"), "-3")],
        "[points] unbuilt: a whole number from -1000 to 1000 is needed",
    ),
    "no chimneys": ([(("counts", "chimneys"), 0)], "[counts] chimneys: a whole number from 1 to 100 is needed"),
    "another game's edition": ([(("name",), "paris")], "name: this is an edition of another game, paris"),
    "no version": ([(("version",), "1")], "version: a whole number from 1 is needed"),
    "mirror neither on nor off": ([(("buildings", "mirror"), "no")], "[buildings] mirror: true or false is needed"),
    "an unknown part": (
        [(("sounds",), {})],
        "unknown part sounds; known parts: board, buildings, counts, large_lamp, name, pieces, points, postcards, "
        "spaces_per_set, tiles, version",
    ),
}
SUMS: dict[str, tuple[Changes, str]] = {
    "a lamp too many": (
        [(("spaces_per_set", "lamp"), 5)],
        "[spaces_per_set] lamp: 5 are listed, but the tiles show 4 (L)",
    ),
    "more cards than tokens": (
        [(("counts", "action_tokens"), 3)],
        "[counts] 8 postcards in play, but 6 action tokens of the two players; each takes one (L31)",
    ),
    "a starter set of nine": (
        [
            (("postcards", "starter"), [*DATA["postcards"]["starter"], "fontaine"]),
            (("postcards", "further"), ["moulin-rouge", "penseur", "grande-lumiere"]),
        ],
        "[postcards] starter lists 9 postcards, but 8 are in play",
    ),
}


@pytest.mark.parametrize("fault", FAULTS | SUMS)
def test_a_fault_is_named(fault: str) -> None:
    changes, message = (FAULTS | SUMS)[fault]
    assert faults(changed(*changes)) == (message,)


def test_every_fault_is_named_at_once() -> None:
    """One fault in each part, and two in the buildings."""
    together = (
        "a tile of five letters",
        "an unknown letter",
        "ragged rows",
        "two pieces",
        "a hole",
        "the same shape twice",
        "a statue of two spaces",
        "an unknown card",
        "the lamp itself",
        "another board",
        "points that are no number",
        "no chimneys",
        "no version",
        "an unknown part",
    )
    found_together("lumiere", [FAULTS[fault] for fault in together])


def test_every_sum_that_does_not_add_up_is_named_at_once() -> None:
    found_together("lumiere", list(SUMS.values()))


INNER = [(part, key) for part in DATA if isinstance(DATA[part], dict) for key in DATA[part] if key != "status"]


@pytest.mark.parametrize(("part", "key"), INNER)
def test_a_missing_key_is_named_unless_it_is_a_building(part: str, key: str) -> None:
    data = deepcopy(DATA)
    del data[part][key]
    if part == "buildings" and key != "mirror":
        assert key not in lutetia.new("lumiere", edition=data, seed=1).view()["position"]["supply"]
    else:
        assert any(fault.startswith(f"[{part}] ") and key in fault for fault in faults(data))


# ---- the limits ------------------------------------------------------------------------------------------------

NAMES = ["A", "A-", "A--", "AA", "A1", "a", "a1", "-", "--", "0", "00", "Z", "z", "gardens", "garde", "longest-name"]


def octominoes(wanted: int) -> list[list[str]]:
    """Different shapes of eight spaces without any symmetry."""
    rng = random.Random(8)
    found: list[list[str]] = []
    seen: set[Cells] = set()
    while len(found) < wanted:
        grown = {(0, 0)}
        while len(grown) < 8:
            row, column = rng.choice(sorted(grown))
            grown.add(rng.choice([(row + 1, column), (row, column + 1), (row, column - 1)]))
        left, width = min(c for _r, c in grown), len({c for _r, c in grown})
        rows = ["".join(".#"[(r, left + c) in grown] for c in range(width)) for r in range(len({r for r, _c in grown}))]
        looks = orientations(cells(rows), mirror=True)
        if len(looks) == 8 and not looks & seen and not check_faults(changed((("pieces", "garden"), rows))):
            found.append(rows)
            seen |= looks
    return found


def played(data: dict[str, Any], seeds: int) -> None:
    """Play random games to the end; lists are sorted and the scores agree."""
    first = lutetia.new("lumiere", edition=data, seed=0)
    for seed in range(seeds):
        g, rng = Game.deal(first.ruleset, Rng(seed)), random.Random(seed)
        while not g.over:
            steps = g.legal()
            assert steps == sorted(set(steps))
            assert points(g, "orange") + points(g, "blue") == sum(page["total"] for page in g.score().values())
            g.play(rng.choice(steps))


def test_the_largest_box_can_be_played() -> None:
    shapes = octominoes(18)
    played(
        changed(
            (("buildings",), {"mirror": True} | dict(zip(NAMES, shapes, strict=False))),
            (("pieces", "garden"), shapes[16]),
            (("pieces", "fountain"), shapes[17]),
            (("postcards",), {"starter": list(CARDS), "further": []}),
            (("counts",), {"action_tokens": 6, "postcards_in_play": 12, "chimneys": 1}),
        ),
        seeds=6,
    )


def test_the_smallest_box_can_be_played() -> None:
    played(
        changed(
            (("buildings",), {"mirror": False, "x": ["#"]}),
            (("pieces", "garden"), ["#"]),
            (("pieces", "fountain"), ["#"]),
            (("tiles", "layout"), ["LLLL"] * 8),
            (("spaces_per_set",), {"own": 0, "rival": 0, "mixed": 0, "lamp": 32}),
            (("large_lamp", "pattern"), []),
            (("postcards",), {"starter": ["metropolitain", "levitation"], "further": []}),
            (("counts",), {"action_tokens": 1, "postcards_in_play": 2, "chimneys": 1}),
        ),
        seeds=6,
    )


@pytest.mark.parametrize("n", [0, 17])
def test_one_to_sixteen_buildings_are_possible(n: int) -> None:
    shapes = {f"B{i}": rows for i, rows in enumerate(octominoes(n))}
    data = changed((("buildings",), {"mirror": True} | shapes))
    assert faults(data) == (f"[buildings] {n} buildings; 1 to 16 are possible",)


# ---- the edition of the tests ---------------------------------------------------------------------------------


def test_both_editions_differ_wherever_they_may() -> None:
    """Otherwise a number hard-coded in the source or a test would go unnoticed."""
    first, second = Box(None).data, Box(EDITIONS / "second.toml").data
    for part in ("spaces_per_set", "points"):
        assert all(first[part][key] != second[part][key] for key in first[part] if key != "status")
    assert first["buildings"]["mirror"] != second["buildings"]["mirror"]
    assert first["pieces"]["fountain"] != second["pieces"]["fountain"]
    assert first["large_lamp"]["pattern"] != second["large_lamp"]["pattern"]
    assert set(first["postcards"]["starter"]) != set(second["postcards"]["starter"])


def test_faults_of_one_part_do_not_hide_sums_of_others(box: Box) -> None:
    data = deepcopy(box.data)
    data["tiles"]["layout"][0] = "OOOOO"
    data["counts"]["action_tokens"] = 3
    with pytest.raises(lutetia.EditionError) as caught:
        lutetia.new("lumiere", edition=data)
    assert len(caught.value.faults) == 2
