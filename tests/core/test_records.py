"""Records from outside: valid ones are read, damaged and hostile ones refused with a clear message."""

from __future__ import annotations

import copy
import json
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lutetia
from lutetia.core import record as records

from configurations import new, walk


def finished(seed=11, name="lumiere random"):
    game = new(name, seed)
    for _step in walk(game, random.Random(seed)):
        pass
    return json.loads(json.dumps(game.record()))


RECORD = finished()


def changed(**keys):
    return copy.deepcopy(RECORD) | keys


def refused(record) -> lutetia.RecordError:
    with pytest.raises(lutetia.RecordError) as caught:
        lutetia.replay(record)
    message = str(caught.value)
    assert message
    assert "{" not in message
    assert len(message) < 500
    return caught.value


def test_a_whole_record_is_read():
    assert lutetia.replay(RECORD).record() == RECORD


def test_defaults_may_be_left_out_and_are_filled_in():
    record = lutetia.new("lumiere", seed=1, options={"first": "blue"}).record()
    record["options"] = {"first": "blue"}
    assert lutetia.replay(record).record()["options"] == {"postcards": "starter", "two_tiles": False, "first": "blue"}


def test_the_order_of_postcards_has_no_meaning_and_is_kept():
    record = changed()
    record["setup"]["postcards"].reverse()
    assert lutetia.replay(record).record() == record


@pytest.mark.parametrize("turns", range(len(RECORD["turns"])))
def test_an_unfinished_record_is_read(turns):
    record = changed(turns=RECORD["turns"][:turns], result=None)
    assert lutetia.replay(record).record() == record


@pytest.mark.parametrize("name", ["lumiere random", "paris for four"])
def test_a_record_is_read_as_far_as_wanted(name):
    """After each number of steps: as the game was then. What follows is not looked at, but must be there."""
    record = finished(name=name)
    steps = [step for turn in record["turns"] for step in turn["steps"]]
    game = lutetia.replay(record, steps=0)
    assert (game.record()["turns"], game.record()["setup"]) == ([], record["setup"])
    for number, step in enumerate(steps, 1):
        game.play(step)
        if number % 9 == 0 or number == len(steps):
            assert lutetia.replay(record, steps=number).record() == game.record()
    with pytest.raises(lutetia.RecordError, match=f"the record has {len(steps)} steps, not {len(steps) + 1}"):
        lutetia.replay(record, steps=len(steps) + 1)
    damaged = record | {"turns": [*record["turns"][:-1], "nonsense"], "result": None}
    assert lutetia.replay(damaged, steps=3).record()["turns"]


def test_only_the_last_turn_may_be_unfinished():
    at = next(t for t, turn in enumerate(RECORD["turns"]) if len(turn["steps"]) > 1)
    cut = {"seat": RECORD["turns"][at]["seat"], "steps": RECORD["turns"][at]["steps"][:1]}
    last = changed(turns=[*RECORD["turns"][:at], cut], result=None)
    assert lutetia.replay(last).record() == last
    rest = {"seat": cut["seat"], "steps": RECORD["turns"][at]["steps"][1:]}
    error = refused(changed(turns=[*RECORD["turns"][:at], cut, rest, *RECORD["turns"][at + 1 :]]))
    assert (error.turn, error.step) == (at + 1, 1)


def test_the_fault_is_named_by_turn_step_and_rule():
    record = changed()
    record["turns"][1]["steps"][0] = "pass"
    error = refused(record)
    assert (error.turn, error.step, error.rule) == (2, 1, "L22")
    assert str(error) == "turn 2, step 1: you may pass only once all your tiles are down (L22)"


def wrong_result(**keys):
    record = changed()
    record["result"] |= keys
    return record


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (None, "a record is a table of keys"),
        ([], "a record is a table of keys"),
        ({}, "format is missing"),
        (changed(comment="x"), "unknown key comment"),
        ({k: v for k, v in RECORD.items() if k != "first"}, "first is missing"),
        (changed(format="lutetia-record/2"), "this version reads lutetia-record/1"),
        (changed(game="chess"), "there is no game chess"),
        (changed(game=["lumiere"]), "game: a name is needed"),
        (changed(rules=2), "rules 2 of lumiere are unknown; known: 1"),
        (changed(rules=True), "rules: a version is needed"),
        (changed(edition=99), "edition 99 of lumiere is not bundled; the bundled version is 1"),
        (changed(edition=True), "edition: a version or the whole data is needed"),
        (changed(edition={"version": 1}), "is missing"),
        (changed(options={"postcards": "random", "speed": 3}), "unknown option speed"),
        (changed(options=None), "options"),
        (changed(seats=["orange", "orange"]), "seats must be orange, blue"),
        (changed(seats=["blue", "orange"]), "seats must be orange, blue"),
        (changed(seats=["orange"]), "2 players, not 1"),
        (changed(seats="ob"), "seats: a list is needed"),
        (changed(first="red"), "first is red"),
        (changed(first=None), "first is None"),
        (changed(first={}), "first is dict"),
        (changed(setup=[]), "setup must have exactly the keys"),
        (changed(setup=RECORD["setup"] | {"seed": 1}), "setup must have exactly the keys"),
        (changed(setup=RECORD["setup"] | {"tiles": {"orange": [0] * 8, "blue": list(range(8))}}), "tiles of orange"),
        (changed(setup=RECORD["setup"] | {"tiles": {"orange": [True, *range(1, 8)], "blue": []}}), "tiles of orange"),
        (changed(setup=RECORD["setup"] | {"postcards": ["jardin"] * 8}), "different names"),
        (changed(setup=RECORD["setup"] | {"postcards": RECORD["setup"]["postcards"][:7]}), "8 postcards"),
        (changed(options=RECORD["options"] | {"postcards": "starter"}), "not the ones in the options"),
        (
            changed(options=RECORD["options"] | {"first": {"orange": "blue", "blue": "orange"}[RECORD["first"]]}),
            "options say",
        ),
        (changed(turns={}), "turns: a list is needed"),
        (changed(turns=[[]]), "a turn has exactly the keys"),
        (changed(turns=[{"seat": "orange", "steps": ["pass"], "at": 1}]), "a turn has exactly the keys"),
        (changed(turns=[RECORD["turns"][0] | {"seat": "green"}]), "not green's"),
        (changed(turns=[RECORD["turns"][0] | {"steps": []}]), "at least one step"),
        (changed(turns=[RECORD["turns"][0] | {"steps": [7]}]), "a step is a text"),
        (changed(turns=[RECORD["turns"][0] | {"steps": RECORD["turns"][0]["steps"] * 2}]), "already finished"),
        (changed(turns=RECORD["turns"] + RECORD["turns"][-1:]), "already over"),
        (changed(result=None), "result is null, but the game is over"),
        (changed(turns=[]), "result is given, but the game is not over"),
        (wrong_result(winner="nobody"), "result does not match the turns"),
        (wrong_result(extra=1), "result does not match the turns"),
    ],
)
def test_damaged_records_are_refused(record, message):
    assert message in str(refused(record))


