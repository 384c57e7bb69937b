"""What of the package goes into the engine: enough to play, to think and to say so, and nothing else."""

from __future__ import annotations

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
    "games/*/openings*",  # the opening explorer
    "games/*/puzzles/*",
    "games/*/rules/positions/*",  # the pages have the rules as they are shown
    "games/*/rules/rulings.toml",
    "games/*/rules/texts/*",
    "games/*/statistics.py",  # the arena
    "games/*/terminal/*",
    "server/tasks/finished_games.py",
    "server/tasks/puzzles.py",
    "server/tasks/rules.py",
    "text/data/*",
    "text/rulebook*",
)
"""`*` stands for any characters, slashes included."""
CATALOGUES = "locale/*/LC_MESSAGES/lutetia.po"


def packed(package: Path, kernels: list[str]) -> list[str]:
    """The files of the package that are packed as they are; kernels are packed compiled."""
    compiled = {f"{module.removeprefix('lutetia/')}.py" for module in kernels}
    names = (path.relative_to(package).as_posix() for path in package.rglob("*") if path.is_file())
    return sorted(name for name in names if is_packed(name) and name not in compiled)


def is_packed(name: str) -> bool:
    """Whether the engine has this file of the package."""
    return any(fnmatch(name, glob) for glob in PACKED) and not any(fnmatch(name, glob) for glob in LEFT_OUT)


def stage(package: Path, compiled: dict[str, Path], vectors: dict[str, Path], folder: Path) -> None:
    """Lay out what is packed: `engine/`, `vectors/` to lay over it where there are some, `locale-TAG/` per language."""
    shutil.rmtree(folder, ignore_errors=True)
    for name in packed(package, list(compiled)):
        _copy(package / name, folder / "engine" / "lutetia" / name)
    for part, modules in (("engine", compiled), ("vectors", vectors)):
        for module, built in modules.items():
            _copy(built, folder / part / f"{module}.abi3.so")
    for path in sorted(package.glob(CATALOGUES)):
        name = path.relative_to(package)
        target = folder / f"locale-{name.parts[1].replace('_', '-')}" / "lutetia" / name
        target.parent.mkdir(parents=True)
        target.write_text(spoken(path.read_text("utf-8")), "utf-8")


def spoken(catalogue: str) -> str:
    """The part of a .po file that the engine says, without comments."""
    entries = catalogue.split("\n\n")
    return "\n\n".join(_bare(entry) for entry in entries if _is_spoken(entry)) + "\n"


def _is_spoken(entry: str) -> bool:
    if entry.startswith('msgid ""'):  # the header
        return True
    sources = re.findall(r"src/lutetia/(\S+)", "".join(re.findall(r"^#:.*$", entry, re.MULTILINE)))
    return any(is_packed(source) for source in sources)


def _bare(entry: str) -> str:
    kept = [line for line in entry.splitlines() if not line.startswith("#") or line.startswith("#, fuzzy")]
    return "\n".join(kept)


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
