"""What the engine is made of, and that it is made of the same every time."""

from __future__ import annotations

import ast
import importlib.util
import json
import shutil
import sys
from pathlib import Path

import pytest

from .conftest import ROOT, build

SCRIPTS = ROOT / "scripts" / "engine"
PACKAGE = ROOT / "src" / "lutetia"
LIMIT = 5_000_000
"""Bytes over the wire."""
NEVER_REACHED = {
    "lutetia.bots.external",
    "lutetia.drawing",
    "lutetia.envs.observer",
    "lutetia.envs.parts",
}
"""Imported in functions that only a server or a terminal calls."""
LOADED_LATER = {
    "lutetia.puzzles",
    "lutetia.server.tasks.openings",
    "lutetia.server.tasks.puzzle_progress",
    "lutetia.server.tasks.puzzles",
    "lutetia.server.tasks.rules",
    "lutetia.text.rulebook",
    "lutetia.text.rulebook_page",
}
"""In the library: imported by functions that load it first."""


def script(name: str):
    spec = importlib.util.spec_from_file_location(f"engine_{name.strip('_')}", SCRIPTS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(SCRIPTS))
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(SCRIPTS))
    return module


contents, kernels, command = script("contents"), script("kernels"), script("__main__")


def test_every_kernel_that_is_not_for_learning_is_compiled():
    found = set(kernels.kernels())
    left_out = {path.relative_to(PACKAGE.parent).with_suffix("").as_posix() for path in PACKAGE.rglob("*.pxd")} - found
    assert {"lutetia/core/kernel", "lutetia/bots/network", "lutetia/games/paris/rules/kernel"} <= found
    assert all(
        name.startswith(("lutetia/train/", "lutetia/envs/")) or name.endswith("/observation") for name in left_out
    )


def imported(source: str) -> set[str]:
    """The modules of ours that a source imports, wherever it does."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found |= {f"{node.module}.{alias.name}" for alias in node.names if is_module(f"{node.module}.{alias.name}")}
    return {name for name in found if name.startswith("lutetia")}


def is_module(name: str) -> bool:
    path = PACKAGE.parent.joinpath(*name.split("."))
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


@pytest.mark.parametrize("library", [False, True])
def test_whatever_the_engine_imports_of_ours_it_has(library):
    names = contents.packed(PACKAGE, [])
    if library:
        names += contents.packed(PACKAGE, [], library=True)
    modules = {"lutetia." + name.removesuffix(".py").replace("/", ".") for name in names if name.endswith(".py")}
    modules = {name.removesuffix(".__init__") for name in modules}
    wanted: dict[str, str] = {}
    for name in names:
        if name.endswith(".py"):
            source = (PACKAGE / name).read_text("utf-8")
            wanted |= dict.fromkeys(imported(source), name)
    known = modules | {"lutetia"} | NEVER_REACHED | (set() if library else LOADED_LATER)
    assert not {module: by for module, by in wanted.items() if module not in known}


def test_a_language_has_only_the_texts_that_the_engine_says():
    whole = (PACKAGE / "locale" / "pl" / "LC_MESSAGES" / "lutetia.po").read_text("utf-8")
    said = contents.spoken(whole)
    assert 'msgid "There is no game at this address."' in said  # of a table
    assert "Plural-Forms" in said
    assert "src/lutetia" not in said
    assert 'msgid "Arena: {game}"' in whole
    assert 'msgid "Arena: {game}"' not in said
    more = contents.spoken(whole, library=True)
    assert not set(said.split("\n\n")) & set(more.split("\n\n"))  # what the library adds is not loaded twice
    assert "Plural-Forms" not in more


def test_another_pyodide_is_refused(tmp_path, monkeypatch):
    shutil.copytree(command.PYODIDE, tmp_path / "pyodide")
    monkeypatch.setattr(command, "PYODIDE", tmp_path / "pyodide")
    command.check_pyodide()
    with (tmp_path / "pyodide" / "pyodide.mjs").open("a") as file:
        file.write("\n")
    with pytest.raises(command.kernels.MissingTool, match=r"pyodide.mjs is not that of Pyodide 314\.0\.7"):
        command.check_pyodide()


def test_the_pinned_pyodide_is_the_one_in_the_lock_file():
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))
    assert lock["packages"]["node_modules/pyodide"]["version"] == command.PINNED["version"]


def test_the_list_names_every_file_with_its_sizes(engine):
    index = json.loads((engine / "engine.json").read_text("utf-8"))
    for name, file in index["files"].items():
        for suffix in ("br", "gz"):
            assert (engine / f"{name}.{suffix}").stat().st_size == file[suffix]
    assert {"engine.zip", "vectors.zip", "python_stdlib.zip", "locale-pl.zip", "NOTICES.txt"} <= set(index["files"])
    later = [name for name in index["files"] if name.startswith(("locale-", "library", "NOTICES"))]
    for kind, size in index["first_visit"].items():
        assert size + sum(index["files"][name][kind] for name in later) == sum(
            file[kind] for file in index["files"].values()
        )


def test_nothing_of_an_earlier_build_is_published(tmp_path):
    (tmp_path / "packed").mkdir()
    for name in ("engine.zip", "renamed.mjs", "table.mjs"):
        (tmp_path / "packed" / name).write_text("old")
    found = command.parts(tmp_path)
    assert found["engine.zip"] == tmp_path / "packed" / "engine.zip"
    assert found["table.mjs"] == SCRIPTS / "workers" / "table.mjs"
    assert "renamed.mjs" not in found
    assert set(found) >= {*command.TAKEN, "NOTICES.txt", "shelf.mjs"}


def test_a_kernel_is_compiled_again_when_the_headers_of_python_change(tmp_path):
    source = SCRIPTS / "kernels.py"  # any file
    keys = []
    for text in ("#define ONE", "#define TWO"):
        (tmp_path / "Python.h").write_text(text)
        keys.append(kernels._key(kernels._hash_of(tmp_path), "lutetia/core/kernel", source, kernels.FLAGS))
    assert keys[0] != keys[1]


@pytest.mark.full
def test_two_builds_are_the_same_and_small_enough(tmp_path):
    folders = []
    for name in ("one", "two"):
        build("--out", str(tmp_path / name), "--work", str(tmp_path / f"work-{name}"))
        folders.append({path.name: path.read_bytes() for path in (tmp_path / name).iterdir()})
    assert folders[0] == folders[1]
    files = json.loads(folders[0]["engine.json"])["files"]
    said = {
        part: [file["br"] for name, file in files.items() if name.startswith(part)] for part in ("locale-", "library-")
    }
    others = [file["br"] for name, file in files.items() if not name.startswith(tuple(said))]
    assert sum(others) + sum(map(max, said.values())) <= LIMIT


def test_the_folder_of_the_engine_is_not_committed():
    assert "src/lutetia/web/engine/" in (ROOT / ".gitignore").read_text("utf-8").splitlines()
    assert Path(command.OUT).relative_to(ROOT).as_posix() == "src/lutetia/web/engine"
