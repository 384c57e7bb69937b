"""The components of an edition for the gallery: what each is called, how well it is known, and what can be corrected.

A game describes its own components (`GameText.components`). Whoever shows them needs to know no game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Literal

from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json

How = Literal["stated", "deduced", "reconstructed"]
KNOWN: dict[How, str] = {"stated": N_("stated"), "deduced": N_("deduced"), "reconstructed": N_("reconstructed")}

Kind = Literal["number", "text", "switch", "choice", "shape", "tile", "pattern", "member"]


@dataclass(frozen=True)
class Known:
    """How well something about a component is known, and the source or the reason."""

    how: How
    note: str


@dataclass(frozen=True)
class Field:
    """Something about a component that can be corrected. `path` leads to it in the component data.

    `shape`: rows of '#' and '.'. `tile`: four letters, clockwise from the top left. `pattern`: offsets [row, column].
    `member`: whether the number `value` is in the list.
    """

    path: tuple[str | int, ...]
    label: str
    kind: Kind = "number"
    choices: tuple[tuple[str, str], ...] = ()
    """(value, label) pairs; of a tile: its letters."""
    value: int | None = None
    listed: bool = True
    """Of a number: whether it is listed beside the component. Otherwise the name, the text or the count says it."""


@dataclass(frozen=True)
class Component:
    """`id` is unique within the game; addresses and drawings use it.

    `faults`: how a fault that concerns it begins in English, besides those that begin with the part and
    the key of a field.
    """

    id: str
    name: str
    text: str
    known: Sequence[Known]
    fields: Sequence[Field] = ()
    count: int = 1
    """How many are in the box."""
    faults: Sequence[str] = ()


@dataclass(frozen=True)
class Section:
    """Components of one kind. `parts` are the parts of the edition file that they come from."""

    id: str
    heading: str
    parts: Sequence[str]
    components: Sequence[Component] = field(default_factory=list)


def as_json(sections: Sequence[Section]) -> list[Json]:
    """The sections as the server sends them, with each `how` translated as `word`, and with all `faults`."""
    found = [asdict(section) for section in sections]
    for section in found:
        for component in section["components"]:
            paths = [one["path"] for one in component["fields"]]
            keys = [f"[{part}] {'.'.join(map(str, rest))}:" for part, *rest in paths]
            component["faults"] = [*component["faults"], *keys]
            for known in component["known"]:
                known["word"] = _(KNOWN[known["how"]])
    return found


def stated(note: str) -> Known:
    return Known("stated", note)


def deduced(note: str) -> Known:
    return Known("deduced", note)


def reconstructed(note: str) -> Known:
    return Known("reconstructed", note)


def numbers(part: str, labels: Mapping[str, str]) -> list[Field]:
    """A field for each number of a part, by its label."""
    return [Field((part, key), _(label)) for key, label in labels.items()]
