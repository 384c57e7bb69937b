"""The parts of an observation: what every element means, as data beside the observer that writes it.

The documentation of observations and `explain` are made from it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

SEATS = ("me", "the next seat", "the second next", "the third next")
"""The seats in the order of play, from the observing one."""


@dataclass(frozen=True)
class Axis:
    """One dimension of a part: what each of its indices stands for."""

    name: str
    labels: tuple[str, ...]
    scales: tuple[int, ...] = ()
    """The scale of each index, if they differ."""


@dataclass(frozen=True)
class Part:
    """A named part of a row. A count is the number in the row times its scale; with a scale of 1 it is a flag."""

    name: str
    shape: tuple[int, ...]
    scale: int = 1
    meaning: str = ""
    axes: tuple[Axis, ...] = ()
    """What the indices stand for, one axis for each dimension. Without them, indices are just counted."""
    minus_one: str = ""
    """What -1 stands for, if it is not a count."""
    words: str = ""
    """How `explain` names an element: a format with the names of the axes. "": the labels of all axes but the first.
    Each index of the first axis gets a line, unless the format names that axis."""

    def __post_init__(self) -> None:
        if self.axes and tuple(len(axis.labels) for axis in self.axes) != self.shape:
            raise TypeError(f"the part {self.name} of shape {self.shape} has axes of other lengths")

    @cached_property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)

    @cached_property
    def labels(self) -> tuple[tuple[str, ...], ...]:
        """What each index stands for, by axis."""
        if self.axes:
            return tuple(axis.labels for axis in self.axes)
        return tuple(tuple(map(str, range(length))) for length in self.shape)

    def scale_at(self, index: tuple[int, ...]) -> int:
        """The scale of one element."""
        for axis, i in zip(self.axes, index, strict=False):
            if axis.scales:
                return axis.scales[i]
        return self.scale


def described(name: str, meaning: str, *axes: Axis, scale: int = 1, minus_one: str = "", words: str = "") -> Part:
    """A part whose shape follows from its axes."""
    return Part(name, tuple(len(axis.labels) for axis in axes), scale, meaning, axes, minus_one, words)


def padded(labels: Iterable[str], room: int) -> tuple[str, ...]:
    """Labels for `room` indices, of which an edition may use fewer."""
    found = tuple(labels)
    return found + ("not used",) * (room - len(found))


def named(row: Any, parts: tuple[Part, ...]) -> dict[str, Any]:
    """The parts of a row by name, as views into it. For an array of rows, parts divide the last axis."""
    found, at = {}, 0
    for part in parts:
        found[part.name] = row[..., at : at + part.size].reshape(*row.shape[: row.ndim - 1], *part.shape)
        at += part.size
    return found
