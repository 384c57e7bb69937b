"""Why a turn of La Cité de la Lumière is good or bad, in the game's own words: lamps, places and who gets what."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lutetia.bots.reasons import GameReasons, Line, Weighed, fewer_points, given_points, lost_points, points_of
from lutetia.bots.suggestion import Reason, counted
from lutetia.core.game import Game
from lutetia.core.i18n import N_, NP_
from lutetia.core.numbers import signed
from lutetia.games.lumiere.rules.notation import BUILD, spaces
from lutetia.games.lumiere.rules.scoring import Board, building_sheets
from lutetia.games.lumiere.text.steps import SEATS

SPACE = 1.5
"""About how many points a space of one's own beside a lamp is worth while the city is paved."""


def favour(line: Line) -> list[Weighed]:
    """What speaks for a turn."""
    found: list[Weighed] = []
    lit = line.changes()[line.seat]["lit"]
    built = _built(line.steps)
    if built and lit:
        found.append(_beside_lamps(line, built, lit))
    found += points_of(line, leave_out=[*(["lit"] if found else ()), *_not_yet(line)])
    for step in line.steps:
        kind, *words = step.split(" ")
        if kind == "take":
            found += _fits(line, words[0])
        elif kind == "tile":
            found += _paved(line)
    planned = _built(line.plan[:1])  # what it is about to build without a postcard
    if planned:
        name, where = planned
        found.append((2.0, (N_("keeps {building} for {where}"), {"building": name, "where": where})))
    return found


def against(played: Line, best: Line) -> list[Weighed]:
    """Why the turn that was played is worse than the best one."""
    found: list[Weighed] = []
    lost = lost_points(played, best)["lit"]
    missed = _built(best.steps)
    if missed and lost > 0:
        name, where = missed
        values = {"building": name, "where": where, "points": signed(-lost)}
        found.append((lost, (N_("misses {building} on {where}: {points}"), values)))
    found += fewer_points(played, best, leave_out=[*(["lit"] if found else ()), *_not_yet(played)])
    found += _given(played, best)
    found += _in_the_way(played, best)
    if any(step.startswith("tile ") for step in (*played.steps, *best.steps)):
        found += _worse_paving(played, best)
    return found


def _not_yet(line: Line) -> list[str]:
    """What does not count while the city is paved: that a building which was taken is not built."""
    kernel: Any = line.start.kernel
    return ["unbuilt"] if kernel.phase == 1 else []


def _built(steps: Iterable[str]) -> tuple[str, str] | None:
    """The building that a turn builds, and where."""
    for step in steps:
        kind, *words = step.split(" ")
        if kind == "build":
            return words[0], " ".join(words[1:])
    return None


def _rival(line: Line) -> str:
    return next(seat for seat in line.start.ruleset.seats if seat != line.seat)


def _board(game: Game[Any]) -> tuple[Board, dict[str, Any]]:
    """What lies on the board, and each burning lamp with the spaces that it lights."""
    ruleset: Any = game.ruleset
    kernel: Any = game.kernel
    board = Board(kernel, ruleset.notation)
    return board, dict(board.light(ruleset.edition.data["large_lamp"]["pattern"]))


def _beside_lamps(line: Line, built: tuple[str, str], points: int) -> Weighed:
    """The building that was built, with its lamps and all that is lit by it."""
    board, light = _board(line.after)
    sheet = next((one for one in building_sheets(board, light, line.seat) if one["name"] == built[0]), None)
    lamps = len(sheet["lamps"]) if sheet else 0
    text = NP_("{building} beside {n} lamp: {points}", "{building} beside {n} lamps: {points}")
    return abs(points), counted(text, lamps, building=built[0], points=signed(points))


