"""The reference of the HTTP endpoints, generated from the server's OpenAPI document as a Markdown page."""

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
    """Every endpoint by subject, then every kind of body."""
    api = openapi()
    parts = [
        "# HTTP",
        "Generated from the server's OpenAPI document, which `lutetia openapi` prints. "
        "[The server's API](../server.md) explains how the endpoints work together, and describes the live connection.",
    ]
    by_subject: dict[str, list[str]] = {}
    for path, method, endpoint in endpoints(api):
        subject = endpoint.get("tags", ["other"])[0]
        by_subject.setdefault(subject, []).append(endpoint_section(path, method, endpoint))
    for subject, sections in by_subject.items():
        parts += [f"## {subject.capitalize()}", *sections]
    parts.append("## Bodies")
    parts += [body_section(name, schema) for name, schema in sorted(api["components"]["schemas"].items())]
    return "\n\n".join(parts) + "\n"


def openapi() -> dict[str, Any]:
    env = os.environ | {"PYTHONPATH": str(ROOT / "src"), "LANGUAGE": "en"}
    command = [sys.executable, "-m", "lutetia", "openapi"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=env)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def endpoints(api: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    """Path, method and OpenAPI operation of each endpoint."""
    return [(path, method, ways[method]) for path, ways in api["paths"].items() for method in METHODS if method in ways]


def endpoint_section(path: str, method: str, endpoint: dict[str, Any]) -> str:
    """One endpoint: what it does, its parameters and body, its responses."""
    parts = [f"### `{method.upper()} {path}`", escaped(endpoint.get("description") or endpoint.get("summary", ""))]
    parameters = []
    for each in endpoint.get("parameters", []):
        where = each["in"] if each.get("required") else f"{each['in']}, optional"
        parameters.append(f"| `{each['name']}` | {where} | {kind(each['schema'])} |")
    if parameters:
        parts.append("\n".join(["| parameter | where | what |", "|---|---|---|", *parameters]))
    for content in endpoint.get("requestBody", {}).get("content", {}).values():
        parts.append(f"Takes {kind(content.get('schema', {}))}.")
    responses = []
    for code, response in endpoint["responses"].items():
        content = [kind(each.get("schema", {})) for each in response.get("content", {}).values()]
        text = response.get("description", "").replace("Successful Response", "success")
        responses.append(f"| {code} | {escaped(text)} | {' or '.join(content)} |")
    parts.append("\n".join(["| status | | body |", "|---|---|---|", *responses]))
    return "\n\n".join(part for part in parts if part)


def body_section(name: str, schema: dict[str, Any]) -> str:
    parts = [f"### {name} {{#body-{name.lower()}}}", escaped(schema.get("description", ""))]
    needed = schema.get("required", [])
    rows = []
    for key, value in schema.get("properties", {}).items():
        text = ("" if key in needed else "optional. ") + escaped(value.get("description", ""))
        rows.append(f"| `{key}` | {kind(value)} | {text} |")
    parts.append("\n".join(["| key | what | |", "|---|---|---|", *rows]) if rows else kind(schema))
    return "\n\n".join(part for part in parts if part)


def kind(schema: dict[str, Any]) -> str:
    """The kind of value that a schema allows, in a few words."""
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
        f"{text} {schema[key]}"
        for key, text in (
            ("minLength", "at least"), ("maxLength", "at most"), ("minimum", "from"), ("maximum", "to"),
        )
        if key in schema
    ]  # fmt: skip
    return schema.get("type", "anything") + (f" ({', '.join(limits)})" if limits else "")


def escaped(text: str) -> str:
    """The text in one line, with the characters escaped that would end a table cell or begin a tag."""
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;").replace("[", "\\[")
