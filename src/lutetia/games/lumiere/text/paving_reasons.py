"""Why a turn is good or bad while the city is paved: who may build beside which lamps, and what buildings are worth.

Nothing is built yet, so there are no points to count. Everything here is a fact of the position: the spaces on which a
seat may build (its own and the mixed ones), the lamps beside them, and the place where a building would be lit most.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from lutetia.bots.reasons import Line, Weighed
from lutetia.bots.suggestion import Reason, counted
from lutetia.core.game import Game
from lutetia.core.i18n import N_, NP_
from lutetia.core.numbers import signed
from lutetia.games.lumiere.bots.paving import beside
from lutetia.games.lumiere.rules.names import square
from lutetia.games.lumiere.rules.notation import BUILD, Notation, mask_of, spaces
from lutetia.games.lumiere.text.steps import SEATS

SPACE = 1.5
"""About how many points a space beside a lamp is worth."""
LIT = 0.5
"""How much a point counts that a building may bring one day: its place may be taken by then."""
JOINED = 0.4
"""About how many points a space is worth that makes the largest area larger."""


class Place(NamedTuple):
    """Where a building would be lit most; of equal places the first."""

    points: int
    where: str
    """"" if it fits nowhere."""


class Ground:
    """Where a seat may build, as the city is paved now."""

    def __init__(self, game: Game[Any], seat: str) -> None:
        kernel: Any = game.kernel
        n = game.ruleset.seats.index(seat)
        ruleset: Any = game.ruleset
        self.notation: Notation = ruleset.notation
        self.lamps: int = kernel.printed & ~kernel.taken
        self.spaces: int = (kernel.own[n] | kernel.mixed) & ~kernel.taken & ~kernel.printed
        self.bright: int = self.spaces & beside(self.lamps)
        self.reserve = [name for b, name in enumerate(self.notation.buildings) if kernel.reserve[n] >> b & 1]
        self.supply = [name for b, name in enumerate(self.notation.buildings) if kernel.supply >> b & 1]

    def largest_area(self, more: int = 0) -> int:
        """The number of its connected spaces, with some `more` of them."""
        left, largest = self.spaces | more, 0
        while left:
            area = left & -left
            while (wider := (area | beside(area)) & left) != area:
                area = wider
            largest = max(largest, area.bit_count())
            left &= ~area
        return largest

    def places(self, building: str) -> int:
        """In how many ways it fits."""
        return sum(not mask & ~self.spaces for mask, _where in _placements(self.notation)[building])

    def best_place(self, building: str) -> Place:
        found = Place(-1, "")
        for mask, where in _placements(self.notation)[building]:
            if not mask & ~self.spaces:
                points = mask.bit_count() * (beside(mask) & self.lamps).bit_count()
                if points > found.points:
                    found = Place(points, where)
        return Place(max(0, found.points), found.where)

    def size(self, building: str) -> int:
        return _placements(self.notation)[building][0][0].bit_count()


@lru_cache(maxsize=4)
def _placements(notation: Notation) -> Mapping[str, list[tuple[int, str]]]:
    """By building: every place on the empty board, as bits and by the names of its spaces."""
    found: dict[str, list[tuple[int, str]]] = {name: [] for name in notation.buildings}
    for step in notation.steps:
        if step.kind == BUILD:
            found[notation.buildings[step.piece]].append((step.mask, step.text.split(" ", 2)[2]))
    return found


class Sides(NamedTuple):
    """The ground of both seats, seen by the one that takes a turn."""

    mine: Ground
    theirs: Ground
    rival: Reason
    """The other one's name."""


def _before(line: Line) -> Sides:
    return _sides(line.start, line.seat)


def _after(line: Line) -> Sides:
    return _sides(line.after, line.seat)


def _sides(game: Game[Any], seat: str) -> Sides:
    rival = next(each for each in game.ruleset.seats if each != seat)
    return Sides(Ground(game, seat), Ground(game, rival), (SEATS[rival], {}))


