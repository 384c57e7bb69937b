"""Reading and writing records, with a clear error for every fault. docs/records.md describes the format."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any, TypeVar

from lutetia.core import variations
from lutetia.core.edition import Source
from lutetia.core.errors import IllegalStep, RecordError, shown
from lutetia.core.game import FORMAT, Game
from lutetia.core.i18n import N_
from lutetia.core.nesting import MOST_NESTED, too_deep
from lutetia.core.random import Rng
from lutetia.core.ruleset import Ruleset

KEYS = ("format", "game", "rules", "edition", "options", "seats", "first", "setup", "turns", "result")
VIEW_KEYS = (
    "game",
    "rules",
    "edition",
    "options",
    "seats",
    "first",
    "seat",
    "viewer",
    "over",
    "result",
    "turns",
    "position",
)
POSITION_KEY = "position"
"""An eleventh key of a record that begins at a position set up by hand."""
VARIATIONS_KEY = "variations"
"""Another: lines beside the game, which are checked, but are no part of the game."""
START_KEY = "start"
"""The same position in a view, where `position` is the current one."""
LARGEST_FILE = 5_000_000  # bytes; a long four-player game takes about 40,000
MOST_TURNS = 2_000

T = TypeVar("T")
MakeRuleset = Callable[..., Ruleset[Any]]
"""make(game, rules=…, edition=…, options=…, players=…); raises ValueError that names what is allowed."""


SetUp = Callable[[Ruleset[Any], Any], Game]
"""set_up(ruleset, position): the game that begins at a position set up by hand; raises ValueError with every fault."""
SetUpFromView = Callable[[Ruleset[Any], dict[str, Any], int, Rng], tuple[Game, list[Any]]]
"""(ruleset, view, viewer, rng): a game that begins where the view's did, and turns as they may have been."""


def replay(record: object, make: MakeRuleset, set_up: SetUp, steps: int | None = None) -> Game:
    """The game at the end of a record, or after its first steps; then what follows is not looked at.

    Raises RecordError, also if the record has fewer steps.
    """
    data = _mapping(record, KEYS, "record", (POSITION_KEY, VARIATIONS_KEY))
    if data["format"] != FORMAT:
        raise RecordError(
            N_("format is {found}; this version reads {known}"), found=shown(data["format"]), known=FORMAT
        )
    game = _begin(data, make, set_up)
    taken = _follow(game, data["turns"], steps)
    if steps is None:
        _compare_result(game, data["result"])
        if VARIATIONS_KEY in data:
            played = [step for _turn, _seat, step in steps_of(data)]
            variations.check(data[VARIATIONS_KEY], _begin(data, make, set_up), played)
    elif taken != steps:
        raise RecordError(N_("the record has {n} steps, not {found}"), n=taken, found=steps)
    return game


def steps_of(record: Mapping[str, Any]) -> list[tuple[int, str, str]]:
    """Every step of a valid record as (turn from 1, seat, step)."""
    return [(t, turn["seat"], step) for t, turn in enumerate(record["turns"], 1) for step in turn["steps"]]


def imagine(view: object, seed: int, make: MakeRuleset, set_up: SetUpFromView) -> Game:
    """A game that the viewer cannot tell from the real one. Raises RecordError if the view is not valid."""
    data = _mapping(view, VIEW_KEYS, "view", (START_KEY,))
    ruleset = _ruleset_of(data, make)
    viewer = data["viewer"]
    if viewer is not None and viewer not in ruleset.seats:
        raise RecordError(
            N_("viewer is {found}; allowed: {known}"), found=shown(viewer), known=", ".join(ruleset.seats)
        )
    seat = -1 if viewer is None else ruleset.seats.index(viewer)
    if START_KEY in data:
        game, turns = _as_record_error(set_up, ruleset, data, seat, Rng(seed))
    else:
        setup, turns = ruleset.determinize(data, seat, Rng(seed))
        game = _game_from_setup(ruleset, data["first"], setup)
    _follow(game, turns)
    return game


