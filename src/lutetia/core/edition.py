"""Editions: the component data of a game, bundled or supplied by the user, always checked before use."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from lutetia.core.errors import EditionError, shown
from lutetia.core.i18n import _
from lutetia.core.nesting import values

LARGEST = 100_000
"""Bytes of a file. The bundled ones have up to 4,000."""
MOST_DATA = 30_000
"""Characters of all keys and texts, and the number of values, together. Every view contains the whole edition."""
LONGEST_TEXT = 400
"""Characters of a key or a text. The longest bundled one has 105."""
DEEPEST = 12
"""Levels of tables and lists. The bundled ones have 4."""
LONG_KEY = re.compile(rf"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{DEEPEST}}}""")
"""A TOML key such as `a.b.c` with too many parts: it nests without brackets, and parsing it takes quadratic time."""

Source = str | os.PathLike[str] | Mapping[str, Any] | None
"""Where an edition comes from: a path, the parsed data, or None for the bundled one."""

Check = Callable[[dict[str, Any]], list[str]]
"""Returns every fault of the data as text; an empty list means that it can be used."""


class NamedData(dict[str, Any]):
    """The parsed data of an edition that is still to be checked, with what error messages call its source."""

    def __init__(self, source_name: str, data: Mapping[str, Any]) -> None:
        super().__init__(data)
        self.source_name = source_name


@dataclass(frozen=True)
class Edition:
    """Checked component data. Editions with the same data are equal. Treat `data` as read-only."""

    data: dict[str, Any]
    bundled: bool

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(json.dumps(self.data, sort_keys=True))

    @property
    def version(self) -> int:
        return int(self.data["version"])

    @property
    def written(self) -> int | dict[str, Any]:
        """As a record contains it: a bundled edition as its version, any other edition in full."""
        return self.version if self.bundled else self.data


def load(bundled_file: Path, source: Source, check: Check) -> Edition:
    """Read and check an edition. Raises EditionError with every fault. `bundled_file` is the game's own edition."""
    bundled = _bundled(bundled_file)
    found = read(source)
    if found is None or found == bundled.data:
        return bundled
    data = dict(found)
    faults = check(data) + _statuses(data)
    if faults:
        raise EditionError(found.source_name, faults)
    return Edition(data, bundled=False)


def check_game(data: NamedData, game: str, games: Collection[str]) -> None:
    """Raises EditionError if an edition for `game` has the name of another game of `games`.

    With the data of another game every part would be a fault. This way only one fault is reported.
    """
    name = data.get("name")
    if isinstance(name, str) and name != game and name in games:
        raise EditionError(data.source_name, [_("name: this is an edition of another game, {name}", name=name)])


def read(source: Source) -> NamedData | None:
    """A copy of the source's data, None for the bundled edition. Raises EditionError if the source is not readable.

    What this returns is itself a source, so that whoever needs the data early passes it on instead of the file.
    """
    if source is None or isinstance(source, NamedData):
        return source
    if isinstance(source, Mapping):
        check_bounds(source, "given")
        return NamedData("given", deepcopy(dict(source)))
    if isinstance(source, str | os.PathLike) and "\0" not in os.fspath(source):
        path = Path(source)
        return NamedData(path.name, read_toml(path))
    raise EditionError("given", [_("a path or the parsed data is needed, not {found}", found=shown(source))])


def _statuses(data: Mapping[str, Any]) -> list[str]:
    """A part may state where its data come from. It must be a text, so that a record can contain it."""
    found = []
    for name, part in data.items():
        for inner in part if isinstance(part, list) else [part]:
            if isinstance(inner, Mapping) and not isinstance(inner.get("status", ""), str):
                found.append(_("[{part}] status: a text is needed", part=shown(name)))
    return found


def read_toml(path: Path) -> dict[str, Any]:
    """The parsed file. Raises EditionError if it is not readable TOML."""
    try:
        with path.open("rb") as file:  # bounded, because a device file may never end
            content = file.read(LARGEST + 1)
        if len(content) > LARGEST:
            raise EditionError(path.name, [_("the file is larger than {most} bytes", most=LARGEST)])
        return parse(content.decode(), path.name)
    except OSError as error:
        raise EditionError(path.name, [_("it cannot be read: {why}", why=error.strerror or str(error))]) from None
    except UnicodeDecodeError:
        raise EditionError(path.name, [_("it is not UTF-8 text")]) from None


