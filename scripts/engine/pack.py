"""Runs in Pyodide: compile the staged Python to bytecode of its version, and pack it with what it imports.

Everything is stored without compression, because the transport compresses better, and with the same date, so that the
same input gives the same bytes.
"""

import ast
import importlib
import py_compile
import sys
import zipfile
from pathlib import Path

STAGED, OUT = Path("/staged"), Path("/packed")
LIBRARY = "/lib/python314.zip/"
WITHOUT = {"ctypes", "subprocess", "signal", "select", "selectors", "cython", "readline"}
"""Named by our sources but never reached in a browser."""
ALSO = (
    "linecache",  # for error messages
    "tokenize",
    "traceback",
    "encodings.ascii",
    "encodings.latin_1",
    "encodings.idna",
    "encodings.cp437",  # names in zip archives
    "importlib.readers",  # imported by importlib.resources when it is used
    "importlib.resources._adapters",
    "importlib.resources.readers",
)
FIXED = (1980, 1, 1, 0, 0, 0)


def add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    entry = zipfile.ZipInfo(name, FIXED)
    entry.external_attr = 0o644 << 16
    archive.writestr(entry, data)


def bytecode(source: bytes, name: str) -> bytes:
    """Without docstrings and assertions."""
    Path("/tmp/a.py").write_bytes(source)
    unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
    py_compile.compile("/tmp/a.py", "/tmp/a.pyc", name, doraise=True, optimize=2, invalidation_mode=unchecked)
    return Path("/tmp/a.pyc").read_bytes()


def pack(folder: Path) -> None:
    """One archive with everything in a folder."""
    with zipfile.ZipFile(OUT / f"{folder.name}.zip", "w", zipfile.ZIP_STORED) as archive:
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder).as_posix()
            if path.is_dir():
                continue
            if path.suffix == ".py":
                add(archive, name + "c", bytecode(path.read_bytes(), name))
            else:
                add(archive, name, path.read_bytes())


def named_modules(source: bytes) -> set[str]:
    """Every module that a source imports, wherever it does."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
    return found


def library() -> None:
    """The part of the standard library that our sources and Pyodide itself import."""
    named = set().union(*(named_modules(path.read_bytes()) for path in (STAGED / "engine").rglob("*.py")))
    for name in sorted(named | set(ALSO)):
        top = name.partition(".")[0]
        if top in sys.stdlib_module_names and top not in WITHOUT:
            importlib.import_module(name)
    files = (getattr(module, "__file__", None) or "" for module in list(sys.modules.values()))
    used = {file.removeprefix(LIBRARY) for file in files if file.startswith(LIBRARY)} - {"py_compile.py"}
    whole = zipfile.ZipFile(LIBRARY.rstrip("/"))
    with zipfile.ZipFile(OUT / "python_stdlib.zip", "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(used):
            add(archive, name + "c", bytecode(whole.read(name), LIBRARY + name))


library()
for staged in sorted(STAGED.iterdir()):
    pack(staged)
