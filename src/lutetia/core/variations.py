"""Variations of a record: lines beside the game, with names, comments and marks. docs/records.md describes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lutetia.core.errors import IllegalStep, RecordError, shown
from lutetia.core.game import Game
from lutetia.core.i18n import N_

KEYS = ("at", "steps")
OPTIONAL = ("name", "comments", "marks", "variations")
MOST_VARIATIONS = 2_000
"""In a record, those within others included."""
MOST_STEPS = 10_000
"""Of all variations together."""
MOST_DEPTH = 12
"""Variations within variations. JSON that is nested more deeply is not read at all: see core/nesting.py."""
LONGEST_NAME = 100
LONGEST_COMMENT = 2_000
MOST_MARKS = 50
"""At one position."""
LONGEST_PLACE = 100
COLOURS = ("green", "red", "blue", "yellow")


def check(variations: object, start: Game, steps: list[str]) -> None:
    """Check the variations of a game, of which `start` is the beginning and `steps` are all steps.

    Raises RecordError that names the variation and the fault. `start` is played on.
    """
    _Checker().check_line(variations, start, 0, steps, "variations", 0)


class _Checker:
    """Counts what all variations of a record have together."""

    def __init__(self) -> None:
        self.variations = self.steps = 0

    def check_line(self, found: object, game: Game, begin: int, steps: list[str], where: str, depth: int) -> None:
        """The variations of one line. `game` stands after `begin` steps, and `steps` follow; it is played on."""
        if not isinstance(found, list):
            raise _fault(where, N_("{where}: a list is needed, not {found}"), found=shown(found))
        self.variations += len(found)
        if self.variations > MOST_VARIATIONS:
            raise _fault(where, N_("{where}: a record has at most {most} variations"), most=MOST_VARIATIONS)
        if depth > MOST_DEPTH:
            raise _fault(where, N_("{where}: variations are at most {most} levels deep"), most=MOST_DEPTH)
        last = begin + len(steps)
        names = [f"{where}[{n}]" for n in range(len(found))]
        named = [(_checked_at(each, begin, last, name), name, each) for each, name in zip(found, names, strict=True)]
        at = begin
        for wanted, name, each in sorted(named, key=lambda entry: entry[0]):
            while at < wanted:  # legal: these steps have been played before
                game.play(steps[at - begin])
                at += 1
            self.check_variation(each, game.copy(), wanted, name, depth)

    def check_variation(self, found: Mapping[str, Any], game: Game, at: int, where: str, depth: int) -> None:
        beginning, steps = game.copy(), found["steps"]
        if not isinstance(steps, list):
            raise _fault(where, N_("{where}: steps: a list is needed, not {found}"), found=shown(steps))
        self.steps += len(steps)
        if self.steps > MOST_STEPS:
            raise _fault(where, N_("{where}: variations have at most {most} steps in all"), most=MOST_STEPS)
        for number, step in enumerate(steps, 1):
            if not isinstance(step, str):
                raise _fault(where, N_("{where}: a step is a text, not {found}"), found=shown(step))
            try:
                game.play(step)
            except IllegalStep as error:
                raise RecordError(
                    N_("{where}: step {number}: {why}"), rule=error.rule, where=where, number=number, why=str(error)
                ) from None
        if "name" in found:
            _check_text(found["name"], LONGEST_NAME, f"{where}.name")
        for key, check_one in (("comments", _check_comment), ("marks", check_marks)):
            if key in found:
                _check_by_step(found[key], at, at + len(steps), f"{where}.{key}", check_one)
        if "variations" in found:
            self.check_line(found["variations"], beginning, at, steps, f"{where}.variations", depth + 1)


def _fault(where: str, reason: str, **values: Any) -> RecordError:
    return RecordError(reason, where=where, **values)


def _checked_at(found: object, begin: int, last: int, where: str) -> int:
    """The keys of a variation, and where it begins."""
    if not isinstance(found, Mapping):
        raise _fault(where, N_("{where}: a variation is a table of keys, not {found}"), found=shown(found))
    known = ", ".join((*KEYS, *OPTIONAL))
    for key in found:
        if key not in (*KEYS, *OPTIONAL):
            reason = N_("{where}: unknown key {key}; a variation may have: {known}")
            raise _fault(where, reason, key=shown(key), known=known)
    for key in KEYS:
        if key not in found:
            raise _fault(where, N_("{where}: {key} is missing"), key=key)
    at = found["at"]
    if type(at) is not int or not begin <= at <= last:
        reason = N_("{where}: at: a number of steps from {first} to {last} is needed, not {found}")
        raise _fault(where, reason, first=begin, last=last, found=shown(at))
    return at


def _check_by_step(found: object, first: int, last: int, where: str, check_one: Any) -> None:
    """A table by number of steps, written as text."""
    if not isinstance(found, Mapping):
        raise _fault(where, N_("{where}: a table by number of steps is needed, not {found}"), found=shown(found))
    allowed = {str(number) for number in range(first, last + 1)}
    for key, value in found.items():
        if key not in allowed:
            reason = N_("{where}: a number of steps from {first} to {last} is needed, not {found}")
            raise _fault(where, reason, first=first, last=last, found=shown(key))
        check_one(value, f"{where}.{key}")


def _check_comment(found: object, where: str) -> None:
    _check_text(found, LONGEST_COMMENT, where)


def _check_text(found: object, longest: int, where: str) -> None:
    if not isinstance(found, str) or len(found) > longest:
        raise _fault(where, N_("{where}: a text of at most {most} characters is needed"), most=longest)


def check_marks(found: object, where: str) -> None:
    """Raises RecordError if this is not a list of marks."""
    if not isinstance(found, list) or len(found) > MOST_MARKS:
        raise _fault(where, N_("{where}: a list of at most {most} marks is needed"), most=MOST_MARKS)
    for mark in found:
        if not _is_mark(mark):
            reason = N_("{where}: a mark has the key at, or from and to, with a place, and perhaps a colour: {known}")
            raise _fault(where, reason, known=", ".join(COLOURS))


def _is_mark(found: object) -> bool:
    """Whether this is a mark of a place, or an arrow between two."""
    if not isinstance(found, Mapping) or set(found) - {"colour"} not in ({"at"}, {"from", "to"}):
        return False
    places = [value for key, value in found.items() if key != "colour"]
    named = all(isinstance(place, str) and 0 < len(place) <= LONGEST_PLACE and place.isprintable() for place in places)
    return named and found.get("colour", COLOURS[0]) in COLOURS