def parse(text: str, name: str) -> dict[str, Any]:
    """The parsed text of a file. Raises EditionError if it is not TOML, or too large or too deep for an edition."""
    import tomllib

    if len(text) > LARGEST:
        raise EditionError(name, [_("the file is larger than {most} bytes", most=LARGEST)])
    if LONG_KEY.search(text):
        raise _too_deep(name)
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise _too_deep(name) from None
    except ValueError as error:  # not TOML, or a number with too many digits for Python
        raise EditionError(name, [_("it is not TOML: {why}", why=shown(str(error), 200))]) from None
    check_bounds(data, name)
    return data


def check_bounds(data: Mapping[str, Any], name: str) -> None:
    """Raises EditionError if the data are nested too deeply, have too long a text, or are too large altogether."""
    size = 0
    for level, value in values(data):
        if level > DEEPEST:
            raise _too_deep(name)
        size += len(value) if isinstance(value, str) else 1
        if size > MOST_DATA:
            raise EditionError(name, [_("the data are too large: at most {most} characters", most=MOST_DATA)])
        if isinstance(value, str) and len(value) > LONGEST_TEXT:
            fault = _(
                "the text {text} is too long: at most {most} characters", text=shown(value, 30), most=LONGEST_TEXT
            )
            raise EditionError(name, [fault])


def _too_deep(name: str) -> EditionError:
    return EditionError(name, [_("it is nested too deeply: at most {most} levels", most=DEEPEST)])


def whole(value: object, least: int, most: int) -> bool:
    """Whether the value is an int (bools excluded) within these bounds."""
    return type(value) is int and least <= value <= most


def wrong_keys(part: Mapping[str, Any], wanted: Iterable[object]) -> list[str]:
    """A fault for each missing key and for each unknown key."""
    names = [str(key) for key in wanted]
    found = [_("{key} is missing", key=name) for name in names if name not in part]
    found += [
        _("unknown key {key}; known keys: {known}", key=shown(key), known=", ".join(names))
        for key in part
        if key not in names
    ]
    return found


def stated(part: Mapping[str, Any]) -> dict[str, Any]:
    """A part without the remark on where its data come from."""
    return {key: value for key, value in part.items() if key != "status"}


def heading_faults(data: Mapping[str, Any], parts: Iterable[str]) -> list[str]:
    """Faults outside the parts: parts that are not known, the name, the version."""
    known = {"name", "version", *parts}
    found = [
        _("unknown part {key}; known parts: {known}", key=shown(key), known=", ".join(sorted(known)))
        for key in sorted(map(str, set(data) - known))
    ]
    if not isinstance(data.get("name"), str):
        found.append(_("name: a text is needed"))
    if not whole(data.get("version"), 1, 2**31):
        found.append(_("version: a whole number from 1 is needed"))
    return found


Bounds = Mapping[str, tuple[int, int]]
"""By key: the least and the most that a whole number may be."""


def out_of_bounds(part: Mapping[str, Any], bounds: Bounds, where: str = "") -> list[str]:
    """A fault for each number that is outside its bounds; that a key is missing is another fault."""
    return [
        _("{key}: a whole number from {least} to {most} is needed", key=where + key, least=least, most=most)
        for key, (least, most) in bounds.items()
        if key in part and not whole(part[key], least, most)
    ]


def number_table_faults(part: object, bounds: Bounds, name: str = "") -> list[str]:
    """The faults of a table that has exactly these keys, each a number within its bounds."""
    if not isinstance(part, dict):
        return [_("{name}: a table of numbers is needed", name=name)]
    found = [f"{name}: {fault}" if name else fault for fault in wrong_keys(part, bounds)]
    return found + out_of_bounds(part, bounds, f"{name}." if name else "")


def inner_table_faults(part: Mapping[str, Any], name: str, bounds: Bounds) -> list[str]:
    """The faults of a table of numbers within a part, if it is there."""
    return number_table_faults(part[name], bounds, name) if name in part else []


@cache
def _bundled(file: Path) -> Edition:
    return Edition(read_toml(file), bundled=True)
