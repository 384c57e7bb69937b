"""A glance at a step of Paris, and an estimate of a position: about the points it will bring, in tenths.

The estimate knows money, units, tempo (keys still to place and those that can still rise), what each unused bonus tile
would pay, majorities as they stand and those without a VP tile yet, and how near the end is.
"""

import cython

if cython.compiled:
    from cython.cimports.lutetia.bots.guide import Guide
    from cython.cimports.lutetia.core.bits import popcount
    from cython.cimports.lutetia.core.kernel import Kernel
    from cython.cimports.lutetia.games.paris.kernel import ParisKernel
else:
    from lutetia.bots.guide import Guide
    from lutetia.core.bits import popcount
    from lutetia.core.kernel import Kernel
    from lutetia.games.paris.kernel import ParisKernel

# Kinds of steps, as in games/paris/notation.py.
BUY = cython.declare(cython.int, 0)
DONE = cython.declare(cython.int, 1)
END = cython.declare(cython.int, 3)
KEY = cython.declare(cython.int, 4)
MOVE = cython.declare(cython.int, 5)
PAIR = cython.declare(cython.int, 6)
PAY = cython.declare(cython.int, 7)
SECTION = cython.declare(cython.int, 8)
SELL = cython.declare(cython.int, 9)
TRACK = cython.declare(cython.int, 11)
USE = cython.declare(cython.int, 12)
VP = cython.declare(cython.int, 13)

# Ways of working of the bonus tiles, as in games/paris/bonus.py.
UNIT = cython.declare(cython.int, 0)
STEP_ON = cython.declare(cython.int, 1)
AT_END = cython.declare(cython.int, 2)
GAIN = cython.declare(cython.int, 3)
PER_VALUE = cython.declare(cython.int, 4)
PER_LANDMARK = cython.declare(cython.int, 5)
PER_TYPES = cython.declare(cython.int, 6)
PER_UNUSED = cython.declare(cython.int, 7)
EXTRA_KEY = cython.declare(cython.int, 8)
PAIRS = cython.declare(cython.int, 11)

BANK = cython.declare(cython.int, 84)
FRANC = cython.declare(cython.int, 4)
"""What a franc is worth."""


