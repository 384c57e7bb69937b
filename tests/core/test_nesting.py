"""How deeply JSON is nested is known before it is parsed."""

from __future__ import annotations

import json
import random

import pytest

from lutetia.core.nesting import too_deep


def depth(value: object) -> int:
    inner = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(depth, inner), default=0)


def anything(rng: random.Random, levels: int) -> object:
    """Random JSON with texts full of brackets, quotes and backslashes."""
    text = "".join(rng.choice('[]{}"\\ aé') for _letter in range(rng.randrange(6)))
    if levels == 0 or rng.random() < 0.2:
        return rng.choice((text, 1, None))
    inner = [anything(rng, levels - 1) for _value in range(rng.randrange(4))]
    return inner if rng.random() < 0.5 else {f"{text}{at}": value for at, value in enumerate(inner)}


def test_the_depth_is_that_of_the_parsed_data() -> None:
    rng = random.Random(21)
    for _sample in range(500):
        value = anything(rng, rng.randrange(8))
        content = json.dumps(value, ensure_ascii=rng.random() < 0.5).encode()
        for most in range(9):
            assert too_deep(content, most) == (depth(value) > most), (content, most)


@pytest.mark.parametrize("content", [b"[" * 900, b'{"a":' * 900, b'[{"a":' * 450, b"[1," * 900, b'["\\"",' * 900])
def test_brackets_that_are_never_closed_count(content: bytes) -> None:
    assert too_deep(content)


def test_what_is_no_json_is_left_to_the_parser() -> None:
    for content in (b"", b"]]]", b'"[[[', b'"\\', b'"' * 99, b"\xff" * 99):
        assert not too_deep(content, 2)
