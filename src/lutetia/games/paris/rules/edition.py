"""The component data of Paris, and the check that finds every fault in a file that changes them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from lutetia.core.edition import (
    Edition,
    Source,
    heading_faults,
    inner_table_faults,
    load,
    number_table_faults,
    out_of_bounds,
    stated,
    whole,
    wrong_keys,
)
from lutetia.core.errors import shown
from lutetia.core.i18n import _
from lutetia.games.paris.rules import edition_tiles
from lutetia.games.paris.rules.bonus import EFFECTS, GOODS, PRESTIGE, RESOURCES
from lutetia.games.paris.rules.limits import (
    AMOUNT_AT_MOST,
    BUILDINGS,
    DISTRICTS,
    EIGHT,
    KEYS_AT_MOST,
    LANDMARKS_AT_MOST,
    PLAYERS,
    SECTIONS_AT_MOST,
    SPACES,
    STACKS_AT_MOST,
    TYPES,
    UNITS_AT_MOST,
    VALUE_AT_MOST,
)
from lutetia.games.paris.rules.names import amounts

NAME = "paris"
FILE = Path(__file__).with_name("edition.toml")
WILD_UNITS = EFFECTS[10].units + EFFECTS[21].units
PARTS = (
    "districts",
    "buildings",
    "types",
    "tokens",
    "section_vp",
    "vp_tiles",
    "bonus",
    "end_tiles",
    "players",
)


def edition(source: Source = None) -> Edition:
    """The bundled edition, or the one given by path or as parsed data. Raises EditionError with every fault."""
    return load(FILE, source, faults)


def hyphened(name: str) -> str:
    """A district's name as records write it, in one word."""
    return name.replace(" ", "-")


def end_kinds(data: Mapping[str, Any]) -> dict[str, tuple[str, int]]:
    """The kinds of end-game tiles as records write them, sorted, with the edition's key and the worth of a tile.

    `francs_3` is written `francs`, and `vp_2` is written `vp2`. The worth is in francs or VP; 0 for a good.
    """
    kinds = {}
    for key in stated(data["end_tiles"]):
        what, _line, amount = key.partition("_")
        if key in GOODS:
            kinds[key] = (key, 0)
        else:
            kinds["francs" if what == "francs" else what + amount] = (key, int(amount))
    return dict(sorted(kinds.items()))


def end_tiles(data: Mapping[str, Any]) -> Counter[str]:
    """The number of end-game tiles of each kind, as records write the kinds."""
    return Counter({kind: data["end_tiles"][key] for kind, (key, _worth) in end_kinds(data).items()})


# ---- the check -------------------------------------------------------------------------------------------------


def faults(data: dict[str, Any]) -> list[str]:
    """Every fault of the data. If there is none, the game can be played with it."""
    found = heading_faults(data, ("landmarks", *PARTS))
    for part in PARTS:
        if not isinstance(data.get(part), dict):
            found.append(_("[{part}] is missing", part=part))
        else:
            found += [f"[{part}] {fault}" for fault in _CHECKS[part](stated(data[part]))]
    found += [f"[[landmarks]] {fault}" for fault in _landmarks(data.get("landmarks"))]
    if not found:  # the sums need sound parts
        found += _sums(data)
    return found


def _districts(part: dict[str, Any]) -> list[str]:
    found = wrong_keys(part, ("names", "banks"))
    names, banks = part.get("names", []), part.get("banks", [])
    if not isinstance(names, list) or ("names" in part and len(names) != DISTRICTS):
        found.append(_("names: a list of {n} names is needed", n=DISTRICTS))
        names = []
    good = []
    for name in names:
        if not isinstance(name, str) or len(name) > 24 or not re.fullmatch(r"[A-Z](?:[ '’-]?[^\W\d_]+)*", name):
            found.append(
                _(
                    "names: {name}: a name has up to 24 letters, spaces and hyphens, and starts with one of A to Z",
                    name=shown(name),
                )
            )
        else:
            good.append(hyphened(name))
    for a, b in pairwise(sorted(good)):  # so that steps sort the same way wherever the name stands
        if b.startswith(a):
            found.append(_("names: {b} begins with {a}; no name may begin with another", a=a, b=b))
    if not isinstance(banks, list) or ("banks" in part and len(banks) != DISTRICTS):
        found.append(_("banks: a list of {n} amounts is needed, one for each district", n=DISTRICTS))
    elif not all(whole(amount, 0, AMOUNT_AT_MOST) for amount in banks):
        found.append(_("banks: whole numbers from 0 to {most} are needed", most=AMOUNT_AT_MOST))
    return found


