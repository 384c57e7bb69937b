"""The file of a network's weights: reading, checking, writing. docs/bots.md describes the format.

A file that was read without an error can be run: all shapes fit together, and no 32-bit sum can overflow.
"""

from __future__ import annotations

import hashlib
import json
import sys
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from lutetia.core.i18n import _

if TYPE_CHECKING:
    from lutetia.core.ruleset import Ruleset

MAGIC = b"LUTETIA-NETWORK\n"
FORMAT = 1
LIMIT = 32767
"""The largest activation, on both sides."""
LARGEST_SUM = 2**31 - 1
MOST_BUFFERS, MOST_OPS, MOST_CHANNELS, MOST_SIDE, MOST_OUTPUTS = 64, 128, 1024, 32, 1 << 20
ABOUT: dict[str, type] = {
    "game": str,
    "features": str,  # the layout of its inputs
    "edition": int,  # the version of the bundled edition that it has learned
    "tables": list,  # that it has learned, each {"players": n, "options": {…}}; options not named do not matter
    "licence": str,
    "provenance": dict,
}
"""What a header says about a network, beside `input`, `ops` and `outputs`."""
_BEFORE, _AFTER = len(MAGIC) + 4, 32  # magic and the header's length; the checksum


class WeightsError(ValueError):
    """This is no weights file that can be run. The message says why."""


class Part(NamedTuple):
    """A named part of the outputs."""

    at: int
    size: int
    one: int
    """The integer that stands for 1."""


class Buffer(NamedTuple):
    """Activations: a vector, or one for every space of the board."""

    name: str
    board: bool
    channels: int


@dataclass(frozen=True)
class Multiply:
    """A convolution or a dense layer. Buffers are numbers; −1: none."""

    source: int
    target: int
    output: int
    """Where its results go if it has no target: the first of the outputs."""
    size: int
    """1 or 3, the side of a convolution's window; 1 for a dense layer."""
    channels: int
    add: int
    """A vector that is added in every space."""
    shift: int
    """Outputs are multiplied by 2**shift, because they may have more than 16 bits."""
    residual: int
    """A buffer that is added, space by space."""
    relu: bool
    weights: array[int]
    """[channels][size × size][channels of the source], 8 bits."""
    bias: array[int]
    factor: array[int]
    """A sum is multiplied by its channel's factor / 2**32, and rounded."""


@dataclass(frozen=True)
class Pool:
    """The mean of each channel over the board, then its maximum if wanted."""

    source: int
    target: int
    maximum: bool


@dataclass(frozen=True)
class WeightsFile:
    """A checked network."""

    header: dict[str, Any]
    checksum: str
    height: int
    width: int
    planes: int
    globals: int
    offset: array[int]
    """By input channel, planes first: an input is (byte − offset) × factor."""
    factor: array[int]
    buffers: tuple[Buffer, ...]
    """The first two are the planes and the globals."""
    ops: tuple[Multiply | Pool, ...]
    parts: dict[str, Part]

    @property
    def inputs(self) -> int:
        """The bytes of a row."""
        return self.planes * self.height * self.width + self.globals

    def covers(self, ruleset: Ruleset[Any]) -> bool:
        """Whether the network has learned this game: the bundled edition, the number of players and the options."""
        header, edition = self.header, ruleset.edition
        return (
            header["game"] == ruleset.game
            and edition.bundled
            and header["edition"] == edition.version
            and any(
                len(ruleset.seats) == table["players"] and table["options"].items() <= ruleset.options.items()
                for table in header["tables"]
            )
        )

    @property
    def outputs(self) -> int:
        return max(part.at + part.size for part in self.parts.values())


def read(data: bytes, game: str | None = None, features: str | None = None) -> WeightsFile:
    """The network in a file. Raises WeightsError if the file is damaged, or for another game or other features."""
    if not data.startswith(MAGIC):
        raise WeightsError(_("this is not a weights file"))
    stated, found = data[-_AFTER:].hex(), hashlib.sha256(data[:-_AFTER]).hexdigest()
    if len(data) < _BEFORE + _AFTER or stated != found:
        raise WeightsError(_("the weights file is damaged: its checksum does not match its contents"))
    length = int.from_bytes(data[len(MAGIC) : _BEFORE], "little")
    try:
        header = json.loads(data[_BEFORE : _BEFORE + length])
        if header["format"] != FORMAT:
            raise WeightsError(
                _(
                    "the weights file has format {found}; this version reads {known}",
                    found=header["format"],
                    known=FORMAT,
                )
            )
        _must_have(header, ABOUT)
        for key, wanted in (("game", game), ("features", features)):
            if wanted is not None and header[key] != wanted:
                raise WeightsError(
                    _("the weights file is for {found}, not for {wanted}", found=str(header[key]), wanted=wanted)
                )
        return _Reader(header, data[_BEFORE + length : -_AFTER], found).read()
    except WeightsError:
        raise
    except (KeyError, TypeError, AttributeError, IndexError, ValueError, OverflowError) as error:
        raise WeightsError(_impossible(f"{type(error).__name__}: {error}")) from error


