"""Layers whose weights can be rounded, as the export will do, while the network still learns.

Played networks have 8-bit weights with one scale per output. Rounding trained weights costs strength; a network that
learns with rounded weights adapts to it. The gradient passes through the rounding unchanged (straight-through
estimator; Bengio, Léonard, Courville 2013).
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

LARGEST = 127


def rounded(weight: Tensor) -> Tensor:
    """The weights that an export can hold nearest to these, for gradients equal to them."""
    with torch.no_grad():
        flat = weight.detach().abs().flatten(1).amax(1)
        scale = (flat / LARGEST).clamp(min=1e-12).view(-1, *[1] * (weight.ndim - 1))
        nearest = (weight / scale).round().clamp(-LARGEST, LARGEST) * scale
    return weight + (nearest - weight).detach()


class RoundedConv(nn.Conv2d):
    """A convolution that keeps the size of the board."""

    def __init__(self, inputs: int, outputs: int, kernel: int, *, bias: bool = True) -> None:
        super().__init__(inputs, outputs, kernel, padding=kernel // 2, bias=bias)
        self.rounds = False

    def forward(self, x: Tensor) -> Tensor:
        return self._conv_forward(x, rounded(self.weight) if self.rounds else self.weight, self.bias)


class RoundedLinear(nn.Linear):
    def __init__(self, inputs: int, outputs: int, *, bias: bool = True) -> None:
        super().__init__(inputs, outputs, bias=bias)
        self.rounds = False

    def forward(self, x: Tensor) -> Tensor:
        return functional.linear(x, rounded(self.weight) if self.rounds else self.weight, self.bias)


def set_rounding(network: nn.Module, rounds: bool) -> None:
    """Switch rounding on or off in all layers that the export contains."""
    for layer in network.modules():
        if isinstance(layer, (RoundedConv, RoundedLinear)):
            layer.rounds = rounds
