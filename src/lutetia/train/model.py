"""The network of a blueprint in torch: one form that learns, with batch normalisation, and one with it folded in."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from lutetia.bots.blueprint import VALUES, Blueprint
from lutetia.train.rounding import RoundedConv, RoundedLinear

MARGIN = 20.0
"""Points that the network calls 1, so that all its values are of similar size."""


class Outputs:
    """What the network says of a batch of n positions."""

    def __init__(self, policy: Tensor, values: Tensor, targets: Tensor) -> None:
        self.policy = policy
        """[n, policy + 1]: logits by output; the last is 0, for steps that have one output only."""
        self.chance, self.score, self.margin = values.unbind(2)
        """[n, seats] each: logits of winning (softmax over the seats), logits of the score (sigmoid), and margins in
        units of `MARGIN`."""
        self.targets = targets
        """[n, target planes, height, width]: logits of what the game wants predicted."""

    def logits(self, first: Tensor, second: Tensor) -> Tensor:
        """The logits of steps: the sum of two outputs each, given by their numbers, [n, steps]."""
        return self.policy.gather(1, first) + self.policy.gather(1, second)


class Block(nn.Module):
    """Two convolutions and a residual; what the first one sees on average moves all cells of the second."""

    def __init__(self, channels: int, kernel: int, folded: bool) -> None:
        super().__init__()
        self.first, self.first_norm = _convolution(channels, channels, kernel, folded)
        self.second, self.second_norm = _convolution(channels, channels, kernel, folded)
        self.pooled = RoundedLinear(channels, channels, bias=False)
        nn.init.zeros_(self.pooled.weight)
        if not folded:
            nn.init.zeros_(self.second_norm.weight)

    def forward(self, x: Tensor) -> Tensor:
        inside = functional.relu(self.first_norm(self.first(x)))
        bias = self.pooled(inside.mean((2, 3)))
        return functional.relu(x + self.second_norm(self.second(inside)) + bias[:, :, None, None])


class Network(nn.Module):
    """The network; `folded`: without normalisation, as it plays and is exported."""

    def __init__(self, blueprint: Blueprint, *, folded: bool = False) -> None:
        super().__init__()
        b = self.blueprint = blueprint
        self.folded = folded
        channels = b.planes + b.globals
        for name, given, default in (("scales", b.scales, 1.0), ("offsets", b.offsets, 0.0)):
            numbers = torch.tensor(given or [default] * channels, dtype=torch.float32)
            self.register_buffer(name, numbers, persistent=False)
        self.stem, self.stem_norm = _convolution(b.planes, b.channels, b.kernel, folded)
        self.stem_globals = RoundedLinear(b.globals, b.channels, bias=False)
        self.stem.reads_inputs = self.stem_globals.reads_inputs = True
        self.blocks = nn.ModuleList(Block(b.channels, b.kernel, folded) for _block in range(b.blocks))
        self.policy_planes = RoundedConv(b.channels, b.policy_planes, 1)
        self.policy_pooled = RoundedLinear(2 * b.channels, b.policy_planes, bias=False)
        self.policy_globals = RoundedLinear(2 * b.channels, b.policy_globals)
        self.hidden = RoundedLinear(2 * b.channels, b.hidden)
        self.values = RoundedLinear(b.hidden, b.values)
        if b.target_planes:
            self.targets = nn.Conv2d(b.channels, b.target_planes, 1)

    def forward(self, rows: Tensor) -> Outputs:
        """`rows`: uint8 [n, inputs]."""
        b, n = self.blueprint, rows.shape[0]
        kind = self.values.weight.dtype
        planes = rows[:, : b.planes * b.cells].view(n, b.planes, b.height, b.width).to(kind)
        scales, offsets = (each[: b.planes].to(kind)[:, None, None] for each in (self.scales, self.offsets))
        board = ((planes - offsets) * scales).contiguous(memory_format=torch.channels_last)
        apart = (rows[:, b.planes * b.cells :] - self.offsets[b.planes :]) * self.scales[b.planes :]
        x = self.stem_norm(self.stem(board)) + self.stem_globals(apart.to(kind))[:, :, None, None]
        x = functional.relu(x)
        for block in self.blocks:
            x = block(x)
        pooled = torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)
        policy = self.policy_planes(x) + self.policy_pooled(pooled)[:, :, None, None]
        policy = torch.cat([policy.reshape(n, -1), self.policy_globals(pooled), pooled.new_zeros(n, 1)], 1)
        values = self.values(functional.relu(self.hidden(pooled)))
        targets = self.targets(x) if b.target_planes else x.new_zeros(n, 0, b.height, b.width)
        return Outputs(policy, values.view(n, b.seats, VALUES), targets)


def _convolution(inputs: int, outputs: int, kernel: int, folded: bool) -> tuple[RoundedConv, nn.Module]:
    layer = RoundedConv(inputs, outputs, kernel, bias=folded)
    return layer, nn.Identity() if folded else nn.BatchNorm2d(outputs)


@torch.no_grad()
def fold(network: Network, into: Network | None = None) -> Network:
    """The same network without normalisation: a new one, or the given one with new weights."""
    source = dict(network.named_modules())
    folded = into or Network(network.blueprint, folded=True).to(network.values.weight.device)
    for name, layer in folded.named_modules():
        if not isinstance(layer, (nn.Conv2d, nn.Linear)):
            continue
        twin, norm = source[name], source.get(f"{name}_norm")
        scale = torch.ones_like(twin.weight[:, :1].flatten(1)[:, 0])
        if isinstance(norm, nn.BatchNorm2d):
            scale = norm.weight / (norm.running_var + norm.eps).sqrt()
            layer.bias.copy_(norm.bias - norm.running_mean * scale)
        elif layer.bias is not None:
            layer.bias.copy_(twin.bias)
        layer.weight.copy_(twin.weight * scale.view(-1, *[1] * (twin.weight.ndim - 1)))
    return folded


@torch.no_grad()
def calibrate(network: Network, rows: Tensor) -> None:
    """Give the normalisations of a network that was restored from folded weights the statistics of these positions.

    What the network says does not change.
    """
    norms = [layer for layer in network.modules() if isinstance(layer, nn.BatchNorm2d)]
    seen: dict[nn.Module, Tensor] = {}
    hooks = [norm.register_forward_pre_hook(lambda layer, given: seen.__setitem__(layer, given[0])) for norm in norms]
    training = network.training
    network.eval()
    network(rows)
    for hook in hooks:
        hook.remove()
    for norm in norms:
        scale = norm.weight / (norm.running_var + norm.eps).sqrt()
        shift = norm.bias - norm.running_mean * scale
        mean, spread = seen[norm].mean((0, 2, 3)), seen[norm].var((0, 2, 3))
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(spread)
        norm.weight.copy_(scale * (spread + norm.eps).sqrt())
        norm.bias.copy_(shift + mean * scale)
    network.train(training)
