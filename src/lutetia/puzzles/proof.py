"""The proof of a puzzle: the exact value of every turn, by the solver."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lutetia.bots.profile import profile_for
from lutetia.bots.solver import Solver
from lutetia.core.kernel import StepList
from lutetia.core.ruleset import Ruleset

Kernel = Any
"""A `lutetia.core.kernel.Kernel`. Its methods for Python have no types."""
LONGEST_LINE = 160
"""Steps of the longest line that is followed: a turn may have dozens."""


@dataclass(frozen=True)
class Turn:
    """A whole turn: its steps, the position after it, and its value for the prover's seat."""

    steps: tuple[int, ...]
    after: Kernel
    value: int


class TooLong(Exception):
    """The budget of positions does not suffice."""


class Prover:
    """Values for one seat of a ruleset. Every call may visit `budget` positions."""

    def __init__(self, ruleset: Ruleset[Any], seat: int, budget: int, log_size: int = 20) -> None:
        self.ruleset = ruleset
        self.seat = seat
        self.budget = budget
        self._log_size = log_size
        self._kernels = [ruleset.new_kernel() for _depth in range(LONGEST_LINE)]
        self._solver = self._new_solver()
        self._listed = StepList(len(ruleset.step_texts))

    def _new_solver(self, forbidden: int = -1) -> Solver:
        guide = profile_for(self.ruleset.game).guide()
        solver = Solver(self._kernels, guide, len(self.ruleset.step_texts), self._log_size)
        solver.ask(self.seat, forbidden)
        return solver

    def value(self, kernel: Kernel) -> int:
        """What best play leads to. Raises TooLong."""
        return self._solve(self._solver, kernel, self.budget)[0]

    def value_without(self, kernel: Kernel, step: int) -> int:
        """The same if this step may not be taken in the turn that begins here. Raises TooLong."""
        return self._solve(self._new_solver(step), kernel, self.budget)[0]

    def exceeds(self, kernel: Kernel, bound: int) -> bool:
        """Whether best play leads to more than this. Raises TooLong."""
        return self._exceeds(self._solver, kernel, bound)

    def exceeds_without(self, kernel: Kernel, step: int, bound: int) -> bool:
        """The same if this step may not be taken in the turn that begins here. Raises TooLong."""
        return self._exceeds(self._new_solver(step), kernel, bound)

    def best_turn(self, kernel: Kernel) -> tuple[int, ...]:
        """The steps of a best turn of the seat that decides, without steps that could be left out. Raises TooLong."""
        value, _step = self._solve(self._solver, kernel, self.budget)
        at, steps = self._copy(kernel), []
        while not self._turn_over(kernel, at):
            steps.append(self._solve(self._solver, at, self.budget)[1])
            at.play(steps[-1])
        return self._shortened(kernel, steps, value)

    def turns(self, kernel: Kernel, most: int) -> list[Turn]:
        """Every turn that leads to a position of its own, best first for the prover's seat.

        Raises TooLong if there are more than `most` positions in them, or the budget does not suffice for all.
        """
        ends = self.ends(kernel, most)
        left = self.budget
        found = []
        for steps, after in ends:
            value, _step = self._solve(self._solver, after, left)
            left -= 0 if after.is_over() else self._solver.nodes
            found.append(Turn(steps, after, value))
        return sorted(found, key=lambda turn: (-turn.value, len(turn.steps), turn.steps))

    def ends(self, kernel: Kernel, most: int) -> list[tuple[tuple[int, ...], Kernel]]:
        """Every turn that leads to a position of its own: its steps, as few as possible, and the position.

        Raises TooLong if there are more than `most` positions in them.
        """
        seen = {kernel.key()}
        ends: list[tuple[tuple[int, ...], Kernel]] = []
        open_: list[tuple[tuple[int, ...], Kernel]] = [((), kernel)]
        while open_:
            nearer, open_ = open_, []
            for steps, at in nearer:
                at.list(self._listed)
                for step in [self._listed[n] for n in range(len(self._listed))]:
                    after = self._copy(at)
                    after.play(step)
                    if after.key() in seen:
                        continue
                    seen.add(after.key())
                    if len(seen) > most:
                        raise TooLong
                    (ends if self._turn_over(kernel, after) else open_).append(((*steps, step), after))
        return ends

    def _shortened(self, kernel: Kernel, steps: list[int], value: int) -> tuple[int, ...]:
        """The turn without steps that change nothing about its value, such as buying what is sold again."""
        shorter = True
        while shorter:
            shorter = False
            for left_out in self._omissions(len(steps)):
                fewer = [step for place, step in enumerate(steps) if place not in left_out]
                after = self.after(kernel, fewer)
                if after is not None and self._turn_over(kernel, after) and self.value(after) == value:
                    steps, shorter = fewer, True
                    break
        return tuple(steps)

    @staticmethod
    def _omissions(length: int) -> list[set[int]]:
        """One step, or two: a purchase and its sale."""
        return [{one} for one in range(length)] + [{one, two} for two in range(length) for one in range(two)]

    def after(self, kernel: Kernel, steps: list[int] | tuple[int, ...]) -> Kernel | None:
        """The position after some steps of one turn; None if one is not legal, or the turn ends before the last."""
        at = self._copy(kernel)
        for step in steps:
            at.list(self._listed)
            if self._turn_over(kernel, at) or step not in self._listed:
                return None
            at.play(step)
        return at

    def _exceeds(self, solver: Solver, kernel: Kernel, bound: int) -> bool:
        found = solver.exceeds(kernel, bound, self.budget)
        if found is None:
            raise TooLong
        return bool(found)

    def _solve(self, solver: Solver, kernel: Kernel, budget: int) -> tuple[int, int]:
        value, step = solver.solve(kernel, budget)
        if value is None:
            raise TooLong
        return value, step

    @staticmethod
    def _turn_over(before: Kernel, at: Kernel) -> bool:
        return bool(at.is_over() or at.turn != before.turn)

    def _copy(self, kernel: Kernel) -> Kernel:
        copy: Kernel = self.ruleset.new_kernel()
        copy.become(kernel)
        return copy
