"""What of the package goes into the engine: enough to play, to think and to say so, and nothing else.

What only some pages need is in an archive of its own, the library, which is loaded when it is first needed.
"""

from __future__ import annotations

import gzip
import importlib.util
import json
import re
import shutil
from fnmatch import fnmatch
from pathlib import Path

PACKED = (
    "__init__.py",
    "companion.py",
    "tutorial.py",
    "bots/*",
    "core/*",
    "games/*",
    "server/__init__.py",
    "server/errors.py",
    "server/ids.py",
    "server/jobs/__init__.py",
    "server/jobs/worker.py",
    "server/json_bytes.py",
    "server/local/*",
    "server/loggers.py",
    "server/outage_log.py",
    "server/plain_json.py",
    "server/play/*",
    "server/tasks/*",
    "schemas/*-setup.json",
    "text/*",
    "types.py",
)
LEFT_OUT = (
    "*.h",
    "*.pxd",
    "*.so",
    "*/__pycache__/*",
    "bots/external.py",  # programs that are started as processes
    "bots/subprocess_lines.py",
    "bots/supervised.py",
    "games/*/companion/model.py",  # the server's check of its input
    "games/*/drawing*",  # pictures and the terminal
    "games/*/observation.py",  # environments for learning
    "games/*/statistics.py",  # the arena
    "games/*/terminal/*",
    "server/tasks/finished_games.py",
)
"""`*` stands for any characters, slashes included."""
LIBRARY = (
    "games/*/openings*",
    "games/*/puzzles/*",
    "games/*/rules/positions/*",
    "games/*/rules/rulings.toml",
    "games/*/rules/texts/*",
    "arena/__init__.py",
    "arena/intervals.py",
    "arena/statistics.py",
    "openings/__init__.py",
    "openings/book.py",
    "openings/explore.py",
    "openings/lines.py",
    "openings/sample.py",
    "openings/tree.py",
    "puzzles/*",
    "server/tasks/openings.py",
    "server/tasks/puzzle_progress.py",
    "server/tasks/puzzles.py",
    "server/tasks/rules.py",
    "text/data/*",
    "text/rulebook*",
)
"""The rule book, the puzzles and the openings."""
LIBRARIES = ("markdown_it", "mdurl", "openskill")
"""Other people's packages that the library needs, as they are installed; NOTICES.txt names them."""
NOT_NEEDED = ("cli/*",)
CATALOGUES = "locale/*/LC_MESSAGES/lutetia.po"
MORE = "library.po"
"""Beside it: what `server/local/library.py` adds to it."""


def packed(package: Path, kernels: list[str], *, library: bool = False) -> list[str]:
    """The files of the package that are packed as they are, into the engine or its library; kernels come compiled."""
    compiled = {f"{module.removeprefix('lutetia/')}.py" for module in kernels}
    names = (path.relative_to(package).as_posix() for path in package.rglob("*") if path.is_file())
    return sorted(name for name in names if is_packed(name) and is_in_library(name) == library and name not in compiled)


def is_packed(name: str) -> bool:
    """Whether the engine or its library has this file of the package."""
    wanted = any(fnmatch(name, glob) for glob in (*PACKED, *LIBRARY))
    return wanted and not any(fnmatch(name, glob) for glob in LEFT_OUT)


def is_in_library(name: str) -> bool:
    """Whether a packed file is in the library."""
    return any(fnmatch(name, glob) for glob in LIBRARY)


def stage(package: Path, compiled: dict[str, Path], vectors: dict[str, Path], languages: object, folder: Path) -> None:
    """Lay out what is packed: `engine/`, `vectors/` to lay over it where there are some, `library/`, and per language
    `locale-TAG/` for the engine and `library-TAG/` with what the library says beyond that.

    `languages`: all that the pages have, with their names, for `server/local/browser.py`.
    """
    shutil.rmtree(folder, ignore_errors=True)
    for name in packed(package, list(compiled)):
        _copy(package / name, folder / "engine" / "lutetia" / name)
    listed = folder / "engine" / "lutetia" / "server" / "local" / "languages.json"
    listed.write_text(json.dumps(languages, ensure_ascii=False), "utf-8")
    for part, modules in (("engine", compiled), ("vectors", vectors)):
        for module, built in modules.items():
            _copy(built, folder / part / f"{module}.abi3.so")
    for name in packed(package, list(compiled), library=True):
        _copy(package / name, folder / "library" / "lutetia" / name)
    for name in LIBRARIES:
        _copy_package(name, folder / "library")
    for path in sorted(package.glob(CATALOGUES)):
        name, text = path.relative_to(package), path.read_text("utf-8")
        tag = name.parts[1].replace("_", "-")
        for part, file, library in ((f"locale-{tag}", name, False), (f"library-{tag}", name.with_name(MORE), True)):
            target = folder / part / "lutetia" / file
            target.parent.mkdir(parents=True)
            target.write_text(spoken(text, library=library), "utf-8")


def spoken(catalogue: str, *, library: bool = False) -> str:
    """The part of a .po file that the engine says, or what its library says beyond that, without comments."""
    entries = catalogue.split("\n\n")
    return "\n\n".join(_bare(entry) for entry in entries if _speaker(entry) == library) + "\n"


def _speaker(entry: str) -> bool | None:
    """Whether only the library says it; None: neither does. The header belongs to the engine."""
    if entry.startswith('msgid ""'):
        return False
    sources = re.findall(r"src/lutetia/(\S+)", "".join(re.findall(r"^#:.*$", entry, re.MULTILINE)))
    packed_in = [is_in_library(source) for source in sources if is_packed(source)]
    return all(packed_in) if packed_in else None


def _bare(entry: str) -> str:
    kept = [line for line in entry.splitlines() if not line.startswith("#") or line.startswith("#, fuzzy")]
    return "\n".join(kept)


def _copy_package(name: str, folder: Path) -> None:
    """Copy the Python of an installed package."""
    found = importlib.util.find_spec(name)
    if found is None or found.origin is None:
        raise SystemExit(f"{name} is missing: .venv/bin/pip install --editable '.[dev]'")
    home = Path(found.origin).parent
    for path in sorted(home.rglob("*.py")):
        if not any(fnmatch(path.relative_to(home).as_posix(), glob) for glob in NOT_NEEDED):
            _copy(path, folder / name / path.relative_to(home))


def _copy(source: Path, target: Path) -> None:
    """What is compressed already is stored as a gzip file without compression: brotli packs it a quarter smaller."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.suffix == ".gz":
        target.write_bytes(gzip.compress(gzip.decompress(source.read_bytes()), 0, mtime=0))
    else:
        shutil.copyfile(source, target)
