"""Networks in integers: the same bits on every path, and clear errors for files that cannot be run."""

from __future__ import annotations

import hashlib
import json
import random

import pytest

from lutetia.bots.interpreted_inference import InterpretedInference
from lutetia.bots.network import Network, paths
from lutetia.bots.weights_file import FORMAT, MAGIC, WeightsError, read, write

from configurations import COMPILED

ABOUT = {"game": "test", "features": "test-1", "edition": 1, "tables": []}
ABOUT |= {"licence": "MIT", "provenance": {}}


def drawn(rng: random.Random, count: int, most: int) -> list[int]:
    return [rng.randint(-most, most) for _ in range(count)]


def network(rng: random.Random, height: int, width: int, planes: int, channels: int, *, size: int = 3) -> bytes:
    """A network with every kind of op and random weights. Some of its activations reach the limits."""
    globals_ = 5
    wide = 2 * channels
    ops = [
        {"op": "dense", "from": "globals", "to": "g", "channels": channels},
        {"op": "conv", "from": "planes", "to": "x", "size": size, "channels": channels, "add": "g", "relu": True},
        {"op": "conv", "from": "x", "to": "y", "size": size, "channels": channels},
        {"op": "pool", "from": "y", "to": "mean"},
        {"op": "dense", "from": "mean", "to": "lift", "channels": channels},
        {"op": "conv", "from": "y", "to": "x", "size": size, "channels": channels, "add": "lift", "residual": "x"},
        {"op": "pool", "from": "x", "to": "both", "maximum": True},
        {"op": "dense", "from": "both", "to": "bias", "channels": 3},
        {"op": "conv", "from": "x", "channels": 3, "add": "bias", "output": 0, "shift": 3},
        {"op": "dense", "from": "both", "channels": 7, "output": 3 * height * width, "relu": True},
    ]
    shapes = [  # outputs, inputs of each
        (channels, globals_),
        (channels, planes * size**2),
        (channels, channels * size**2),
        (channels, channels),
        (channels, channels * size**2),
        (3, wide),
        (3, channels),
        (7, wide),
    ]
    tensors = []
    for number, (outputs, inputs) in enumerate(shapes):
        largest = 127 if number < 2 else max(1, min(127, 60_000 // inputs))  # no sum may overflow
        factor = [rng.randint(1, 2**31 // (inputs * largest)) for _ in range(outputs)]
        tensors.append((drawn(rng, outputs * inputs, largest), drawn(rng, outputs, 10_000), factor))
    header = {
        "input": {"height": height, "width": width, "planes": planes, "globals": globals_},
        "ops": ops,
        "outputs": {
            "policy": {"at": 0, "size": 3 * height * width, "one": 64},
            "value": {"at": 3 * height * width, "size": 8, "one": 64},  # no op writes the last
        },
    }
    offset = [rng.choice((0, 0, 64)) for _ in range(planes + globals_)]
    return write(ABOUT | header, offset, drawn(rng, planes + globals_, 100), tensors)


SHAPES = [(8, 8, 28, 32, 3), (6, 1, 7, 5, 1), (3, 5, 2, 17, 3), (1, 9, 3, 48, 3), (4, 4, 1, 33, 1)]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_every_path_gives_the_same_bits(shape, sample):
    """Boards of any size, and channels that do not fill a vector."""
    height, width, planes, channels, size = shape
    rng = random.Random(str(shape))
    data = network(rng, height, width, planes, channels, size=size)
    interpreted = InterpretedInference(read(data))
    outputs = interpreted.file.outputs
    ran = [Network(data), *(Network(data, path=path) for path in paths())]
    assert [one.path for one in ran[1:]] == paths()
    assert bool(paths()) == COMPILED
    kinds = set()
    for row in rows(rng, interpreted.file.inputs, sample(1, 40)):
        wanted = [1] * outputs
        interpreted.run(row, wanted)
        for one in ran:
            assert one.evaluate(row) == wanted
        kinds.add(tuple(wanted))
        assert wanted[-1] == 0
    assert len(kinds) > 1


def rows(rng: random.Random, length: int, count: int) -> list[bytes]:
    """Flags, bytes, and the largest bytes."""
    flags = [bytes(rng.getrandbits(1) for _ in range(length)) for _ in range(count)]
    return [*flags, *(rng.randbytes(length) for _ in range(count)), bytes([255]) * length, bytes(length)]


def test_the_best_path_is_taken():
    data = network(random.Random(1), 3, 3, 1, 4)
    assert Network(data).path == (paths()[-1] if COMPILED else "interpreted")
    with pytest.raises(ValueError, match="abacus: this machine has"):
        Network(data, path="abacus")


def test_a_row_of_another_length_is_refused():
    one = Network(network(random.Random(1), 3, 3, 1, 4))
    with pytest.raises(ValueError, match="a row of 3 bytes, but the network takes 14"):
        one.evaluate(b"123")


def test_a_damaged_file_is_recognised(sample):
    """A changed byte, wherever it is, and a file that ends early."""
    data = network(random.Random(2), 3, 3, 2, 4)
    rng = random.Random(2)
    for at in [len(MAGIC), len(data) - 1, *(rng.randrange(len(MAGIC), len(data)) for _ in range(sample(50, 2000)))]:
        changed = bytearray(data)
        changed[at] ^= 1 << rng.randrange(8)
        with pytest.raises(WeightsError, match="damaged"):
            Network(bytes(changed))
    for length in [len(MAGIC), len(MAGIC) + 30, len(data) - 1, *(rng.randrange(20, len(data)) for _ in range(20))]:
        with pytest.raises(WeightsError, match="damaged"):
            Network(data[:length])


@pytest.mark.parametrize("data", [b"", b"LUTETIA", b"\x89PNG\r\n\x1a\n" * 100, b"PK" * 1000], ids=repr)
def test_another_kind_of_file_is_refused(data):
    with pytest.raises(WeightsError, match="not a weights file"):
        Network(data[:200])


def test_a_network_for_something_else_is_refused():
    data = network(random.Random(3), 3, 3, 2, 4)
    assert read(data, "test", "test-1").header["licence"] == "MIT"
    with pytest.raises(WeightsError, match="for test, not for chess"):
        Network(data, "chess")
    with pytest.raises(WeightsError, match="for test-1, not for test-2"):
        Network(data, "test", "test-2")


def altered(data: bytes, change) -> bytes:
    """The file with a changed header and a correct checksum."""
    start = len(MAGIC) + 4
    length = int.from_bytes(data[len(MAGIC) : start], "little")
    header = json.loads(data[start : start + length])
    change(header)
    text = json.dumps(header).encode()
    body = MAGIC + len(text).to_bytes(4, "little") + text + data[start + length : -32]
    return body + hashlib.sha256(body).digest()


def put(*path):
    """A change of a header: the last of `path` is the new value."""
    *where, last, value = path

    def change(header):
        for key in where:
            header = header[key]
        header[last] = value

    return change


IMPOSSIBLE = {
    "another format": (put("format", FORMAT + 1), f"format {FORMAT + 1}"),
    "no licence": (lambda header: header.pop("licence"), "licence"),
    "no ops": (lambda header: header.pop("ops"), "ops"),
    "a huge board": (put("input", "height", 1000), "a board of 1000"),
    "planes that are missing": (put("input", "planes", 3), "does not describe a network"),
    "an unknown op": (put("ops", 1, "op", "softmax"), "op 1"),
    "an unknown buffer": (put("ops", 2, "from", "z"), "no buffer z"),
    "a board where a vector is needed": (put("ops", 1, "add", "planes"), "planes cannot be added"),
    "a window of five": (put("ops", 1, "size", 5), "a window of 5"),
    "an op that reads what it writes": (put("ops", 2, "to", "x"), "reads what it writes"),
    "outputs beyond the end": (put("ops", 9, "output", 29), "outputs up to 36, but there are 35"),
    "a wild shift": (put("ops", 8, "shift", 40), "a shift by 40"),
    "an empty part": (put("outputs", "value", "size", 0), "outputs value"),
    "a text for a number": (put("ops", 1, "channels", "many"), "many"),
}


@pytest.mark.parametrize("case", IMPOSSIBLE)
def test_an_impossible_network_is_refused(case):
    change, why = IMPOSSIBLE[case]
    data = network(random.Random(4), 3, 3, 2, 4)
    with pytest.raises(WeightsError, match=why):
        read(altered(data, change))


def test_a_sum_that_may_overflow_is_refused():
    """An input may reach 255 × 128, and a weight 127: 518 of them are the most."""
    header = {"outputs": {"value": {"at": 0, "size": 1, "one": 1}}, "ops": [{"op": "dense", "from": "globals"}]}
    header["ops"][0] |= {"channels": 1, "output": 0}
    for count, fits in ((518, True), (519, False)):
        header["input"] = {"height": 1, "width": 1, "planes": 0, "globals": count}
        tensors = [([127] * count, [0], [2**31 - 1])]
        if fits:
            data = write(ABOUT | header, [0] * count, [128] * count, tensors)
            for path in paths():
                assert Network(data, path=path).evaluate(bytes([255] * count)) == [(127 * 128 * 255 * 518 + 1) // 2]
        else:
            with pytest.raises(WeightsError, match="may reach"):
                write(ABOUT | header, [0] * count, [128] * count, tensors)
