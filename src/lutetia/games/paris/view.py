"""What a seat may know of a position: an allow-list, built part by part, with all a screen needs to draw it.

Always hidden are the order of the stacks below their backs (P11) and which end-game tiles the others hold; which are
left, only the seat on turn sees, once the buildings are out (P70). With the option `screens` closed, francs, keys in
hand, tokens and unused bonus tiles are hidden too (P80). After the end nothing is. The parts are described by
schemas/paris-position.json.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from lutetia.games.paris.bonus import EFFECTS, GOODS, PAIRS, RESOURCES, TILES, tiles_that
from lutetia.games.paris.edition import DISTRICTS, SPACES
from lutetia.games.paris.kernel import ParisKernel
from lutetia.games.paris.notation import BITS, Notation, bits
from lutetia.games.paris.prospects import goals_in, prospects, starts_of
from lutetia.games.paris.scoring import ENDS_ROOM, VARYING, City, page, points

Json = dict[str, Any]
QUESTIONS = ("nothing", "track", "section", "vp", "pay", "site", "pair", "arrive")
"""In the kernel's numbering."""


def position(kernel: ParisKernel, words: Notation, edition: Json, viewer: int, screens: str, known: Json) -> Json:
    """All of the position that the viewer may know; -1 is a spectator. `known`: see `Table.position`."""
    if "position" not in known:
        known |= _known(kernel, words, edition, screens, known.pop("before", {}))
    city: City = known["city"]
    me = city.seats[viewer] if viewer >= 0 else None
    shown = {seat: _shown(kernel, seat, seat == me or city.over, known) for seat in city.seats}
    on_the_table: Json = known["position"]
    return on_the_table | {
        "end_tiles": _end_tiles(kernel, words, viewer),
        "seats": {seat: has for seat, (has, _points) in shown.items()},
        "scores": {seat: points for seat, (_has, points) in shown.items()},
        "moves": _moves(kernel, me, known) if me else [],
        "bonus": _bonus(me, known) if me else {},
    }


# ---- what several viewers share, and a later position may take over ----------------------------------------------


class District(NamedTuple):
    """A district as all see it, and what that was made of: as long as it is the same, so is the rest."""

    made_of: list[Any]
    shown: Json
    standings: list[Json]
    goals: list[Json]


def _known(kernel: ParisKernel, words: Notation, edition: Json, screens: str, before: Json) -> Json:
    """Worked out for the first viewer of a position, and kept for the others."""
    city = City(kernel, words, edition)
    districts = _districts(kernel, city, before.get("districts", {}))
    standings = {name: districts[name].standings for name in words.printed}
    track = [kernel.copies, kernel.meeple]
    return {
        "position": _for_all(kernel, words, city.seats)
        | {
            "districts": {name: districts[name].shown for name in words.printed},
            "track": before["position"]["track"] if track == before.get("track") else _track(kernel, city.seats),
            "standings": standings,
        },
        "track": [list(part) for part in track],
        "city": city,
        "screens": screens,
        "districts": districts,
        "always": before.get("always") or {str(n): city.pays(city.seats[0], n) for n in EFFECTS if n not in VARYING},
        "seats": _seats(kernel, city, standings, before.get("seats", {})),
    }


