"""A cache for the views of one game: what several viewers share, and what the next position can reuse."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from lutetia.core.json_types import Json

Encode = Callable[[Any], Any]
"""How a cached part is stored. The server stores ready-made JSON, so a part is serialised once for all viewers."""


def unchanged(part: Any) -> Any:
    """The `Encode` of callers that want plain JSON values."""
    return part


@dataclass(frozen=True)
class FinishedTurns:
    """The turns that can no longer grow, encoded."""

    turns: list[Json] = field(default_factory=list)
    """The turns themselves, to recognise them: an undo replaces them."""
    encoded: list[Any] = field(default_factory=list)
    redacted: dict[int, Any] = field(default_factory=dict)
    """By index: turns that the other seats see with `?` for hidden words."""


class ViewCache:
    """Pass the same cache to every `Game.view` call of one game.

    Viewers of one position then share what they have in common. Call `next_position` after each step or undo: what the
    step did not change is reused. Views made with a cache share their parts, so treat them as read-only.
    """

    def __init__(
        self,
        encode: Encode = unchanged,
        serialise: Encode = unchanged,
        *,
        follows: bool = True,
    ) -> None:
        """`encode` is for parts that are still read, such as by texts; `serialise` for those that are only sent.

        `follows`: whether it outlives one position; a cache for a single view does not.
        """
        self.encode, self.serialise = encode, serialise
        self.follows = follows
        self.heading: Json | None = None
        self.setup: Any = None
        self.finished = FinishedTurns()
        self.game_parts: Any = None
        """What the game's own view module keeps from one position to the next; only that module knows its type."""
        self.turns: list[Any] | None = None
        """Of the current position, as its actors know them."""
        self.position: Json | None = None
        """The parts of the current position that are the same for all viewers."""

    def next_position(self) -> None:
        """Drop what belongs to the current position alone."""
        self.turns = None
        self.position = None
