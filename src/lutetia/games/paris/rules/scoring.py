"""The score of Paris, explained: every VP with what earned it, every district with what decided it (P73-P76).

Plain Python on names, for display. The kernel counts the same on bits, fast. Tests compare the two at every step of
thousands of games. Before the end everything is counted as if the game ended now.
"""

from __future__ import annotations

from collections.abc import Collection
from copy import copy
from typing import NamedTuple

from lutetia.core.json_types import Json
from lutetia.games.paris.rules import changes
from lutetia.games.paris.rules.bonus import (
    EFFECTS,
    EXTRA_KEY,
    GAIN,
    GOODS,
    PAIRS,
    PER_LANDMARK,
    PER_TYPES,
    PER_UNUSED,
    PER_VALUE,
    PLACE,
    TILES,
    UNIT,
)
from lutetia.games.paris.rules.deal import SEATS
from lutetia.games.paris.rules.kernel import ParisKernel
from lutetia.games.paris.rules.limits import DISTRICTS
from lutetia.games.paris.rules.notation import BITS, Notation, bits

LANDMARK = "landmark"
EIGHTS, SECTIONS, ENDS, UNTOLD, LEDGER = 30, 31, 32, 33, 34
"""Indices in the kernel's `earned`, after the bonus tiles. Untold: of a position set up by hand."""
_COUNTING = (PER_VALUE, PER_LANDMARK, PER_TYPES, PER_UNUSED, PAIRS)
"""The kinds of tiles whose points depend on what the seat has."""
SCORING_TILES = tuple(number for number, effect in EFFECTS.items() if number == 7 or effect.way in _COUNTING)
_SCORING_PLACES = {str(number): TILES.index(number) for number in SCORING_TILES}
FRANCS_TILE = 27
VARYING = tuple(number for number, effect in EFFECTS.items() if number == FRANCS_TILE or effect.way in _COUNTING)
"""The bonus tiles whose gain differs from seat to seat."""
BY_PROPERTY = tuple(n for n in VARYING if EFFECTS[n].way in (PER_VALUE, PER_LANDMARK, PER_TYPES))
"""Those of them whose gain depends on the seat's properties alone."""
BY_HOLDINGS = tuple(n for n in VARYING if n not in BY_PROPERTY)
ENDS_ROOM = 12
"""The most kinds of end-game tiles: the kernel counts them for each seat in this many fields."""


class Property(NamedTuple):
    """A building or landmark with a key on it. All landmarks count as one type (P51)."""

    district: str
    name: str
    value: int
    type: str