@cython.cclass
class ParisGuide(Guide):
    """By rules of thumb."""

    def weight(self, kernel: Kernel, step: cython.int) -> cython.int:
        return self.glance(cython.cast(ParisKernel, kernel), step)

    def estimate(self, kernel: Kernel, seat: cython.int) -> cython.int:
        return self.prospects(cython.cast(ParisKernel, kernel), seat)

    def glance(self, k: ParisKernel, step: cython.int) -> cython.int:
        kind: cython.int = k.t.kind[step]
        a: cython.int = k.t.a[step]
        b: cython.int = k.t.b[step]
        if kind == MOVE:
            return self.move(k, a, b)
        if kind == KEY:
            return 10 + FRANC * k.t.bank[a] if a >= 0 else 18
        if kind == DONE:
            return 0
        if kind == SELL:
            return -12
        if kind == BUY:
            return -10
        if kind == TRACK:
            return 15 + self.tile(k, k.seat, a, False) if a >= 0 else 0
        if kind == SECTION:
            return 10 * k.t.section_vp[k.t.source_good[a]] if a >= 0 else 0
        if kind == USE:
            if a >= 30:
                return 6
            if b >= 0:
                return 10 + self.tile(k, k.seat, b, False)
            return self.tile(k, k.seat, a, True) - (0 if k.last > 0 else self.tile(k, k.seat, a, False) - 3)
        if kind == VP:
            return self.prize(k, a, b) if a >= 0 else 0
        if kind == PAIR:
            return 20 if a >= 0 else 0
        if kind == END:
            return 12 + 2 * k.t.end_vp[a] * 5 + FRANC * k.t.end_francs[a]
        if kind == PAY:
            return 2 if k.t.source_tile[a] == -1 else 0
        return 0

    def move(self, k: ParisKernel, start: cython.int, goal: cython.int) -> cython.int:
        """What the destination gives, less what it costs."""
        bit: cython.int = goal % 14
        d: cython.int = goal // 14
        value: cython.int = k.t.value[bit]
        price: cython.int = value - (k.t.value[start % 14] if start < BANK else 0)
        worth: cython.int = 8 * value - FRANC * price
        good: cython.int
        if bit < 6 and not (k.t.landmarks >> bit) & 1:
            if k.beside[6 * d + bit] >= 0:
                worth += 8
            if k.t.toll[bit] >= 0:
                worth += 20
            if bit == k.t.eight:
                worth += 10 * k.t.vp_for_8 - 8
        else:
            worth -= 12 * (k.t.cost[3 * bit + 1] + k.t.cost[3 * bit + 2])
            for good in range(0, 6, 2):
                if k.t.sections[6 * bit + good]:
                    worth += (
                        10
                        * k.t.section_vp[good]
                        * min(k.t.sections[6 * bit + good], popcount(k.sources[k.seat] & k.t.source_mask[good]))
                    )
        if k.vp_in[d] >= 0:
            worth += 10
        return worth

    def tile(self, k: ParisKernel, seat: cython.int, tile: cython.int, now: cython.bint) -> cython.int:
        """A bonus tile: what it pays now, or (not `now`) what it is worth to hold."""
        way: cython.int = k.t.way[tile]
        paid: cython.int
        if way == UNIT:
            return 10 + FRANC * k.t.tile_sale[tile] * (2 if (k.t.two_units >> tile) & 1 else 1)
        if way == GAIN:
            return FRANC * k.t.francs[tile] + 10 * k.t.vp[tile]
        if way == PER_VALUE:
            paid = 10 * k.t.vp[tile] * k.count_value(seat, k.t.counted[tile])
            return paid if now or k.last > 0 else paid + 6 * k.t.vp[tile]
        if way == PER_LANDMARK:
            paid = 10 * k.t.vp[tile] * k.count_landmarks(seat)
            return paid if now or k.last > 0 else paid + 6 * k.t.vp[tile]
        if way == PER_TYPES:
            paid = 10 * k.t.per_types[k.count_types(seat)]
            return paid if now or k.last > 0 else max(paid, 40) + 20
        if way == PER_UNUSED:
            paid = 10 * k.t.per_unused[k.players] * (popcount(k.unused[seat]) - ((k.unused[seat] >> tile) & 1))
            return paid if now or k.last > 0 else paid + 5
        if way == AT_END:
            return 10 * (k.francs[seat] + k.sale(seat)) if k.last > 0 else 60 + 5 * k.francs[seat]
        if way == PAIRS:
            return 25
        if way == EXTRA_KEY:
            return 0 if k.last > 0 else 22
        if way == STEP_ON:
            return 0 if k.last > 0 else 15
        return 0 if k.last > 0 else 25

    def prize(self, k: ParisKernel, tile: cython.int, district: cython.int) -> cython.int:
        """A VP tile where one leads is worth it; where a rival leads it is not."""
        me: cython.int = k.seat
        mine: cython.int = k.standing(me, district)
        best: cython.int = 0
        s: cython.int
        for s in range(k.players):
            if s != me:
                best = max(best, k.standing(s, district))
        if mine > best:
            return 10 * k.t.places[3 * tile] - (10 * k.t.places[3 * tile + 1] if 2 * best >= mine else 0)
        if mine == best:
            return 5
        return -10 * k.t.places[3 * tile]

    def prospects(self, k: ParisKernel, seat: cython.int) -> cython.int:
        """The seat's points to come as well as those it has."""
        d: cython.int
        i: cython.int
        own: cython.int
        left: cython.int
        total: cython.int = 10 * k.points(seat)
        near: cython.int = 0 if k.last > 0 else 1
        total += (FRANC * (k.francs[seat] + k.sale(seat))) * near + near
        left = k.unused[seat]
        for i in range(30):
            if (left >> i) & 1 and k.t.way[i] != UNIT and k.t.way[i] != AT_END:
                total += self.tile(k, seat, i, False)
        if near:
            total += 14 * k.hand[seat] + 12 * popcount(k.banks[seat]) + 16 * k.arc[seat]
            for d in range(6):
                own = k.standing(seat, d) >> 6
                total += 5 * own if k.vp_in[d] < 0 else 3 * own
        return total


GUIDE = ParisGuide