def _districts(kernel: ParisKernel, city: City, before: dict[str, District]) -> dict[str, District]:
    building, beside, own, doubled, banks = kernel.building, kernel.beside, kernel.own, kernel.doubled, kernel.banks
    landmarks, keys_in, vp_in, display = kernel.landmarks, kernel.keys_in, kernel.vp_in, kernel.display
    found = {}
    for d, name in enumerate(city.words.districts):
        spaces = slice(SPACES * d, SPACES * (d + 1))
        made_of = [building[spaces], beside[spaces], own[d::DISTRICTS], landmarks[d], keys_in[d], vp_in[d], display]
        made_of += [[held if held // BITS == d else -1 for held in doubled], [there >> d & 1 for there in banks]]
        old = before.get(name)
        if old is None or old.made_of != made_of:
            old = District(made_of, _district(kernel, city, name), city.standings(name), goals_in(kernel, city, d))
        found[name] = old
    return found


def _seats(kernel: ParisKernel, city: City, standings: dict[str, list[Json]], before: Json) -> Json:
    """By seat what its parts of the views are made of, and those that were made of the same before."""
    vp, meeple, reserve, hand, owned = kernel.vp, kernel.meeple, kernel.reserve, kernel.hand, kernel.owned
    arc, banks, ends = kernel.arc, kernel.banks, kernel.ends
    won: dict[str, dict[str, int]] = {seat: {} for seat in city.seats}
    for name, rows in standings.items():
        for row in rows:
            won[row["seat"]][name] = row["points"]
    found = {}
    for s, seat in enumerate(city.seats):
        made_of = {
            "properties": city.properties[seat],
            "won": won[seat],
            "earned": city.earned[seat],
            "francs": city.francs[seat],
            "tokens": city.tokens[seat],
            "unused": city.unused[seat],
            "ends": city.ends[seat],
            "half": city.half if seat == city.turn else [],
            "owned": sorted(TILES[tile] for tile in bits(owned[s])),
            "vp": vp[s],
            "meeple": meeple[s],
            "reserve": reserve[s],
            "hand": hand[s],
            "end_count": sum(ends[ENDS_ROOM * s : ENDS_ROOM * (s + 1)]),
            "arc": arc[s],
            "banks": banks[s],
        }
        same = seat in before and before[seat]["made_of"] == made_of
        found[seat] = dict(before[seat]) if same else {"made_of": made_of}
    return found


def _shown(kernel: ParisKernel, seat: str, own: bool, known: Json) -> tuple[Json, Json]:
    """What a seat has, and its points; to itself (`own`, and after the end to all) or to others. None: hidden."""
    made = known["seats"][seat]
    if own not in made:
        has, shows = made["made_of"], own or known["screens"] == "open"
        city: City = known["city"]
        if not own:
            city = city.as_seen(kernel, [seat] if shows else (), ())
        made[own] = (
            {
                "vp": has["vp"],
                "meeple": has["meeple"],
                "reserve": has["reserve"],
                "used": [tile for tile in has["owned"] if tile not in has["unused"]],
                "half": has["half"],
                "francs": has["francs"] if shows else None,
                "hand": has["hand"] if shows else None,
                "tokens": has["tokens"] if shows else None,
                "unused": {str(tile): city.pays(seat, tile) for tile in has["unused"]} if shows else None,
                "end_count": has["end_count"] if shows else None,
                "ends": has["ends"] if own else None,
            },
            points(page(city, seat, has["won"])),
        )
    shown: tuple[Json, Json] = made[own]
    return shown


def _moves(kernel: ParisKernel, seat: str, known: Json) -> list[Json]:
    """Where its keys could go: the same as long as it has the same, and so do the districts they can move in."""
    made, city, districts = known["seats"][seat], known["city"], known["districts"]
    if "starts" not in made:
        made["starts"] = starts_of(kernel, city, seat)
    there = {name: districts[name].goals for start in made["starts"] for name in start.districts}
    before = made.get("there", {})
    if "moves" not in made or any(goals is not before[name] for name, goals in there.items()):
        made["there"], made["moves"] = there, prospects(city, seat, made["starts"], there)
    moves: list[Json] = made["moves"]
    return moves


def _bonus(seat: str, known: Json) -> Json:
    made = known["seats"][seat]
    if "bonus" not in made:
        made["bonus"] = known["always"] | {str(number): known["city"].pays(seat, number) for number in VARYING}
    bonus: Json = made["bonus"]
    return bonus


# ---- what lies on the table ---------------------------------------------------------------------------------------


def _for_all(kernel: ParisKernel, words: Notation, seats: tuple[str, ...]) -> Json:
    """What is open to all, beside the districts and the bonus track."""
    arc, supply = kernel.arc, kernel.supply
    return {
        "phase": _phase(kernel),
        "question": question(kernel, words),
        "turns_left": kernel.last - kernel.turn if kernel.last >= 0 else None,
        "stacks": _stacks(kernel, words),
        "districts": {},
        "arc": [seat for s, seat in enumerate(seats) if arc[s]],
        "display": sorted(words.bit_values[bit] for bit in bits(kernel.display)),
        "vp_tiles": sorted((list(words.vp_tiles[i]) for i in bits(kernel.vp_left)), reverse=True),
        "track": [],
        "supply": {good: supply[GOODS.index(good)] for good in RESOURCES},
    }


def _phase(kernel: ParisKernel) -> str:
    """Where the turn stands: a draw is due, the action is, or it is taken."""
    return "over" if kernel.seat < 0 else "draw" if kernel.draw_due else "done" if kernel.acted else "action"


def question(kernel: ParisKernel, words: Notation) -> Json | None:
    """What the seat on turn is asked within its turn, and what will be asked after it."""
    asked = list(kernel.asked)[1 : kernel.depth + 1]
    if not asked:
        return None
    ask = QUESTIONS[asked[-1]]
    then = [QUESTIONS[question] for question in reversed(asked[:-1]) if QUESTIONS[question] != "arrive"]
    asks: Json = {"ask": ask, "then": then}
    if ask == "pay":
        asks["owed"] = {good: kernel.owed[GOODS.index(good)] for good in RESOURCES}
    elif ask == "track":
        asks["francs"] = kernel.toll
    elif ask == "section":
        asks["landmark"] = words.property(kernel.goal)
        asks["open"] = {good: n for g, good in enumerate(GOODS) if (n := kernel.open_sections[g])}
    elif ask == "site":
        asks["tile"] = _tile(words, kernel.siting)
        asks["type"] = words.types[kernel.type_of_tile(kernel.siting)]
    elif ask == "pair":
        asks["tile"] = tiles_that(PAIRS)[kernel.pairing]
    return asks


def _tile(words: Notation, tile: int) -> list[Any]:
    return [words.districts[tile // SPACES], words.bit_values[tile % SPACES]]


def _stacks(kernel: ParisKernel, words: Notation) -> list[Json]:
    """What was drawn from each stack, in order; how many are left, and the district on the back of the top one."""
    stack, tops, height = kernel.stack, kernel.top, kernel.height
    found = []
    for s in range(words.stacks):
        top, end = tops[s], height * (s + 1)
        drawn = [_tile(words, tile) for tile in stack[height * s : top]]
        back = words.districts[stack[top] // SPACES] if top < end else None
        found.append({"drawn": drawn, "left": end - top, "back": back})
    return found


def _district(kernel: ParisKernel, city: City, district: str) -> Json:
    """A district: its bank, its building spaces, its landmarks; with the keys on them, one entry for each key."""
    words, beside, dealt, banks = city.words, kernel.beside, kernel.dealt, kernel.banks
    d = words.districts.index(district)
    keys: dict[str, list[str]] = {name: [] for name in words.bits}
    for seat in city.seats:
        for held in city.properties[seat]:
            if held.district == district:
                keys[held.name].append(seat)
    spaces = {}
    for name in map(str, words.values):
        space = SPACES * d + words.bits.index(name)
        spaces[name] = {
            "type": city.types.get((district, name)),
            "token": GOODS[beside[space]] if beside[space] >= 0 else None,
            "dealt": GOODS[dealt[space]],
            "keys": keys[name],
        }
    there = bits(kernel.landmarks[d])
    return {
        "bank": {
            "francs": city.edition["districts"]["banks"][words.printed.index(district)],
            "keys": [seat for s, seat in enumerate(city.seats) if banks[s] >> d & 1],
        },
        "buildings": spaces,
        "landmarks": {
            words.bits[bit]: {"keys": keys[words.bits[bit]]} for bit in sorted(there, key=words.bit_values.__getitem__)
        },
        "keys": kernel.keys_in[d],
        "vp_tile": city.prizes.get(district),
    }


def _track(kernel: ParisKernel, seats: tuple[str, ...]) -> list[Json]:
    """The bonus track from space 1: the number laid there, how many are left, whose meeple stands there."""
    track, copies, meeple = list(kernel.track), list(kernel.copies), list(kernel.meeple)
    return [
        {
            "number": TILES[tile],
            "left": copies[tile],
            "meeples": [seat for s, seat in enumerate(seats) if meeple[s] == space],
        }
        for space, tile in enumerate(track, 1)
    ]


def _end_tiles(kernel: ParisKernel, words: Notation, viewer: int) -> Json:
    """How many are left, and for the seat on turn which, once the buildings are out (P70)."""
    seen = kernel.seat < 0 or (kernel.seat == viewer and kernel.tiles_left == 0)
    return {
        "left": kernel.ends_left,
        "kinds": {kind: n for k, kind in enumerate(words.ends) if (n := kernel.end_left[k])} if seen else None,
    }


HIDDEN_END = "end ?"
"""Which end-game tile another took stays secret."""
