"""A cache for the views of one game: what several viewers share, and what the next position can reuse."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, NamedTuple

from lutetia.core.json_types import Json, copy_json

Encode = Callable[[Any], Any]
"""How a cached part is stored. The server stores ready-made JSON, so a part is serialised once for all viewers."""


class Everything(Enum):
    """A type of its own, since any text could be the name of a seat."""

    TURN = 1


Extend = Callable[[Any, list[Any]], Any]
"""(a cached list or None, more parts): the list with the parts at its end, in the form in which lists are stored."""
EVERYTHING = Everything.TURN
"""Who knows every turn as its actor does: all viewers while nothing is hidden, and the record."""
Knower = str | None | Everything
"""A seat, a spectator, or `EVERYTHING`."""


def unchanged(part: Any) -> Any:
    """The `Encode` of callers that want plain JSON values."""
    return part


def extended_list(known: list[Any] | None, parts: list[Any]) -> list[Any]:
    """The `Extend` of the same callers. The parts are copied."""
    return [*(known or ()), *copy_json(parts)]


class FinishedTurns(NamedTuple):
    """The turns that can no longer grow, as somebody knows them."""

    number: int
    last: Json | None
    """The last of them, to recognise them: an undo replaces them."""
    encoded: Any


NO_TURNS = FinishedTurns(0, None, None)


class ViewCache:
    """Pass the same cache to every `Game.view` call of one game.

    Viewers of one position then share what they have in common. Call `next_position` after each step or undo: what the
    step did not change is reused. Views made with a cache share their parts, so treat them as read-only.
    """

    def __init__(
        self,
        encode: Encode = unchanged,
        serialise: Encode = unchanged,
        extend: Extend = extended_list,
        *,
        follows: bool = True,
    ) -> None:
        """`encode` is for parts that are still read, such as by texts; `serialise` for those that are only sent;
        `extend` for lists that grow and are only sent.

        `follows`: whether it outlives one position; a cache for a single view does not.
        """
        self.encode, self.serialise, self.extend = encode, serialise, extend
        self.follows = follows
        self.heading: Json | None = None
        self.setup: Any = None
        self.finished: dict[Knower, FinishedTurns] = {}
        """By viewer from whom turns are hidden, or `EVERYTHING`."""
        self.game_parts: Any = None
        """What the game's own view module keeps from one position to the next; only that module knows its type."""
        self.turns: dict[Knower, Any] = {}
        """The same with the last turn of the current position."""
        self.position: Json | None = None
        """The parts of the current position that are the same for all viewers."""

    def next_position(self) -> None:
        """Drop what belongs to the current position alone."""
        self.turns = {}
        self.position = None
