"""What a seat may know of a position: an allow-list, built part by part, with all a screen needs to draw it.

Always hidden are the order of the stacks below their backs (P11) and which end-game tiles the others hold; which are
left, only the seat on turn sees, once the buildings are out (P70). With the option `screens` closed, francs, keys in
hand, tokens and unused bonus tiles are hidden too (P80). After the end nothing is. The parts are described by
schemas/paris-position.json.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from lutetia.core.json_types import Json
from lutetia.core.viewcache import Encode, ViewCache
from lutetia.games.paris.rules.bonus import EFFECTS, GOODS, PAIRS, RESOURCES, TILES, tiles_that
from lutetia.games.paris.rules.edition import DISTRICTS, SPACES
from lutetia.games.paris.rules.kernel import ParisKernel
from lutetia.games.paris.rules.notation import Notation, bits
from lutetia.games.paris.rules.prospects import Goal, Open, Start, goals_in, prospects, starts_of
from lutetia.games.paris.rules.scoring import ENDS_ROOM, VARYING, City, page, points

if TYPE_CHECKING:
    from lutetia.games.paris.rules import Paris

QUESTIONS = ("nothing", "track", "section", "vp", "pay", "site", "pair", "arrive")
"""In the kernel's numbering."""


def position(ruleset: Paris, kernel: ParisKernel, viewer: int, cache: ViewCache) -> Json:
    """All of the position that the viewer may know; -1 is a spectator."""
    if cache.position is None:
        cache.game_parts = cache.game_parts or SharedParts(ruleset, cache)
        cache.game_parts.follow(kernel)
        cache.position = cache.game_parts.position
    shared: SharedParts = cache.game_parts
    seen: Json = cache.position | {"end_tiles": _end_tiles(kernel, ruleset.notation, viewer)}
    if viewer < 0:
        return seen | {"moves": [], "bonus": {}}
    me = ruleset.seats[viewer]
    has, scores = shared.shown(kernel, me, True)
    seen["seats"] = seen["seats"] | {me: has}
    seen["scores"] = seen["scores"] | {me: scores}
    seen["moves"], seen["bonus"] = shared.moves(kernel, me), shared.bonus(me)
    return seen


# ---- what several viewers share, and a later position may take over ----------------------------------------------


class District(NamedTuple):
    """A district as all see it, what it brings each seat, and where keys could go in it."""

    shown: Any
    standings: Any
    won: dict[str, int]
    goals: list[Goal]


class Belongings:
    """What was worked out of a seat, until what it has changes; a part that nobody has asked for is not there."""

    def __init__(self, won: dict[str, int]) -> None:
        self.won = won
        self.shown: dict[bool, tuple[Any, Any]] = {}
        """To itself (True) and to others."""
        self.score: Any = None
        """Its points, with all that it has."""
        self.bonus: Any = None
        self.starts: list[Start] | None = None
        self.within = 0
        """The districts that its keys can move in, as bits."""
        self.open: Open = {}
        self.moves: Any = None
        self.outdated = 0
        """The districts that have changed since the moves were worked out."""


ALL_DISTRICTS, TRACK, LAID_OUT, EVERYTHING = (1 << DISTRICTS) - 1, 1 << 10, 1 << 11, (1 << 12) - 1
"""As `ParisState.changed` tells them."""


