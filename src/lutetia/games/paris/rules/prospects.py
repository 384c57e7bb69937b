"""What a seat's keys could do, for its own screen.

For each key: the properties it can move to with their prices and gains; what is missing for the others, and how to
raise it; and how the districts would stand. Plain Python; tests compare it with the kernel.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import Any, NamedTuple

from lutetia.core.json_types import Json
from lutetia.core.viewcache import Encode
from lutetia.games.paris.rules.bonus import EFFECTS, GOODS, RESOURCES, UNIT
from lutetia.games.paris.rules.kernel import ParisKernel
from lutetia.games.paris.rules.limits import DISTRICTS, EIGHT, SPACES
from lutetia.games.paris.rules.notation import bits
from lutetia.games.paris.rules.scoring import City

OWN_KEY, RIVAL_KEY = 9, 16
FOURTH = 4
NOBODY: frozenset[str] = frozenset()
TRADE = ("buy", "sell", "use")
RAISES = 3
"""How many ways to raise what is missing are listed: a page has no room for more."""


class Means(NamedTuple):
    """What a seat can pay with, and which of tiles 9 and 16 it can use to move onto other keys (P52)."""

    seat: str
    francs: int
    purse: dict[str, int]
    wild: int
    tiles: frozenset[int]
    has: dict[str, bool]
    """By name of a property: whether the seat has its units. Filled on demand."""


class Start(NamedTuple):
    """A place of a seat's keys: how many, its worth in a price (P42), the districts they can move in (P40).

    The worth is 0 only for the Arc and the banks: keys enter the districts from there.
    """

    place: str
    keys: int
    worth: int
    districts: tuple[str, ...]


class Goal:
    """A property that stands or could be built now, with its keys, extra cost and token; the same for all seats.

    `encoded`: what was sent to screens, by worth of the start and tiles spent.
    """

    __slots__ = ("district", "encoded", "fourth", "name", "owners", "token", "units", "value")

    def __init__(self, district: str, name: str, value: int, owners: Set[str], fourth: bool) -> None:
        self.district, self.name, self.value, self.owners, self.fourth = district, name, value, owners, fourth
        self.units: dict[str, int] = {}
        self.token: str | None = None
        self.encoded: dict[tuple[Any, ...], Any] = {}

    @property
    def to(self) -> str:
        return f"{self.district}:{self.name}"


class Goals:
    """The goals in a district, and by worth of a start those that are dearer, the same for all seats.

    Each has its price and, if nothing but francs is needed to move there, what is sent to screens.
    """

    def __init__(self, goals: list[Goal]) -> None:
        self.all = goals
        self._dearer: dict[int, list[tuple[int, Goal, Any]]] = {}

    def dearer(self, city: City, worth: int, encode: Encode) -> list[tuple[int, Goal, Any]]:
        if worth not in self._dearer:
            self._dearer[worth] = [
                (
                    goal.value - worth,
                    goal,
                    None if goal.units or goal.owners else _reached(city, goal, worth, (), encode),
                )
                for goal in self.all
                if goal.value > worth
            ]
        return self._dearer[worth]


Open = dict[tuple[str, int], tuple[Goals, list[Any]]]
"""By district and worth of a start: the goals in the district, and the encoded ones that can be reached."""


def prospects(
    city: City,
    means: Means,
    starts: list[Start],
    goals_by_district: dict[str, Goals],
    cached: Open,
    encode: Encode,
) -> list[Json]:
    """The seat's keys on the board, each with the moves it could make if its action came now (P40-P49).

    Each goal has `to` (the property), `francs` and `units` (the price), `tiles` (the bonus tiles 9 and 16 to spend),
    the gains `token`, `track` (the francs of a bonus move, None without one), `vp` and `sections`, and `fourth`
    (whether a VP tile may be placed). `goals_by_district` comes from `goals_in`. `cached` holds earlier results and is
    valid as long as the seat's possessions, and with them its `means`, are the same. `encode`: see `ViewCache`.
    """
    moves = []
    for start in starts:
        goals: list[Any] = []
        for name in start.districts:
            key = name, start.worth
            here = goals_by_district[name]
            if key not in cached or cached[key][0] is not here:
                cached[key] = here, _open(city, here, start.worth, means, encode)
            goals += cached[key][1]
        moves.append({"from": start.place, "keys": start.keys, "goals": goals})
    return moves


def out_of_reach(kernel: ParisKernel, trial: ParisKernel, city: City, legal: list[str]) -> Json:
    """The moves that the seat on turn cannot pay yet, and the legal steps that would help.

    `missing`: for each key (`from`) the properties it could move to, with the price, what the seat `lacks` (francs and
    units), and the steps (`raises`) that would bring some of it. A landmark on display is listed for one district only.
    `brings`: those steps with the francs and the token that they bring. `trial`: a kernel of the same ruleset to try
    steps on.
    """
    seat = city.turn
    if seat is None or kernel.depth or kernel.draw_due or kernel.acted:
        return {"missing": [], "brings": {}}
    brings = _brings(kernel, trial, city, legal)
    means = means_of(city, seat)
    there = [goals_in(kernel, city, d).all for d in range(DISTRICTS)]
    on_display = {city.notation.bits[bit] for bit in bits(kernel.display)}
    missing: list[Json] = []
    for start in starts_of(kernel, city, seat):
        goals = [goal for found in there for goal in found if goal.district in start.districts]
        for goal, lacks in _too_dear(start, goals, means, on_display):
            price = {"francs": goal.value - start.worth, "units": goal.units}
            raises = [step for step, gain in brings.items() if _helps(gain, lacks)][:RAISES]
            missing.append({"from": start.place, "to": goal.to, **price, "lacks": lacks, "raises": raises})
    wanted = {step for one in missing for step in one["raises"]}
    return {"missing": missing, "brings": {step: gain for step, gain in brings.items() if step in wanted}}


def _too_dear(start: Start, goals: list[Goal], means: Means, on_display: set[str]) -> Iterator[tuple[Goal, Json]]:
    """The goals of a key that the seat cannot pay, with what it lacks; those on display for one district only."""
    listed: set[str] = set()
    for goal in goals:
        price = goal.value - start.worth
        if price <= 0 or goal.name in listed or _spent(goal, means) is None:
            continue
        if lacks := _lacks(price, goal.units, means):
            listed |= {goal.name} & on_display
            yield goal, lacks


def starts_of(kernel: ParisKernel, city: City, seat: str) -> list[Start]:
    """The places of the seat's keys."""
    me, notation = city.seats.index(seat), city.notation
    starts: dict[str, Start] = {}
    for held in city.properties[seat]:
        place = f"{held.district}:{held.name}"
        keys = starts[place].keys + 1 if place in starts else 1  # P52
        starts[place] = Start(place, keys, held.value, (held.district,))
    if kernel.arc[me]:
        starts["arc"] = Start("arc", 1, 0, notation.districts)
    banks = kernel.banks[me]
    inside = [district for d, district in enumerate(notation.districts) if banks >> d & 1]
    return [*starts.values(), *(Start(f"bank:{district}", 1, 0, (district,)) for district in inside)]


