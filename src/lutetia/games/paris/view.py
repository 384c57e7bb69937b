"""What a seat may know of a position: an allow-list, built part by part, with all a screen needs to draw it.

Always hidden are the order of the stacks below their backs (P11) and which end-game tiles the others hold; which are
left, only the seat on turn sees, once the buildings are out (P70). With the option `screens` closed, francs, keys in
hand, tokens and unused bonus tiles are hidden too (P80). After the end nothing is. The parts are described by
schemas/paris-position.json.
"""

from __future__ import annotations

from typing import Any

from lutetia.games.paris.bonus import EFFECTS, GOODS, PAIRS, RESOURCES, TILES, tiles_that
from lutetia.games.paris.deal import SEATS
from lutetia.games.paris.edition import SPACES
from lutetia.games.paris.kernel import ParisKernel
from lutetia.games.paris.notation import Notation, bits
from lutetia.games.paris.prospects import properties, prospects
from lutetia.games.paris.scoring import ENDS_ROOM, City, district_sheets, page, points

Json = dict[str, Any]
QUESTIONS = ("nothing", "track", "section", "vp", "pay", "site", "pair", "arrive")
"""In the kernel's numbering."""


def position(kernel: ParisKernel, words: Notation, edition: Json, viewer: int, screens: str, known: Json) -> Json:
    """All of the position that the viewer may know; -1 is a spectator. `known`: what is open to all viewers alike."""
    if "position" not in known:
        known |= _known(kernel, words, edition, screens)
    mine: City = known["mine"]
    me = mine.seats[viewer] if viewer >= 0 else None
    seats, scores = {}, {}
    for s, seat in enumerate(mine.seats):
        own = seat == me or kernel.seat < 0
        if (seat, own) not in known["seats"]:
            known["seats"][seat, own] = _seat(kernel, s, known["mine" if own else "theirs"], screens, own, known)
        seats[seat], scores[seat] = known["seats"][seat, own]
    on_the_table: Json = known["position"]
    return on_the_table | {
        "end_tiles": _end_tiles(kernel, words, viewer),
        "seats": seats,
        "scores": scores,
        "moves": prospects(kernel, mine, me, known["properties"]) if me else [],
        "bonus": {str(number): mine.pays(me, number) for number in EFFECTS} if me else {},
    }


def _known(kernel: ParisKernel, words: Notation, edition: Json, screens: str) -> Json:
    """What several viewers share: what lies on the table; the city as each seat knows its own part of it, and as it
    knows the others'."""
    mine = City(kernel, words, edition)
    theirs = mine.as_seen(kernel, mine.seats if screens == "open" else (), ())
    districts = district_sheets(mine)
    standings = {district: part["standings"] for district, part in districts.items()}
    return {
        "position": _for_all(kernel, words, edition, mine) | {"standings": standings},
        "mine": mine,
        "theirs": theirs,
        "districts": districts,
        "properties": properties(kernel, mine),
        "seats": {},
    }


def _for_all(kernel: ParisKernel, words: Notation, edition: Json, city: City) -> Json:
    """What lies on the table."""
    return {
        "phase": _phase(kernel),
        "question": question(kernel, words),
        "turns_left": kernel.last - kernel.turn if kernel.last >= 0 else None,
        "stacks": [_stack(kernel, words, s) for s in range(words.stacks)],
        "districts": {district: _district(kernel, words, edition, district, city) for district in words.printed},
        "arc": [seat for s, seat in enumerate(city.seats) if kernel.arc[s]],
        "display": sorted(words.bit_values[bit] for bit in bits(kernel.display)),
        "vp_tiles": sorted((list(words.vp_tiles[i]) for i in bits(kernel.vp_left)), reverse=True),
        "track": _track(kernel, city.seats),
        "supply": {good: kernel.supply[GOODS.index(good)] for good in RESOURCES},
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


def _stack(kernel: ParisKernel, words: Notation, s: int) -> Json:
    """What was drawn from a stack, in order; how many are left, and the district on the back of the top one."""
    first, top, end = kernel.height * s, kernel.top[s], kernel.height * (s + 1)
    stack = list(kernel.stack)
    return {
        "drawn": [_tile(words, tile) for tile in stack[first:top]],
        "left": end - top,
        "back": words.districts[stack[top] // SPACES] if top < end else None,
    }


def _district(kernel: ParisKernel, words: Notation, edition: Json, district: str, city: City) -> Json:
    """A district: its bank, its building spaces, its landmarks; with the keys on them, one entry for each key."""
    d = words.districts.index(district)
    keys: dict[str, list[str]] = {name: [] for name in words.bits}
    for seat in city.seats:
        for held in city.properties[seat]:
            if held.district == district:
                keys[held.name].append(seat)
    spaces = {}
    for name in map(str, words.values):
        space = SPACES * d + words.bits.index(name)
        beside, dealt = kernel.beside[space], kernel.dealt[space]
        spaces[name] = {
            "type": city.types.get((district, name)),
            "token": GOODS[beside] if beside >= 0 else None,
            "dealt": GOODS[dealt],
            "keys": keys[name],
        }
    return {
        "bank": {
            "francs": edition["districts"]["banks"][words.printed.index(district)],
            "keys": [seat for s, seat in enumerate(city.seats) if kernel.banks[s] >> d & 1],
        },
        "buildings": spaces,
        "landmarks": {
            name: {"keys": keys[name]}
            for bit, name in sorted(enumerate(words.bits), key=lambda pair: words.bit_values[pair[0]])
            if kernel.landmarks[d] >> bit & 1
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


def _seat(kernel: ParisKernel, s: int, city: City, screens: str, own: bool, known: Json) -> tuple[Json, Json]:
    """What a seat has, and its points; to itself (`own`) or to others. None: hidden from the viewer."""
    seat, shows = city.seats[s], own or screens == "open"
    has = {
        "vp": kernel.vp[s],
        "meeple": kernel.meeple[s],
        "reserve": kernel.reserve[s],
        "used": sorted(TILES[tile] for tile in bits(kernel.owned[s] & ~kernel.unused[s])),
        "half": city.half if kernel.seat == s else [],
        "francs": kernel.francs[s] if shows else None,
        "hand": kernel.hand[s] if shows else None,
        "tokens": city.tokens[seat] if shows else None,
        "unused": {str(tile): city.pays(seat, tile) for tile in city.unused[seat]} if shows else None,
        "end_count": sum(kernel.ends[ENDS_ROOM * s : ENDS_ROOM * (s + 1)]) if shows else None,
        "ends": dict(city.ends[seat]) if own else None,
    }
    return has, points(page(city, seat, known["districts"]))


def seen_turns(turns: list[Json], viewer: str | None, over: bool) -> list[Json]:
    """The turns as the viewer saw them: which end-game tile another took stays secret (P70, P80)."""
    if over:
        return turns
    return [
        turn if turn["seat"] == viewer else turn | {"steps": [_seen(step) for step in turn["steps"]]} for turn in turns
    ]


def _seen(step: str) -> str:
    return HIDDEN_END if step.startswith("end ") else step


HIDDEN_END = "end ?"
