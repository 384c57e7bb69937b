"""What a seat may know of a position: an allow-list, built part by part, with everything a screen needs to draw it.

The order of the stacks below their top tiles' backs is always hidden (P11), and so are the end-game tiles that other
seats hold. Only the seat on turn sees which end-game tiles are left, once the buildings are out (P70). With the option
`screens` closed, francs, keys in hand, tokens and unused bonus tiles are hidden too (P80). After the end nothing is.
schemas/paris-position.json describes the parts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from lutetia.core.json_types import Json
from lutetia.core.viewcache import Encode, ViewCache
from lutetia.games.paris.rules import changes
from lutetia.games.paris.rules.bonus import EFFECTS, GOODS, PAIRS, RESOURCES, TILES, tiles_that
from lutetia.games.paris.rules.kernel import ParisKernel
from lutetia.games.paris.rules.limits import SPACES
from lutetia.games.paris.rules.notation import Notation, bits
from lutetia.games.paris.rules.prospects import Goals, Means, Open, Start, goals_in, means_of, prospects, starts_of
from lutetia.games.paris.rules.scoring import BY_HOLDINGS, BY_PROPERTY, ENDS_ROOM, VARYING, City, Property, points

if TYPE_CHECKING:
    from lutetia.games.paris.rules import Paris

QUESTIONS = ("nothing", "track", "section", "vp", "pay", "site", "pair", "arrive")
"""By the kernel's numbers."""


def position(ruleset: Paris, kernel: ParisKernel, viewer: int, cache: ViewCache) -> Json:
    """Everything in the position that the viewer may know; -1 is a spectator."""
    if cache.position is None:
        cache.game_parts = cache.game_parts or SharedParts(ruleset, cache)
        cache.game_parts.follow(kernel)
        cache.position = cache.game_parts.position
    shared: SharedParts = cache.game_parts
    common, end_tiles = cache.position, _end_tiles(kernel, ruleset.notation, viewer)
    if viewer < 0:
        return common | {"end_tiles": end_tiles, "moves": [], "bonus": {}}
    me = ruleset.seats[viewer]
    possessions, scores = shared.visible(kernel, me, True)
    return common | {
        "end_tiles": end_tiles,
        "seats": common["seats"] | {me: possessions},
        "scores": common["scores"] | {me: scores},
        "moves": shared.moves(kernel, me),
        "bonus": shared.bonus(me),
    }


# ---- parts that viewers share and the next position can reuse ----------------------------------------------------


class District(NamedTuple):
    """A district as everybody sees it, and the points of each seat in it."""

    visible: Any
    standings: Any
    won: dict[str, int]


class Keys(NamedTuple):
    """The places of a seat's keys, and what they were read from."""

    properties: list[Property]
    arc: int
    banks: int
    starts: list[Start]
    within: int
    """The districts in which the keys can move, as bits."""


class SeatParts:
    """The computed parts of one seat, valid until its possessions change. Parts that were not requested are missing."""

    def __init__(self, won: dict[str, int]) -> None:
        self.won = won
        self.visible: dict[bool, tuple[Any, Any]] = {}
        """Its possessions and points, as it sees them itself (True) and as others see them (False)."""
        self.shown: Json | None = None
        self.score: Any = None
        """What an open screen shows, and its points with nothing hidden."""
        self.bonus: Any = None
        self.means: Means | None = None
        self.keys: Keys
        self.open: Open = {}
        self.moves: Any = None
        self.outdated = 0
        """The districts that have changed since the moves were computed, as bits."""