def means_of(city: City, seat: str) -> Means:
    """What a seat has; valid as long as its possessions are the same."""
    tiles = frozenset((OWN_KEY, RIVAL_KEY)).intersection(city.unused[seat])
    return Means(seat, city.francs[seat], _purse(city, seat), _wild(city, seat), tiles, {})


def _lacks(due: int, units: dict[str, int], means: Means) -> Json:
    """What is missing for a price after the units that can be any resource are used."""
    lacks: Json = {"francs": due - means.francs} if due > means.francs else {}
    wild = means.wild
    for good, n in units.items():
        short = max(0, n - means.purse[good])
        filled = min(short, wild)
        wild -= filled
        if short > filled:
            lacks[good] = short - filled
    return lacks


def _has_units(goal: Goal, means: Means) -> bool:
    has = means.has.get(goal.name)
    if has is None:
        has = means.has[goal.name] = not _lacks(0, goal.units, means)
    return has


def _brings(kernel: ParisKernel, trial: ParisKernel, city: City, legal: list[str]) -> dict[str, Json]:
    """The legal steps that bring francs or a resource at once, tried on the kernel."""
    me = kernel.seat
    found = {}
    for step in legal:
        if step.split(" ")[0] in TRADE:
            trial.become(kernel)
            trial.play(city.notation.numbers[step])
            francs = trial.francs[me] - kernel.francs[me]
            more = [
                g for g in range(len(GOODS)) if trial.tokens[len(GOODS) * me + g] > kernel.tokens[len(GOODS) * me + g]
            ]
            if francs > 0 or more:
                found[step] = {"francs": francs, "good": GOODS[more[0]] if more else None}
    return found


def _helps(gain: Json, lacks: Json) -> bool:
    return gain["good"] in lacks or (gain["francs"] > 0 and "francs" in lacks)


def standings(before: City, after: City) -> Json:
    """The standings of the districts that a step changes (P74, P75), and the change in every seat's points."""
    changed = {}
    change = dict.fromkeys(after.seats, 0)
    for district in after.notation.printed:
        now, then = before.standings(district), after.standings(district)
        if now != then:
            changed[district] = then
            for rows, sign in ((then, 1), (now, -1)):
                for row in rows:
                    change[row["seat"]] += sign * row["points"]
    return {"standings": changed, "points": {seat: n for seat, n in change.items() if n}}