def read(source: object) -> Any:
    """A record from JSON text or from the path of a file; anything else is returned as it is. Raises RecordError."""
    if isinstance(source, str) and source.lstrip().startswith("{"):
        return parse(source.encode())
    if not isinstance(source, str | os.PathLike):
        return source
    try:
        return load(source)
    except RecordError as error:
        raise RecordError(N_("{path}: {why}"), path=os.fspath(source), why=str(error)) from None


def load(path: str | os.PathLike[str]) -> Any:
    """The JSON in a file. Raises RecordError if it cannot be read."""
    try:
        with Path(path).open("rb") as file:  # bounded, because a device file may never end
            content = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:  # ValueError: a null character in the path
        why = getattr(error, "strerror", None) or str(error)
        raise RecordError(N_("it cannot be read: {why}"), why=why) from None
    return parse(content)


def parse(content: bytes) -> Any:
    """The JSON in a text. Raises RecordError if it is none, or too large or too deep for a record."""
    if len(content) > LARGEST_FILE:
        raise RecordError(N_("the file is larger than {most} bytes, larger than any game"), most=LARGEST_FILE)
    if too_deep(content):
        raise RecordError(N_("it is nested too deeply to be a record: at most {most} levels"), most=MOST_NESTED)
    try:
        return json.loads(content.decode(), parse_constant=_no_constant)
    except UnicodeDecodeError:
        raise RecordError(N_("it is not UTF-8 text")) from None
    except json.JSONDecodeError as error:
        raise RecordError(N_("it is not JSON: {why} in line {line}"), why=error.msg, line=error.lineno) from None
    except ValueError as error:  # too many digits for Python, or our own _no_constant
        raise (
            error if isinstance(error, RecordError) else RecordError(N_("it is not JSON: {why}"), why=str(error))
        ) from None


def dump(record: Mapping[str, Any], path: str | os.PathLike[str]) -> None:
    """Write a record atomically: the file is either the old one or the complete new one."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".part")
    try:
        beside.write_text(dumps(record), encoding="utf-8")
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


def dumps(record: Mapping[str, Any]) -> str:
    """A record as JSON with one line per turn and variation, so that files diff well."""
    lines = []
    for key, value in record.items():
        if key in ("turns", VARIATIONS_KEY) and value:
            entries = ",\n  ".join(json.dumps(entry, ensure_ascii=False) for entry in value)
            lines.append(f'"{key}": [\n  {entries}]')
        else:
            lines.append(f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{" + ",\n ".join(lines) + "}\n"


def _no_constant(name: str) -> None:
    raise RecordError(N_("it is not JSON: {why}"), why=name)


def _mapping(value: object, keys: tuple[str, ...], what: str, optional: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise RecordError(N_("a {what} is a table of keys, not {found}"), what=what, found=shown(value))
    for key in value:
        if key not in (*keys, *optional):
            raise RecordError(
                N_("unknown key {key}; a {what} has exactly: {known}"), key=shown(key), what=what, known=", ".join(keys)
            )
    for key in keys:
        if key not in value:
            raise RecordError(
                N_("{key} is missing; a {what} has exactly: {known}"), key=key, what=what, known=", ".join(keys)
            )
    return dict(value)


def _begin(data: dict[str, Any], make: MakeRuleset, set_up: SetUp) -> Game:
    ruleset = _ruleset_of(data, make)
    if POSITION_KEY not in data:
        return _game_from_setup(ruleset, data["first"], data["setup"])
    game = _as_record_error(set_up, ruleset, data[POSITION_KEY])
    written = game.record()
    for key in ("first", "setup"):
        if not _same(data[key], written[key]):
            raise RecordError(N_("{key} does not match the position"), key=key)
    return game


def _as_record_error(call: Callable[..., T], *given: object) -> T:
    """The call's answer. A ValueError becomes a RecordError."""
    try:
        return call(*given)
    except RecordError:
        raise
    except ValueError as error:
        raise RecordError(N_("{why}"), why=str(error)) from None


def _game_from_setup(ruleset: Ruleset[Any], first: object, setup: Any) -> Game:
    if first not in ruleset.seats:
        raise RecordError(N_("first is {found}; allowed: {known}"), found=shown(first), known=", ".join(ruleset.seats))
    kernel = ruleset.new_kernel()
    ruleset.read_setup(kernel, setup, ruleset.seats.index(str(first)))
    return Game(ruleset, kernel, deepcopy(setup))


