"""The score of Paris, explained: every VP with what earned it, every district with what decided it (P73-P76).

Plain Python over names, for people and screens. The kernel counts the same on bits, fast; tests hold the two equal at
every step of thousands of games. Before the end everything is counted as if the game ended now.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from lutetia.games.paris.bonus import (
    EFFECTS,
    EXTRA_KEY,
    GAIN,
    GOODS,
    PAIRS,
    PER_LANDMARK,
    PER_TYPES,
    PER_UNUSED,
    PER_VALUE,
    TILES,
    UNIT,
)
from lutetia.games.paris.deal import SEATS
from lutetia.games.paris.edition import DISTRICTS, SPACES
from lutetia.games.paris.kernel import ParisKernel
from lutetia.games.paris.notation import BITS, Notation, bits

Json = dict[str, Any]
LANDMARK = "landmark"
EIGHTS, SECTIONS, ENDS, LEDGER = 30, 31, 32, 34
"""The kernel's ledger: the bonus tiles, then these."""
SCORING_TILES = tuple(
    number
    for number, effect in EFFECTS.items()
    if number == 7 or effect.way in (PER_VALUE, PER_LANDMARK, PER_TYPES, PER_UNUSED, PAIRS)
)
_SCORING_PLACES = {str(number): TILES.index(number) for number in SCORING_TILES}
FRANCS_TILE = 27
ENDS_ROOM = 12
"""Room for kinds of end-game tiles in the kernel's counts of each seat."""


@dataclass(frozen=True)
class Property:
    """A building or landmark under a key. All landmarks are of one type (P51)."""

    district: str
    name: str
    value: int
    type: str


