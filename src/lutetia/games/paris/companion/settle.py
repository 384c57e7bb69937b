"""Checks and scores a position of Paris that was set up by hand, as if the game ended there.

players     2 to 4
districts   {"Montmartre": {"keys": {"3": ["p1"], "L12": ["p2", "p2"]}, "vp": 20}, …}: one entry for each key, and
            the first-place points of the VP tile in the district
seats       {"p1": {"vp": 34, "earned": {"eights": 4}, "francs": 7, "tokens": {"wood": 1}, "unused": [27],
            "ends": {"vp1": 1}}, …}: `vp` are the points on the score track; `earned` says where they came from, as far
            as the players know

`play` of the document is for playing on (play.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Any

import lutetia
from lutetia.companion import Settled, check_names
from lutetia.core.errors import Fault
from lutetia.core.game import Game
from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.core.random import Rng
from lutetia.games.paris.rules import Paris, scoring
from lutetia.games.paris.rules.bonus import GOODS, PLACE, TILES
from lutetia.games.paris.rules.limits import DISTRICTS, SPACES
from lutetia.games.paris.rules.notation import BITS
from lutetia.games.paris.rules.scoring import EIGHTS, ENDS, ENDS_ROOM, SCORING_TILES, SECTIONS, City
from lutetia.games.paris.text import steps

EMPTY: Mapping[str, list[str]] = {}
EARNED = ("eights", "sections", "bonus", "end_tiles", *map(str, SCORING_TILES))
"""Where points on the score track can have come from: a source, or a single bonus tile."""


def on_table(game: Game) -> Json:
    """What lies on the table and behind the screens, without what is needed to play on."""
    ruleset, kernel = game.ruleset, game.kernel
    assert isinstance(ruleset, Paris)
    city = City(kernel, ruleset.notation, ruleset.edition.data)  # type: ignore[arg-type]
    districts: dict[str, Json] = {
        name: {"keys": {}, "vp": (city.prizes.get(name) or [None])[0]} for name in ruleset.notation.printed
    }
    for seat in city.seats:
        for held in city.properties[seat]:
            districts[held.district]["keys"].setdefault(held.name, []).append(seat)
    seats = {}
    for s, seat in enumerate(city.seats):
        ledger = city.earned[seat]
        earned = {"eights": ledger[EIGHTS], "sections": ledger[SECTIONS], "end_tiles": ledger[ENDS]}
        halves = city.half if seat == city.turn else []
        earned |= {str(tile): ledger[TILES.index(tile)] for tile in SCORING_TILES}
        seats[seat] = {
            "vp": kernel.vp[s],  # type: ignore[attr-defined]
            "earned": {source: n for source, n in earned.items() if n},
            # the end of the turn sells the open half of a tile 19 or 21 (P53); a position set up by hand has no turn
            "francs": city.francs[seat] + sum(map(city.best_price, halves)),
            "tokens": {good: n for good, n in city.tokens[seat].items() if n},
            "unused": city.unused[seat],
            "ends": city.ends[seat],
        }
    return {"players": len(city.seats), "districts": districts, "seats": seats}


def settle(position: Json) -> Settled:
    ruleset = lutetia.ruleset("paris", players=position["players"])
    assert isinstance(ruleset, Paris)
    check_components(position, ruleset)
    checked = Checked(position, ruleset)
    game = Game.deal(ruleset, Rng(0))
    kernel = game.kernel
    kernel.arrange(checked.fields(kernel))  # type: ignore[attr-defined]
    city = City(kernel, ruleset.notation, ruleset.edition.data)  # type: ignore[arg-type]
    sheet = scoring.score_sheet(city)
    for seat, page in sheet["seats"].items():
        _add_track(page, position["seats"][seat])
    sheet["winner"] = scoring.winner(sheet["seats"])
    kernel.arrange({"seat": -1})  # type: ignore[attr-defined]
    result = scoring.result(sheet)
    view = game.view(None) | {"result": result}
    view["position"] |= {"scores": scoring.scores(sheet)}
    return Settled(view, checked.faults, [], sheet, result)


def _add_track(page: Json, has: Json) -> None:
    """Add the points on the score track: the known ones to their sources, the rest as points of the track."""
    for source, n in has["earned"].items():
        part = page["bonus"] if source.isdigit() else page[source]
        part["points"] += n
        if source.isdigit():
            part["tiles"][source] += n
    page["track"] = {"points": has["vp"] - sum(has["earned"].values())}
    page["total"] += has["vp"]


def check_components(position: Json, ruleset: Paris) -> None:
    """Raises ValueError for a component that the game does not have, or for a missing seat."""
    notation = ruleset.notation
    districts, seats = position["districts"].values(), position["seats"].values()
    keys = [(name, owners) for district in districts for name, owners in district["keys"].items()]
    vp_tiles = [str(district["vp"]) for district in districts if district["vp"] is not None]
    check_names(
        {
            _("seat"): (ruleset.seats, position["seats"]),
            _("district"): (notation.printed, position["districts"]),
            _("property"): (notation.bits, [name for name, _owners in keys]),
            _("owner of a key"): (ruleset.seats, [owner for _name, owners in keys for owner in owners]),
            _("VP tile"): ([str(first_place) for first_place, *_others in notation.vp_tiles], vp_tiles),
            _("token"): (GOODS, [good for seat in seats for good in seat["tokens"]]),
            _("end-game tile"): (notation.ends, [kind for seat in seats for kind in seat["ends"]]),
            _("bonus tile"): ([str(n) for n in sorted(TILES)], [str(n) for seat in seats for n in seat["unused"]]),
            _("source of points"): (EARNED, [source for seat in seats for source in seat["earned"]]),
        }
    )
    for seat in ruleset.seats:
        if seat not in position["seats"]:
            raise ValueError(_("seat {seat} is missing", seat=seat))


class Checked:
    """A position set up by hand: its faults, and the kernel fields that describe it."""

    def __init__(self, position: Json, ruleset: Paris, bare: Mapping[str, list[str]] = EMPTY) -> None:
        """`bare`: by district, the landmarks without a key on them, which count for nothing."""
        self.position, self.ruleset = position, ruleset
        self.notation, self.data = ruleset.notation, ruleset.edition.data
        self.players = len(ruleset.seats)
        self.faults: list[Fault] = []
        self.keys = [
            (district, name, keys)
            for district, part in position["districts"].items()
            for name, keys in part["keys"].items()
            if keys
        ]
        self.marks = [(district, name) for district, name, _keys in self.keys if name.startswith("L")]
        self.marks += [(district, name) for district, names in bare.items() for name in names]
        self._keys()
        self._landmarks()
        self._prizes()
        self._goods()
        self._tiles()

    def fault(self, reason: str, rule: str, **values: object) -> None:
        self.faults.append(Fault(reason, rule, values))

    def _keys(self) -> None:
        """P14, P52: no seat has more keys than it owns, and only tiles 9 and 16 put two keys on a property."""
        most = self.data["players"]["keys_in_hand"][str(self.players)] + self.data["players"]["keys_in_reserve"]
        for seat in self.ruleset.seats:
            n = sum(keys.count(seat) for _district, _name, keys in self.keys)
            if n > most:
                reason = N_("{seat} has {n} keys on the board, but there are only {most}.")
                self.fault(reason, "P14", seat=named_seat(seat), n=n, most=most)
            twice = [(d, name) for d, name, keys in self.keys if keys.count(seat) > 1]
            if len(twice) > 1 or any(keys.count(seat) > 2 for _district, _name, keys in self.keys):
                reason = N_("{seat} has two keys on one property more than once; bonus tile 9 allows that only once.")
                self.fault(reason, "P52", seat=named_seat(seat))
        shared = sum(len(set(keys)) - 1 for _district, _name, keys in self.keys)
        if shared > self.players - 1:
            reason = N_("Players share properties {n} times; the game has bonus tile 16 {most} times.")
            self.fault(reason, "P52", n=shared, most=self.players - 1)

    def _landmarks(self) -> None:
        """P3, P41."""
        where: dict[str, set[str]] = {}
        for district, name in self.marks:
            where.setdefault(name, set()).add(district)
        for name, found in where.items():
            if len(found) > 1:
                mark = steps.landmark(int(name[1:]), self.data)
                self.fault(N_("{landmark} is in {n} districts."), "P41", landmark=mark, n=len(found))

    def _prizes(self) -> None:
        """P49: each VP tile is used once, and only in districts with a fourth key."""
        prizes = [part["vp"] for part in self.position["districts"].values() if part["vp"] is not None]
        for prize, n in Counter(prizes).items():
            if n > 1:
                self.fault(N_("VP tile {prize} is in {n} districts."), "P49", prize=prize, n=n)
        counts: Counter[str] = Counter()
        for district, _name, keys in self.keys:
            counts[district] += len(keys)
        full = sum(n >= 4 for n in counts.values())
        if len(prizes) > full:
            reason = N_("{n} VP tiles are on the board, but only {full} districts have four keys.")
            self.fault(reason, "P49", n=len(prizes), full=full)

    def _goods(self) -> None:
        """P5: the supply of tokens and end-game tiles is limited."""
        each = self.data["tokens"]["count_each"]
        for good in GOODS:
            n = sum(has["tokens"].get(good, 0) for has in self.position["seats"].values())
            if n > each:
                self.fault(
                    N_("There are {n} tokens of {good}; the game has {most}."),
                    "P5",
                    n=n,
                    good=steps.good(good),
                    most=each,
                )
        left = {kind: self.data["end_tiles"][key] for kind, (key, _worth) in self.notation.end_kinds.items()}
        for kind, most in left.items():
            n = sum(has["ends"].get(kind, 0) for has in self.position["seats"].values())
            if n > most:
                reason = N_("There are {n} end-game tiles “{kind}”; the game has {most}.")
                self.fault(reason, "P5", n=n, kind=steps.end_kind(kind, self.data), most=most)

    def _tiles(self) -> None:
        """P4, P50: a player has each tile number once, there are enough copies, and the points add up."""
        owned = Counter(n for has in self.position["seats"].values() for n in set(has["unused"]))
        for number, n in sorted(owned.items()):
            most = self.players - 1 if number in self.data["bonus"]["copies"] else 1
            if n > most:
                reason = N_("{n} players have bonus tile {tile}; the game has {most}.")
                self.fault(reason, "P4", n=n, tile=number, most=most)
        for seat, has in self.position["seats"].items():
            if len(set(has["unused"])) < len(has["unused"]):
                self.fault(N_("{seat} has the same bonus tile twice."), "P50", seat=named_seat(seat))
            known = sum(has["earned"].values())
            if known > has["vp"]:
                reason = N_("{seat} has {n} VP on the score track, but their sources add up to {known}.")
                self.fault(reason, "P46", seat=named_seat(seat), n=has["vp"], known=known)

    def fields(self, kernel: Any) -> Json:
        """The kernel's fields: all buildings stand, all stacks are drawn, and what is not mentioned is not there."""
        fixed = {
            "seat": 0,
            "draw_due": False,
            "acted": False,
            "top": [kernel.height * (s + 1) for s in range(9)],
            "building": [kernel.type_of_tile(tile) for tile in range(SPACES * DISTRICTS)],
            "beside": [-1] * (SPACES * DISTRICTS),
            "hand": [0] * 4,
            "reserve": [0] * 4,
            "end_left": [0] * ENDS_ROOM,
        }
        return fixed | self.city_fields(kernel) | self.seat_fields()

    def city_fields(self, kernel: Any) -> Json:
        """Keys, landmarks and VP tiles."""
        own, doubled, landmarks, vp_in = [0] * 24, [-1] * 4, [0] * DISTRICTS, [-1] * DISTRICTS
        for district, name, keys in self.keys:
            d, bit = self.notation.districts.index(district), self.notation.bits.index(name)
            for s, seat in enumerate(self.ruleset.seats):
                if seat in keys:
                    own[DISTRICTS * s + d] |= 1 << bit
                if keys.count(seat) > 1:
                    doubled[s] = BITS * d + bit
        for district, name in self.marks:
            landmarks[self.notation.districts.index(district)] |= 1 << self.notation.bits.index(name)
        first_places = [tile[0] for tile in self.notation.vp_tiles]
        for district, part in self.position["districts"].items():
            if part["vp"] is not None:
                vp_in[self.notation.districts.index(district)] = first_places.index(part["vp"])
        built = reduce(or_, landmarks)
        placed = sum(1 << tile for tile in set(vp_in) if tile >= 0)
        return {
            "own": own,
            "doubled": doubled,
            "landmarks": landmarks,
            "display": kernel.display & ~built,
            "vp_in": vp_in,
            "vp_left": kernel.vp_left & ~placed,
        }

    def seat_fields(self) -> Json:
        """What the seats have besides their keys."""
        fields: Json = {name: [0] * 4 for name in ("vp", "francs", "unused", "owned")}
        fields |= {"tokens": [0] * 24, "ends": [0] * (4 * ENDS_ROOM)}
        for s, seat in enumerate(self.ruleset.seats):
            has = self.position["seats"][seat]
            fields["vp"][s], fields["francs"][s] = has["vp"], has["francs"]
            fields["unused"][s] = fields["owned"][s] = sum(1 << PLACE[n] for n in set(has["unused"]))
            for good, n in has["tokens"].items():
                fields["tokens"][len(GOODS) * s + GOODS.index(good)] = n
            for kind, n in has["ends"].items():
                fields["ends"][ENDS_ROOM * s + self.notation.ends.index(kind)] = n
        return fields


def named_seat(seat: str) -> str:
    return _(steps.SEATS_FIRST[seat])


def box() -> Json:
    """The components that a position can be set up with, with their names."""
    ruleset = lutetia.ruleset("paris")
    assert isinstance(ruleset, Paris)
    notation, data = ruleset.notation, ruleset.edition.data
    return {
        "seats": {seat: named_seat(seat) for seat in steps.SEATS},
        "districts": {name: steps.district(name) for name in notation.printed},
        "values": [str(value) for value in notation.values],
        "landmarks": {f"L{mark['value']}": f"{_(mark['name'])} {mark['value']}" for mark in data["landmarks"]},
        "prizes": {str(tile[0]): steps.prize(list(tile)) for tile in sorted(notation.vp_tiles, reverse=True)},
        "goods": {good: steps.good(good) for good in ("wood", "marble", "gold", "bronze", "silver", "gold_prestige")},
        "ends": {kind: steps.end_kind(kind, data) for kind in notation.ends},
        "bonus": {str(n): steps.tile(n, data, 2) for n in sorted(TILES)},
        "earned": {source: _(steps.SOURCES[source]) for source in ("eights", "sections", "bonus", "end_tiles")},
    }