class SharedParts:
    """What all viewers of a position share. It follows the game: what has not changed is not worked out again."""

    def __init__(self, ruleset: Paris, cache: ViewCache) -> None:
        self.words, self.edition, self.seats = ruleset.notation, ruleset.edition.data, ruleset.seats
        self.open_screens = ruleset.options["screens"] == "open"
        self.encode = cache.encode
        self.before: ParisKernel | None = ruleset.new_kernel() if cache.follows else None
        """The position that it was worked out for, if there may be a later one."""
        self.city: City
        self.districts: dict[str, District] = {}
        self.belongings: dict[str, Belongings] = {}
        self.position: Json = {}

    def follow(self, kernel: ParisKernel) -> None:
        """Know what the first viewer of this position needs, for the others too."""
        if self.before is None or not self.position:
            changed = EVERYTHING
            self.city = City(kernel, self.words, self.edition)
            self.always = {str(n): self.encode(self.city.pays(self.seats[0], n)) for n in EFFECTS if n not in VARYING}
        else:
            changed = kernel.changed(self.before)
            self.city.follow(kernel, changed)
        if self.before is not None:
            self.before.become(kernel)
        self.position = self.position | self._for_all(kernel, changed)
        self._look_at_the_districts(kernel, changed & ALL_DISTRICTS)
        for s, seat in enumerate(self.seats):
            if changed >> DISTRICTS + s & 1:
                self.belongings[seat] = Belongings(self._won(seat))
        shown = {seat: self.shown(kernel, seat, self.city.over) for seat in self.seats}
        self.position["seats"] = {seat: has for seat, (has, _points) in shown.items()}
        self.position["scores"] = {seat: points for seat, (_has, points) in shown.items()}

    def shown(self, kernel: ParisKernel, seat: str, own: bool) -> tuple[Any, Any]:
        """What a seat has, and its points; to itself (`own`, and after the end to all) or to others. None: hidden."""
        made = self.belongings[seat]
        if own not in made.shown:
            shows, city = own or self.open_screens, self.city
            if own or (shows and not city.ends[seat]):
                made.score = made.score or self.encode(points(page(city, seat, made.won)))
                told, score = city, made.score
            else:
                told = city.shows(kernel, seat, shows)
                score = self.encode(points(page(told, seat, made.won)))
            made.shown[own] = self.encode(_belongings(kernel, city, told, seat, own, shows)), score
        return made.shown[own]

    def moves(self, kernel: ParisKernel, seat: str) -> Any:
        """Where its keys could go: the same as long as it has the same, and so do the districts they can move in."""
        made = self.belongings[seat]
        if made.starts is None:
            made.starts = starts_of(kernel, self.city, seat)
            for name in {name for start in made.starts for name in start.districts}:
                made.within |= 1 << self.words.districts.index(name)
        if made.moves is None or made.within & made.outdated:
            there = {name: district.goals for name, district in self.districts.items()}
            made.moves = self.encode(prospects(self.city, seat, made.starts, there, made.open, self.encode))
            made.outdated = 0
        return made.moves

    def bonus(self, seat: str) -> Any:
        """What each bonus tile would bring it."""
        made = self.belongings[seat]
        if made.bonus is None:
            made.bonus = self.encode(self.always | {str(number): self.city.pays(seat, number) for number in VARYING})
        return made.bonus

    def _for_all(self, kernel: ParisKernel, changed: int) -> Json:
        """What is open to all, beside the districts and the seats, as far as it is not as it was."""
        words, arc, supply = self.words, kernel.arc, kernel.supply
        found: Json = {
            "phase": _phase(kernel),
            "question": question(kernel, words),
            "turns_left": kernel.last - kernel.turn if kernel.last >= 0 else None,
            "arc": [seat for s, seat in enumerate(self.seats) if arc[s]],
            "supply": {good: supply[GOODS.index(good)] for good in RESOURCES},
        }
        if changed & TRACK:
            found["track"] = self.encode(_track(kernel, self.seats))
        if changed & LAID_OUT:
            found["stacks"] = self.encode(_stacks(kernel, words))
            found["display"] = sorted(words.bit_values[bit] for bit in bits(kernel.display))
            found["vp_tiles"] = sorted((list(words.vp_tiles[i]) for i in bits(kernel.vp_left)), reverse=True)
        return found

    def _look_at_the_districts(self, kernel: ParisKernel, changed: int) -> None:
        """Those that have changed, and what that changes for the seats."""
        if not changed:
            return
        printed = self.words.printed
        for d, name in enumerate(self.words.districts):
            if changed >> d & 1:
                self.districts[name] = _whole_district(kernel, self.city, name, self.encode)
        self.position["districts"] = self.encode({name: self.districts[name].shown for name in printed})
        self.position["standings"] = self.encode({name: self.districts[name].standings for name in printed})
        for seat, made in self.belongings.items():
            made.outdated |= changed
            if made.won != (won := self._won(seat)):
                made.won, made.shown, made.score = won, {}, None

    def _won(self, seat: str) -> dict[str, int]:
        return {name: self.districts[name].won[seat] for name in self.words.printed}


def _belongings(kernel: ParisKernel, city: City, told: City, seat: str, own: bool, shows: bool) -> Json:
    s, unused = city.seats.index(seat), city.unused[seat]
    return {
        "vp": kernel.vp[s],
        "meeple": kernel.meeple[s],
        "reserve": kernel.reserve[s],
        "used": [tile for tile in sorted(TILES[t] for t in bits(kernel.owned[s])) if tile not in unused],
        "half": city.half if seat == city.turn else [],
        "francs": city.francs[seat] if shows else None,
        "hand": kernel.hand[s] if shows else None,
        "tokens": city.tokens[seat] if shows else None,
        "unused": {str(tile): told.pays(seat, tile) for tile in unused} if shows else None,
        "end_count": sum(kernel.ends[ENDS_ROOM * s : ENDS_ROOM * (s + 1)]) if shows else None,
        "ends": city.ends[seat] if own else None,
    }


def _whole_district(kernel: ParisKernel, city: City, name: str, encode: Encode) -> District:
    standings = city.standings(name)
    won = {row["seat"]: row["points"] for row in standings}
    goals = goals_in(kernel, city, city.words.districts.index(name))
    return District(encode(_district(kernel, city, name)), encode(standings), won, goals)


# ---- what lies on the table ---------------------------------------------------------------------------------------


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
