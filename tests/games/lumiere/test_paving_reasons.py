"""Reasons while the city is paved: facts of positions that were worked out by hand, and true in random ones."""

from __future__ import annotations

import random
from typing import Any

import pytest

import lutetia
from lutetia.bots.profile import Method
from lutetia.bots.reasons import Line, foresee
from lutetia.bots.suggestion import said
from lutetia.core.game import Game
from lutetia.games.lumiere.rules.scoring import BESIDE, Board, area
from lutetia.games.lumiere.text import paving_reasons

from configurations import new, walk

CORNER = "oobb.... *bmo...."  # a lamp on a2; orange may build on a1 b1 c2 d2, blue on c1 d1 b2 c2
TWO_PARTS = f"{CORNER} ........ ........ ..bb.... ..om...."


def table(rows: str, reserve: tuple[str, ...] = (), orange: tuple[int, ...] = (7, 0, 1, 2, 3, 5, 6)) -> Game[Any]:
    """A position with these rows; orange decides and has the first of these tiles in hand, the others on its stack."""
    paving = rows.replace(" ", "").ljust(64, ".")
    blue = [7, 6, 5, 4, 3, 2, 1, 0][: 8 - paving.count("bb")]
    document = {
        "paving": paving,
        "buildings": {},
        "pieces": {},
        "reserve": {"orange": list(reserve), "blue": []},
        "cards": {},
        "play": {"seat": "orange", "tiles": {"orange": list(orange), "blue": blue}},
    }
    return lutetia.position("lumiere", document, seed=1)


def line(game: Game[Any], step: str) -> Line:
    return foresee(game, [step], Method(2), 0, whole=True, reply=False)


def favour(game: Game[Any], step: str) -> set[str]:
    return {said(*reason) for _weight, reason in paving_reasons.favour(line(game, step))}


def against(game: Game[Any], played: str, best: str) -> set[str]:
    return {said(*reason) for _weight, reason in paving_reasons.against(line(game, played), line(game, best))}


def test_a_tile_names_its_lamps_the_largest_area_and_what_the_rival_does_not_get():
    assert favour(table(CORNER), "tile 7 A2 r0") == {
        "2 more spaces to build on beside lamps (a2 a4)",  # a3 and b4
        "spaces beside lamps for blue: 0",
        "largest area to build on: now 3 spaces",  # a3 b3 b4
        "keeps blue from 1 space beside a lamp on a3–b4",  # a3
        "spaces to build on: +3, for blue +1",
    }


def test_a_tile_keeps_the_rival_from_joining_two_areas():
    found = favour(table(TWO_PARTS), "tile 7 B2 r0")
    assert "keeps blue from joining up to 11 spaces over c3–d4" in found  # 4 and 3 with the 4 of the square
    assert not any("joining" in reason for reason in favour(table(TWO_PARTS), "tile 7 A2 r0"))


def test_a_tile_gives_a_building_of_the_reserve_a_place():
    game = table(CORNER, reserve=("V3",))
    assert "V3 would fit on a3 b3 b4: +6" in favour(game, "tile 7 A2 r0")  # two lamps, a2 and a4


def test_a_building_is_told_by_its_place_or_its_size_and_by_the_rival_s_place():
    game = table(CORNER)
    assert favour(game, "take V3") == {"V3 covers 3 spaces", "blue could build V3 on c1 b2 c2: +3"}
    assert favour(game, "take C6") == {"C6 covers 6 spaces", "blue does not get C6"}
    laid = table("om...... *o......", orange=(0, 1, 2, 3, 4, 5, 6))
    assert favour(laid, "take V3") == {"V3 would fit on a1 b1 b2: +3", "blue does not get V3"}
    unlit = table("oo...... mb......", orange=(1, 2, 3, 4, 5, 6, 7))
    assert favour(unlit, "take V3") == {"V3 fits in 1 place, which is not lit yet", "blue does not get V3"}


def test_a_building_that_was_taken_instead_of_a_tile():
    assert against(table(CORNER), "take I3", "tile 7 A2 r0") == {
        "misses 2 spaces to build on beside lamps (a2 a4)",
        "I3 does not fit anywhere yet",
        "leaves blue 1 space beside a lamp on a3–b4",
    }
    game = table(TWO_PARTS)
    assert "blue can join up to 11 spaces over c3–d4" in against(game, "take I3", "tile 7 B2 r0")


def test_a_tile_that_was_laid_in_a_worse_way():
    game = table(CORNER, orange=(0, 1, 2, 3, 5, 6, 7))
    assert against(game, "tile 0 D4 r0", "tile 0 A2 r0") == {
        "1 space fewer to build on beside lamps (a2)",  # a3
        "leaves blue 1 space beside a lamp on a3–b4",
        "V3 would get 0 at most, not +3 (on a3 b3 a4)",
    }
    assert not against(game, "tile 0 A2 r0", "tile 0 A2 r0")


def test_a_tile_that_takes_the_light_from_a_building():
    game = table("om...... *o......", reserve=("V3",), orange=(4, 0, 1, 2, 3, 5, 6))
    assert "V3 would get +3 at most, not +6 (on a1 b1 b2)" in against(game, "tile 4 D4 r0", "tile 4 B1 r1")


def test_one_building_instead_of_another():
    game = table("om...... *o......", orange=(0, 1, 2, 3, 4, 5, 6))
    assert against(game, "take I3", "take V3") == {"V3 would fit on a1 b1 b2: +3"}
    assert against(game, "take I3", "take C6") == {"C6 is larger than I3: 6 instead of 3"}
    assert "V3 would fit on a1 b1 b2: +3" in against(game, "tile 0 D4 r0", "take V3")


def facts(game: Game[Any], seat: str) -> tuple[set[str], set[str], int]:
    """By the names of spaces: where a seat may build, its part beside lamps, and its largest area."""
    ruleset: Any = game.ruleset
    board = Board(game.kernel, ruleset.notation)  # type: ignore[arg-type]
    ground = board.printed[seat] | board.printed["mixed"]
    bright = {space for space in ground if BESIDE[space] & board.printed["lamp"]}
    return ground, bright, max((len(area(space, ground)) for space in ground), default=0)


@pytest.mark.parametrize("seed", range(6))
def test_reasons_are_true_in_random_positions(seed):
    game = new("lumiere random", seed)
    told = 0
    for n, _step in enumerate(walk(game, random.Random(seed))):
        if game.over or game.kernel.phase != 1 or n % 4:
            continue
        seat = str(game.seat)
        had, before, _largest = facts(game, seat)
        for step in random.Random(n).choices(game.legal(), k=3):
            turn = line(game, step)
            has, bright, largest = facts(turn.after, seat)
            for _weight, (text, values) in paving_reasons.favour(turn):
                if "more space" in text:
                    assert values["n"] == len(bright - before)
                elif text.startswith("largest area"):
                    assert values["n"] == largest
                elif text.startswith("spaces to build on:"):
                    assert values["points"] == f"+{len(has - had)}".replace("+0", "0")
                elif text.startswith("{building} would fit"):
                    where = set(values["where"].split())
                    lamps = Board(turn.after.kernel, turn.after.ruleset.notation).printed["lamp"]
                    beside = {lamp for lamp in lamps if BESIDE[lamp] & where}
                    assert where <= has
                    assert values["points"] == f"+{len(where) * len(beside)}"
                else:
                    continue
                told += 1
    assert told
