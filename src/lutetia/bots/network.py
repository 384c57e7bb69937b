"""A small neural network in integers: the same results compiled, interpreted, and on every machine.

inference.h has the compiled loops, interpreted_inference.py the same in Python, weights_file.py the format.
"""

import cython

from lutetia.bots.interpreted_inference import InterpretedInference
from lutetia.bots.weights_file import Pool, read

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc
    from cython.cimports.lutetia.bots.network import (
        PATHS,
        inference_buffer,
        inference_can,
        inference_free,
        inference_multiply,
        inference_new,
        inference_pool,
        inference_ready,
        inference_run,
    )

NAMES = ("plain", "narrow vectors", "avx2", "avx512")
"""The ways through the compiled loops, as inference.h numbers them. All give the same bits."""


def paths() -> list:
    """The ways that this machine can take, the fastest last; without compiled code there are none."""
    if cython.compiled:
        return [NAMES[path] for path in range(PATHS) if inference_can(path)]
    return []


@cython.cclass
class Network:
    """A network that is ready to run. It has its own memory for intermediate results: use one per thread."""

    def __init__(self, data: bytes, game: object = None, features: object = None, path: object = None) -> None:
        """`data`: a weights file. `game`, `features`: what it must be for. `path`: one of `paths()`, for tests.

        Raises WeightsError if the file is damaged or is for something else.
        """
        self.file = read(data, game, features)
        self.inputs = self.file.inputs
        self.outputs = self.file.outputs
        if path is not None and path not in paths():
            raise ValueError(f"{path}: this machine has {', '.join(paths())}")
        if cython.compiled:
            self.build()
            if path is not None:
                self.inference.path = NAMES.index(path)
        else:
            self.interpreted = InterpretedInference(self.file)

    def __dealloc__(self):
        inference_free(self.inference)

    def build(self):
        """Hand the checked file to the compiled loops."""
        file = self.file
        inference_free(self.inference)
        self.inference = inference_new(file.height, file.width, file.planes, file.globals, file.outputs)
        if not self.inference:
            raise MemoryError
        for i, (offset, factor) in enumerate(zip(file.offset, file.factor)):  # noqa: B905 - Cython
            self.inference.input_offset[cython.cast(cython.int, i)] = offset
            self.inference.input_factor[cython.cast(cython.int, i)] = factor
        for buffer in file.buffers[2:]:
            inference_buffer(self.inference, buffer.board, buffer.channels)
        for op in file.ops:
            if isinstance(op, Pool):
                inference_pool(self.inference, op.source, op.target, op.maximum)
            else:
                self.add(op)
        if not inference_ready(self.inference):
            raise MemoryError

    def add(self, op):
        weights: bytes = op.weights.tobytes()
        bias: bytes = op.bias.tobytes()
        factor: bytes = op.factor.tobytes()
        inference_multiply(
            self.inference,
            op.source,
            op.target,
            op.output,
            op.size,
            op.channels,
            op.add,
            op.shift,
            op.residual,
            op.relu,
            cython.cast(cython.p_uchar, weights),
            cython.cast(cython.p_uchar, bias),
            cython.cast(cython.p_uchar, factor),
        )

    @property
    def path(self):
        """The way through the loops: one of `NAMES`, or "interpreted"."""
        if cython.compiled:
            return NAMES[self.inference.path]
        return "interpreted"

    def run(self, row: cython.p_uchar, out: cython.p_int) -> cython.void:
        """Evaluate a row of `inputs` bytes; write `outputs` integers."""
        if cython.compiled:
            inference_run(self.inference, row, out)
        else:
            self.interpreted.run(row, out)

    def evaluate(self, row: bytes, times: cython.int = 1) -> list:
        """The outputs for one row, for callers in plain Python. Raises ValueError for a row of another length.

        `times`: how often it is evaluated, for benchmarks.
        """
        i: cython.int
        if len(row) != self.inputs:
            raise ValueError(f"a row of {len(row)} bytes, but the network takes {self.inputs}")
        if cython.compiled:
            out: cython.p_int = cython.cast(cython.p_int, malloc(self.outputs * cython.sizeof(cython.int)))
            if not out:
                raise MemoryError
            data: cython.p_uchar = cython.cast(cython.p_uchar, row)
            try:
                with cython.nogil:
                    for i in range(times):
                        self.run(data, out)
                return [out[i] for i in range(self.outputs)]
            finally:
                free(out)
        else:
            found = [0] * self.outputs
            for i in range(times):
                self.run(row, found)
            return found
