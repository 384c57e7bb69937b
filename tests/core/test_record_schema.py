"""The published schema accepts every record (old ones: see server/test_corpus.py) and refuses anything else."""

from __future__ import annotations

import copy
import json
import random
import re

import pytest

from configurations import CONFIGURATIONS, new, share, walk
from schemas import schema, validator

SCHEMA = schema("record")


def test_it_is_a_schema():
    validator("record").check_schema(SCHEMA)


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_records_of_unfinished_games_fit_the_schema(name, sample):
    rng = random.Random(name)
    for seed in range(share(name, sample(8, 200))):
        game = new(name, seed)
        looked = {rng.randrange(60) for _ in range(3)}
        for n, _step in enumerate(walk(game, rng)):
            if n in looked:
                validator("record").validate(json.loads(json.dumps(game.record())))
        validator("record").validate(json.loads(json.dumps(game.record())))


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_every_step_of_the_notation_fits_the_schema(name):
    game = new(name, 0)
    rules = SCHEMA["$defs"][game.ruleset.game]["properties"]["turns"]["items"]["properties"]["steps"]["items"]
    assert len(game.ruleset.step_texts) > 100
    assert [step for step in game.ruleset.step_texts if not re.search(rules["pattern"], step)] == []


def _changed(record, *path, to=None):
    """The record with one value changed or removed."""
    twin = copy.deepcopy(record)
    part = twin
    for key in path[:-1]:
        part = part[key]
    if to is None:
        del part[path[-1]]
    else:
        part[path[-1]] = to
    return twin


@pytest.mark.parametrize("name", ["lumiere starter", "paris for three, closed"])
def test_other_data_does_not_fit_the_schema(name):
    game = new(name, 1)
    for _step in walk(game, random.Random(1)):
        pass
    record = json.loads(json.dumps(game.record()))
    validator("record").validate(record)
    other = "paris" if record["game"] == "lumiere" else "lumiere"
    wrong = [_changed(record, key) for key in record]
    wrong += [_changed(record, "setup", key) for key in record["setup"]]
    wrong += [_changed(record, "options", key) for key in record["options"]]
    wrong += [_changed(record, "result", key) for key in record["result"]]
    wrong += [
        _changed(record, "players", to=["Anna"]),
        _changed(record, "format", to="lutetia-record/2"),
        _changed(record, "game", to=other),
        _changed(record, "edition", to="1"),
        _changed(record, "rules", to=0),
        _changed(record, "first", to="green"),
        _changed(record, "seats", to=list(reversed(record["seats"]))),
        _changed(record, "turns", 0, "steps", to=[]),
        _changed(record, "turns", 0, "seat", to="nobody"),
        _changed(record, "turns", 0, "steps", 0, to="TAKE L4"),
        _changed(record, "turns", 0, "steps", 0, to="done "),
        _changed(record, "turns", 0, "note", to="well played"),
        _changed(record, "setup", to=[]),
    ]
    assert [each for each in wrong if validator("record").is_valid(each)] == []
