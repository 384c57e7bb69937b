"""Why a turn of La Cité de la Lumière is good or bad, in the game's own words: lamps, places and who gets what."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lutetia.bots.reasons import GameReasons, Line, Weighed, fewer_points, given_points, lost_points, points_of
from lutetia.bots.suggestion import Reason, counted
from lutetia.core.game import Game
from lutetia.core.i18n import N_, NP_
from lutetia.core.numbers import signed
from lutetia.games.lumiere.rules.scoring import Board, building_sheets
from lutetia.games.lumiere.text import paving_reasons
from lutetia.games.lumiere.text.steps import SEATS


def favour(line: Line) -> list[Weighed]:
    """What speaks for a turn."""
    if _paving(line):
        return paving_reasons.favour(line)
    found: list[Weighed] = []
    lit = line.changes()[line.seat]["lit"]
    built = _built(line.steps)
    if built and lit:
        found.append(_beside_lamps(line, built, lit))
    found += points_of(line, leave_out=["lit"] if found else ())
    planned = _built(line.plan[:1])  # what it is about to build without a postcard
    if planned:
        name, where = planned
        found.append((2.0, (N_("keeps {building} for {where}"), {"building": name, "where": where})))
    return found


def against(played: Line, best: Line) -> list[Weighed]:
    """Why the turn that was played is worse than the best one."""
    if _paving(played):
        return paving_reasons.against(played, best)
    found: list[Weighed] = []
    lost = lost_points(played, best)["lit"]
    missed = _built(best.steps)
    if missed and lost > 0:
        name, where = missed
        values = {"building": name, "where": where, "points": signed(-lost)}
        found.append((lost, (N_("misses {building} on {where}: {points}"), values)))
    found += fewer_points(played, best, leave_out=["lit"] if found else ())
    return found + _given(played, best) + _in_the_way(played, best)


def _paving(line: Line) -> bool:
    """Whether the turn belongs to the first half, where nothing scores yet."""
    kernel: Any = line.start.kernel
    return bool(kernel.phase == 1)


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


def _given(played: Line, best: Line) -> list[Weighed]:
    """What the rival gets that the best turn would not have given."""
    more = given_points(played, best)
    if more <= 0:
        return []
    rival: Reason = (SEATS[_rival(played)], {})
    built = _built(played.reply)
    if built:
        values = {"rival": rival, "building": built[0], "where": built[1], "points": signed(-more)}
        return [(more, (N_("gives {rival} {building} on {where}: {points}"), values))]
    return [(more, (N_("lets {rival} score: {points}"), {"rival": rival, "points": signed(-more)}))]


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
