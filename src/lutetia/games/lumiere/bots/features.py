"""What the network of La Cité de la Lumière reads and answers.

A row is 28 planes of the board, in the order of the bits (8 × column + row), and globals. "My" and "rival" are relative
to the seat. Hidden are the order of the stacks and the rival's hand (L11), so neither is in a row.

Steps that put something on the board have an output in a plane of the board, for each shape and orientation, tile and
rotation, or special piece. A second output belongs to the building, tile, postcard or choice alone.
"""

import cython

from lutetia.games.lumiere.rules.edition import CARDS
from lutetia.games.lumiere.rules.notation import BUILD, CARD, DECLINE, FACINGS, PASS, SWAP, TAKE, TILE, bits

if cython.compiled:
    from cython.cimports.lutetia.bots.evaluator import NOTHING, Features
    from cython.cimports.lutetia.core.bits import lowest, popcount
    from cython.cimports.lutetia.core.kernel import Kernel
    from cython.cimports.lutetia.games.lumiere.rules.kernel import LumiereKernel, beside
else:
    from lutetia.bots.evaluator import NOTHING, Features
    from lutetia.core.bits import lowest, popcount
    from lutetia.core.kernel import Kernel
    from lutetia.games.lumiere.rules.kernel import LumiereKernel, beside

LAYOUT = "lumiere-1"
"""The name of this layout in weights files. Whoever changes what is written or where changes it."""
NOT_FIRST_ROW = cython.declare(cython.ulonglong, 0xFEFEFEFEFEFEFEFE)
NOT_LAST_ROW = cython.declare(cython.ulonglong, 0x7F7F7F7F7F7F7F7F)
SQUARE = cython.declare(cython.ulonglong, 0x303)
"""The four spaces of square A1."""
ROOM = cython.declare(cython.int, 16)
"""The most buildings that an edition can have, without the garden."""
SPACES = cython.declare(cython.int, 64)
PLANES = cython.declare(cython.int, 28)
EDGES = cython.declare(cython.int, 17)
"""The first plane of write_buildings."""
REACH = cython.declare(cython.int, 24)
"""The first plane of write_reach."""
GLOBALS = cython.declare(cython.int, 172)
"""Those of write_globals; two more for each building follow."""
SIZES = {"spaces": SPACES, "planes": PLANES, "edges": EDGES, "reach": REACH, "globals": GLOBALS}
"""The numbers above for Python, which does not see C's."""
SINGLES = ("lampadaire", "grande-lumiere", "peintre", "moulin-rouge")
"""Postcards whose piece takes one space and has no choice, in the order of their planes."""


# ---- outputs ---------------------------------------------------------------------------------------------------


def policy_shape(notation) -> tuple:
    """(planes, globals) of the policy for an edition's notation."""
    n, tiles = len(notation.buildings), 8
    planes = len(notation.orientations) + 1 + len(SINGLES) + len(FACINGS) + 4 * tiles
    return planes, 5 * n + len(CARDS) + 2 + 1 + tiles


def step_outputs(notation) -> tuple:
    """(first, second): the outputs of every step; its logit is their sum."""
    n = len(notation.buildings)
    space_of = {
        (orientation.piece, sum(1 << (anchor + offset) for offset in orientation.offsets)): 64 * plane + anchor
        for plane, orientation in enumerate(notation.orientations)
        for anchor in bits(orientation.anchors)
    }
    annexes = len(notation.orientations)
    singles = annexes + 1
    statues = singles + len(SINGLES)
    tiles = statues + len(FACINGS)
    planes, _globals = policy_shape(notation)
    build = 64 * planes
    take = build + n
    card = take + n
    decline = card + len(CARDS)
    given = decline + 2
    taken = given + n
    extended = taken + n
    placed_tile = extended + n + 1

    def place(step) -> tuple:
        name, space = CARDS[step.piece], step.mask.bit_length() - 1
        if name == "jardin":
            return space_of[notation.garden, step.mask], NOTHING
        if name == "fontaine":
            return space_of[notation.fountain, step.mask], NOTHING
        if name == "bouquinistes":
            return 64 * annexes + space, extended + step.choice
        if name == "penseur":
            return 64 * (statues + step.choice) + space, NOTHING
        return 64 * (singles + SINGLES.index(name)) + space, NOTHING

    def outputs(step) -> tuple:
        if step.kind == BUILD:
            return space_of[step.piece, step.mask], build + step.piece
        if step.kind == TAKE:
            return NOTHING, take + step.piece
        if step.kind == CARD:
            return NOTHING, card + step.piece
        if step.kind in (DECLINE, PASS):
            return NOTHING, decline + (step.kind == PASS)
        if step.kind == SWAP:
            return given + step.piece, taken + step.choice
        if step.kind == TILE:
            square, turn = divmod(step.choice, 4)
            corner = 16 * (square >> 2) + 2 * (square & 3)
            return 64 * (tiles + 4 * step.piece + turn) + corner, placed_tile + step.piece
        return place(step)

    pairs = [outputs(step) for step in notation.steps]
    return [first for first, _second in pairs], [second for _first, second in pairs]


