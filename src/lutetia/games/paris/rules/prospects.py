"""What a seat's keys could do: for each its possible destinations with the price and what they would give; what is
missing for the others, and how it could be raised; how the districts would stand.

For the seat's own screen. Plain Python beside the kernel; tests hold the two equal.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from lutetia.core.json_types import Json
from lutetia.core.viewcache import Encode
from lutetia.games.paris.rules.bonus import EFFECTS, GOODS, RESOURCES, UNIT
from lutetia.games.paris.rules.edition import DISTRICTS, EIGHT, SPACES
from lutetia.games.paris.rules.kernel import ParisKernel
from lutetia.games.paris.rules.notation import bits
from lutetia.games.paris.rules.scoring import City

OWN_KEY, RIVAL_KEY = 9, 16
FOURTH = 4
TRADE = ("buy", "sell", "use")
RAISES = 3
"""So many ways to raise what is missing are named: a page has no room for more."""


class Means(NamedTuple):
    """What a seat can pay with, and which of the tiles 9 and 16 let it go where keys are already."""

    seat: str
    francs: int
    purse: dict[str, int]
    wild: int
    tiles: frozenset[int]
    has: dict[str, bool]
    """Whether it has the units for a property, by its name, as far as that was asked."""


class Start(NamedTuple):
    """Where keys of a seat are: how many, what that is worth in a price (P42), the districts they can move in (P40).
    Only on the Arc and in a bank it is worth nothing: from there a key enters."""

    place: str
    keys: int
    worth: int
    districts: tuple[str, ...]


class Goal:
    """A property that stands or could be built now: whose keys are on it, its extra cost, what it gives; the same for
    all seats. `shown`: what was made of it for screens, by price, entry and tiles spent."""

    __slots__ = ("district", "fourth", "gains", "name", "owners", "shown", "to", "units", "value")

    def __init__(self, district: str, name: str, value: int, owners: set[str], fourth: bool) -> None:
        self.district, self.name, self.value, self.owners, self.fourth = district, name, value, owners, fourth
        self.to = f"{district}:{name}"
        self.units: dict[str, int] = {}
        self.gains: Json = {}
        self.shown: dict[tuple[Any, ...], Any] = {}


Open = dict[tuple[str, int], tuple[list[Goal], list[Any]]]
"""By district and the worth of a start: the goals there were, and those of them that were open."""


def prospects(
    city: City, seat: str, starts: list[Start], there: dict[str, list[Goal]], known: Open, encode: Encode
) -> list[Json]:
    """The seat's keys on the board, each with the moves it could make if its action came now (P40-P49).

    Each goal: `to` the property, `francs` and `units` its price, `tiles` the bonus tiles it would spend (9, 16),
    `token` `track` (the francs of a bonus move; None: there is none) `vp` `sections` what it gives, `fourth` whether
    a VP tile may be placed. `there`: what `goals_in` finds in the districts that the keys can move in. `known`: what
    was open before, for as long as the seat has the same; `encode`: see `ViewCache`.
    """
    means = _means(city, seat)
    moves = []
    for start in starts:
        goals: list[Any] = []
        for name in start.districts:
            key = name, start.worth
            if key not in known or known[key][0] is not there[name]:
                known[key] = there[name], _open(there[name], start.worth, means, encode)
            goals += known[key][1]
        moves.append({"from": start.place, "keys": start.keys, "goals": goals})
    return moves


def out_of_reach(kernel: ParisKernel, trial: ParisKernel, city: City, legal: list[str]) -> Json:
    """What the deciding seat cannot pay yet for the moves of its keys, and which legal steps would bring something.

    `missing`: by key `from` the properties it could go to, each with its price, what `lacks` (francs and units), and
    the steps (`raises`) that would bring some of it; a landmark on display stands for all districts that could get it.
    `brings`: those steps with the francs and the token that they bring. `trial` is a kernel of the table to try on.
    """
    seat = city.turn
    if seat is None or kernel.depth or kernel.draw_due or kernel.acted:
        return {"missing": [], "brings": {}}
    brings = _brings(kernel, trial, city, legal)
    means = _means(city, seat)
    there = [goals_in(kernel, city, d) for d in range(DISTRICTS)]
    on_display = {city.words.bits[bit] for bit in bits(kernel.display)}
    missing = []
    for start in starts_of(kernel, city, seat):
        shown: set[str] = set()
        for goal in [goal for found in there for goal in found if goal.district in start.districts]:
            name, price = goal.name, goal.value - start.worth
            if price <= 0 or name in shown or _spent(goal, means) is None:
                continue
            lacks = _lacks(price, goal.units, means)
            if not lacks:
                continue
            shown |= {name} & on_display
            found: Json = {
                "from": start.place,
                "to": goal.to,
                "francs": price,
                "units": goal.units,
                "lacks": lacks,
                "raises": [step for step, gain in brings.items() if _helps(gain, lacks)][:RAISES],
            }
            missing.append(found)
    wanted = {step for one in missing for step in one["raises"]}
    return {"missing": missing, "brings": {step: gain for step, gain in brings.items() if step in wanted}}


def starts_of(kernel: ParisKernel, city: City, seat: str) -> list[Start]:
    """Where the seat's keys are."""
    me, words = city.seats.index(seat), city.words
    starts: dict[str, Start] = {}
    for held in city.properties[seat]:
        place = f"{held.district}:{held.name}"
        keys = starts[place].keys + 1 if place in starts else 1  # P52
        starts[place] = Start(place, keys, held.value, (held.district,))
    if kernel.arc[me]:
        starts["arc"] = Start("arc", 1, 0, words.districts)
    banks = kernel.banks[me]
    inside = [district for d, district in enumerate(words.districts) if banks >> d & 1]
    return [*starts.values(), *(Start(f"bank:{district}", 1, 0, (district,)) for district in inside)]