def favour(line: Line) -> list[Weighed]:
    """What speaks for a turn."""
    kind, *words = line.steps[0].split(" ")
    if kind == "tile":
        return _laid(_before(line), _after(line)) + _kept(_before(line), words[1])
    if kind == "take":
        return _taken(_before(line), words[0])
    return _passed(line, _before(line).mine)


def _laid(had: Sides, has: Sides) -> list[Weighed]:
    """What a tile brings: spaces beside lamps, connected ground, a better place for a building."""
    found: list[Weighed] = []
    mine, theirs = has.mine.bright & ~had.mine.bright, has.theirs.bright & ~had.theirs.bright
    n, others = mine.bit_count(), theirs.bit_count()
    if n:
        text = NP_(
            "{n} more space to build on beside lamps ({lamps})", "{n} more spaces to build on beside lamps ({lamps})"
        )
        found.append((SPACE * n, counted(text, n, lamps=_lamps(mine, has.mine))))
    if others < n:
        values = {"points": signed(others), "rival": has.rival}
        found.append((0.4, (N_("spaces beside lamps for {rival}: {points}"), values)))
    area = has.mine.largest_area()
    if grown := area - had.mine.largest_area():
        text = NP_("largest area to build on: now {n} space", "largest area to build on: now {n} spaces")
        found.append((JOINED * grown, counted(text, area)))
    for name in has.mine.reserve:
        place = has.mine.best_place(name)
        if more := place.points - had.mine.best_place(name).points:
            found.append((LIT * more, _would_fit(name, place)))
    values = {"points": _more(had.mine, has.mine), "rival": has.rival, "others": _more(had.theirs, has.theirs)}
    found.append((0.1, (N_("spaces to build on: {points}, for {rival} {others}"), values)))
    return found


def _kept(sides: Sides, where: str) -> list[Weighed]:
    """What the rival cannot have on a square that is paved."""
    found: list[Weighed] = []
    lit, area, grown = _wanted(sides, where)
    values = {"rival": sides.rival, "square": square(where)}
    if lit:
        text = NP_(
            "keeps {rival} from {n} space beside a lamp on {square}",
            "keeps {rival} from {n} spaces beside lamps on {square}",
        )
        found.append((LIT * SPACE * lit, counted(text, lit, **values)))
    if grown:
        joined = N_("keeps {rival} from joining up to {n} spaces over {square}")
        found.append((JOINED * grown, (joined, {**values, "n": str(area)})))
    return found


def _wanted(sides: Sides, where: str) -> tuple[int, int, int]:
    """Why the rival would like a square: how many of its spaces are beside lamps, how large the rival's largest area
    could become there, and by how much it would grow if the square joined two areas; else 0."""
    there = _square(where)
    area = sides.theirs.largest_area(there)
    grown = area - sides.theirs.largest_area()
    return (there & beside(sides.theirs.lamps)).bit_count(), area, grown if grown > there.bit_count() else 0


def _square(name: str) -> int:
    """The spaces of a square, B3 for c5 to d6."""
    left, top = 2 * "ABCD".index(name[0]), 2 * int(name[1]) - 1
    return mask_of([f"{'abcdefgh'[left + x]}{top + y}" for x in (0, 1) for y in (0, 1)])


def _more(had: Ground, has: Ground) -> str:
    return signed(has.spaces.bit_count() - had.spaces.bit_count())


def _lamps(lit: int, ground: Ground) -> str:
    """The lamps beside these spaces."""
    return " ".join(spaces(beside(lit) & ground.lamps))


def _would_fit(building: str, place: Place) -> Reason:
    values = {"building": building, "where": place.where, "points": signed(place.points)}
    return N_("{building} would fit on {where}: {points}"), values


def _could_build(rival: Reason, building: str, place: Place) -> Reason:
    values = {"rival": rival, "building": building, "where": place.where, "points": signed(place.points)}
    return N_("{rival} could build {building} on {where}: {points}"), values


