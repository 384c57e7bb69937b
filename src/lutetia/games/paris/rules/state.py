"""The position of Paris: its fields, copies, differences and hashes.

This is Python that Cython compiles; without a compiler it runs as it is. state.pxd declares the fields, fields.py says
which methods must handle each of them.

Numbers follow the order of the names in notation.py: districts, goods (prestige even, resources odd), bonus tiles,
end-game tiles. Fields of all seats are stored seat after seat (`tokens[6 * seat + good]`). The properties of a
district are 14 bits, buildings below landmarks. A building tile is 6 * its home district + its bit. -1 means none.
"""

import cython

from lutetia.core.fields import arrays, snapshot
from lutetia.games.paris.rules.fields import FIELDS

if cython.compiled:
    from cython.cimports.lutetia.core.bits import mix, popcount
    from cython.cimports.lutetia.core.kernel import Kernel
    from cython.cimports.lutetia.games.paris.rules.tables import LookupTables
else:
    from lutetia.core.bits import mix, popcount
    from lutetia.core.kernel import Kernel
    from lutetia.games.paris.rules.tables import LookupTables


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def differ(a: cython.p_int, b: cython.p_int, start: cython.int, stop: cython.int) -> cython.bint:
    """Whether two arrays differ within [start, stop)."""
    i: cython.int
    for i in range(start, stop):
        if a[i] != b[i]:
            return True
    return False


