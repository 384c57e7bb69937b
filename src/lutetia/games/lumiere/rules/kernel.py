"""The rules of La Cité de la Lumière on bitboards. Ids in comments are those of docs/rules/lumiere.md.

This is Python that Cython compiles; without a compiler it runs as it is. state.py describes the fields of a position.
Bits are spaces as in notation.py: bit 8 * column + row. Seat 0 is orange, 1 is blue. -1 means nobody or nowhere.
The file is long because legal steps, their effects and points share its C constants and inline functions, which
another module could reach only through pointers.
"""

import cython

if cython.compiled:
    from cython.cimports.lutetia.core.bits import lowest, popcount
    from cython.cimports.lutetia.games.lumiere.rules.state import LumiereState
else:
    from lutetia.core.bits import lowest, popcount
    from lutetia.games.lumiere.rules.state import LumiereState

FULL = 0xFFFFFFFFFFFFFFFF
NOT_FIRST_ROW = 0xFEFEFEFEFEFEFEFE
NOT_LAST_ROW = 0x7F7F7F7F7F7F7F7F

# Kinds of steps, sorted by name; the same numbers as in notation.py.
BUILD = cython.declare(cython.int, 0)
CARD = cython.declare(cython.int, 1)
DECLINE = cython.declare(cython.int, 2)
PASS = cython.declare(cython.int, 3)
PLACE = cython.declare(cython.int, 4)
SWAP = cython.declare(cython.int, 5)
TAKE = cython.declare(cython.int, 6)
TILE = cython.declare(cython.int, 7)

# Postcards, in the order of their names (edition.CARDS).
BOUQUINISTES = cython.declare(cython.int, 0)
CHARTIER = cython.declare(cython.int, 1)
FONTAINE = cython.declare(cython.int, 2)
GRANDE_LUMIERE = cython.declare(cython.int, 3)
JARDIN = cython.declare(cython.int, 4)
LAMPADAIRE = cython.declare(cython.int, 5)
LEVITATION = cython.declare(cython.int, 6)
METROPOLITAIN = cython.declare(cython.int, 7)
MOULIN_ROUGE = cython.declare(cython.int, 8)
PEINTRE = cython.declare(cython.int, 9)
PENSEUR = cython.declare(cython.int, 10)
SACRE_COEUR = cython.declare(cython.int, 11)

PAVING = cython.declare(cython.int, 1)
BUILDING = cython.declare(cython.int, 2)
OVER = cython.declare(cython.int, 3)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def beside(m: cython.ulonglong) -> cython.ulonglong:
    """The spaces that share a side with one of these. The result may contain some of these too."""
    return ((m << 1) & NOT_FIRST_ROW) | ((m >> 1) & NOT_LAST_ROW) | ((m << 8) & FULL) | (m >> 8)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def region(start: cython.ulonglong, ground: cython.ulonglong) -> cython.ulonglong:
    """All of the ground that is connected to the start by sides (L53)."""
    reached: cython.ulonglong = start
    wider: cython.ulonglong = (start | beside(start)) & ground | start
    while wider != reached:
        reached = wider
        wider = (reached | beside(reached)) & ground | start
    return reached


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def ahead(bit: cython.int, facing: cython.int) -> cython.ulonglong:
    """The space in front of a statue that faces east, north, south or west; 0 beyond the edge."""
    here: cython.ulonglong = cython.cast(cython.ulonglong, 1) << bit
    if facing == 0:
        return (here << 8) & FULL
    if facing == 1:
        return (here >> 1) & NOT_LAST_ROW
    if facing == 2:
        return (here << 1) & NOT_FIRST_ROW
    return here >> 8


