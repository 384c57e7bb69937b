"""The pages of the documentation site that are generated from the code, so that they cannot disagree with it.

MkDocs calls the functions whose names begin with `on_`. Pages are generated in memory; nothing is written to docs/.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from html import escape
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from site_command import command_page
from site_http import http_page
from site_notebook import notebook_page
from site_observations import observations_page
from site_rulings import rulings_page

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "lutetia"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages, the fonts of the drawings, and the schemas."""
    sys.path.insert(0, str(ROOT / "src"))  # document this checkout, whatever is installed
    pages = {
        "reference/command.md": command_page(),
        "reference/http.md": http_page(),
        "reference/observations.md": observations_page(),
        "reference/rulings.md": rulings_page(),
        "reference/record-schema.md": schema_page(json.loads((SOURCE / "schemas" / "record.json").read_text("utf-8"))),
        "notebooks/first-bot.md": notebook_page(ROOT / "docs" / "notebooks" / "first-bot.ipynb"),
        "notebooks/analyse-game.md": notebook_page(ROOT / "docs" / "notebooks" / "analyse-game.ipynb"),
        "notebooks/learning-agent.md": notebook_page(ROOT / "docs" / "notebooks" / "learning-agent.ipynb"),
        "contributing.md": from_the_root("CONTRIBUTING.md"),
        "changelog.md": from_the_root("CHANGELOG.md"),
    }
    for path, text in pages.items():
        files.append(File.generated(config, path, content=text))
    for font in sorted((SOURCE / "drawing" / "fonts").iterdir()):
        files.append(File.generated(config, f"site/letters/{font.name}", abs_src_path=str(font)))
    for schema in sorted((SOURCE / "schemas").glob("*.json")):
        files.append(File.generated(config, f"schemas/{schema.name}", abs_src_path=str(schema)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Replace Mermaid diagrams, which would need a script, and remove links to files outside the site."""
    markdown = re.sub(r"^```mermaid\n.*?^```\n", layers, markdown, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"\[([^\]]*)\]\(\.\./src/[^)]*\)", r"\1", markdown)


def from_the_root(name: str) -> str:
    """A page of the root folder. Its links are relative to the root, so `docs/` is removed from them.

    The site has no page for a folder: a link to the rules goes to the first of them.
    """
    first = min((ROOT / "docs" / "rules").glob("*.md")).name
    return (ROOT / name).read_text("utf-8").replace("](docs/rules)", f"](rules/{first})").replace("](docs/", "](")


def layers(_found: object = None) -> str:
    """The layers of the package, highest first, as import-linter checks them."""
    contract = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"][0]
    rows = (
        "".join(f"<span><code>{escape(name.strip())}</code></span>" for name in layer.split("|"))
        for layer in contract["layers"]
    )
    return '<div class="layers">' + "".join(f"<div>{row}</div>" for row in rows) + "</div>\n"


# ---- the schema of a record ---------------------------------------------------------------------------------------


def schema_page(schema: dict[str, Any]) -> str:
    """Every key of a record with its kind and meaning. The parts with a title are the games'."""
    names = sorted(file.name for file in (SOURCE / "schemas").glob("*-*.json"))
    positions, documents = (
        ", ".join(f"[{name}](../schemas/{name})" for name in names if name.endswith(kind))
        for kind in ("-position.json", "-setup.json")
    )
    parts = [
        "# The schema of a record",
        schema["description"],
        "The whole schema, for programs: [record.json](../schemas/record.json); those of the positions in a view: "
        f"{positions}; those of positions set up by hand: {documents}. [Records](../records.md) explains them.",
        "## Every record",
        keys(schema),
    ]
    for own in (part for part in schema["$defs"].values() if "title" in part):
        parts += [f"## {own['title']}", keys(own), "A step:", "```text", steps(own), "```"]
    parts += [
        "## Parts",
        *(f"### {name}\n\n{kind(part)}" for name, part in schema["$defs"].items() if "title" not in part),
    ]
    return "\n\n".join(parts).replace("```text\n\n", "```text\n").replace("\n\n```\n", "\n```\n") + "\n"


def keys(part: dict[str, Any]) -> str:
    rows = [
        f"| `{name}` | {kind(value)} | {value.get('description', '')} |" for name, value in part["properties"].items()
    ]
    return "\n".join(["| key | what | |", "|---|---|---|", *rows])


def kind(value: dict[str, Any]) -> str:
    """The kind of value that a schema allows, in words. Bars are escaped so that they do not end a table cell."""
    if "$ref" in value:
        name = value["$ref"].rpartition("/")[2]
        return f"[{name}](#{name})"
    if "const" in value:
        return f"`{json.dumps(value['const'])}`"
    if "enum" in value:
        return ", ".join(f"`{json.dumps(each)}`" for each in value["enum"])
    if "oneOf" in value:
        return " or ".join(kind(each) for each in value["oneOf"])
    if "properties" in value:
        inside = ", ".join(f"`{name}`: {kind(each)}" for name, each in value["properties"].items())
        return f"an object: {inside}"
    if "prefixItems" in value:
        return "a list of " + " and ".join(kind(each) for each in value["prefixItems"])
    if isinstance(value.get("items"), dict):
        return f"a list of {kind(value['items'])}"
    if isinstance(value.get("additionalProperties"), dict):
        return f"an object of {kind(value['additionalProperties'])}"
    if "pattern" in value:
        return f"`{value['pattern']}`".replace("|", "\\|")
    kinds = value.get("type", "anything")
    return " or ".join(kinds) if isinstance(kinds, list) else kinds


def steps(own: dict[str, Any]) -> str:
    """The patterns of steps, one per line."""
    pattern = own["properties"]["turns"]["items"]["properties"]["steps"]["items"]["pattern"]
    found, depth, line = [], 0, ""
    for sign in pattern.removeprefix("^(").removesuffix(")$"):
        depth += (sign == "(") - (sign == ")")
        if sign == "|" and depth == 0:
            found.append(line)
            line = ""
        else:
            line += sign
    return "\n".join([*found, line])
