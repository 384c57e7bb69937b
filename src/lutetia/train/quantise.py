"""From a network in floating point to a weights file in integers (numpy only).

Weights become 8-bit integers with a scale for each output channel, activations 16-bit integers with a scale for each
buffer. The scales of the buffers come from running the network on real positions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lutetia.bots.weights_file import LARGEST_SUM, LIMIT, Part, write

Floats = NDArray[np.float64]

HEADROOM = 2.0
"""How much larger than in the calibration an activation may become before it is cut off."""
LARGEST_WEIGHT = 127
DAMPING = 0.01
"""Added to the moments, as a part of their mean, so that inputs that never occur do no harm."""
LARGEST_INPUT = 255


@dataclass(frozen=True)
class Layer:
    """A convolution (weights [out, in, k, k]) or a dense layer (weights [out, in]).

    It writes a buffer (`target`) or, from number `output` on, the network's outputs. `add` is a vector that is added
    everywhere, `residual` a buffer that is added space by space.
    """

    source: str
    weight: Floats
    bias: Floats | None = None
    target: str | None = None
    output: int | None = None
    add: str | None = None
    residual: str | None = None
    relu: bool = False

    @property
    def channels(self) -> int:
        return int(self.weight.shape[0])

    @property
    def size(self) -> int:
        return int(self.weight.shape[2]) if self.weight.ndim == 4 else 1

    @property
    def rows(self) -> Floats:
        """The weights as one row per output: [out, taps × in]."""
        if self.weight.ndim == 2:
            return self.weight.astype(np.float64)
        return self.weight.transpose(0, 2, 3, 1).reshape(self.channels, -1).astype(np.float64)


@dataclass(frozen=True)
class Pooling:
    """The mean of each channel over the board, then its maximum if wanted."""

    source: str
    target: str
    maximum: bool = False


@dataclass(frozen=True)
class Seen:
    """What was seen in real positions."""

    largest: dict[str, float] = field(default_factory=dict)
    """The largest activation of each buffer."""
    moments: dict[int, Floats] = field(default_factory=dict)
    """By layer (its id): the sums of products of any two of its inputs."""

    def add(self, layer: Layer, x: Floats) -> None:
        flat = x.reshape(-1, x.shape[-1]).astype(np.float32)
        self.moments[id(layer)] = self.moments.get(id(layer), 0.0) + (flat.T @ flat).astype(np.float64)


@dataclass(frozen=True)
class FloatNetwork:
    """A network in floating point. Input channel i is (byte − offset[i]) × scale[i]; planes come first."""

    height: int
    width: int
    planes: int
    globals: int
    scale: Floats
    offset: NDArray[np.int64]
    layers: Sequence[Layer | Pooling]
    parts: Mapping[str, Part]
    """The outputs. `one` of a part is the integer that stands for 1.0."""

    @property
    def outputs(self) -> int:
        return max(part.at + part.size for part in self.parts.values())

    def run(self, rows: NDArray[np.uint8], seen: Seen | None = None) -> Floats:
        """The outputs, [n, outputs], for rows of bytes. `seen` learns what the layers see."""
        n, spaces = len(rows), self.height * self.width
        values = (rows.astype(np.float64), spaces * self.planes)
        board = values[0][:, : values[1]].reshape(n, self.planes, spaces).transpose(0, 2, 1)
        data: dict[str, Floats] = {
            "planes": (board - self.offset[: self.planes]) * self.scale[: self.planes],
            "globals": (values[0][:, values[1] :] - self.offset[self.planes :]) * self.scale[self.planes :],
        }
        out = np.zeros((n, self.outputs))
        for layer in self.layers:
            if isinstance(layer, Pooling):
                x = data[layer.source]
                parts = [x.mean(1), x.max(1)] if layer.maximum else [x.mean(1)]
                name, y = layer.target, np.concatenate(parts, 1)
            else:
                x = windows(data[layer.source], self.height, self.width, layer.size)
                if seen is not None:
                    seen.add(layer, x)
                y = self._multiplied(layer, x, data)
                if layer.target is None:
                    flat = y.transpose(0, 2, 1).reshape(n, -1) if y.ndim == 3 else y
                    out[:, layer.output : (layer.output or 0) + flat.shape[1]] = flat
                    continue
                name = layer.target
            data[name] = y
            if seen is not None:
                seen.largest[name] = max(seen.largest.get(name, 0.0), float(np.abs(y).max()))
        return out

    def _multiplied(self, layer: Layer, x: Floats, data: Mapping[str, Floats]) -> Floats:
        y = x @ layer.rows.T
        if layer.bias is not None:
            y = y + layer.bias
        if layer.add is not None:
            y = y + (data[layer.add][:, None] if y.ndim == 3 else data[layer.add])
        if layer.residual is not None:
            y = y + data[layer.residual]
        return np.maximum(y, 0) if layer.relu else y


def windows(x: Floats, height: int, width: int, size: int) -> Floats:
    """What a convolution's window sees from every space: [n, spaces, taps × channels]; beyond the edge are zeros."""
    if size == 1:
        return x
    n, _spaces, channels = x.shape
    padded = np.zeros((n, height + 2, width + 2, channels))
    padded[:, 1:-1, 1:-1] = x.reshape(n, height, width, channels)
    taps = [padded[:, dy : dy + height, dx : dx + width] for dy in range(3) for dx in range(3)]
    return np.concatenate(taps, -1).reshape(n, height * width, 9 * channels)


