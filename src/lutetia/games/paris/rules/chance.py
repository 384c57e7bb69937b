"""Chance in Paris: how a game is dealt, and how what a seat cannot know is drawn again.

This is Python that Cython compiles; without a compiler it runs as it is. state.py describes the fields of a position.
"""

import cython

if cython.compiled:
    from cython.cimports.lutetia.core.random import Rng
    from cython.cimports.lutetia.games.paris.rules.state import ParisState
else:
    from lutetia.core.random import Rng
    from lutetia.games.paris.rules.state import ParisState

GOLD = cython.declare(cython.int, 1)


@cython.cclass
class DealtState(ParisState):
    """A position that can be dealt and resampled."""

    def __init__(self, *given):
        ParisState.__init__(self, *given)
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
        """Start a game from a given deal.

        `stack`: all building tiles, stack after stack, each from the top, then the returned tiles. `tokens`: the token
        beside each space. `track`: the bonus tile on each space of the track. `first`: the starting seat.
        """
        for i in range(36):
            self.stack[i] = stack[i]
            self.dealt[i] = tokens[i]
        for i in range(30):
            self.track[i] = track[i]
        self.start(first)

    def start(self, first: cython.int) -> cython.void:
        """Set up the position before the first turn (P10-P14). Stacks, tokens and track are in place already."""
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

    # ---- what a seat cannot know --------------------------------------------------------------------------------

    def offer(self, kind: cython.int):
        """Make all remaining end-game tiles of one kind. `determinize` counts the kinds itself."""
        i: cython.int
        for i in range(12):
            self.end_left[i] = 0
        self.end_left[kind] = self.ends_left
        self.derive()

    def exchange(self, seat: cython.int, kind: cython.int, other: cython.int):
        """Replace an end-game tile that a seat holds by one of another kind."""
        self.ends[12 * seat + kind] -= 1
        self.ends[12 * seat + other] += 1
        self.derive()

    def resample(self, seat: cython.int, rng: Rng) -> cython.void:
        """Redraw what the seat cannot know.

        That is the order of the stacks except for the backs of their top tiles (P11), and which end-game tiles the
        other seats hold. Only the seat on turn sees which end-game tiles are left (P70, P80).
        """
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
        """Shuffle the tiles not yet drawn, keeping the district of each top tile."""
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
        """Shuffle the end-game tiles that the seat cannot see. `keep`: leave those of the seat on turn."""
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

    def stands(self):
        """`question_stands`, for callers in plain Python."""
        return self.question_stands()

    def question_stands(self) -> cython.bint:
        """Whether the open question would still be asked of the seat on turn. The kernel overrides this."""
        return True
