"""The lookup tables of an edition for the kernel, as flat arrays: steps, shapes, tiles, light and points."""

import cython

from lutetia.games.lumiere.rules.edition import CARDS
from lutetia.games.lumiere.rules.notation import BUILD, PLACE, SWAP, bits


@cython.cclass
class LookupTables:
    """Built once for an edition and shared by all its kernels. Arrays have room for every edition without faults."""

    def __init__(self, edition: object, notation: object) -> None:
        """`edition` is a checked Edition, `notation` its Notation."""
        if not cython.compiled:
            self.kind, self.piece, self.choice, self.mask = [0] * 12288, [0] * 12288, [0] * 12288, [0] * 12288
            self.place_base, self.swap_base, self.first_orientation = [0] * 12, [0] * 16, [0] * 19
            self.length, self.lift, self.offset = [0] * 144, [0] * 144, [0] * 1152
            self.anchors, self.step_at, self.extended, self.deck = [0] * 144, [0] * 9216, [0] * 17, [0] * 12
            self.tile_own, self.tile_rival, self.tile_mixed, self.tile_lamp = [0] * 32, [0] * 32, [0] * 32, [0] * 32
            self.beams = [0] * 64
        data = edition.data
        self.buildings = len(notation.buildings)
        self.tokens = data["counts"]["action_tokens"]
        self.cards_in_play = data["counts"]["postcards_in_play"]
        points = data["points"]
        self.group_per_space = points["group_per_space"]
        self.unbuilt = points["unbuilt"]
        self.painter_per_lamp = points["painter_per_lamp"]
        self.dancer_per_space = points["dancer_per_space"]
        self.fountain_per_building = points["fountain_per_building"]
        self.statue_side = points["statue_side"]
        self.statue_corner = points["statue_corner"]
        deck = [CARDS.index(name) for name in data["postcards"]["starter"] + data["postcards"]["further"]]
        self.deck_size = len(deck)
        for i, card in enumerate(deck):
            self.deck[i] = card
        for i, building in enumerate(notation.extended):
            self.extended[i] = building
        self.number_steps(notation)
        self.turn_shapes(notation)
        self.pave(data["tiles"]["layout"])
        self.aim(data["large_lamp"]["pattern"])

    def number_steps(self, notation):
        """Store each step by number, and where the steps of each kind begin."""
        self.count = len(notation.steps)
        for number, step in enumerate(notation.steps):
            self.kind[number] = step.kind
            self.piece[number] = step.piece
            self.choice[number] = step.choice
            self.mask[number] = step.mask
        numbers = notation.numbers
        self.decline = numbers["decline"]
        self.passing = numbers["pass"]
        self.card_base = numbers["card bouquinistes"]
        self.take_base = numbers[f"take {notation.buildings[0]}"]
        self.tile_base = numbers["tile 0 A1 r0"]
        for card in range(len(CARDS)):
            starts = [n for n, step in enumerate(notation.steps) if step.kind == PLACE and step.piece == card]
            self.place_base[card] = min(starts, default=-1)
        for building in range(len(notation.buildings)):
            starts = [n for n, step in enumerate(notation.steps) if step.kind == SWAP and step.piece == building]
            self.swap_base[building] = min(starts, default=-1)

    def turn_shapes(self, notation):
        """Shapes for the erosion of `fits`: offsets from the lowest bit, which lies `lift` below the first space."""
        number_of = {(step.kind, step.piece, step.mask): n for n, step in enumerate(notation.steps) if step.mask}
        for o, orientation in enumerate(notation.orientations):
            lowest_offset = min(orientation.offsets)
            self.length[o] = len(orientation.offsets)
            self.lift[o] = -lowest_offset
            for i, offset in enumerate(orientation.offsets):
                self.offset[8 * o + i] = offset - lowest_offset
            self.anchors[o] = orientation.anchors
            self.first_orientation[orientation.piece + 1] = o + 1
            if orientation.piece == notation.garden:
                key = (PLACE, CARDS.index("jardin"))
            elif orientation.piece == notation.fountain:
                key = (PLACE, CARDS.index("fontaine"))
            else:
                key = (BUILD, orientation.piece)
            for anchor in bits(orientation.anchors):
                mask = sum(1 << (anchor + offset) for offset in orientation.offsets)
                self.step_at[64 * o + anchor] = number_of[(*key, mask)]

    def pave(self, layout):
        """Each tile in each rotation, on square A1. The places are a1 b1 b2 a2; a turn moves place i to i + 1."""
        for tile, letters in enumerate(layout):
            for turn in range(4):
                for place, letter in enumerate(letters):
                    bit = 1 << (0, 8, 9, 1)[(place + turn) % 4]
                    if letter == "O":
                        self.tile_own[4 * tile + turn] |= bit
                    elif letter == "R":
                        self.tile_rival[4 * tile + turn] |= bit
                    elif letter == "M":
                        self.tile_mixed[4 * tile + turn] |= bit
                    else:
                        self.tile_lamp[4 * tile + turn] |= bit

    def aim(self, pattern):
        """What the large lamp would light from each space if nothing were in the way (L51)."""
        for bit in range(64):
            column, row = divmod(bit, 8)
            for down, right in pattern:
                if 0 <= row + down < 8 and 0 <= column + right < 8:
                    self.beams[bit] |= 1 << (8 * (column + right) + row + down)