def _fits(line: Line, name: str) -> list[Weighed]:
    """Where a building that is taken could score most, as the city is paved now; and that the rival does not get it."""
    ruleset: Any = line.after.ruleset
    kernel: Any = line.after.kernel
    _printed, light = _board(line.after)
    seat = ruleset.seats.index(line.seat)
    ground = (kernel.own[seat] | kernel.mixed) & ~kernel.taken & ~kernel.printed
    building = ruleset.notation.buildings.index(name)
    best, where = 0, ""
    for step in ruleset.notation.steps:
        if step.kind == BUILD and step.piece == building and step.mask & ~ground == 0:
            covered = set(spaces(step.mask))
            points = len(covered) * sum(1 for lit in light.values() if lit & covered)
            if points > best:
                best, where = points, step.text.split(" ", 2)[2]
    found: list[Weighed] = []
    if best:
        values = {"building": name, "where": where, "points": signed(best)}
        found.append((best, (N_("{building} would fit on {where}: {points}"), values)))
    rival = _rival(line)
    found.append((0.5, (N_("{rival} does not get {building}"), {"rival": (SEATS[rival], {}), "building": name})))
    return found


def _beside_lamp_counts(game: Game[Any]) -> dict[str, int]:
    """By seat: its free spaces, mixed ones included, that a lamp lights."""
    board, light = _board(game)
    lit = set().union(*light.values()) & board.free if light else set()
    lit -= board.printed["lamp"]
    return {seat: len(lit & (board.printed[seat] | board.printed["mixed"])) for seat in game.ruleset.seats}


def _paved(line: Line) -> list[Weighed]:
    """What a tile brings beside lamps."""
    had, has, rival = _beside_lamp_counts(line.start), _beside_lamp_counts(line.after), _rival(line)
    mine, theirs = has[line.seat] - had[line.seat], has[rival] - had[rival]
    found: list[Weighed] = []
    if mine > 0:
        text = NP_("{n} more own space beside lamps", "{n} more own spaces beside lamps")
        found.append((SPACE * mine, counted(text, mine)))
    if theirs < mine:
        values = {"n": max(0, theirs), "rival": (SEATS[rival], {})}
        found.append((0.4, (N_("{n} for {rival}"), values)))
    return found


def _worse_paving(played: Line, best: Line) -> list[Weighed]:
    """How many spaces beside lamps the best turn would have kept for the seat, or from the rival."""
    rival = _rival(played)
    was, could = _beside_lamp_counts(played.after), _beside_lamp_counts(best.after)
    fewer, more = could[played.seat] - was[played.seat], was[rival] - could[rival]
    found: list[Weighed] = []
    if fewer > 0:
        text = NP_("{n} own space fewer beside lamps", "{n} own spaces fewer beside lamps")
        found.append((SPACE * fewer, counted(text, fewer)))
    if more > 0:
        text = NP_("{n} more space beside lamps for {rival}", "{n} more spaces beside lamps for {rival}")
        found.append((SPACE * more, counted(text, more, rival=(SEATS[rival], {}))))
    return found


def _given(played: Line, best: Line) -> list[Weighed]:
    """What the rival gets that the best turn would not have given."""
    rival: Reason = (SEATS[_rival(played)], {})
    found: list[Weighed] = []
    taken = {step for step in best.steps if step.startswith("take ")}
    for step in played.reply:
        if step in taken:
            name = step.removeprefix("take ")
            found.append((3.0, (N_("leaves {building} to {rival}"), {"building": name, "rival": rival})))
    more = 0 if _not_yet(played) else given_points(played, best)
    if more <= 0:
        return found
    built = _built(played.reply)
    if built:
        values = {"rival": rival, "building": built[0], "where": built[1], "points": signed(-more)}
        found.append((more, (N_("gives {rival} {building} on {where}: {points}"), values)))
    else:
        found.append((more, (N_("lets {rival} score: {points}"), {"rival": rival, "points": signed(-more)})))
    return found


def _in_the_way(played: Line, best: Line) -> list[Weighed]:
    """The seat's next building after the best turn, if it cannot be built any more."""
    planned = _built(best.plan[:1])
    if not planned or played.end is None or best.end is None or played.end.seat != played.seat:
        return []
    name, where = planned
    step = f"build {name} {where}"
    if step in played.end.legal() or step in played.steps or f"build {name} " in " ".join(played.steps):
        return []
    after = best.end.copy()
    after.play(step)
    points = after.kernel.points_of(after.ruleset.seats.index(best.seat)) - best.end.kernel.points_of(
        best.end.ruleset.seats.index(best.seat)
    )
    if points <= 0:
        return []
    values = {"building": name, "where": where, "points": signed(-points)}
    return [(points, (N_("no more place for {building} on {where}: {points}"), values))]


REASONS = GameReasons(favour, against)
