"""La Cité de la Lumière in words: seats, sources of points, every step as a sentence."""

from __future__ import annotations

from lutetia.core.words import N_, _, plural
from lutetia.games.lumiere.edition import CARD_NAMES

GAME = N_("La Cité de la Lumière")
SEATS = {"orange": N_("orange"), "blue": N_("blue")}
SEATS_FIRST = {"orange": N_("Orange"), "blue": N_("Blue")}
SOURCES = {
    "lit": N_("lit buildings"),
    "group": N_("largest group"),
    "unbuilt": N_("unbuilt"),
    "postcards": N_("postcards"),
    "total": N_("total"),
}
SIDES = {"north": N_("north"), "east": N_("east"), "south": N_("south"), "west": N_("west")}
PLACED = {
    "garden": N_("{who} plants the garden on {where}."),
    "painter": N_("{who} sets the painter on {where}."),
    "annex": N_("{who} adds the annex on {where} to {building}."),
    "lamp": N_("{who} puts up a lamp on {where}."),
    "dancer": N_("{who} sets the dancer on {where}."),
    "fountain": N_("{who} puts the fountain on {where}."),
    "statue": N_("{who} sets the statue on {where}, facing {facing}."),
    "large-lamp": N_("{who} puts up the large lamp on {where}."),
}


def sentence(step: str, seat: str) -> str:
    """What a seat did, in a sentence."""
    who = _(SEATS_FIRST.get(seat, seat))
    kind, *words = step.split(" ")
    if kind == "tile":
        turn = int(words[2][1])
        turned = plural("turned by {n} quarter", "turned by {n} quarters", turn) if turn else _("not turned")
        return _(
            "{who} lays tile {tile} on {square}, {turned}.", who=who, tile=words[0], square=words[1], turned=turned
        )
    if kind == "take":
        return _("{who} takes {building}.", who=who, building=words[0])
    if kind == "build":
        return _("{who} builds {building} on {where}.", who=who, building=words[0], where=" ".join(words[1:]))
    if kind == "card":
        return _("{who} uses {card}.", who=who, card=CARD_NAMES.get(words[0], words[0]))
    if kind == "swap":
        return _("{who} gives {given} back and lifts {taken} from the supply.", who=who, given=words[0], taken=words[1])
    if kind == "place":
        return _placed(who, words)
    if kind == "decline":
        return _("{who} does without its effect.", who=who)
    return _("{who} passes.", who=who)


def _placed(who: str, words: list[str]) -> str:
    piece, *rest = words
    last = rest[-1]
    values = {"who": who, "where": " ".join(rest if piece in ("garden", "fountain") else rest[:1])}
    if piece == "annex":
        values["building"] = _("the garden") if last == "garden" else last
    if piece == "statue":
        values["facing"] = _(SIDES[last])
    return _(PLACED[piece], **values)
