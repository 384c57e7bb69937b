"""Heuristics for Paris: hand-written weights for steps, and a small neural network that estimates positions.

The network's inputs are money, units, tempo (keys still to place and those that can still climb), each unused bonus
tile with its current value, the majorities with and without a VP tile, the same for the strongest rival, and how near
the end is: 136 inputs, 32 hidden units, one output. benchmarks/learn.py writes its weights to weights.json.
"""

import json
from pathlib import Path

import cython

if cython.compiled:
    from cython.cimports.lutetia.bots.guide import NEVER, Guide
    from cython.cimports.lutetia.core.bits import lowest, popcount
    from cython.cimports.lutetia.core.kernel import Kernel
    from cython.cimports.lutetia.games.paris.rules.kernel import ParisKernel
else:
    from lutetia.bots.guide import NEVER, Guide
    from lutetia.core.bits import lowest, popcount
    from lutetia.core.kernel import Kernel
    from lutetia.games.paris.rules.kernel import ParisKernel

# Kinds of steps, as in rules/notation.py.
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

ASK_TRACK = cython.declare(cython.int, 1)
"""A question, as in rules/kernel.py."""

# How bonus tiles work, as in rules/bonus.py.
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
"""What a franc is worth, in tenths of a point."""
FEATURES = cython.declare(cython.int, 66)
INPUTS = cython.declare(cython.int, 136)
HIDDEN = cython.declare(cython.int, 32)
SHIFT = cython.declare(cython.int, 16)
"""Weights are multiples of 1/256 in both layers. A shift rounds the same way compiled and uncompiled."""


WEIGHTS = json.loads(Path(__file__).with_name("weights.json").read_text())
"""The first layer by input, its biases, the second layer, its bias."""