def _buildings(part: dict[str, Any]) -> list[str]:
    amounts = {
        "wood_for_8": (0, UNITS_AT_MOST),
        "vp_for_8": (0, AMOUNT_AT_MOST),
        "returned_unseen": (0, BUILDINGS - 1),
        "stacks": (1, STACKS_AT_MOST),
    }
    found = wrong_keys(part, ("values", *amounts, "bonus_move_free", "bonus_move_paid"))
    found += out_of_bounds(part, amounts)
    values = part.get("values")
    if values is not None and not _are_values(values):
        found.append(_("values: {n} rising whole numbers from 1 to {most} are needed", n=SPACES, most=VALUE_AT_MOST))
        return found  # the other checks need the values
    if values is not None and EIGHT not in values:
        found.append(_("values: {eight} must be among them; its wood, its VP and its gold have rules", eight=EIGHT))
    return found + _bonus_moves(part, values or []) + _stacks(part)


def _are_values(values: object) -> bool:
    return (
        isinstance(values, list)
        and len(values) == SPACES
        and all(whole(value, 1, VALUE_AT_MOST) for value in values)
        and all(a < b for a, b in pairwise(values))
    )


def _bonus_moves(part: dict[str, Any], values: list[int]) -> list[str]:
    """The building values that give a bonus move, free or for francs (P46)."""
    found = []
    free, paid = part.get("bonus_move_free", []), part.get("bonus_move_paid", {})
    if not isinstance(free, list) or any(type(v) is not int or v not in values for v in free):
        found.append(_("bonus_move_free: a list of building values is needed"))
        free = []
    elif len(set(free)) != len(free):
        found.append(_("bonus_move_free: a value is listed twice"))
    bounds = {"value": (1, VALUE_AT_MOST), "francs": (0, AMOUNT_AT_MOST)}
    found += inner_table_faults(part, "bonus_move_paid", bounds)
    if isinstance(paid, dict) and whole(paid.get("value"), 1, VALUE_AT_MOST):
        if paid["value"] not in values:
            found.append(_("bonus_move_paid: there is no building of value {value}", value=paid["value"]))
        elif paid["value"] in free:
            found.append(_("bonus_move_paid: value {value} already has a free bonus move", value=paid["value"]))
    return found


def _stacks(part: dict[str, Any]) -> list[str]:
    """P11, P16: equal stacks, with and without the tiles that are returned unseen."""
    stacks, returned = part.get("stacks"), part.get("returned_unseen")
    if not whole(stacks, 1, STACKS_AT_MOST) or not whole(returned, 0, BUILDINGS - 1):
        return []
    return [
        _("stacks: {tiles} tiles do not make {stacks} equal stacks (P11)", tiles=tiles, stacks=stacks)
        for tiles in sorted({BUILDINGS, BUILDINGS - part["returned_unseen"]})
        if tiles % part["stacks"]
    ]


def _types(part: dict[str, Any]) -> list[str]:
    """Every district shows every type once. `_sums` checks that the districts are those of [districts]."""
    found = []
    seen: set[str] = set()
    for district, types in part.items():
        if not isinstance(types, list) or not all(
            isinstance(t, str) and re.fullmatch(r"[a-z]{1,24}", t) for t in types
        ):
            found.append(
                _("{district}: a list of types, in lower-case letters a to z, is needed", district=shown(district))
            )
        elif len(types) != SPACES or len(set(types)) != len(types):
            found.append(
                _(
                    "{district}: {n} different types are needed, one for each value; of {found} {distinct} differ",
                    district=shown(district),
                    n=SPACES,
                    found=len(types),
                    distinct=len(set(types)),
                )
            )
        else:
            seen |= set(types)
    if not found and len(seen) > TYPES:
        found.append(
            _(
                "{n} types in all; every district shows the same {types}: {seen}",
                n=len(seen),
                types=TYPES,
                seen=", ".join(sorted(seen)),
            )
        )
    return found


def _tokens(part: dict[str, Any]) -> list[str]:
    found = wrong_keys(part, ("by_value", "count_each", "buy", "sell"))
    if "by_value" in part:
        by_value = part["by_value"]
        if not isinstance(by_value, dict) or not all(isinstance(k, str) and k in GOODS for k in by_value.values()):
            found.append(_("by_value: a token for each building value is needed, of: {known}", known=", ".join(GOODS)))
        elif sorted(by_value.values()) != sorted(GOODS):
            found.append(_("by_value: each kind of token once: {known}", known=", ".join(GOODS)))
    if "count_each" in part and not whole(part["count_each"], DISTRICTS, DISTRICTS):
        found.append(
            _("count_each: {n} of each kind are needed for the {spaces} building spaces", n=DISTRICTS, spaces=BUILDINGS)
        )
    found += inner_table_faults(part, "buy", dict.fromkeys(RESOURCES, (1, AMOUNT_AT_MOST)))
    found += inner_table_faults(part, "sell", dict.fromkeys((*RESOURCES, *PRESTIGE), (0, AMOUNT_AT_MOST)))
    if not found:
        found += [
            _(
                "{kind}: bought for {buy} F and sold for {sell} F; buying must cost more, or a turn could go on for "
                "ever",
                kind=kind,
                buy=part["buy"][kind],
                sell=part["sell"][kind],
            )
            for kind in RESOURCES
            if part["buy"][kind] <= part["sell"][kind]
        ]
    return found


