"""The names of goods, tiles, types and places, as catalogue messages that are translated when displayed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import Any

from lutetia.core.i18n import N_, LazyText

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

LANDMARKS = (  # editions name them in English; other names stay untranslated
    N_("Moulin Rouge"),
    N_("Tuileries"),
    N_("Grand Palais"),
    N_("Panthéon"),
    N_("Sacré-Cœur"),
    N_("Louvre"),
    N_("Notre-Dame"),
    N_("Eiffel Tower"),
)


def building(kind: str) -> LazyText:
    """A type of building. An edition may have types of its own."""
    return LazyText(TYPES.get(kind, kind))


def good(name: str) -> LazyText:
    return LazyText(GOODS[name])


def end_kind(name: str, kinds: Mapping[str, tuple[str, int]]) -> LazyText:
    """A kind of end-game tile as records write it. The edition (`end_kinds`) says how many francs or VP it gives."""
    if name == "?":
        return LazyText(N_("an end-game tile"))
    if name in GOODS:
        return good(name)
    return LazyText(N_("{n} F") if name == "francs" else N_("{n} VP"), n=kinds[name][1])


def amounts(goods: Mapping[str, int]) -> LazyText:
    """2 × marble, 1 × gold. Written this way, no language has to inflect the goods."""
    each = [LazyText(N_("{n} × {good}"), n=n, good=good(name)) for name, n in goods.items() if n]
    return reduce(lambda some, more: LazyText(N_("{some}, {more}"), some=some, more=more), each or [LazyText("")])


def district(name: str) -> str:
    """A district's name as people write it."""
    return name.replace("La-", "La ")


def landmark(value: int, data: Mapping[str, Any]) -> LazyText:
    """A landmark's name in the reader's language, or the French one."""
    return LazyText(next((str(mark["name"]) for mark in data["landmarks"] if mark["value"] == value), str(value)))


def place(name: str, data: Mapping[str, Any]) -> LazyText:
    """The name of a place of a key: `Montmartre:5`, `bank:Chaillot` or `arc`."""
    if name == "arc":
        return LazyText(N_("the Arc"))
    first, second = name.split(":")
    if first == "bank":
        return LazyText(N_("the bank of {district}"), district=district(second))
    if second.startswith("L"):
        mark = landmark(int(second[1:]), data)
        return LazyText(N_("{landmark} {value}, {district}"), landmark=mark, value=second[1:], district=district(first))
    return LazyText(N_("{district} {value}"), district=district(first), value=second)
