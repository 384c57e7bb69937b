"""What a seat's keys could do: for each its possible destinations with the price and what they would give; what is
missing for the others, and how it could be raised; how the districts would stand.

For the seat's own screen. Plain Python beside the kernel; tests hold the two equal.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from lutetia.games.paris.bonus import EFFECTS, GOODS, RESOURCES, UNIT
from lutetia.games.paris.edition import DISTRICTS, EIGHT, SPACES
from lutetia.games.paris.kernel import ParisKernel
from lutetia.games.paris.notation import bits
from lutetia.games.paris.scoring import City

Json = dict[str, Any]
OWN_KEY, RIVAL_KEY = 9, 16
FOURTH = 4
TRADE = ("buy", "sell", "use")
RAISES = 3
"""So many ways to raise what is missing are named: a page has no room for more."""


def prospects(kernel: ParisKernel, city: City, seat: str, there: list[Json] | None = None) -> list[Json]:
    """The seat's keys on the board, each with the moves it could make if its action came now (P40-P49).

    Each goal: `to` the property, `francs` and `units` its price, `tiles` the bonus tiles it would spend (9, 16),
    `token` `track` (the francs of a bonus move; None: there is none) `vp` `sections` what it gives, `fourth` whether
    a VP tile may be placed. `there`: all that `goals_in` finds, if it is known.
    """
    me = city.seats.index(seat)
    keys = []
    starts: Counter[tuple[str, str]] = Counter((p.district, p.name) for p in city.properties[seat])
    values = {(p.district, p.name): p.value for p in city.properties[seat]}
    goals = _goals(kernel, city, seat, there)
    means = city.francs[seat], _purse(city, seat), _wild(city, seat)
    here: dict[str, list[Json]] = {district: [] for district in city.words.districts}
    for goal in goals:
        here[goal["district"]].append(goal)
    for (district, name), n in starts.items():
        worth = values[district, name]
        above = [goal for goal in here[district] if goal["value"] > worth]
        keys.append({"from": f"{district}:{name}", "keys": n, "goals": _open(above, worth, *means, entry=False)})
    if kernel.arc[me]:
        keys.append({"from": "arc", "keys": 1, "goals": _open(goals, 0, *means, entry=True)})
    banks = kernel.banks[me]
    for d, district in enumerate(city.words.districts):
        if banks >> d & 1:
            keys.append({"from": f"bank:{district}", "keys": 1, "goals": _open(here[district], 0, *means, entry=True)})
    return keys


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
    means = _purse(city, seat), _wild(city, seat)
    goals = _goals(kernel, city, seat)
    on_display = {city.words.bits[bit] for bit in bits(kernel.display)}
    missing = []
    for start, worth, districts in _starts(kernel, city, seat):
        shown: set[str] = set()
        for goal in goals:
            name = goal["name"]
            if goal["district"] not in districts or goal["value"] <= worth or name in shown:
                continue
            units = _units(city, goal)
            lacks = _lacks(city.francs[seat], goal["value"] - worth, units, *means)
            if not lacks:
                continue
            shown |= {name} & on_display
            found = {
                "from": start,
                "to": f"{goal['district']}:{name}",
                "francs": goal["value"] - worth,
                "units": units,
                "lacks": lacks,
                "raises": [step for step, gain in brings.items() if _helps(gain, lacks)][:RAISES],
            }
            missing.append(found)
    wanted = {step for one in missing for step in one["raises"]}
    return {"missing": missing, "brings": {step: gain for step, gain in brings.items() if step in wanted}}


def _starts(kernel: ParisKernel, city: City, seat: str) -> list[tuple[str, int, tuple[str, ...]]]:
    """Where the seat's keys are, what that is worth in a price (P42), and the districts they can move in (P40)."""
    me = city.seats.index(seat)
    held = {(p.district, p.name): p.value for p in city.properties[seat]}
    starts: list[tuple[str, int, tuple[str, ...]]] = [
        (f"{district}:{name}", value, (district,)) for (district, name), value in held.items()
    ]
    if kernel.arc[me]:
        starts.append(("arc", 0, tuple(city.words.districts)))
    banks = [district for d, district in enumerate(city.words.districts) if kernel.banks[me] >> d & 1]
    return starts + [(f"bank:{district}", 0, (district,)) for district in banks]


