"""Editions for the tests: the bundled data with some values replaced, and the faults that are found in it."""

from __future__ import annotations

import tomllib
from copy import deepcopy
from typing import Any

import pytest

import lutetia
from lutetia import EditionError
from lutetia.games import manifest

KeyPath = tuple[str | int, ...]
"""The path to a value: keys of tables, indices of lists."""
Changes = list[tuple[KeyPath, Any]]


def bundled(game: str) -> dict[str, Any]:
    """The component data that comes with a game."""
    return tomllib.loads(manifest(game).edition_file.read_text(encoding="utf-8"))


def changed(data: dict[str, Any], *changes: tuple[KeyPath, Any]) -> dict[str, Any]:
    """A copy of the data with some values replaced."""
    found = deepcopy(data)
    for path, value in changes:
        part: Any = found
        for key in path[:-1]:
            part = part[key]
        part[path[-1]] = value
    return found


def faults(game: str, source: Any) -> tuple[str, ...]:
    """The faults for which an edition is refused. The message lists each of them."""
    with pytest.raises(EditionError) as caught:
        lutetia.new(game, edition=source)
    error = caught.value
    assert isinstance(error, ValueError)
    assert error.faults
    assert all(f"  - {fault}" in str(error) for fault in error.faults)
    assert not set("{}") & set(str(error))
    return error.faults


def found_together(game: str, cases: list[tuple[Changes, str]]) -> None:
    """Assert that data with all these changes has exactly the fault of each."""
    data = changed(bundled(game), *(change for changes, _message in cases for change in changes))
    assert sorted(faults(game, data)) == sorted(message for _changes, message in cases)