def goals_in(kernel: ParisKernel, city: City, d: int) -> Goals:
    """Every property of a district that stands or could be built now."""
    notation, found = city.notation, []
    district, beside = notation.districts[d], kernel.beside
    owners: dict[str, set[str]] = {}
    for owner in city.seats:
        for held in city.properties[owner]:
            if held.district == district:
                owners.setdefault(held.name, set()).add(owner)
    there = [notation.bit_values[bit] for bit in bits(kernel.landmarks[d])]
    highest, fourth = max(there, default=0), kernel.keys_in[d] + 1 == FOURTH
    for bit, name in enumerate(notation.bits):
        value = notation.bit_values[bit]
        if bit < SPACES:
            exists = (district, name) in city.types
        else:  # P41
            exists = value in there or (bool(kernel.display >> bit & 1) and value > highest)
        if exists:
            goal = Goal(district, name, value, owners.get(name, NOBODY), fourth)
            goal.units = extra_cost(notation.landmarks.get(name), value, city.edition)
            if bit < SPACES and beside[SPACES * d + bit] >= 0:
                goal.token = GOODS[beside[SPACES * d + bit]]
            found.append(goal)
    return Goals(found)


def _spent(goal: Goal, means: Means) -> tuple[int, ...] | None:
    """P52: the tiles needed to move onto other keys; None if the seat does not have them."""
    owners = goal.owners
    spent = (OWN_KEY,) * (means.seat in owners) + (RIVAL_KEY,) * bool(owners - {means.seat})
    return spent if means.tiles.issuperset(spent) else None


def _open(city: City, there: Goals, worth: int, means: Means, encode: Encode) -> list[Any]:
    """The goals that the seat can pay for from a place of this worth, encoded."""
    found, francs = [], means.francs
    for price, goal, reached in there.dearer(city, worth, encode):
        if price > francs:
            continue
        if reached is None:
            spent = _spent(goal, means) if goal.owners else ()
            if spent is None or (goal.units and not _has_units(goal, means)):
                continue
            reached = _reached(city, goal, worth, spent, encode)
        found.append(reached)
    return found


def _reached(city: City, goal: Goal, worth: int, spent: tuple[int, ...], encode: Encode) -> Any:
    """A goal as a screen gets it, for a key from a place of this worth that spends these tiles."""
    key = worth, spent
    if key not in goal.encoded:
        goal.encoded[key] = encode(
            {
                "to": goal.to,
                "francs": goal.value - worth,
                "units": goal.units,
                "tiles": list(spent),
                **_gains(city, goal),
                "fourth": not worth and goal.fourth,
            }
        )
    return goal.encoded[key]


def extra_cost(mark: Json | None, value: int, data: Json) -> dict[str, int]:
    """P42: what a landmark (`mark`), or else a building of this value, costs besides francs."""
    if mark:
        return {good: mark[good] for good in ("marble", "gold") if mark[good]}
    wood = data["buildings"]["wood_for_8"] if value == EIGHT else 0
    return {"wood": wood} if wood else {}


def _purse(city: City, seat: str) -> dict[str, int]:
    """Units that can only be one resource (P43)."""
    tokens, ends = city.tokens[seat], city.ends[seat]
    purse = {good: tokens[good] + ends.get(good, 0) for good in RESOURCES}
    for tile in city.unused[seat]:
        if EFFECTS[tile].way == UNIT and len(EFFECTS[tile].goods) == 1:
            purse[EFFECTS[tile].goods[0]] += 1
    return purse


def _wild(city: City, seat: str) -> int:
    """Units that can be any resource."""
    units = sum(
        EFFECTS[tile].units
        for tile in city.unused[seat]
        if EFFECTS[tile].goods == RESOURCES and EFFECTS[tile].way == UNIT
    )
    return units + sum(EFFECTS[tile].goods == RESOURCES for tile in city.half if seat == city.turn)


def _gains(city: City, goal: Goal) -> Json:
    """What a key gains by moving there (P45-P49)."""
    mark = city.notation.landmarks.get(goal.name)
    track, vp = (None, 0) if mark else arrival(goal.value, city.edition)
    return {
        "token": goal.token,
        "track": track,
        "vp": vp,
        "sections": list(mark["sections"]) if mark else [],
    }


def arrival(value: int, data: Json) -> tuple[int | None, int]:
    """P46: what a building of this value gives: the francs of a bonus move (None without one), and VP."""
    buildings = data["buildings"]
    paid = buildings["bonus_move_paid"]
    track = 0 if value in buildings["bonus_move_free"] else paid["francs"] if value == paid["value"] else None
    return track, buildings["vp_for_8"] if value == EIGHT else 0
