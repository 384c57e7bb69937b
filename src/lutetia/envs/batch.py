"""Many games at once: the loops behind `vector.py`, without Python objects if the core is compiled.

The caller owns the arrays. They are passed as addresses; uncompiled, as memoryviews of the same memory.
"""

from typing import Any

import cython

from lutetia.core.failures import raise_failure
from lutetia.envs.rewards import NAMES
from lutetia.envs.rewards import SCALE as POINTS

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc
    from cython.cimports.lutetia.core.bits import lowest, popcount
    from cython.cimports.lutetia.core.kernel import Kernel, StepList
    from cython.cimports.lutetia.core.random import Rng
    from cython.cimports.lutetia.envs.observer import Observer
else:
    from lutetia.core.bits import lowest, popcount
    from lutetia.core.kernel import Kernel, StepList
    from lutetia.core.random import Rng
    from lutetia.envs.observer import Observer

DIFFERENCE = cython.declare(cython.int, NAMES.index("difference"))
SHAPED = cython.declare(cython.int, NAMES.index("shaped"))
SCALE = cython.declare(cython.float, POINTS)


@cython.cclass
class Batch:
    """Kernels of one ruleset, each with its row in the arrays. A finished game is dealt anew in the same step."""

    def __init__(self, kernels: list, observer: Observer, steps: cython.int, reward: cython.int, arrays: dict) -> None:
        """`reward`: a place in `rewards.NAMES`."""
        i: cython.int
        self.kernels = kernels
        self.games = len(kernels)
        self.players = cython.cast(Kernel, kernels[0]).players
        self.steps = steps
        self.reward = reward
        self.mask_words = (steps + 63) >> 6
        self.legal = StepList(steps)
        self.observer = observer
        if cython.compiled:
            self.at = cython.cast(cython.pp_void, malloc(self.games * cython.sizeof(cython.p_void)))
            if not self.at:
                raise MemoryError
            for i in range(self.games):
                self.at[i] = cython.cast(cython.p_void, kernels[i])  # `kernels` keeps them alive
            self.masks = cython.cast(cython.p_ulonglong, cython.cast(cython.size_t, arrays["masks"]))
            self.counts = cython.cast(cython.p_int, cython.cast(cython.size_t, arrays["counts"]))
            self.actions = cython.cast(cython.p_int, cython.cast(cython.size_t, arrays["actions"]))
            self.points = cython.cast(cython.p_int, cython.cast(cython.size_t, arrays["points"]))
            self.before = cython.cast(cython.p_int, cython.cast(cython.size_t, arrays["before"]))
            self.seats = cython.cast(cython.p_schar, cython.cast(cython.size_t, arrays["seats"]))
            self.rewards = cython.cast(cython.p_float, cython.cast(cython.size_t, arrays["rewards"]))
            self.ended = cython.cast(cython.p_uchar, cython.cast(cython.size_t, arrays["ended"]))
        else:
            self.at = kernels
            self.masks, self.counts, self.actions = arrays["masks"], arrays["counts"], arrays["actions"]
            self.points, self.before, self.seats = arrays["points"], arrays["before"], arrays["seats"]
            self.rewards, self.ended = arrays["rewards"], arrays["ended"]

    def __dealloc__(self):
        free(self.at)

    # ---- for vector.py -----------------------------------------------------------------------------------------

    def reset(self, seed: Any) -> None:
        """Deal all games. Deals, random actions and resampling each have their own random stream."""
        game: cython.int
        self.deals = Rng(seed)
        self.choices = Rng(seed ^ 0x5EED)
        self.samples = Rng(seed ^ 0xD3A1)
        with cython.nogil:
            for game in range(self.games):
                self.ended[game] = 0
                self.deal(game)
        raise_failure()

    def copy_positions(self, positions: list, sources: Any, imagined: cython.bint) -> None:
        """Game i becomes a copy of positions[sources[i]]: kernels of the same ruleset whose games are not over.

        `imagined`: what the seat to move cannot know is resampled, separately for each copy.
        """
        game: cython.int
        kernel: Kernel
        at: cython.p_int
        if cython.compiled:
            at = cython.cast(cython.p_int, cython.cast(cython.size_t, sources))
        else:
            at = sources
        for game in range(self.games):
            kernel = cython.cast(Kernel, self.at[game])
            kernel.copy_from(cython.cast(Kernel, positions[at[game]]))
            if imagined:
                kernel.resample(kernel.seat, self.samples)
            self.ended[game] = 0
            self.begin_row(game)
        raise_failure()

    def streams(self) -> list:
        """The states of the random streams, for pickles."""
        return [self.deals.state, self.choices.state, self.samples.state]

    def go_on(self, streams: list) -> None:
        """Continue with these streams and with the kernels as they are now."""
        game: cython.int
        self.deals, self.choices, self.samples = Rng(streams[0]), Rng(streams[1]), Rng(streams[2])
        for game in range(self.games):
            self.update_row(game)
        raise_failure()

    def step(self) -> int:
        """Play each game's action and return −1. If one is illegal, play none and return that game's index."""
        game: cython.int
        wrong: cython.int
        with cython.nogil:
            wrong = self.first_illegal()
            if wrong < 0:
                for game in range(self.games):
                    self.advance(game)
        raise_failure()
        return wrong

    def sample(self) -> None:
        """Choose a legal action for each game, uniformly at random."""
        game: cython.int
        with cython.nogil:
            for game in range(self.games):
                self.actions[game] = self.pick(game)

    def observe(self, rows: Any) -> None:
        """Write each game's observation for the seat to move."""
        game: cython.int
        if cython.compiled:
            self.observer.out = cython.cast(cython.p_float, cython.cast(cython.size_t, rows))
        else:
            self.observer.out = rows
        self.observer.at = 0
        with cython.nogil:
            for game in range(self.games):
                self.observer.write(cython.cast(Kernel, self.at[game]), self.seats[game])
        raise_failure()

    # ---- game by game ------------------------------------------------------------------------------------------

    def deal(self, game: cython.int) -> cython.void:
        cython.cast(Kernel, self.at[game]).deal(self.deals)
        self.begin_row(game)

    def begin_row(self, game: cython.int) -> cython.void:
        """Write the row of a game that has just begun here."""
        seat: cython.int
        if self.reward == SHAPED:
            for seat in range(self.players):
                self.before[game * self.players + seat] = cython.cast(Kernel, self.at[game]).points(seat)
        self.update_row(game)

    def update_row(self, game: cython.int) -> cython.void:
        """Write the seat to move and the legal steps as bits."""
        i: cython.int
        step: cython.int
        row: cython.int = game * self.mask_words
        n: cython.int = cython.cast(Kernel, self.at[game]).legal(self.legal.ids)
        self.seats[game] = cython.cast(Kernel, self.at[game]).seat
        self.counts[game] = n
        for i in range(row, row + self.mask_words):
            self.masks[i] = 0
        for i in range(n):
            step = self.legal.ids[i]
            self.masks[row + (step >> 6)] |= cython.cast(cython.ulonglong, 1) << (step & 63)

    def first_illegal(self) -> cython.int:
        """The index of the first game whose action is illegal; −1 if all are legal."""
        game: cython.int
        step: cython.int
        for game in range(self.games):
            step = self.actions[game]
            if (
                step < 0
                or step >= self.steps
                or not (self.masks[game * self.mask_words + (step >> 6)] >> (step & 63)) & 1
            ):
                return game
        return -1

    def advance(self, game: cython.int) -> cython.void:
        seat: cython.int
        row: cython.int = game * self.players
        cython.cast(Kernel, self.at[game]).apply(self.actions[game])
        if cython.cast(Kernel, self.at[game]).seat >= 0:
            if self.reward == SHAPED:
                for seat in range(self.players):
                    self.rewards[row + seat] = self.gained(game, seat)
            elif self.ended[game]:
                for seat in range(self.players):
                    self.rewards[row + seat] = 0
            self.ended[game] = 0
            self.update_row(game)
            return
        for seat in range(self.players):
            self.points[row + seat] = cython.cast(Kernel, self.at[game]).points(seat)
        for seat in range(self.players):
            self.rewards[row + seat] = self.final(game, seat)
        self.ended[game] = 1
        self.deal(game)

    def final(self, game: cython.int, seat: cython.int) -> cython.float:
        """A seat's reward for the step that ended the game. `points` has the points of all seats."""
        other: cython.int
        best: cython.int = 0
        row: cython.int = game * self.players
        if self.reward == DIFFERENCE:
            for other in range(self.players):
                if other != seat and (best == 0 or self.points[row + other] > self.points[row + best - 1]):
                    best = other + 1
            return cython.cast(cython.float, self.points[row + seat] - self.points[row + best - 1]) / SCALE
        if self.reward == SHAPED:
            return self.gained(game, seat) + cython.cast(cython.float, cython.cast(Kernel, self.at[game]).utility(seat))
        return cython.cast(cython.float, cython.cast(Kernel, self.at[game]).utility(seat))

    def gained(self, game: cython.int, seat: cython.int) -> cython.float:
        """What the last step changed in a seat's points, scaled."""
        at: cython.int = game * self.players + seat
        points: cython.int = cython.cast(Kernel, self.at[game]).points(seat)
        change: cython.float = cython.cast(cython.float, points - self.before[at]) / SCALE
        self.before[at] = points
        return change

    def pick(self, game: cython.int) -> cython.int:
        """A random legal step."""
        nth: cython.int = self.choices.below(self.counts[game])
        word: cython.int = game * self.mask_words
        bits: cython.ulonglong = self.masks[word]
        here: cython.int = popcount(bits)
        while here <= nth:
            nth -= here
            word += 1
            bits = self.masks[word]
            here = popcount(bits)
        while nth > 0:
            bits &= bits - 1
            nth -= 1
        return 64 * (word - game * self.mask_words) + lowest(bits)
