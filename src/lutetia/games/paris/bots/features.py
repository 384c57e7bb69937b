"""What the network sees of a position of Paris, as bytes, and which of its outputs belong to which step.

The network sees the information set of one seat, the one that decides: everything on the board, what can be tracked
from open play (P80), and the seat's own end-game tiles. Of the others' end-game tiles it sees only how many there
are, of the stacks only what is left and the backs on top, of the remaining end-game tiles their kinds only when the
seat itself may look through them (P70). A search resamples the rest, but the network never sees the sample: positions
that the seat cannot tell apart have equal features.

The districts are a board of six cells with planes, followed by the globals. All are unsigned bytes in one scale, in
which `ONE` stands for 1.0. Seats are listed in the order of play from the seat that decides; the places
of seats that do not take part are 0. The features cover every edition, option and number of players. In the variant
`advanced` the order of the track is seen only by what lies ahead of each meeple.

| planes | of a district |
|---|---|
| 0–5 | a building stands on the space |
| 6–11, 12–17 | the price of the token beside it; whether it is a resource |
| 18–23 | its type, or the type that will stand there, is new to the seat |
| 24–55 | of the seat: keys by property (14), properties within reach now (14), sum, highest, VP now, key on the bank |
| 56–151 | the same of the next three seats |
| 152–159 | landmarks |
| 160–163 | a VP tile, and what its three places score |
| 164–166 | keys in the district; one short of a VP tile (P49); past it |
| 167, 168 | francs of the bank; stacks with this back on top |
| 169–182 | the property that a key is moving to |
| 183–188 | the tile just drawn may go to this space (P16) |
| 189, 190 | by how much the seat leads, or is behind |
"""

import cython

from lutetia.games.paris.bots import layout

if cython.compiled:
    from cython.cimports.lutetia.bots.evaluator import Features
    from cython.cimports.lutetia.core.bits import lowest, mix, popcount
    from cython.cimports.lutetia.core.kernel import Kernel
    from cython.cimports.lutetia.games.paris.bots.guide import ParisGuide
    from cython.cimports.lutetia.games.paris.rules.kernel import ParisKernel
else:
    from lutetia.bots.evaluator import Features
    from lutetia.core.bits import lowest, mix, popcount
    from lutetia.core.kernel import Kernel
    from lutetia.games.paris.bots.guide import ParisGuide
    from lutetia.games.paris.rules.kernel import ParisKernel

ONE = cython.declare(cython.int, layout.ONE)
SEAT_PLANES = cython.declare(cython.int, 32)
SEAT_INPUTS = cython.declare(cython.int, layout.SEAT_INPUTS)
GLOBALS = cython.declare(cython.int, 6 * layout.INPUT_PLANES)
"""Where the globals begin."""
INPUTS = cython.declare(cython.int, layout.INPUTS)

REACH = cython.declare(cython.int, 64)

# Kinds of steps, as in rules/notation.py.
BUY = cython.declare(cython.int, 0)
SELL = cython.declare(cython.int, 9)

# Questions, as in rules/kernel.py.
ASK_TRACK = cython.declare(cython.int, 1)
ASK_SECTION = cython.declare(cython.int, 2)
ASK_PAY = cython.declare(cython.int, 4)
ASK_SITE = cython.declare(cython.int, 5)
ASK_PAIR = cython.declare(cython.int, 6)

# How bonus tiles work, as in rules/bonus.py.
PER_VALUE = cython.declare(cython.int, 4)
PER_LANDMARK = cython.declare(cython.int, 5)
PER_TYPES = cython.declare(cython.int, 6)
PER_UNUSED = cython.declare(cython.int, 7)

# Bonus tiles that rules mention, as bits, as in rules/kernel.py.
TILE_9 = cython.declare(cython.int, 1 << 29)
TILE_10 = cython.declare(cython.int, 1 << 1)
TILE_16 = cython.declare(cython.int, 1 << 7)
TILE_21 = cython.declare(cython.int, 1 << 13)
AT_END = cython.declare(cython.int, 19)
"""Not a bit: the index of tile 27."""
WOOD = cython.declare(cython.int, 5)
MARBLE = cython.declare(cython.int, 3)
GOLD = cython.declare(cython.int, 1)


