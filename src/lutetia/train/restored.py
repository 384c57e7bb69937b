"""A weights file back in floating point, to learn on from a network that ships; and a network made larger.

The scale of a buffer is not in the file, and does not matter: a network of linear layers and ReLU says the same if all
its activations are measured in another unit. So one unit serves for all of them, and normalisation adapts to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import torch
from torch import Tensor

from lutetia.bots.blueprint import VALUES, Blueprint
from lutetia.bots.weights_file import Multiply, WeightsFile, read
from lutetia.train.model import MARGIN, Network
from lutetia.train.rounding import RoundedConv, RoundedLinear

UNIT = 1 / 2048
"""What an activation of 1 stands for; the largest are about 8 then."""
FACTOR_ONE = 2.0**32
PLANES, GLOBALS = 0, 1
"""The buffers of the inputs."""
Weighted = RoundedConv | RoundedLinear


@torch.no_grad()
def restored(data: bytes, game: str, layout: str, blueprint: Blueprint) -> Network:
    """The folded network of a weights file, made larger if the blueprint is. Raises ValueError if it does not fit."""
    file = read(data, game, layout)
    ops = [op for op in file.ops if isinstance(op, Multiply)]
    own = replace(blueprint, channels=ops[0].channels, blocks=(len(ops) - 7) // 3, hidden=ops[-2].channels)
    network = Network(own, folded=True)
    for layer, op in zip(layers(network), ops, strict=True):
        _take(layer, op, file, network.scales)
    points = torch.ones(own.values)
    points[VALUES - 1 :: VALUES] = MARGIN
    network.values.weight /= points[:, None]
    network.values.bias /= points
    return larger(network, blueprint)


def layers(network: Network) -> Iterator[Weighted]:
    """The layers of an exported network, in the order in which it runs them."""
    yield from (network.stem_globals, network.stem)
    for block in network.blocks:
        yield from (block.first, block.pooled, block.second)
    yield from (network.policy_pooled, network.policy_planes, network.policy_globals, network.hidden, network.values)


def _take(layer: Weighted, op: Multiply, file: WeightsFile, scales: Tensor) -> None:
    """Give a layer the weights of an op."""
    inputs = file.buffers[op.source].channels
    weights = torch.tensor(op.weights, dtype=torch.float64).view(op.channels, op.size**2, inputs)
    factor = torch.tensor(op.factor, dtype=torch.float64) / FACTOR_ONE * _unit(op, file)
    if op.source == PLANES:
        units = scales[: file.planes] / torch.tensor(file.factor[: file.planes])
    elif op.source == GLOBALS:
        units = scales[file.planes :] / torch.tensor(file.factor[file.planes :])
    else:
        units = torch.full((inputs,), UNIT)
    weights *= factor[:, None, None] / units
    layer.weight.copy_(weights.transpose(1, 2).reshape(layer.weight.shape))
    if layer.bias is not None:
        layer.bias.copy_(torch.tensor(op.bias) * factor)


def _unit(op: Multiply, file: WeightsFile) -> float:
    """What 1 stands for in the results of an op. A vector that is added to outputs is measured as they are."""
    for other in (op, *file.ops):
        if isinstance(other, Multiply) and other.target < 0 and (other is op or other.add == op.target >= 0):
            (one,) = (part.one for part in file.parts.values() if part.at <= other.output < part.at + part.size)
            return float(2**other.shift / one)
    return UNIT


@torch.no_grad()
def larger(network: Network, blueprint: Blueprint) -> Network:
    """A folded network with more channels and blocks that says the same: nothing reads the new channels yet, and new
    blocks change nothing. Both learn from there on."""
    old, new = network.blueprint, Network(blueprint, folded=True)
    if (old.channels, old.blocks, old.hidden) == (blueprint.channels, blueprint.blocks, blueprint.hidden):
        return network
    if old.channels > blueprint.channels or old.blocks > blueprint.blocks or old.hidden > blueprint.hidden:
        size = f"it has {old.channels} channels, {old.blocks} blocks and {old.hidden} hidden units"
        raise ValueError(size)
    for block in new.blocks[old.blocks :]:
        block.second.weight.zero_()
        block.second.bias.zero_()
    given = dict(network.named_modules())
    for name, layer in new.named_modules():
        if name in given and isinstance(layer, RoundedConv | RoundedLinear):
            _enlarge(layer, given[name], old.channels)
    return new


def _enlarge(layer: Weighted, small: Weighted, channels: int) -> None:
    """Copy the weights of a smaller layer; its outputs do not read the inputs that are new."""
    outputs, inputs = small.weight.shape[:2]
    layer.weight[:outputs].zero_()
    more = layer.weight.shape[1] - inputs
    if inputs == 2 * channels:  # means and maxima of all channels
        layer.weight[:outputs, :channels] = small.weight[:, :channels]
        layer.weight[:outputs, channels + more // 2 : 2 * channels + more // 2] = small.weight[:, channels:]
    else:
        layer.weight[:outputs, :inputs] = small.weight
    if layer.bias is not None and small.bias is not None:
        layer.bias[:outputs] = small.bias
