"""Run a network without compiled code: the same integers as inference.h, a thousand times slower."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from operator import mul

from lutetia.bots.weights_file import LIMIT, Multiply, Pool, WeightsFile

HALF = 1 << 31


def scaled(number: int, factor: int) -> int:
    """Multiplied by factor / 2**32, and rounded."""
    return (number * factor + HALF) >> 32


class InterpretedInference:
    """A network of a weights file. Boards are lists of spaces, each a list of channels, with a border of zeros."""

    def __init__(self, file: WeightsFile) -> None:
        self.file = file
        self.border = file.width + 2
        self.spaces = [y * self.border + x for y in range(1, file.height + 1) for x in range(1, file.width + 1)]
        self.data: list[list[list[int]]] = [
            [[0] * buffer.channels for _space in range((file.height + 2) * self.border if buffer.board else 1)]
            for buffer in file.buffers
        ]
        around = [dy * self.border + dx for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
        self.windows = {1: [0], 3: around}

    def run(self, row: Sequence[int], out: MutableSequence[int]) -> None:
        file = self.file
        out[: file.outputs] = [0] * file.outputs
        values = iter(row)
        for channel in range(file.planes):
            for space in self.spaces:
                self.data[0][space][channel] = (next(values) - file.offset[channel]) * file.factor[channel]
        for i, channel in enumerate(range(file.planes, file.planes + file.globals)):
            self.data[1][0][i] = (next(values) - file.offset[channel]) * file.factor[channel]
        for op in file.ops:
            if isinstance(op, Pool):
                self.pool(op)
            else:
                self.multiply(op, out)

    def multiply(self, op: Multiply, out: MutableSequence[int]) -> None:
        board = self.file.buffers[op.source].board
        source, spaces = self.data[op.source], self.spaces if board else [0]
        width = len(op.weights) // op.channels
        rows = [op.weights[c * width : (c + 1) * width] for c in range(op.channels)]
        add = [0] * op.channels if op.add < 0 else self.data[op.add][0]
        low = 0 if op.relu else -LIMIT
        for p, space in enumerate(spaces):
            window: list[int] = []
            for step in self.windows[op.size]:
                window += source[space + step]
            found = [
                scaled(bias + sum(map(mul, window, weights)), factor) + more
                for weights, bias, factor, more in zip(rows, op.bias, op.factor, add, strict=True)
            ]
            if op.target < 0:
                out[op.output + p : op.output + p + len(spaces) * op.channels : len(spaces)] = [
                    number << op.shift for number in found
                ]
                continue
            if op.residual >= 0:
                found = [a + b for a, b in zip(found, self.data[op.residual][space], strict=True)]
            self.data[op.target][space] = [max(low, min(LIMIT, number)) for number in found]

    def pool(self, op: Pool) -> None:
        channels = list(zip(*(self.data[op.source][space] for space in self.spaces), strict=True))
        n = len(self.spaces)
        means = [scaled(sum(channel), ((1 << 32) + n // 2) // n) for channel in channels]
        self.data[op.target][0] = means + [max(channel) for channel in channels] if op.maximum else means
