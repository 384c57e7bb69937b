"""What a game tells the opening explorer: which choices of its records form a line, and how they are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

from lutetia.core.json_types import Json
from lutetia.games import manifest

Choices = Iterable[tuple[str, str]]
"""(seat, choice), in the order of play."""


@dataclass(frozen=True)
class Line:
    """One question that a tree answers, such as "which buildings, in which order?". Texts are catalogue keys."""

    title: str
    about: str
    """A sentence that says what is counted."""
    choices: Callable[[Json], Choices]
    """(record): the choices. Each is a short text in the game's own notation."""
    shared: bool = False
    """Whether all seats' choices are one sequence. Otherwise each seat has a tree of its own."""


@dataclass(frozen=True)
class GameOpenings:
    """The lines of a game."""

    lines: dict[str, Line]
    """By name; the first is shown first."""
    label: Callable[[str], str]
    """(choice): what it is called, in the reader's language."""
    picture: Callable[[list[tuple[int, str]]], str]
    """(the choices up to this one, each with its role): what to draw for the last one: the id of a picture in the
    component gallery, or ""."""
    start: str = ""
    """What to draw before the first choice, likewise."""
    free_options: tuple[str, ...] = ()
    """Options that do not matter here: games that differ in them only are compared."""


@cache
def openings_for(game: str) -> GameOpenings | None:
    """The lines of a game; None if it has none. Raises ValueError for an unknown game."""
    found: GameOpenings | None = manifest(game).load("openings")
    return found