def quantise(network: FloatNetwork, rows: NDArray[np.uint8], about: Mapping[str, Any]) -> bytes:
    """The weights file of a network. `rows`: positions of real games, thousands of them, to find the scales.

    `about` goes into the file's header: game, features, licence, provenance. Raises WeightsError or OverflowError if
    the network has no integer form.
    """
    seen = Seen()
    for start in range(0, len(rows), 256):
        network.run(rows[start : start + 256], seen)
    factors = _input_factors(network)
    units = _units(network, seen.largest)
    ops: list[dict[str, Any]] = []
    tensors = []
    for layer in network.layers:
        if isinstance(layer, Pooling):
            ops.append({"op": "pool", "from": layer.source, "to": layer.target, "maximum": layer.maximum})
            continue
        op, tensor = _integers(network, layer, factors, units, seen.moments[id(layer)])
        ops.append(op)
        tensors.append(tensor)
    header = dict(about) | {
        "input": {
            "height": network.height,
            "width": network.width,
            "planes": network.planes,
            "globals": network.globals,
        },
        "ops": ops,
        "outputs": {name: part._asdict() for name, part in network.parts.items()},
    }
    return write(header, network.offset.tolist(), factors.tolist(), tensors)


def _input_factors(network: FloatNetwork) -> NDArray[np.int64]:
    """What each input is multiplied by, so that the weights of all inputs have about the same size.

    Their rounding errors then do about the same harm, whether an input is a flag or a count of points.
    """
    most = np.zeros(network.planes + network.globals)
    for layer in network.layers:
        if isinstance(layer, Layer) and layer.source in ("planes", "globals"):
            where = slice(0, network.planes) if layer.source == "planes" else slice(network.planes, None)
            inputs = layer.rows.reshape(layer.channels, -1, most[where].size)
            most[where] = np.maximum(most[where], np.abs(inputs).max((0, 1)))
    sizes = most * np.abs(network.scale)
    largest_byte = np.maximum(np.abs(network.offset), np.abs(LARGEST_INPUT - network.offset))
    factors = np.ones(len(most), np.int64)
    for where in (slice(0, network.planes), slice(network.planes, None)):
        if sizes[where].size:
            room = LIMIT // largest_byte[where]
            wanted = np.round(sizes[where] / max(sizes[where].max(), 1e-30) * room.max())
            factors[where] = np.clip(wanted, 1, room)
    return factors


def _units(network: FloatNetwork, seen: Mapping[str, float]) -> dict[str, tuple[float, int]]:
    """By buffer: the real number that 1 stands for, and the shift of the outputs that it is added to.

    Buffers that are added to each other have the same unit.
    """
    together = {name: {name} for name in seen}
    output_of: dict[str, float] = {}
    for layer in network.layers:
        if not isinstance(layer, Layer):
            continue
        if layer.target is None:
            if layer.add is not None:
                output_of[layer.add] = 1 / _one(network, layer)
            continue
        for other in (layer.add, layer.residual):
            if other is not None:
                joined = together[other] | together[layer.target]
                for name in joined:
                    together[name] = joined
        # the pool of a buffer is measured in its buffer's unit
    for layer in network.layers:
        if isinstance(layer, Pooling):
            joined = together[layer.source] | together[layer.target]
            for name in joined:
                together[name] = joined
    units = {}
    for name, group in together.items():
        unit = HEADROOM * max(max(seen[other] for other in group), 1e-6) / LIMIT
        shift = 0
        if name in output_of:
            while output_of[name] * 2**shift < unit:
                shift += 1
            unit = output_of[name] * 2**shift
        units[name] = (unit, shift)
    return units


