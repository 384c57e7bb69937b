"""What a seat may know of a position: an allow-list, built part by part, with all a screen needs to draw it.

Always hidden are the order of the stacks below their backs (P11) and which end-game tiles the others hold; which are
left, only the seat on turn sees, once the buildings are out (P70). With the option `screens` closed, francs, keys in
hand, tokens and unused bonus tiles are hidden too (P80). After the end nothing is. The parts are described by
schemas/paris-position.json.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from lutetia.core.table import Keep, as_it_is
from lutetia.games.paris.bonus import EFFECTS, GOODS, PAIRS, RESOURCES, TILES, tiles_that
from lutetia.games.paris.edition import DISTRICTS, SPACES
from lutetia.games.paris.kernel import ParisKernel
from lutetia.games.paris.notation import Notation, bits
from lutetia.games.paris.prospects import goals_in, prospects, starts_of
from lutetia.games.paris.scoring import ENDS_ROOM, VARYING, City, page, points

if TYPE_CHECKING:
    from lutetia.games.paris import Paris

Json = dict[str, Any]
QUESTIONS = ("nothing", "track", "section", "vp", "pay", "site", "pair", "arrive")
"""In the kernel's numbering."""


def position(table: Paris, kernel: ParisKernel, viewer: int, known: Json) -> Json:
    """All of the position that the viewer may know; -1 is a spectator. `known`: see `Table.position`."""
    if "position" not in known:
        _work_out(table, kernel, known)
    city: City = known["city"]
    seen: Json = known["position"] | {"end_tiles": _end_tiles(kernel, city.words, viewer)}
    if viewer < 0:
        return seen | {"moves": [], "bonus": {}}
    me = city.seats[viewer]
    has, scores = _shown(kernel, me, True, known)
    seen["seats"] = seen["seats"] | {me: has}
    seen["scores"] = seen["scores"] | {me: scores}
    return seen | {"moves": _moves(kernel, me, known), "bonus": _bonus(me, known)}


# ---- what several viewers share, and a later position may take over ----------------------------------------------


class District(NamedTuple):
    """A district as all see it, what it brings each seat, and where keys could go in it."""

    shown: Any
    standings: Any
    won: dict[str, int]
    goals: list[Json]


def _work_out(table: Paris, kernel: ParisKernel, known: Json) -> None:
    """Know what the first viewer of a position needs, for the others too; what has not changed since the position
    before is taken over from there."""
    words, keep, before = table.notation, known.get("keep", as_it_is), known.pop("before", {})
    changed = kernel.changed(before["kernel"]) if before else EVERYTHING
    if "keep" in known:  # there may be a later position, to be compared with this one
        known["kernel"] = before["kernel"] if before else table.kernel()
        known["kernel"].become(kernel)
    city = before["city"].later(kernel, changed) if before else City(kernel, words, table.edition.data)
    districts = {
        name: _whole_district(kernel, city, name, keep) if changed >> d & 1 else before["districts"][name]
        for d, name in enumerate(words.districts)
    }
    seats = {}
    for s, seat in enumerate(city.seats):
        won = {name: districts[name].won[seat] for name in words.printed}
        same = not changed >> DISTRICTS + s & 1 and before["seats"][seat]["won"] == won
        seats[seat] = dict(before["seats"][seat]) if same else {"won": won}
    known |= {"keep": keep, "city": city, "screens": table.options["screens"], "districts": districts, "seats": seats}
    shown = {seat: _shown(kernel, seat, city.over, known) for seat in city.seats}
    known["always"] = before.get("always") or {
        str(number): city.pays(city.seats[0], number) for number in EFFECTS if number not in VARYING
    }
    known["position"] = {part: keep(there) for part, there in _for_all(kernel, words, city.seats).items()} | {
        "districts": {name: districts[name].shown for name in words.printed},
        "track": keep(_track(kernel, city.seats)) if changed & TRACK else before["position"]["track"],
        "standings": {name: districts[name].standings for name in words.printed},
        "seats": {seat: has for seat, (has, _points) in shown.items()},
        "scores": {seat: points for seat, (_has, points) in shown.items()},
    }


TRACK, EVERYTHING = 1 << 10, (1 << 11) - 1
"""As `ParisState.changed` tells them."""


def _whole_district(kernel: ParisKernel, city: City, name: str, keep: Keep) -> District:
    standings = city.standings(name)
    won = {row["seat"]: row["points"] for row in standings}
    goals = goals_in(kernel, city, city.words.districts.index(name))
    return District(keep(_district(kernel, city, name)), keep(standings), won, goals)


def _shown(kernel: ParisKernel, seat: str, own: bool, known: Json) -> tuple[Any, Any]:
    """What a seat has, and its points; to itself (`own`, and after the end to all) or to others. None: hidden."""
    made = known["seats"][seat]
    if own not in made:
        has: City = known["city"]
        keep, s, shows = known["keep"], has.seats.index(seat), own or known["screens"] == "open"
        city = has if own else has.shows(kernel, seat, shows)
        unused = has.unused[seat]
        made[own] = (
            keep(
                {
                    "vp": kernel.vp[s],
                    "meeple": kernel.meeple[s],
                    "reserve": kernel.reserve[s],
                    "used": [tile for tile in sorted(TILES[t] for t in bits(kernel.owned[s])) if tile not in unused],
                    "half": has.half if seat == has.turn else [],
                    "francs": has.francs[seat] if shows else None,
                    "hand": kernel.hand[s] if shows else None,
                    "tokens": has.tokens[seat] if shows else None,
                    "unused": {str(tile): city.pays(seat, tile) for tile in unused} if shows else None,
                    "end_count": sum(kernel.ends[ENDS_ROOM * s : ENDS_ROOM * (s + 1)]) if shows else None,
                    "ends": has.ends[seat] if own else None,
                }
            ),
            keep(points(page(city, seat, made["won"]))),
        )
    shown: tuple[Any, Any] = made[own]
    return shown


def _moves(kernel: ParisKernel, seat: str, known: Json) -> Any:
    """Where its keys could go: the same as long as it has the same, and so do the districts they can move in."""
    made, city, districts = known["seats"][seat], known["city"], known["districts"]
    if "starts" not in made:
        made["starts"], made["open"], made["there"] = starts_of(kernel, city, seat), {}, {}
        made["within"] = {name for start in made["starts"] for name in start.districts}
    before = made["there"]
    if "moves" not in made or any(districts[name].goals is not before[name] for name in made["within"]):
        keep, there = known["keep"], {name: districts[name].goals for name in made["within"]}
        made["there"], made["moves"] = there, keep(prospects(city, seat, made["starts"], there, made["open"], keep))
    return made["moves"]


def _bonus(seat: str, known: Json) -> Any:
    made = known["seats"][seat]
    if "bonus" not in made:
        pays = known["city"].pays
        made["bonus"] = known["keep"](known["always"] | {str(number): pays(seat, number) for number in VARYING})
    return made["bonus"]


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
