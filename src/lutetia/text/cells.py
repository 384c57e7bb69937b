"""A position as labelled cells: what drawings and screens show of a game that brings none of its own.

`scores` is left out: every drawing and screen shows points in its own way. A part with an entry for every seat belongs
to the seats; all other parts lie on the table. In a seat's part, None stands for what the viewer may not see.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lutetia.core.json_types import Json
from lutetia.core.numbers import number

HIDDEN = "?"
NOTHING = "–"
YES = "✓"


@dataclass(frozen=True)
class LabelledCells:
    """A row of cells with its label."""

    label: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Cells:
    """All parts of a position."""

    table: tuple[LabelledCells, ...]
    seats: dict[str, tuple[LabelledCells, ...]]


def cells_of(position: Json, seats: Sequence[str]) -> Cells:
    """The parts of a view's position in their order."""
    table: list[LabelledCells] = []
    own: dict[str, list[LabelledCells]] = {seat: [] for seat in seats}
    for name, value in position.items():
        if name == "scores":
            continue
        if not (isinstance(value, dict) and set(seats) <= set(value)):
            table.append(LabelledCells(label(name), _cells(value, NOTHING)))
            continue
        for seat in seats:
            parts = value[seat] if name == "seats" and isinstance(value[seat], dict) else {name: value[seat]}
            own[seat] += [LabelledCells(label(inner), _cells(part, HIDDEN)) for inner, part in parts.items()]
    return Cells(tuple(table), {seat: tuple(parts) for seat, parts in own.items()})


def label(name: str) -> str:
    """What a key of a position or score sheet is called."""
    return name.replace("_", " ")


def _cells(value: Any, none: str) -> tuple[str, ...]:
    if value is None:
        return (none,)
    if isinstance(value, dict):
        return tuple(f"{label(str(name))} {_cell(part)}" for name, part in value.items())
    if isinstance(value, list):
        return tuple(none if part is None else _cell(part) for part in value)
    return (_cell(value),)


def _cell(value: Any) -> str:
    if value is None or value is False:
        return NOTHING
    if value is True:
        return YES
    if isinstance(value, int):
        return number(value)
    if isinstance(value, dict):
        return " ".join(_cell(part) for part in value.values() if part is not None)
    return " ".join(map(_cell, value)) if isinstance(value, list) else str(value)
