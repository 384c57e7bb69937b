"""Variations of a record: checked step by step, refused with the place of the fault, and no part of the game."""

from __future__ import annotations

import copy
import json
import random

import pytest

import lutetia
from lutetia.core import record as records
from lutetia.core import variations

from configurations import new, walk
from schemas import validator


def finished(name, seed=4):
    game = new(name, seed)
    for _step in walk(game, random.Random(seed)):
        pass
    return game.record()


RECORDS = {name: finished(name) for name in ("lumiere starter", "paris for three, closed")}
RECORD = RECORDS["lumiere starter"]
STEPS = [step for _turn, _seat, step in records.steps_of(RECORD)]


def line(record, at, count, seed=1):
    """Other steps than those that were played, after `at` steps."""
    game, rng = lutetia.replay(record, steps=at), random.Random(seed)
    steps = []
    while len(steps) < count and not game.over:
        steps.append(rng.choice(game.legal()))
        game.play(steps[-1])
    return steps


def studied(record):
    """A record with a variation, one within it, and comments on the game itself."""
    steps = line(record, 3, 4)
    game = lutetia.replay(record, steps=3)
    for step in steps[:2]:
        game.play(step)
    inner = [random.Random(2).choice(game.legal())]
    variation = {
        "at": 3,
        "steps": steps,
        "name": "Another way",
        "comments": {"3": "Here.", "7": "End."},
        "marks": {"5": [{"at": "square:B3"}, {"from": "square:B3", "to": "square:C3", "colour": "red"}]},
        "variations": [{"at": 5, "steps": inner}],
    }
    return copy.deepcopy(record) | {"variations": [variation, {"at": 0, "steps": [], "comments": {"0": "The deal."}}]}


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_with_variations_is_read_and_they_are_no_part_of_the_game(name):
    record = RECORDS[name]
    assert lutetia.replay(studied(record)).record() == record
    assert lutetia.replay(records.dumps(studied(record))).record() == record
    assert lutetia.replay(studied(record), steps=2).record()["result"] is None


@pytest.mark.parametrize("name", RECORDS)
def test_the_schema_describes_them(name):
    validator("record").validate(json.loads(records.dumps(studied(RECORDS[name]))))


VARIATION = {"at": 1, "steps": line(RECORD, 1, 2)}
FAULTS = {
    "no list": ({}, "variations: a list is needed"),
    "no table": ([7], r"variations\[0\]: a variation is a table of keys, not 7"),
    "unknown key": ([VARIATION | {"arrows": []}], r"variations\[0\]: unknown key arrows; .* marks"),
    "no steps": ([{"at": 1}], r"variations\[0\]: steps is missing"),
    "no beginning": ([{"steps": []}], r"variations\[0\]: at is missing"),
    "after the end": (
        [{"at": len(STEPS) + 1, "steps": []}],
        rf"from 0 to {len(STEPS)} is needed, not",
    ),
    "true is no number": ([VARIATION | {"at": True}], "a number of steps from 0"),
    "steps no list": ([VARIATION | {"steps": "pass"}], "steps: a list is needed"),
    "a step no text": ([{"at": 1, "steps": [3]}], "a step is a text, not 3"),
    "an illegal step": ([VARIATION, {"at": 0, "steps": ["tile 99 A1 r0"]}], r"variations\[1\]: step 1: "),
    "name": ([VARIATION | {"name": "x" * 101}], r"variations\[0\]\.name: a text of at most 100"),
    "comments": ([VARIATION | {"comments": ["x"]}], "a table by number of steps is needed"),
    "comment before": ([VARIATION | {"comments": {"0": "x"}}], "from 1 to 3 is needed, not 0"),
    "comment written strangely": ([VARIATION | {"comments": {"01": "x"}}], "from 1 to 3"),
    "long comment": ([VARIATION | {"comments": {"1": "x" * 2001}}], r"comments\.1: a text of at most 2000"),
    "marks": ([VARIATION | {"marks": {"1": {"at": "a"}}}], "a list of at most 50 marks"),
    "half an arrow": ([VARIATION | {"marks": {"1": [{"from": "a"}]}}], "a mark has the key at, or from and to"),
    "colour": ([VARIATION | {"marks": {"1": [{"at": "a", "colour": "mauve"}]}}], "green, red, blue, yellow"),
    "inner": ([VARIATION | {"variations": [{"at": 0, "steps": []}]}], r"\.variations\[0\]: at: .* from 1 to 3"),
}


@pytest.mark.parametrize("what", FAULTS)
def test_malformed_ones_are_refused_with_their_place(what):
    found, message = FAULTS[what]
    with pytest.raises(lutetia.RecordError, match=message) as caught:
        lutetia.replay(RECORD | {"variations": found})
    assert "{" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_an_illegal_step_names_its_rule():
    paved = next(n for n, step in enumerate(STEPS) if step.startswith("tile"))
    with pytest.raises(lutetia.RecordError) as caught:
        lutetia.replay(RECORD | {"variations": [{"at": paved + 1, "steps": [STEPS[paved]]}]})
    assert caught.value.rule


def test_there_are_limits():
    empty = {"at": 0, "steps": []}
    with pytest.raises(lutetia.RecordError, match="at most 2000 variations"):
        lutetia.replay(RECORD | {"variations": [empty] * (variations.MOST_VARIATIONS + 1)})
    deep = empty
    for _level in range(variations.MOST_DEPTH):
        deep = empty | {"variations": [deep]}
    lutetia.replay(records.dumps(RECORD | {"variations": [deep | {"marks": {"0": [{"at": "a"}]}}]}))
    with pytest.raises(lutetia.RecordError, match="at most 12 levels deep"):
        lutetia.replay(RECORD | {"variations": [empty | {"variations": [deep]}]})
    long = {"at": len(STEPS) - 1, "steps": STEPS[-1:]}
    whole = {"at": 0, "steps": STEPS}
    with pytest.raises(lutetia.RecordError, match="steps in all"):
        lutetia.replay(RECORD | {"variations": [whole] * (variations.MOST_STEPS // len(STEPS) + 1)})
    lutetia.replay(RECORD | {"variations": [long] * 10})
