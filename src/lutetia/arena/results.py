"""Results of a run: one line per finished pair, so that an interrupted run can continue.

The first line contains the plan and a digest of the code; a run with another plan or other code cannot continue it.
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
from typing import TYPE_CHECKING, BinaryIO

from lutetia.arena.match import Plan
from lutetia.bots import NAMES, installed_bots
from lutetia.bots.external import PREFIX, command_of
from lutetia.bots.network_bot import PREFIX as NETWORK
from lutetia.bots.network_bot import parts_of
from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.games import manifests

if TYPE_CHECKING:
    from hashlib import _Hash as HASH

FORMAT = "lutetia-arena/1"
PACKAGE = Path(__file__).parent.parent
SHARED = ("core", "bots", "games/__init__.py", "arena/match.py")
"""Shared code that decides how a game goes. The rest of the package may change during a run."""
PER_GAME = ("__init__.py", "rules", "bots")
"""The same in a game's folder."""
SUFFIXES = (".py", ".toml", ".json", ".bin", ".h")


class ResultsError(ValueError):
    """This run cannot use the results file."""


class Results:
    """The finished pairs of one plan, by number. Without a file they are kept in memory."""

    def __init__(self, file: BinaryIO | None = None) -> None:
        self._file = file
        self._at: dict[int, int] = {}
        self._kept: dict[int, list[Json]] = {}

    def __contains__(self, number: int) -> bool:
        return number in self._at or number in self._kept

    def __len__(self) -> int:
        return len(self._at) + len(self._kept)

    def add(self, number: int, games: list[Json]) -> None:
        """Store a finished pair and flush it to the file."""
        if self._file is None:
            self._kept[number] = games
            return
        self._at[number] = self._file.seek(0, os.SEEK_END)
        self._file.write(_line({"pair": number, "games": games}))
        self._file.flush()

    def take(self, number: int) -> list[Json]:
        """The games of a pair. In memory they can be taken only once, so that a long run does not fill it."""
        if self._file is None:
            return self._kept.pop(number)
        self._file.seek(self._at[number])
        games: list[Json] = json.loads(self._file.readline())["games"]
        return games

    def _read(self, heading: Json) -> None:
        """Index the pairs of an earlier run, and cut off an incomplete last line."""
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
def open_results(path: Path, plan: Plan) -> Iterator[Results]:
    """The results in a file, which may exist. Raises ResultsError if it has another plan or another run is using it."""
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
    """The first line of a results file: the plan, and what identifies the code that plays it."""
    played: Json = json.loads(json.dumps(asdict(plan)))
    return {"format": FORMAT} | played | {"code": code(), "guests": _external_bots(plan)}


def file_name(plan: Plan) -> str:
    """A file name that is unique to this plan and this code."""
    return f"{plan.game}-{sha256(_line(heading(plan))).hexdigest()[:16]}.jsonl"


@cache
def code() -> str:
    """A digest of the code and data that decide how games go. If it is equal on two machines, the games are equal."""
    digest = sha256()
    for part in SHARED:
        _add_files(digest, PACKAGE, part)
    for game in manifests():
        digest.update(f"{game.name}\0".encode())
        for part in PER_GAME:
            _add_files(digest, game.folder, part)
    return digest.hexdigest()[:16]


def _add_files(digest: HASH, folder: Path, part: str) -> None:
    path = folder / part
    for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
        if file.suffix in SUFFIXES and file.is_file():
            digest.update(f"{file.relative_to(folder)}\0".encode() + file.read_bytes() + b"\0")


def _external_bots(plan: Plan) -> dict[str, str]:
    """What identifies bots from elsewhere: a digest of the files in a command or of the weights, or the version of a
    package."""
    found = {}
    for name in plan.bots:
        if name.startswith(PREFIX):
            files = [Path(word) for word in command_of(name) if Path(word).is_file()]
            found[name] = sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:16]
        elif name.startswith(NETWORK):
            found[name] = sha256(parts_of(name)[0].read_bytes()).hexdigest()[:16]
        elif name not in NAMES and name in installed_bots().names:
            package = installed_bots()[name].dist
            found[name] = f"{package.name} {distribution(package.name).version}" if package else ""
    return found


def _compare(line: bytes, heading: Json) -> None:
    try:
        found = json.loads(line)
    except ValueError:
        found = None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise ResultsError(_("this is not an arena results file"))
    for key, value in heading.items():
        if found.get(key) != value:
            raise ResultsError(
                _(
                    "it was started with another {key} ({found}, not {value}); give another file, or remove this one",
                    key=key,
                    found=json.dumps(found.get(key)),
                    value=json.dumps(value),
                )
            )


def _line(data: Json) -> bytes:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
