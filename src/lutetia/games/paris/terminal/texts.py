"""Texts that only the terminal of Paris uses: short names of the bonus tiles, topics of the rules.

Numbers come from the edition.
"""

from __future__ import annotations

from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.games.paris.terminal import palette

SHORT = {  # bonus tiles in five characters at most, for the spaces of the track
    8: N_("★any"), 9: N_("own"), 10: N_("▪any"), 16: N_("opp."), 17: N_("any"), 19: N_("★★"), 20: N_("/tile"),
    21: N_("▪▪"), 23: N_("★pair"), 24: N_("▪pair"), 25: N_("back"), 27: N_("VP/F"), 30: N_("types"),
}  # fmt: skip

COMMANDS = N_("`rules 18` explains bonus tile 18, `tiles` all of them; see also `rules ARC` and `rules LANDMARKS`.")
TOPICS = {
    "arc": N_(
        "A key on the Arc gives you nothing now, and may later go to any district. You may have one key "
        "there at a time."
    ),
    "bank": N_(
        "A key in a bank gives you its francs, and may later enter this district's properties. You may have "
        "one key in each bank at a time."
    ),
    "landmarks": N_(
        "A landmark comes from the display with the move that enters it, and must be worth more than every "
        "landmark already in that district. Bronze, silver and gold sections score {bronze}, {silver} and "
        "{gold} VP."
    ),
    "prizes": N_("VP tiles: {tiles} for first, second and third place in a district at the end."),
    "trade": N_("Buy for {buy} F from the supply, sell for {sell} F."),
}


def short(number: int, data: Json) -> str:
    """A bonus tile in five characters at most."""
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


def payout(found: Json) -> str:
    """What a tile would bring now: '+6 VP', '+4 F', or ""."""
    parts = []
    if found["vp"]:
        parts.append(_("+{n} VP", n=found["vp"]))
    if found["francs"] > 0:
        parts.append(_("+{n} F", n=found["francs"]))
    if found["keys"]:
        parts.append(_("a key for {n} F", n=-found["francs"]))
    return ", ".join(parts)
