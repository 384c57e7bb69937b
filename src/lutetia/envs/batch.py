"""Many games at once: what `vector.py` does in arrays, game after game, without Python where the core is compiled.

The arrays belong to the caller. They come as addresses; uncompiled, as memoryviews of the same memory.
"""

from typing import Any

import cython

from lutetia.core.failures import raise_failure

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


@cython.cclass
class Batch:
    """Kernels of one table, each with its row in the arrays. An ended game is dealt anew in the same step."""

    def __init__(self, kernels: list, observer: Observer, steps: cython.int, arrays: dict) -> None:
        i: cython.int
        self.kernels = kernels
        self.games = len(kernels)
        self.players = cython.cast(Kernel, kernels[0]).players
        self.steps = steps
        self.words = (steps + 63) >> 6
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
            self.seats = cython.cast(cython.p_schar, cython.cast(cython.size_t, arrays["seats"]))
            self.rewards = cython.cast(cython.p_float, cython.cast(cython.size_t, arrays["rewards"]))
            self.ended = cython.cast(cython.p_uchar, cython.cast(cython.size_t, arrays["ended"]))
        else:
            self.at = kernels
            self.masks, self.counts, self.actions = arrays["masks"], arrays["counts"], arrays["actions"]
            self.points, self.seats = arrays["points"], arrays["seats"]
            self.rewards, self.ended = arrays["rewards"], arrays["ended"]

    def __dealloc__(self):
        free(self.at)

    # ---- for vector.py -----------------------------------------------------------------------------------------

    def begin(self, seed: Any) -> None:
        """Deal every game anew. Deals, random choices and imagined worlds have streams of their own."""
        game: cython.int
        self.deals = Rng(seed)
        self.choices = Rng(seed ^ 0x5EED)
        self.worlds = Rng(seed ^ 0xD3A1)
        with cython.nogil:
            for game in range(self.games):
                self.ended[game] = 0
                self.deal(game)
        raise_failure()

    def put(self, positions: list, sources: Any, imagined: cython.bint) -> None:
        """Game i becomes a copy of positions[sources[i]], which are kernels of the same table whose games go on.

        Imagined: what the seat that decides cannot know is drawn anew, for every copy by itself.
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
                kernel.resample(kernel.seat, self.worlds)
            self.ended[game] = 0
            self.tell(game)
        raise_failure()

    def step(self) -> int:
        """Take every game's action. If one is illegal, take none and return that game's number; else −1."""
        game: cython.int
        wrong: cython.int
        with cython.nogil:
            wrong = self.illegal()
            if wrong < 0:
                for game in range(self.games):
                    self.advance(game)
        raise_failure()
        return wrong

    def sample(self) -> None:
        """A legal action for every game, each as likely."""
        game: cython.int
        with cython.nogil:
            for game in range(self.games):
                self.actions[game] = self.pick(game)

    def observe(self, rows: Any) -> None:
        """Each game through the eyes of the seat that decides."""
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
        self.tell(game)

    def tell(self, game: cython.int) -> cython.void:
        """Whose decision it is, and the legal steps as bits."""
        i: cython.int
        step: cython.int
        row: cython.int = game * self.words
        n: cython.int = cython.cast(Kernel, self.at[game]).legal(self.legal.ids)
        self.seats[game] = cython.cast(Kernel, self.at[game]).seat
        self.counts[game] = n
        for i in range(row, row + self.words):
            self.masks[i] = 0
        for i in range(n):
            step = self.legal.ids[i]
            self.masks[row + (step >> 6)] |= cython.cast(cython.ulonglong, 1) << (step & 63)

    def illegal(self) -> cython.int:
        """The first game whose action is not legal, −1 if all are."""
        game: cython.int
        step: cython.int
        for game in range(self.games):
            step = self.actions[game]
            if step < 0 or step >= self.steps or not (self.masks[game * self.words + (step >> 6)] >> (step & 63)) & 1:
                return game
        return -1

    def advance(self, game: cython.int) -> cython.void:
        seat: cython.int
        row: cython.int = game * self.players
        cython.cast(Kernel, self.at[game]).apply(self.actions[game])
        if cython.cast(Kernel, self.at[game]).seat >= 0:
            if self.ended[game]:
                self.ended[game] = 0
                for seat in range(self.players):
                    self.rewards[row + seat] = 0
            self.tell(game)
            return
        for seat in range(self.players):
            self.rewards[row + seat] = cython.cast(Kernel, self.at[game]).utility(seat)
            self.points[row + seat] = cython.cast(Kernel, self.at[game]).points(seat)
        self.ended[game] = 1
        self.deal(game)

    def pick(self, game: cython.int) -> cython.int:
        """One of the legal steps."""
        nth: cython.int = self.choices.below(self.counts[game])
        word: cython.int = game * self.words
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
        return 64 * (word - game * self.words) + lowest(bits)