class City:
    """What the seats own, by name.

    Francs, tokens and unused tiles count only for the seats in `screens`, end-game tiles only for those in `ends`.
    """

    def __init__(
        self,
        kernel: ParisKernel,
        notation: Notation,
        edition: Json,
        screens: Collection[str] = SEATS,
        ends: Collection[str] = SEATS,
    ) -> None:
        self.notation, self.edition = notation, edition
        self.seats = SEATS[: kernel.players]
        self.properties: dict[str, list[Property]] = {}
        """One entry for each key: a property with two keys of the seat is listed twice (P52)."""
        self.values: dict[str, dict[str, list[int]]] = {}
        """By seat and district: the values of its properties there."""
        self.buildings: dict[str, list[int]] = {}
        """By seat: the values of its buildings, one for each key."""
        self.francs: dict[str, int] = {}
        self.sold: dict[str, int] = {}
        self.tokens: dict[str, dict[str, int]] = {}
        self.unused: dict[str, list[int]] = {}
        self.ends: dict[str, dict[str, int]] = {}
        self.earned: dict[str, list[int]] = {}
        self._turn(kernel)
        self._build(kernel)
        self._own(kernel, self.seats)
        self._look(kernel, self.seats, screens, ends)

    def follow(self, kernel: ParisKernel, changed: int) -> None:
        """Update the city to a later position; `changed` says what differs (see changes.py)."""
        self._turn(kernel)
        seats = tuple(seat for s, seat in enumerate(self.seats) if changes.seat_changed(changed, s))
        if changed & changes.ANY_DISTRICT:
            self._build(kernel)
            self._own(kernel, seats)
        self._look(kernel, seats, seats, seats)

    def shows(self, kernel: ParisKernel, seat: str, open_screen: bool) -> City:
        """The same city with only what this seat shows to others, and nothing of the other seats."""
        other = copy(self)
        other.francs, other.sold, other.tokens, other.unused, other.ends, other.earned = {}, {}, {}, {}, {}, {}
        other._look(kernel, (seat,), (seat,) if open_screen else (), ())
        return other

    def _turn(self, kernel: ParisKernel) -> None:
        self.over = kernel.seat < 0
        self.turn = SEATS[kernel.seat] if kernel.seat >= 0 else None
        self.half = [TILES[tile] for tile in bits(kernel.half)]
        """Tiles 19 and 21 of the seat on turn whose second unit is still unused (P53)."""

    def _own(self, kernel: ParisKernel, seats: tuple[str, ...]) -> None:
        """Read where the keys of these seats are."""
        own, doubled = kernel.own, kernel.doubled
        for seat in seats:
            s = SEATS.index(seat)
            here = own[DISTRICTS * s : DISTRICTS * (s + 1)]
            held = [BITS * d + bit for d, keys in enumerate(here) if keys for bit in bits(keys)]
            held += [doubled[s]] * (doubled[s] >= 0)
            self.properties[seat], self.values[seat] = [self._property(number) for number in sorted(held)], {}
            for there in self.properties[seat]:
                self.values[seat].setdefault(there.district, []).append(there.value)
            self.buildings[seat] = [there.value for there in self.properties[seat] if there.type != LANDMARK]

    def _build(self, kernel: ParisKernel) -> None:
        """Read what lies on the board."""
        notation, building, vp_in = self.notation, kernel.building, kernel.vp_in
        self.types = {
            space: notation.types[kind] for space, kind in zip(notation.spaces, building, strict=True) if kind >= 0
        }
        self.prizes = {
            district: list(notation.vp_tiles[vp_in[notation.districts.index(district)]])
            for district in notation.printed
            if vp_in[notation.districts.index(district)] >= 0
        }

    def _look(
        self, kernel: ParisKernel, seats: tuple[str, ...], screens: Collection[str], ends: Collection[str]
    ) -> None:
        """Read what these seats have, as far as it may be counted."""
        francs, sold, tokens, held = kernel.francs, kernel.sold, kernel.tokens, kernel.ends
        unused, earned = kernel.unused, kernel.earned
        for seat in seats:
            s, shows = SEATS.index(seat), seat in screens
            self.francs[seat] = francs[s] if shows else 0
            self.sold[seat] = sold[s] if shows else 0
            self.tokens[seat] = {good: tokens[len(GOODS) * s + g] if shows else 0 for g, good in enumerate(GOODS)}
            self.unused[seat] = sorted(TILES[tile] for tile in bits(unused[s])) if shows else []
            self.ends[seat] = {
                kind: n for k, kind in enumerate(self.notation.ends) if seat in ends and (n := held[ENDS_ROOM * s + k])
            }
            self.earned[seat] = earned[LEDGER * s : LEDGER * (s + 1)]

    def _property(self, number: int) -> Property:
        district, name = self.notation.districts[number // BITS], self.notation.bits[number % BITS]
        value = self.notation.bit_values[number % BITS]
        return Property(district, name, value, self.types.get((district, name), LANDMARK))

    def count(self, seat: str, value: int) -> int:
        """The seat's keys on buildings of this value."""
        return self.buildings[seat].count(value)

    def landmarks(self, seat: str) -> int:
        return len(self.properties[seat]) - len(self.buildings[seat])

    def best_price(self, tile: int) -> int:
        """The best price for a unit of a bonus tile."""
        return int(max(self.edition["tokens"]["sell"][good] for good in EFFECTS[tile].goods))

    def sales(self, seat: str) -> dict[str, int]:
        """The francs that the automatic sales at the end would bring now, by source (P73)."""
        price = self.edition["tokens"]["sell"]
        kinds = self.notation.end_kinds
        sales = {good: n * price[good] for good, n in self.tokens[seat].items()}
        for kind, n in self.ends[seat].items():
            sales[f"end:{kind}"] = n * (price[kind] if kind in GOODS else kinds[kind][1] if kind == "francs" else 0)
        for tile in self.unused[seat]:
            if EFFECTS[tile].way == UNIT:
                sales[f"bonus{tile}"] = EFFECTS[tile].units * self.best_price(tile)
        for tile in self.half if seat == self.turn else []:
            sales[f"bonus{tile}"] = self.best_price(tile)
        return {source: francs for source, francs in sales.items() if francs}

    def end_points(self, seat: str) -> int:
        """VP of the end-game tiles still held."""
        kinds = self.notation.end_kinds
        return sum(n * kinds[kind][1] for kind, n in self.ends[seat].items() if kind not in (*GOODS, "francs"))

    def standings(self, district: str) -> list[Json]:
        """P74, P75: the seats in a district, best first, with their points and what decided their places.

        `by`: "sum" or "highest" decided; "shared": the place is shared; "half": second of two with less than half.
        A seat without property in the district has no place.
        """
        ranks = {seat: (sum(values), max(values)) for seat in self.seats if (values := self.values[seat].get(district))}
        prize = self.prizes.get(district, [0, 0, 0])
        rows = []
        for seat in self.seats:
            total, highest = mine = ranks.get(seat, (0, 0))
            place, by, earns = None, None, 0
            if total:
                others = [rank for other, rank in ranks.items() if other != seat]
                place = 1 + sum(other > mine for other in others)
                by = "sum"
                if mine in others:
                    by = "shared"
                elif total in [other for other, _highest in others]:
                    by = "highest"
                earns = prize[place - 1] if place <= len(prize) else 0
                if len(self.seats) == 2 and place == 2 and 2 * total < others[0][0]:
                    by, earns = "half", 0
            rows.append({"seat": seat, "sum": total, "highest": highest, "place": place, "by": by, "points": earns})
        return sorted(rows, key=lambda row: (row["place"] or len(rows) + 1, row["seat"]))

    def pays(self, seat: str, tile: int) -> dict[str, int]:
        """The VP, francs and keys that a bonus tile would give the seat now; zeros if it gives something else."""
        part, players = self.edition["bonus"], str(len(self.seats))
        effect, name = EFFECTS[tile], str(tile)
        vp = francs = keys = 0
        if effect.way == GAIN:
            vp, francs = part["vp"].get(name, 0), part["francs"].get(name, 0)
        elif effect.way == UNIT:
            francs = effect.units * self.best_price(tile)
        elif effect.way == PER_VALUE:
            value, each = part["per_value"][name]
            vp = each * self.count(seat, value)
        elif effect.way == PER_LANDMARK:
            vp = part["per_landmark"][name] * self.landmarks(seat)
        elif effect.way == PER_TYPES:
            vp = part["per_types"].get(str(len({p.type for p in self.properties[seat]})), 0)
        elif effect.way == PER_UNUSED:
            vp = part["per_unused"][players] * sum(other != tile for other in self.unused[seat])
        elif effect.way == PAIRS:
            vp = part["per_pair"][players] * sum(self.tokens[seat][good] // 2 for good in effect.goods)
        elif effect.way == EXTRA_KEY:
            francs, keys = -part["extra_key"][name], 1
        elif tile == FRANCS_TILE:
            vp = self.francs[seat] + sum(self.sales(seat).values())
        return {"vp": vp, "francs": francs, "keys": keys}


# ---- the sheet -------------------------------------------------------------------------------------------------


def district_sheets(city: City) -> dict[str, Json]:
    """Each district with its VP tile and standings."""
    return {
        district: {"tile": city.prizes.get(district), "standings": city.standings(district)}
        for district in city.notation.printed
    }


def score_sheet(city: City) -> Json:
    """Each seat's VP as if the game ended now, with what earned them, and each district with what decided it."""
    districts = district_sheets(city)
    won: dict[str, dict[str, int]] = {seat: {} for seat in city.seats}
    for district, part in districts.items():
        for row in part["standings"]:
            won[row["seat"]][district] = row["points"]
    pages = {seat: page(city, seat, won[seat]) for seat in city.seats}
    return {"seats": pages, "districts": districts, "winner": winner(pages)}


def winner(pages: dict[str, Json]) -> Json:
    """P76: the leading seats, and what decided: VP, francs, property, or shared."""
    ranks = {seat: (page["total"], page["tie"]["francs"], page["tie"]["property"]) for seat, page in pages.items()}
    best = max(ranks.values())
    winners = [seat for seat in pages if ranks[seat] == best]
    second = max((rank for rank in ranks.values() if rank < best), default=best)
    by = next((name for name, a, b in zip(("vp", "francs", "property"), best, second, strict=True) if a != b), "shared")
    return {"seats": winners, "by": by if len(winners) == 1 else "shared"}


def page(city: City, seat: str, won: dict[str, int]) -> Json:
    """A seat's part of the sheet; `won` is what the districts bring it."""
    counted, sales = points(city, seat, won), city.sales(seat)
    francs, used = city.francs[seat] + sum(sales.values()), city.earned[seat][ENDS]
    sheet: Json = {source: {"points": counted[source]} for source in (TRACK, *SOURCES) if source in counted}
    sheet["bonus"]["tiles"] = counted["tiles"]
    sheet["end_tiles"]["used"] = used
    sheet["francs"] |= {"francs": francs, "tile_27": FRANCS_TILE in city.unused[seat]}
    sheet["districts"]["districts"] = won
    sheet["tie"] = {"francs": francs, "property": sum(p.value for p in city.properties[seat])}  # P76
    sheet["sales"] = {"francs": city.sold[seat] if city.over else sum(sales.values()), "sources": sales}
    sheet["total"] = counted["total"]
    return sheet


def points(city: City, seat: str, won: dict[str, int]) -> Json:
    """A seat's points by source, also for each bonus tile and district; `won` is what the districts bring it."""
    earned = city.earned[seat]
    tiles = {name: earned[place] for name, place in _SCORING_PLACES.items()}
    counted = {
        "eights": earned[EIGHTS],
        "sections": earned[SECTIONS],
        "bonus": sum(tiles.values()),
        "end_tiles": earned[ENDS] + city.end_points(seat),
        "francs": city.pays(seat, FRANCS_TILE)["vp"] if FRANCS_TILE in city.unused[seat] else 0,
        "districts": sum(won.values()),
    }
    if earned[UNTOLD]:
        counted = {TRACK: earned[UNTOLD]} | counted
    return {**counted, "tiles": tiles, "won": won, "total": sum(counted.values())}


def hidden_points(kernel: ParisKernel, notation: Notation, edition: Json, open_screens: bool) -> dict[str, int]:
    """The part of each seat's VP that others cannot see (P80): end-game tiles, and what a hidden tile 27 counts."""
    hidden: dict[str, int] = {}
    if kernel.seat < 0:
        return hidden
    ends, unused = kernel.ends, kernel.unused
    if open_screens and not any(ends):
        return hidden
    price, kinds = edition["tokens"]["sell"], notation.end_kinds
    for s, seat in enumerate(SEATS[: kernel.players]):
        counts = unused[s] >> PLACE[FRANCS_TILE] & 1
        if counts and not open_screens:
            city = City(kernel, notation, edition)
            hidden[seat] = city.end_points(seat) + city.francs[seat] + sum(city.sales(seat).values())
            continue
        held = ends[ENDS_ROOM * s : ENDS_ROOM * (s + 1)]
        if any(held):
            tiles = [(kind, n) for kind, n in zip(notation.ends, held, strict=False) if n]
            francs = sum(n * (price[kind] if kind in GOODS else kinds[kind][1]) for kind, n in tiles if _sells(kind))
            hidden[seat] = sum(n * kinds[kind][1] for kind, n in tiles if not _sells(kind)) + counts * francs
    return hidden


def _sells(kind: str) -> bool:
    """Whether an end-game tile turns into francs at the end; the others are VP (P73)."""
    return kind in GOODS or kind == "francs"


TRACK = "track"
"""Points on the score track of which nobody told where they came from; only in positions set up by hand."""
SOURCES = ("eights", "sections", "bonus", "end_tiles", "francs", "districts")


def scores(sheet: Json) -> dict[str, Json]:
    """The points of the sheet by source, also for each bonus tile and district."""
    return {
        seat: {
            **{source: page[source]["points"] for source in (TRACK, *SOURCES) if source in page},
            "tiles": page["bonus"]["tiles"],
            "won": page["districts"]["districts"],
            "total": page["total"],
        }
        for seat, page in sheet["seats"].items()
    }


def result(sheet: Json) -> Json:
    """The result of a finished game (P76)."""
    pages = sheet["seats"]
    return {
        "vp": {seat: page["total"] for seat, page in pages.items()},
        "francs": {seat: page["tie"]["francs"] for seat, page in pages.items()},
        "property": {seat: page["tie"]["property"] for seat, page in pages.items()},
        "districts": {
            district: {seat: pages[seat]["districts"]["districts"][district] for seat in pages}
            for district, part in sheet["districts"].items()
            if part["tile"]
        },
        "winners": sheet["winner"]["seats"],
    }
