"""docs/new-game.md includes the files of Nosegay, and the game imports nothing but the documented core."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/new-game.md").read_text("utf-8")
PROJECT = Path(__file__).with_name("nosegay")
INCLUDE = re.compile(r'^--8<-- "([^":]+)(?::([a-z-]+))?"$', re.MULTILINE)
MARKER = re.compile(r"--8<-- \[(start|end):([a-z-]+)\]")


def test_every_include_resolves_and_every_section_is_included():
    included = set(INCLUDE.findall(PAGE))
    assert len(included) >= 12
    sections = set()
    for path in sorted(PROJECT.rglob("*")):
        if path.suffix in (".py", ".toml", ".md") and "build" not in path.parts:
            markers = MARKER.findall(path.read_text("utf-8"))
            starts, ends = ([name for kind, name in markers if kind == one] for one in ("start", "end"))
            assert starts == ends, path
            sections |= {(str(path.relative_to(ROOT)), name) for name in starts}
    whole = {(name, "") for name, section in included if not section}
    assert included == sections | whole
    assert all((ROOT / name).is_file() for name, _section in included)


def test_no_code_of_the_game_is_copied_into_the_page():
    blocks = re.findall(r"^```py\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert blocks
    assert [block for block in blocks if not INCLUDE.fullmatch(block.strip())] == []


def test_the_page_explains_every_file_of_the_rules():
    for path in (PROJECT / "src/nosegay/rules").iterdir():
        assert path.suffix not in (".py", ".toml") or path.name in PAGE, path.name


def test_the_game_imports_nothing_but_the_core():
    allowed = ("lutetia.core.", "nosegay")
    for path in PROJECT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            modules += [name.name for name in node.names] if isinstance(node, ast.Import) else []
            strays = [one for one in modules if one.split(".")[0] not in sys.stdlib_module_names]
            assert all(one.startswith(allowed) for one in strays), (path.name, strays)
