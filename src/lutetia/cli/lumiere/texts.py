"""The words of La Cité de la Lumière in the terminal: names, effects, steps as sentences, the rules in short.

Our own wording throughout; numbers come from the edition.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lutetia.bots.reason import number, signed
from lutetia.core.words import N_, _
from lutetia.games.lumiere.edition import CARD_NAMES
from lutetia.told.lumiere import GAME, SEATS, SEATS_FIRST, SOURCES, sentence

__all__ = ["GAME", "SEATS", "SEATS_FIRST", "SOURCES", "number", "sentence"]


BRIEF = {  # one line each, for the cards beside the board
    "levitation": N_("Trade a building with the supply; build it."),
    "metropolitain": N_("Later, one building may cover a lamp."),
    "jardin": N_("Plant the garden: a building of size {garden}."),
    "sacre-coeur": N_("What you leave unbuilt costs nothing."),
    "peintre": N_("{painter} points per lamp in the painter's area."),
    "chartier": N_("Later, build over one space of your rival's."),
    "bouquinistes": N_("An annex: one of your buildings grows by 1."),
    "lampadaire": N_("A new lamp on a space of your colour."),
    "moulin-rouge": N_("{dancer} per free space in the dancer's area."),
    "fontaine": N_("{fountain} points per building of yours beside it."),
    "penseur": N_("Free neighbours: {side} per side, {corner} per corner."),
    "grande-lumiere": N_("A printed lamp becomes a large, far-reaching one."),
}

EFFECTS = {  # for `rules CARD`
    "levitation": N_(
        "Give one building of your reserve back to the supply, take another from there and build it at once. You may "
        "only take one that has a place on the board."
    ),
    "metropolitain": N_(
        "Keep this card. In one later turn a building of yours may stand on one printed street lamp. The lamp goes "
        "dark; its space counts in the building's size."
    ),
    "jardin": N_(
        "Plant the garden on free spaces of your colour or for both. It is a building of yours of size {garden}: lamps "
        "light it, and it joins groups."
    ),
    "sacre-coeur": N_("At the end you lose no points for buildings still in your reserve."),
    "peintre": N_(
        "Set the painter on a free space of your colour. At the end each lamp in his area brings {painter} points. His "
        "area reaches as far as no building bars the way."
    ),
    "chartier": N_(
        "Keep this card. In one later turn a building of yours (or the fountain) may cover one free space of your "
        "rival's colour."
    ),
    "bouquinistes": N_(
        "Set the annex on a free space of your colour that touches a building of yours: that building is larger by one."
    ),
    "lampadaire": N_("Set a lamp on a free space of your colour. It lights the four spaces beside it for everybody."),
    "moulin-rouge": N_(
        "Set the dancer on a free space of your colour. At the end each free space of her area, her own too, brings "
        "{dancer} point. Buildings, lamps and all other pieces bound it."
    ),
    "fontaine": N_(
        "Set the fountain on free spaces of your colour or for both. At the end each building of yours that touches "
        "one of its sides brings {fountain} points."
    ),
    "penseur": N_(
        "Set the statue on a free space of your colour, facing a free space. At the end it brings {side} points per "
        "free space at its sides and {corner} per free one at its corners, but nothing if its view is built up."
    ),
    "grande-lumiere": N_(
        "Set the large lamp on a printed lamp. It lights more spaces than the four beside it (see `lutetia edition "
        "show`); buildings in between throw shadows."
    ),
}

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


def numbers(data: Mapping[str, Any]) -> dict[str, object]:
    """The edition's numbers that stand in the texts."""
    points = data["points"]
    return {
        "garden": sum(row.count("#") for row in data["pieces"]["garden"]),
        "painter": points["painter_per_lamp"],
        "dancer": points["dancer_per_space"],
        "fountain": points["fountain_per_building"],
        "side": points["statue_side"],
        "corner": points["statue_corner"],
        "group": points["group_per_space"],
        "unbuilt": signed(points["unbuilt"]),
        "cards": ", ".join(CARD_NAMES),
    }


def brief(card: str, data: Mapping[str, Any]) -> str:
    return _(BRIEF[card], **numbers(data))


def effect(card: str, data: Mapping[str, Any]) -> str:
    return _(EFFECTS[card], **numbers(data))


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
