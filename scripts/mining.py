"""What the search for puzzles needs to know about a game, and what the games' searches share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from lutetia.bots.profile import Method
from lutetia.core.game import Game
from lutetia.puzzles import Task
from lutetia.puzzles.proof import Prover, TooLong


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
class Mine:
    """Where and how puzzles of a game are found."""

    seatings: tuple[Seating, ...]
    positions: Callable[[list[Game[Any]]], Iterator[Game[Any]]]
    """(the starts of a game's last turns): the positions that may be puzzles."""
    examine: Callable[[Game[Any], Prover], Task | None]
    """The puzzle in a position; None if there is none, or a dull one. Raises TooLong."""
    budget: int
    """Positions for a proof."""
    per_game: int
    """Puzzles that are kept of one game."""
    apart: int
    """Turns between two puzzles of one game."""
    endings: int
    """So many endings of each game are tried until there is a puzzle."""
    rewind: int
    """So many turns before the end they begin to differ."""
    varied: Method
    """Plays these endings."""
    ladder: tuple[Solver, ...]
    """Who tries the puzzles, to measure how hard they are."""

    def prover(self, game: Game[Any], seat: int) -> Prover:
        return Prover(game.ruleset, seat, self.budget, log_size=18)


def is_provable(game: Game[Any], prover: Prover) -> bool:
    """Whether the budget suffices for the value of a position."""
    try:
        prover.value(game.kernel)
    except TooLong:
        return False
    return True


def is_small(game: Game[Any], budget: int) -> bool:
    """Whether so many positions suffice."""
    return is_provable(game, Prover(game.ruleset, game.kernel.seat, budget, log_size=16))
