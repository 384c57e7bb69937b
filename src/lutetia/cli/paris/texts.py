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
    TILES,
    TYPES,
    building,
    clause,
    data_of,
    district,
    end_kind,
    good,
    hides,
    landmark,
    place,
    prize,
    question,
    source,
    tile,
)

__all__ = [
    "ENDS",
    "GAME",
    "GOODS",
    "SOURCES",
    "TILES",
    "TYPES",
    "building",
    "clause",
    "data_of",
    "district",
    "end_kind",
    "good",
    "hides",
    "landmark",
    "place",
    "prize",
    "question",
    "source",
    "tile",
]

Json = Mapping[str, Any]


PHASES = {"draw": N_("to draw"), "action": N_("to act"), "done": N_("acted"), "over": N_("game over")}

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
