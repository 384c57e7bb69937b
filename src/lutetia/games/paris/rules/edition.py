"""The component data of Paris, and the check that finds every fault in a file that changes them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from lutetia.core.edition import Edition, Source, load, whole, wrong_keys
from lutetia.core.errors import shown
from lutetia.core.i18n import _
from lutetia.games import names
from lutetia.games.paris.rules.bonus import (
    EFFECTS,
    EXTRA_KEY,
    GAIN,
    GOODS,
    PER_LANDMARK,
    PER_VALUE,
    PRESTIGE,
    RESOURCES,
    tiles_that,
)
from lutetia.games.paris.rules.names import amounts

NAME = "paris"
FILE = Path(__file__).with_name("edition.toml")
DISTRICTS, SPACES, TYPES = 6, 6, 6
BUILDINGS = DISTRICTS * SPACES
EIGHT = 8  # the edition's wood_for_8 and vp_for_8 speak of it, and P15
PLAYERS = (2, 3, 4)
KEYS_AT_MOST = 12  # P5
LANDMARKS_AT_MOST, SECTIONS_AT_MOST, UNITS_AT_MOST, STACKS_AT_MOST = 8, 3, 12, 9
VALUE_AT_MOST, AMOUNT_AT_MOST, VP_TILES_AT_MOST, END_TILES_AT_MOST, VP_KINDS_AT_MOST = 60, 1000, 12, 12, 3
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
    return load(FILE, source, faults, names())


def hyphened(name: str) -> str:
    """A district's name as records write it: one word."""
    return name.replace(" ", "-")


def stated(part: Mapping[str, Any]) -> dict[str, Any]:
    """A part without the remark on where its data come from."""
    return {key: value for key, value in part.items() if key != "status"}


