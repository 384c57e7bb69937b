"""The notation of La Cité de la Lumière: every possible step has one text and one number.

Spaces are bits: bit 8 * column + row, so a1 is bit 0, a2 bit 1, b1 bit 8, and bits are in the order of their names.
Steps are numbered in the order of their texts, so a list of ascending numbers is a sorted list of texts.

        a   b   c        columns a-h, rows 1-8 from the top; square B3 holds c5 d5 c6 d6
    1   0   8  16 …
    2   1   9  17
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from lutetia.core.edition import Edition
from lutetia.games.lumiere.rules.edition import CARDS, SIDE, SQUARES, Cells, cells, orientations

SPACES = tuple(f"{column}{row}" for column in "abcdefgh" for row in range(1, SIDE + 1))
BIT = {name: bit for bit, name in enumerate(SPACES)}
SQUARE_NAMES = tuple(f"{column}{row}" for column in "ABCD" for row in range(1, SQUARES + 1))
FACINGS = ("east", "north", "south", "west")
PIECE_OF_CARD = {  # what each postcard puts on the board
    "jardin": "garden",
    "peintre": "painter",
    "bouquinistes": "annex",
    "lampadaire": "lamp",
    "moulin-rouge": "dancer",
    "fontaine": "fountain",
    "penseur": "statue",
    "grande-lumiere": "large-lamp",
}
BUILD, CARD, DECLINE, PASS, PLACE, SWAP, TAKE, TILE = range(8)


@dataclass(frozen=True)
class Step:
    """One possible step. The meaning of `piece` and `choice` depends on the kind (see `Notation`)."""

    kind: int
    text: str
    piece: int = 0
    choice: int = 0
    mask: int = 0


@dataclass(frozen=True)
class Orientation:
    """A rotated shape: bit offsets from its first space in reading order, and where that space can lie."""

    piece: int
    offsets: tuple[int, ...]
    anchors: int


def spaces(mask: int) -> list[str]:
    """The names of a board's spaces in reading order: row by row, left to right."""
    return list(_spaces(mask))


@lru_cache(maxsize=10_000)  # views ask for the same masks again and again
def _spaces(mask: int) -> tuple[str, ...]:
    return tuple(sorted((SPACES[bit] for bit in bits(mask)), key=lambda name: (name[1], name[0])))


def bits(mask: int) -> list[int]:
    """The set bits, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def mask_of(names: list[str]) -> int:
    return sum(1 << BIT[name] for name in names)


class Notation:
    """All steps of one edition, with their numbers.

    Pieces with a shape are numbered: the buildings by name, then the garden, then the fountain.
    `build`: piece, mask · `card`: piece is the card · `place`: piece is the card, choice the building an annex
    extends or where a statue faces, mask · `swap`: piece given, choice taken · `take`: piece · `tile`: piece is the
    tile, choice 4 * square + rotation.
    """

    def __init__(self, edition: Edition) -> None:
        data = edition.data
        self.buildings = tuple(sorted(name for name in data["buildings"] if name not in ("mirror", "status")))
        self.garden = len(self.buildings)
        self.fountain = self.garden + 1
        self.shapes: tuple[Cells, ...] = (
            *(cells(data["buildings"][name]) for name in self.buildings),
            cells(data["pieces"]["garden"]),
            cells(data["pieces"]["fountain"]),
        )
        mirror = data["buildings"]["mirror"]
        self.orientations = [
            o for piece, shape in enumerate(self.shapes) for o in _oriented(piece, orientations(shape, mirror))
        ]
        self.extended = sorted([*range(self.garden), self.garden], key=self.building_name)
        """The buildings and the garden, sorted by name: the order of the steps that place an annex."""
        self.steps = sorted(self._all(len(data["tiles"]["layout"])), key=lambda step: step.text)
        self.texts = tuple(step.text for step in self.steps)
        self.numbers = {text: number for number, text in enumerate(self.texts)}
        assert all(a < b for a, b in pairwise(self.texts))

    def building_name(self, building: int) -> str:
        """The name of a building, 'garden' for the garden."""
        return self.buildings[building] if building < self.garden else "garden"

    def _all(self, tiles: int) -> list[Step]:
        steps = [Step(DECLINE, "decline"), Step(PASS, "pass")]
        steps += [Step(CARD, f"card {name}", card) for card, name in enumerate(CARDS)]
        for building, name in enumerate(self.buildings):
            steps.append(Step(TAKE, f"take {name}", building))
            steps += [Step(BUILD, f"build {name} {_named(mask)}", building, 0, mask) for mask in self._masks(building)]
            steps += [
                Step(SWAP, f"swap {name} {other}", building, i)
                for i, other in enumerate(self.buildings)
                if i != building
            ]
        for tile in range(tiles):
            for square, name in enumerate(SQUARE_NAMES):
                steps += [Step(TILE, f"tile {tile} {name} r{turn}", tile, 4 * square + turn) for turn in range(4)]
        for card, name in enumerate(CARDS):
            if name in PIECE_OF_CARD:
                steps += self._placings(card, PIECE_OF_CARD[name])
        return steps

    def _placings(self, card: int, piece: str) -> list[Step]:
        text = f"place {piece}"
        if piece in ("garden", "fountain"):
            masks = self._masks(self.garden if piece == "garden" else self.fountain)
            return [Step(PLACE, f"{text} {_named(mask)}", card, 0, mask) for mask in masks]
        choices: list[tuple[int, str]] = [(0, "")]
        if piece == "annex":
            choices = [(building, f" {self.building_name(building)}") for building in self.extended]
        elif piece == "statue":
            choices = [(facing, f" {name}") for facing, name in enumerate(FACINGS)]
        return [
            Step(PLACE, f"{text} {name}{suffix}", card, choice, 1 << bit)
            for bit, name in enumerate(SPACES)
            for choice, suffix in choices
        ]

    def _masks(self, piece: int) -> list[int]:
        return [
            sum(1 << (anchor + offset) for offset in orientation.offsets)
            for orientation in self.orientations
            if orientation.piece == piece
            for anchor in bits(orientation.anchors)
        ]


def _named(mask: int) -> str:
    return " ".join(spaces(mask))


def _oriented(piece: int, turned: set[Cells]) -> list[Orientation]:
    """The orientations sorted by the texts of their steps. The order is the same for all places."""
    found = []
    for shape in turned:
        reading = sorted(shape)
        row, column = reading[0]
        offsets = [(c - column, r - row) for r, c in reading]
        anchors = 0
        for bit in range(SIDE * SIDE):
            at_column, at_row = divmod(bit, SIDE)
            if all(0 <= at_column + c < SIDE and 0 <= at_row + r < SIDE for c, r in offsets):
                anchors |= 1 << bit
        found.append((offsets, Orientation(piece, tuple(SIDE * c + r for c, r in offsets), anchors)))
    return [orientation for _offsets, orientation in sorted(found, key=lambda pair: pair[0])]
