"""The words of Paris in the terminal: names, tiles, steps as clauses, the rules in short.

Our own wording throughout; numbers come from the edition.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lutetia.cli.paris import palette
from lutetia.core.words import N_, _
from lutetia.told.paris import (
    ENDS,
    GAME,
    GOODS,
    SOURCES,
    TYPES,
    building,
    clause,
    data_of,
    district,
    end_kind,
    good,
    landmark,
    place,
    prize,
    source,
)

__all__ = [
    "ENDS",
    "GAME",
    "GOODS",
    "SOURCES",
    "TYPES",
    "building",
    "clause",
    "data_of",
    "district",
    "end_kind",
    "good",
    "landmark",
    "place",
    "prize",
    "source",
]

Json = Mapping[str, Any]


PHASES = {"draw": N_("to draw"), "action": N_("to act"), "done": N_("acted"), "over": N_("game over")}

TILES = {  # what a bonus tile does, in a line
    1: N_("{francs} francs"),
    2: N_("a wood"),
    3: N_("a marble"),
    4: N_("a gold"),
    5: N_("{francs} francs"),
    6: N_("{vp} VP per value-{value} building"),
    7: N_("{points} VP and {francs} francs"),
    8: N_("any prestige"),
    9: N_("move onto your own key"),
    10: N_("any resource"),
    11: N_("{vp} VP per value-{value} building"),
    12: N_("{francs} francs"),
    13: N_("{price} F for a key from the reserve"),
    14: N_("{price} F for a key from the reserve"),
    15: N_("{vp} VP per value-{value} building"),
    16: N_("move onto a rival's key"),
    17: N_("take any tile, the figure stays"),
    18: N_("{vp} VP per value-{value} building"),
    19: N_("any two prestige"),
    20: N_("{each} VP per other unused tile"),
    21: N_("any two resources"),
    22: N_("{francs} francs"),
    23: N_("{pair} VP per prestige pair given up"),
    24: N_("{pair} VP per resource pair given up"),
    25: N_("back 1 to {back} tiles, take that one"),
    26: N_("{vp} VP per value-{value} building"),
    27: N_("1 VP per franc at the end"),
    28: N_("{vp} VP per value-{value} building"),
    29: N_("{vp} VP per landmark"),
    30: N_("{types} VP for 4, 5, 6, 7 types"),
}
SHORT = {  # the same on a space of the track: five signs at most
    8: N_("★any"), 9: N_("own"), 10: N_("▪any"), 16: N_("rival"), 17: N_("any"), 19: N_("★★"), 20: N_("/tile"),
    21: N_("▪▪"), 23: N_("★pair"), 24: N_("▪pair"), 25: N_("back"), 27: N_("VP/F"), 30: N_("types"),
}  # fmt: skip

RULES = (
    N_("You win with the most VP. They come from value 8, landmarks, bonus tiles and, at the end, the districts."),
    N_(
        "A turn: draw a building, which is placed at once; then one action; and at any moment of your turn trade, or "
        "use bonus and end-game tiles."
    ),
    N_(
        "Actions: put a key on a bank (you get its francs) or on the Arc (it may later go to any district); or move a "
        "key of yours to a building or landmark without a key; or, once the buildings are out, take an end-game tile."
    ),
    N_(
        "Keys only climb: from bank or Arc for the full value in francs, from property to property in the district for "
        "the difference. Value 8 costs a wood too, landmarks the marble and gold they show."
    ),
    N_(
        "Arriving: you get the token there. Value 1, 2: move your figure and take a bonus tile. Value 3: the same for "
        "2 F. Value 8: 2 VP. A landmark: fill each section once with its prestige for VP."
    ),
    N_(
        "Whoever brings the fourth key of all players into a district's properties may put a VP tile into any district "
        "without one."
    ),
    N_(
        "At the end each district with a VP tile pays the highest sums of values; ties go to the highest single "
        "property. With two players the second scores only with at least half of the first's sum."
    ),
    N_("The last end-game tile ends the game: the round is finished, and one more is played."),
    N_("Buy wood, marble, gold for 4, 5, 6 F from the supply; sell tokens for 2, 3, 4 F and 1, 2, 3 F (prestige)."),
    N_("`rules 18` tells what bonus tile 18 does, `tiles` all of them; `rules ARC`, `rules LANDMARKS` more."),
)
TOPICS = {
    "arc": N_("A key on the Arc brings nothing now, and may go to any district later. One own key at a time."),
    "bank": N_("A key on a bank brings its francs, and may enter this district's properties. One own key in each."),
    "landmarks": N_(
        "A landmark comes from the display with the move that enters it, and must be worth more than every landmark "
        "already in that district. Bronze, silver, gold sections bring {bronze}, {silver}, {gold} VP."
    ),
    "prizes": N_("VP tiles: {tiles} for the first, second, third of a district at the end."),
    "trade": N_("Buy for {buy} F from the supply, sell for {sell} F."),
}


def tile(number: int, data: Json, players: int) -> str:
    """What a bonus tile does."""
    bonus, name = data["bonus"], str(number)
    value, vp = bonus["per_value"].get(name, (0, 0))
    types = bonus["per_types"]
    return _(
        TILES[number],
        francs=bonus["francs"].get(name, 0),
        points=bonus["vp"].get(name, 0),
        value=value,
        vp=vp or bonus["per_landmark"].get(name, 0),
        price=bonus["extra_key"].get(name, 0),
        each=bonus["per_unused"].get(str(players), 0),
        pair=bonus["per_pair"].get(str(players), 0),
        back=bonus["back_at_most"],
        types=", ".join(str(types[n]) for n in sorted(types)),
    )


def short(number: int, data: Json) -> str:
    """A bonus tile in a few signs."""
    bonus, name = data["bonus"], str(number)
    if number in SHORT:
        return _(SHORT[number])
    if number in (2, 3, 4):
        return palette.TOKENS[{2: "wood", 3: "marble", 4: "gold"}[number]][0]
    if name in bonus["per_value"]:
        value, vp = bonus["per_value"][name]
        return _("{vp}VP/{value}", vp=vp, value=value)
    if name in bonus["per_landmark"]:
        return _("{vp}VP/L", vp=bonus["per_landmark"][name])
    if name in bonus["extra_key"]:
        return _("key{n}F", n=bonus["extra_key"][name])
    francs, vp = bonus["francs"].get(name, 0), bonus["vp"].get(name, 0)
    return _("{vp}+{n}F", vp=vp, n=francs) if vp else _("{n} F", n=francs)


def pays(found: Json) -> str:
    """What a tile would bring now: '+6 VP', '+4 F', or nothing to tell."""
    parts = []
    if found["vp"]:
        parts.append(_("+{n} VP", n=found["vp"]))
    if found["francs"] > 0:
        parts.append(_("+{n} F", n=found["francs"]))
    if found["keys"]:
        parts.append(_("a key for {n} F", n=-found["francs"]))
    return ", ".join(parts)