class SharedParts:
    """What all viewers of a position share. Parts that a step did not change are reused for the next position."""

    def __init__(self, ruleset: Paris, cache: ViewCache) -> None:
        self.notation, self.edition, self.seats = ruleset.notation, ruleset.edition.data, ruleset.seats
        self.open_screens = ruleset.options["screens"] == "open"
        self.encode, self.serialise = cache.encode, cache.serialise
        self.before: ParisKernel | None = ruleset.new_kernel() if cache.follows else None
        """The position that the parts belong to; None if there will be no other."""
        self.city: City
        self.districts: dict[str, District] = {}
        self.goals: dict[str, Goals] = {}
        """By district: the properties a key could move to."""
        self.seat_parts: dict[str, SeatParts] = {}
        self.keys: dict[str, Keys] = {}
        self.counted: dict[str, tuple[list[Property], Json]] = {}
        """By seat: its properties, and what each bonus tile gives, except those that count its holdings."""
        self.position: Json = {}

    def follow(self, kernel: ParisKernel) -> None:
        """Update the parts that all viewers of this position need."""
        if self.before is None or not self.position:
            changed = changes.EVERYTHING
            self.city = City(kernel, self.notation, self.edition)
            pays = self.city.pays
            always = {str(n): self.serialise(pays(self.seats[0], n)) for n in EFFECTS if n not in VARYING}
            self.always = {name: always.get(name) for name in sorted(map(str, EFFECTS))}
        else:
            changed = kernel.changed(self.before)
            self.city.follow(kernel, changed)
        if self.before is not None:
            self.before.become(kernel)
        self.position = self.position | self._for_all(kernel, changed)
        self._update_districts(kernel, changed & changes.ANY_DISTRICT)
        for s, seat in enumerate(self.seats):
            if changes.seat_changed(changed, s):
                self.seat_parts[seat] = SeatParts(self._won(seat))
        visible = {seat: self.visible(kernel, seat, self.city.over) for seat in self.seats}
        self.position["seats"] = {seat: possessions for seat, (possessions, _points) in visible.items()}
        self.position["scores"] = {seat: points for seat, (_possessions, points) in visible.items()}

    def visible(self, kernel: ParisKernel, seat: str, own: bool) -> tuple[Any, Any]:
        """A seat's possessions and points as it sees them itself (`own`) or as others do. None: hidden.

        After the end everybody sees what the seat sees itself.
        """
        parts = self.seat_parts[seat]
        if own not in parts.visible:
            shows, city = own or self.open_screens, self.city
            if own or (shows and not city.ends[seat]):
                if parts.shown is None:
                    parts.shown = _shown(kernel, city, city, seat, True)
                    parts.score = self.serialise(points(city, seat, parts.won))
                shown, score = parts.shown, parts.score
            else:
                counted = city.shows(kernel, seat, shows)
                shown, score = (
                    _shown(kernel, city, counted, seat, shows),
                    self.serialise(points(counted, seat, parts.won)),
                )
            if own:
                parts.visible[own] = self.encode(shown | _behind_screen(city, seat)), score
            else:
                parts.visible[own] = self.serialise(shown | NOT_SHOWN), score
        return parts.visible[own]

    def moves(self, kernel: ParisKernel, seat: str) -> Any:
        """Where the seat's keys could go. This changes with its possessions and with the districts of its keys."""
        parts = self.seat_parts[seat]
        if parts.means is None:
            parts.means, parts.keys = means_of(self.city, seat), self._keys(kernel, seat)
        if parts.moves is None or parts.keys.within & parts.outdated:
            parts.moves = self.serialise(
                prospects(self.city, parts.means, parts.keys.starts, self.goals, parts.open, self.serialise)
            )
            parts.outdated = 0
        return parts.moves

    def _keys(self, kernel: ParisKernel, seat: str) -> Keys:
        """Where the seat's keys are, which few changes of its possessions concern."""
        s, properties, known = self.seats.index(seat), self.city.properties[seat], self.keys.get(seat)
        arc, banks = kernel.arc[s], kernel.banks[s]
        if known is None or known.properties is not properties or (known.arc, known.banks) != (arc, banks):
            starts, districts = starts_of(kernel, self.city, seat), self.notation.districts
            within = {districts.index(name) for start in starts for name in start.districts}
            known = self.keys[seat] = Keys(properties, arc, banks, starts, sum(1 << d for d in within))
        return known

    def bonus(self, seat: str) -> Any:
        """What each bonus tile would give the seat."""
        parts = self.seat_parts[seat]
        if parts.bonus is None:
            pays = self.city.pays
            parts.bonus = self.serialise(
                self._by_property(seat) | {str(number): pays(seat, number) for number in BY_HOLDINGS}
            )
        return parts.bonus

    def _by_property(self, seat: str) -> Json:
        """What the bonus tiles give that do not depend on what the seat holds: few steps change its properties."""
        properties = self.city.properties[seat]
        if seat not in self.counted or self.counted[seat][0] is not properties:
            pays = self.city.pays
            counted = {str(n): self.serialise(pays(seat, n)) for n in BY_PROPERTY}
            self.counted[seat] = properties, self.always | counted
        return self.counted[seat][1]

    def _for_all(self, kernel: ParisKernel, changed: int) -> Json:
        """What everybody sees besides the districts and the seats, as far as it has changed."""
        notation, arc, supply = self.notation, kernel.arc, kernel.supply
        found: Json = {
            "phase": _phase(kernel),
            "question": question(kernel, notation),
            "turns_left": kernel.last - kernel.turn if kernel.last >= 0 else None,
            "last_round": 0 <= kernel.last <= kernel.turn + len(self.seats),  # P72
            "round": (kernel.turn - self.city.over) // len(self.seats) + 1,  # the turn after the last has no round
            "arc": [seat for s, seat in enumerate(self.seats) if arc[s]],
            "supply": {good: supply[GOODS.index(good)] for good in RESOURCES},
        }
        if changed & changes.TRACK:
            found["track"] = self.serialise(_track(kernel, self.seats))
        if changed & changes.LAID_OUT:
            found["stacks"] = self.encode(_stacks(kernel, notation))
            found["display"] = sorted(notation.bit_values[bit] for bit in bits(kernel.display))
            found["vp_tiles"] = sorted((list(notation.vp_tiles[i]) for i in bits(kernel.vp_left)), reverse=True)
        return found

    def _update_districts(self, kernel: ParisKernel, changed: int) -> None:
        """Update the changed districts, and mark what that changes for the seats."""
        if not changed:
            return
        printed = self.notation.printed
        for d, name in enumerate(self.notation.districts):
            if changed >> d & 1:
                self.districts[name] = _whole_district(kernel, self.city, name, self.serialise)
                self.goals[name] = goals_in(kernel, self.city, d)
        self.position["districts"] = self.serialise({name: self.districts[name].visible for name in printed})
        self.position["standings"] = self.serialise({name: self.districts[name].standings for name in printed})
        for seat, parts in self.seat_parts.items():
            parts.outdated |= changed
            if parts.won != (won := self._won(seat)):
                parts.won, parts.visible, parts.shown = won, {}, None

    def _won(self, seat: str) -> dict[str, int]:
        return {name: self.districts[name].won[seat] for name in self.notation.printed}


