"""The list of a kernel's fields. Compiled code cannot loop over fields by name, so it spells them out.

Each game declares its fields once, in rules/fields.py. tests/core/test_state_fields.py reads rules/state.pxd and
rules/state.py and fails if a field is missing in one of the places that its entry names.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Field(NamedTuple):
    """One field of a kernel."""

    name: str
    length: int
    """0: a single number; otherwise an array of this length."""
    methods: str
    """The methods of the state that must handle the field, separated by blanks."""


CONSTANT = ""
"""Set by `__init__` and the same for all positions of a ruleset."""
POSITION = "copy arrange hash"
NOT_DRAWN = "copy hash"
"""A position set up by hand (`arrange`) does not have it, or gets it from other fields."""
ONLY_COPIED = "copy"
"""A fact about the past, or something that follows from fields that are hashed."""


def snapshot(kernel: Any, fields: tuple[Field, ...]) -> dict[str, Any]:
    """Everything in a position by name, as numbers and lists of numbers."""
    names = [(field.name, field.length) for field in fields if "copy" in field.methods.split()]
    return {name: list(getattr(kernel, name)) if length else getattr(kernel, name) for name, length in names}


def arrays(fields: tuple[Field, ...]) -> dict[str, list[int]]:
    """The array fields, filled with zeros, as the compiled classes initialise them."""
    return {field.name: [0] * field.length for field in fields if field.length}