def _taken(sides: Sides, building: str) -> list[Weighed]:
    """What a building is worth to its new owner, and to the rival who does not get it."""
    place, theirs = sides.mine.best_place(building), sides.theirs.best_place(building)
    found = [_worth(sides.mine, building, place)]
    if theirs.points:
        found.append((LIT * theirs.points, _could_build(sides.rival, building, theirs)))
    else:
        found.append((0.5, (N_("{rival} does not get {building}"), {"rival": sides.rival, "building": building})))
    return found


def _worth(ground: Ground, building: str, place: Place) -> Weighed:
    """The best place of a building that is taken, or its size if there is none yet."""
    if place.points:
        return place.points, _would_fit(building, place)
    if place.where:
        text = NP_(
            "{building} fits in {n} place, which is not lit yet",
            "{building} fits in {n} places, none of which is lit yet",
        )
        return 1.0, counted(text, ground.places(building), building=building)
    size = ground.size(building)
    text = NP_("{building} covers {n} space", "{building} covers {n} spaces")
    return 0.6, counted(text, size, building=building)


def _passed(line: Line, ground: Ground) -> list[Weighed]:
    """Why no building is taken."""
    found = [_unbuilt(line)]
    if not any(ground.best_place(name).points for name in ground.supply):
        found.append((1.0, (N_("no building of the supply would be lit"), {})))
    return found


def _unbuilt(line: Line) -> Weighed:
    ruleset: Any = line.start.ruleset
    points = signed(ruleset.edition.data["points"]["unbuilt"])
    return 0.7, (N_("each unbuilt building: {points}"), {"points": points})


def against(played: Line, best: Line) -> list[Weighed]:
    """Why the turn that was played is worse than the best one."""
    was, could = played.steps[0].split(" "), best.steps[0].split(" ")
    found: list[Weighed] = []
    if was[0] == could[0] == "tile":
        found += _paved_worse(_after(played), _after(best))
    elif could[0] == "tile":
        found += _not_paved(_before(best), _after(best))
    elif could[0] == "take":
        found += _not_taken(_before(played), could[1], was[1] if was[0] == "take" else None)
    else:
        found.append(_unbuilt(played))
    if was[0] == "take" and could[0] != "take":
        found += _useless(_before(played).mine, was[1])
    return found + _left(played, best)


def _paved_worse(was: Sides, could: Sides) -> list[Weighed]:
    """A tile against a better one."""
    found: list[Weighed] = []
    n, best = was.mine.bright.bit_count(), could.mine.bright.bit_count()
    if n < best:
        missed = _lamps(could.mine.bright & ~was.mine.bright, could.mine)
        text = NP_(
            "{n} space fewer to build on beside lamps ({lamps})", "{n} spaces fewer to build on beside lamps ({lamps})"
        )
        found.append((SPACE * (best - n), counted(text, best - n, lamps=missed)))
    more = was.theirs.bright.bit_count() - could.theirs.bright.bit_count()
    if more > 0:
        text = NP_("{n} more space beside lamps for {rival}", "{n} more spaces beside lamps for {rival}")
        found.append((SPACE * more, counted(text, more, rival=was.rival)))
    area, larger = was.mine.largest_area(), could.mine.largest_area()
    if area < larger:
        values = {"n": str(area), "best": str(larger)}
        found.append((JOINED * (larger - area), (N_("largest area to build on: {n} instead of {best}"), values)))
    return found + _worse_places(was, could)


def _worse_places(was: Sides, could: Sides) -> list[Weighed]:
    """The building that loses most light by a tile, and the one for which the rival gains most."""
    mine: list[Weighed] = []
    for name, weight in _buildings(could.mine):
        now, better = was.mine.best_place(name).points, could.mine.best_place(name)
        if now < better.points:
            values = {"building": name, "where": better.where, "best": signed(better.points), "points": signed(now)}
            worse = N_("{building} would get {points} at most, not {best} (on {where})")
            mine.append((weight * (better.points - now), (worse, values)))
    theirs: list[Weighed] = []
    for name, weight in _buildings(was.theirs):
        place, less = was.theirs.best_place(name), could.theirs.best_place(name).points
        if place.points > less:
            theirs.append((weight * (place.points - less), _could_build(was.rival, name, place)))
    return [max(found, key=lambda each: each[0]) for found in (mine, theirs) if found]