# ---- inputs ----------------------------------------------------------------------------------------------------


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def plane(out: cython.p_uchar, number: cython.int, mask: cython.ulonglong) -> cython.void:
    """Write a plane of flags."""
    i: cython.int
    for i in range(SPACES):
        out[SPACES * number + i] = (mask >> i) & 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def space(bit: cython.int) -> cython.ulonglong:
    """The mask of one space; 0 for −1."""
    return cython.cast(cython.ulonglong, 1) << bit if bit >= 0 else cython.cast(cython.ulonglong, 0)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def byte(number: cython.int) -> cython.int:
    """The nearest number that a byte can hold."""
    return 0 if number < 0 else 255 if number > 255 else number


@cython.cclass
class LumiereFeatures(Features):
    """Writes rows, and knows the outputs of all steps of one edition."""

    def __init__(self, inputs: cython.int, policy: cython.int, first: list, second: list) -> None:
        Features.__init__(self, inputs, policy, first, second)
        self.buildings = (inputs - SPACES * PLANES - GLOBALS) // 2
        self.target_bytes = 2 * SPACES // 8

    def write(self, kernel: Kernel, seat: cython.int, out: cython.p_uchar) -> cython.void:
        self.write_row(cython.cast(LumiereKernel, kernel), seat, out)

    def hand(self, kernel: Kernel) -> cython.ulonglong:
        return self.tiles_in_hand(cython.cast(LumiereKernel, kernel))

    def targets(self, kernel: Kernel, seat: cython.int, out: cython.p_uchar) -> cython.void:
        self.write_built(cython.cast(LumiereKernel, kernel), seat, out)

    def write_built(self, k: LumiereKernel, me: cython.int, out: cython.p_uchar) -> cython.void:
        """Where each seat has built, its own buildings first."""
        i: cython.int
        for i in range(SPACES // 8):
            out[i] = (k.built[me] >> (8 * i)) & 255
            out[SPACES // 8 + i] = (k.built[1 - me] >> (8 * i)) & 255

    def tiles_in_hand(self, k: LumiereKernel) -> cython.ulonglong:
        """Of the deciding seat, as bits (L11, L13)."""
        top: cython.int = 8 * k.seat + k.placed[k.seat]
        found: cython.ulonglong = 0
        i: cython.int
        if k.phase != 1:
            return 0
        for i in range(top, min(top + k.hand, 8 * k.seat + 8)):
            found |= space(k.stack[i])
        return found

    def write_row(self, k: LumiereKernel, me: cython.int, out: cython.p_uchar) -> cython.void:
        i: cython.int
        for i in range(self.inputs):
            out[i] = 0
        self.write_board(k, me, out)
        self.write_buildings(k, out)
        self.write_globals(k, me, out, SPACES * PLANES)
        i = SPACES * PLANES + GLOBALS
        self.write_reach(k, me, out, REACH, REACH + 2, i)
        self.write_reach(k, 1 - me, out, REACH + 1, REACH + 3, i + self.buildings)

    def write_board(self, k: LumiereKernel, me: cython.int, out: cython.p_uchar) -> cython.void:
        """What lies where."""
        i: cython.int
        free: cython.ulonglong = 0
        for i in range(16):
            if (k.squares >> i) & 1:
                free |= SQUARE << (16 * (i >> 2) + 2 * (i & 3))
        plane(out, 0, k.own[me])
        plane(out, 1, k.own[1 - me])
        plane(out, 2, k.mixed)
        plane(out, 3, k.printed)
        plane(out, 4, k.built[me])
        plane(out, 5, k.built[1 - me])
        plane(out, 6, k.taken)
        plane(out, 7, k.fountain)
        plane(out, 8, space(k.painter))
        plane(out, 9, space(k.dancer))
        plane(out, 10, space(k.lamp))
        plane(out, 11, space(k.large_lamp))
        plane(out, 12, space(k.statue))
        plane(out, 13, space(k.annexed))
        plane(out, 14, k.beam())
        plane(out, 15, k.lamps())
        plane(out, 16, free)

    def write_buildings(self, k: LumiereKernel, out: cython.p_uchar) -> cython.void:
        """Which neighbouring spaces have the same building; its size; the lamps that light it. Then ones, which let
        the network see the edge of the board."""
        down: cython.ulonglong = 0
        up: cython.ulonglong = 0
        right: cython.ulonglong = 0
        left: cython.ulonglong = 0
        mask: cython.ulonglong
        lamps: cython.ulonglong = k.lamps()
        beam: cython.ulonglong = k.beam()
        size: cython.int
        light: cython.int
        i: cython.int
        for i in range(k.t.buildings + 1):
            mask = k.spaces[i]
            if not mask:
                continue
            down |= mask & ((mask >> 1) & NOT_LAST_ROW)
            up |= mask & ((mask << 1) & NOT_FIRST_ROW)
            right |= mask & (mask >> 8)
            left |= mask & (mask << 8)
            size = popcount(mask)
            light = popcount(beside(mask) & lamps) + (1 if mask & beam else 0)
            while mask:
                out[SPACES * (EDGES + 4) + lowest(mask)] = size
                out[SPACES * (EDGES + 5) + lowest(mask)] = light
                mask &= mask - 1
        plane(out, EDGES, down)
        plane(out, EDGES + 1, up)
        plane(out, EDGES + 2, right)
        plane(out, EDGES + 3, left)
        for i in range(SPACES):
            out[SPACES * (EDGES + 6) + i] = 1

    def write_reach(
        self, k: LumiereKernel, seat: cython.int, out: cython.p_uchar, covered: cython.int, ways: cython.int,
        counts: cython.int,
    ) -> cython.void:  # fmt: skip
        """Where the buildings in a seat's reserve still fit: in plane `covered` any of them, in plane `ways` how many.
        From `counts` on: in how many ways each building fits that is in the reserve or can still be taken."""
        ground: cython.ulonglong = (k.own[seat] | k.mixed) & ~k.taken
        everywhere: cython.ulonglong = 0
        here: cython.ulonglong
        found: cython.ulonglong
        b: cython.int
        o: cython.int
        i: cython.int
        n: cython.int
        for b in range(k.t.buildings):
            if not ((k.reserve[seat] | k.supply) >> b) & 1:
                continue
            n = 0
            here = 0
            for o in range(k.t.first_orientation[b], k.t.first_orientation[b + 1]):
                found = k.fits(o, ground, 0, 0)
                n += popcount(found)
                found >>= k.t.lift[o]
                for i in range(8 * o, 8 * o + k.t.length[o]):
                    here |= found << k.t.offset[i]
            out[counts + b] = byte(n)
            if (k.reserve[seat] >> b) & 1:
                everywhere |= here
                while here:
                    out[SPACES * ways + lowest(here)] += 1
                    here &= here - 1
        plane(out, covered, everywhere)

    def write_globals(self, k: LumiereKernel, me: cython.int, out: cython.p_uchar, at: cython.int) -> cython.void:
        """What lies beside the board, and the points."""
        rival: cython.int = 1 - me
        i: cython.int
        out[at] = k.phase == 1
        out[at + 1] = k.phase == 2
        out[at + 2] = k.first == me
        if k.question >= 0:
            out[at + 3 + k.question] = 1
        if k.lifted >= 0:
            out[at + 15 + k.lifted] = 1
        at += 31
        for i in range(ROOM):
            out[at + i] = (k.supply >> i) & 1
            out[at + ROOM + i] = (k.reserve[me] >> i) & 1
            out[at + 2 * ROOM + i] = (k.reserve[rival] >> i) & 1
        at += 3 * ROOM
        for i in range(8 * me + k.placed[me], 8 * me + 8):
            if i < 8 * me + k.placed[me] + k.hand:
                out[at + k.stack[i]] = 1
            out[at + 8 + k.stack[i]] = 1
        for i in range(8 * rival + k.placed[rival], 8 * rival + 8):
            out[at + 16 + k.stack[i]] = 1
        at += 24
        for i in range(12):
            out[at + i] = (k.cards >> i) & 1
            out[at + 12 + i] = (k.open_cards >> i) & 1
            out[at + 24 + i] = k.card_owner[i] == me
            out[at + 36 + i] = k.card_owner[i] == rival
        at += 48
        out[at] = k.chartier == me
        out[at + 1] = k.chartier == rival
        out[at + 2] = k.metropolitain == me
        out[at + 3] = k.metropolitain == rival
        out[at + 4] = byte(k.tokens[me])
        out[at + 5] = byte(k.tokens[rival])
        if k.facing >= 0:
            out[at + 6 + k.facing] = 1
        out[at + 10] = k.skips > 0
        out[at + 11] = k.opener == me
        out[at + 12] = k.opener == rival
        out[at + 13] = byte(k.points(me) + 64)
        out[at + 14] = byte(k.points(rival) + 64)
        out[at + 15] = byte(k.lit(me))
        out[at + 16] = byte(k.lit(rival))
        out[at + 17] = byte(k.largest_group(me))
        out[at + 18] = byte(k.largest_group(rival))
        out[at + 19] = byte(k.postcards(me))
        out[at + 20] = byte(k.postcards(rival))


def features(ruleset):
    """The features of a ruleset's edition."""
    notation = ruleset.notation
    planes, others = policy_shape(notation)
    first, second = step_outputs(notation)
    inputs = SPACES * PLANES + GLOBALS + 2 * len(notation.buildings)
    return LumiereFeatures(inputs, SPACES * planes + others, first, second)