def _shown(kernel: ParisKernel, city: City, counted: City, seat: str, shows: bool) -> Json:
    """What everybody may see of a seat's possessions.

    `counted`: the city with only what may be counted in what the tiles pay; `shows`: the screen is open.
    """
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
        "unused": {str(tile): counted.pays(seat, tile) for tile in unused} if shows else None,
        "end_count": sum(kernel.ends[ENDS_ROOM * s : ENDS_ROOM * (s + 1)]) if shows else None,
    }


def _behind_screen(city: City, seat: str) -> Json:
    """What only the seat itself sees before the end, whatever the screens."""
    return {"ends": city.ends[seat], "sales": city.sales(seat)}


NOT_SHOWN = dict.fromkeys(("ends", "sales"))
"""The same as the other seats see it."""


def _whole_district(kernel: ParisKernel, city: City, name: str, serialise: Encode) -> District:
    standings = city.standings(name)
    won = {row["seat"]: row["points"] for row in standings}
    return District(serialise(_district(kernel, city, name)), serialise(standings), won)


# ---- what everybody sees ------------------------------------------------------------------------------------------


def _phase(kernel: ParisKernel) -> str:
    """The phase of the turn: a draw is due, the action is due, or the action has been taken."""
    return "over" if kernel.seat < 0 else "draw" if kernel.draw_due else "done" if kernel.acted else "action"