def _means(city: City, seat: str) -> Means:
    tiles = frozenset((OWN_KEY, RIVAL_KEY)).intersection(city.unused[seat])
    return Means(seat, city.francs[seat], _purse(city, seat), _wild(city, seat), tiles, {})


def _lacks(due: int, units: dict[str, int], means: Means) -> Json:
    """What is missing for a price; units that are any resource fill what they can."""
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
    if goal.name not in means.has:
        means.has[goal.name] = not _lacks(0, goal.units, means)
    return means.has[goal.name]


def _brings(kernel: ParisKernel, trial: ParisKernel, city: City, legal: list[str]) -> dict[str, Json]:
    """The legal steps that bring francs or a resource at once, as the kernel takes them."""
    me = kernel.seat
    found = {}
    for step in legal:
        if step.split(" ")[0] in TRADE:
            trial.become(kernel)
            trial.play(city.words.numbers[step])
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
    """The districts that a step changes, as they would stand after it (P74, P75), and what that changes in the points
    of every seat."""
    changed = {}
    change = dict.fromkeys(after.seats, 0)
    for district in after.words.printed:
        now, then = before.standings(district), after.standings(district)
        if now != then:
            changed[district] = then
            for rows, sign in ((then, 1), (now, -1)):
                for row in rows:
                    change[row["seat"]] += sign * row["points"]
    return {"standings": changed, "points": {seat: n for seat, n in change.items() if n}}


def goals_in(kernel: ParisKernel, city: City, d: int) -> list[Goal]:
    """Every property of a district that stands there or could be built now."""
    words, found = city.words, []
    district, beside = words.districts[d], kernel.beside
    owners: dict[str, set[str]] = {}
    for owner in city.seats:
        for held in city.properties[owner]:
            if held.district == district:
                owners.setdefault(held.name, set()).add(owner)
    there = [words.bit_values[bit] for bit in bits(kernel.landmarks[d])]
    highest, fourth = max(there, default=0), kernel.keys_in[d] + 1 == FOURTH
    for bit, name in enumerate(words.bits):
        value = words.bit_values[bit]
        if bit < SPACES:
            exists = (district, name) in city.types
        else:  # P41
            exists = value in there or (bool(kernel.display >> bit & 1) and value > highest)
        if exists:
            goal = Goal(district, name, value, owners.get(name, set()), fourth)
            goal.units = _units(city, goal)
            goal.gains = _gains(city, goal, beside[SPACES * d + bit] if bit < SPACES else -1)
            found.append(goal)
    return found


def _spent(goal: Goal, means: Means) -> tuple[int, ...] | None:
    """P52: the tiles it takes to go where keys are already; None: they are not at hand."""
    owners = goal.owners
    spent = (OWN_KEY,) * (means.seat in owners) + (RIVAL_KEY,) * bool(owners - {means.seat})
    return spent if means.tiles.issuperset(spent) else None


def _open(there: list[Goal], worth: int, means: Means, encode: Encode) -> list[Any]:
    """Those goals that can be paid with this, from a place of that worth, as a screen needs them."""
    found, entry, francs = [], not worth, means.francs
    for goal in there:
        price = goal.value - worth
        if not 0 < price <= francs or (goal.units and not _has_units(goal, means)):
            continue
        spent = _spent(goal, means) if goal.owners else ()
        if spent is None:
            continue
        key = price, entry, spent
        if key not in goal.shown:
            shown = {"to": goal.to, "francs": price, "units": goal.units}
            shown |= {"tiles": list(spent), **goal.gains, "fourth": entry and goal.fourth}
            goal.shown[key] = encode(shown)
        found.append(goal.shown[key])
    return found


def _units(city: City, goal: Goal) -> dict[str, int]:
    """P42: the extra cost."""
    mark = city.words.landmarks.get(goal.name)
    if mark:
        return {good: mark[good] for good in ("marble", "gold") if mark[good]}
    wood = city.edition["buildings"]["wood_for_8"] if goal.value == EIGHT else 0
    return {"wood": wood} if wood else {}


def _purse(city: City, seat: str) -> dict[str, int]:
    """Units that are nothing else (P43)."""
    tokens, ends = city.tokens[seat], city.ends[seat]
    purse = {good: tokens[good] + ends.get(good, 0) for good in RESOURCES}
    for tile in city.unused[seat]:
        if EFFECTS[tile].way == UNIT and len(EFFECTS[tile].goods) == 1:
            purse[EFFECTS[tile].goods[0]] += 1
    return purse


def _wild(city: City, seat: str) -> int:
    """Units that are any resource."""
    units = sum(
        EFFECTS[tile].units
        for tile in city.unused[seat]
        if EFFECTS[tile].goods == RESOURCES and EFFECTS[tile].way == UNIT
    )
    return units + sum(EFFECTS[tile].goods == RESOURCES for tile in city.half if seat == city.turn)


def _gains(city: City, goal: Goal, beside: int) -> Json:
    """What an arrival gives (P45-P49); `beside`: the token beside a building, -1 for none."""
    buildings, mark = city.edition["buildings"], city.words.landmarks.get(goal.name)
    paid = buildings["bonus_move_paid"]
    track = None
    if not mark and goal.value in buildings["bonus_move_free"]:
        track = 0
    elif not mark and goal.value == paid["value"]:
        track = paid["francs"]
    return {
        "token": GOODS[beside] if beside >= 0 else None,
        "track": track,
        "vp": buildings["vp_for_8"] if not mark and goal.value == EIGHT else 0,
        "sections": list(mark["sections"]) if mark else [],
    }
