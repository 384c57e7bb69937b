"""A trained network as a weights file: the layers in the order in which they run, and where the file comes from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy
import torch

from lutetia.bots.blueprint import VALUES
from lutetia.bots.weights_file import Part
from lutetia.core.json_types import Json
from lutetia.train.folder import write_whole
from lutetia.train.many_trees import units
from lutetia.train.model import MARGIN, Network
from lutetia.train.quantise import FloatNetwork, Layer, Pooling, quantise
from lutetia.train.rounding import nearest
from lutetia.train.subject import Subject

UNIT, _ONE = units()
LICENCE = "MIT"


def weights_file(network: Network, subject: Subject, rows: Any, provenance: Json) -> bytes:
    """The file of a folded network. `rows`: positions of real games, to find the scale of each layer's results."""
    about = {
        "game": subject.game,
        "features": subject.learning.layout,
        "edition": subject.tables[0].ruleset.edition.version,
        "licence": LICENCE,
        "tables": [{"players": table.seating.players, "options": table.seating.options} for table in subject.tables],
        "provenance": provenance,
    }
    return quantise(float_network(network), rows, about)


def write_network(path: Path, data: bytes) -> None:
    write_whole(path, lambda partial: partial.write_bytes(data))


def float_network(network: Network) -> FloatNetwork:
    """The network as `quantise` takes it. Margins are in points there."""
    b = network.blueprint
    assert network.folded
    channels = b.planes + b.globals
    layers: list[Layer | Pooling] = [
        Layer("globals", *_weights(network.stem_globals), target="start"),
        Layer("planes", *_weights(network.stem), target="x", add="start", relu=True),
    ]
    for block in network.blocks:
        layers += [
            Layer("x", *_weights(block.first), target="y", relu=True),
            Pooling("y", "mean"),
            Layer("mean", *_weights(block.pooled), target="bias"),
            Layer("y", *_weights(block.second), target="x", add="bias", residual="x", relu=True),
        ]
    layers.append(Pooling("x", "pooled", maximum=True))
    layers.append(Layer("pooled", *_weights(network.policy_pooled), target="everywhere"))
    layers.append(Layer("x", *_weights(network.policy_planes), output=0, add="everywhere"))
    layers.append(Layer("pooled", *_weights(network.policy_globals), output=b.policy_planes * b.cells))
    layers.append(Layer("pooled", *_weights(network.hidden), target="hidden", relu=True))
    points = numpy.ones(b.values)
    points[VALUES - 1 :: VALUES] = MARGIN
    weight, bias = _weights(network.values)
    assert bias is not None
    layers.append(Layer("hidden", weight * points[:, None], bias * points, output=b.policy))
    return FloatNetwork(
        height=b.height,
        width=b.width,
        planes=b.planes,
        globals=b.globals,
        scale=numpy.array(b.scales or [1.0] * channels),
        offset=numpy.array(b.offsets or [0] * channels, numpy.int64),
        layers=layers,
        parts={"policy": Part(0, b.policy, UNIT), "values": Part(b.policy, b.values, UNIT)},
    )


def _weights(layer: Any) -> tuple[Any, Any]:
    """Weights, rounded if the network learned so, and bias."""
    with torch.no_grad():
        weight = nearest(layer.weight, layer.reads_inputs) if layer.rounds else layer.weight
        bias = None if layer.bias is None else layer.bias.double().cpu().numpy()
        return weight.double().cpu().numpy(), bias