def write(
    header: dict[str, Any],
    offset: Sequence[int],
    factor: Sequence[int],
    tensors: Sequence[tuple[Sequence[int], Sequence[int], Sequence[int]]],
) -> bytes:
    """A file: the header (`input`, `ops`, `outputs`, and what is known of the network's origin), the inputs' offsets
    and factors, and (weights, bias, factor) of every convolution and dense layer. Raises WeightsError."""
    text = json.dumps({"format": FORMAT} | header, ensure_ascii=False, separators=(",", ":")).encode()
    parts = [_packed("h", offset), _packed("h", factor)]
    for weights, bias, factors in tensors:
        parts += [_packed("b", weights), _packed("i", bias), _packed("i", factors)]
    body = MAGIC + len(text).to_bytes(4, "little") + text + b"".join(parts)
    data = body + hashlib.sha256(body).digest()
    read(data)
    return data


def _must_have(header: dict[str, Any], keys: dict[str, type]) -> None:
    for key, kind in keys.items():
        if not isinstance(header.get(key), kind):
            raise WeightsError(_impossible(f"{key} in the header"))


def _packed(kind: str, numbers: Sequence[int]) -> bytes:
    found = array(kind, numbers)
    if sys.byteorder == "big":
        found.byteswap()
    return found.tobytes()


def _impossible(why: str) -> str:
    return _("the weights file does not describe a network that can be run: {why}", why=why)


