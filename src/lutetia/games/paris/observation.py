"""Observations of Paris: the city, the turn, and what each seat has.

Seats are listed in the order of play from the observing one, so one network can play all colours. Hidden are the stacks
below their backs (P11) and the others' end-game tiles (P70); with closed screens also what lies behind them (P80).
"""

import cython

from lutetia.envs.observer import Part

if cython.compiled:
    from cython.cimports.lutetia.core.kernel import Kernel
    from cython.cimports.lutetia.envs.observer import Observer
    from cython.cimports.lutetia.games.paris.rules.kernel import ParisKernel
else:
    from lutetia.core.kernel import Kernel
    from lutetia.envs.observer import Observer
    from lutetia.games.paris.rules.kernel import ParisKernel

TYPES = cython.declare(cython.int, 12)
"""The most types of buildings that an edition can have."""


def parts(players: int) -> tuple[Part, ...]:
    """The parts of a row for this number of players."""
    return (
        Part("stacks", (9, 7)),  # tiles left / 4, then the district on the back of the top tile
        Part("drawn", (36,)),  # building tiles: six per district, by value
        Part("buildings", (36, 12)),  # the type of the building on each space, six per district
        Part("tokens beside", (36, 6)),
        Part("tokens dealt", (36, 6)),
        Part("landmarks", (6, 14)),  # by property of a district; those of buildings stay 0
        Part("display", (14,)),
        Part("vp tiles", (6, 12)),  # the one in each district
        Part("vp tiles left", (12,)),
        Part("supply", (6,), 12),
        Part("track", (30, 30)),  # by space: the bonus tile that lies there
        Part("copies", (30,), 3),  # of each bonus tile
        Part("end tiles left", (1,), 12),
        Part("end tiles", (12,), 4),  # by kind; known only to the seat to move, near the end (P70)
        Part("phase", (3,)),  # a draw is due, the action is taken, my turn
        Part("whose turn", (players,)),
        Part("turns left", (1,), 4),  # −1 before the last round
        Part("asked", (7, 8)),  # the stack of questions, the current one last
        Part("site", (36,)),  # the tile to place
        Part("goal", (84,)),  # the property that a key moves to
        Part("toll", (1,), 10),
        Part("owed", (6,), 4),
        Part("open sections", (6,), 4),
        Part("pairs", (2,), 4),  # which kind of pair is given up, and how many so far
        Part("half used", (30,)),  # bonus tiles with one of two units left
        Part("my points", (1,), 100),
        # vp / 100, meeple / 30, reserve / 10, the Arc; 6 banks, 84 properties, 84 for the doubled one, 30 tiles used
        Part("in view", (players, 208)),
        # francs / 20, keys in hand / 10, tokens / 4 (6), unused tiles (30), how many end-game tiles / 4
        Part("behind screens", (players, 39)),
        Part("end tiles held", (players, 12), 4),
    )


