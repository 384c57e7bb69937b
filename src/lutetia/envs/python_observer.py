"""An observer for games written in plain Python: a function returns the row, this class hands it to the C callers."""

from collections.abc import Callable, Sequence

import cython

from lutetia.core.failures import keep_failure

if cython.compiled:
    from cython.cimports.lutetia.core.kernel import Kernel
    from cython.cimports.lutetia.envs.observer import Observer
else:
    from lutetia.core.kernel import Kernel
    from lutetia.envs.observer import Observer


@cython.cclass
class PythonObserver(Observer):
    """Writes the rows that `row(kernel, seat)` returns. It must hold nothing that the seat may not know.

    A row has one number for each place of `parts`, all from -10 to 10.
    """

    def __init__(self, parts: tuple, row: Callable[[Kernel, int], Sequence[float]]) -> None:
        Observer.__init__(self, parts)
        self.row = row

    def write(self, kernel: Kernel, seat: cython.int) -> cython.void:
        i: cython.int
        with cython.gil:
            try:
                found = self.row(kernel, seat)
                if len(found) != self.size:
                    raise TypeError(f"a row of {self.size} numbers is needed, not of {len(found)}")
                for i in range(self.size):
                    self.out[self.at + i] = found[i]
            except Exception as error:
                keep_failure(error)
        self.at += self.size