def question(kernel: ParisKernel, notation: Notation) -> Json | None:
    """The open question to the seat on turn, and the questions that follow."""
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
        asks["landmark"] = notation.property(kernel.goal)
        asks["open"] = {good: n for g, good in enumerate(GOODS) if (n := kernel.open_sections[g])}
    elif ask == "site":
        asks["tile"] = _tile(notation, kernel.siting)
        asks["type"] = notation.types[kernel.type_of_tile(kernel.siting)]
    elif ask == "pair":
        asks["tile"] = tiles_that(PAIRS)[kernel.pairing]
    return asks


def _tile(notation: Notation, tile: int) -> list[Any]:
    return [notation.districts[tile // SPACES], notation.bit_values[tile % SPACES]]


def _stacks(kernel: ParisKernel, notation: Notation) -> list[Json]:
    """For each stack: the tiles drawn from it, how many are left, and the district on the back of the top tile."""
    stack, tops, height = kernel.stack, kernel.top, kernel.height
    found = []
    for s in range(notation.stacks):
        top, end = tops[s], height * (s + 1)
        drawn = [_tile(notation, tile) for tile in stack[height * s : top]]
        back = notation.districts[stack[top] // SPACES] if top < end else None
        found.append({"drawn": drawn, "left": end - top, "back": back})
    return found


def _district(kernel: ParisKernel, city: City, district: str) -> Json:
    """A district: its bank, building spaces and landmarks, with one entry for each key on them."""
    notation, beside, dealt, banks = city.notation, kernel.beside, kernel.dealt, kernel.banks
    d = notation.districts.index(district)
    keys: dict[str, list[str]] = {name: [] for name in notation.bits}
    for seat in city.seats:
        for held in city.properties[seat]:
            if held.district == district:
                keys[held.name].append(seat)
    spaces = {}
    for name in map(str, notation.values):
        space = SPACES * d + notation.bits.index(name)
        spaces[name] = {
            "type": city.types.get((district, name)),
            "token": GOODS[beside[space]] if beside[space] >= 0 else None,
            "dealt": GOODS[dealt[space]],
            "keys": keys[name],
        }
    there = bits(kernel.landmarks[d])
    return {
        "bank": {
            "francs": city.edition["districts"]["banks"][notation.printed.index(district)],
            "keys": [seat for s, seat in enumerate(city.seats) if banks[s] >> d & 1],
        },
        "buildings": spaces,
        "landmarks": {
            notation.bits[bit]: {"keys": keys[notation.bits[bit]]}
            for bit in sorted(there, key=notation.bit_values.__getitem__)
        },
        "keys": kernel.keys_in[d],
        "vp_tile": city.prizes.get(district),
    }


def _track(kernel: ParisKernel, seats: tuple[str, ...]) -> list[Json]:
    """The bonus track from space 1: the tile number, how many are left, and the meeples on the space."""
    track, copies, meeple = list(kernel.track), list(kernel.copies), list(kernel.meeple)
    return [
        {
            "number": TILES[tile],
            "left": copies[tile],
            "meeples": [seat for s, seat in enumerate(seats) if meeple[s] == space],
        }
        for space, tile in enumerate(track, 1)
    ]


def _end_tiles(kernel: ParisKernel, notation: Notation, viewer: int) -> Json:
    """How many end-game tiles are left; which, only for the seat on turn once the buildings are out (P70)."""
    seen = kernel.seat < 0 or (kernel.seat == viewer and kernel.tiles_left == 0)
    return {
        "left": kernel.ends_left,
        "kinds": {kind: n for k, kind in enumerate(notation.ends) if (n := kernel.end_left[k])} if seen else None,
    }


HIDDEN_END = "end ?"
"""How other seats see the taking of an end-game tile: its kind is secret."""
