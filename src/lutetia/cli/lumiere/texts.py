"""The words of La Cité de la Lumière in the terminal: those that every door says, and the rules in short.

Our own wording throughout; numbers come from the edition.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lutetia.bots.reason import number, signed
from lutetia.core.words import N_, _
from lutetia.told.lumiere import GAME, SEATS, SEATS_FIRST, SOURCES, brief, effect, hides, numbers, question, sentence

__all__ = [
    "GAME",
    "SEATS",
    "SEATS_FIRST",
    "SOURCES",
    "brief",
    "effect",
    "hides",
    "number",
    "numbers",
    "question",
    "sentence",
]


RULES = (
    N_("You win with the most points. Two halves: first both pave and collect, then both build."),
    N_(
        "Paving: on your turn put your tile on any empty square, turned as you like, or take a building from the "
        "supply. The paving decides who may build where."
    ),
    N_(
        "The first half ends with the 16th tile. Whoever had all their own tiles down first begins the second. Once "
        "yours are down you may also pass."
    ),
    N_(
        "Building: on your turn put a building of your reserve on free spaces of your colour or for both, never on a "
        "lamp; or spend a token to use one of the open postcards. Each card serves once."
    ),
    N_("A building brings its size times the number of lamps beside it. Unlit ones bring nothing."),
    N_("Your largest group of joined buildings brings {group} per space, lit or not."),
    N_("Each building left in your reserve: {unbuilt}."),
    N_(
        "The game ends when all tokens are spent and nobody can build. A tie goes to whoever has more bare spaces of "
        "their own colour."
    ),
    N_("`rules CARD` tells what a postcard does: {cards}."),
)

PHASES = {"paving": N_("paving"), "building": N_("building"), "over": N_("game over")}


def gains(change: Mapping[str, Any], seat: str) -> str:
    """A preview in words, source by source: 'lit buildings +12, largest group +4; blue −2'."""
    own = [
        f"{_(name)} {signed(change[seat][source])}"
        for source, name in SOURCES.items()
        if source != "total" and change[seat][source]
    ]
    others = [
        f"{_(SEATS[other])} {signed(change[other]['total'])}"
        for other in change
        if other != seat and change[other]["total"]
    ]
    return "; ".join([", ".join(own)] * bool(own) + others)
