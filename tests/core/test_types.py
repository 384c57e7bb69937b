"""The types for type checkers and the JSON Schemas say the same: every key, whether it is optional, and its type."""

from __future__ import annotations

import types
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest

import lutetia
from lutetia.core.record import KEYS, START_KEY, VIEW_KEYS
from lutetia.games import manifests
from lutetia.types import Record, Turn, View

from schemas import schema

BASIC = {str: "string", int: "integer", bool: "boolean", type(None): "null"}
GAMES = [found for found in manifests() if found.has("types")]


def of_type(found: Any) -> Any:
    """What a type allows: a set of basic types and literals, and at most one object and one list."""
    origin, inner = get_origin(found), get_args(found)
    if origin in (Union, types.UnionType):
        return merged(of_type(part) for part in inner)
    if origin is Literal:
        return {"values": frozenset(inner)}
    if found is Any or isinstance(found, TypeVar):
        return {}
    if is_typeddict(found) or is_typeddict(origin):
        hints = get_type_hints(origin or found)
        required = (origin or found).__required_keys__
        return {"keys": {key: (key in required, of_type(hint)) for key, hint in hints.items()}}
    if origin is dict:
        return {"each": {} if inner[1] is Any else of_type(inner[1])}
    if origin is list:
        return {"items": of_type(inner[0])}
    return {"types": frozenset([BASIC[found]])}


def of_schema(root: dict, part: dict) -> Any:
    """The same for a schema."""
    while "$ref" in part:
        part = root["$defs"][part["$ref"].removeprefix("#/$defs/")]
    for word in ("oneOf", "anyOf"):
        if word in part:
            return merged(of_schema(root, branch) for branch in part[word])
    if "enum" in part or "const" in part:
        values = part.get("enum", [part.get("const")])
        plain = {"values": frozenset(value for value in values if value is not None)}
        return merged([plain, {"types": frozenset(["null"])}]) if None in values else plain
    names = part["type"] if isinstance(part["type"], list) else [part["type"]]
    return merged(of_named(root, part, name) for name in names)


def of_named(root: dict, part: dict, name: str) -> Any:
    if name == "object" and "properties" in part:
        required = part.get("required", ())
        return {"keys": {key: (key in required, of_schema(root, inner)) for key, inner in part["properties"].items()}}
    if name == "object":
        each = part.get("additionalProperties")
        return {"each": of_schema(root, each) if each else {}}
    if name == "array" and "prefixItems" in part:
        return {"items": merged(of_schema(root, item) for item in part["prefixItems"])}
    if name == "array":
        return {"items": of_schema(root, part["items"])}
    return {"types": frozenset([name])}


def merged(parts: Any) -> Any:
    found: dict[str, Any] = {}
    for part in parts:
        for word, value in part.items():
            if isinstance(value, frozenset):
                found[word] = found.get(word, frozenset()) | value
            else:
                assert word not in found, "two objects, or two lists"
                found[word] = value
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda found: found.name)
def test_the_types_of_a_game_are_those_of_its_schemas(game):
    typed = game.load("types")
    position, document = schema(f"{game.name}-position"), schema(f"{game.name}-setup")
    record = schema("record")
    parts = record["$defs"][game.name]["properties"]
    assert of_type(typed.position) == of_schema(position, position)
    assert of_type(typed.document) == of_schema(document, document)
    assert of_type(typed.setup) == of_schema(record, parts["setup"])
    assert of_type(typed.options) == of_schema(record, parts["options"])
    assert of_type(typed.result | None) == of_schema(record, parts["result"])


def test_the_types_of_records_and_views_have_their_keys():
    record = schema("record")
    assert "variations" not in record["required"]
    written = {
        key: part for key, part in record["properties"].items() if key != "variations"
    }  # `Game.record` never does
    described = of_schema(record, record | {"properties": written})["keys"]
    typed = of_type(Record)["keys"]
    assert {key: required for key, (required, _part) in typed.items()} == {
        key: required for key, (required, _part) in described.items()
    }
    for key in described.keys() - {"result", "turns"}:  # the result is the game's own
        assert typed[key] == described[key], key
    assert of_type(Turn) == described["turns"][1]["items"]
    assert sorted(Record.__required_keys__) == sorted(KEYS)
    assert sorted(View.__required_keys__) == sorted(VIEW_KEYS)
    assert View.__optional_keys__ == {START_KEY}


def test_a_game_can_be_annotated_with_its_view():
    assert issubclass(lutetia.Game, Generic)
    assert lutetia.Game[View] is not None
    assert {game.name for game in GAMES} == set(lutetia.games())


def test_a_type_checker_knows_what_is_in_a_view(tmp_path):
    from mypy import api

    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    source = str(Path(lutetia.__file__).parents[1])
    (tmp_path / "mypy.ini").write_text(f"[mypy]\nstrict = true\nmypy_path = {source}\nfollow_imports = silent\n")
    said, _errors, _code = api.run(
        ["--config-file", str(tmp_path / "mypy.ini"), "--cache-dir", str(tmp_path), str(program)]
    )
    assert 'program.py:7: note: Revealed type is "dict[str, list[int] | None]"' in said
    assert 'program.py:8: note: Revealed type is "dict[str, Any]"' in said
    assert 'program.py:9: error: TypedDict "LumierePosition" has no key "hold"' in said
    assert said.count("error:") == 1, said


PROGRAM = """import lutetia
from lutetia import Game
from lutetia.bots import bot
from lutetia.games.lumiere.types import LumiereView

game: Game[LumiereView] = lutetia.new("lumiere", seed=7)
reveal_type(game.view("blue")["position"]["held"])
reveal_type(lutetia.new("lumiere").view())
game.view("blue")["position"]["hold"]
bot("greedy").choose(game.view("blue"), game.legal())
"""
