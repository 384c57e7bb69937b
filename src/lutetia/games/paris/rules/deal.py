"""The start of a game of Paris: seats, options, and the set-up as records write it (P10-P17)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from lutetia.core.edition import Edition
from lutetia.core.errors import RecordError, shown
from lutetia.core.i18n import N_, _
from lutetia.core.ruleset import with_defaults
from lutetia.games.paris.rules.bonus import GOODS, PLACE, TILES
from lutetia.games.paris.rules.kernel import ParisKernel
from lutetia.games.paris.rules.limits import BUILDINGS, EIGHT, PLAYERS, SPACES
from lutetia.games.paris.rules.notation import Notation

SEATS = ("p1", "p2", "p3", "p4")
DEFAULTS: dict[str, Any] = {"advanced": False, "any_district": False, "screens": "open"}
SCREENS = ("open", "closed")
KEYS = ("stacks", "returned", "tokens", "track")


def seats(players: object) -> tuple[str, ...]:
    """The seats for a number of players. Raises ValueError with what is allowed."""
    if type(players) is not int or players not in PLAYERS:
        raise ValueError(_("paris is a game for 2 to 4 players, not {found}", found=shown(players)))
    return SEATS[:players]


def options(given: object) -> dict[str, Any]:
    """The options with the defaults filled in. Raises ValueError with what is allowed."""
    chosen = with_defaults(given, DEFAULTS)
    for key in ("advanced", "any_district"):
        if type(chosen[key]) is not bool:
            raise ValueError(_("option {key}: true or false, not {found}", key=key, found=shown(chosen[key])))
    if chosen["screens"] not in SCREENS:
        raise ValueError(_("option screens: open or closed, not {found}", found=shown(chosen["screens"])))
    return chosen


# ---- the set-up in a record ------------------------------------------------------------------------------------


def written(kernel: ParisKernel, notation: Notation) -> dict[str, Any]:
    """The set-up as a record writes it. Nothing has been drawn yet."""
    tiles = [[notation.districts[tile // SPACES], notation.bit_values[tile % SPACES]] for tile in kernel.stack]
    dealt = list(kernel.dealt)
    height = kernel.height
    stacks = notation.stacks
    return {
        "stacks": [tiles[height * s : height * (s + 1)] for s in range(stacks)],
        "returned": tiles[height * stacks :],
        "tokens": {
            district: {
                str(value): GOODS[dealt[SPACES * notation.districts.index(district) + notation.bits.index(str(value))]]
                for value in notation.values
            }
            for district in notation.printed
        },
        "track": [TILES[tile] for tile in kernel.track],
    }


def read(
    kernel: ParisKernel, notation: Notation, edition: Edition, chosen: dict[str, Any], setup: object, first: int
) -> None:
    """Start the game of a record's set-up. Raises RecordError if it does not fit the edition and the options."""
    if not isinstance(setup, dict) or set(setup) != set(KEYS):
        raise RecordError(N_("setup must have exactly the keys {known}"), known=", ".join(KEYS))
    stack = _stacks(kernel, notation, setup["stacks"], setup["returned"])
    tokens = check_tokens(notation, edition, chosen, setup["tokens"])
    track = check_track(edition, chosen, setup["track"])
    kernel.set_up(stack, tokens, track, first)


def _stacks(kernel: ParisKernel, notation: Notation, stacks: object, returned: object) -> list[int]:
    """P11, P16: equal stacks, the rest returned, and every tile once."""
    height = kernel.height
    if not isinstance(stacks, list) or len(stacks) != notation.stacks or not all(isinstance(s, list) for s in stacks):
        raise RecordError(N_("setup: {n} stacks of building tiles are needed"), n=notation.stacks)
    if any(len(stack) != height for stack in stacks):
        raise RecordError(N_("setup: every stack must have {n} tiles"), n=height)
    away = BUILDINGS - height * notation.stacks
    if not isinstance(returned, list) or len(returned) != away:
        raise RecordError(N_("setup: returned must list {n} tiles"), n=away)
    tiles = [_tile(notation, tile) for stack in (*stacks, returned) for tile in stack]
    if len(set(tiles)) != BUILDINGS:
        twice = next(tile for tile, n in Counter(tiles).items() if n > 1)
        name = f"{notation.districts[twice // SPACES]} {notation.bit_values[twice % SPACES]}"
        raise RecordError(N_("setup: the tile {tile} is listed twice"), tile=name)
    return tiles


def _tile(notation: Notation, tile: object) -> int:
    if not isinstance(tile, list) or len(tile) != 2 or tile[0] not in notation.districts or type(tile[1]) is not int:
        raise RecordError(N_("setup: a building tile is a district and a value, not {found}"), found=_listed(tile))
    if tile[1] not in notation.values:
        raise RecordError(N_("setup: a building tile is a district and a value, not {found}"), found=_listed(tile))
    return SPACES * notation.districts.index(tile[0]) + notation.bits.index(str(tile[1]))


def _listed(value: object) -> str:
    return "[" + ", ".join(shown(v, 24) for v in value[:4]) + "]" if isinstance(value, list) else shown(value)


def check_tokens(notation: Notation, edition: Edition, chosen: dict[str, Any], tokens: object) -> list[int]:
    """P12, P15: a token beside every space."""
    if not isinstance(tokens, dict) or set(tokens) != set(notation.districts):
        raise RecordError(N_("setup: tokens must have exactly the keys {known}"), known=", ".join(notation.printed))
    by_value = edition.data["tokens"]["by_value"]
    found = []
    for district in notation.districts:
        beside = tokens[district]
        if not isinstance(beside, dict) or set(beside) != set(notation.buildings):
            raise RecordError(
                N_("setup: the tokens of {district} must have exactly the keys {known}"),
                district=district,
                known=", ".join(notation.buildings),
            )
        for value in sorted(notation.buildings):
            good = beside[value]
            if not isinstance(good, str) or good not in GOODS:
                raise RecordError(N_("setup: there is no token {found}"), found=shown(good))
            fixed = "gold" if value == str(EIGHT) else good
            if good != (fixed if chosen["advanced"] else by_value[value]):
                raise RecordError(
                    N_("setup: the token beside {space} must be {good} with these options"),
                    space=f"{district}:{value}",
                    good=fixed if chosen["advanced"] else by_value[value],
                )
            found.append(GOODS.index(good))
    wrong = [GOODS[g] for g, n in Counter(found).items() if n != edition.data["tokens"]["count_each"]]
    if wrong or len(set(found)) != len(GOODS):
        raise RecordError(
            N_("setup: there must be {n} tokens of each kind; look at {kinds}"),
            n=edition.data["tokens"]["count_each"],
            kinds=", ".join(wrong),
        )
    return found


def check_track(edition: Edition, chosen: dict[str, Any], track: object) -> list[int]:
    """P13, P15: every number once, within its zone."""
    numbers = list(range(1, len(TILES) + 1))
    if not isinstance(track, list) or any(type(n) is not int for n in track) or sorted(track) != numbers:
        raise RecordError(N_("setup: track must be the numbers 1 to {n}, each once"), n=len(TILES))
    if not chosen["advanced"] and track != numbers:
        raise RecordError(N_("setup: track must be in order with these options"))
    for name, (first, last) in edition.data["bonus"]["zones"].items():
        if not all(first <= n <= last for n in track[first - 1 : last]):
            raise RecordError(
                N_("setup: track: zone {zone} holds the numbers {first} to {last}"), zone=name, first=first, last=last
            )
    return [PLACE[n] for n in track]
