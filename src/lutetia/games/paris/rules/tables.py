"""The lookup tables of an edition for the kernel, as flat arrays: steps, prices, sources, tiles and points."""

import cython

from lutetia.games.paris.rules import bonus
from lutetia.games.paris.rules.bonus import EFFECTS, GOODS, PLACE, RESOURCES, TILES
from lutetia.games.paris.rules.edition import WILD_UNITS, end_kinds
from lutetia.games.paris.rules.limits import EIGHT, PLAYERS, SPACES
from lutetia.games.paris.rules.notation import (
    ARC,
    BANK,
    BITS,
    END_TILE,
    END_USE,
    MOVE,
    PAIR,
    PAY,
    SECTION,
    SOURCES,
    TOKEN,
    USE,
    bits,
)

REACH = 64  # one more than the highest price that can matter, as a power of two


@cython.cclass
class LookupTables:
    """Built once for an edition and shared by all its kernels. Arrays have room for every edition without faults."""

    def __init__(self, edition: object, notation: object) -> None:
        """`edition` is a checked Edition, `notation` its Notation."""
        if not cython.compiled:
            self.kind, self.a, self.b = [0] * 2048, [0] * 2048, [0] * 2048
            self.move_arc, self.move_bank, self.move_step = [0] * 84, [0] * 84, [0] * 1176
            self.pair_step, self.pay_step, self.section_step = [0] * 6, [0] * 27, [0] * 27
            self.use_step, self.take_any, self.take_back, self.use_end = [0] * 30, [0] * 30, [0] * 30, [0] * 12
            self.value, self.toll, self.cost, self.reach, self.above = [0] * 14, [0] * 14, [0] * 42, [0] * 960, [0] * 16
            self.payable, self.sections, self.section_vp = [0] * 8788, [0] * 84, [0] * 6
            self.sell, self.buy, self.bank, self.token_of, self.type_of = [0] * 6, [0] * 6, [0] * 6, [0] * 6, [0] * 36
            self.source_mask, self.token_source, self.end_source = [0] * 6, [0] * 6, [0] * 6
            self.end_of, self.own_tile, self.in_order = [0] * 6, [0] * 6, [0] * 30
            self.source_good, self.source_tile, self.tile_sources = [0] * 27, [0] * 27, [0] * 30
            self.tile_sale, self.way, self.francs, self.vp, self.counted = (
                [0] * 30,
                [0] * 30,
                [0] * 30,
                [0] * 30,
                [0] * 30,
            )
            self.end_count, self.end_good, self.end_francs, self.end_vp = [0] * 12, [0] * 12, [0] * 12, [0] * 12
            self.per_unused, self.per_pair, self.hand, self.per_types = [0] * 5, [0] * 5, [0] * 5, [0] * 8
            self.zone, self.places = [0] * 4, [0] * 36
        self.landmarks = self.wild_sources = self.paying_sources = self.two_units = self.usable = self.copied = 0
        data = edition.data
        self.number_steps(notation)
        self.lay_properties(data, notation)
        self.price_properties()
        self.fill_purse(data)
        self.stack_tiles(data, notation)
        self.number_ends(data)
        self.count_players(data)

    def number_steps(self, notation):
        """Store each step by number, and where the steps of each kind begin."""
        self.count = len(notation.steps)
        for number, step in enumerate(notation.steps):
            self.kind[number] = step.kind
            self.a[number] = step.a
            self.b[number] = step.b
            self.number_step(number, step.kind, step.a, step.b)
        numbers = notation.numbers
        self.buy_base = numbers["buy gold"]
        self.done = numbers["done"]
        self.draw_base = numbers["draw 1"]
        self.end_base = numbers[f"end {notation.ends[0]}"]
        self.key_arc = numbers["key arc"]
        self.key_base = numbers[f"key bank {notation.districts[0]}"]
        self.pair_done = numbers["pair done"]
        self.section_done = numbers["section done"]
        self.sell_base = numbers["sell bronze"]
        self.site_base = numbers[f"site {notation.districts[0]}"]
        self.track_base = numbers["track 1"]
        self.track_none = numbers["track none"]
        self.vp_none = numbers["vp none"]
        self.vp_tiles = len(notation.vp_tiles)
        self.vp_base = self.vp_none - 6 * self.vp_tiles
        for i, tile in enumerate(notation.vp_tiles):
            for place in range(3):
                self.places[3 * i + place] = tile[place]

    def number_step(self, number, kind, a, b):
        """Store the steps whose numbers are looked up individually."""
        if kind == MOVE:
            if a == ARC:
                self.move_arc[b] = number
            elif a >= BANK:
                self.move_bank[b] = number
            else:
                self.move_step[BITS * a + b % BITS] = number
        elif kind == PAIR and a >= 0:
            self.pair_step[a] = number
        elif kind == PAY:
            self.pay_step[a] = number
        elif kind == SECTION and a >= 0:
            self.section_step[a] = number
        elif kind == USE:
            if a >= END_USE:
                self.use_end[a - END_USE] = number
            elif b < 0:
                self.use_step[a] = number
            elif EFFECTS[TILES[a]].way == bonus.TAKE_ANY:
                self.take_any[b] = number
            else:
                self.take_back[b] = number

    def lay_properties(self, data, notation):
        """The value, cost and gains of each property. They are the same in every district."""
        buildings = data["buildings"]
        self.vp_for_8 = buildings["vp_for_8"]
        for bit in range(BITS):
            self.toll[bit] = -1
        for bit, name in enumerate(notation.bits):
            self.value[bit] = notation.bit_values[bit]
            mark = notation.landmarks.get(name)
            if mark:
                self.landmarks |= 1 << bit
                self.cost[3 * bit + 1] = mark["marble"]
                self.cost[3 * bit + 2] = mark["gold"]
                for good in mark["sections"]:
                    self.sections[6 * bit + GOODS.index(good)] += 1
                continue
            if self.value[bit] == EIGHT:
                self.eight = bit
                self.cost[3 * bit] = buildings["wood_for_8"]
            if self.value[bit] in buildings["bonus_move_free"]:
                self.toll[bit] = 0
            if self.value[bit] == buildings["bonus_move_paid"]["value"]:
                self.toll[bit] = buildings["bonus_move_paid"]["francs"]
            self.token_of[bit] = GOODS.index(data["tokens"]["by_value"][name])
            for d, district in enumerate(notation.districts):
                printed = data["types"][data["districts"]["names"][notation.printed.index(district)]]
                self.type_of[SPACES * d + bit] = notation.types.index(printed[notation.values.index(self.value[bit])])
        for d, district in enumerate(notation.districts):
            self.bank[d] = data["districts"]["banks"][notation.printed.index(district)]
        for bit in range(BITS):  # landmarks above a landmark; 14: above none (P41)
            for other in bits(self.landmarks):
                if self.value[other] > self.value[bit]:
                    self.above[bit] |= 1 << other
        self.above[BITS] = self.landmarks

    def price_properties(self):
        """Where a key can go from a property (14: a bank or the Arc) by francs, and what a purse can pay."""
        properties = [bit for bit in range(BITS) if self.value[bit]]
        for start in range(BITS + 1):
            lowest = self.value[start] if start < BITS else 0
            for francs in range(REACH):
                for bit in properties:
                    if lowest < self.value[bit] <= lowest + francs:
                        self.reach[REACH * start + francs] |= 1 << bit
        self.most_wood, self.most_marble, self.most_gold = (
            max(self.cost[3 * bit + kind] for bit in properties) for kind in range(3)
        )
        purse = 0
        for wood in range(self.most_wood + 1):
            for marble in range(self.most_marble + 1):
                for gold in range(self.most_gold + 1):
                    for wild in range(WILD_UNITS + 1):
                        for bit in properties:
                            lacking = max(0, self.cost[3 * bit] - wood)
                            lacking += max(0, self.cost[3 * bit + 1] - marble)
                            lacking += max(0, self.cost[3 * bit + 2] - gold)
                            if lacking <= wild:
                                self.payable[purse] |= 1 << bit
                        purse += 1
        self.costless = self.payable[0]

    def fill_purse(self, data):
        """Sources of units: which good, from which tile, at which price."""
        for g, good in enumerate(GOODS):
            self.sell[g] = data["tokens"]["sell"][good]
            self.section_vp[g] = data["section_vp"].get(good, 0)
            self.buy[g] = data["tokens"]["buy"].get(good, 0)
            self.own_tile[g] = -1
        for s, source in enumerate(SOURCES):
            good = GOODS.index(source.good)
            self.source_good[s] = good
            self.source_mask[good] |= 1 << s
            self.source_tile[s] = PLACE.get(source.tile, source.tile)
            if source.tile == END_TILE:
                self.end_source[good] = s
            elif source.tile == TOKEN:
                self.token_source[good] = s
            else:
                self.tile_sources[PLACE[source.tile]] |= 1 << s
                if len(EFFECTS[source.tile].goods) > 1:
                    self.wild_sources |= 1 << s
                else:
                    self.own_tile[good] = PLACE[source.tile]
            if source.good in RESOURCES:
                self.paying_sources |= 1 << s

    def stack_tiles(self, data, notation):
        """The stacks of building tiles, and the bonus tiles, one after the other (P51)."""
        self.stacks = data["buildings"]["stacks"]
        self.returned = data["buildings"]["returned_unseen"]
        part = data["bonus"]
        for i, zone in enumerate("ABC"):
            self.zone[i + 1] = part["zones"][zone][1]
        self.back_at_most = part["back_at_most"]
        for number, vp in part["per_types"].items():
            self.per_types[int(number)] = vp
        for tile, number in enumerate(TILES):
            effect = EFFECTS[number]
            name = str(number)
            self.in_order[number - 1] = tile
            self.way[tile] = effect.way
            self.francs[tile] = part["francs"].get(name, 0) - part["extra_key"].get(name, 0)
            self.vp[tile] = part["vp"].get(name, 0) + part["per_landmark"].get(name, 0)
            if effect.way == bonus.PER_VALUE:
                self.counted[tile] = notation.bit_values.index(part["per_value"][name][0])
                self.vp[tile] = part["per_value"][name][1]
            if effect.way == bonus.PAIRS:
                self.counted[tile] = GOODS.index(effect.goods[0]) & 1
            if effect.way == bonus.UNIT:
                self.tile_sale[tile] = max(data["tokens"]["sell"][good] for good in effect.goods)
                if effect.units == 2:
                    self.two_units |= 1 << tile
            elif effect.way not in (bonus.STEP_ON, bonus.AT_END):
                self.usable |= 1 << tile
            if number in part["copies"]:
                self.copied |= 1 << tile

    def number_ends(self, data):
        """End-game tiles in the order of their names (P71)."""
        kinds = end_kinds(data)
        self.end_kinds = len(kinds)
        for k, (kind, (key, worth)) in enumerate(kinds.items()):
            self.end_count[k] = data["end_tiles"][key]
            self.end_good[k] = GOODS.index(kind) if kind in GOODS else -1
            if kind in GOODS:
                self.end_of[GOODS.index(kind)] = k
            self.end_francs[k] = worth if kind == "francs" else 0
            self.end_vp[k] = 0 if kind == "francs" else worth

    def count_players(self, data):
        """What depends on the number of players (P14, P51)."""
        self.start_francs = data["players"]["francs"]
        self.reserve = data["players"]["keys_in_reserve"]
        for n in PLAYERS:
            self.hand[n] = data["players"]["keys_in_hand"][str(n)]
            self.per_unused[n] = data["bonus"]["per_unused"][str(n)]
            self.per_pair[n] = data["bonus"]["per_pair"][str(n)]