@cython.cclass
class LumiereKernel(LumiereState):
    """A position with its rules: the legal steps, their effects, and the points."""

    # ---- legal steps --------------------------------------------------------------------------------------------

    def legal(self, out: cython.p_int) -> cython.int:
        if self.phase == PAVING:
            return self.legal_paving(out)
        if self.phase == OVER:
            return 0
        if self.question >= 0 or self.lifted >= 0:
            return self.legal_effect(out)
        return self.legal_building(out)

    def legal_paving(self, out: cython.p_int) -> cython.int:
        """L20-L22: place a tile from the hand, take a building, or pass once all own tiles are placed."""
        n: cython.int = 0
        i: cython.int
        first: cython.int = 8 * self.seat + self.placed[self.seat]
        held: cython.int = min(self.hand, 8 - self.placed[self.seat])
        base: cython.int
        if held == 0:
            out[0] = self.t.passing
            n = 1
        for i in range(self.t.buildings):
            if (self.supply >> i) & 1:
                out[n] = self.t.take_base + i
                n += 1
        tile: cython.int
        other: cython.int
        which: cython.int
        turn: cython.int
        for which in range(held):
            tile = self.stack[first + which]
            if held == 2:  # both are listed, the lower number first
                other = self.stack[first + 1 - which]
                tile = min(tile, other) if which == 0 else max(tile, other)
            base = self.t.tile_base + 64 * tile
            for i in range(16):
                if (self.squares >> i) & 1:
                    for turn in range(4):
                        out[n] = base + 4 * i + turn
                        n += 1
        return n

    def legal_building(self, out: cython.p_int) -> cython.int:
        """L30-L32: build, take a postcard, or pass if only a kept postcard would allow a build."""
        n: cython.int = 0
        i: cython.int
        me: cython.int = self.seat
        kept: cython.bint = self.metropolitain == me or self.chartier == me
        for i in range(self.t.buildings):
            if (self.reserve[me] >> i) & 1:
                n = self.list_placements(out, n, i, self.metropolitain == me, self.chartier == me)
        if self.tokens[me] > 0:
            for i in range(12):
                if (self.open_cards >> i) & 1:
                    out[n] = self.t.card_base + i
                    n += 1
        elif kept and n > 0 and not self.can_build_plainly(me):
            out[n] = self.t.passing
            n += 1
        return n

    def legal_effect(self, out: cython.p_int) -> cython.int:
        """What may follow a postcard: one branch each. Declining is legal (L39), except after a swap (L40)."""
        n: cython.int = 1
        me: cython.int = self.seat
        card: cython.int = self.question
        free: cython.ulonglong = ~self.taken & FULL
        metro: cython.bint = self.metropolitain == me
        chartier: cython.bint = self.chartier == me
        i: cython.int
        j: cython.int
        base: cython.int
        spots: cython.ulonglong
        bit: cython.int
        if self.lifted >= 0:
            return self.list_placements(out, 0, self.lifted, metro, chartier)
        out[0] = self.t.decline
        if card == LEVITATION:  # L40
            for i in range(self.t.buildings):
                if (self.reserve[me] >> i) & 1:
                    for j in range(self.t.buildings):
                        if (self.supply >> j) & 1 and self.any_fits(me, j, metro, chartier):
                            out[n] = self.t.swap_base[i] + j - (j > i)
                            n += 1
        elif card == JARDIN:  # L42, L52
            n = self.list_placements(out, n, self.t.buildings, metro, chartier)
        elif card == FONTAINE:  # L49, L52: Chartier only
            n = self.list_placements(out, n, self.t.buildings + 1, False, chartier)
        elif card == PEINTRE or card == LAMPADAIRE or card == MOULIN_ROUGE:  # L44, L47, L48
            n = self.list_spaces(out, n, card, self.own[me] & free)
        elif card == GRANDE_LUMIERE:  # L51
            n = self.list_spaces(out, n, card, self.printed & free)
        elif card == BOUQUINISTES:  # L46
            spots = self.own[me] & free & beside(self.built[me])
            while spots:
                bit = lowest(spots)
                spots &= spots - 1
                base = self.t.place_base[card] + bit * (self.t.buildings + 1)
                for i in range(self.t.buildings + 1):
                    j = self.t.extended[i]
                    if self.spaces[j] & self.built[me] & beside(cython.cast(cython.ulonglong, 1) << bit):
                        out[n] = base + i
                        n += 1
        elif card == PENSEUR:  # L50: facings in the order of their names
            spots = self.own[me] & free
            while spots:
                bit = lowest(spots)
                spots &= spots - 1
                base = self.t.place_base[card] + 4 * bit
                for i in range(4):
                    if ahead(bit, i) & free:
                        out[n] = base + i
                        n += 1
        return n

    def list_spaces(self, out: cython.p_int, n: cython.int, card: cython.int, where: cython.ulonglong) -> cython.int:
        """The steps that put a card's piece on one of these spaces."""
        while where:
            out[n] = self.t.place_base[card] + lowest(where)
            n += 1
            where &= where - 1
        return n

    def list_placements(
        self, out: cython.p_int, n: cython.int, piece: cython.int, lamp_too: cython.bint, rival_too: cython.bint
    ) -> cython.int:
        """Every way to put a piece on free own or mixed spaces, with at most one lamp or rival space where allowed."""
        o: cython.int
        first: cython.int = self.t.first_orientation[piece]
        count: cython.int = self.t.first_orientation[piece + 1] - first
        free: cython.ulonglong = ~self.taken & FULL
        lamps: cython.ulonglong = self.printed & free if lamp_too else 0
        rivals: cython.ulonglong = self.own[1 - self.seat] & free if rival_too else 0
        ground: cython.ulonglong = (self.own[self.seat] | self.mixed) & free | lamps | rivals
        found: cython.ulonglong[8]
        somewhere: cython.ulonglong = 0
        anchor: cython.int
        if not cython.compiled:
            found = [0] * 8
        for o in range(count):
            found[o] = self.fits(first + o, ground, lamps, rivals)
            somewhere |= found[o]
        while somewhere:
            anchor = lowest(somewhere)
            somewhere &= somewhere - 1
            for o in range(count):
                if (found[o] >> anchor) & 1:
                    out[n] = self.t.step_at[64 * (first + o) + anchor]
                    n += 1
        return n

    def fits(
        self, o: cython.int, ground: cython.ulonglong, lamps: cython.ulonglong, rivals: cython.ulonglong
    ) -> cython.ulonglong:
        """The spaces where the first space of an oriented shape can lie so that the whole shape is on the ground.

        All places are found at once by eroding the ground. Of `lamps` and of `rivals`, which are parts of the ground,
        the shape covers at most one each (L52).
        """
        places: cython.ulonglong = FULL
        i: cython.int
        shift: cython.int
        here: cython.ulonglong
        lamp: cython.ulonglong = 0
        two: cython.ulonglong = 0
        rival: cython.ulonglong = 0
        for i in range(8 * o, 8 * o + self.t.length[o]):
            places &= ground >> self.t.offset[i]
            if not places:
                return 0
        if lamps or rivals:
            for i in range(8 * o, 8 * o + self.t.length[o]):
                shift = self.t.offset[i]
                here = lamps >> shift
                two |= lamp & here
                lamp |= here
                here = rivals >> shift
                two |= rival & here
                rival |= here
            places &= ~two
        return (places << self.t.lift[o]) & self.t.anchors[o]

    def any_fits(
        self, seat: cython.int, piece: cython.int, lamp_too: cython.bint, rival_too: cython.bint
    ) -> cython.bint:
        """Whether there is any place for the piece."""
        o: cython.int
        free: cython.ulonglong = ~self.taken & FULL
        lamps: cython.ulonglong = self.printed & free if lamp_too else 0
        rivals: cython.ulonglong = self.own[1 - seat] & free if rival_too else 0
        ground: cython.ulonglong = (self.own[seat] | self.mixed) & free | lamps | rivals
        for o in range(self.t.first_orientation[piece], self.t.first_orientation[piece + 1]):
            if self.fits(o, ground, lamps, rivals):
                return True
        return False

    def can_build(self, seat: cython.int) -> cython.bint:
        """Whether a building in the seat's reserve has a legal place, using kept postcards if necessary."""
        i: cython.int
        for i in range(self.t.buildings):
            if (self.reserve[seat] >> i) & 1 and self.any_fits(
                seat, i, self.metropolitain == seat, self.chartier == seat
            ):
                return True
        return False

    def can_build_plainly(self, seat: cython.int) -> cython.bint:
        """Whether one has a legal place without a kept postcard."""
        i: cython.int
        for i in range(self.t.buildings):
            if (self.reserve[seat] >> i) & 1 and self.any_fits(seat, i, False, False):
                return True
        return False

    # ---- effects of steps --------------------------------------------------------------------------------------

    def apply(self, step: cython.int) -> cython.void:
        kind: cython.int = self.t.kind[step]
        piece: cython.int = self.t.piece[step]
        choice: cython.int = self.t.choice[step]
        me: cython.int = self.seat
        if kind == TILE:
            self.lay_tile(piece, choice >> 2, choice & 3)
        elif kind == TAKE:  # L21
            self.supply &= ~(1 << piece)
            self.reserve[me] |= 1 << piece
            self.turn += 1
            self.seat = 1 - me
        elif kind == BUILD:
            self.reserve[me] &= ~(1 << piece)
            self.put_building(piece, self.t.mask[step])
            self.end_turn(False)
        elif kind == CARD:  # L31
            self.open_cards &= ~(1 << piece)
            self.card_owner[piece] = me
            self.tokens[me] -= 1
            if piece == METROPOLITAIN:  # L41
                self.metropolitain = me
                self.end_turn(False)
            elif piece == CHARTIER:  # L45
                self.chartier = me
                self.end_turn(False)
            elif piece == SACRE_COEUR:  # L43
                self.end_turn(False)
            else:
                self.question = piece
        elif kind == SWAP:  # L40
            self.reserve[me] ^= (1 << piece) | (1 << choice)
            self.supply ^= (1 << piece) | (1 << choice)
            self.lifted = choice
        elif kind == PLACE:
            self.place_piece(piece, choice, self.t.mask[step])
            self.end_turn(False)
        elif kind == DECLINE:
            self.end_turn(False)
        elif self.phase == PAVING:  # L22
            self.turn += 1
            self.seat = 1 - me
        else:  # L32
            self.end_turn(True)

    def lay_tile(self, tile: cython.int, square: cython.int, turn: cython.int) -> cython.void:
        """L20, L23, L24. The hand is the top of the stack; to place the second tile, the two are swapped first."""
        me: cython.int = self.seat
        top: cython.int = 8 * me + self.placed[me]
        shift: cython.int = 16 * (square >> 2) + 2 * (square & 3)
        which: cython.int = 4 * tile + turn
        if self.stack[top] != tile:
            self.stack[top + 1] = self.stack[top]
            self.stack[top] = tile
        self.placed[me] += 1
        self.squares &= ~(1 << square)
        self.own[me] |= self.t.tile_own[which] << shift
        self.own[1 - me] |= self.t.tile_rival[which] << shift
        self.mixed |= self.t.tile_mixed[which] << shift
        self.printed |= self.t.tile_lamp[which] << shift
        if self.placed[me] == 8 and self.opener < 0:
            self.opener = me
        self.turn += 1
        self.seat = 1 - me
        if self.squares == 0:
            self.phase = BUILDING
            self.seat = self.opener

    def put_building(self, building: cython.int, mask: cython.ulonglong) -> cython.void:
        """Put a building or the garden on the board, spending the kept postcards that it needs (L41, L45)."""
        me: cython.int = self.seat
        self.spaces[building] = mask
        self.built[me] |= mask
        self.taken |= mask
        if mask & self.printed:
            self.metropolitain = -1
        if mask & self.own[1 - me]:
            self.chartier = -1

    def place_piece(self, card: cython.int, choice: cython.int, mask: cython.ulonglong) -> cython.void:
        """Put the piece of a postcard on the board: one branch for each postcard."""
        me: cython.int = self.seat
        bit: cython.int = lowest(mask)
        if card == JARDIN:  # L42
            self.put_building(self.t.buildings, mask)
            return
        self.taken |= mask
        if card == PEINTRE:  # L44
            self.painter = bit
        elif card == BOUQUINISTES:  # L46
            self.annexed = bit
            self.spaces[choice] |= mask
            self.built[me] |= mask
        elif card == LAMPADAIRE:  # L47
            self.lamp = bit
        elif card == MOULIN_ROUGE:  # L48
            self.dancer = bit
        elif card == FONTAINE:  # L49
            self.fountain = mask
            if mask & self.own[1 - me]:
                self.chartier = -1
        elif card == PENSEUR:  # L50
            self.statue = bit
            self.facing = choice
        else:  # L51
            self.large_lamp = bit

    def end_turn(self, skipped: cython.bint) -> cython.void:
        """L32, L33: pass the turn to the next seat that can do something, or end the game."""
        rival: cython.int = 1 - self.seat
        self.turn += 1
        self.question = self.lifted = -1
        self.skips = self.skips + 1 if skipped else 0
        if self.skips < 2:
            if self.tokens[rival] > 0 or self.can_build(rival):
                self.seat = rival
                return
            self.skips += 1
            if self.skips < 2 and (self.tokens[self.seat] > 0 or self.can_build(self.seat)):
                return
        self.phase = OVER
        self.seat = -1

    # ---- points ------------------------------------------------------------------------------------------------

    def points(self, seat: cython.int) -> cython.int:
        total: cython.int = self.lit(seat) + self.t.group_per_space * self.largest_group(seat) + self.postcards(seat)
        if self.card_owner[SACRE_COEUR] != seat:  # L43, L62
            total += self.t.unbuilt * popcount(self.reserve[seat])
        return total

    def utility(self, seat: cython.int) -> cython.double:
        """L64."""
        mine: cython.int = self.points(seat)
        theirs: cython.int = self.points(1 - seat)
        if mine == theirs:
            mine = popcount(self.own[seat] & ~self.taken)
            theirs = popcount(self.own[1 - seat] & ~self.taken)
        return 1.0 if mine > theirs else -1.0 if mine < theirs else 0.0

    def lamps(self) -> cython.ulonglong:
        """The ordinary lamps that give light: uncovered printed ones and the lamp piece (L41, L47, L53)."""
        burning: cython.ulonglong = self.printed & ~self.taken
        if self.lamp >= 0:
            burning |= cython.cast(cython.ulonglong, 1) << self.lamp
        return burning

    def beam(self) -> cython.ulonglong:
        """What the large lamp lights (L51): spaces of its pattern with a shortest way that crosses no building.

        A way goes from side to side. For straight and diagonal spaces this is what the rule says literally.
        """
        reached: cython.ulonglong = 0
        lit: cython.ulonglong
        wider: cython.ulonglong
        clear: cython.ulonglong
        quarter: cython.int
        if self.large_lamp < 0:
            return 0
        for quarter in range(4):  # light moves away from the lamp, never back
            lit = cython.cast(cython.ulonglong, 1) << self.large_lamp
            while True:
                clear = lit & ~(self.built[0] | self.built[1])
                wider = lit | ((clear << 1) & NOT_FIRST_ROW if quarter & 1 else (clear >> 1) & NOT_LAST_ROW)
                wider |= (clear << 8) & FULL if quarter & 2 else clear >> 8
                if wider == lit:
                    break
                lit = wider
            reached |= lit
        return reached & self.t.beams[self.large_lamp]

    def lit(self, seat: cython.int) -> cython.int:
        """L60: size times the number of different lamps, summed over the seat's buildings."""
        total: cython.int = 0
        burning: cython.ulonglong = self.lamps()
        beam: cython.ulonglong = self.beam()
        m: cython.ulonglong
        i: cython.int
        for i in range(self.t.buildings + 1):
            m = self.spaces[i]
            if m & self.built[seat]:
                total += popcount(m) * (popcount(beside(m) & burning) + (1 if m & beam else 0))
        return total

    def largest_group(self, seat: cython.int) -> cython.int:
        """L61."""
        most: cython.int = 0
        left: cython.ulonglong = self.built[seat]
        group: cython.ulonglong
        while left:
            group = region(left & (0 - left) & FULL, left)
            most = max(most, popcount(group))
            left &= ~group
        return most

    def postcards(self, seat: cython.int) -> cython.int:
        """L63: one branch for each postcard that scores."""
        total: cython.int = 0
        free: cython.ulonglong = ~self.taken & FULL
        area: cython.ulonglong
        here: cython.ulonglong
        touching: cython.ulonglong
        i: cython.int
        if self.painter >= 0 and self.card_owner[PEINTRE] == seat:  # L44, L53
            here = cython.cast(cython.ulonglong, 1) << self.painter
            area = region(here, ~(self.built[0] | self.built[1]) & FULL)
            here = self.lamps()
            if self.large_lamp >= 0:
                here |= cython.cast(cython.ulonglong, 1) << self.large_lamp
            total += self.t.painter_per_lamp * popcount(area & here)
        if self.dancer >= 0 and self.card_owner[MOULIN_ROUGE] == seat:  # L48
            here = cython.cast(cython.ulonglong, 1) << self.dancer
            total += self.t.dancer_per_space * popcount(region(here, free & ~self.printed))
        if self.fountain and self.card_owner[FONTAINE] == seat:  # L49
            touching = beside(self.fountain) & self.built[seat]
            for i in range(self.t.buildings + 1):
                if self.spaces[i] & touching:
                    total += self.t.fountain_per_building
        if self.statue >= 0 and self.card_owner[PENSEUR] == seat and ahead(self.statue, self.facing) & free:  # L50
            here = cython.cast(cython.ulonglong, 1) << self.statue
            area = here | ((here << 1) & NOT_FIRST_ROW) | ((here >> 1) & NOT_LAST_ROW)
            area |= ((area << 8) & FULL) | (area >> 8)
            touching = beside(here)
            total += self.t.statue_side * popcount(touching & free)
            total += self.t.statue_corner * popcount(area & ~touching & ~here & free)
        return total