def _ruleset_of(data: dict[str, Any], make: MakeRuleset) -> Ruleset[Any]:
    """The ruleset of a record's or a view's heading."""
    if not isinstance(data["game"], str):
        raise RecordError(N_("game: a name is needed, not {found}"), found=shown(data["game"]))
    edition: Source
    version = None
    if isinstance(data["edition"], Mapping):
        edition = data["edition"]
    elif type(data["edition"]) is int:
        edition, version = None, data["edition"]
    else:
        raise RecordError(
            N_("edition: a version or the whole data is needed, not {found}"), found=shown(data["edition"])
        )
    if type(data["rules"]) is not int:
        raise RecordError(N_("rules: a version is needed, not {found}"), found=shown(data["rules"]))
    seats = data["seats"]
    if not isinstance(seats, list):
        raise RecordError(N_("seats: a list is needed, not {found}"), found=shown(seats))
    try:
        ruleset = make(data["game"], rules=data["rules"], edition=edition, options=data["options"], players=len(seats))
    except ValueError as error:
        raise RecordError(N_("{why}"), why=str(error)) from None
    if seats != list(ruleset.seats):
        raise RecordError(N_("seats must be {known}, in this order"), known=", ".join(ruleset.seats))
    if version is not None and version != ruleset.edition.version:
        raise RecordError(
            N_("edition {found} of {game} is not bundled; the bundled version is {known}"),
            found=shown(version),
            game=ruleset.game,
            known=ruleset.edition.version,
        )
    return ruleset


def _follow(game: Game, turns: object, most: int | None = None) -> int:
    """Play a record's turns, at most so many steps; returns how many. Raises RecordError that names the first fault."""
    if not isinstance(turns, list):
        raise RecordError(N_("turns: a list is needed, not {found}"), found=shown(turns))
    if len(turns) > MOST_TURNS:
        raise RecordError(N_("{n} turns; no game has more than {most}"), n=len(turns), most=MOST_TURNS)
    taken = 0
    for t, turn in enumerate(turns, 1):
        if taken == most:
            break
        if not isinstance(turn, dict) or set(turn) != {"seat", "steps"}:
            raise RecordError(N_("a turn has exactly the keys seat and steps"), turn=t)
        if game.over:
            raise RecordError(N_("the game is already over"), turn=t)
        if turn["seat"] != game.seat:
            raise RecordError(
                N_("it is {seat}'s turn, not {found}'s"), turn=t, seat=game.seat, found=shown(turn["seat"])
            )
        steps = turn["steps"]
        if not isinstance(steps, list) or not steps:
            raise RecordError(N_("a turn has a list of at least one step"), turn=t)
        wanted = steps if most is None else steps[: most - taken]
        _follow_turn(game, wanted, t, last=t == len(turns) or len(wanted) < len(steps))
        taken += len(wanted)
    return taken


def _follow_turn(game: Game, steps: list[Any], t: int, *, last: bool) -> None:
    kernel = game.kernel
    turn = kernel.turn
    for s, step in enumerate(steps, 1):
        if kernel.turn != turn:
            raise RecordError(N_("the turn is already finished before {extra}"), turn=t, step=s, extra=shown(step))
        if not isinstance(step, str):
            raise RecordError(N_("a step is a text, not {found}"), turn=t, step=s, found=shown(step))
        try:
            game.play(step)
        except IllegalStep as error:
            raise RecordError(N_("{why}"), turn=t, step=s, rule=error.rule, why=str(error)) from None
    if kernel.turn == turn and not last:
        raise RecordError(N_("the turn is not finished, but another follows"), turn=t, step=len(steps))


def _compare_result(game: Game, result: object) -> None:
    actual = game.result()
    if actual is None and result is not None:
        raise RecordError(N_("result is given, but the game is not over"))
    if actual is not None and result is None:
        raise RecordError(N_("result is null, but the game is over"))
    if not _same(result, actual):
        raise RecordError(N_("result does not match the turns"))


def _same(a: object, b: object) -> bool:
    """Equal in value and type: 1 is not true, and not 1.0."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(_same(a[key], b[key]) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(_same, a, b))
    return type(a) is type(b) and a == b
