"""From floating point to integers: what is lost, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from lutetia.bots.network import Network
from lutetia.bots.weights_file import Part, WeightsError
from lutetia.train.quantise import FloatNetwork, Layer, Pooling, quantise

ABOUT = {"game": "test", "features": "test-1", "edition": 1, "tables": []}
ABOUT |= {"licence": "MIT", "provenance": {}}
HEIGHT, WIDTH, PLANES, GLOBALS, CHANNELS = 4, 5, 6, 10, 12


def network(rng: np.random.Generator, height: int = HEIGHT, width: int = WIDTH, louder: float = 1.0) -> FloatNetwork:
    """A residual block between a stem and two heads, with weights of usual sizes."""

    def conv(outputs: int, inputs: int, size: int) -> np.ndarray:
        return rng.normal(0, louder / np.sqrt(inputs * size * size), (outputs, inputs, size, size))

    def dense(outputs: int, inputs: int) -> np.ndarray:
        return rng.normal(0, louder / np.sqrt(inputs), (outputs, inputs))

    c, policy = CHANNELS, 3 * height * width
    layers = [
        Layer("globals", dense(c, GLOBALS), target="g"),
        Layer("planes", conv(c, PLANES, 3), rng.normal(0, 0.3, c), target="x", add="g", relu=True),
        Layer("x", conv(c, c, 3), rng.normal(0, 0.3, c), target="y", relu=True),
        Pooling("y", "mean"),
        Layer("mean", dense(c, c), target="lift"),
        Layer("y", conv(c, c, 3), rng.normal(0, 0.3, c), target="x", add="lift", residual="x", relu=True),
        Pooling("x", "pooled", maximum=True),
        Layer("pooled", dense(3, 2 * c), target="bias"),
        Layer("x", conv(3, c, 1), rng.normal(0, 0.3, 3), output=0, add="bias"),
        Layer("pooled", dense(2, 2 * c), rng.normal(0, 0.3, 2), output=policy),
    ]
    scale = np.array([1.0] * PLANES + [1.0] * (GLOBALS - 2) + [1 / 40, 1 / 16])
    offset = np.array([0] * (PLANES + GLOBALS - 2) + [64, 0])
    parts = {"policy": Part(0, policy, 4096), "value": Part(policy, 2, 4096)}
    return FloatNetwork(height, width, PLANES, GLOBALS, scale, offset, layers, parts)


def rows(rng: np.random.Generator, count: int) -> np.ndarray:
    """Flags, and two counts."""
    found = rng.integers(0, 2, (count, PLANES * HEIGHT * WIDTH + GLOBALS), dtype=np.uint8)
    found[:, -2:] = rng.integers(30, 100, (count, 2))
    return found


def test_the_integers_say_nearly_the_same():
    rng = np.random.default_rng(1)
    floats, seen = network(rng), rows(rng, 400)
    integers = Network(quantise(floats, seen, ABOUT))
    wanted = floats.run(seen[:60])
    found = np.array([integers.evaluate(row.tobytes()) for row in seen[:60]]) / 4096
    assert np.abs(wanted).max() > 2
    assert np.abs(found - wanted).max() < 0.03
    assert np.corrcoef(found.ravel(), wanted.ravel())[0, 1] > 0.9999


def test_positions_beyond_the_calibration_are_not_cut_off():
    """Activations may become somewhat larger than in the positions that gave the scales."""
    rng = np.random.default_rng(2)
    floats, seen = network(rng), rows(rng, 400)
    larger = seen[:20].copy()
    larger[:, -2:] = 130
    integers = Network(quantise(floats, seen, ABOUT))
    found = np.array([integers.evaluate(row.tobytes()) for row in larger]) / 4096
    assert np.abs(found - floats.run(larger)).max() < 0.05


def test_outputs_that_need_more_than_16_bits_are_shifted():
    rng = np.random.default_rng(3)
    floats, seen = network(rng, louder=3.0), rows(rng, 200)
    integers = Network(quantise(floats, seen, ABOUT))
    wanted = floats.run(seen[:20])
    found = np.array([integers.evaluate(row.tobytes()) for row in seen[:20]]) / 4096
    assert np.abs(wanted).max() * 4096 > 2 * 32767
    assert np.abs(found - wanted).max() < 0.01 * np.abs(wanted).max()


def test_many_inputs_get_coarser_weights_rather_than_an_overflow():
    """700 inputs with weights of 127 could overflow."""
    rng = np.random.default_rng(4)
    weight = np.ones((3, 700)) + rng.normal(0, 0.001, (3, 700))
    layers = [Layer("globals", weight, output=0)]
    parts = {"value": Part(0, 3, 16)}
    floats = FloatNetwork(1, 1, 0, 700, np.ones(700), np.zeros(700, int), layers, parts)
    seen = rng.integers(0, 256, (50, 700), dtype=np.uint8)
    integers = Network(quantise(floats, seen, ABOUT))
    found = np.array([integers.evaluate(row.tobytes()) for row in seen]) / 16
    assert np.abs(found / floats.run(seen) - 1).max() < 0.01


def test_what_the_file_needs_must_be_said():
    rng = np.random.default_rng(5)
    with pytest.raises(WeightsError, match="licence"):
        quantise(network(rng), rows(rng, 50), {key: value for key, value in ABOUT.items() if key != "licence"})