def _landmarks(landmarks: object) -> list[str]:
    if not isinstance(landmarks, list) or not 1 <= len(landmarks) <= LANDMARKS_AT_MOST:
        return [_("a list of 1 to {most} landmarks is needed", most=LANDMARKS_AT_MOST)]
    found = []
    amounts = {"value": (1, VALUE_AT_MOST), "marble": (0, UNITS_AT_MOST), "gold": (0, UNITS_AT_MOST)}
    seen: set[int] = set()
    for i, landmark in enumerate(landmarks, 1):
        if not isinstance(landmark, dict):
            found.append(_("{i}: a table is needed", i=i))
            continue
        wrong = wrong_keys(stated(landmark), ("value", "name", "marble", "gold", "sections"))
        wrong += out_of_bounds(landmark, amounts)
        if "name" in landmark and (not isinstance(landmark["name"], str) or not landmark["name"].strip()):
            wrong.append(_("name: a text is needed"))
        sections = landmark.get("sections", [])
        if not isinstance(sections, list) or not all(isinstance(s, str) and s in PRESTIGE for s in sections):
            wrong.append(_("sections: a list of prestige is needed, of: {known}", known=", ".join(PRESTIGE)))
        elif len(sections) > SECTIONS_AT_MOST:
            wrong.append(_("sections: at most {most} are possible (P3)", most=SECTIONS_AT_MOST))
        if whole(landmark.get("value"), 1, VALUE_AT_MOST):
            if landmark["value"] in seen:
                wrong.append(_("value: {value} is the value of another landmark", value=landmark["value"]))
            seen.add(landmark["value"])
        found += [f"{i}: {fault}" for fault in wrong]
    return found


def _section_vp(part: dict[str, Any]) -> list[str]:
    return number_table_faults(part, dict.fromkeys(PRESTIGE, (0, AMOUNT_AT_MOST)))


def _players(part: dict[str, Any]) -> list[str]:
    found = wrong_keys(part, ("francs", "keys_in_hand", "keys_in_reserve"))
    found += out_of_bounds(part, {"francs": (0, AMOUNT_AT_MOST), "keys_in_reserve": (0, KEYS_AT_MOST)})
    found += inner_table_faults(part, "keys_in_hand", dict.fromkeys(map(str, PLAYERS), (0, KEYS_AT_MOST)))
    if not found:
        found += [
            _("{keys} keys for {n} players; a player has {most} (P5)", keys=keys, n=n, most=KEYS_AT_MOST)
            for n, hand in part["keys_in_hand"].items()
            if (keys := hand + part["keys_in_reserve"]) > KEYS_AT_MOST
        ]
    return found


def _sums(data: dict[str, Any]) -> list[str]:
    """What must fit together between parts."""
    found = []
    values = data["buildings"]["values"]
    names = data["districts"]["names"]
    if sorted(stated(data["types"])) != sorted(names):
        found.append(_("[types] the districts must be: {known}", known=", ".join(names)))
    if sorted(data["tokens"]["by_value"]) != sorted(map(str, values)):
        found.append(_("[tokens] by_value: the values must be: {known}", known=", ".join(map(str, values))))
    for tile, (value, _each) in data["bonus"]["per_value"].items():
        if value not in values:
            found.append(_("[bonus] per_value.{tile}: there is no building of value {value}", tile=tile, value=value))
    ever = {kind: data["tokens"]["count_each"] + 1 + data["end_tiles"][kind] for kind in RESOURCES}  # + 1: tiles 2-4
    dear = [(_("value {value}", value=EIGHT), {"wood": data["buildings"]["wood_for_8"]})]
    dear += [(mark["name"], {"marble": mark["marble"], "gold": mark["gold"]}) for mark in data["landmarks"]]
    for name, cost in dear:
        if sum(max(0, units - ever[kind]) for kind, units in cost.items()) > WILD_UNITS:
            found.append(
                _(
                    "{name} costs {cost}, but all tokens and tiles together give no more than {ever}, "
                    "and {n} of any kind",
                    name=shown(name),
                    cost=amounts(cost),
                    ever=amounts({kind: ever[kind] for kind in cost}),
                    n=WILD_UNITS,
                )
            )
    return found


_CHECKS: dict[str, Callable[[dict[str, Any]], list[str]]] = {
    "districts": _districts,
    "buildings": _buildings,
    "types": _types,
    "tokens": _tokens,
    "section_vp": _section_vp,
    "vp_tiles": edition_tiles.vp_tiles,
    "bonus": edition_tiles.bonus,
    "end_tiles": edition_tiles.end_tiles,
    "players": _players,
}
