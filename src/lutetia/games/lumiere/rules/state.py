"""The position of La Cité de la Lumière: its fields, the start of a game, copies, hashes, and resampling.

This is Python that Cython compiles; without a compiler it runs as it is. state.pxd declares the fields, fields.py says
which methods must handle each of them. Bits are spaces as in notation.py: bit 8 * column + row. Seat 0 is orange, 1
is blue. -1 means nobody or nowhere.
"""

import cython

from lutetia.core.fields import arrays, snapshot
from lutetia.games.lumiere.rules.fields import FIELDS

if cython.compiled:
    from cython.cimports.lutetia.core.bits import mix
    from cython.cimports.lutetia.core.kernel import Kernel
    from cython.cimports.lutetia.core.random import Rng
    from cython.cimports.lutetia.games.lumiere.rules.tables import LookupTables
else:
    from lutetia.core.bits import mix
    from lutetia.core.kernel import Kernel
    from lutetia.core.random import Rng
    from lutetia.games.lumiere.rules.tables import LookupTables

PAVING = cython.declare(cython.int, 1)


@cython.cclass
class LumiereState(Kernel):
    """One position. `rules` is the version of the ruling text in use; a ruling that changed switches on it."""

    def __init__(
        self, tables: LookupTables, rules: cython.int, two_tiles: cython.bint, cards: cython.int, first: cython.int
    ):
        """`cards`: the postcards in play as bits, 0 to draw them. `first`: the starting seat, -1 to draw it."""
        if not cython.compiled:
            self.__dict__.update(arrays(FIELDS))
        self.t = tables
        self.players = 2
        self.rules = rules
        self.hand = 2 if two_tiles else 1  # L13
        self.wanted_cards = cards
        self.wanted_first = first
        self.cards = cards
        self.start(0)

    # ---- set-up ------------------------------------------------------------------------------------------------

    def deal(self, rng: Rng) -> cython.void:
        i: cython.int
        deck: cython.int[12]
        if not cython.compiled:
            deck = [0] * 12
        for i in range(8):
            self.stack[i] = i
            self.stack[8 + i] = i
        rng.shuffle(self.stack, 0, 8)  # L11
        rng.shuffle(self.stack, 8, 16)
        self.cards = self.wanted_cards
        if self.cards == 0:  # L10
            for i in range(self.t.deck_size):
                deck[i] = self.t.deck[i]
            rng.shuffle(deck, 0, self.t.deck_size)
            for i in range(self.t.cards_in_play):
                self.cards |= 1 << deck[i]
        self.start(rng.below(2) if self.wanted_first < 0 else self.wanted_first)  # L12

    def set_up(self, orange: list, blue: list, cards: object, first: object) -> None:
        """Start a game from a given deal: both stacks of tile numbers (top first), postcards as bits, starting seat."""
        for i in range(8):
            self.stack[i] = orange[i]
            self.stack[8 + i] = blue[i]
        self.cards = cards
        self.start(first)

    def start(self, first: cython.int) -> cython.void:
        """Set up the position before the first turn. Stacks and postcards are in place already."""
        i: cython.int
        self.first = self.seat = first
        self.turn = 0
        self.phase = PAVING
        self.question = self.lifted = self.opener = -1
        self.skips = 0
        self.mixed = self.printed = self.taken = self.fountain = 0
        self.squares = 0xFFFF
        self.supply = (1 << self.t.buildings) - 1
        self.open_cards = self.cards
        self.metropolitain = self.chartier = -1
        self.painter = self.dancer = self.lamp = self.large_lamp = self.statue = self.facing = self.annexed = -1
        for i in range(2):
            self.own[i] = self.built[i] = 0
            self.reserve[i] = self.placed[i] = 0
            self.tokens[i] = self.t.tokens  # L4
        for i in range(17):
            self.spaces[i] = 0
        for i in range(12):
            self.card_owner[i] = -1

    def arrange(self, given: dict) -> None:
        """Overwrite fields by name; fields that are not given keep their values.

        Used for positions that are set up by hand, in the companion and in tests. The board is described by `built`,
        `spaces` (by building) and the special pieces; `taken` is computed from them.
        """
        self.seat = given.get("seat", self.seat)
        self.phase = given.get("phase", self.phase)
        self.question = given.get("question", self.question)
        self.lifted = given.get("lifted", self.lifted)
        self.skips = given.get("skips", self.skips)
        self.opener = given.get("opener", self.opener)
        self.mixed = given.get("mixed", self.mixed)
        self.printed = given.get("printed", self.printed)
        self.fountain = given.get("fountain", self.fountain)
        self.supply = given.get("supply", self.supply)
        self.squares = given.get("squares", self.squares)
        self.cards = given.get("cards", self.cards)
        self.open_cards = given.get("open_cards", self.open_cards)
        self.metropolitain = given.get("metropolitain", self.metropolitain)
        self.chartier = given.get("chartier", self.chartier)
        self.painter = given.get("painter", self.painter)
        self.dancer = given.get("dancer", self.dancer)
        self.lamp = given.get("lamp", self.lamp)
        self.large_lamp = given.get("large_lamp", self.large_lamp)
        self.statue = given.get("statue", self.statue)
        self.facing = given.get("facing", self.facing)
        self.annexed = given.get("annexed", self.annexed)
        for i in range(2):
            self.own[i] = given.get("own", self.own)[i]
            self.built[i] = given.get("built", self.built)[i]
            self.reserve[i] = given.get("reserve", self.reserve)[i]
            self.tokens[i] = given.get("tokens", self.tokens)[i]
            self.placed[i] = given.get("placed", self.placed)[i]
        for i in range(17):
            self.spaces[i] = given.get("spaces", self.spaces)[i]
        for i in range(16):
            self.stack[i] = given.get("stack", self.stack)[i]
        for i in range(12):
            self.card_owner[i] = given.get("card_owner", self.card_owner)[i]
        self.taken = self.built[0] | self.built[1] | self.fountain
        for bit in (self.painter, self.dancer, self.lamp, self.large_lamp, self.statue, self.annexed):
            if bit >= 0:
                self.taken |= cython.cast(cython.ulonglong, 1) << cython.cast(cython.int, bit)

    def snapshot(self) -> dict:
        return snapshot(self, FIELDS)

    def restore(self, given: dict) -> None:
        self.arrange(given)
        self.turn = given["turn"]
        self.first = given["first"]

    # ---- copies, hashes, resampling ----------------------------------------------------------------------------

    def copy_from(self, other: Kernel) -> cython.void:
        self.copy(cython.cast(LumiereState, other))

    def copy(self, o: "LumiereState") -> cython.void:
        i: cython.int
        self.seat = o.seat
        self.turn = o.turn
        self.hand = o.hand
        self.phase = o.phase
        self.question = o.question
        self.lifted = o.lifted
        self.skips = o.skips
        self.opener = o.opener
        self.first = o.first
        self.mixed = o.mixed
        self.printed = o.printed
        self.taken = o.taken
        self.fountain = o.fountain
        self.supply = o.supply
        self.squares = o.squares
        self.cards = o.cards
        self.open_cards = o.open_cards
        self.metropolitain = o.metropolitain
        self.chartier = o.chartier
        self.painter = o.painter
        self.dancer = o.dancer
        self.lamp = o.lamp
        self.large_lamp = o.large_lamp
        self.statue = o.statue
        self.facing = o.facing
        self.annexed = o.annexed
        for i in range(2):
            self.own[i] = o.own[i]
            self.built[i] = o.built[i]
            self.reserve[i] = o.reserve[i]
            self.tokens[i] = o.tokens[i]
            self.placed[i] = o.placed[i]
        for i in range(17):
            self.spaces[i] = o.spaces[i]
        for i in range(16):
            self.stack[i] = o.stack[i]
        for i in range(12):
            self.card_owner[i] = o.card_owner[i]

    def hash(self) -> cython.ulonglong:
        h: cython.ulonglong = mix(self.own[0], self.phase)
        i: cython.int
        top: cython.int
        seat: cython.int
        h = mix(h, 2 + self.seat)
        h = mix(h, 1 + self.question)
        h = mix(h, 1 + self.lifted)
        h = mix(h, self.skips)
        h = mix(h, 1 + self.opener)
        h = mix(h, self.own[1])
        h = mix(h, self.mixed)
        h = mix(h, self.printed)
        h = mix(h, self.taken)
        h = mix(h, self.fountain)
        h = mix(h, self.supply)
        h = mix(h, self.squares)
        h = mix(h, self.open_cards)
        h = mix(h, 1 + self.metropolitain)
        h = mix(h, 1 + self.chartier)
        h = mix(h, 1 + self.painter)
        h = mix(h, 1 + self.dancer)
        h = mix(h, 1 + self.lamp)
        h = mix(h, 1 + self.large_lamp)
        h = mix(h, 1 + self.statue)
        h = mix(h, 1 + self.facing)
        for i in range(2):
            h = mix(h, self.built[i])
            h = mix(h, self.reserve[i])
            h = mix(h, self.tokens[i])
        for i in range(self.t.buildings + 1):
            h = mix(h, self.spaces[i])
        for i in range(12):
            h = mix(h, 1 + self.card_owner[i])
        for seat in range(2):  # tiles not yet placed; the order within a hand does not matter
            top = 8 * seat + self.placed[seat]
            if self.hand == 2 and self.placed[seat] < 7:
                h = mix(h, min(self.stack[top], self.stack[top + 1]))
                h = mix(h, max(self.stack[top], self.stack[top + 1]))
                top += 2
            for i in range(top, 8 * seat + 8):
                h = mix(h, self.stack[i])
        return h

    def resample(self, seat: cython.int, rng: Rng) -> cython.void:
        """Redraw the order of the seat's own stack below its hand, and the rival's hand and stack (L11)."""
        s: cython.int
        start: cython.int
        for s in range(2):
            start = self.placed[s] + (self.hand if s == seat else 0)
            if start < 8:
                rng.shuffle(self.stack, 8 * s + start, 8 * s + 8)
