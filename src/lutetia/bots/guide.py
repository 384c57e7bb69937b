"""A guide: how promising a step looks at a glance. Search uses it to choose what to try first and how to play on."""

import cython

if cython.compiled:
    from cython.cimports.lutetia.core.kernel import Kernel
else:
    from lutetia.core.kernel import Kernel


NEVER = cython.declare(cython.int, -1_000_000)
"""The weight of a step that is not worth a thought while there is another."""


@cython.cclass
class Guide:
    """Knows nothing: every step looks alike. Games bring their own."""

    def __init__(self) -> None:
        pass

    def weight(self, kernel: Kernel, step: cython.int) -> cython.int:
        """About the points the step will bring, in tenths; only the order matters. `NEVER`: not worth a thought."""
        return 0

    def estimate(self, kernel: Kernel, seat: cython.int) -> cython.int:
        """The points the seat will have at the end, in tenths; for rollouts that stop before it."""
        return 10 * kernel.points(seat)

    def weigh(self, kernel: Kernel, step: cython.int):
        """`weight`, for callers in plain Python."""
        return self.weight(kernel, step)