@cython.cclass
class ParisFeatures(Features):
    """Writes the features of positions. One object serves one thread."""

    def __init__(self, inputs: cython.int, policy: cython.int, first: list, second: list) -> None:
        Features.__init__(self, inputs, policy, first, second)
        self.target_bytes = (6 * layout.TARGETS + 7) // 8
        self.guide = ParisGuide()
        if not cython.compiled:
            self.types, self.sums = [0] * 4, [0] * 24

    def write(self, kernel: Kernel, seat: cython.int, out: cython.p_uchar) -> cython.void:
        self.me = seat
        self.out = out
        self.write_row(cython.cast(ParisKernel, kernel))

    def sensible(self, kernel: Kernel, legal: cython.p_int, n: cython.int) -> cython.int:
        return self.without_idle_trade(cython.cast(ParisKernel, kernel), legal, n)

    def without_idle_trade(self, k: ParisKernel, legal: cython.p_int, n: cython.int) -> cython.int:
        """Leave out purchases and sales that pay for nothing now. Trade is always possible (P22) and the prices never
        change (P60), so it can wait; buying and selling to put off a decision costs two francs each time."""
        i: cython.int
        kept: cython.int = 0
        kind: cython.int
        sells: cython.int = -1
        for i in range(n):
            kind = k.t.kind[legal[i]]
            if kind == SELL:
                if sells < 0:
                    sells = self.guide.wants_francs(k)
                if not sells or not self.guide.can_spare(k, k.t.source_good[k.t.a[legal[i]]]):
                    continue
            elif kind == BUY and not self.guide.wants(k, k.t.a[legal[i]]):
                continue
            legal[kept] = legal[i]
            kept += 1
        return kept

    def targets(self, kernel: Kernel, seat: cython.int, out: cython.p_uchar) -> cython.void:
        self.write_targets(cython.cast(ParisKernel, kernel), seat, out)

    def write_targets(self, k: ParisKernel, me: cython.int, out: cython.p_uchar) -> cython.void:
        """Of each district at the end: which seats are first there, whether it has a VP tile, the seat's properties."""
        d: cython.int
        i: cython.int
        best: cython.int
        found: cython.int
        for i in range(self.target_bytes):
            out[i] = 0
        for d in range(6):
            best = 1
            found = 0
            for i in range(k.players):
                best = max(best, k.standing(i, d))
            for i in range(k.players):
                if k.standing((me + i) % k.players, d) == best:
                    found |= 1 << i
            if k.vp_in[d] >= 0:
                found |= 1 << 4
            found |= k.own[6 * me + d] << 5
            while found:
                i = 6 * lowest(found) + d
                out[i // 8] |= 1 << (i % 8)
                found &= found - 1

    def hand(self, kernel: Kernel) -> cython.ulonglong:
        """The tile last drawn from each stack, the backs on top, and the end-game tiles that the seat sees."""
        return self.hash_hand(cython.cast(ParisKernel, kernel))

    def hash_hand(self, k: ParisKernel) -> cython.ulonglong:
        i: cython.int
        h: cython.ulonglong = 0
        for i in range(k.t.stacks):
            if k.top[i] > k.height * i:
                h = mix(h, 1 + k.stack[k.top[i] - 1])
            if (k.full_stacks >> i) & 1:
                h = mix(h, 64 + k.stack[k.top[i]] // 6)
        if k.tiles_left == 0:  # P70: there are no end-game tiles in play before
            for i in range(k.t.end_kinds):
                h = mix(h, 16 * k.end_left[i] + k.ends[12 * k.seat + i])
        return h

    def write_row(self, k: ParisKernel) -> cython.void:
        i: cython.int
        d: cython.int
        s: cython.int
        for i in range(INPUTS):
            self.out[i] = 0
        for s in range(k.players):
            self.types[s] = self.types_of(k, s)
            for d in range(6):
                self.sums[6 * s + d] = k.standing(s, d)
        for d in range(6):
            self.cell(k, d)
        for i in range(k.players):
            self.at = GLOBALS + SEAT_INPUTS * i
            self.seat_globals(k, (self.me + i) % k.players)
        self.at = GLOBALS + 4 * SEAT_INPUTS
        self.common(k)

    def put(self, value: cython.int) -> cython.void:
        """The next number."""
        self.out[self.at] = 0 if value < 0 else 255 if value > 255 else value
        self.at += 1

    def flags(self, mask: cython.ulonglong, n: cython.int) -> cython.void:
        """The next n flags, the lowest bit first."""
        i: cython.int
        for i in range(n):
            if (mask >> i) & 1:
                self.out[self.at + i] = ONE
        self.at += n

    # ---- districts ----------------------------------------------------------------------------------------------

    def cell(self, k: ParisKernel, d: cython.int) -> cython.void:
        """The planes of one district."""
        out: cython.p_uchar = self.out
        i: cython.int
        s: cython.int
        mine: cython.int
        best: cython.int = 0
        tile: cython.int
        type: cython.int
        for i in range(6):
            type = k.building[6 * d + i]
            if type >= 0:
                out[6 * i + d] = ONE
            elif not k.any_district:
                type = k.t.type_of[6 * d + i]
            if type >= 0 and not (self.types[self.me] >> type) & 1:
                out[6 * (18 + i) + d] = ONE
            tile = k.beside[6 * d + i]
            if tile >= 0:
                out[6 * (6 + i) + d] = min(255, 8 * k.t.sell[tile])
                out[6 * (12 + i) + d] = ONE * (tile & 1)
        for i in range(k.players):
            s = (self.me + i) % k.players
            self.cell_seat(k, d, s, 24 + SEAT_PLANES * i)
            if i:
                best = max(best, self.sums[6 * s + d] >> 6)
        for i in range(8):
            out[6 * (152 + i) + d] = ONE * ((k.landmarks[d] >> (6 + i)) & 1)
        tile = k.vp_in[d]
        if tile >= 0:
            out[6 * 160 + d] = ONE
            for i in range(3):
                out[6 * (161 + i) + d] = min(255, 2 * k.t.places[3 * tile + i])
        out[6 * 164 + d] = min(255, 4 * k.keys_in[d])
        out[6 * 165 + d] = ONE * (k.keys_in[d] == 3)
        out[6 * 166 + d] = ONE * (k.keys_in[d] > 3)
        out[6 * 167 + d] = min(255, 4 * k.t.bank[d])
        for i in range(k.t.stacks):
            if (k.full_stacks >> i) & 1 and k.stack[k.top[i]] // 6 == d:
                out[6 * 168 + d] += 8
        if k.depth > 0:
            if k.goal >= 0 and k.goal // 14 == d:
                out[6 * (169 + k.goal % 14) + d] = ONE
            if k.asked[k.depth] == ASK_SITE and (k.sites() >> d) & 1:
                out[6 * (183 + k.siting % 6) + d] = ONE
        mine = self.sums[6 * self.me + d] >> 6
        if mine > best:
            out[6 * 189 + d] = min(255, 2 * (mine - best))
        else:
            out[6 * 190 + d] = min(255, 2 * (best - mine))

    def cell_seat(self, k: ParisKernel, d: cython.int, s: cython.int, plane: cython.int) -> cython.void:
        """The planes of one seat in one district."""
        out: cython.p_uchar = self.out
        left: cython.int = k.own[6 * s + d]
        while left:
            out[6 * (plane + lowest(left)) + d] = ONE
            left &= left - 1
        if k.doubled[s] >= 0 and k.doubled[s] // 14 == d:
            out[6 * (plane + k.doubled[s] % 14) + d] += ONE
        left = self.reachable(k, d, s)
        while left:
            out[6 * (plane + 14 + lowest(left)) + d] = ONE
            left &= left - 1
        out[6 * (plane + 28) + d] = min(255, 2 * (self.sums[6 * s + d] >> 6))
        out[6 * (plane + 29) + d] = min(255, 2 * (self.sums[6 * s + d] & 63))
        out[6 * (plane + 30) + d] = min(255, 2 * k.award(s, d))
        out[6 * (plane + 31) + d] = ONE * ((k.banks[s] >> d) & 1)

    def reachable(self, k: ParisKernel, d: cython.int, s: cython.int) -> cython.int:
        """The properties that a key of the seat could move to, with what everyone knows it has (P40–P42, P52)."""
        own: cython.int = k.own[6 * s + d]
        found: cython.int = 0
        francs: cython.int = min(k.francs[s], REACH - 1)
        shut: cython.int = 0
        i: cython.int
        if not k.unused[s] & TILE_9:
            shut |= own
        if not k.unused[s] & TILE_16:
            for i in range(k.players):
                if i != s:
                    shut |= k.own[6 * i + d]
        if k.arc[s] or (k.banks[s] >> d) & 1:
            found = k.t.reach[REACH * 14 + francs]
        while own:
            found |= k.t.reach[REACH * lowest(own) + francs]
            own &= own - 1
        found &= k.goals[d] & ~shut
        return found & self.payable(k, s) if found else 0

    def payable(self, k: ParisKernel, s: cython.int) -> cython.int:
        """The properties whose resources the seat can pay. End-game tiles count only for the seat that decides."""
        mine: cython.int = s == self.me
        wood: cython.int = k.tokens[6 * s + WOOD] + ((k.unused[s] >> k.t.own_tile[WOOD]) & 1)
        marble: cython.int = k.tokens[6 * s + MARBLE] + ((k.unused[s] >> k.t.own_tile[MARBLE]) & 1)
        gold: cython.int = k.tokens[6 * s + GOLD] + ((k.unused[s] >> k.t.own_tile[GOLD]) & 1)
        wild: cython.int = ((k.unused[s] & TILE_10) != 0) + 2 * ((k.unused[s] & TILE_21) != 0)
        if mine:
            wood += k.ends[12 * s + k.t.end_of[WOOD]]
            marble += k.ends[12 * s + k.t.end_of[MARBLE]]
            gold += k.ends[12 * s + k.t.end_of[GOLD]]
            wild += (k.half & TILE_21) != 0
        wood = min(wood, k.t.most_wood) * (k.t.most_marble + 1) + min(marble, k.t.most_marble)
        return k.t.payable[4 * (wood * (k.t.most_gold + 1) + min(gold, k.t.most_gold)) + wild]

    # ---- seats --------------------------------------------------------------------------------------------------

    def seat_globals(self, k: ParisKernel, s: cython.int) -> cython.void:
        """What a seat has; unused bonus tiles and those ahead of its meeple with what they would score now."""
        i: cython.int
        held: cython.int = 0
        first: cython.int
        ahead: cython.int = k.on_track & ~k.owned[s] & k.beyond[k.meeple[s]]
        total: cython.int = 0
        sale: cython.int = self.sale(k, s)
        types: cython.int = popcount(self.types[s])
        for i in range(12):
            held += k.ends[12 * s + i]
        for i in range(6):
            if k.vp_in[i] >= 0:
                total += k.award(s, i)
        self.put(ONE)
        self.put(k.vp[s])
        self.put(total)
        self.put(2 * k.francs[s])
        self.put(2 * sale)
        self.put(4 * k.hand[s])
        self.put(4 * popcount(k.banks[s]))
        self.put(ONE * k.arc[s])
        self.put(8 * k.reserve[s])
        self.put(2 * k.meeple[s])
        self.put(4 * popcount(k.unused[s]))
        self.put(8 * held)
        self.put(8 * k.count_landmarks(s))
        self.put(4 * types)
        for i in range(4, 8):
            self.put(ONE * (types >= i))
        for i in range(6):
            self.put(8 * k.tokens[6 * s + i])
        for i in range(6):
            self.put(8 * k.count_value(s, i))
        self.flags(k.unused[s], 30)
        self.flags(ahead, 30)
        first = self.at
        total = 0
        for i in range(30):
            if k.t.way[i] >= PER_VALUE and k.t.way[i] <= PER_UNUSED:
                held = self.payout(k, s, i)
                if (k.unused[s] >> i) & 1:
                    self.out[self.at] = min(255, held)
                    total += held
                if (ahead >> i) & 1:
                    self.out[self.at + 10] = min(255, held)
                self.at += 1
        held = k.francs[s] + sale
        self.out[first + 9] = min(255, held * ((k.unused[s] >> AT_END) & 1))
        self.out[first + 19] = min(255, held * ((ahead >> AT_END) & 1))
        self.out[first + 20] = min(255, total)
        self.at = first + 21

    def sale(self, k: ParisKernel, s: cython.int) -> cython.int:
        """Francs for what the seat is known to be able to sell (P73)."""
        i: cython.int
        total: cython.int = 0
        if s == self.me:
            return k.sale(s)
        for i in range(6):
            total += k.tokens[6 * s + i] * k.t.sell[i]
        for i in range(30):
            if k.t.tile_sources[i] and (k.unused[s] >> i) & 1:
                total += k.t.tile_sale[i] * (1 + ((k.t.two_units >> i) & 1))
        return total

    def payout(self, k: ParisKernel, s: cython.int, tile: cython.int) -> cython.int:
        """VP that a scoring tile would bring the seat now (P51)."""
        way: cython.int = k.t.way[tile]
        if way == PER_VALUE:
            return k.t.vp[tile] * k.count_value(s, k.t.counted[tile])
        if way == PER_LANDMARK:
            return k.t.vp[tile] * k.count_landmarks(s)
        if way == PER_TYPES:
            return k.t.per_types[popcount(self.types[s])]
        return k.t.per_unused[k.players] * (popcount(k.unused[s]) - ((k.unused[s] >> tile) & 1))

    def types_of(self, k: ParisKernel, s: cython.int) -> cython.int:
        """The types among the seat's properties as bits; bit 6 stands for landmarks (P51)."""
        d: cython.int
        own: cython.int
        types: cython.int = 0
        for d in range(6):
            own = k.own[6 * s + d]
            if own & k.t.landmarks:
                types |= 1 << 6
            own &= 63
            while own:
                types |= 1 << k.building[6 * d + lowest(own)]
                own &= own - 1
        return types

    # ---- everything else ----------------------------------------------------------------------------------------

    def common(self, k: ParisKernel) -> cython.void:
        """Stacks, supply, track, tiles that are left, the state of the turn, the options."""
        i: cython.int
        me: cython.int = self.me
        mask: cython.int = 0
        question: cython.int = k.asked[k.depth]
        for i in range(9):
            if i < k.t.stacks and (k.full_stacks >> i) & 1:
                self.put(2 * (k.height * (i + 1) - k.top[i]))
                self.flags(1 << (k.stack[k.top[i]] // 6), 6)
            else:
                self.at += 7
        for i in range(1, 6, 2):
            self.put(4 * k.supply[i])
        for i in range(30):
            self.put(8 * k.copies[i])
        self.flags(k.display >> 6, 8)
        self.flags(k.vp_left, 12)
        self.put(4 * k.tiles_left)
        self.put(8 * k.ends_left)
        for i in range(12):
            self.put(8 * k.end_left[i] if k.tiles_left == 0 and me == k.seat else 0)  # P70
        for i in range(12):
            self.put(8 * k.ends[12 * me + i])
        self.put(ONE * (k.last >= 0))
        self.put(8 * (k.last - k.turn) if k.last >= 0 else 0)
        self.flags(1 << question, 8)
        for i in range(1, k.depth):
            mask |= 1 << k.asked[i]
        self.flags(mask, 8)
        self.put(ONE * k.draw_due)
        self.put(ONE * k.acted)
        self.put(8 * k.toll if question == ASK_TRACK else 0)
        for i in range(1, 6, 2):
            self.put(8 * k.owed[i] if question == ASK_PAY else 0)
        for i in range(0, 6, 2):
            self.put(8 * k.open_sections[i] if question == ASK_SECTION else 0)
        self.put(8 * k.pairs if question == ASK_PAIR else 0)
        self.flags((k.half != 0) | ((k.half & TILE_21) != 0) << 1, 2)
        self.flags(1 << (k.players - 2), 3)
        self.flags(k.advanced | k.any_district << 1, 2)
        self.flags(1 << ((me - k.first + k.players) % k.players), 4)
        self.put(min(255, 2 * (k.turn // k.players)))


def features(ruleset):
    """The features of a ruleset's positions, and the outputs of its steps."""
    first, second = zip(*layout.output_table(ruleset.notation))  # noqa: B905 - Cython
    return ParisFeatures(layout.INPUTS, layout.POLICY, list(first), list(second))
