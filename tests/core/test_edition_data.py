"""Editions given as data, for both games: whatever is wrong is reported, and no value does any other harm."""

from __future__ import annotations

import random
from copy import deepcopy
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lutetia
from lutetia import EditionError

from configurations import COMPILED, FULL
from edition_data import KeyPath, bundled, changed, faults

DATA = {game: bundled(game) for game in ("lumiere", "paris")}
PARTS = [(game, part) for game in DATA for part in DATA[game] if isinstance(DATA[game][part], dict)]
WRONG: list[Any] = [
    *(None, True, False, 0, 1, -1, 9, 60, 10**30, 0.0, 1.5, float("nan"), float("inf")),
    *("", " ", "#", "O", "gold", "Aé", "é", "x" * 400, "{0}", "\x00", "\ud800"),
    *("garden", "levitation", "Montmartre", "cafe"),
    *([], [[]], [None], ["#", 1], ["gold", 1], [1, 2], [3, 2, 1], [{}], ["#"] * 1000, ["bronze"] * 1000),
    *([True, False], {}, {"a": 1}, {1: 2}, {None: None}, b"", b"OORM", b"gold", (), ("##",), ("gold",)),
    *(date(1889, 5, 6), object()),
]
games = pytest.mark.parametrize("game", DATA)
parts = pytest.mark.parametrize(("game", "part"), PARTS)


def key_paths(value: Any, so_far: KeyPath = ()) -> list[KeyPath]:
    """The paths to everything in the data."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    deeper = [path for key, v in inner for path in key_paths(v, (*so_far, key))]
    return ([so_far] if so_far else []) + deeper


CHANGES = {
    game: st.lists(st.tuples(st.sampled_from(key_paths(data)), st.sampled_from(WRONG)), min_size=1, max_size=3)
    for game, data in DATA.items()
}


@parts
def test_a_missing_part_is_reported(game: str, part: str) -> None:
    data = {key: value for key, value in DATA[game].items() if key != part}
    assert faults(game, data) == (f"[{part}] is missing",)


@games
@pytest.mark.parametrize("key", ["name", "version"])
def test_a_missing_name_or_version_is_reported(game: str, key: str) -> None:
    data = {k: value for k, value in DATA[game].items() if k != key}
    found = faults(game, data)
    assert len(found) == 1
    assert found[0].startswith(f"{key}: ")


@games
def test_an_empty_edition_has_a_fault_for_each_part(game: str) -> None:
    assert len(faults(game, {})) == len(DATA[game])


@pytest.mark.parametrize(
    "value", [v for v in WRONG if not isinstance(v, dict)], ids=lambda v: repr(v)[:20].split(" at")[0]
)
@games
def test_a_part_that_is_not_a_table_is_missing(game: str, value: Any) -> None:
    for part in (part for owner, part in PARTS if owner == game):
        assert f"[{part}] is missing" in faults(game, changed(DATA[game], ((part,), value)))


@games
@settings(max_examples=500 if FULL else 200 if COMPILED else 50, deadline=None, derandomize=True, database=None)
@given(drawn=st.data())
def test_values_of_wrong_types_are_reported_or_do_no_harm(game: str, drawn: st.DataObject) -> None:
    changes = drawn.draw(CHANGES[game])
    data = changed(DATA[game], *sorted(changes, key=lambda change: -len(change[0])))
    try:
        g = lutetia.new(game, edition=data, seed=1)
    except EditionError as error:
        assert error.faults
        assert len(str(error)) < 20_000
    else:
        rng = random.Random(1)
        while not g.over:
            g.play(rng.choice(g.legal()))


@parts
def test_a_status_must_be_a_text_so_that_a_record_can_contain_it(game: str, part: str) -> None:
    data = changed(DATA[game], ((part, "status"), 1889))
    assert f"[{part}] status: a text is needed" in faults(game, data)


@games
def test_an_edition_given_as_data_is_copied(game: str) -> None:
    data = deepcopy(DATA[game]) | {"version": 77}
    g = lutetia.new(game, edition=data)
    for part in data.values():
        if isinstance(part, dict):
            part.clear()
    assert g.record()["edition"] == DATA[game] | {"version": 77}


@games
@pytest.mark.parametrize("source", [5, b"x", ["x"], "a\0b"])
def test_a_source_is_a_path_or_data(game: str, source: object) -> None:
    with pytest.raises(EditionError, match="a path or the parsed data is needed"):
        lutetia.new(game, edition=source)