class City:
    """What the seats own, by names: of each seat only what it is allowed to show.

    `screens`: the seats whose francs, tokens and unused tiles may be counted; `ends`: those whose end-game tiles may.
    """

    def __init__(
        self,
        kernel: ParisKernel,
        words: Notation,
        edition: Json,
        screens: Collection[str] = SEATS,
        ends: Collection[str] = SEATS,
    ) -> None:
        self.words, self.edition = words, edition
        self.seats = SEATS[: kernel.players]
        self.over = kernel.seat < 0
        building, own, doubled = kernel.building, kernel.own, kernel.doubled
        self.types = {
            (district, words.bits[bit]): words.types[building[SPACES * d + bit]]
            for d, district in enumerate(words.districts)
            for bit in range(SPACES)
            if building[SPACES * d + bit] >= 0
        }
        self.properties = {}
        """One for each key; a property with two own keys stands there twice (P52)."""
        for s, seat in enumerate(self.seats):
            held = [BITS * d + bit for d in range(DISTRICTS) for bit in bits(own[DISTRICTS * s + d])]
            held += [doubled[s]] * (doubled[s] >= 0)
            self.properties[seat] = [self._property(number) for number in sorted(held)]
        vp_in = kernel.vp_in
        self.prizes = {
            district: list(words.vp_tiles[vp_in[words.districts.index(district)]])
            for district in words.printed
            if vp_in[words.districts.index(district)] >= 0
        }
        tokens, held, unused, earned = kernel.tokens, kernel.ends, kernel.unused, kernel.earned
        self.francs, self.sold, self.tokens, self.ends, self.unused, self.earned = {}, {}, {}, {}, {}, {}
        for s, seat in enumerate(self.seats):
            shows = seat in screens
            self.francs[seat] = kernel.francs[s] if shows else 0
            self.sold[seat] = kernel.sold[s] if shows else 0
            self.tokens[seat] = {good: tokens[len(GOODS) * s + g] if shows else 0 for g, good in enumerate(GOODS)}
            self.unused[seat] = sorted(TILES[tile] for tile in bits(unused[s])) if shows else []
            self.ends[seat] = {
                kind: n for k, kind in enumerate(words.ends) if seat in ends and (n := held[ENDS_ROOM * s + k])
            }
            self.earned[seat] = earned[LEDGER * s : LEDGER * (s + 1)]
        self.half = [TILES[tile] for tile in bits(kernel.half)]
        """Tiles 19 and 21 whose second unit is open to the seat on turn."""
        self.turn = SEATS[kernel.seat] if kernel.seat >= 0 else None

    def _property(self, number: int) -> Property:
        district, name = self.words.districts[number // BITS], self.words.bits[number % BITS]
        value = self.words.bit_values[number % BITS]
        return Property(district, name, value, self.types.get((district, name), LANDMARK))

    def count(self, seat: str, value: int) -> int:
        """Own keys on buildings of a value."""
        return sum(p.type != LANDMARK and p.value == value for p in self.properties[seat])

    def landmarks(self, seat: str) -> int:
        return sum(p.type == LANDMARK for p in self.properties[seat])

    def best_price(self, tile: int) -> int:
        """The best that a unit of a bonus tile brings."""
        return int(max(self.edition["tokens"]["sell"][good] for good in EFFECTS[tile].goods))

    def sales(self, seat: str) -> dict[str, int]:
        """What the automatic sales before the end would bring now, in francs (P73)."""
        price = self.edition["tokens"]["sell"]
        kinds = self.words.end_kinds
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
        kinds = self.words.end_kinds
        return sum(n * kinds[kind][1] for kind, n in self.ends[seat].items() if kind not in (*GOODS, "francs"))

    def standings(self, district: str) -> list[Json]:
        """P74, P75: the seats in a district, best first, with what decided each one's place and what it earns.

        `by`: "sum" or "highest" decided; "shared": the place is shared; "half": second of two, with less than half.
        A seat without property there has no place.
        """
        rows: list[Json] = []
        for seat in self.seats:
            values = [p.value for p in self.properties[seat] if p.district == district]
            rows.append({"seat": seat, "sum": sum(values), "highest": max(values, default=0)})
        prize = self.prizes.get(district, [0, 0, 0])
        for row in rows:
            mine = (row["sum"], row["highest"])
            others = [(other["sum"], other["highest"]) for other in rows if other is not row and other["sum"]]
            place = 1 + sum(other > mine for other in others)
            by = "sum"
            if mine in others:
                by = "shared"
            elif row["sum"] in [total for total, _highest in others]:
                by = "highest"
            earns = prize[place - 1] if place <= len(prize) else 0
            if len(rows) == 2 and place == 2 and 2 * row["sum"] < max(others)[0]:
                by, earns = "half", 0
            if not row["sum"]:
                row |= {"place": None, "by": None, "points": 0}
            else:
                row |= {"place": place, "by": by, "points": earns}
        return sorted(rows, key=lambda row: (row["place"] or len(rows) + 1, row["seat"]))

    def pays(self, seat: str, tile: int) -> dict[str, int]:
        """What a bonus tile would bring the seat now: VP, francs, keys. Tiles that only let one do something: none."""
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
    """Each district with what decided it."""
    return {
        district: {"tile": city.prizes.get(district), "standings": city.standings(district)}
        for district in city.words.printed
    }


def score_sheet(city: City, districts: dict[str, Json] | None = None) -> Json:
    """Each seat's VP as if the game ended now, with what earned them, and each district with what decided it.

    `districts` are the city's, if they are known.
    """
    districts = districts or district_sheets(city)
    pages = {seat: _page(city, seat, districts) for seat in city.seats}
    return {"seats": pages, "districts": districts, "winner": winner(pages)}


def winner(pages: dict[str, Json]) -> Json:
    """P76: who leads, and by what: VP, francs, property, or shared."""
    ranks = {seat: (page["total"], page["tie"]["francs"], page["tie"]["property"]) for seat, page in pages.items()}
    best = max(ranks.values())
    winners = [seat for seat in pages if ranks[seat] == best]
    second = max((rank for rank in ranks.values() if rank < best), default=best)
    by = next((name for name, a, b in zip(("vp", "francs", "property"), best, second, strict=True) if a != b), "shared")
    return {"seats": winners, "by": by if len(winners) == 1 else "shared"}


def _page(city: City, seat: str, districts: dict[str, Json]) -> Json:
    earned = city.earned[seat]
    tiles = {name: earned[place] for name, place in _SCORING_PLACES.items()}
    sales = city.sales(seat)
    francs = city.francs[seat] + sum(sales.values())
    counts = FRANCS_TILE in city.unused[seat]
    won = {
        district: next(row["points"] for row in part["standings"] if row["seat"] == seat)
        for district, part in districts.items()
    }
    page = {
        "eights": {"points": earned[EIGHTS]},
        "sections": {"points": earned[SECTIONS]},
        "bonus": {"points": sum(tiles.values()), "tiles": tiles},
        "end_tiles": {"points": earned[ENDS] + city.end_points(seat), "used": earned[ENDS]},
        "francs": {"points": francs if counts else 0, "francs": francs, "tile_27": counts},
        "districts": {"points": sum(won.values()), "districts": won},
        "tie": {"francs": francs, "property": sum(p.value for p in city.properties[seat])},  # P76
        "sales": {"francs": city.sold[seat] if city.over else sum(sales.values()), "sources": sales},
    }
    page["total"] = sum(page[source]["points"] for source in SOURCES)
    return page


SOURCES = ("eights", "sections", "bonus", "end_tiles", "francs", "districts")


def scores(sheet: Json) -> dict[str, Json]:
    """The sheet's points by source alone, the bonus tiles and the districts also one by one."""
    return {
        seat: {source: page[source]["points"] for source in SOURCES}
        | {"tiles": page["bonus"]["tiles"], "won": page["districts"]["districts"], "total": page["total"]}
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
