"""The interface of every game's kernel, for compiled search and, through thin wrappers, for Python.

A kernel is one position as C ints and bitboards. A step is an int. The game's notation gives it a text, and steps are
numbered in the order of their texts. Nothing here allocates, raises or does I/O: callers pass only legal steps.
"""

import cython

from lutetia.core.failures import raise_failure

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc
    from cython.cimports.lutetia.core.random import Rng
else:
    from lutetia.core.random import Rng


@cython.cclass
class StepList:
    """A buffer for legal steps. `Kernel.list` fills it; it reads like a tuple of ascending ints."""

    def __cinit__(self, room: cython.int):
        self.room = room
        self.count = 0
        if cython.compiled:
            self.ids = cython.cast(cython.p_int, malloc(room * cython.sizeof(cython.int)))
            if not self.ids:
                raise MemoryError
        else:
            self.ids = [0] * room

    def __init__(self, room: object) -> None:
        if not cython.compiled:
            self.__cinit__(room)

    def __dealloc__(self):
        free(self.ids)

    def __len__(self):
        return self.count

    def __getitem__(self, i: cython.Py_ssize_t):
        if i < 0 or i >= self.count:
            raise IndexError(i)
        return self.ids[i]

    def __contains__(self, step: cython.int):
        low: cython.int = 0
        high: cython.int = self.count
        middle: cython.int
        while low < high:
            middle = (low + high) >> 1
            if self.ids[middle] < step:
                low = middle + 1
            else:
                high = middle
        return low < self.count and self.ids[low] == step

    def words(self, words: tuple) -> list:
        """The texts of the steps. `words` has the text of every step, by number."""
        return [words[self.ids[i]] for i in range(self.count)]


@cython.cclass
class Kernel:
    """The interface. `seat` decides next (-1 at the end); `turn` is the number of finished turns."""

    def __init__(self):
        self.players = 0
        self.seat = -1
        self.turn = 0

    def legal(self, out: cython.p_int) -> cython.int:
        """Write every legal step, ascending, each once; return how many. 0 only when the game is over."""
        return 0

    def apply(self, step: cython.int) -> cython.void:
        """Take a legal step."""

    def over(self) -> cython.bint:
        return self.seat < 0

    def deal(self, rng: Rng) -> cython.void:
        """Start a new game. All random decisions are made now."""

    def copy_from(self, other: "Kernel") -> cython.void:
        """Become equal to another kernel of the same ruleset."""

    def resample(self, seat: cython.int, rng: Rng) -> cython.void:
        """Replace what this seat (-1: a spectator) cannot know by something that looks the same to it."""

    def points(self, seat: cython.int) -> cython.int:
        """The seat's points in this position."""
        return 0

    def utility(self, seat: cython.int) -> cython.double:
        """1 for the winner, -1 for a loser, a value between for shared places. Only when the game is over."""
        return 0.0

    def hash(self) -> cython.ulonglong:
        """A 64-bit hash of the whole position, including hidden parts."""
        return 0

    # Wrappers of the same methods for Python.

    def list(self, steps: StepList):
        """Fill the buffer with the legal steps; return how many there are."""
        steps.count = self.legal(steps.ids)
        return steps.count

    def play(self, step: cython.int):
        self.apply(step)

    def is_over(self):
        return self.over()

    def begin(self, rng: Rng):
        self.deal(rng)

    def become(self, other: "Kernel"):
        self.copy_from(other)

    def imagine(self, seat: cython.int, rng: Rng):
        self.resample(seat, rng)

    def snapshot(self):
        """The whole position, hidden parts included, by names: for pickles. `restore` takes it back."""
        raise NotImplementedError

    def restore(self, given: dict):
        """Become the position of which another kernel of the same ruleset made this snapshot."""
        raise NotImplementedError

    def points_of(self, seat: cython.int):
        return self.points(seat)

    def utility_of(self, seat: cython.int):
        return self.utility(seat)

    def key(self):
        return self.hash()


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def playout(kernel: Kernel, out: cython.p_int, rng: Rng) -> cython.int:
    """Play uniformly random legal steps to the end; return how many."""
    steps: cython.int = 0
    n: cython.int
    while not kernel.over():
        n = kernel.legal(out)
        kernel.apply(out[rng.below(n)])
        steps += 1
    return steps


def random_games(kernel: Kernel, steps: StepList, rng: Rng, games: cython.int):
    """Deal and play random games to the end; return (steps, a checksum of all results).

    The checksum tells two runs apart and makes sure that every game is scored.
    """
    total: cython.longlong = 0
    points: cython.longlong = 0
    played: cython.int
    seat: cython.int
    with cython.nogil:
        for played in range(games):  # noqa: B007 (typed by its name)
            kernel.deal(rng)
            total += playout(kernel, steps.ids, rng)
            for seat in range(kernel.players):
                points += (seat + 1) * kernel.points(seat)
            points += kernel.utility(0) > 0
    raise_failure()
    return total, points
