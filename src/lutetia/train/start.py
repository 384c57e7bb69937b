"""Weights to begin with: of another run, of a weights file, or of the prototype of this training."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from zipfile import is_zipfile

import numpy
import torch
from torch import Tensor

from lutetia.bots.blueprint import Blueprint
from lutetia.bots.weights_file import MAGIC
from lutetia.core.i18n import _
from lutetia.train.model import Network
from lutetia.train.restored import restored
from lutetia.train.subject import Subject

RENAMED = {
    "sn": "stem_norm", "stem_g": "stem_globals", "c1": "first", "n1": "first_norm", "c2": "second", "n2": "second_norm",
    "gp": "pooled", "p": "policy_planes", "pp": "policy_pooled", "g": "policy_globals", "v1": "hidden", "v2": "values",
    "own": "targets",
}  # fmt: skip
"""What the prototype calls its layers."""
PERSPECTIVES = ((1.0, 0), (2.0, 0), (1.0, 1), (-1.0, 0), (-2.0, 0), (-1.0, 1))
"""The prototype has one value, the inverse of tanh, and one margin. Ours are chance, score and margin, of the seat that
decides and then of its rival: factors of the prototype's two outputs."""


class _Unusable(Exception):
    """Why a file cannot be used, in technical terms."""


def starting_network(path: Path, subject: Subject) -> tuple[Network, bool]:
    """The network of a file, and whether it must be calibrated, because its normalisation has no statistics.

    Takes a run's checkpoint.pt, a weights file, also of a smaller network, and the prototype's ckpt.pt and
    net32x4-final.bin. Raises ValueError for others.
    """
    blueprint = subject.blueprint
    try:
        if path.read_bytes().startswith(MAGIC):
            return _unfolded(restored(path.read_bytes(), subject.game, subject.learning.layout, blueprint)), True
        stored = _loaded(path)
        if stored is None:
            return _from_floats(path, blueprint), True
        if "learner" in stored:
            state = stored["learner"]
            network = Network(blueprint, folded=state["folded"])
            network.load_state_dict(state["average"])
            return (_unfolded(network), True) if network.folded else (network, False)
        size = f"{blueprint.channels}x{blueprint.blocks}"
        return _from_prototype(stored[size], blueprint), False
    except (KeyError, RuntimeError, OSError, ValueError, AttributeError, _Unusable) as error:
        said = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ValueError(
            _(
                "{path} has no network of {channels} channels and {blocks} blocks for this game: {why}",
                path=path,
                channels=blueprint.channels,
                blocks=blueprint.blocks,
                why=said,
            )
        ) from None


def _loaded(path: Path) -> Any:
    """What torch reads from the file; None if it is none of torch's, which are ZIP archives."""
    return torch.load(path, map_location="cpu", weights_only=True) if is_zipfile(path) else None


def _from_prototype(state: dict[str, Tensor], blueprint: Blueprint) -> Network:
    network = Network(blueprint)
    renamed = {".".join(RENAMED.get(part, part) for part in name.split(".")): each for name, each in state.items()}
    wanted = network.state_dict()
    given = {
        name: each.float() if each.is_floating_point() else each for name, each in renamed.items() if name in wanted
    }
    for kind in ("weight", "bias"):
        given[f"values.{kind}"] = _perspectives(given[f"values.{kind}"])
    missing = set(wanted) - set(given) - {"targets.weight", "targets.bias"}
    if missing:
        raise _Unusable(f"{sorted(missing)[0]} is missing")
    network.load_state_dict(wanted | given)
    return network


def _perspectives(values: Tensor) -> Tensor:
    return torch.stack([factor * values[at] for factor, at in PERSPECTIVES])


@torch.no_grad()
def _from_floats(path: Path, b: Blueprint) -> Network:
    """The prototype's export: channels, blocks, then all weights as 32-bit floats."""
    numbers = torch.from_numpy(numpy.fromfile(path, numpy.float32))
    if len(numbers) < 2 or (int(numbers[0]), int(numbers[1])) != (b.channels, b.blocks):
        raise _Unusable("another size, or not a file of weights")
    network, at = Network(b, folded=True), 2

    def take(*shape: int) -> Tensor:
        nonlocal at
        n = int(numpy.prod(shape))
        at += n
        return numbers[at - n : at].view(*shape)

    def convolution(layer: Any) -> None:
        outputs, inputs, height, width = layer.weight.shape
        layer.weight.copy_(take(height, width, inputs, outputs).permute(3, 2, 0, 1))
        layer.bias.copy_(take(outputs))

    def dense(layer: Any, *, bias: bool = True) -> None:
        layer.weight.copy_(take(*layer.weight.shape[:2]).view_as(layer.weight))
        if bias:
            layer.bias.copy_(take(len(layer.bias)))

    convolution(network.stem)
    network.stem_globals.weight.copy_(take(b.globals, b.channels).T)
    for block in network.blocks:
        convolution(block.first)
        convolution(block.second)
        block.pooled.weight.copy_(take(b.channels, b.channels).T)
    dense(network.policy_planes)
    dense(network.policy_pooled, bias=False)
    dense(network.policy_globals)
    dense(network.hidden)
    network.values.weight.copy_(_perspectives(take(2, b.hidden)))
    network.values.bias.copy_(_perspectives(take(2)))
    if at != len(numbers):
        raise _Unusable(f"{len(numbers) - at} numbers are left over")
    return _unfolded(network)


@torch.no_grad()
def _unfolded(folded: Network) -> Network:
    """The same network with normalisations that change nothing."""
    network = Network(folded.blueprint)
    given = dict(folded.named_modules())
    for name, layer in network.named_modules():
        if isinstance(layer, torch.nn.BatchNorm2d):
            layer.running_var.fill_(1 - layer.eps)
            layer.weight.fill_(1.0)
            layer.bias.copy_(given[name.removesuffix("_norm")].bias)
        elif isinstance(layer, torch.nn.Conv2d | torch.nn.Linear):
            layer.weight.copy_(given[name].weight)
            if layer.bias is not None:
                layer.bias.copy_(given[name].bias)
    return network