def end_kinds(data: Mapping[str, Any]) -> dict[str, tuple[str, int]]:
    """The kinds of end-game tiles as records write them, sorted: the edition's key, and what one is worth.

    `francs_3` is written francs and `vp_2` vp2; the worth is its francs or VP, 0 for a resource or prestige.
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
    """How many end-game tiles there are of each kind, as records write them."""
    return Counter({kind: data["end_tiles"][key] for kind, (key, _worth) in end_kinds(data).items()})


# ---- the check -------------------------------------------------------------------------------------------------


def faults(data: dict[str, Any]) -> list[str]:
    """Every fault of the data, in words; none: the game can be played with it."""
    found: list[str] = []
    known = {"name", "version", "landmarks", *PARTS}
    for key in sorted(map(str, set(data) - known)):
        found.append(_("unknown part {key}; known are: {known}", key=shown(key), known=", ".join(sorted(known))))
    if not isinstance(data.get("name"), str):
        found.append(_("name: a text is needed"))
    if not whole(data.get("version"), 1, 2**31):
        found.append(_("version: a whole number from 1 is needed"))
    for part in PARTS:
        if not isinstance(data.get(part), dict):
            found.append(_("[{part}] is missing", part=part))
        else:
            found += [f"[{part}] {fault}" for fault in _CHECKS[part](stated(data[part]))]
    found += [f"[[landmarks]] {fault}" for fault in _landmarks(data.get("landmarks"))]
    if not found:  # what follows may trust the parts
        found += _sums(data)
    return found


def _amounts(part: Mapping[str, Any], name: str, wanted: Mapping[str, tuple[int, int]]) -> list[str]:
    """A table of whole numbers, each within its bounds."""
    if not isinstance(part, dict):
        return [_("{name}: a table of numbers is needed", name=name)]
    where = f"{name}." if name else ""
    found = [f"{name}: {fault}" if name else fault for fault in wrong_keys(part, wanted)]
    return found + [
        _("{key}: a whole number from {least} to {most} is needed", key=where + key, least=least, most=most)
        for key, (least, most) in wanted.items()
        if key in part and not whole(part[key], least, most)
    ]


def _table(part: Mapping[str, Any], name: str, wanted: Mapping[str, tuple[int, int]]) -> list[str]:
    """The same for a table within a part; that it is missing was said already."""
    return _amounts(part[name], name, wanted) if name in part else []


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
                    "names: {name}: a name has up to 24 letters, blanks and hyphens, and begins with one of A to Z",
                    name=shown(name),
                )
            )
        else:
            good.append(hyphened(name))
    for a, b in pairwise(sorted(good)):  # a list of steps must be in the order of their words wherever the name stands
        if b.startswith(a):
            found.append(_("names: {b} begins with {a}; none may begin with another", a=a, b=b))
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
    lists = ("values", "bonus_move_free", "bonus_move_paid")
    found = wrong_keys(part, (*lists[:1], *amounts, *lists[1:]))
    found += [
        _("{key}: a whole number from {least} to {most} is needed", key=key, least=least, most=most)
        for key, (least, most) in amounts.items()
        if key in part and not whole(part[key], least, most)
    ]
    values = part.get("values", [])
    if (
        not isinstance(values, list)
        or ("values" in part and len(values) != SPACES)
        or not all(whole(value, 1, VALUE_AT_MOST) for value in values)
        or any(a >= b for a, b in pairwise(values))
    ):
        found.append(_("values: {n} rising whole numbers from 1 to {most} are needed", n=SPACES, most=VALUE_AT_MOST))
        return found
    if "values" in part and EIGHT not in values:
        found.append(_("values: {eight} must be among them; its wood, its VP and its gold have rules", eight=EIGHT))
    free = part.get("bonus_move_free", [])
    if not isinstance(free, list) or any(type(v) is not int or v not in values for v in free):
        found.append(_("bonus_move_free: a list of building values is needed"))
        free = []
    elif len(set(free)) != len(free):
        found.append(_("bonus_move_free: a value stands there twice"))
    paid = part.get("bonus_move_paid", {})
    if "bonus_move_paid" in part:
        found += _amounts(paid, "bonus_move_paid", {"value": (1, VALUE_AT_MOST), "francs": (0, AMOUNT_AT_MOST)})
    if isinstance(paid, dict) and whole(paid.get("value"), 1, VALUE_AT_MOST):
        if paid["value"] not in values:
            found.append(_("bonus_move_paid: there is no building of value {value}", value=paid["value"]))
        elif paid["value"] in free:
            found.append(_("bonus_move_paid: value {value} has its bonus move free already", value=paid["value"]))
    stacks, returned = part.get("stacks"), part.get("returned_unseen")
    if whole(stacks, 1, STACKS_AT_MOST) and whole(returned, 0, BUILDINGS - 1):
        for tiles in sorted({BUILDINGS, BUILDINGS - part["returned_unseen"]}):
            if tiles % part["stacks"]:
                found.append(
                    _("stacks: {tiles} tiles do not make {stacks} equal stacks (P11)", tiles=tiles, stacks=stacks)
                )
    return found


def _types(part: dict[str, Any]) -> list[str]:
    """Every district shows every type once; whether the districts are those of [districts] is a sum."""
    found = []
    seen: set[str] = set()
    for district, types in part.items():
        if not isinstance(types, list) or not all(
            isinstance(t, str) and re.fullmatch(r"[a-z]{1,24}", t) for t in types
        ):
            found.append(_("{district}: a list of types, in small letters a to z, is needed", district=shown(district)))
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
    found += _table(part, "buy", dict.fromkeys(RESOURCES, (1, AMOUNT_AT_MOST)))
    found += _table(part, "sell", dict.fromkeys((*RESOURCES, *PRESTIGE), (0, AMOUNT_AT_MOST)))
    if not found:
        found += [
            _(
                "{kind}: bought for {buy} F and sold for {sell} F; buying must cost more, or a turn need never end",
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
        wrong += [
            _("{key}: a whole number from {least} to {most} is needed", key=key, least=least, most=most)
            for key, (least, most) in amounts.items()
            if key in landmark and not whole(landmark[key], least, most)
        ]
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
    return _amounts(part, "", dict.fromkeys(PRESTIGE, (0, AMOUNT_AT_MOST)))


def _vp_tiles(part: dict[str, Any]) -> list[str]:
    found = wrong_keys(part, ("tiles",))
    tiles = part.get("tiles", [])
    if not isinstance(tiles, list) or len(tiles) > VP_TILES_AT_MOST:
        return [*found, _("tiles: a list of at most {most} tiles is needed", most=VP_TILES_AT_MOST)]
    seen = set()
    for i, tile in enumerate(tiles, 1):
        if not isinstance(tile, list) or len(tile) != 3 or not all(whole(vp, 0, AMOUNT_AT_MOST) for vp in tile):
            found.append(_("tile {i}: three whole numbers from 0 to {most} are needed", i=i, most=AMOUNT_AT_MOST))
            continue
        if not tile[0] >= tile[1] >= tile[2]:
            found.append(
                _("tile {i}: it rises, {places}; a lower place earns no more", i=i, places="/".join(map(str, tile)))
            )
        if tile[0] in seen:
            found.append(
                _("tile {i}: another has {vp} VP for the first place, by which records name it", i=i, vp=tile[0])
            )
        seen.add(tile[0])
    return found


def _bonus(part: dict[str, Any]) -> list[str]:
    each = (0, AMOUNT_AT_MOST)
    by_players = dict.fromkeys(map(str, PLAYERS), each)
    tables = {  # the tiles are those of P51
        "francs": dict.fromkeys(map(str, tiles_that(GAIN)), each),
        "vp": {"7": each},
        "per_landmark": dict.fromkeys(map(str, tiles_that(PER_LANDMARK)), each),
        "extra_key": dict.fromkeys(map(str, tiles_that(EXTRA_KEY)), each),
        "per_unused": by_players,
        "per_pair": by_players,
    }
    found = wrong_keys(part, ("copies", "zones", *tables, "per_value", "per_types", "back_at_most"))
    for name, wanted in tables.items():
        found += _table(part, name, wanted)
    if "back_at_most" in part and not whole(part["back_at_most"], 1, len(EFFECTS)):
        found.append(_("back_at_most: a whole number from 1 to {most} is needed", most=len(EFFECTS)))
    if "copies" in part:
        copies = part["copies"]
        if not isinstance(copies, list) or not all(whole(n, 1, len(EFFECTS)) for n in copies):
            found.append(_("copies: a list of tile numbers is needed"))
        elif len(set(copies)) != len(copies):
            found.append(_("copies: a number stands there twice"))
    if "per_types" in part:
        types = part["per_types"]
        if not isinstance(types, dict) or set(types) - set(map(str, range(1, TYPES + 2))):
            found.append(_("per_types: VP for numbers of types from 1 to {most} are needed", most=TYPES + 1))
        else:
            found += _amounts(types, "per_types", dict.fromkeys(types, each))
    if "per_value" in part:
        found += _per_value(part["per_value"])
    if "zones" in part:
        found += _zones(part["zones"])
    return found


def _per_value(part: object) -> list[str]:
    if not isinstance(part, dict):
        return [_("{name}: a table of numbers is needed", name="per_value")]
    found = [f"per_value: {fault}" for fault in wrong_keys(part, tiles_that(PER_VALUE))]
    for tile, pair in part.items():
        good = isinstance(pair, list) and len(pair) == 2 and all(whole(n, 0, AMOUNT_AT_MOST) for n in pair)
        if not good:
            found.append(_("per_value.{tile}: a building value and the VP for each are needed", tile=shown(tile)))
    return found


def _zones(part: object) -> list[str]:
    if not isinstance(part, dict):
        return [_("zones: the first and last number of zones A, B and C are needed")]
    found = [f"zones: {fault}" for fault in wrong_keys(part, "ABC")]
    last = 0
    for name in "ABC":
        zone = part.get(name)
        if not isinstance(zone, list) or len(zone) != 2 or not all(whole(n, 1, len(EFFECTS)) for n in zone):
            return [*found, _("zones: the first and last number of zones A, B and C are needed")]
        if zone[0] != last + 1 or zone[1] < zone[0]:
            found.append(_("zones: zone {name} must begin with {n} and end no lower", name=name, n=last + 1))
        last = zone[1]
    if last != len(EFFECTS):
        found.append(_("zones: the last zone must end with {n}", n=len(EFFECTS)))
    return found


def _end_tiles(part: dict[str, Any]) -> list[str]:
    francs = [key for key in part if re.fullmatch(r"francs_[1-9]\d{0,2}", str(key))]
    vp = [key for key in part if re.fullmatch(r"vp_[1-9]\d{0,2}", str(key))]
    found = wrong_keys(part, (*RESOURCES, *PRESTIGE, *(francs[:1] or ["francs_3"]), *vp[:VP_KINDS_AT_MOST]))
    for key, count in part.items():
        if not whole(count, 0, END_TILES_AT_MOST):
            found.append(
                _(
                    "{key}: a whole number from {least} to {most} is needed",
                    key=shown(key),
                    least=0,
                    most=END_TILES_AT_MOST,
                )
            )
    if not found and not sum(part.values()):
        found.append(_("there is no tile at all; the last one ends the game (P72)"))
    return found


def _players(part: dict[str, Any]) -> list[str]:
    found = wrong_keys(part, ("francs", "keys_in_hand", "keys_in_reserve"))
    found += [
        _("{key}: a whole number from {least} to {most} is needed", key=key, least=0, most=most)
        for key, most in (("francs", AMOUNT_AT_MOST), ("keys_in_reserve", KEYS_AT_MOST))
        if key in part and not whole(part[key], 0, most)
    ]
    found += _table(part, "keys_in_hand", dict.fromkeys(map(str, PLAYERS), (0, KEYS_AT_MOST)))
    if not found:
        found += [
            _("{keys} keys for {n} players; a player has {most} (P5)", keys=keys, n=n, most=KEYS_AT_MOST)
            for n, hand in part["keys_in_hand"].items()
            if (keys := hand + part["keys_in_reserve"]) > KEYS_AT_MOST
        ]
    return found


def _sums(data: dict[str, Any]) -> list[str]:
    """What must fit between the parts."""
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
                    "{name} costs {cost}, but all the tokens and tiles there are make no more than {ever}, "
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
    "vp_tiles": _vp_tiles,
    "bonus": _bonus,
    "end_tiles": _end_tiles,
    "players": _players,
}