@cython.cclass
class ParisState(Kernel):
    """One position. `rules` is the version of the ruling text in use; a ruling that changed switches on it."""

    def __init__(
        self,
        tables: LookupTables,
        rules: cython.int,
        players: cython.int,
        advanced: cython.bint,
        any_district: cython.bint,
    ):
        if not cython.compiled:
            self.__dict__.update(arrays(FIELDS))
        self.t = tables
        self.rules = rules
        self.players = players
        self.advanced = advanced
        self.any_district = any_district
        self.height = 36 // self.t.stacks if any_district else (36 - self.t.returned) // self.t.stacks

    # ---- derived fields -----------------------------------------------------------------------------------------

    def derive(self) -> cython.void:
        """Compute the fields that are kept for speed, so that finding the legal steps need not count."""
        d: cython.int
        s: cython.int
        for d in range(6):
            self.derive_district(d)
        self.derive_common()
        for s in range(4):
            self.derive_seat(s)

    def derive_district(self, d: cython.int) -> cython.void:
        """The keys and types in a district, and the properties that a key can move to."""
        i: cython.int
        s: cython.int
        highest: cython.int = 14
        self.taken[d] = self.keys_in[d] = self.types_in[d] = 0
        for s in range(self.players):
            self.taken[d] |= self.own[6 * s + d]
            self.keys_in[d] += popcount(self.own[6 * s + d]) + (self.doubled[s] >= 0 and self.doubled[s] // 14 == d)
        for i in range(6, 14):
            if (self.landmarks[d] >> i) & 1 and (highest == 14 or self.t.value[i] > self.t.value[highest]):
                highest = i
        self.goals[d] = self.landmarks[d] | (self.display & self.t.above[highest])  # P41
        for i in range(6):
            if self.building[6 * d + i] >= 0:
                self.goals[d] |= 1 << i
                self.types_in[d] |= 1 << self.building[6 * d + i]

    def derive_common(self) -> cython.void:
        """What can be bought, taken or drawn: goods, bonus tiles, end-game tiles, stacks; and the open sections."""
        i: cython.int
        self.wanted = 0
        for i in range(0, 6, 2):
            if self.open_sections[i]:
                self.wanted |= self.t.source_mask[i]
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

    def derive_seat(self, s: cython.int) -> cython.void:
        """Where a seat's units can come from, and the end-game tiles that it can use."""
        i: cython.int
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
        """Overwrite fields by name; fields that are not given keep their values.

        Used for positions that are set up by hand, in the companion and in tests. Derived fields are recomputed.
        """
        self.seat = given.get("seat", self.seat)
        self.turn = given.get("turn", self.turn)
        self.last = given.get("last", self.last)
        self.display = given.get("display", self.display)
        self.vp_left = given.get("vp_left", self.vp_left)
        self.draw_due = given.get("draw_due", self.draw_due)
        self.acted = given.get("acted", self.acted)
        self.half = given.get("half", self.half)
        self.depth = given.get("depth", self.depth)
        self.siting = given.get("siting", self.siting)
        self.goal = given.get("goal", self.goal)
        self.toll = given.get("toll", self.toll)
        self.pairing = given.get("pairing", self.pairing)
        self.pairs = given.get("pairs", self.pairs)
        for i in range(8):
            self.asked[i] = given.get("asked", self.asked)[i]
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
            self.owed[i] = given.get("owed", self.owed)[i]
            self.open_sections[i] = given.get("open_sections", self.open_sections)[i]
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
            self.sold[i] = given.get("sold", self.sold)[i]
            self.final[i] = given.get("final", self.final)[i]
        for i in range(24):
            self.own[i] = given.get("own", self.own)[i]
            self.tokens[i] = given.get("tokens", self.tokens)[i]
        for i in range(48):
            self.ends[i] = given.get("ends", self.ends)[i]
        for i in range(136):
            self.earned[i] = given.get("earned", self.earned)[i]
        self.derive()

    def snapshot(self) -> dict:
        return snapshot(self, FIELDS)

    def restore(self, given: dict) -> None:
        self.arrange(given)
        self.first = given["first"]
        self.depth = given["depth"]
        self.siting = given["siting"]
        self.goal = given["goal"]
        self.toll = given["toll"]
        self.wanted = given["wanted"]
        self.pairing = given["pairing"]
        self.pairs = given["pairs"]
        for i in range(36):
            self.dealt[i] = given["dealt"][i]
        for i in range(8):
            self.asked[i] = given["asked"][i]
        for i in range(6):
            self.owed[i] = given["owed"][i]
            self.open_sections[i] = given["open_sections"][i]
        for i in range(4):
            self.sold[i] = given["sold"][i]
            self.final[i] = given["final"][i]
        for i in range(136):
            self.earned[i] = given["earned"][i]

    # ---- copies, differences, hashes ----------------------------------------------------------------------------

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
        """The parts of a view that differ from those of `o`, as bits.

        Bits 0-5 are the districts, 6-9 the seats, 10 the bonus track, 11 what is drawn and laid out.
        """
        i: cython.int
        found: cython.int = 0
        for i in range(6):
            if self.district_changed(o, i):
                found |= 1 << i
        for i in range(4):
            if self.seat_changed(o, i):
                found |= 64 << i
        if self.track_changed(o):
            found |= 1024
        if self.layout_changed(o):
            found |= 2048
        return found

    def district_changed(self, o: "ParisState", d: cython.int) -> cython.bint:
        """A landmark that leaves the display can no longer be built, in any district (P41)."""
        s: cython.int
        for s in range(4):
            if (
                self.own[6 * s + d] != o.own[6 * s + d]
                or ((self.banks[s] ^ o.banks[s]) >> d) & 1
                or self.doubled[s] != o.doubled[s]
            ):
                return True
        return (
            self.display != o.display
            or self.landmarks[d] != o.landmarks[d]
            or self.keys_in[d] != o.keys_in[d]
            or self.vp_in[d] != o.vp_in[d]
            or differ(self.building, o.building, 6 * d, 6 * d + 6)
            or differ(self.beside, o.beside, 6 * d, 6 * d + 6)
        )

    def seat_changed(self, o: "ParisState", s: cython.int) -> cython.bint:
        """An open half tile belongs to the seat on turn (P53), and after the end nothing is hidden."""
        return (
            self.half != o.half
            or (self.half != 0 and self.seat != o.seat)
            or (self.seat < 0) != (o.seat < 0)
            or self.vp[s] != o.vp[s]
            or self.francs[s] != o.francs[s]
            or self.hand[s] != o.hand[s]
            or self.reserve[s] != o.reserve[s]
            or self.meeple[s] != o.meeple[s]
            or self.arc[s] != o.arc[s]
            or self.banks[s] != o.banks[s]
            or self.doubled[s] != o.doubled[s]
            or self.unused[s] != o.unused[s]
            or self.owned[s] != o.owned[s]
            or self.sold[s] != o.sold[s]
            or differ(self.own, o.own, 6 * s, 6 * s + 6)
            or differ(self.tokens, o.tokens, 6 * s, 6 * s + 6)
            or differ(self.ends, o.ends, 12 * s, 12 * s + 12)
            or differ(self.earned, o.earned, 34 * s, 34 * s + 34)
        )

    def track_changed(self, o: "ParisState") -> cython.bint:
        return differ(self.copies, o.copies, 0, 30) or differ(self.meeple, o.meeple, 0, 4)

    def layout_changed(self, o: "ParisState") -> cython.bint:
        return self.display != o.display or self.vp_left != o.vp_left or differ(self.top, o.top, 0, 9)

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