@cython.cclass
class ParisObserver(Observer):
    """Fills `parts(players)`."""

    def __init__(self, parts: tuple, closed: cython.bint) -> None:
        Observer.__init__(self, parts)
        self.closed = closed

    def write(self, kernel: Kernel, seat: cython.int) -> cython.void:
        self.write_row(cython.cast(ParisKernel, kernel), seat)

    def write_row(self, k: ParisKernel, me: cython.int) -> cython.void:
        i: cython.int
        s: cython.int
        over: cython.bint = k.seat < 0
        self.city(k)
        self.put(k.ends_left, 12)
        if over or (k.seat == me and k.tiles_left == 0):
            for i in range(12):
                self.put(k.end_left[i], 4)
        else:
            self.hidden(12)
        self.turn(k, me)
        self.put(k.points(me), 100)
        for i in range(k.players):
            self.in_view(k, (me + i) % k.players)
        for i in range(k.players):
            s = (me + i) % k.players
            if over or s == me or not self.closed:
                self.behind(k, s)
            else:
                self.hidden(39)
        for i in range(k.players):
            s = (me + i) % k.players
            if over or s == me:
                self.ends_of(k, s)
            else:
                self.hidden(12)

    def city(self, k: ParisKernel) -> cython.void:
        """What everyone sees on the board."""
        i: cython.int
        s: cython.int
        drawn: cython.ulonglong = 0
        one: cython.ulonglong = 1
        for s in range(9):
            if s < k.t.stacks:
                self.put(k.height * (s + 1) - k.top[s], 4)
                self.one_of(k.stack[k.top[s]] // 6 if k.top[s] < k.height * (s + 1) else -1, 6)
                for i in range(k.height * s, k.top[s]):
                    drawn |= one << k.stack[i]
            else:
                self.bits(0, 7)
        self.bits(drawn, 36)
        for i in range(36):
            self.one_of(k.building[i], TYPES)
        for i in range(36):
            self.one_of(k.beside[i], 6)
        for i in range(36):
            self.one_of(k.dealt[i], 6)
        for i in range(6):
            self.bits(k.landmarks[i], 14)
        self.bits(k.display, 14)
        for i in range(6):
            self.one_of(k.vp_in[i], 12)
        self.bits(k.vp_left, 12)
        for i in range(6):
            self.put(k.supply[i], 12)
        for i in range(30):
            self.one_of(k.track[i], 30)
        for i in range(30):
            self.put(k.copies[i], 3)

    def turn(self, k: ParisKernel, me: cython.int) -> cython.void:
        """The state of the turn, which everyone sees."""
        i: cython.int
        self.put(k.draw_due, 1)
        self.put(k.acted, 1)
        self.put(k.seat == me, 1)
        self.one_of((k.seat - me + k.players) % k.players if k.seat >= 0 else -1, k.players)
        self.put(k.last - k.turn if k.last >= 0 else -4, 4)
        for i in range(1, 8):
            self.one_of(k.asked[i] if i <= k.depth else -1, 8)
        if k.depth > 0:
            self.one_of(k.siting, 36)
            self.one_of(k.goal, 84)
            self.put(k.toll, 10)
            for i in range(6):
                self.put(k.owed[i], 4)
            for i in range(6):
                self.put(k.open_sections[i], 4)
            self.put(k.pairing, 4)
            self.put(k.pairs, 4)
        else:
            self.bits(0, 64)
            self.bits(0, 64)
            self.bits(0, 7)
        self.bits(k.half, 30)

    def in_view(self, k: ParisKernel, s: cython.int) -> cython.void:
        """What is open even with closed screens."""
        d: cython.int
        self.put(k.vp[s], 100)
        self.put(k.meeple[s], 30)
        self.put(k.reserve[s], 10)
        self.put(k.arc[s], 1)
        self.bits(k.banks[s], 6)
        for d in range(6):
            self.bits(k.own[6 * s + d], 14)
        self.one_of(k.doubled[s], 84)
        self.bits(k.owned[s] & ~k.unused[s], 30)

    def behind(self, k: ParisKernel, s: cython.int) -> cython.void:
        """What lies behind a screen."""
        i: cython.int
        held: cython.int = 0
        for i in range(12):
            held += k.ends[12 * s + i]
        self.put(k.francs[s], 20)
        self.put(k.hand[s], 10)
        for i in range(6):
            self.put(k.tokens[6 * s + i], 4)
        self.bits(k.unused[s], 30)
        self.put(held, 4)

    def ends_of(self, k: ParisKernel, s: cython.int) -> cython.void:
        """The end-game tiles of a seat by kind."""
        i: cython.int
        for i in range(12):
            self.put(k.ends[12 * s + i], 4)


def observer(ruleset):
    """The observer of a ruleset and the parts of its rows."""
    named = parts(len(ruleset.seats))
    return ParisObserver(named, ruleset.options["screens"] == "closed"), named
