"""The rules of Paris on bits and counters. Ids in comments are those of docs/rules/paris.md.

This is Python that Cython compiles; without a compiler it runs as it is. state.py describes the fields of a position.
The open questions of a move form a small stack, with the next question on top. The file is long because legal steps
and their effects share its C constants, which another module could reach only through pointers.
"""

import cython

if cython.compiled:
    from cython.cimports.lutetia.core.bits import lowest, popcount
    from cython.cimports.lutetia.games.paris.rules.chance import DealtState
else:
    from lutetia.core.bits import lowest, popcount
    from lutetia.games.paris.rules.chance import DealtState

# Kinds of steps, sorted by name; the same numbers as in notation.py.
BUY = cython.declare(cython.int, 0)
DONE = cython.declare(cython.int, 1)
DRAW = cython.declare(cython.int, 2)
END = cython.declare(cython.int, 3)
KEY = cython.declare(cython.int, 4)
MOVE = cython.declare(cython.int, 5)
PAIR = cython.declare(cython.int, 6)
PAY = cython.declare(cython.int, 7)
SECTION = cython.declare(cython.int, 8)
SELL = cython.declare(cython.int, 9)
SITE = cython.declare(cython.int, 10)
TRACK = cython.declare(cython.int, 11)
USE = cython.declare(cython.int, 12)
VP = cython.declare(cython.int, 13)

# Questions. While one of the first four is open, the seat may trade and use tiles (P22).
NOTHING = cython.declare(cython.int, 0)
ASK_TRACK = cython.declare(cython.int, 1)
ASK_SECTION = cython.declare(cython.int, 2)
ASK_VP = cython.declare(cython.int, 3)
ASK_PAY = cython.declare(cython.int, 4)
ASK_SITE = cython.declare(cython.int, 5)
ASK_PAIR = cython.declare(cython.int, 6)
ARRIVE = cython.declare(cython.int, 7)

# How bonus tiles work; the same numbers as in bonus.py.
GAIN = cython.declare(cython.int, 3)
PER_VALUE = cython.declare(cython.int, 4)
PER_LANDMARK = cython.declare(cython.int, 5)
PER_TYPES = cython.declare(cython.int, 6)
PER_UNUSED = cython.declare(cython.int, 7)
EXTRA_KEY = cython.declare(cython.int, 8)
TAKE_ANY = cython.declare(cython.int, 9)
TAKE_BACK = cython.declare(cython.int, 10)
PAIRS = cython.declare(cython.int, 11)

# Bonus tiles that rules mention, as bits.
TILE_9 = cython.declare(cython.int, 1 << 29)
TILE_10 = cython.declare(cython.int, 1 << 1)
TILE_16 = cython.declare(cython.int, 1 << 7)
TILE_21 = cython.declare(cython.int, 1 << 13)
TILE_27 = cython.declare(cython.int, 1 << 19)
PAIR_TILES = cython.declare(cython.int, 15)  # not a bit: the index of tile 23; tile 24 is the next

GOLD = cython.declare(cython.int, 1)
MARBLE = cython.declare(cython.int, 3)
WOOD = cython.declare(cython.int, 5)
TOKEN = cython.declare(cython.int, -1)
END_TILE = cython.declare(cython.int, -2)
BANK = cython.declare(cython.int, 84)
ARC = cython.declare(cython.int, 90)
BUILDINGS = cython.declare(cython.int, 63)
REACH = cython.declare(cython.int, 64)

# Sources of VP; 0-29 are the bonus tiles.
EIGHTS = cython.declare(cython.int, 30)
SECTIONS = cython.declare(cython.int, 31)
ENDS = cython.declare(cython.int, 32)
LEDGER = cython.declare(cython.int, 34)