def _lacks(francs: int, due: int, units: dict[str, int], purse: Counter[str], wild: int) -> Json:
    """What is missing for a price; units that are any resource fill what they can."""
    lacks: Json = {"francs": due - francs} if due > francs else {}
    for good, n in units.items():
        short = max(0, n - purse[good])
        filled = min(short, wild)
        wild -= filled
        if short > filled:
            lacks[good] = short - filled
    return lacks


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


def _goals(kernel: ParisKernel, city: City, seat: str, there: list[Json] | None = None) -> list[Json]:
    """Every property that a key of the seat could enter, were it paid for."""
    if there is None:
        there = [goal for d in range(DISTRICTS) for goal in goals_in(kernel, city, d)]
    found, unused = [], {OWN_KEY, RIVAL_KEY}.intersection(city.unused[seat])
    for goal in there:
        owners = goal["owners"]
        if not owners:
            found.append(goal)
        elif unused:
            spent = [OWN_KEY] * (seat in owners) + [RIVAL_KEY] * bool(owners - {seat})  # P52
            if unused.issuperset(spent):
                found.append(goal | {"tiles": spent, "shown": {}})
    return found


def goals_in(kernel: ParisKernel, city: City, d: int) -> list[Json]:
    """Every property of a district that stands there or could be built now: whose keys are on it, its extra cost, what
    it gives; the same for all seats. `shown` is for what `_open` makes of it."""
    words, found = city.words, []
    district, beside = words.districts[d], kernel.beside
    owners: dict[str, set[str]] = {}
    for owner in city.seats:
        for held in city.properties[owner]:
            if held.district == district:
                owners.setdefault(held.name, set()).add(owner)
    there = [words.bit_values[bit] for bit in bits(kernel.landmarks[d])]
    highest = max(there, default=0)
    for bit, name in enumerate(words.bits):
        value = words.bit_values[bit]
        if bit < SPACES:
            exists = (district, name) in city.types
        else:  # P41
            exists = value in there or (bool(kernel.display >> bit & 1) and value > highest)
        if not exists:
            continue
        goal = {"district": district, "name": name, "bit": bit, "value": value, "tiles": [], "shown": {}}
        goal["owners"] = owners.get(name)
        goal["units"] = _units(city, goal)
        goal["gains"] = _gains(city, goal, beside[SPACES * d + bit] if bit < SPACES else -1)
        goal["fourth"] = kernel.keys_in[d] + 1 == FOURTH
        found.append(goal)
    return found


def _open(goals: list[Json], worth: int, francs: int, purse: Counter[str], wild: int, *, entry: bool) -> list[Json]:
    """Those goals that can be paid with this, from a place of that worth, as a screen needs them."""
    found = []
    for goal in goals:
        units, price = goal["units"], goal["value"] - worth
        if price > francs or (units and sum(max(0, n - purse[good]) for good, n in units.items()) > wild):
            continue
        shown = goal["shown"].get((price, entry))
        if shown is None:
            shown = {"to": f"{goal['district']}:{goal['name']}", "francs": price, "units": units}
            shown |= {"tiles": goal["tiles"], **goal["gains"], "fourth": entry and goal["fourth"]}
            goal["shown"][price, entry] = shown
        found.append(shown)
    return found


def _units(city: City, goal: Json) -> dict[str, int]:
    """P42: the extra cost."""
    mark = city.words.landmarks.get(goal["name"])
    if mark:
        return {good: mark[good] for good in ("marble", "gold") if mark[good]}
    wood = city.edition["buildings"]["wood_for_8"] if goal["value"] == EIGHT else 0
    return {"wood": wood} if wood else {}


def _purse(city: City, seat: str) -> Counter[str]:
    """Units that are nothing else (P43)."""
    purse = Counter({good: city.tokens[seat][good] + city.ends[seat].get(good, 0) for good in RESOURCES})
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


def _gains(city: City, goal: Json, beside: int) -> Json:
    """What an arrival gives (P45-P49); `beside`: the token beside a building, -1 for none."""
    buildings, mark = city.edition["buildings"], city.words.landmarks.get(goal["name"])
    paid = buildings["bonus_move_paid"]
    track = None
    if not mark and goal["value"] in buildings["bonus_move_free"]:
        track = 0
    elif not mark and goal["value"] == paid["value"]:
        track = paid["francs"]
    return {
        "token": GOODS[beside] if beside >= 0 else None,
        "track": track,
        "vp": buildings["vp_for_8"] if not mark and goal["value"] == EIGHT else 0,
        "sections": list(mark["sections"]) if mark else [],
    }
