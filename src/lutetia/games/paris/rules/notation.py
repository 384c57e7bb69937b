"""The notation of Paris: every possible step has one text and one number.

Districts, goods, bonus tiles (1, 10, 11, …, 2, 20, …), end-game tiles and VP tiles are numbered in the order of their
names, so that lists come out sorted. Within a district the properties are bits, buildings before landmarks:

    bit     0  1  2  3  4  5   6   7   8   9  10  11  12  13
    named   1  2  3  4  5  8 L10 L11 L12 L13 L14 L15 L16  L9      Montmartre:L9 is bit 13 of Montmartre

A property is 14 * district + bit. Steps are numbered in the order of their texts, so a list of ascending numbers is
a sorted list of texts.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from lutetia.core.edition import Edition
from lutetia.games.paris.rules.bonus import AT_END as COUNTS_AT_END
from lutetia.games.paris.rules.bonus import (
    EFFECTS,
    GOODS,
    PRESTIGE,
    RESOURCES,
    STEP_ON,
    TAKE_ANY,
    TAKE_BACK,
    TILES,
    UNIT,
)
from lutetia.games.paris.rules.edition import end_kinds, hyphened
from lutetia.games.paris.rules.limits import DISTRICTS, SPACES

BUY, DONE, DRAW, END, KEY, MOVE, PAIR, PAY, SECTION, SELL, SITE, TRACK, USE, VP = range(14)
BITS = 14
"""The most properties of a district: six buildings and eight landmarks."""
PROPERTIES = DISTRICTS * BITS
BANK, ARC = PROPERTIES, PROPERTIES + DISTRICTS
"""The places of a key: a property, BANK + district, or ARC."""
END_USE = len(TILES)
"""Using an end-game tile is written as using tile END_USE + kind."""
TOKEN, END_TILE = -1, -2
"""Sources of a unit other than bonus tiles."""


@dataclass(frozen=True)
class Step:
    """One possible step. The meaning of `a` and `b` depends on the kind (see `Notation`); -1 means none."""

    kind: int
    text: str
    a: int = -1
    b: int = -1


@dataclass(frozen=True)
class Source:
    """A source of one unit of a good. `tile` is a bonus tile's number, TOKEN or END_TILE."""

    good: str
    tile: int

    @property
    def text(self) -> str:
        """As a step writes it."""
        return "token" if self.tile == TOKEN else f"end:{self.good}" if self.tile == END_TILE else f"bonus{self.tile}"


def _sources() -> tuple[Source, ...]:
    """All sources, in the order of their `sell` steps: by good, the token first, then by name."""
    found = []
    for good in GOODS:
        tiles = [number for number in TILES if EFFECTS[number].way == UNIT and good in EFFECTS[number].goods]
        found += [Source(good, tile) for tile in (TOKEN, *tiles, END_TILE)]
    return tuple(found)


SOURCES = _sources()


