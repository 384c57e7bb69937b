"""The names of pieces and sides, as catalogue messages, and of the squares of the board."""

from __future__ import annotations

from lutetia.core.i18n import N_

PIECES = {
    "garden": N_("the garden"),
    "painter": N_("the painter"),
    "annex": N_("the annex"),
    "lamp": N_("the lamp"),
    "dancer": N_("the dancer"),
    "fountain": N_("the fountain"),
    "statue": N_("the statue"),
    "large-lamp": N_("the large lamp"),
}
SIDES = {"north": N_("north"), "east": N_("east"), "south": N_("south"), "west": N_("west")}


def square(name: str) -> str:
    """A square by its first and last space: `c5–d6`. Its own name would be taken for a space."""
    left, top = 2 * "ABCD".index(name[0]), 2 * int(name[1]) - 1
    return f"{'abcdefgh'[left]}{top}–{'abcdefgh'[left + 1]}{top + 1}"
