"""Checks a value against a JSON Schema and names every fault. No library: the base install stays small.

It knows the words that the schemas in lutetia/schemas/*-setup.json use; tests compare it with the library jsonschema.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from lutetia.core.errors import Fault, shown
from lutetia.core.i18n import N_
from lutetia.core.json_types import Json

TYPES: dict[str, type] = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool}
LIMITS = {"minimum": 1, "maximum": -1, "minItems": 1, "maxItems": -1, "maxProperties": -1, "maxLength": -1}
"""The words that limit a number, or how many entries or letters there are: 1 from below, -1 from above."""


def faults(schema: Json, value: Any) -> list[Fault]:
    """Everything in the value that the schema does not allow."""
    return list(_check(schema, schema, value, ""))


def _check(root: Json, schema: Json, value: Any, path: str) -> Iterator[Fault]:
    schema = _resolved(root, schema)
    if "anyOf" in schema:
        yield from _check_branches(root, [_resolved(root, part) for part in schema["anyOf"]], value, path)
    elif not _fits(schema, value):
        yield _wrong(path, value, _described(schema))
    elif isinstance(value, dict):
        yield from _check_object(root, schema, value, path)
    elif isinstance(value, list):
        parts = schema.get("prefixItems") or [schema.get("items", {})] * len(value)
        for n, (part, item) in enumerate(zip(parts, value, strict=False)):
            yield from _check(root, part, item, f"{path}[{n}]")


def _check_branches(root: Json, branches: list[Json], value: Any, path: str) -> Iterator[Fault]:
    """The faults of the branch whose type fits; if there is none, one fault that names all branches."""
    found = [list(_check(root, branch, value, path)) for branch in branches]
    if not all(found):
        return
    for branch, faults_in_branch in zip(branches, found, strict=True):
        if _has_type(branch, value):
            yield from faults_in_branch
            return
    yield _wrong(path, value, " | ".join(map(_described, branches)))


def _check_object(root: Json, schema: Json, value: Json, path: str) -> Iterator[Fault]:
    known: Json = schema.get("properties", {})
    others = schema.get("additionalProperties", True)
    where = path or "position"
    for key in schema.get("required", ()):
        if key not in value:
            yield Fault(N_("{path}: {key} is missing"), values={"path": where, "key": key})
    for key, part in value.items():
        if key in known:
            yield from _check(root, known[key], part, f"{path}.{key}" if path else key)
        elif others is False or not _fits(schema.get("propertyNames", {"type": "string"}), key):
            values = {"path": where, "key": shown(key), "known": ", ".join(known)}
            yield Fault(N_("{path}: unknown key {key}; there are: {known}"), values=values)
        elif isinstance(others, dict):
            yield from _check(root, others, part, f"{path}.{key}" if path else key)


def _resolved(root: Json, schema: Json) -> Json:
    while "$ref" in schema:
        schema = root["$defs"][schema["$ref"].removeprefix("#/$defs/")]
    return schema


def _has_type(schema: Json, value: Any) -> bool:
    name = schema.get("type")
    if name is None or name == "null":
        return name is None or value is None
    return isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool))


def _fits(schema: Json, value: Any) -> bool:
    """Whether the value itself is allowed, whatever it contains."""
    if not _has_type(schema, value):
        return False
    if "const" in schema and value != schema["const"]:
        return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    if "pattern" in schema and not re.fullmatch(schema["pattern"], value):  # in Python, $ also matches before "\n"
        return False
    size = value if isinstance(value, int) else len(value) if isinstance(value, str | list | dict) else 0
    return all(sign * size >= sign * schema[word] for word, sign in LIMITS.items() if word in schema)


def _described(schema: Json) -> str:
    """What is allowed, in the schema's own words."""
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    told = [str(schema.get("type", "")), *(f"{word} {schema[word]}" for word in ("pattern", *LIMITS) if word in schema)]
    return ", ".join(told)


def _wrong(path: str, value: Any, allowed: str) -> Fault:
    values = {"path": path or "position", "found": shown(value), "allowed": allowed}
    return Fault(N_("{path}: {found} is not allowed; allowed: {allowed}"), values=values)
