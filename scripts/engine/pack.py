"""Runs in Pyodide: compile the staged Python to bytecode of its version, and pack it with what it imports.

What of the standard library only the library of the engine needs is packed with that.

Everything is stored without compression, because the transport compresses better, and with the same date, so that the
same input gives the same bytes.
"""

import ast
import importlib
import marshal
import py_compile
import sys
import zipfile
from pathlib import Path
from types import CodeType

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
    "encodings.cp437",  # names in zip archives
    "importlib.readers",  # imported by importlib.resources when it is used
    "importlib.resources._adapters",
    "importlib.resources.readers",
)
HEADER = 16
"""Bytes before the code in a file of bytecode."""
FROZEN = {"importlib/_bootstrap.py", "importlib/_bootstrap_external.py", "zipimport.py"}
"""Part of the interpreter itself, since archives could not be read without them."""
LEFT_OUT = {"py_compile.py", "ssl.py", *FROZEN}
"""Only this program needs the first. asyncio goes without the second, and there are no sockets."""
FIXED = (1980, 1, 1, 0, 0, 0)


def add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    entry = zipfile.ZipInfo(name, FIXED)
    entry.external_attr = 0o644 << 16
    archive.writestr(entry, data)


def bytecode(source: bytes, name: str) -> bytes:
    """Without docstrings and assertions, and with the line of each function only: a quarter less."""
    Path("/tmp/a.py").write_bytes(source)
    unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
    py_compile.compile("/tmp/a.py", "/tmp/a.pyc", name, doraise=True, optimize=2, invalidation_mode=unchecked)
    written = Path("/tmp/a.pyc").read_bytes()
    return written[:HEADER] + marshal.dumps(with_first_lines(marshal.loads(written[HEADER:])))


def with_first_lines(code: CodeType) -> CodeType:
    """The same code, all of whose instructions are said to be in its first line: see CPython's InternalDocs."""
    constants = tuple(with_first_lines(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    instructions = len(code.co_code) // 2
    parts = (min(8, instructions - begun) for begun in range(0, instructions, 8))
    lines = b"".join(bytes((0x80 | 13 << 3 | length - 1, 0)) for length in parts)
    return code.replace(co_linetable=lines, co_consts=constants)


def pack(folder: Path, also: dict[str, bytes]) -> None:
    """One archive with everything in a folder, and more files by name."""
    with zipfile.ZipFile(OUT / f"{folder.name}.zip", "w", zipfile.ZIP_STORED) as archive:
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder).as_posix()
            if path.is_dir():
                continue
            if path.suffix == ".py":
                add(archive, name + "c", bytecode(path.read_bytes(), name))
            else:
                add(archive, name, path.read_bytes())
        for name in sorted(also):
            add(archive, name, also[name])


def named_modules(source: bytes) -> set[str]:
    """Every module that a source imports, wherever it does."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
    return found


def used_by(part: str, also: tuple[str, ...] = ()) -> set[str]:
    """The files of the standard library that are imported once all that a part of the engine names has been."""
    named = set().union(*(named_modules(path.read_bytes()) for path in (STAGED / part).rglob("*.py")))
    for name in sorted(named | set(also)):
        top = name.partition(".")[0]
        if top in sys.stdlib_module_names and top not in WITHOUT:
            importlib.import_module(name)
    files = (getattr(module, "__file__", None) or "" for module in list(sys.modules.values()))
    return {file.removeprefix(LIBRARY) for file in files if file.startswith(LIBRARY)} - LEFT_OUT


def compiled(names: set[str]) -> dict[str, bytes]:
    """Files of the standard library as bytecode, by name."""
    whole = zipfile.ZipFile(LIBRARY.rstrip("/"))
    return {name + "c": bytecode(whole.read(name), LIBRARY + name) for name in sorted(names)}


needed = used_by("engine", ALSO)  # by the engine, and by Pyodide itself
more = {"library": compiled(used_by("library") - needed)}
with zipfile.ZipFile(OUT / "python_stdlib.zip", "w", zipfile.ZIP_STORED) as archive:
    for name, code in compiled(needed).items():
        add(archive, name, code)
for staged in sorted(STAGED.iterdir()):
    pack(staged, more.get(staged.name, {}))
