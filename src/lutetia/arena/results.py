"""What is kept of a run: one line per finished pair, so that an interrupted run goes on where it was.

The first line says what is played and by which code; a run with another plan or other code does not go on from it.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import cache
from hashlib import sha256
from importlib.metadata import distribution
from pathlib import Path
from typing import BinaryIO

from lutetia.arena.match import Plan
from lutetia.bots import NAMES, brought
from lutetia.bots.external import PREFIX, words_of
from lutetia.core.i18n import _
from lutetia.core.json_types import Json

FORMAT = "lutetia-arena/1"
PACKAGE = Path(__file__).parent.parent
DECISIVE = ("core", "games", "bots", "editions", "arena/match.py")
"""What decides how a game goes; the rest of the package may change in the middle of a run."""


class ResultsError(ValueError):
    """A results file that this run cannot use."""


class Results:
    """The finished pairs of one plan, by number. With no file they are kept in memory."""

    def __init__(self, file: BinaryIO | None = None) -> None:
        self._file = file
        self._at: dict[int, int] = {}
        self._kept: dict[int, list[Json]] = {}

    def __contains__(self, number: int) -> bool:
        return number in self._at or number in self._kept

    def __len__(self) -> int:
        return len(self._at) + len(self._kept)

    def add(self, number: int, games: list[Json]) -> None:
        """Keep a finished pair; it is on its way to the disk when this returns."""
        if self._file is None:
            self._kept[number] = games
            return
        self._at[number] = self._file.seek(0, os.SEEK_END)
        self._file.write(_line({"pair": number, "games": games}))
        self._file.flush()

    def take(self, number: int) -> list[Json]:
        """The games of a pair. From memory they are handed out once, so that a long run does not fill it."""
        if self._file is None:
            return self._kept.pop(number)
        self._file.seek(self._at[number])
        games: list[Json] = json.loads(self._file.readline())["games"]
        return games

    def _read(self, heading: Json) -> None:
        """Find what an earlier run has left; cut off the last line where it was interrupted in the middle."""
        file, end = self._file, 0
        assert file is not None
        file.seek(0)
        first = file.readline()
        if first.endswith(b"\n"):
            _compare(first, heading)
            end = file.tell()
            for line in iter(file.readline, b""):
                try:
                    number = json.loads(line)["pair"] if line.endswith(b"\n") else None
                except (ValueError, TypeError, KeyError):
                    number = None
                if type(number) is not int:
                    break
                self._at[number] = end
                end = file.tell()
        file.truncate(end)
        if end == 0:
            file.seek(0)
            file.write(_line(heading))
            file.flush()


@contextmanager
def opened(path: Path, plan: Plan) -> Iterator[Results]:
    """The results in a file, new or begun. Raises ResultsError where another plan or a run under way owns it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(os.open(path, os.O_RDWR | os.O_CREAT, 0o644), "r+b") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ResultsError(_("{path}: another run is writing to it", path=path)) from None
        results = Results(file)
        try:
            results._read(heading(plan))
        except ResultsError as error:
            raise ResultsError(f"{path}: {error}") from None
        yield results


def heading(plan: Plan) -> Json:
    """A results file's first line: the plan, and by which code it is played."""
    played: Json = json.loads(json.dumps(asdict(plan)))
    return {"format": FORMAT} | played | {"code": code(), "guests": _guests(plan)}


def name_of(plan: Plan) -> str:
    """A file name for this plan and this code alone."""
    return f"{plan.game}-{sha256(_line(heading(plan))).hexdigest()[:16]}.jsonl"


@cache
def code() -> str:
    """A digest of the code that decides how games go: equal on two machines, equal games."""
    digest = sha256()
    for part in DECISIVE:
        path = PACKAGE / part
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.suffix in (".py", ".toml"):
                digest.update(f"{file.relative_to(PACKAGE)}\0".encode() + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _guests(plan: Plan) -> dict[str, str]:
    """The same for bots from elsewhere, as far as it can be seen: files named in a command, versions of packages."""
    found = {}
    for name in plan.bots:
        if name.startswith(PREFIX):
            files = [Path(word) for word in words_of(name) if Path(word).is_file()]
            found[name] = sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:16]
        elif name not in NAMES and name in brought().names:
            package = brought()[name].dist
            found[name] = f"{package.name} {distribution(package.name).version}" if package else ""
    return found


def _compare(line: bytes, heading: Json) -> None:
    try:
        found = json.loads(line)
    except ValueError:
        found = None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise ResultsError(_("this is no results file of the arena"))
    for key, value in heading.items():
        if found.get(key) != value:
            raise ResultsError(
                _(
                    "it was begun with another {key} ({found}, not {value}); give another file, or remove this one",
                    key=key,
                    found=json.dumps(found.get(key)),
                    value=json.dumps(value),
                )
            )


def _line(data: Json) -> bytes:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
