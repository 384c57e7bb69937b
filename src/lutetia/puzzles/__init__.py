"""Puzzles: positions of bots' games with one best turn, their themes and their measured difficulty.

That it is the best is proven: all turns and all replies were followed to the end.

They are data in the game's folder. `puzzles/puzzles.json` describes them, and line n of `puzzles/records.jsonl.gz` is
the record of puzzle n up to its position. `python scripts/puzzles.py` finds them. The game's `puzzles` part is a
mapping from the names of its themes to their titles, which are catalogue keys.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import lutetia
from lutetia.core.game import Game
from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.games import manifest, manifests

WIN, BEST = "win", "best"
GOALS = {WIN: N_("Find the only turn that wins."), BEST: N_("Find the best turn.")}


@dataclass(frozen=True)
class Task:
    """What is asked in a position. Values are the solver's (`lutetia.bots.solver`), for the seat that decides."""

    goal: str
    """WIN: the only turn that wins is asked for; BEST: the one with the best result. See `needed`."""
    value: int
    """Of best play."""
    second: int
    """Of the best turn that is not a solution."""
    line: tuple[tuple[str, ...], ...]
    """Best play: turns of the seat and of its rivals, up to the last turn that is asked for."""
    asked: int
    """How many turns the seat has to find."""
    themes: tuple[str, ...]

    @property
    def needed(self) -> int:
        """The value that a turn needs to be a solution: a win; or more than any turn with another idea can reach.

        Where several turns are asked for, each must keep the value of best play.
        """
        if self.goal == WIN:
            return 1
        return self.value if self.asked > 1 else self.second + 1


@dataclass(frozen=True)
class Puzzle(Task):
    """A task with its position, which is stored beside it."""

    id: str
    game: str
    seat: str
    players: int
    rating: int
    """Its difficulty, from how bots of different strength did: on the scale of the members' puzzle ratings."""

    @property
    def number(self) -> int:
        """Its place in the game's set."""
        return _numbers(self.game)[self.id]

    def record(self) -> Json:
        """The game up to the position."""
        found: Json = json.loads(_records(self.game)[self.number])
        return found

    def position(self) -> Game[Any]:
        """The game at the position."""
        return lutetia.replay(self.record())


def names() -> list[str]:
    """The games that have puzzles."""
    return [found.name for found in manifests() if found.has("puzzles")]


@cache
def themes(game: str) -> Mapping[str, str]:
    """A game's themes with their titles, in the order of the page. Empty if the game has no puzzles."""
    found: Mapping[str, str] = manifest(game).load("puzzles", {})
    return found


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """All puzzles of a game. Empty if it has none."""
    if not manifest(game).has("puzzles"):
        return ()
    return tuple(_read(game, one) for one in json.loads((folder(game) / "puzzles.json").read_text(encoding="utf-8")))


def puzzle(id: str) -> Puzzle:
    """The puzzle with this id. Raises ValueError if there is none."""
    for game in names():
        if id in _numbers(game):
            return puzzles(game)[_numbers(game)[id]]
    raise ValueError(_("there is no puzzle {id}", id=id))


def daily(game: str, day: int) -> Puzzle:
    """The puzzle of a day, counted from any day. The same for everybody; none comes again before all have been used."""
    found = puzzles(game)
    if not found:
        raise ValueError(_("there are no puzzles for {game}", game=game))
    cycle, place = divmod(day, len(found))
    return sorted(found, key=lambda one: _digest(f"{game} {cycle} {one.id}"))[place]


def id_of(record: Json) -> str:
    """The id of a position: six letters and digits that are hard to confuse."""
    letters = "abcdefghjkmnpqrstuvwxyz23456789"
    number = _digest(json.dumps(record, sort_keys=True))
    return "".join(letters[number // len(letters) ** place % len(letters)] for place in range(6))


def write(game: str, found: Sequence[tuple[Puzzle, Json]]) -> None:
    """Replace a game's puzzles by these, with their records."""
    folder(game).mkdir(exist_ok=True)
    described = [{name: value for name, value in asdict(one).items() if name != "game"} for one, _record in found]
    text = ",\n".join(json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in described)
    (folder(game) / "puzzles.json").write_text(f"[\n{text}\n]\n", encoding="utf-8")
    lines = "\n".join(json.dumps(record, separators=(",", ":")) for _one, record in found)
    (folder(game) / "records.jsonl.gz").write_bytes(gzip.compress(lines.encode(), mtime=0))


def folder(game: str) -> Path:
    """Where a game's puzzles are."""
    return manifest(game).folder / "puzzles"


def _read(game: str, one: Json) -> Puzzle:
    line = tuple(tuple(turn) for turn in one["line"])
    return Puzzle(**one | {"game": game, "line": line, "themes": tuple(one["themes"])})


@cache
def _numbers(game: str) -> dict[str, int]:
    return {one.id: number for number, one in enumerate(puzzles(game))}


@cache
def _records(game: str) -> list[bytes]:
    return gzip.decompress((folder(game) / "records.jsonl.gz").read_bytes()).splitlines()


def _digest(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")