class Notation:
    """All steps of one edition, with their numbers.

    `a` and `b` of a step: `buy` good · `draw` stack from 0 · `end` kind · `key` district, or -1 for the Arc ·
    `move` where the key stands, then the property · `pair` good, or -1 for done · `pay` `sell` source · `section`
    source, or -1 for done · `site` district · `track` tile, or -1 for none · `use` tile (or END_USE + kind), then
    the tile taken · `vp` VP tile, or -1 for none, then the district.
    """

    def __init__(self, edition: Edition) -> None:
        data = edition.data
        self.printed = tuple(map(hyphened, data["districts"]["names"]))
        """The districts clockwise, as the edition lists them."""
        self.districts = tuple(sorted(self.printed))
        self.values: list[int] = data["buildings"]["values"]
        self.landmarks = {f"L{mark['value']}": mark for mark in data["landmarks"]}
        self.buildings = {str(value): value for value in self.values}
        self.bits = (*sorted(self.buildings), *sorted(self.landmarks))
        """The properties of a district by bit: a building's value, or L and a landmark's."""
        self.spaces = [(district, name) for district in self.districts for name in self.bits[:SPACES]]
        """The spaces for buildings, district after district."""
        self.bit_values = [self.buildings.get(name) or self.landmarks[name]["value"] for name in self.bits]
        self.end_kinds = end_kinds(data)
        self.ends = tuple(self.end_kinds)
        self.end_uses = tuple(kind for kind in self.ends if kind not in GOODS)
        self.vp_tiles: list[list[int]] = sorted(data["vp_tiles"]["tiles"], key=lambda tile: str(tile[0]))
        self.types = tuple(sorted({kind for name in data["districts"]["names"] for kind in data["types"][name]}))
        self.stacks: int = data["buildings"]["stacks"]
        self.steps = sorted(self._all(self.stacks), key=lambda step: step.text)
        self.texts = tuple(step.text for step in self.steps)
        self.numbers = {text: number for number, text in enumerate(self.texts)}
        assert all(a < b for a, b in pairwise(self.texts))

    def place(self, place: int) -> str:
        """The text for a place of a key."""
        if place == ARC:
            return "arc"
        return f"bank:{self.districts[place - BANK]}" if place >= BANK else self.property(place)

    def property(self, number: int) -> str:
        """The text for a building or landmark."""
        return f"{self.districts[number // BITS]}:{self.bits[number % BITS]}"

    def _all(self, stacks: int) -> list[Step]:
        steps = [Step(DONE, "done"), Step(KEY, "key arc"), Step(PAIR, "pair done"), Step(SECTION, "section done")]
        steps += [Step(TRACK, "track none"), Step(VP, "vp none")]
        steps += [Step(BUY, f"buy {good}", GOODS.index(good)) for good in RESOURCES]
        steps += [Step(DRAW, f"draw {stack + 1}", stack) for stack in range(stacks)]
        steps += [Step(END, f"end {kind}", k) for k, kind in enumerate(self.ends)]
        steps += [Step(PAIR, f"pair {good}", g) for g, good in enumerate(GOODS)]
        steps += [Step(TRACK, f"track {number}", tile) for tile, number in enumerate(TILES)]
        for d, district in enumerate(self.districts):
            steps += [Step(KEY, f"key bank {district}", d), Step(SITE, f"site {district}", d)]
            steps += [Step(VP, f"vp {tile[0]} {district}", i, d) for i, tile in enumerate(self.vp_tiles)]
        return steps + self._moves() + self._units() + self._uses()

    def _moves(self) -> list[Step]:
        """P40: from the Arc to any property, from a bank within its district, else to a higher value there."""
        pairs = []
        for d in range(DISTRICTS):
            here = [(BITS * d + bit, value) for bit, value in enumerate(self.bit_values)]
            for goal, value in here:
                pairs += [(ARC, goal), (BANK + d, goal)]
                pairs += [(start, goal) for start, lower in here if lower < value]
        return [Step(MOVE, f"move {self.place(start)} {self.property(goal)}", start, goal) for start, goal in pairs]

    def _units(self) -> list[Step]:
        steps = []
        for s, source in enumerate(SOURCES):
            steps.append(Step(SELL, _sale(source), s))
            if source.good in PRESTIGE:
                steps.append(Step(SECTION, f"section {source.good} with {source.text}", s))
            else:
                steps.append(Step(PAY, f"pay {source.good} with {source.text}", s))
        return steps

    def _uses(self) -> list[Step]:
        steps = [Step(USE, f"use end:{kind}", END_USE + self.ends.index(kind)) for kind in self.end_uses]
        for tile, number in enumerate(TILES):
            way = EFFECTS[number].way
            if way in (TAKE_ANY, TAKE_BACK):
                others = [(taken, other) for taken, other in enumerate(TILES) if other != number]
                steps += [Step(USE, f"use {number} take {other}", tile, taken) for taken, other in others]
            elif way not in (UNIT, STEP_ON, COUNTS_AT_END):
                steps.append(Step(USE, f"use {number}", tile))
        return steps


def _sale(source: Source) -> str:
    return f"sell {source.good}" if source.tile == TOKEN else f"sell {source.good} from {source.text}"


def bits(mask: int) -> list[int]:
    """The set bits, ascending."""
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]
