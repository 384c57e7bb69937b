"""What every game's kernel offers, to compiled search and, through a few thin wrappers, to Python.

A kernel is one position as C ints and bitboards. A step is an int; the game's notation gives it words, and its
order is the order of those words. Nothing here allocates, raises or does I/O: callers pass only legal steps.
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
    """A caller's buffer for legal steps: filled by `Kernel.list`, read like a tuple of ascending ints."""

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
        """The steps in words, by a table that holds the words of every step."""
        return [words[self.ids[i]] for i in range(self.count)]


@cython.cclass
class Kernel:
    """The contract. `seat` decides next (-1 at the end); `turn` counts the turns that are finished."""

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
        """Begin a new game: everything that is left to chance is drawn now."""

    def copy_from(self, other: "Kernel") -> cython.void:
        """Become equal to another kernel of the same table."""

    def resample(self, seat: cython.int, rng: Rng) -> cython.void:
        """Replace what this seat (-1: a spectator) cannot know by something it cannot tell apart."""

    def points(self, seat: cython.int) -> cython.int:
        """The seat's points as the position stands."""
        return 0

    def utility(self, seat: cython.int) -> cython.double:
        """1 for the winner, -1 for a loser, between for shared places; only when the game is over."""
        return 0.0

    def hash(self) -> cython.ulonglong:
        """64 bits over the whole position, hidden parts included."""
        return 0

    # Python's doors to the same methods.

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
    """Deal and play whole random games, the results included; return (steps, a sum over all results).

    The sum tells two runs apart, and sees to it that every game is counted out.
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
