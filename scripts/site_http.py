"""The reference of the server's HTTP doors, from its own OpenAPI: a page of plain text, without a script."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
METHODS = ("get", "post", "put", "patch", "delete")


def http_page() -> str:
    """Every door by its subject, then every kind of body."""
    api = openapi()
    parts = [
        "# HTTP",
        "Made from the server's own OpenAPI, which `lutetia openapi` prints for programs. How the doors belong "
        "together, and the live line beside them: [the server's doors](../server.md).",
    ]
    for subject in dict.fromkeys(tag for _path, _method, door in doors(api) for tag in door.get("tags", ["other"])[:1]):
        parts.append(f"## {subject.capitalize()}")
        parts += [
            described(path, method, door)
            for path, method, door in doors(api)
            if subject in door.get("tags", ["other"])[:1]
        ]
    parts.append("## Bodies")
    parts += [body(name, schema) for name, schema in sorted(api["components"]["schemas"].items())]
    return "\n\n".join(parts) + "\n"


def openapi() -> dict[str, Any]:
    env = os.environ | {"PYTHONPATH": str(ROOT / "src"), "LANGUAGE": "en"}
    command = [sys.executable, "-m", "lutetia", "openapi"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=env)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def doors(api: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    """Path, method and description of each."""
    return [(path, method, ways[method]) for path, ways in api["paths"].items() for method in METHODS if method in ways]


def described(path: str, method: str, door: dict[str, Any]) -> str:
    """A door: what it does, what it takes, what it answers."""
    parts = [f"### `{method.upper()} {path}`", escaped(door.get("description") or door.get("summary", ""))]
    given = []
    for each in door.get("parameters", []):
        where = each["in"] if each.get("required") else f"{each['in']}, may be left out"
        given.append(f"| `{each['name']}` | {where} | {kind(each['schema'])} |")
    if given:
        parts.append("\n".join(["| parameter | where | what |", "|---|---|---|", *given]))
    for content in door.get("requestBody", {}).get("content", {}).values():
        parts.append(f"Takes {kind(content.get('schema', {}))}.")
    answers = []
    for code, answer in door["responses"].items():
        content = [kind(each.get("schema", {})) for each in answer.get("content", {}).values()]
        said = answer.get("description", "").replace("Successful Response", "well")
        answers.append(f"| {code} | {escaped(said)} | {' or '.join(content)} |")
    parts.append("\n".join(["| answer | | body |", "|---|---|---|", *answers]))
    return "\n\n".join(part for part in parts if part)


def body(name: str, schema: dict[str, Any]) -> str:
    parts = [f"### {name} {{#body-{name.lower()}}}", escaped(schema.get("description", ""))]
    needed = schema.get("required", [])
    rows = []
    for key, value in schema.get("properties", {}).items():
        said = ("" if key in needed else "may be left out. ") + escaped(value.get("description", ""))
        rows.append(f"| `{key}` | {kind(value)} | {said} |")
    parts.append("\n".join(["| key | what | |", "|---|---|---|", *rows]) if rows else kind(schema))
    return "\n\n".join(part for part in parts if part)


def kind(schema: dict[str, Any]) -> str:
    """What may stand there, in a few words."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#body-{name.lower()})"
    for several in ("anyOf", "oneOf", "allOf"):
        if several in schema:
            return " or ".join(kind(each) for each in schema[several])
    if "enum" in schema:
        return ", ".join(f"`{json.dumps(each, ensure_ascii=False)}`" for each in schema["enum"])
    if "const" in schema:
        return f"`{json.dumps(schema['const'], ensure_ascii=False)}`"
    if schema.get("type") == "array":
        return f"a list of {kind(schema.get('items', {}))}"
    if isinstance(schema.get("additionalProperties"), dict):
        return f"an object of {kind(schema['additionalProperties'])}"
    limits = [
        f"{words} {schema[key]}"
        for key, words in (
            ("minLength", "at least"), ("maxLength", "at most"), ("minimum", "from"), ("maximum", "to"),
        )
        if key in schema
    ]  # fmt: skip
    return schema.get("type", "anything") + (f" ({', '.join(limits)})" if limits else "")


def escaped(words: str) -> str:
    """In one line, and so that no sign of it ends a cell or begins a tag."""
    return " ".join(words.split()).replace("|", "\\|").replace("<", "&lt;").replace("[", "\\[")
