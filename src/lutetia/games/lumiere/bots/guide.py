"""The heuristic for steps of La Cité de la Lumière: roughly the points that a step will bring, in tenths."""

import cython

if cython.compiled:
    from cython.cimports.lutetia.bots.guide import Guide
    from cython.cimports.lutetia.core.bits import popcount
    from cython.cimports.lutetia.core.kernel import Kernel
    from cython.cimports.lutetia.games.lumiere.rules.kernel import LumiereKernel, beside, region
else:
    from lutetia.bots.guide import Guide
    from lutetia.core.bits import popcount
    from lutetia.core.kernel import Kernel
    from lutetia.games.lumiere.rules.kernel import LumiereKernel, beside, region

BUILD = cython.declare(cython.int, 0)
CARD = cython.declare(cython.int, 1)
PLACE = cython.declare(cython.int, 4)
TAKE = cython.declare(cython.int, 6)
TILE = cython.declare(cython.int, 7)


@cython.cclass
class LumiereGuide(Guide):
    """Prefers light, then connected buildings, and rates postcards by what they bring now."""

    def weight(self, kernel: Kernel, step: cython.int) -> cython.int:
        return self.weigh_step(cython.cast(LumiereKernel, kernel), step)

    def weigh_step(self, k: LumiereKernel, step: cython.int) -> cython.int:
        kind: cython.int = k.t.kind[step]
        if kind == BUILD:
            return self.standing(k, k.t.mask[step]) + 30
        if kind == CARD:
            return self.card(k, k.t.piece[step])
        if kind == PLACE:
            return self.piece(k, k.t.piece[step], k.t.choice[step], k.t.mask[step])
        if kind == TILE:
            return self.tile(k, k.t.piece[step], k.t.choice[step] >> 2, k.t.choice[step] & 3)
        if kind == TAKE:
            return self.take(k, k.t.piece[step])
        return 0 if k.phase == 1 else -20

    def standing(self, k: LumiereKernel, mask: cython.ulonglong) -> cython.int:
        """A building on these spaces: its light, and a little for touching one's own buildings."""
        lamps: cython.int = popcount(beside(mask) & k.lamps())
        if k.large_lamp >= 0 and mask & k.beam():
            lamps += 1
        return 10 * popcount(mask) * lamps + (12 if beside(mask) & k.built[k.seat] else 0) + 2 * popcount(mask)

    def lamp_worth(self, k: LumiereKernel, lit: cython.ulonglong) -> cython.int:
        """What a lamp that lights these spaces brings the seat, minus the rival's gain, with a bonus for free ones."""
        worth: cython.int = 0
        i: cython.int
        free: cython.ulonglong = lit & ~k.taken
        for i in range(k.t.buildings + 1):
            if k.spaces[i] & lit:
                if k.spaces[i] & k.built[k.seat]:
                    worth += 10 * popcount(k.spaces[i])
                else:
                    worth -= 10 * popcount(k.spaces[i])
        return worth + 6 * popcount(free & (k.own[k.seat] | k.mixed)) - 6 * popcount(free & k.own[1 - k.seat])

    def card(self, k: LumiereKernel, card: cython.int) -> cython.int:
        """A postcard; the cards are numbered in alphabetical order."""
        me: cython.int = k.seat
        built: cython.int = popcount(k.built[me])
        if card == 0:  # bouquinistes
            return 50 if built else 5
        if card == 1:  # chartier
            return 25 if k.reserve[me] else 5
        if card == 2:  # fontaine
            return 50 if built else 20
        if card == 3:  # grande-lumiere
            return 60
        if card == 4:  # jardin
            return 45
        if card == 5:  # lampadaire
            return 50 if built else 20
        if card == 6:  # levitation
            return 40 if k.reserve[me] and k.supply else 5
        if card == 7:  # metropolitain
            return 25 if k.reserve[me] else 5
        if card == 8:  # moulin-rouge
            return 50
        if card == 9:  # peintre
            return 70
        if card == 10:  # penseur
            return 60
        return 12 * popcount(k.reserve[me])  # sacre-coeur

    def piece(self, k: LumiereKernel, card: cython.int, choice: cython.int, mask: cython.ulonglong) -> cython.int:
        me: cython.int = k.seat
        free: cython.ulonglong = ~k.taken
        area: cython.ulonglong
        if card == 4:  # jardin
            return self.standing(k, mask) + 20
        if card == 0:  # bouquinistes
            area = k.spaces[choice] | mask
            return (
                10
                * (
                    popcount(area) * popcount(beside(area) & k.lamps())
                    - popcount(k.spaces[choice]) * popcount(beside(k.spaces[choice]) & k.lamps())
                )
                + 10
            )
        if card == 5:  # lampadaire
            return self.lamp_worth(k, beside(mask))
        if card == 3:  # grande-lumiere
            return self.lamp_worth(k, k.t.beams[popcount(mask - 1)])
        if card == 9:  # peintre
            area = region(mask, ~(k.built[0] | k.built[1]))
            return 16 * popcount(area & k.lamps()) - 10 * popcount(beside(mask) & k.lamps())
        if card == 8:  # moulin-rouge
            area = region(mask, free & ~k.printed)
            return 7 * popcount(area)
        if card == 2:  # fontaine
            return 25 * popcount(beside(mask) & k.built[me]) + 5 * popcount(beside(mask) & k.own[me] & free)
        return 14 * popcount(beside(mask) & free & ~k.own[me])  # penseur

    def tile(self, k: LumiereKernel, tile: cython.int, square: cython.int, turn: cython.int) -> cython.int:
        """Connect own spaces and put lamps beside them; separate the rival's."""
        me: cython.int = k.seat
        shift: cython.int = 16 * (square >> 2) + 2 * (square & 3)
        which: cython.int = 4 * tile + turn
        own: cython.ulonglong = k.t.tile_own[which] << shift
        rival: cython.ulonglong = k.t.tile_rival[which] << shift
        mixed: cython.ulonglong = k.t.tile_mixed[which] << shift
        lamp: cython.ulonglong = k.t.tile_lamp[which] << shift
        mine: cython.ulonglong = k.own[me] | k.mixed
        return (
            8 * popcount(beside(own | mixed) & mine)
            - 6 * popcount(beside(rival | mixed) & k.own[1 - me])
            + 5 * popcount(beside(own) & k.printed)
            - 4 * popcount(beside(rival) & k.printed)
            + 5 * popcount(beside(lamp) & k.own[me])
            - 4 * popcount(beside(lamp) & k.own[1 - me])
        )

    def take(self, k: LumiereKernel, building: cython.int) -> cython.int:
        """Large buildings first, but not more than can be built."""
        held: cython.int = popcount(k.reserve[k.seat])
        size: cython.int = k.t.length[k.t.first_orientation[building]]
        return 30 + 5 * size - 12 * held


GUIDE = LumiereGuide