@cython.cclass
class ParisGuide(Guide):
    """Hand-written weights for steps; a network trained on games for positions."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.f = [0] * 66
            self.h = [0] * 32
            self.w = [0] * 4417
        self.set_weights(WEIGHTS)

    def weight(self, kernel: Kernel, step: cython.int) -> cython.int:
        return self.weigh_step(cython.cast(ParisKernel, kernel), step)

    def estimate(self, kernel: Kernel, seat: cython.int) -> cython.int:
        return self.prospects(cython.cast(ParisKernel, kernel), seat)

    def weigh_step(self, k: ParisKernel, step: cython.int) -> cython.int:
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
            return -12 if self.can_spare(k, k.t.source_good[a]) and self.wants_francs(k) else NEVER
        if kind == BUY:
            return -10 if self.wants(k, a) else NEVER
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
        """What the destination brings, minus what it costs."""
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

    def wants_francs(self, k: ParisKernel) -> cython.bint:
        """Whether a sale can pay for something now. Trade is always possible (P22), so it waits until it is needed."""
        me: cython.int = k.seat
        d: cython.int
        goals: cython.int
        price: cython.int
        if k.depth > 0:
            return k.asked[k.depth] == ASK_TRACK and k.francs[me] < k.toll
        if k.draw_due or k.acted:
            return False
        for d in range(6):
            goals = k.goals[d] & ~k.taken[d]
            while goals:
                price = self.price(k, d, lowest(goals)) + self.missing(k, lowest(goals))
                if k.francs[me] < price and price <= k.francs[me] + k.sale(me):
                    return True
                goals &= goals - 1
        return False

    def wants(self, k: ParisKernel, good: cython.int) -> cython.bint:
        """Whether it makes sense to buy one more of a resource now."""
        if k.depth > 0 or k.draw_due or k.acted:
            return False
        return self.needs(k, good, k.held(k.seat, good) + 1)

    def can_spare(self, k: ParisKernel, good: cython.int) -> cython.bint:
        """Whether one of these units is not needed now. What was just bought is not to spare, and what was just sold is
        not wanted back (except, rarely, beside tiles 10 and 21), so that trade does not go round in circles."""
        if good % 2 == 0:  # prestige
            return True
        return not self.needs(k, good, k.held(k.seat, good))

    def needs(self, k: ParisKernel, good: cython.int, units: cython.int) -> cython.bint:
        """Whether this many units of a resource are needed for a property within reach, or for a pair (tile 24)."""
        me: cython.int = k.seat
        d: cython.int
        goals: cython.int
        bit: cython.int
        purse: cython.int
        if units == 2:
            for bit in range(30):
                if (k.unused[me] >> bit) & 1 and k.t.way[bit] == PAIRS:
                    return True
        purse = k.francs[me] + k.sale(me)
        for d in range(6):
            goals = k.goals[d] & ~k.taken[d]
            while goals:
                bit = lowest(goals)
                if k.t.cost[3 * bit + 2 - (good >> 1)] >= units:  # wood, marble, gold
                    if self.price(k, d, bit) + self.missing(k, bit) <= purse:
                        return True
                goals &= goals - 1
        return False

    def missing(self, k: ParisKernel, goal: cython.int) -> cython.int:
        """The least that the seat to move must pay for the resources that it lacks for a property."""
        good: cython.int
        lacking: cython.int
        wild: cython.int = k.wild(k.seat)
        total: cython.int = 0
        for good in range(1, 6, 2):  # gold first, the dearest
            lacking = max(0, k.t.cost[3 * goal + 2 - (good >> 1)] - k.held(k.seat, good))
            total += k.t.buy[good] * max(0, lacking - wild)
            wild = max(0, wild - lacking)
        return total

    def price(self, k: ParisKernel, d: cython.int, goal: cython.int) -> cython.int:
        """The lowest price at which a key of the seat to move can reach this property; 99 if none can."""
        me: cython.int = k.seat
        value: cython.int = k.t.value[goal]
        own: cython.int = k.own[6 * me + d]
        least: cython.int = value if k.arc[me] or (k.banks[me] >> d) & 1 else 99
        while own:
            if k.t.value[lowest(own)] < value:
                least = min(least, value - k.t.value[lowest(own)])
            own &= own - 1
        return least

    def tile(self, k: ParisKernel, seat: cython.int, tile: cython.int, now: cython.bint) -> cython.int:
        """The value of a bonus tile: what it pays now, or (not `now`) what it is worth to hold."""
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
        """A VP tile is good where the seat leads and bad where a rival leads."""
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
        """The network's output: the points that the seat will have at the end, in tenths."""
        j: cython.int
        s: cython.int
        rival: cython.int = -1
        most: cython.int = -1
        for s in range(k.players):
            if s != seat and k.points(s) > most:
                rival = s
                most = k.points(s)
        for j in range(HIDDEN):
            self.h[j] = self.w[INPUTS * HIDDEN + j]
        self.compute_features(k, seat)
        self.feed(0, FEATURES)
        self.compute_features(k, rival)
        self.feed(FEATURES, FEATURES)
        self.f[0] = k.tiles_left + k.ends_left
        self.f[1] = 1 if k.last > 0 else 0
        self.f[2] = 1 if k.players == 3 else 0
        self.f[3] = 1 if k.players == 4 else 0
        self.feed(2 * FEATURES, 4)
        total: cython.longlong = self.w[(INPUTS + 2) * HIDDEN]
        for j in range(HIDDEN):
            if self.h[j] > 0:
                total += cython.cast(cython.longlong, self.h[j]) * self.w[(INPUTS + 1) * HIDDEN + j]
        return cython.cast(cython.int, total >> SHIFT)

    def feed(self, first: cython.int, n: cython.int) -> cython.void:
        """Add n inputs, numbered from `first`, to the hidden layer."""
        i: cython.int
        j: cython.int
        x: cython.int
        at: cython.int
        for i in range(n):
            x = self.f[i]
            if x:
                at = (first + i) * HIDDEN
                for j in range(HIDDEN):
                    self.h[j] += x * self.w[at + j]

    def compute_features(self, k: ParisKernel, seat: cython.int) -> cython.void:
        """Compute a seat's features. benchmarks/learn.py uses the same numbering."""
        d: cython.int
        i: cython.int
        s: cython.int
        own: cython.int
        best: cython.int
        paid: cython.int = 0
        f: cython.p_int = self.f
        f[0] = 1
        f[1] = k.vp[seat]
        f[2] = k.points(seat) - k.vp[seat]
        f[3] = k.francs[seat]
        f[4] = k.sale(seat)
        f[5] = k.hand[seat]
        f[6] = popcount(k.banks[seat])
        f[7] = k.arc[seat]
        f[8] = k.reserve[seat]
        f[9] = k.meeple[seat]
        f[10] = popcount(k.unused[seat])
        for i in range(6):
            f[12 + i] = popcount(k.sources[seat] & k.t.source_mask[i])
            f[18 + i] = k.count_value(seat, i)
        f[24] = k.count_landmarks(seat)
        f[25] = k.count_types(seat)
        for i in range(26, 34):
            f[i] = 0
        for d in range(6):
            own = k.standing(seat, d) >> 6
            best = 0
            for s in range(k.players):
                if s != seat:
                    best = max(best, k.standing(s, d) >> 6)
            if k.vp_in[d] >= 0:
                f[26] += own
                if own > best:
                    f[28] += 1
                    f[30] += min(own - best, 10)
                elif own:
                    f[31] += min(best - own, 10)
            else:
                f[27] += own
                if own > best:
                    f[29] += 1
                    f[33] += min(own - best, 10)
            if own:
                f[32] += 1
        f[34] = 1 if k.seat == seat else 0
        f[35] = 1 if k.seat == seat and k.acted else 0
        for i in range(30):
            if (k.unused[seat] >> i) & 1:
                f[36 + i] = 1
                if k.t.way[i] != AT_END:
                    paid += self.tile(k, seat, i, True)
            else:
                f[36 + i] = 0
        f[11] = paid // 10

    def features(self, kernel: Kernel, seat: cython.int) -> list:
        """A seat's features as a list, for training."""
        self.compute_features(cython.cast(ParisKernel, kernel), seat)
        return [self.f[i] for i in range(FEATURES)]

    def set_weights(self, weights: list) -> None:
        """Replace the weights."""
        i: cython.int
        for i in range((INPUTS + 2) * HIDDEN + 1):
            self.w[i] = weights[i]


GUIDE = ParisGuide
