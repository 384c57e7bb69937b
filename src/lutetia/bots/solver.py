"""Exact solver for endgames without hidden information: alpha-beta with a transposition table.

Values are for one seat, usually seat 0: twice the margin in points or, if points are equal, 1, 0 or -1 by the
tie-break. A larger value is a better result, and a proven value is the result of best play. With more than two players
the margin is to the best rival, and the rivals play together against the seat.
"""

import cython

from lutetia.core.failures import raise_failure

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free, malloc
    from cython.cimports.lutetia.bots.guide import Guide
    from cython.cimports.lutetia.core.kernel import Kernel
else:
    from lutetia.bots.guide import Guide
    from lutetia.core.kernel import Kernel

EXACT = cython.declare(cython.int, 1)
AT_LEAST = cython.declare(cython.int, 2)
AT_MOST = cython.declare(cython.int, 3)
GAVE_UP = cython.declare(cython.int, 1 << 20)
"""Instead of a value: the budget is spent."""


@cython.cclass
class Solver:
    """Solves one position at a time. The transposition table is kept from one to the next."""

    def __cinit__(self, kernels: list, guide: Guide, step_count: cython.int, log_size: cython.int = 18):
        self.size = 1 << log_size
        if cython.compiled:
            self.legal = cython.cast(cython.p_int, malloc(len(kernels) * step_count * cython.sizeof(cython.int)))
            self.order = cython.cast(cython.p_int, malloc(len(kernels) * step_count * cython.sizeof(cython.int)))
            self.keys = cython.cast(cython.p_ulonglong, calloc(self.size, cython.sizeof(cython.ulonglong)))
            self.values = cython.cast(cython.p_int, calloc(self.size, cython.sizeof(cython.int)))
            self.bounds = cython.cast(cython.p_int, calloc(self.size, cython.sizeof(cython.int)))
            self.steps = cython.cast(cython.p_int, calloc(self.size, cython.sizeof(cython.int)))
            if not (self.legal and self.order and self.keys and self.values and self.bounds and self.steps):
                raise MemoryError
        else:
            self.legal, self.order = [0] * (len(kernels) * step_count), [0] * (len(kernels) * step_count)
            self.keys, self.values, self.bounds, self.steps = {}, {}, {}, {}

    def __init__(self, kernels: list, guide: Guide, step_count: cython.int, log_size: cython.int = 18) -> None:
        """`kernels`: spare ones, one for each step of the longest line; `step_count`: the ruleset's number of steps.
        `log_size`: of the transposition table. With 20 instead of 18, proofs of up to a million positions visit 0.4 %
        fewer, take a sixth more time and 16 MB more memory."""
        if not cython.compiled:
            self.__cinit__(kernels, guide, step_count, log_size)
        self.kernels = kernels
        self.guide = guide
        self.step_count = step_count
        self.max_depth = len(kernels) - 1
        self.nodes = 0
        self.hero = 0
        self.forbidden = -1

    def __dealloc__(self):
        free(self.legal)
        free(self.order)
        free(self.keys)
        free(self.values)
        free(self.bounds)
        free(self.steps)

    def ask(self, hero: cython.int, forbidden: cython.int = -1):
        """Values are for this seat from now on, and this step may not be taken in the root's turn.

        Ask before the first position: what is in the transposition table is true for one question only.
        """
        self.hero = hero
        self.forbidden = forbidden

    def solve(self, root: Kernel, budget: cython.longlong) -> tuple:
        """(value, best step), or (None, -1) if the budget of positions does not suffice."""
        value: cython.int
        self.root_turn = root.turn
        self.budget = budget
        self.nodes = 0
        self.best_step = -1
        cython.cast(Kernel, self.kernels[0]).copy_from(root)
        value = self.value(0, -1000000, 1000000)
        raise_failure()
        return (None, -1) if value == GAVE_UP else (value, self.best_step)

    def exceeds(self, root: Kernel, bound: cython.int, budget: cython.longlong) -> object:
        """Whether the value is greater than the bound, which is proven sooner than the value; None as for `solve`."""
        value: cython.int
        self.root_turn = root.turn
        self.budget = budget
        self.nodes = 0
        cython.cast(Kernel, self.kernels[0]).copy_from(root)
        value = self.value(0, bound, bound + 1)
        raise_failure()
        return None if value == GAVE_UP else value > bound

    def final_value(self, kernel: Kernel) -> cython.int:
        margin: cython.int
        seat: cython.int
        best: cython.int = -1000000
        for seat in range(kernel.players):
            if seat != self.hero:
                best = max(best, kernel.points(seat))
        margin = kernel.points(self.hero) - best
        return 2 * margin if margin else cython.cast(cython.int, kernel.utility(self.hero))

    def value(self, depth: cython.int, alpha: cython.int, beta: cython.int) -> cython.int:
        kernel: Kernel = self.kernels[depth]
        after: Kernel
        key: cython.ulonglong
        slot: cython.int
        n: cython.int
        i: cython.int
        j: cython.int
        found: cython.int
        best: cython.int
        best_step: cython.int = -1
        hint: cython.int = -1
        low: cython.int = alpha
        high: cython.int = beta
        step: cython.int
        weight: cython.int
        upper: cython.bint
        base: cython.int = depth * self.step_count
        if kernel.over():
            return self.final_value(kernel)
        self.nodes += 1
        if self.nodes > self.budget or depth >= self.max_depth:
            return GAVE_UP
        key = kernel.hash()
        slot = cython.cast(cython.int, key & (self.size - 1))
        if cython.compiled:
            known = self.keys[slot] == key
        else:
            known = self.keys.get(slot) == key
        if known:
            found = self.values[slot]
            hint = self.steps[slot]
            if depth > 0 or hint >= 0:
                if (
                    self.bounds[slot] == EXACT
                    or (self.bounds[slot] == AT_LEAST and found >= beta)
                    or (self.bounds[slot] == AT_MOST and found <= alpha)
                ):
                    if depth == 0:
                        self.best_step = hint
                    return found
        if cython.compiled:
            n = kernel.legal(self.legal + base)
        else:
            steps = [0] * self.step_count
            n = kernel.legal(steps)
            self.legal[base : base + n] = steps[:n]
        for i in range(n):  # insertion sort by weight; the best step of an earlier visit comes first
            step = self.legal[base + i]
            weight = 1 << 24 if step == hint else self.guide.weight(kernel, step)
            j = i
            while j > 0 and self.order[base + j - 1] < weight:
                self.order[base + j] = self.order[base + j - 1]
                self.legal[base + j] = self.legal[base + j - 1]
                j -= 1
            self.order[base + j] = weight
            self.legal[base + j] = step
        upper = kernel.seat == self.hero
        best = -1000000 if upper else 1000000
        after = self.kernels[depth + 1]
        for i in range(n):
            step = self.legal[base + i]
            if step == self.forbidden and kernel.turn == self.root_turn:
                continue
            after.copy_from(kernel)
            after.apply(step)
            found = self.value(depth + 1, low, high)
            if found == GAVE_UP:
                return GAVE_UP
            if (found > best) if upper else (found < best):
                best = found
                best_step = step
            if upper:
                low = max(low, best)
            else:
                high = min(high, best)
            if low >= high:
                break
        self.keys[slot] = key
        self.values[slot] = best
        self.steps[slot] = best_step
        self.bounds[slot] = AT_MOST if best <= alpha else AT_LEAST if best >= beta else EXACT
        if depth == 0:
            self.best_step = best_step
        return best