def _one(network: FloatNetwork, layer: Layer) -> int:
    """The integer that stands for 1.0 of a layer's outputs."""
    (one,) = {part.one for part in network.parts.values() if part.at <= (layer.output or 0) < part.at + part.size}
    return one


def _integers(
    network: FloatNetwork,
    layer: Layer,
    factors: NDArray[np.int64],
    units: Mapping[str, tuple[float, int]],
    moments: Floats,
) -> tuple[dict[str, Any], tuple[list[int], list[int], list[int]]]:
    """A layer as it stands in the header, and its weights, bias and factors."""
    weights = layer.rows
    taps = layer.size**2
    if layer.source in ("planes", "globals"):
        where = slice(0, network.planes) if layer.source == "planes" else slice(network.planes, None)
        fraction = np.tile(network.scale[where] / factors[where], taps)
        weights, moments = weights * fraction, moments / np.outer(fraction, fraction)
        byte = np.maximum(np.abs(network.offset[where]), np.abs(LARGEST_INPUT - network.offset[where]))
        ranges, unit_in = np.tile(byte * np.abs(factors[where]), taps), 1.0
    else:
        ranges, unit_in = np.full(weights.shape[1], LIMIT), units[layer.source][0]
    bias = np.zeros(layer.channels) if layer.bias is None else layer.bias.astype(np.float64)
    scales = _scales(weights, ranges, np.abs(bias) / unit_in)
    whole = _rounded(weights / scales[:, None], moments)
    op: dict[str, Any] = {"op": "conv" if layer.weight.ndim == 4 else "dense", "from": layer.source}
    if layer.weight.ndim == 4:
        op["size"] = layer.size
    op["channels"] = layer.channels
    if layer.target is None:
        one, shift = _one(network, layer), 0
        if layer.add is not None:
            shift = units[layer.add][1]
        while (scales * unit_in * one / 2**shift).max() >= 0.49 and layer.add is None:
            shift += 1
        unit_out = 2**shift / one
        op |= {"output": layer.output} | ({"shift": shift} if shift else {})
    else:
        unit_out = units[layer.target][0]
        op |= {"to": layer.target} | ({"residual": layer.residual} if layer.residual else {})
    op |= ({"add": layer.add} if layer.add else {}) | ({"relu": True} if layer.relu else {})
    factor = np.round(scales * unit_in / unit_out * 2**32)
    if factor.max() >= 2**31:
        raise OverflowError(f"{op}: its results are too large for their unit, {unit_out}")
    starts = np.round(bias / (scales * unit_in))
    weight_list, start_list, factor_list = (
        [int(number) for number in part.ravel()] for part in (whole, starts, factor)
    )
    return op, (weight_list, start_list, factor_list)


def _scales(weights: Floats, ranges: NDArray[np.int64], bias: Floats) -> Floats:
    """By output channel: what a weight of 1 stands for, so that all weights and every sum fit."""
    fit = np.abs(weights).max(1) / LARGEST_WEIGHT
    sums = (np.abs(weights) @ ranges + bias) / (LARGEST_SUM * 0.98)
    return np.maximum(np.maximum(fit, sums), 1e-12)


def _rounded(weights: Floats, moments: Floats) -> Floats:
    """Whole weights whose sums are close to those of the given ones.

    The weights of one input after the other are rounded, and the weights of inputs that often occur together with it
    make up for the error (optimal brain quantisation; Frantar and others 2023, "GPTQ").
    """
    n = len(moments)
    damped = moments + np.eye(n) * max(DAMPING * np.trace(moments) / n, 1e-9)
    spread = np.linalg.cholesky(np.linalg.inv(damped)).T
    left, whole = weights.copy(), np.zeros_like(weights)
    for i in range(n):
        whole[:, i] = np.clip(np.round(left[:, i]), -LARGEST_WEIGHT, LARGEST_WEIGHT)
        error = (left[:, i] - whole[:, i]) / spread[i, i]
        left[:, i:] -= np.outer(error, spread[i, i:])
    return whole
