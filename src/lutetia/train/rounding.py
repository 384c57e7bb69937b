"""Layers whose weights can be rounded, as the export will do, while the network still learns.

Played networks have 8-bit weights with one scale per output (`quantise.py`). Rounding trained weights costs strength; a
network that learns with rounded weights adapts to it. The gradient passes through the rounding unchanged
(straight-through estimator; Bengio, Léonard, Courville 2013). Activations have 16 bits, and their rounding is too fine
to matter.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

LARGEST = 127
LEAST = 1e-12


@torch.no_grad()
def nearest(weight: Tensor, reads_inputs: bool) -> Tensor:
    """The nearest weights that an export can hold: one scale per output, and for inputs also one per input."""
    flat = weight.flatten(2) if weight.ndim > 2 else weight[:, :, None]
    per_input = flat.abs().amax((0, 2)).clamp(min=LEAST)[None, :, None] if reads_inputs else 1.0
    even = flat / per_input
    scale = (even.abs().amax((1, 2)) / LARGEST).clamp(min=LEAST)[:, None, None]
    return ((even / scale).round().clamp(-LARGEST, LARGEST) * scale * per_input).view_as(weight)


def rounded(weight: Tensor, reads_inputs: bool = False) -> Tensor:
    """`nearest`, but for gradients the weights themselves."""
    return weight + (nearest(weight, reads_inputs) - weight).detach()


class RoundedConv(nn.Conv2d):
    """A convolution that keeps the size of the board."""

    def __init__(self, inputs: int, outputs: int, kernel: int, *, bias: bool = True) -> None:
        super().__init__(inputs, outputs, kernel, padding=kernel // 2, bias=bias)
        self.rounds = self.reads_inputs = False

    def forward(self, x: Tensor) -> Tensor:
        weight = rounded(self.weight, self.reads_inputs) if self.rounds else self.weight
        return self._conv_forward(x, weight, self.bias)


class RoundedLinear(nn.Linear):
    """A dense layer."""

    def __init__(self, inputs: int, outputs: int, *, bias: bool = True) -> None:
        super().__init__(inputs, outputs, bias=bias)
        self.rounds = self.reads_inputs = False

    def forward(self, x: Tensor) -> Tensor:
        return functional.linear(x, rounded(self.weight, self.reads_inputs) if self.rounds else self.weight, self.bias)


def set_rounding(network: nn.Module, rounds: bool) -> None:
    """Switch rounding on or off in all layers that the export contains."""
    for layer in network.modules():
        if isinstance(layer, (RoundedConv, RoundedLinear)):
            layer.rounds = rounds


@torch.no_grad()
def round_now(network: nn.Module) -> None:
    """Replace the weights by their nearest, and stop rounding: faster, for a network that only plays."""
    for layer in network.modules():
        if isinstance(layer, (RoundedConv, RoundedLinear)) and layer.rounds:
            layer.weight.copy_(nearest(layer.weight, layer.reads_inputs))
            layer.rounds = False