class _Reader:
    """Takes a file's header and tensors apart, op by op."""

    def __init__(self, header: dict[str, Any], body: bytes, checksum: str) -> None:
        self.header, self.body, self.checksum, self.at = header, body, checksum, 0
        self.buffers: list[Buffer] = []
        self.parts = {name: Part(*(int(part[key]) for key in Part._fields)) for name, part in header["outputs"].items()}

    def read(self) -> WeightsFile:
        given = self.header["input"]
        height, width, planes, globals_ = (int(given[key]) for key in ("height", "width", "planes", "globals"))
        self.must(1 <= height <= MOST_SIDE and 1 <= width <= MOST_SIDE, f"a board of {height} × {width}")
        self.must(
            0 <= planes <= MOST_CHANNELS and 0 <= globals_ <= MOST_CHANNELS, f"{planes} planes, {globals_} globals"
        )
        self.buffers += [Buffer("planes", True, planes), Buffer("globals", False, globals_)]
        self.spaces = height * width
        for name, part in self.parts.items():
            self.must(part.at >= 0 and part.size > 0 and part.one > 0, f"outputs {name}: {part}")
            self.must(part.at + part.size <= MOST_OUTPUTS, f"outputs {name}: {part}")
        offset, factor = self.numbers("h", planes + globals_), self.numbers("h", planes + globals_)
        self.ranges = [max(abs(o), abs(255 - o)) * abs(f) for o, f in zip(offset, factor, strict=True)]
        self.must(max(self.ranges, default=0) <= LIMIT, f"inputs above {LIMIT}")
        self.must(len(self.header["ops"]) <= MOST_OPS, f"{len(self.header['ops'])} ops")
        ops = tuple(self.op(number, op) for number, op in enumerate(self.header["ops"]))
        self.must(self.at == len(self.body), f"{len(self.body) - self.at} bytes are left over")
        return WeightsFile(
            self.header, self.checksum, height, width, planes, globals_, offset, factor, tuple(self.buffers), ops,
            self.parts,
        )  # fmt: skip

    def must(self, holds: bool, otherwise: str) -> None:
        if not holds:
            raise WeightsError(_impossible(otherwise))

    def numbers(self, kind: str, count: int) -> array[int]:
        found: array[int] = array(kind)
        size = count * found.itemsize
        self.must(self.at + size <= len(self.body), "weights are missing")
        found.frombytes(self.body[self.at : self.at + size])
        if sys.byteorder == "big":
            found.byteswap()
        self.at += size
        return found

    def buffer(self, name: str | None, where: str) -> int:
        """The number of a buffer that was written before; −1 for None."""
        if name is None:
            return -1
        known = [buffer.name for buffer in self.buffers]
        self.must(name in known, f"{where}: there is no buffer {name}")
        return known.index(name)

    def target(self, name: str | None, board: bool, channels: int, where: str) -> int:
        """The number of the buffer that an op writes, which may be new."""
        if name is None:
            return -1
        buffer = Buffer(name, board, channels)
        for number, other in enumerate(self.buffers):
            if other.name == name:
                self.must(number > 1 and other == buffer, f"{where}: {name} has another shape")
                return number
        self.must(len(self.buffers) < MOST_BUFFERS, f"more than {MOST_BUFFERS} buffers")
        self.buffers.append(buffer)
        return len(self.buffers) - 1

    def op(self, number: int, op: dict[str, Any]) -> Multiply | Pool:
        kind, where = op["op"], f"op {number} ({op['op']})"
        self.must(kind in ("conv", "dense", "pool"), where)
        source = self.buffer(op["from"], where)
        self.must(source >= 0, f"{where}: from nowhere")
        board, inputs = self.buffers[source].board, self.buffers[source].channels
        self.must(inputs > 0, f"{where}: {op['from']} is empty")
        self.must(board == (kind != "dense"), f"{where}: {op['from']} has the wrong shape")
        if kind == "pool":
            self.must(self.spaces > 2, f"{where}: a board of {self.spaces} spaces")  # 2**32 / spaces must fit
            maximum = bool(op.get("maximum", False))
            return Pool(source, self.target(str(op["to"]), False, inputs * (1 + maximum), where), maximum)
        size, channels, output = int(op.get("size", 1)), int(op["channels"]), op.get("output")
        self.must(size in (1, 3) and (board or size == 1), f"{where}: a window of {size}")
        self.must(1 <= channels <= MOST_CHANNELS, f"{where}: {channels} channels")
        add, residual = self.buffer(op.get("add"), where), self.buffer(op.get("residual"), where)
        self.must(add < 0 or self.buffers[add][1:] == (False, channels), f"{where}: {op.get('add')} cannot be added")
        self.must(
            residual < 0 or self.buffers[residual][1:] == (board, channels),
            f"{where}: {op.get('residual')} cannot be added",
        )
        shift = int(op.get("shift", 0))
        self.must(0 <= shift <= 12, f"{where}: a shift by {shift}")
        self.must((output is None) != ("to" not in op), f"{where}: it needs `to` or `output`")
        self.must(output is None or residual < 0, f"{where}: an output has no residual")
        target = self.target(op.get("to"), board, channels, where)
        self.must(target != source, f"{where}: it reads what it writes")
        weights = self.numbers("b", channels * size * size * inputs)
        bias, factor = self.numbers("i", channels), self.numbers("i", channels)
        self.must(min(factor) >= 0, f"{where}: a negative factor")
        self.prove(where, source, size * size, weights, bias)
        if output is not None:
            last = int(output) + channels * (self.spaces if board else 1)
            room = max((part.at + part.size for part in self.parts.values()), default=0)
            self.must(int(output) >= 0 and last <= room, f"{where}: outputs up to {last}, but there are {room}")
        return Multiply(
            source, target, -1 if output is None else int(output), size, channels, add, shift, residual,
            bool(op.get("relu", False)), weights, bias, factor,
        )  # fmt: skip

    def prove(self, where: str, source: int, taps: int, weights: array[int], bias: array[int]) -> None:
        """No sum of this op overflows, whatever the activations are."""
        inputs = self.buffers[source].channels
        given = {0: self.ranges[:inputs], 1: self.ranges[-inputs:]}
        ranges = given.get(source, [LIMIT] * inputs) * taps
        for channel, start in enumerate(bias):
            row = weights[channel * len(ranges) : (channel + 1) * len(ranges)]
            most = abs(start) + sum(most * abs(weight) for most, weight in zip(ranges, row, strict=True))
            self.must(most <= LARGEST_SUM, f"{where}: sums of channel {channel} may reach {most}")
