"""Files that long runs append to, one JSON object per line. A run that is cut off loses its last line at most."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from lutetia.core.json_types import Json


class BrokenLine(ValueError):
    """A line that no run has written; for the people who run scripts, so it is in English only."""


def lines_of(path: Path) -> Iterator[Json]:
    """The objects in a file; none if there is no file. A last line without its end is left out: it was cut off.

    Raises BrokenLine.
    """
    if not path.is_file():
        return
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                return
            try:
                found = json.loads(line)
            except ValueError:
                found = None
            if not isinstance(found, dict):
                raise BrokenLine(f"{path}, line {number}: this is not a JSON object; remove the line and run again")
            yield found


def drop_half_line(path: Path) -> None:
    """Cut off a last line without its end, so that what is appended gets a line of its own."""
    if not path.is_file():
        return
    with path.open("rb+") as file:
        content = file.read()
        file.truncate(content.rfind(b"\n") + 1)
