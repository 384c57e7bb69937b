"""What the search for puzzles and the games' own parts of it share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lutetia.bots.profile import Method
from lutetia.puzzles import needed


@dataclass(frozen=True)
class Seating:
    """A kind of table that the bots play at, and how often compared with the others."""

    share: int
    players: int
    options: dict[str, Any]
    method: Method


@dataclass(frozen=True)
class Solver:
    """A bot that tries every puzzle, and its strength on the scale of the puzzle ratings."""

    bot: str | Method
    rating: int


@dataclass(frozen=True)
class Found:
    """A puzzle before its difficulty has been measured; the fields are those of `lutetia.puzzles.Puzzle`."""

    goal: str
    proof: str
    value: int
    second: int
    line: tuple[tuple[str, ...], ...]
    asked: int
    themes: tuple[str, ...]

    @property
    def needed(self) -> int:
        return needed(self.goal, self.value, self.second, self.asked)
