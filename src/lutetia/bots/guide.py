"""A guide: a fast heuristic for steps and positions. The search uses it to order steps and to play rollouts."""

import cython

if cython.compiled:
    from cython.cimports.lutetia.core.kernel import Kernel
else:
    from lutetia.core.kernel import Kernel


NEVER = cython.declare(cython.int, -1_000_000)
"""The weight of a step that is ignored while there is another."""


@cython.cclass
class Guide:
    """The default, which treats all steps alike. Games subclass it."""

    def __init__(self) -> None:
        pass

    def weight(self, kernel: Kernel, step: cython.int) -> cython.int:
        """Roughly the points that the step will bring, in tenths; only the order matters. `NEVER`: ignore it."""
        return 0

    def estimate(self, kernel: Kernel, seat: cython.int) -> cython.int:
        """The points that the seat will have at the end, in tenths; for rollouts that stop before the end."""
        return 10 * kernel.points(seat)

    def weigh(self, kernel: Kernel, step: cython.int):
        """`weight`, for callers in plain Python."""
        return self.weight(kernel, step)
