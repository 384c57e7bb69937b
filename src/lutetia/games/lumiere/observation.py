"""Observations of La Cité de la Lumière: planes of the board, and what lies beside it.

"My" and "rival" are relative to the seat, so one network can play both colours. Hidden are the order of the stacks and
the rival's hand (L11).
"""

import cython

from lutetia.envs.parts import Axis, Part, described, padded
from lutetia.games.lumiere.rules.edition import CARDS
from lutetia.games.lumiere.rules.notation import FACINGS, SQUARE_NAMES

if cython.compiled:
    from cython.cimports.lutetia.core.kernel import Kernel
    from cython.cimports.lutetia.envs.observer import Observer
    from cython.cimports.lutetia.games.lumiere.rules.kernel import LumiereKernel
else:
    from lutetia.core.kernel import Kernel
    from lutetia.envs.observer import Observer
    from lutetia.games.lumiere.rules.kernel import LumiereKernel

CHARTIER = cython.declare(cython.int, 1)  # postcards that are used after they are taken; numbered as in kernel.py
METROPOLITAIN = cython.declare(cython.int, 7)
ROOM = cython.declare(cython.int, 16)
"""The most buildings that an edition can have, without the garden."""

PLANES = (
    "my paving",
    "rival paving",
    "mixed paving",
    "printed lamps",
    "my buildings",
    "rival buildings",
    "fountain",
    "painter",
    "dancer",
    "lamp",
    "large lamp",
    "statue",
    "annex",
)
"""The planes of the board before those of the single buildings and of the garden."""


def parts(buildings: tuple[str, ...]) -> tuple[Part, ...]:
    """The parts of a row. `buildings`: their names, as the notation numbers them."""
    yes = Axis("flag", ("yes",))
    sides = Axis("side", ("mine", "the rival's"))
    shapes = Axis("building", padded(buildings, ROOM))
    tiles = Axis("tile", tuple(f"tile {tile}" for tile in range(8)))
    cards = Axis("postcard", tuple(CARDS))
    planes = (*PLANES, *(f"building {name}" if name != "not used" else name for name in shapes.labels), "garden")
    return (
        described(
            "board",
            "planes of the board: where the paving, the buildings and the pieces lie",
            Axis("plane", planes),
            Axis("row", tuple("12345678")),
            Axis("column", tuple("abcdefgh")),
            words="{column}{row}",
        ),
        described("my turn", "whether I decide", yes),
        described("i began", "whether I was the first player", yes),
        described("phase", "the phase of the game", Axis("phase", ("paving", "building", "over"))),
        described("carried out", "the postcard that asks a question", cards),
        described("lifted", "the building that must be put down again", shapes),
        described("free squares", "the squares without a tile", Axis("square", SQUARE_NAMES)),
        described("supply", "the buildings that can be taken", shapes),
        described("reserves", "the buildings taken and not yet built", sides, shapes),
        described("my hand", "the tiles that I hold", tiles),
        described("unplaced", "the tiles in the hand and the stack, without their order", sides, tiles),
        described(
            "postcards",
            "where each postcard is",
            Axis("state", ("in play", "open", "mine", "the rival's", "still to be used")),
            cards,
        ),
        described("tokens", "the action tokens left", sides, scale=4),
        described("statue faces", "where the statue looks", Axis("side", FACINGS)),
        described("skipped", "whether the previous turn was a pass", yes),
        described(
            "builds first",
            "who begins the building phase; decided once a player has placed all tiles",
            Axis("side", ("me", "the rival")),
        ),
        described("points", "the points in this position", sides, scale=50),
    )


@cython.cclass
class LumiereObserver(Observer):
    """Fills `parts`, in their order."""

    def write(self, kernel: Kernel, seat: cython.int) -> cython.void:
        self.write_row(cython.cast(LumiereKernel, kernel), seat)

    def write_row(self, k: LumiereKernel, me: cython.int) -> cython.void:
        i: cython.int
        rival: cython.int = 1 - me
        self.plane(k.own[me])
        self.plane(k.own[rival])
        self.plane(k.mixed)
        self.plane(k.printed)
        self.plane(k.built[me])
        self.plane(k.built[rival])
        self.plane(k.fountain)
        self.plane(self.space(k.painter))
        self.plane(self.space(k.dancer))
        self.plane(self.space(k.lamp))
        self.plane(self.space(k.large_lamp))
        self.plane(self.space(k.statue))
        self.plane(self.space(k.annexed))
        for i in range(ROOM):
            self.plane(k.spaces[i] if i < k.t.buildings else 0)
        self.plane(k.spaces[k.t.buildings])
        self.one_of(0 if k.seat == me else -1, 1)
        self.one_of(0 if k.first == me else -1, 1)
        self.one_of(k.phase - 1, 3)
        self.one_of(k.question, 12)
        self.one_of(k.lifted, ROOM)
        self.bits(k.squares, 16)
        self.bits(k.supply, ROOM)
        self.bits(k.reserve[me], ROOM)
        self.bits(k.reserve[rival], ROOM)
        self.tiles(k, 8 * me + k.placed[me], min(8 * me + k.placed[me] + k.hand, 8 * me + 8))
        self.tiles(k, 8 * me + k.placed[me], 8 * me + 8)
        self.tiles(k, 8 * rival + k.placed[rival], 8 * rival + 8)
        self.bits(k.cards, 12)
        self.bits(k.open_cards, 12)
        for i in range(12):
            self.out[self.at + i] = k.card_owner[i] == me
            self.out[self.at + 12 + i] = k.card_owner[i] == rival
            self.out[self.at + 24 + i] = 0
        self.out[self.at + 24 + CHARTIER] = k.chartier >= 0
        self.out[self.at + 24 + METROPOLITAIN] = k.metropolitain >= 0
        self.at += 36
        self.put(k.tokens[me], 4)
        self.put(k.tokens[rival], 4)
        self.one_of(k.facing, 4)
        self.one_of(0 if k.skips > 0 else -1, 1)
        self.one_of(0 if k.opener == me else 1 if k.opener == rival else -1, 2)
        self.put(k.points(me), 50)
        self.put(k.points(rival), 50)

    def plane(self, mask: cython.ulonglong) -> cython.void:
        """Write an 8 × 8 board: rows from the top, each from the left. The bits of `mask` run down the columns."""
        row: cython.int
        column: cython.int
        for row in range(8):
            for column in range(8):
                self.out[self.at] = (mask >> (8 * column + row)) & 1
                self.at += 1

    def tiles(self, k: LumiereKernel, start: cython.int, stop: cython.int) -> cython.void:
        """The tiles in a range of a stack as flags, without their order."""
        i: cython.int
        found: cython.int = 0
        for i in range(start, stop):
            found |= 1 << k.stack[i]
        self.bits(found, 8)

    def space(self, bit: cython.int) -> cython.ulonglong:
        """The mask of one space; 0 for −1."""
        return cython.cast(cython.ulonglong, 1) << bit if bit >= 0 else cython.cast(cython.ulonglong, 0)


def observer(ruleset):
    """The observer of a ruleset and the parts of its rows."""
    found = parts(tuple(ruleset.notation.buildings))
    return LumiereObserver(found), found