def test_a_result_of_other_types_is_wrong():
    record = changed()
    record["result"]["scores"]["orange"]["lit"] = float(record["result"]["scores"]["orange"]["lit"])
    refused(record)


def test_ten_megabytes_of_turns_are_refused_at_once():
    error = refused(changed(turns=[{"seat": "orange", "steps": ["take L4"]}] * 250_000))
    assert "no game has more than" in str(error)
    error = refused(changed(turns=[{"seat": RECORD["first"], "steps": ["take L4"] * 250_000}]))
    assert (error.turn, error.step) == (1, 2)
    refused(changed(turns=[{"seat": RECORD["first"], "steps": ["x" * 10_000_000]}]))


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["orange", "blue", "take L4"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


def places(value, path=()):
    """Every value in a record, as the path of keys that leads to it."""
    yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, (*path, key))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from places(inner, (*path, i))


@settings(max_examples=400, deadline=None, derandomize=True, database=None)
@given(st.sampled_from(list(places(RECORD))), JUNK, st.sampled_from(["replace", "delete", "double"]))
def test_changed_records_are_refused_or_replay_to_themselves(place, junk, how):
    record = copy.deepcopy(RECORD)
    if not place:
        record = junk
    else:
        inside = record
        for key in place[:-1]:
            inside = inside[key]
        if how == "replace" or (how == "double" and not isinstance(inside, list)):
            inside[place[-1]] = junk
        elif how == "delete":
            del inside[place[-1]]
        else:
            inside.insert(place[-1], copy.deepcopy(inside[place[-1]]))
    try:
        game = lutetia.replay(record)
    except lutetia.RecordError as error:
        assert set(re.findall(r"\{(\w+)\}", error.reason)) <= set(error.values), "a placeholder without a value"
    else:
        assert game.record()["turns"] == record["turns"]


@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(st.integers(0, 4000), st.binary(max_size=6))
def test_damaged_files_are_refused(tmp_path_factory, at, scratch):
    text = records.dumps(RECORD).encode()
    at = min(at, len(text))
    path = tmp_path_factory.mktemp("scratched") / "game.json"
    for damaged in (text[:at], text[:at] + scratch + text[at + len(scratch) :]):
        path.write_bytes(damaged)
        try:
            lutetia.replay(records.load(path))
        except lutetia.RecordError as error:
            assert str(error)


def test_other_files_are_refused(tmp_path):
    path = tmp_path / "game.json"
    for content, message in [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"\xff\xfe", "not UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"rules": NaN}', "not JSON: NaN"),
        (b"1" * 10_000, "not JSON"),
        (b" " * 6_000_000, "larger than"),
    ]:
        path.write_bytes(content)
        with pytest.raises(lutetia.RecordError, match=message):
            records.load(path)
    for missing in (tmp_path / "none.json", tmp_path):
        with pytest.raises(lutetia.RecordError, match="cannot be read"):
            records.load(missing)


def test_a_record_survives_writing_and_reading(tmp_path):
    path = tmp_path / "new" / "game.json"
    records.dump(RECORD, path)
    assert records.load(path) == RECORD
    assert [p.name for p in path.parent.iterdir()] == ["game.json"]


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(st.data())
def test_changed_views_are_refused_or_can_be_imagined(data):
    game = new("lumiere two tiles", 4)
    for i, _step in enumerate(walk(game, random.Random(4))):
        if i == 12:
            break
    view = game.view("orange")
    place = data.draw(st.sampled_from(list(places(view))[1:]))
    inside = view
    for key in place[:-1]:
        inside = inside[key]
    inside[place[-1]] = data.draw(JUNK)
    try:
        lutetia.imagine(view, seed=1)
    except lutetia.RecordError as error:
        assert str(error)
