"""Why a turn of Paris is good or bad, in the game's own words: districts, bonus tiles, francs and who gets them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lutetia.bots.reasons import GameReasons, Line, Weighed, fewer_points, given_points, points_of
from lutetia.bots.suggestion import Reason
from lutetia.core.game import Game
from lutetia.core.i18n import N_
from lutetia.core.numbers import signed
from lutetia.games.paris.text.steps import SEATS, district

FRANC = 0.4
"""About how many VP a franc is worth."""
TILE = 1.5
"""About how many VP a bonus tile is worth that scores nothing at once."""
Standing = dict[str, int]
"""By district: the VP of a seat there."""


def favour(line: Line) -> list[Weighed]:
    """What speaks for a turn."""
    found = _districts(_won(line.start, line.seat), _won(line.after, line.seat))
    found += points_of(line, leave_out=["districts"])
    earns = line.changes()[line.seat]["bonus"]
    for tile in _tiles(line.steps):
        found.append((TILE if not earns else 0.5, (N_("bonus tile {n}"), {"n": tile})))
    francs = _francs(line.after, line.seat) - _francs(line.start, line.seat)
    if francs:
        found.append((FRANC * abs(francs), (N_("{points} F"), {"points": signed(francs)})))
    return found


def against(played: Line, best: Line) -> list[Weighed]:
    """Why the turn that was played is worse than the best one."""
    found = _districts(_won(best.after, best.seat), _won(played.after, played.seat))
    found += fewer_points(played, best, leave_out=["districts"])
    francs = _francs(played.after, played.seat) - _francs(best.after, best.seat)
    if francs < 0:
        found.append((-FRANC * francs, (N_("{points} F"), {"points": signed(francs)})))
    if not played.replier or not played.end:
        return found
    rival: Reason = (SEATS[played.replier], {})
    left = set(_tiles(best.steps)) - set(_tiles(played.steps))
    for tile in _tiles(played.reply):
        if tile in left:
            found.append((2 * TILE, (N_("leaves bonus tile {n} to {rival}"), {"n": tile, "rival": rival})))
    more = given_points(played, best)
    if more > 0:
        found.append((more, _gift(played, best, more)))
    return found


def _gift(played: Line, best: Line, more: int) -> Reason:
    """What the next seat gets that the best turn would not have given: a district, or points in general."""
    assert played.replier
    assert played.end
    rival: Reason = (SEATS[played.replier], {})
    had, has = _won(played.after, played.replier), _won(played.end, played.replier)
    other = _won(best.end, played.replier) if best.end else had
    gained = {name: has[name] - max(had.get(name, 0), other.get(name, 0)) for name in has}
    name = max(gained, key=lambda each: gained[each], default="")
    if name and gained[name] > 0:
        return N_("gives {rival} {district}: {points} VP"), {
            "rival": rival,
            "district": district(name),
            "points": signed(-more),
        }
    return N_("lets {rival} score: {points} VP"), {"rival": rival, "points": signed(-more)}


def _districts(before: Standing, after: Standing) -> list[Weighed]:
    """What changes in each district."""
    return [
        (abs(change), (N_("{district} {points} VP"), {"district": district(name), "points": signed(change)}))
        for name in sorted({*before, *after})
        if (change := after.get(name, 0) - before.get(name, 0))
    ]


def _won(game: Game[Any], seat: str) -> Standing:
    """The VP of a seat by district, as if the game ended now."""
    sheet = game.ruleset.score_sheet(game.kernel)["districts"]
    return {
        name: row["points"]
        for name, part in sheet.items()
        for row in part["standings"]
        if row["seat"] == seat and row["points"]
    }


def _francs(game: Game[Any], seat: str) -> int:
    kernel: Any = game.kernel
    return int(kernel.francs[game.ruleset.seats.index(seat)])


def _tiles(steps: Iterable[str]) -> list[str]:
    """The numbers of the bonus tiles that steps take."""
    found = []
    for step in steps:
        kind, *words = step.split(" ")
        if kind == "track" and words[0] != "none":
            found.append(words[0])
        elif kind == "use" and "take" in words:
            found.append(words[-1])
    return found


REASONS = GameReasons(favour, against)
