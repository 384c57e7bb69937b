"""JSON without orjson: the same bytes."""

from __future__ import annotations

import math
from operator import attrgetter

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as some

import lutetia
from lutetia.server import plain_json

ATOMS = some.none() | some.booleans() | some.integers(-(2**53), 2**53) | some.floats() | some.text()
VALUES = some.recursive(ATOMS, lambda inner: some.lists(inner) | some.dictionaries(some.text(), inner), max_leaves=20)


class Ready(dict):
    json: object


@given(VALUES)
def test_values_are_written_as_orjson_writes_them(value):
    assert plain_json.dumps(value) == orjson.dumps(value)
    assert plain_json.dumps(value, None, plain_json.OPT_SORT_KEYS) == orjson.dumps(value, None, orjson.OPT_SORT_KEYS)


@pytest.mark.parametrize(
    "value", [1e16, 1e-5, -1.25e-5, 9.9e-6, 1e-4, 1e-7, 1.5e300, -0.0, 5e-324, math.inf, math.nan, 123456789.125]
)
def test_floats(value):
    assert plain_json.dumps(value) == orjson.dumps(value)


@pytest.mark.parametrize("game", lutetia.games())
def test_views(game):
    view = lutetia.new(game, seed=3).view(None)
    assert plain_json.dumps(view) == orjson.dumps(view)


def test_ready_parts_are_copied():
    for module in (orjson, plain_json):
        ready = Ready(a=1)
        ready.json = module.Fragment(b'{"b":"\xc3\xa9"}')
        options = module.OPT_SORT_KEYS | module.OPT_PASSTHROUGH_SUBCLASS
        written = module.dumps({"z": ready, "a": [module.Fragment("[]")]}, attrgetter("json"), options)
        assert written == '{"a":[[]],"z":{"b":"é"}}'.encode()
        assert module.dumps(ready) == b'{"a":1}'


@pytest.mark.parametrize("value", [{1: 2}, object(), {1, 2}])
def test_what_json_does_not_have_is_refused(value):
    for module in (orjson, plain_json):
        with pytest.raises(TypeError):
            module.dumps(value)
