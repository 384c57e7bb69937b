"""The checks of an edition's tiles: VP tiles, bonus tiles and end-game tiles. Each returns every fault it finds."""

from __future__ import annotations

import re
from typing import Any

from lutetia.core.edition import inner_table_faults, number_table_faults, whole, wrong_keys
from lutetia.core.errors import shown
from lutetia.core.i18n import _
from lutetia.games.paris.rules.bonus import (
    EFFECTS,
    EXTRA_KEY,
    GAIN,
    PER_LANDMARK,
    PER_VALUE,
    PRESTIGE,
    RESOURCES,
    tiles_that,
)
from lutetia.games.paris.rules.limits import (
    AMOUNT_AT_MOST,
    END_TILES_AT_MOST,
    PLAYERS,
    TYPES,
    VP_KINDS_AT_MOST,
    VP_TILES_AT_MOST,
)


def vp_tiles(part: dict[str, Any]) -> list[str]:
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
                _(
                    "tile {i}: it rises, {places}; a lower place must not score more",
                    i=i,
                    places="/".join(map(str, tile)),
                )
            )
        if tile[0] in seen:
            found.append(
                _(
                    "tile {i}: another tile has {vp} VP for first place; records identify tiles by this number",
                    i=i,
                    vp=tile[0],
                )
            )
        seen.add(tile[0])
    return found


def bonus(part: dict[str, Any]) -> list[str]:
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
        found += inner_table_faults(part, name, wanted)
    if "back_at_most" in part and not whole(part["back_at_most"], 1, len(EFFECTS)):
        found.append(_("back_at_most: a whole number from 1 to {most} is needed", most=len(EFFECTS)))
    if "copies" in part:
        copies = part["copies"]
        if not isinstance(copies, list) or not all(whole(n, 1, len(EFFECTS)) for n in copies):
            found.append(_("copies: a list of tile numbers is needed"))
        elif len(set(copies)) != len(copies):
            found.append(_("copies: a number is listed twice"))
    if "per_types" in part:
        types = part["per_types"]
        if not isinstance(types, dict) or set(types) - set(map(str, range(1, TYPES + 2))):
            found.append(_("per_types: VP for numbers of types from 1 to {most} are needed", most=TYPES + 1))
        else:
            found += number_table_faults(types, dict.fromkeys(types, each), "per_types")
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


def end_tiles(part: dict[str, Any]) -> list[str]:
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
        found.append(_("there are no tiles; taking the last one ends the game (P72)"))
    return found