def _buildings(ground: Ground) -> list[tuple[str, float]]:
    """What a seat has and what it may still take, with how much a point of it counts."""
    return [*((name, LIT) for name in ground.reserve), *((name, LIT / 2) for name in ground.supply)]


def _not_paved(had: Sides, has: Sides) -> list[Weighed]:
    """What a tile would have brought instead of what was done."""
    gained = has.mine.bright & ~had.mine.bright
    if n := gained.bit_count():
        text = NP_(
            "misses {n} space to build on beside lamps ({lamps})",
            "misses {n} spaces to build on beside lamps ({lamps})",
        )
        return [(SPACE * n, counted(text, n, lamps=_lamps(gained, has.mine)))]
    area, larger = had.mine.largest_area(), has.mine.largest_area()
    if area < larger:
        values = {"n": str(area), "best": str(larger)}
        return [(JOINED * (larger - area), (N_("largest area to build on: {n} instead of {best}"), values))]
    return []


def _not_taken(sides: Sides, building: str, other: str | None) -> list[Weighed]:
    """A building that should have been taken; `other`: the one that was."""
    place, theirs = sides.mine.best_place(building), sides.theirs.best_place(building)
    found: list[Weighed] = []
    less = sides.mine.best_place(other).points if other else 0
    if other and 0 < less < place.points:
        values = {"building": building, "points": signed(place.points), "other": other, "less": signed(less)}
        found.append((place.points - less, (N_("{building} could get {points}, {other} {less}"), values)))
    elif place.points > less:
        found.append((place.points, _would_fit(building, place)))
    if theirs.points > (sides.theirs.best_place(other).points if other else 0):
        found.append((LIT * theirs.points, _could_build(sides.rival, building, theirs)))
    if other and (size := sides.mine.size(building)) > sides.mine.size(other):
        values = {"building": building, "n": str(size), "other": other, "less": str(sides.mine.size(other))}
        found.append((0.6, (N_("{building} is larger than {other}: {n} instead of {less}"), values)))
    return found


def _useless(ground: Ground, building: str) -> list[Weighed]:
    """A building was taken that has no good place yet."""
    place = ground.best_place(building)
    if not place.where:
        return [(1.0, (N_("{building} does not fit anywhere yet"), {"building": building}))]
    if not place.points:
        return [(0.8, (N_("{building} would not be lit anywhere yet"), {"building": building}))]
    return []


def _left(played: Line, best: Line) -> list[Weighed]:
    """What the rival is expected to take at once, or may still have, and the best turn would have taken."""
    rival = _before(played).rival
    could, answer = best.steps[0].split(" "), played.reply[0].split(" ") if played.reply else [""]
    if could[0] == "take" and answer == could:
        return [(3.0, (N_("leaves {building} to {rival}"), {"building": could[1], "rival": rival}))]
    if could[0] != "tile" or _square(could[2]) & _paved(played.after):
        return []
    found: list[Weighed] = []
    values = {"rival": rival, "square": square(could[2])}
    lit, area, grown = _wanted(_after(played), could[2])
    if grown:
        joined = N_("{rival} can join up to {n} spaces over {square}")
        found.append((JOINED * grown, (joined, {**values, "n": str(area)})))
    if lit:
        text = NP_(
            "leaves {rival} {n} space beside a lamp on {square}", "leaves {rival} {n} spaces beside lamps on {square}"
        )
        found.append((LIT * SPACE * lit, counted(text, lit, **values)))
    if not found and answer[0] == "tile" and answer[2] == could[2]:
        found.append((1.0, (N_("leaves {square} to {rival}"), values)))
    return found


def _paved(game: Game[Any]) -> int:
    """All spaces that have a tile."""
    kernel: Any = game.kernel
    return int(kernel.own[0] | kernel.own[1] | kernel.mixed | kernel.printed)
