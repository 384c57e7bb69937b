"""What a bot says for itself: a step and the reasons for it, kept as keys and values of the catalogue."""

from __future__ import annotations

from dataclasses import dataclass

from lutetia.core.words import N_, _

Reasons = tuple[tuple[str, dict[str, object]], ...]
"""Messages of the catalogue, each with its values."""

SOURCES = {  # of points, as both games' scores name them
    "lit": N_("lit buildings {points}"),
    "group": N_("largest group {points}"),
    "unbuilt": N_("unbuilt {points}"),
    "postcards": N_("postcards {points}"),
    "eights": N_("value 8 {points} VP"),
    "sections": N_("sections {points} VP"),
    "bonus": N_("bonus tile {points} VP"),
    "end_tiles": N_("end-game tile {points} VP"),
    "francs": N_("tile 27 {points} VP"),
    "districts": N_("districts {points} VP"),
}


@dataclass(frozen=True)
class Suggestion:
    """A step and why. `points` is what the turn adds to the lead; before anything is built it is 0.

    `then` holds the steps that should follow in the same turn.
    """

    step: str
    reasons: Reasons
    points: int = 0
    then: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ", ".join(_(key, **values) for key, values in self.reasons)


def signed(points: int) -> str:
    """+14, −3, 0."""
    return f"+{points}" if points > 0 else f"\N{MINUS SIGN}{-points}" if points else "0"


def number(points: int) -> str:
    """14, −3."""
    return str(points) if points >= 0 else f"\N{MINUS SIGN}{-points}"