@cython.cclass
class ParisKernel(DealtState):
    """A position with its rules: the legal steps, their effects, and the points."""

    # ---- legal steps --------------------------------------------------------------------------------------------

    def legal(self, out: cython.p_int) -> cython.int:
        """In the order of their texts: buy, done, draw, end, key, move, section, sell, track, use, vp."""
        n: cython.int = 0
        i: cython.int
        me: cython.int = self.seat
        left: cython.int
        question: cython.int = self.asked[self.depth]
        if me < 0:
            return 0
        if question >= ASK_PAY:
            return self.list_answers(out, question)
        if self.stock:
            n = self.list_buys(out, n)
        if question == NOTHING:
            if self.draw_due:  # P20
                for i in range(self.t.stacks):
                    if (self.full_stacks >> i) & 1:
                        out[n] = self.t.draw_base + i
                        n += 1
            elif self.acted:
                out[n] = self.t.done
                n += 1
            else:
                n = self.list_actions(out, n)
        elif question == ASK_SECTION:
            n = self.list_sections(out, n)
        left = self.sources[me]
        while left:  # P60
            out[n] = self.t.sell_base + lowest(left)
            n += 1
            left &= left - 1
        if question == ASK_TRACK:  # P46, P50
            if self.francs[me] >= self.toll:
                left = self.takeable()
                while left:
                    out[n] = self.t.track_base + lowest(left)
                    n += 1
                    left &= left - 1
            out[n] = self.t.track_none
            n += 1
        if self.unused[me] & self.t.usable or self.end_uses[me]:
            n = self.list_uses(out, n)
        if question == ASK_VP:
            n = self.list_prizes(out, n)
        return n

    def list_buys(self, out: cython.p_int, n: cython.int) -> cython.int:
        """P60: gold, marble, wood from the supply."""
        i: cython.int
        for i in range(3):
            if (self.stock >> i) & 1 and self.francs[self.seat] >= self.t.buy[2 * i + 1]:
                out[n] = self.t.buy_base + i
                n += 1
        return n

    def list_actions(self, out: cython.p_int, n: cython.int) -> cython.int:
        """P21: exactly one action if any is possible; in the extra last round it is optional (P72)."""
        me: cython.int = self.seat
        before: cython.int = n
        left: cython.int
        d: cython.int
        if self.last >= 0 and self.turn >= self.last - self.players:
            out[n] = self.t.done
            n += 1
        if self.tiles_left == 0:  # P70
            left = self.end_mask
            while left:
                out[n] = self.t.end_base + lowest(left)
                n += 1
                left &= left - 1
        if self.hand[me]:  # P30
            if not self.arc[me]:
                out[n] = self.t.key_arc
                n += 1
            for d in range(6):
                if not (self.banks[me] >> d) & 1:
                    out[n] = self.t.key_base + d
                    n += 1
        if self.francs[me]:  # no move is free
            n = self.list_moves(out, n)
        if n == before:
            out[n] = self.t.done
            n += 1
        return n

    def list_moves(self, out: cython.p_int, n: cython.int) -> cython.int:
        """P40-P42: from properties, then from the Arc, then from banks."""
        me: cython.int = self.seat
        francs: cython.int = min(self.francs[me], REACH - 1)
        payable: cython.int = self.t.costless
        onto: cython.int = self.unused[me] & (TILE_9 | TILE_16)
        d: cython.int
        bit: cython.int
        own: cython.int
        goals: cython.int
        left: cython.int
        if self.sources[me] & self.t.paying_sources:
            payable = self.affordable(me)
        for d in range(6):
            own = self.own[6 * me + d]
            if own:
                goals = self.goals[d] & payable & ~(self.shut(d) if onto else self.taken[d])
                while own:
                    bit = lowest(own)
                    own &= own - 1
                    left = goals & self.t.reach[REACH * bit + francs]
                    while left:
                        out[n] = self.t.move_step[14 * (14 * d + bit) + lowest(left)]
                        n += 1
                        left &= left - 1
        payable &= self.t.reach[REACH * 14 + francs]
        if self.arc[me]:
            for d in range(6):
                left = self.goals[d] & payable & ~(self.shut(d) if onto else self.taken[d])
                while left:
                    out[n] = self.t.move_arc[14 * d + lowest(left)]
                    n += 1
                    left &= left - 1
        own = self.banks[me]
        while own:
            d = lowest(own)
            own &= own - 1
            left = self.goals[d] & payable & ~(self.shut(d) if onto else self.taken[d])
            while left:
                out[n] = self.t.move_bank[14 * d + lowest(left)]
                n += 1
                left &= left - 1
        return n

    def list_sections(self, out: cython.p_int, n: cython.int) -> cython.int:
        """P47: bronze, done, gold, silver; for each good the bonus tiles, the end-game tile, the token."""
        good: cython.int
        i: cython.int
        left: cython.int
        token: cython.int
        answers: cython.int = self.sources[self.seat] & self.wanted
        for good in range(0, 6, 2):
            left = answers & self.t.source_mask[good]
            token = self.t.token_source[good]
            for i in range(token + 1, token + 5):
                if (left >> i) & 1:
                    out[n] = self.t.section_step[i]
                    n += 1
            if (left >> token) & 1:
                out[n] = self.t.section_step[token]
                n += 1
            if good == 0:
                out[n] = self.t.section_done
                n += 1
        return n

    def list_uses(self, out: cython.p_int, n: cython.int) -> cython.int:
        """P51, P71: tiles whose effect is possible. A scoring tile may be used even if it scores nothing."""
        me: cython.int = self.seat
        tiles: cython.int = self.unused[me] & self.t.usable
        left: cython.int
        tile: cython.int
        way: cython.int
        while tiles:
            tile = lowest(tiles)
            tiles &= tiles - 1
            way = self.t.way[tile]
            if way == TAKE_ANY:
                left = self.on_track & ~self.owned[me]
                while left:
                    out[n] = self.t.take_any[lowest(left)]
                    n += 1
                    left &= left - 1
            elif way == TAKE_BACK:
                left = self.behind()
                while left:
                    out[n] = self.t.take_back[lowest(left)]
                    n += 1
                    left &= left - 1
            elif (way != PAIRS or self.has_pair(self.t.counted[tile])) and (
                way != EXTRA_KEY or (self.reserve[me] and self.francs[me] + self.t.francs[tile] >= 0)
            ):
                out[n] = self.t.use_step[tile]
                n += 1
        left = self.end_uses[me]
        while left:
            out[n] = self.t.use_end[lowest(left)]
            n += 1
            left &= left - 1
        return n

    def list_prizes(self, out: cython.p_int, n: cython.int) -> cython.int:
        """P49: any remaining VP tile in any district without one, or none."""
        tile: cython.int
        d: cython.int
        for tile in range(self.t.vp_tiles):
            if (self.vp_left >> tile) & 1:
                for d in range(6):
                    if self.vp_in[d] < 0:
                        out[n] = self.t.vp_base + 6 * tile + d
                        n += 1
        out[n] = self.t.vp_none
        return n + 1

    def list_answers(self, out: cython.p_int, question: cython.int) -> cython.int:
        """Answers to the questions that must be answered at once (P22)."""
        n: cython.int = 0
        i: cython.int
        left: cython.int
        token: cython.int
        if question == ASK_SITE:  # P16
            left = self.sites()
            while left:
                out[n] = self.t.site_base + lowest(left)
                n += 1
                left &= left - 1
        elif question == ASK_PAIR:  # bronze, done, and the others
            for i in range(6):
                if i == 1 and self.pairs:
                    out[n] = self.t.pair_done
                    n += 1
                if (i & 1) == self.pairing and self.tokens[6 * self.seat + i] >= 2:
                    out[n] = self.t.pair_step[i]
                    n += 1
        else:  # P43: bonus tiles, end-game tile, token
            i = self.next_owed()
            token = self.t.token_source[i]
            left = self.open_sources(i)
            for i in range(token + 1, token + 5):
                if (left >> i) & 1:
                    out[n] = self.t.pay_step[i]
                    n += 1
            if (left >> token) & 1:
                out[n] = self.t.pay_step[token]
                n += 1
        return n

    # ---- helpers for legal steps --------------------------------------------------------------------------------

    def held(self, seat: cython.int, good: cython.int) -> cython.int:
        """Units that can only be this resource: tokens, its own bonus tile, end-game tiles."""
        return (
            self.tokens[6 * seat + good]
            + ((self.unused[seat] >> self.t.own_tile[good]) & 1)
            + self.ends[12 * seat + self.t.end_of[good]]
        )

    def wild(self, seat: cython.int) -> cython.int:
        """Units that can be any resource: tiles 10 and 21, or the rest of 21 in this turn (P53)."""
        return (
            ((self.unused[seat] & TILE_10) != 0)
            + 2 * ((self.unused[seat] & TILE_21) != 0)
            + ((self.half & TILE_21) != 0)
        )

    def affordable(self, seat: cython.int) -> cython.int:
        """The properties whose extra cost the seat on turn can pay (P42)."""
        purse: cython.int = min(self.held(seat, WOOD), self.t.most_wood)
        purse = purse * (self.t.most_marble + 1) + min(self.held(seat, MARBLE), self.t.most_marble)
        purse = purse * (self.t.most_gold + 1) + min(self.held(seat, GOLD), self.t.most_gold)
        return self.t.payable[4 * purse + self.wild(seat)]

    def next_owed(self) -> cython.int:
        """The resource to pay next: wood, then marble, then gold; -1 when everything is paid."""
        return WOOD if self.owed[WOOD] else MARBLE if self.owed[MARBLE] else GOLD if self.owed[GOLD] else -1

    def lacking(self, good: cython.int, less: cython.int) -> cython.int:
        """The wild units needed for the rest of a payment after one unit of `good`, with `less` units of it spent."""
        need: cython.int = 0
        i: cython.int
        for i in range(1, 6, 2):
            if i == good:
                need += max(0, self.owed[i] - 1 - (self.held(self.seat, i) - less))
            else:
                need += max(0, self.owed[i] - self.held(self.seat, i))
        return need

    def open_sources(self, good: cython.int) -> cython.int:
        """P43: sources for the next unit that leave the rest of the price payable."""
        found: cython.int = self.sources[self.seat] & self.t.source_mask[good]
        wild: cython.int = self.wild(self.seat)
        if self.lacking(good, 1) > wild:
            found &= self.t.wild_sources
        if self.lacking(good, 0) > wild - 1:
            found &= ~self.t.wild_sources
        return found

    def rivals(self, district: cython.int) -> cython.int:
        """Properties of the district with a key of another seat."""
        found: cython.int = 0
        s: cython.int
        for s in range(self.players):
            if s != self.seat:
                found |= self.own[6 * s + district]
        return found

    def shut(self, district: cython.int) -> cython.int:
        """Properties that are closed to the seat on turn by the keys on them, given tiles 9 and 16 (P52)."""
        found: cython.int = 0
        if not self.unused[self.seat] & TILE_9:
            found |= self.own[6 * self.seat + district]
        if not self.unused[self.seat] & TILE_16:
            found |= self.rivals(district)
        return found

    def takeable(self) -> cython.int:
        """P50: tiles ahead of the meeple whose number the seat never owned."""
        return self.on_track & ~self.owned[self.seat] & self.beyond[self.meeple[self.seat]]

    def behind(self) -> cython.int:
        """P51, tile 25: the tiles that may be taken from the nearest spaces with tiles behind the meeple."""
        found: cython.int = 0
        count: cython.int = 0
        space: cython.int = self.meeple[self.seat] - 2
        while space >= 0 and count < self.t.back_at_most:
            if (self.on_track >> self.track[space]) & 1:
                found |= 1 << self.track[space]
                count += 1
            space -= 1
        return found & ~self.owned[self.seat]

    def sites(self) -> cython.int:
        """P16: districts that can take the tile just drawn."""
        found: cython.int = 0
        d: cython.int
        space: cython.int = self.siting % 6
        for d in range(6):
            if self.building[6 * d + space] < 0 and not (self.types_in[d] >> self.t.type_of[self.siting]) & 1:
                found |= 1 << d
        return found

    def type_of_tile(self, tile: cython.int):
        """The type that a building tile shows."""
        return self.t.type_of[tile]

    def has_pair(self, odd: cython.int) -> cython.bint:
        """Whether the seat has two equal tokens for tile 23 (prestige) or 24 (resources)."""
        i: cython.int
        for i in range(odd, 6, 2):
            if self.tokens[6 * self.seat + i] >= 2:
                return True
        return False

    # ---- effects of steps --------------------------------------------------------------------------------------

    def apply(self, step: cython.int) -> cython.void:
        kind: cython.int = self.t.kind[step]
        a: cython.int = self.t.a[step]
        me: cython.int = self.seat
        if kind == DONE:
            self.end_turn()
        elif kind == SELL:  # P60
            self.spend(a)
            self.francs[me] += self.t.sell[self.t.source_good[a]]
        elif kind == BUY:  # P60
            self.francs[me] -= self.t.buy[a]
            self.supply[a] -= 1
            if self.supply[a] == 0:
                self.stock &= ~(1 << (a >> 1))
            self.gain(a)
        elif kind == DRAW:
            self.draw(a)
        elif kind == MOVE:
            self.move(a, self.t.b[step])
        elif kind == KEY:
            self.put_key(a)
        elif kind == TRACK:
            self.depth -= 1
            if a >= 0:
                self.francs[me] -= self.toll
                self.meeple[me] = self.space_of(a)
                self.take(a)
        elif kind == USE:
            if a >= 30:
                self.use_end(a - 30)
            else:
                self.use(a, self.t.b[step])
        elif kind == END:
            self.take_end(a)
        elif kind == VP:  # P49
            self.depth -= 1
            if a >= 0:
                self.vp_left &= ~(1 << a)
                self.vp_in[self.t.b[step]] = a
        elif kind == PAY:
            self.owed[self.t.source_good[a]] -= 1
            self.spend(a)
        elif kind == SECTION:
            self.fill(a)
        elif kind == PAIR:
            self.pair(a)
        else:  # P16
            self.depth -= 1
            self.place(a, self.siting % 6, self.t.type_of[self.siting])
            self.siting = -1
        if self.depth:
            self.settle()

    def draw(self, which: cython.int) -> cython.void:
        """P20: in the base game the tile goes to its own space."""
        tile: cython.int = self.stack[self.top[which]]
        self.top[which] += 1
        self.tiles_left -= 1
        if self.top[which] == self.height * (which + 1):
            self.full_stacks &= ~(1 << which)
        self.draw_due = False
        if not self.any_district:
            self.place(tile // 6, tile % 6, self.t.type_of[tile])
            return
        self.siting = tile
        if self.sites():
            self.ask(ASK_SITE)
        else:  # P16: discarded
            self.siting = -1

    def place(self, district: cython.int, space: cython.int, type: cython.int) -> cython.void:
        """A building tile on its space."""
        self.building[6 * district + space] = type
        self.types_in[district] |= 1 << type
        self.goals[district] |= 1 << space

    def put_key(self, district: cython.int) -> cython.void:
        """P30: on a bank, or (-1) on the Arc."""
        me: cython.int = self.seat
        self.hand[me] -= 1
        self.acted = True
        if district < 0:
            self.arc[me] = 1
        else:
            self.banks[me] |= 1 << district
            self.francs[me] += self.t.bank[district]

    def move(self, start: cython.int, goal: cython.int) -> cython.void:
        """P40-P49: pay francs, move the key, spend tiles 9 and 16; then push the questions, the last one first."""
        me: cython.int = self.seat
        d: cython.int = goal // 14
        bit: cython.int = goal % 14
        here: cython.int = 1 << bit
        i: cython.int
        self.acted = True
        self.goal = goal
        self.francs[me] -= self.t.value[bit] - (self.t.value[start % 14] if start < BANK else 0)  # P42
        if self.taken[d] & here and self.rivals(d) & here:  # P52
            self.unused[me] &= ~TILE_16
        self.lift(start)
        if self.own[6 * me + d] & here:  # P52
            self.unused[me] &= ~TILE_9
            self.doubled[me] = goal
        self.own[6 * me + d] |= here
        self.taken[d] |= here
        if self.display & here:  # P41
            self.display &= ~here
            self.landmarks[d] |= here
            for i in range(6):
                self.goals[i] &= ~here | self.landmarks[i]
            self.goals[d] &= self.landmarks[d] | self.t.above[bit] | BUILDINGS
        if start >= BANK:
            self.keys_in[d] += 1
            if self.keys_in[d] == 4:  # P49
                self.ask(ASK_VP)
        if here & self.t.landmarks:  # P47
            self.wanted = 0
            for i in range(0, 6, 2):
                self.open_sections[i] = self.t.sections[6 * bit + i]
                if self.open_sections[i]:
                    self.wanted |= self.t.source_mask[i]
            self.ask(ASK_SECTION)
        elif self.t.toll[bit] >= 0:  # P46
            self.toll = self.t.toll[bit]
            self.ask(ASK_TRACK)
        if (self.t.costless >> bit) & 1:
            self.arrive()
            return
        self.owed[WOOD] = self.t.cost[3 * bit]
        self.owed[MARBLE] = self.t.cost[3 * bit + 1]
        self.owed[GOLD] = self.t.cost[3 * bit + 2]
        self.ask(ARRIVE)
        self.ask(ASK_PAY)

    def lift(self, start: cython.int) -> cython.void:
        """Take up the key that moves."""
        me: cython.int = self.seat
        if start == ARC:
            self.arc[me] = 0
        elif start >= BANK:
            self.banks[me] &= ~(1 << (start - BANK))
        elif self.doubled[me] == start:
            self.doubled[me] = -1
        else:
            self.own[6 * me + start // 14] &= ~(1 << (start % 14))
            self.taken[start // 14] = self.own[6 * me + start // 14] | self.rivals(start // 14)

    def ask(self, question: cython.int) -> cython.void:
        self.depth += 1
        self.asked[self.depth] = question

    def settle(self) -> cython.void:
        """Resolve questions with one answer and drop those with none, until a real question is on top."""
        question: cython.int
        good: cython.int
        found: cython.int
        while self.depth:
            question = self.asked[self.depth]
            if question == ASK_PAY:
                good = self.next_owed()
                while good >= 0:
                    found = self.open_sources(good)
                    if found & (found - 1):
                        return
                    self.owed[good] -= 1
                    self.spend(lowest(found))
                    good = self.next_owed()
            elif question == ARRIVE:
                self.arrive()
            elif question == ASK_TRACK:
                if self.takeable():
                    return
            elif question == ASK_SECTION:
                if self.sources[self.seat] & self.wanted:
                    return
            else:
                return
            self.depth -= 1

    def question_stands(self) -> cython.bint:
        """Whether the question that is open would still be asked of the seat on turn."""
        question: cython.int = self.asked[self.depth]
        i: cython.int
        lacking: cython.int = 0
        found: cython.int
        if question == ASK_SECTION:
            return (self.sources[self.seat] & self.wanted) != 0
        if question != ASK_PAY:
            return True
        for i in range(1, 6, 2):
            lacking += max(0, self.owed[i] - self.held(self.seat, i))
        if lacking > self.wild(self.seat):
            return False
        found = self.open_sources(self.next_owed())
        return (found & (found - 1)) != 0

    def arrive(self) -> cython.void:
        """P45, P46: take the token beside the space, if it is still there; VP for an 8."""
        bit: cython.int = self.goal % 14
        space: cython.int = 6 * (self.goal // 14) + bit
        if (BUILDINGS >> bit) & 1:
            if self.beside[space] >= 0:
                self.gain(self.beside[space])
                self.beside[space] = -1
            if bit == self.t.eight:
                self.earn(EIGHTS, self.t.vp_for_8)

    def spend(self, source: cython.int) -> cython.void:
        """Give up one unit. A resource token goes to the supply; a prestige token or a tile leaves the game."""
        me: cython.int = self.seat
        good: cython.int = self.t.source_good[source]
        tile: cython.int = self.t.source_tile[source]
        if tile == TOKEN:
            self.tokens[6 * me + good] -= 1
            if self.tokens[6 * me + good] == 0:
                self.sources[me] &= ~(1 << source)
            if good & 1:
                self.supply[good] += 1
                self.stock |= 1 << (good >> 1)
        elif tile == END_TILE:
            self.ends[12 * me + self.t.end_of[good]] -= 1
            if self.ends[12 * me + self.t.end_of[good]] == 0:
                self.sources[me] &= ~(1 << source)
        elif (self.t.two_units & ~self.half) >> tile & 1:  # the second unit can be used until the end of the turn (P53)
            self.unused[me] &= ~(1 << tile)
            self.half |= 1 << tile
        else:
            self.unused[me] &= ~(1 << tile)
            self.half &= ~(1 << tile)
            self.sources[me] &= ~self.t.tile_sources[tile]

    def gain(self, good: cython.int) -> cython.void:
        """A token for the seat."""
        self.tokens[6 * self.seat + good] += 1
        self.sources[self.seat] |= 1 << self.t.token_source[good]

    def take(self, tile: cython.int) -> cython.void:
        """A bonus tile from the track (P50)."""
        me: cython.int = self.seat
        self.copies[tile] -= 1
        if self.copies[tile] == 0:
            self.on_track &= ~(1 << tile)
        self.owned[me] |= 1 << tile
        self.unused[me] |= 1 << tile
        self.sources[me] |= self.t.tile_sources[tile]

    def space_of(self, tile: cython.int) -> cython.int:
        """The space of the track, counted from 1, on which a tile lay."""
        space: cython.int = 0
        while self.track[space] != tile:
            space += 1
        return space + 1

    def earn(self, source: cython.int, points: cython.int) -> cython.void:
        """Score VP and record their source."""
        self.vp[self.seat] += points
        self.earned[LEDGER * self.seat + source] += points

    def use(self, tile: cython.int, taken: cython.int) -> cython.void:
        """Use a bonus tile (P51): one branch for each way a tile works (see bonus.py)."""
        me: cython.int = self.seat
        way: cython.int = self.t.way[tile]
        self.unused[me] &= ~(1 << tile)
        if way == GAIN:
            self.francs[me] += self.t.francs[tile]
            self.earn(tile, self.t.vp[tile])
        elif way == PER_VALUE:
            self.earn(tile, self.t.vp[tile] * self.count_value(me, self.t.counted[tile]))
        elif way == PER_LANDMARK:
            self.earn(tile, self.t.vp[tile] * self.count_landmarks(me))
        elif way == PER_TYPES:
            self.earn(tile, self.t.per_types[self.count_types(me)])
        elif way == PER_UNUSED:
            self.earn(tile, self.t.per_unused[self.players] * popcount(self.unused[me]))
        elif way == EXTRA_KEY:
            self.francs[me] += self.t.francs[tile]
            self.reserve[me] -= 1
            self.hand[me] += 1
        elif way == PAIRS:
            self.pairing = self.t.counted[tile]
            self.pairs = 0
            self.ask(ASK_PAIR)
        else:
            if way == TAKE_BACK:
                self.meeple[me] = self.space_of(taken)
            self.take(taken)

    def use_end(self, kind: cython.int) -> cython.void:
        """Use an end-game tile for francs or VP (P71). The other kinds are sources of goods."""
        me: cython.int = self.seat
        self.ends[12 * me + kind] -= 1
        if self.ends[12 * me + kind] == 0:
            self.end_uses[me] &= ~(1 << kind)
        self.francs[me] += self.t.end_francs[kind]
        self.earn(ENDS, self.t.end_vp[kind])

    def pair(self, good: cython.int) -> cython.void:
        """Tiles 23 and 24 (P51): a pair of tokens for VP; -1 ends it."""
        me: cython.int = self.seat
        if good >= 0:
            self.tokens[6 * me + good] -= 2
            if self.tokens[6 * me + good] == 0:
                self.sources[me] &= ~(1 << self.t.token_source[good])
            if self.pairing:
                self.supply[good] += 2
                self.stock |= 1 << (good >> 1)
            self.earn(PAIR_TILES + self.pairing, self.t.per_pair[self.players])
            self.pairs += 1
        if good < 0 or not self.has_pair(self.pairing):
            self.depth -= 1

    def fill(self, source: cython.int) -> cython.void:
        """P47: fill a section of the landmark; -1 ends it."""
        good: cython.int
        if source < 0:
            self.depth -= 1
            return
        good = self.t.source_good[source]
        self.spend(source)
        self.open_sections[good] -= 1
        if self.open_sections[good] == 0:
            self.wanted &= ~self.t.source_mask[good]
        self.earn(SECTIONS, self.t.section_vp[good])

    def count_value(self, seat: cython.int, bit: cython.int) -> cython.int:
        """Own buildings of a value; two keys on one count twice (P52)."""
        d: cython.int
        found: cython.int = self.doubled[seat] >= 0 and self.doubled[seat] % 14 == bit
        for d in range(6):
            found += (self.own[6 * seat + d] >> bit) & 1
        return found

    def count_landmarks(self, seat: cython.int) -> cython.int:
        """Own landmarks; two keys on one count twice (P52)."""
        d: cython.int
        found: cython.int = self.doubled[seat] >= 0 and (self.t.landmarks >> (self.doubled[seat] % 14)) & 1
        for d in range(6):
            found += popcount(self.own[6 * seat + d] & self.t.landmarks)
        return found

    def count_types(self, seat: cython.int) -> cython.int:
        """Types among the seat's buildings and landmarks; all landmarks are one type (P51)."""
        d: cython.int
        own: cython.int
        types: cython.int = 0
        for d in range(6):
            own = self.own[6 * seat + d]
            if own & self.t.landmarks:
                types |= 1 << 6
            own &= BUILDINGS
            while own:
                types |= 1 << self.building[6 * d + lowest(own)]
                own &= own - 1
        return popcount(types)

    def take_end(self, kind: cython.int) -> cython.void:
        """P70. The last end-game tile determines when the game ends (P72)."""
        me: cython.int = self.seat
        good: cython.int = self.t.end_good[kind]
        self.acted = True
        self.end_left[kind] -= 1
        self.ends_left -= 1
        if self.end_left[kind] == 0:
            self.end_mask &= ~(1 << kind)
        self.ends[12 * me + kind] += 1
        if good >= 0:
            self.sources[me] |= 1 << self.t.end_source[good]
        else:
            self.end_uses[me] |= 1 << kind
        if self.ends_left == 0:
            self.last = (self.turn // self.players + 2) * self.players

    def end_turn(self) -> cython.void:
        """P23. An unused second unit of tile 19 or 21 is sold at its best price (P53)."""
        me: cython.int = self.seat
        while self.half:
            self.francs[me] += self.t.tile_sale[lowest(self.half)]
            self.sources[me] &= ~self.t.tile_sources[lowest(self.half)]
            self.half &= self.half - 1
        self.turn += 1
        if self.turn == self.last:
            self.finish()
            return
        self.seat = me + 1 if me + 1 < self.players else 0
        self.draw_due = self.tiles_left > 0
        self.acted = False

    # ---- the end of the game -----------------------------------------------------------------------------------

    def finish(self) -> cython.void:
        """P73: sell everything that can be sold, then count the final points."""
        s: cython.int
        i: cython.int
        for s in range(self.players):
            self.final[s] = self.worth(s)
            self.sold[s] = self.sale(s)
            self.francs[s] += self.sold[s]
            self.vp[s] += self.end_points(s)
            self.earned[LEDGER * s + ENDS] += self.end_points(s)
            for i in range(6):
                self.supply[i] += self.tokens[6 * s + i] * (i & 1)
                self.tokens[6 * s + i] = 0
            for i in range(12):
                self.ends[12 * s + i] = 0
            for i in range(30):
                if self.t.tile_sources[i]:
                    self.unused[s] &= ~(1 << i)
            self.sources[s] = self.end_uses[s] = 0
        self.seat = -1

    def sale(self, seat: cython.int) -> cython.int:
        """Francs that the automatic sales before the end would bring now (P73)."""
        i: cython.int
        total: cython.int = 0
        for i in range(6):
            total += self.tokens[6 * seat + i] * self.t.sell[i]
        for i in range(self.t.end_kinds):
            if self.ends[12 * seat + i]:
                total += self.ends[12 * seat + i] * (
                    self.t.end_francs[i] if self.t.end_good[i] < 0 else self.t.sell[self.t.end_good[i]]
                )
        for i in range(30):
            if self.t.tile_sources[i]:
                if (self.unused[seat] >> i) & 1:
                    total += self.t.tile_sale[i] * (1 + ((self.t.two_units >> i) & 1))
                elif seat == self.seat and (self.half >> i) & 1:
                    total += self.t.tile_sale[i]
        return total

    def end_points(self, seat: cython.int) -> cython.int:
        """VP of the end-game tiles still held."""
        i: cython.int
        total: cython.int = 0
        for i in range(self.t.end_kinds):
            total += self.ends[12 * seat + i] * self.t.end_vp[i]
        return total

    def standing(self, seat: cython.int, district: cython.int) -> cython.int:
        """P74: the seat's sum of values in a district and its highest value, in one number; 0 without property."""
        own: cython.int = self.own[6 * seat + district]
        total: cython.int = 0
        highest: cython.int = 0
        value: cython.int
        while own:
            value = self.t.value[lowest(own)]
            own &= own - 1
            total += value
            highest = max(highest, value)
        if self.doubled[seat] >= 0 and self.doubled[seat] // 14 == district:
            total += self.t.value[self.doubled[seat] % 14]
        return 64 * total + highest

    def award(self, seat: cython.int, district: cython.int) -> cython.int:
        """P74, P75: VP of a district as it stands."""
        mine: cython.int = self.standing(seat, district)
        theirs: cython.int
        s: cython.int
        place: cython.int = 0
        if self.vp_in[district] < 0 or mine == 0:
            return 0
        for s in range(self.players):
            if s != seat:
                theirs = self.standing(s, district)
                if theirs > mine:
                    place += 1
                    if self.players == 2 and 2 * (mine >> 6) < theirs >> 6:
                        return 0
        return self.t.places[3 * self.vp_in[district] + place] if place < 3 else 0

    def worth(self, seat: cython.int) -> cython.int:
        """The seat's VP if the game ended now."""
        d: cython.int
        total: cython.int = self.vp[seat] + self.end_points(seat)
        if self.unused[seat] & TILE_27:  # P74
            total += self.francs[seat] + self.sale(seat)
        for d in range(6):
            if self.vp_in[d] >= 0:
                total += self.award(seat, d)
        return total

    def points(self, seat: cython.int) -> cython.int:
        return self.worth(seat) if self.seat >= 0 else self.final[seat]

    def utility(self, seat: cython.int) -> cython.double:
        """P76: winners share the win: 1 alone, 0 for two, and so on; -1 for a loser."""
        s: cython.int
        winners: cython.int = 0
        best: cython.longlong = 0
        mine: cython.longlong = self.rank(seat)
        for s in range(self.players):
            best = max(best, self.rank(s))
        if mine < best:
            return -1.0
        for s in range(self.players):
            if self.rank(s) == best:
                winners += 1
        return 2.0 / winners - 1.0

    def rank(self, seat: cython.int) -> cython.longlong:
        """P76: VP, then francs, then property, in one number."""
        d: cython.int
        rank: cython.longlong = self.final[seat]
        property: cython.int = 0
        for d in range(6):
            property += self.standing(seat, d) >> 6
        return (rank * 1000000 + self.francs[seat]) * 1000 + property
