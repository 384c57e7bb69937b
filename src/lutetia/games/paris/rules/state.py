"""The position of Paris: what lies where, how it begins, its copies, its hash, and what of it a seat cannot know.

Ordinary Python that Cython compiles as it stands; the fields are declared in state.pxd. All numbers are in the order
of the names (see notation.py): districts, goods (prestige even, resources odd), bonus tiles, end-game tiles. Fields
of several seats lie one after the other (`tokens[6 * seat + good]`). A district's properties are 14 bits, buildings
below landmarks; a building tile is 6 * its home district + its bit; -1 stands for none.
"""

import cython

if cython.compiled:
    from cython.cimports.lutetia.core.bits import mix, popcount
    from cython.cimports.lutetia.core.kernel import Kernel
    from cython.cimports.lutetia.core.random import Rng
    from cython.cimports.lutetia.games.paris.rules.tables import LookupTables
else:
    from lutetia.core.bits import mix, popcount
    from lutetia.core.kernel import Kernel
    from lutetia.core.random import Rng
    from lutetia.games.paris.rules.tables import LookupTables

GOLD = cython.declare(cython.int, 1)


@cython.cclass
class ParisState(Kernel):
    """One position. `rules` is the version of the ruling text it is played by: a changed ruling is a switch on it."""

    def __init__(
        self,
        tables: LookupTables,
        rules: cython.int,
        players: cython.int,
        advanced: cython.bint,
        any_district: cython.bint,
    ):
        if not cython.compiled:
            self.stack, self.dealt, self.beside, self.building = ([0] * 36 for _ in range(4))
            self.top = [0] * 9
            self.landmarks, self.vp_in, self.supply, self.owed, self.open_sections = ([0] * 6 for _ in range(5))
            self.taken, self.goals, self.keys_in, self.types_in = ([0] * 6 for _ in range(4))
            self.track, self.copies, self.end_left, self.asked, self.beyond = (
                [0] * 30,
                [0] * 30,
                [0] * 12,
                [0] * 8,
                [0] * 31,
            )
            self.vp, self.francs, self.hand, self.reserve, self.meeple, self.arc = ([0] * 4 for _ in range(6))
            self.banks, self.doubled, self.unused, self.owned, self.sold, self.final = ([0] * 4 for _ in range(6))
            self.sources, self.end_uses, self.own, self.tokens = [0] * 4, [0] * 4, [0] * 24, [0] * 24
            self.ends, self.earned = [0] * 48, [0] * 136
        self.t = tables
        self.rules = rules
        self.players = players
        self.advanced = advanced
        self.any_district = any_district
        self.height = 36 // self.t.stacks if any_district else (36 - self.t.returned) // self.t.stacks
        self.lay_base()
        self.start(0)

    # ---- set-up ------------------------------------------------------------------------------------------------

    def lay_base(self) -> cython.void:
        """Tiles in order, tokens and track of the base game (P12, P13)."""
        i: cython.int
        for i in range(36):
            self.stack[i] = i
            self.dealt[i] = self.t.token_of[i % 6]
        for i in range(30):
            self.track[i] = self.t.in_order[i]

    def deal(self, rng: Rng) -> cython.void:
        i: cython.int
        n: cython.int = 0
        pool: cython.int[36]
        if not cython.compiled:
            pool = [0] * 36
        self.lay_base()
        rng.shuffle(self.stack, 0, 36)  # P11
        if self.advanced:  # P15
            for i in range(36):
                if i // 6 != GOLD:
                    pool[n] = i // 6
                    n += 1
            rng.shuffle(pool, 0, 30)
            n = 0
            for i in range(36):
                if i % 6 == self.t.eight:
                    self.dealt[i] = GOLD
                else:
                    self.dealt[i] = pool[n]
                    n += 1
            for i in range(3):
                rng.shuffle(self.track, self.t.zone[i], self.t.zone[i + 1])
        self.start(rng.below(self.players))  # P14

    def set_up(self, stack: list, tokens: list, track: list, first: object) -> None:
        """Begin with a known deal: all building tiles, the stacks one after the other and top first, then those
        returned; the token beside each space; the bonus tile on each space of the track; the first seat."""
        for i in range(36):
            self.stack[i] = stack[i]
            self.dealt[i] = tokens[i]
        for i in range(30):
            self.track[i] = track[i]
        self.start(first)

    def start(self, first: cython.int) -> cython.void:
        """The position before the first turn; stacks, tokens and track are in place (P10-P14)."""
        i: cython.int
        self.first = self.seat = first
        self.turn = 0
        self.last = -1
        self.display = self.t.landmarks
        self.vp_left = (1 << self.t.vp_tiles) - 1
        for i in range(9):
            self.top[i] = self.height * i
        for i in range(36):
            self.building[i] = -1
            self.beside[i] = self.dealt[i]
        for i in range(6):
            self.landmarks[i] = self.supply[i] = self.owed[i] = self.open_sections[i] = 0
            self.vp_in[i] = -1
        for i in range(30):
            self.copies[i] = self.players - 1 if (self.t.copied >> i) & 1 else 1  # P4
        for i in range(12):
            self.end_left[i] = self.t.end_count[i]
        for i in range(4):
            self.vp[i] = self.meeple[i] = self.arc[i] = self.banks[i] = self.unused[i] = self.owned[i] = 0
            self.sold[i] = self.final[i] = 0
            self.francs[i] = self.t.start_francs
            self.hand[i] = self.t.hand[self.players]
            self.reserve[i] = self.t.reserve
            self.doubled[i] = -1
        for i in range(24):
            self.own[i] = self.tokens[i] = 0
        for i in range(48):
            self.ends[i] = 0
        for i in range(136):
            self.earned[i] = 0
        self.acted = False
        self.half = self.depth = self.toll = self.wanted = self.pairing = self.pairs = 0
        self.siting = self.goal = -1
        for i in range(8):
            self.asked[i] = 0
        self.derive()
        self.draw_due = self.tiles_left > 0

    def derive(self) -> cython.void:
        """Everything that is kept only so that legality need not count it anew."""
        i: cython.int
        d: cython.int
        s: cython.int
        highest: cython.int
        for d in range(6):
            self.taken[d] = self.keys_in[d] = self.types_in[d] = 0
            for s in range(self.players):
                self.taken[d] |= self.own[6 * s + d]
                self.keys_in[d] += popcount(self.own[6 * s + d]) + (self.doubled[s] >= 0 and self.doubled[s] // 14 == d)
            highest = 14
            for i in range(6, 14):
                if (self.landmarks[d] >> i) & 1 and (highest == 14 or self.t.value[i] > self.t.value[highest]):
                    highest = i
            self.goals[d] = self.landmarks[d] | (self.display & self.t.above[highest])  # P41
            for i in range(6):
                if self.building[6 * d + i] >= 0:
                    self.goals[d] |= 1 << i
                    self.types_in[d] |= 1 << self.building[6 * d + i]
        self.stock = 0
        for i in range(1, 6, 2):
            if self.supply[i]:
                self.stock |= 1 << (i >> 1)
        self.on_track = self.beyond[30] = 0
        for i in range(29, -1, -1):
            self.beyond[i] = self.beyond[i + 1] | (1 << self.track[i])
            if self.copies[i]:
                self.on_track |= 1 << i
        self.end_mask = self.ends_left = 0
        for i in range(self.t.end_kinds):
            self.ends_left += self.end_left[i]
            if self.end_left[i]:
                self.end_mask |= 1 << i
        self.tiles_left = self.full_stacks = 0
        for i in range(self.t.stacks):
            self.tiles_left += self.height * (i + 1) - self.top[i]
            if self.top[i] < self.height * (i + 1):
                self.full_stacks |= 1 << i
        for s in range(4):
            self.sources[s] = self.end_uses[s] = 0
            for i in range(6):
                if self.tokens[6 * s + i]:
                    self.sources[s] |= 1 << self.t.token_source[i]
            for i in range(self.t.end_kinds):
                if self.ends[12 * s + i] and self.t.end_good[i] >= 0:
                    self.sources[s] |= 1 << self.t.end_source[self.t.end_good[i]]
                elif self.ends[12 * s + i]:
                    self.end_uses[s] |= 1 << i
            for i in range(30):
                if (self.unused[s] >> i) & 1 or (s == self.seat and (self.half >> i) & 1):
                    self.sources[s] |= self.t.tile_sources[i]

    def arrange(self, given: dict) -> None:
        """Take over a position field by field, by the names in state.pxd; fields not given stay as they are.

        For drawn positions: a rule to settle, a test. What is kept for speed follows from the rest.
        """
        self.seat = given.get("seat", self.seat)
        self.turn = given.get("turn", self.turn)
        self.last = given.get("last", self.last)
        self.display = given.get("display", self.display)
        self.vp_left = given.get("vp_left", self.vp_left)
        self.draw_due = given.get("draw_due", self.draw_due)
        self.acted = given.get("acted", self.acted)
        self.half = given.get("half", self.half)
        for i in range(36):
            self.stack[i] = given.get("stack", self.stack)[i]
            self.beside[i] = given.get("beside", self.beside)[i]
            self.building[i] = given.get("building", self.building)[i]
        for i in range(9):
            self.top[i] = given.get("top", self.top)[i]
        for i in range(6):
            self.landmarks[i] = given.get("landmarks", self.landmarks)[i]
            self.vp_in[i] = given.get("vp_in", self.vp_in)[i]
            self.supply[i] = given.get("supply", self.supply)[i]
        for i in range(30):
            self.track[i] = given.get("track", self.track)[i]
            self.copies[i] = given.get("copies", self.copies)[i]
        for i in range(12):
            self.end_left[i] = given.get("end_left", self.end_left)[i]
        for i in range(4):
            self.vp[i] = given.get("vp", self.vp)[i]
            self.francs[i] = given.get("francs", self.francs)[i]
            self.hand[i] = given.get("hand", self.hand)[i]
            self.reserve[i] = given.get("reserve", self.reserve)[i]
            self.meeple[i] = given.get("meeple", self.meeple)[i]
            self.arc[i] = given.get("arc", self.arc)[i]
            self.banks[i] = given.get("banks", self.banks)[i]
            self.doubled[i] = given.get("doubled", self.doubled)[i]
            self.unused[i] = given.get("unused", self.unused)[i]
            self.owned[i] = given.get("owned", self.owned)[i]
        for i in range(24):
            self.own[i] = given.get("own", self.own)[i]
            self.tokens[i] = given.get("tokens", self.tokens)[i]
        for i in range(48):
            self.ends[i] = given.get("ends", self.ends)[i]
        self.derive()

    # ---- copies, hashes, the unknown ---------------------------------------------------------------------------

    def copy_from(self, other: Kernel) -> cython.void:
        self.copy(cython.cast(ParisState, other))

    def copy(self, o: "ParisState") -> cython.void:
        i: cython.int
        self.seat = o.seat
        self.turn = o.turn
        self.first = o.first
        self.last = o.last
        self.display = o.display
        self.vp_left = o.vp_left
        self.draw_due = o.draw_due
        self.acted = o.acted
        self.half = o.half
        self.depth = o.depth
        self.siting = o.siting
        self.goal = o.goal
        self.toll = o.toll
        self.wanted = o.wanted
        self.pairing = o.pairing
        self.pairs = o.pairs
        self.stock = o.stock
        self.on_track = o.on_track
        self.end_mask = o.end_mask
        self.ends_left = o.ends_left
        self.tiles_left = o.tiles_left
        self.full_stacks = o.full_stacks
        for i in range(36):
            self.stack[i] = o.stack[i]
            self.dealt[i] = o.dealt[i]
            self.beside[i] = o.beside[i]
            self.building[i] = o.building[i]
        for i in range(31):
            self.beyond[i] = o.beyond[i]
        for i in range(30):
            self.track[i] = o.track[i]
            self.copies[i] = o.copies[i]
        for i in range(12):
            self.end_left[i] = o.end_left[i]
        for i in range(9):
            self.top[i] = o.top[i]
        for i in range(8):
            self.asked[i] = o.asked[i]
        for i in range(6):
            self.landmarks[i] = o.landmarks[i]
            self.vp_in[i] = o.vp_in[i]
            self.supply[i] = o.supply[i]
            self.owed[i] = o.owed[i]
            self.open_sections[i] = o.open_sections[i]
            self.taken[i] = o.taken[i]
            self.goals[i] = o.goals[i]
            self.keys_in[i] = o.keys_in[i]
            self.types_in[i] = o.types_in[i]
        for i in range(4):
            self.vp[i] = o.vp[i]
            self.francs[i] = o.francs[i]
            self.hand[i] = o.hand[i]
            self.reserve[i] = o.reserve[i]
            self.meeple[i] = o.meeple[i]
            self.arc[i] = o.arc[i]
            self.banks[i] = o.banks[i]
            self.doubled[i] = o.doubled[i]
            self.unused[i] = o.unused[i]
            self.owned[i] = o.owned[i]
            self.sold[i] = o.sold[i]
            self.final[i] = o.final[i]
            self.sources[i] = o.sources[i]
            self.end_uses[i] = o.end_uses[i]
        for i in range(24):
            self.own[i] = o.own[i]
            self.tokens[i] = o.tokens[i]
        for i in range(48):
            self.ends[i] = o.ends[i]
        for i in range(136):
            self.earned[i] = o.earned[i]

    def changed(self, o: "ParisState") -> cython.int:
        """What is not as it is there, for who has kept something of it: a bit for each district (0-5), for each seat
        (6-9), for the bonus track (10) and for what is drawn and laid out (11). A landmark that leaves the display may
        be built nowhere any more."""
        i: cython.int
        found: cython.int = 0
        if self.display != o.display or self.vp_left != o.vp_left:
            found |= 2048
        for i in range(9):
            if self.top[i] != o.top[i]:
                found |= 2048
        for i in range(36):
            if self.building[i] != o.building[i] or self.beside[i] != o.beside[i]:
                found |= 1 << i // 6
        for i in range(6):
            if (
                self.landmarks[i] != o.landmarks[i]
                or self.keys_in[i] != o.keys_in[i]
                or self.vp_in[i] != o.vp_in[i]
                or self.display != o.display
            ):
                found |= 1 << i
        for i in range(24):
            if self.own[i] != o.own[i]:
                found |= 1 << i % 6 | 64 << i // 6
            if self.tokens[i] != o.tokens[i]:
                found |= 64 << i // 6
        for i in range(4):
            found |= self.banks[i] ^ o.banks[i]
            if self.doubled[i] != o.doubled[i]:
                found |= 63
            if (
                self.doubled[i] != o.doubled[i]
                or self.banks[i] != o.banks[i]
                or self.arc[i] != o.arc[i]
                or self.vp[i] != o.vp[i]
                or self.francs[i] != o.francs[i]
                or self.sold[i] != o.sold[i]
                or self.hand[i] != o.hand[i]
                or self.reserve[i] != o.reserve[i]
                or self.unused[i] != o.unused[i]
                or self.owned[i] != o.owned[i]
            ):
                found |= 64 << i
            if self.meeple[i] != o.meeple[i]:
                found |= 64 << i | 1024
        for i in range(48):
            if self.ends[i] != o.ends[i]:
                found |= 64 << i // 12
        for i in range(136):
            if self.earned[i] != o.earned[i]:
                found |= 64 << i // 34
        for i in range(30):
            if self.copies[i] != o.copies[i]:
                found |= 1024
        if self.half != o.half or (self.half and self.seat != o.seat) or (self.seat < 0) != (o.seat < 0):
            found |= 15 << 6  # it is part of what the seat on turn has; after the end nothing is hidden
        return found

    def hash(self) -> cython.ulonglong:
        h: cython.ulonglong = mix(2 + self.seat, self.turn % self.players)
        i: cython.int
        s: cython.int
        h = mix(h, self.last - self.turn if self.last >= 0 else 0)  # turns that are left
        h = mix(h, self.display)
        h = mix(h, self.vp_left)
        h = mix(h, self.draw_due)
        h = mix(h, self.acted)
        h = mix(h, self.half)
        for i in range(1, self.depth + 1):
            h = mix(h, self.asked[i])
        if self.depth:
            h = mix(h, 1 + self.siting)
            h = mix(h, 1 + self.goal)
            h = mix(h, self.toll)
            h = mix(h, self.pairing)
            h = mix(h, self.pairs)
            for i in range(6):
                h = mix(h, self.owed[i])
                h = mix(h, self.open_sections[i])
        for i in range(6):
            h = mix(h, self.landmarks[i])
            h = mix(h, 1 + self.vp_in[i])
            h = mix(h, self.supply[i])
        for i in range(36):
            h = mix(h, 1 + self.beside[i])
            h = mix(h, 1 + self.building[i])
        for i in range(30):
            h = mix(h, self.track[i])
            h = mix(h, self.copies[i])
        for i in range(self.t.end_kinds):
            h = mix(h, self.end_left[i])
        for s in range(self.t.stacks):
            for i in range(self.top[s], self.height * (s + 1)):
                h = mix(h, self.stack[i])
            h = mix(h, 99)
        for s in range(self.players):
            h = mix(h, self.vp[s])
            h = mix(h, self.francs[s])
            h = mix(h, self.hand[s])
            h = mix(h, self.reserve[s])
            h = mix(h, self.meeple[s])
            h = mix(h, self.arc[s])
            h = mix(h, self.banks[s])
            h = mix(h, 1 + self.doubled[s])
            h = mix(h, self.unused[s])
            h = mix(h, self.owned[s])
            for i in range(6):
                h = mix(h, self.own[6 * s + i])
                h = mix(h, self.tokens[6 * s + i])
            for i in range(self.t.end_kinds):
                h = mix(h, self.ends[12 * s + i])
        return h

    def offer(self, kind: cython.int):
        """Let all end-game tiles that are left be of one kind: for guesses, which count them themselves."""
        i: cython.int
        for i in range(12):
            self.end_left[i] = 0
        self.end_left[kind] = self.ends_left
        self.derive()

    def exchange(self, seat: cython.int, kind: cython.int, other: cython.int):
        """Exchange an end-game tile that a seat holds for one of another kind."""
        self.ends[12 * seat + kind] -= 1
        self.ends[12 * seat + other] += 1
        self.derive()

    def resample(self, seat: cython.int, rng: Rng) -> cython.void:
        """Hidden are the stacks but for the backs of their tops (P11), and which end-game tiles the others hold;
        which are left, only the seat on turn sees (P70, P80)."""
        tries: cython.int
        self.resample_stacks(rng)
        if self.seat < 0:
            return
        for tries in range(20):  # noqa: B007 (typed by its name)
            self.resample_ends(seat, False, rng)
            if seat == self.seat or self.question_stands():
                return
        self.resample_ends(seat, True, rng)

    def resample_stacks(self, rng: Rng) -> cython.void:
        """Every tile not yet drawn may lie anywhere, so long as the districts on top are the same."""
        pool: cython.int[36]
        back: cython.int[9]
        n: cython.int = 0
        i: cython.int
        s: cython.int
        if not cython.compiled:
            pool, back = [0] * 36, [0] * 9
        for s in range(self.t.stacks):
            for i in range(self.top[s], self.height * (s + 1)):
                pool[n] = self.stack[i]
                n += 1
        for i in range(self.height * self.t.stacks, 36):
            pool[n] = self.stack[i]
            n += 1
        rng.shuffle(pool, 0, n)
        for s in range(self.t.stacks):
            if (self.full_stacks >> s) & 1:
                back[s] = self.stack[self.top[s]] // 6
                i = 0
                while pool[i] // 6 != back[s]:
                    i += 1
                self.stack[self.top[s]] = pool[i]
                n -= 1
                pool[i] = pool[n]
        for s in range(self.t.stacks):
            for i in range(self.top[s] + 1, self.height * (s + 1)):
                n -= 1
                self.stack[i] = pool[n]
        for i in range(self.height * self.t.stacks, 36):
            n -= 1
            self.stack[i] = pool[n]

    def resample_ends(self, seat: cython.int, keep: cython.bint, rng: Rng) -> cython.void:
        """Exchange the end-game tiles that the seat cannot see; `keep`: not those of the seat on turn."""
        pool: cython.int[144]
        n: cython.int = 0
        s: cython.int
        k: cython.int
        i: cython.int
        held: cython.int
        seen: cython.bint = seat == self.seat and self.tiles_left == 0
        if not cython.compiled:
            pool = [0] * 144
        for k in range(self.t.end_kinds):
            for s in range(self.players):
                if s != seat and not (keep and s == self.seat):
                    for i in range(self.ends[12 * s + k]):  # noqa: B007 (typed by its name)
                        pool[n] = k
                        n += 1
            if not seen:
                for i in range(self.end_left[k]):  # noqa: B007
                    pool[n] = k
                    n += 1
        rng.shuffle(pool, 0, n)
        for s in range(self.players):
            if s != seat and not (keep and s == self.seat):
                held = 0
                for k in range(self.t.end_kinds):
                    held += self.ends[12 * s + k]
                    self.ends[12 * s + k] = 0
                for i in range(held):  # noqa: B007
                    n -= 1
                    self.ends[12 * s + pool[n]] += 1
        if not seen:
            for k in range(self.t.end_kinds):
                self.end_left[k] = 0
            while n:
                n -= 1
                self.end_left[pool[n]] += 1
        self.derive()

    def question_stands(self) -> cython.bint:
        """Whether the question that is open would be asked of the seat on turn as the position stands."""
        return True
