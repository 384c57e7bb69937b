"""A kernel for games written in plain Python: subclass `PythonKernel` and override its Python methods.

The search, the environments and the arena call a kernel through C methods without holding the GIL. `PythonKernel`
implements these methods: each takes the GIL and calls the game's Python method. A compiled kernel is about a hundred
times faster, but a Python one needs no compiler and works everywhere.

C callers cannot receive exceptions. If the game's code raises in such a call, the position ends (`seat` becomes -1)
and the exception is raised as soon as the caller is back in Python (core/failures.py). `Game` uses the wrappers
(`list`, `play`, …), which raise at once.
"""

from hashlib import blake2b

import cython

from lutetia.core.failures import keep_failure

if cython.compiled:
    from cython.cimports.lutetia.core.kernel import Kernel, StepList
    from cython.cimports.lutetia.core.random import Rng
else:
    from lutetia.core.kernel import Kernel, StepList
    from lutetia.core.random import Rng


@cython.cclass
class PythonKernel(Kernel):
    """A position whose rules are Python methods.

    `players`, `seat` and `turn` are attributes that the methods set: `seat` decides next (-1 at the end), `turn` counts
    the finished turns. Everything else is up to the subclass.
    """

    def __init__(self, players: int, step_count: int) -> None:
        """`step_count`: the length of the ruleset's `step_texts`."""
        Kernel.__init__(self)
        self.players = players
        self.step_count = step_count

    # ---- what a game overrides ---------------------------------------------------------------------------------

    def deal_from(self, rng: Rng) -> None:
        """Begin a new game. Everything that is left to chance is drawn now, with `rng.choose(n)`: 0 to n - 1."""
        raise NotImplementedError

    def legal_steps(self) -> list:
        """Every legal step as an index of the ruleset's `step_texts`, in any order. Called while `seat` is not -1."""
        raise NotImplementedError

    def take(self, step: int) -> None:
        """Take a legal step, and set `seat` and `turn`."""
        raise NotImplementedError

    def state(self) -> tuple:
        """Everything else that steps change: ints, texts, None, and tuples of them. Equal positions, equal states."""
        raise NotImplementedError

    def set_state(self, state: tuple) -> None:
        """Become the position that `state()` of another kernel of the same ruleset returned."""
        raise NotImplementedError

    def resample_hidden(self, seat: int, rng: Rng) -> None:
        """Replace what the seat (-1: a spectator) cannot know by something it cannot tell apart."""

    def points_for(self, seat: int) -> int:
        """The seat's points as the position stands, hidden ones included."""
        raise NotImplementedError

    def utility_for(self, seat: int) -> float:
        """1 for the winner, -1 for a loser. This default goes by points; several winners share: two get 0."""
        points = [self.points_for(other) for other in range(self.players)]
        return 2.0 / points.count(max(points)) - 1.0 if points[seat] == max(points) else -1.0

    # ---- the C methods of a kernel -----------------------------------------------------------------------------

    def legal(self, out: cython.p_int) -> cython.int:
        count: cython.int = 0
        with cython.gil:
            try:
                count = self.fill(out)
            except Exception as error:
                self.fail(error)
                out[0] = 0  # callers need a step to choose; `apply` does not take it
                count = 1
        return count

    def apply(self, step: cython.int) -> cython.void:
        with cython.gil:
            try:
                if self.seat >= 0:
                    self.take(step)
            except Exception as error:
                self.fail(error)

    def deal(self, rng: Rng) -> cython.void:
        with cython.gil:
            try:
                self.begin(rng)
            except Exception as error:
                self.fail(error)

    def copy_from(self, other: Kernel) -> cython.void:
        with cython.gil:
            try:
                self.become(other)
            except Exception as error:
                self.fail(error)

    def resample(self, seat: cython.int, rng: Rng) -> cython.void:
        with cython.gil:
            try:
                self.resample_hidden(seat, rng)
            except Exception as error:
                self.fail(error)

    def points(self, seat: cython.int) -> cython.int:
        found: cython.int = 0
        with cython.gil:
            try:
                found = self.points_for(seat)
            except Exception as error:
                self.fail(error)
        return found

    def utility(self, seat: cython.int) -> cython.double:
        found: cython.double = 0.0
        with cython.gil:
            try:
                found = self.utility_for(seat)
            except Exception as error:
                self.fail(error)
        return found

    def hash(self) -> cython.ulonglong:
        found: cython.ulonglong = 0
        with cython.gil:
            try:
                found = self.key()
            except Exception as error:
                self.fail(error)
        return found

    def fill(self, out: cython.p_int) -> cython.int:
        """Write the legal steps in the order that callers rely on; return how many. Raises ValueError for no step."""
        i: cython.int
        steps = sorted(set(self.legal_steps())) if self.seat >= 0 else []
        if steps and (min(steps) < 0 or max(steps) >= self.step_count):
            raise ValueError(f"legal_steps: steps are 0 to {self.step_count - 1}, not {min(steps)} to {max(steps)}")
        if self.seat >= 0 and not steps:
            raise ValueError("legal_steps: there is no legal step, but the game is not over")
        for i in range(len(steps)):
            out[i] = steps[i]
        return len(steps)

    def fail(self, error: object) -> cython.void:
        """End the position, so that no caller waits for it, and keep the exception for `raise_failure`."""
        self.seat = -1
        keep_failure(error)

    # ---- the same for Python: these raise what the game's code raises --------------------------------------------

    def list(self, steps: StepList):
        steps.count = self.fill(steps.ids)
        return steps.count

    def play(self, step: cython.int):
        self.take(step)

    def begin(self, rng: Rng):
        self.turn = 0
        self.deal_from(rng)

    def become(self, other: Kernel):
        self.players, self.seat, self.turn = other.players, other.seat, other.turn
        self.set_state(other.state())

    def snapshot(self):
        return {"seat": self.seat, "turn": self.turn, "state": self.state()}

    def restore(self, given: dict):
        self.seat, self.turn = given["seat"], given["turn"]
        self.set_state(given["state"])

    def imagine(self, seat: cython.int, rng: Rng):
        self.resample_hidden(seat, rng)

    def points_of(self, seat: cython.int):
        return self.points_for(seat)

    def utility_of(self, seat: cython.int):
        return self.utility_for(seat)

    def key(self):
        position = repr((self.seat, self.turn, self.state())).encode()
        return int.from_bytes(blake2b(position, digest_size=8).digest(), "big")
