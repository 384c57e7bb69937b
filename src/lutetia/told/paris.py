"""Paris in words: districts, goods, places, sources of points, every step as a clause."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from lutetia.core.words import N_, _
from lutetia.games.paris.edition import edition

Json = Mapping[str, Any]
GAME = N_("Paris")
TYPES = {
    "cafe": N_("café"),
    "bakery": N_("bakery"),
    "restaurant": N_("restaurant"),
    "residence": N_("residence"),
    "hotel": N_("hotel"),
    "theatre": N_("theatre"),
}
GOODS = {
    "wood": N_("wood"),
    "marble": N_("marble"),
    "gold": N_("gold"),
    "bronze": N_("bronze prestige"),
    "silver": N_("silver prestige"),
    "gold_prestige": N_("gold prestige"),
}
ENDS = GOODS | {"francs": N_("3 francs"), "vp1": N_("1 VP"), "vp2": N_("2 VP"), "?": N_("an end-game tile")}
SOURCES = {
    "eights": N_("value 8"),
    "sections": N_("landmark sections"),
    "bonus": N_("bonus tiles"),
    "end_tiles": N_("end-game tiles"),
    "francs": N_("tile 27, francs"),
    "districts": N_("districts"),
    "total": N_("total"),
}


@lru_cache(maxsize=1)
def _bundled() -> dict[str, Any]:
    return edition().data


def data_of(view: Json) -> dict[str, Any]:
    """The component data a view is played with."""
    written = view["edition"]
    return edition(written).data if isinstance(written, dict) else _bundled()


def district(name: str) -> str:
    """As people write it."""
    return name.replace("La-", "La ")


def building(kind: str) -> str:
    return _(TYPES[kind]) if kind in TYPES else kind


def good(name: str) -> str:
    return _(GOODS[name])


def end_kind(name: str) -> str:
    return _(ENDS[name])


def landmark(value: int, data: Json) -> str:
    """A landmark's name; French in every language."""
    return next((str(mark["name"]) for mark in data["landmarks"] if mark["value"] == value), str(value))


def place(name: str, data: Json) -> str:
    """Where a key stands or goes: `Montmartre:5`, `bank:Chaillot`, `arc`, in words."""
    if name == "arc":
        return _("the Arc")
    first, second = name.split(":")
    if first == "bank":
        return _("the bank of {district}", district=district(second))
    if second.startswith("L"):
        mark = landmark(int(second[1:]), data)
        return _("{landmark} {value}, {district}", landmark=mark, value=second[1:], district=district(first))
    return _("{district} {value}", district=district(first), value=second)


def prize(vp_tile: list[int]) -> str:
    """20·10·5."""
    return "·".join(map(str, vp_tile))


def source(text: str) -> str:
    """Where a unit comes from."""
    if text == "token":
        return _("a token")
    if text.startswith("bonus"):
        return _("bonus tile {n}", n=text[5:])
    return _("an end-game tile")


def clauses(view: Json) -> list[str]:
    """Every step so far as a clause, "" for those that need no words; draws with the building they brought."""
    data, position = data_of(view), view["position"]
    drawn = [list(stack["drawn"]) for stack in position["stacks"]]
    values = data["buildings"]["values"]
    types = {name.replace(" ", "-"): data["types"][name] for name in data["districts"]["names"]}
    found = []
    for turn in view["turns"]:
        for step in turn["steps"]:
            came = None
            if step.startswith("draw "):
                stack = drawn[int(step.split(" ")[1]) - 1]
                if stack:
                    district, value = stack.pop(0)
                    came = {"district": district, "value": value, "type": types[district][values.index(value)]}
            found.append(clause(step, data, came))
    return found


def clause(step: str, data: Json, drawn: Json | None = None) -> str:
    """What a step did, as a clause: 'key to the bank of Chaillot'. `drawn`: the building that a draw brought."""
    kind, *words = step.split(" ")
    if kind == "draw":
        return _drawn(words[0], drawn)
    if kind == "key":
        return _("key to {place}", place=place("arc" if words[0] == "arc" else f"bank:{words[1]}", data))
    if kind == "move":
        return _("{start} → {goal}", start=place(words[0], data), goal=place(words[1], data))
    if kind == "end":
        return _("takes an end-game tile") if words[0] == "?" else _("end-game tile: {kind}", kind=_(ENDS[words[0]]))
    if kind == "track":
        return _("no bonus tile") if words[0] == "none" else _("bonus tile {n}", n=words[0])
    if kind == "vp":
        if words[0] == "none":
            return _("no VP tile")
        return _("VP tile {n} to {district}", n=words[0], district=district(words[1]))
    if kind == "use":
        return _used(words)
    return _traded(kind, words)


def _drawn(stack: str, drawn: Json | None) -> str:
    if drawn is None:
        return _("draws from stack {n}", n=stack)
    home = district(drawn["district"])
    if drawn.get("type"):
        return _("draws {type} {value}, {district}", type=building(drawn["type"]), value=drawn["value"], district=home)
    return _("draws a {value} of {district}", value=drawn["value"], district=home)


def _used(words: list[str]) -> str:
    if words[0].startswith("end:"):
        return _("uses the end-game tile {kind}", kind=_(ENDS[words[0][4:]]))
    if len(words) == 3:
        return _("uses tile {n}, takes tile {taken}", n=words[0], taken=words[2])
    return _("uses tile {n}", n=words[0])


def _traded(kind: str, words: list[str]) -> str:
    if kind == "buy":
        return _("buys {good}", good=good(words[0]))
    if kind == "sell":
        if len(words) == 1:
            return _("sells {good}", good=good(words[0]))
        return _("sells {good} from {source}", good=good(words[0]), source=source(words[2]))
    if kind == "site":
        return _("puts it in {district}", district=district(words[0]))
    if kind == "done" or words[0] == "done":
        return ""
    if kind == "pay":
        return _("pays {good} with {source}", good=good(words[0]), source=source(words[2]))
    if kind == "section":
        return _("{good} section", good=good(words[0]))
    return _("gives up two {good}", good=good(words[0]))
