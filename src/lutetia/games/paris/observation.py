"""Observations of Paris: the city, the turn, and what each seat has.

Seats are listed in the order of play from the observing one, so one network can play all colours. Hidden are the stacks
below their backs (P11) and the others' end-game tiles (P70); with closed screens also what lies behind them (P80).
"""

import cython

from lutetia.envs.parts import SEATS, Axis, Part, described, padded
from lutetia.games.paris.rules.bonus import GOODS, TILES
from lutetia.games.paris.rules.notation import PROPERTIES, Notation
from lutetia.games.paris.rules.view import QUESTIONS

if cython.compiled:
    from cython.cimports.lutetia.core.kernel import Kernel
    from cython.cimports.lutetia.envs.observer import Observer
    from cython.cimports.lutetia.games.paris.rules.kernel import ParisKernel
else:
    from lutetia.core.kernel import Kernel
    from lutetia.envs.observer import Observer
    from lutetia.games.paris.rules.kernel import ParisKernel

TYPES = cython.declare(cython.int, 12)
"""The most types of buildings that an edition can have."""


def parts(notation: Notation, players: int) -> tuple[Part, ...]:
    """The parts of a row for this number of players."""
    seats = Axis("seat", SEATS[:players])
    stacks = Axis("stack", padded((f"stack {stack + 1}" for stack in range(notation.stacks)), 9))
    districts = Axis("district", notation.districts)
    spaces = Axis("space", tuple(f"{district}:{value}" for district, value in notation.spaces))
    properties = tuple(notation.property(number) for number in range(PROPERTIES))
    marks = Axis("property", padded(notation.bits, 14))
    goods = Axis("good", GOODS)
    bonus = Axis("bonus tile", tuple(f"tile {number}" for number in TILES))
    prizes = Axis("VP tile", padded((f"VP tile {tile[0]}" for tile in notation.vp_tiles), 12))
    ends = Axis("kind", padded(notation.ends, 12))
    return (
        described(
            "stacks",
            "the stacks of building tiles: how many tiles are left, and the district on the back of the top one",
            stacks,
            Axis("what", ("tiles left", *(f"back {name}" for name in notation.districts)), (4, 1, 1, 1, 1, 1, 1)),
        ),
        described("drawn", "the building tiles drawn so far, by home district and value", spaces),
        described(
            "buildings",
            "the type of the building on each space",
            spaces,
            Axis("type", padded(notation.types, 12)),
            words="{space} {type}",
        ),
        described(
            "tokens beside", "the token that still lies beside each space", spaces, goods, words="{space} {good}"
        ),
        described("tokens dealt", "the token that was dealt to each space", spaces, goods, words="{space} {good}"),
        described(
            "landmarks", "the landmarks built in each district; the indices of buildings stay 0", districts, marks
        ),
        described("display", "the landmarks that can still be built; the indices of buildings stay 0", marks),
        described("vp tiles", "the VP tile in each district", districts, prizes, words="{district} {VP tile}"),
        described("vp tiles left", "the VP tiles that can still be chosen", prizes),
        described("supply", "the tokens in the supply; prestige is not sold and stays 0", goods, scale=12),
        described(
            "track",
            "the bonus tile on each space of the track",
            Axis("space", tuple(f"space {space}" for space in range(1, 31))),
            bonus,
            words="{space} {bonus tile}",
        ),
        described("copies", "how many of each bonus tile are left on the track", bonus, scale=3),
        described("end tiles left", "how many end-game tiles are left", Axis("count", ("tiles",)), scale=12),
        described(
            "end tiles",
            "how many end-game tiles of each kind are left; only the seat to move sees it, once the buildings are out",
            ends,
            scale=4,
            minus_one="unknown",
        ),
        described(
            "phase",
            "the phase of the turn",
            Axis("phase", ("a draw is due", "the action has been taken", "it is my turn")),
        ),
        described("whose turn", "who decides; all 0 when the game is over", seats),
        described(
            "turns left",
            "the turns left in the last round",
            Axis("count", ("turns",)),
            scale=4,
            minus_one="the last round has not begun",
        ),
        described(
            "asked",
            "the open questions; the last one is to be answered now",
            Axis("question", tuple(f"question {number}" for number in range(1, 8))),
            Axis("kind", QUESTIONS),
        ),
        described("site", "the building tile to place, while a question is open", spaces),
        described("goal", "the property that a key moves to, while a question is open", Axis("property", properties)),
        described("toll", "the francs to pay for the way along the track", Axis("count", ("francs",)), scale=10),
        described("owed", "the units still to be paid", goods, scale=4),
        described("open sections", "the units that a landmark still takes", goods, scale=4),
        described(
            "pairs",
            "giving up pairs of tokens: 0 for prestige and 1 for resources, and the pairs given up so far",
            Axis("what", ("kind", "pairs")),
            scale=4,
        ),
        described("half used", "the bonus tiles with one of two units left", bonus),
        described("my points", "my points in this position", Axis("count", ("points",)), scale=100),
        described("in view", "what everyone sees of a seat", seats, _in_view(notation, properties)),
        described(
            "behind screens",
            "what lies behind a seat's screen",
            seats,
            _behind(),
            minus_one="unknown",
        ),
        described("end tiles held", "the end-game tiles of a seat", seats, ends, scale=4, minus_one="unknown"),
    )


def _in_view(notation: Notation, properties: tuple[str, ...]) -> Axis:
    counts = ("VP", "meeple on space", "keys in reserve")
    flags = (
        "key on the Arc",
        *(f"key on the bank of {name}" for name in notation.districts),
        *(f"key on {name}" for name in properties),
        *(f"second key on {name}" for name in properties),
        *(f"used tile {number}" for number in TILES),
    )
    return Axis("what", (*counts, *flags), (100, 30, 10, *(1 for _flag in flags)))


def _behind() -> Axis:
    labels = ("francs", "keys in hand", *GOODS, *(f"unused tile {number}" for number in TILES), "end-game tiles")
    return Axis("what", labels, (20, 10, *(4 for _good in GOODS), *(1 for _tile in TILES), 4))


@cython.cclass
class ParisObserver(Observer):
    """Fills `parts`, in their order."""

    def __init__(self, parts: tuple, closed: cython.bint) -> None:
        Observer.__init__(self, parts)
        self.closed = closed

    def write(self, kernel: Kernel, seat: cython.int) -> cython.void:
        self.write_row(cython.cast(ParisKernel, kernel), seat)

    def write_row(self, k: ParisKernel, me: cython.int) -> cython.void:
        i: cython.int
        s: cython.int
        over: cython.bint = k.seat < 0
        self.city(k)
        self.put(k.ends_left, 12)
        if over or (k.seat == me and k.tiles_left == 0):
            for i in range(12):
                self.put(k.end_left[i], 4)
        else:
            self.hidden(12)
        self.turn(k, me)
        self.put(k.points(me), 100)
        for i in range(k.players):
            self.in_view(k, (me + i) % k.players)
        for i in range(k.players):
            s = (me + i) % k.players
            if over or s == me or not self.closed:
                self.behind(k, s)
            else:
                self.hidden(39)
        for i in range(k.players):
            s = (me + i) % k.players
            if over or s == me:
                self.ends_of(k, s)
            else:
                self.hidden(12)

    def city(self, k: ParisKernel) -> cython.void:
        """What everyone sees on the board."""
        i: cython.int
        s: cython.int
        drawn: cython.ulonglong = 0
        one: cython.ulonglong = 1
        for s in range(9):
            if s < k.t.stacks:
                self.put(k.height * (s + 1) - k.top[s], 4)
                self.one_of(k.stack[k.top[s]] // 6 if k.top[s] < k.height * (s + 1) else -1, 6)
                for i in range(k.height * s, k.top[s]):
                    drawn |= one << k.stack[i]
            else:
                self.bits(0, 7)
        self.bits(drawn, 36)
        for i in range(36):
            self.one_of(k.building[i], TYPES)
        for i in range(36):
            self.one_of(k.beside[i], 6)
        for i in range(36):
            self.one_of(k.dealt[i], 6)
        for i in range(6):
            self.bits(k.landmarks[i], 14)
        self.bits(k.display, 14)
        for i in range(6):
            self.one_of(k.vp_in[i], 12)
        self.bits(k.vp_left, 12)
        for i in range(6):
            self.put(k.supply[i], 12)
        for i in range(30):
            self.one_of(k.track[i], 30)
        for i in range(30):
            self.put(k.copies[i], 3)

    def turn(self, k: ParisKernel, me: cython.int) -> cython.void:
        """The state of the turn, which everyone sees."""
        i: cython.int
        self.put(k.draw_due, 1)
        self.put(k.acted, 1)
        self.put(k.seat == me, 1)
        self.one_of((k.seat - me + k.players) % k.players if k.seat >= 0 else -1, k.players)
        self.put(k.last - k.turn if k.last >= 0 else -4, 4)
        for i in range(1, 8):
            self.one_of(k.asked[i] if i <= k.depth else -1, 8)
        if k.depth > 0:
            self.one_of(k.siting, 36)
            self.one_of(k.goal, 84)
            self.put(k.toll, 10)
            for i in range(6):
                self.put(k.owed[i], 4)
            for i in range(6):
                self.put(k.open_sections[i], 4)
            self.put(k.pairing, 4)
            self.put(k.pairs, 4)
        else:
            self.bits(0, 64)
            self.bits(0, 64)
            self.bits(0, 7)
        self.bits(k.half, 30)

    def in_view(self, k: ParisKernel, s: cython.int) -> cython.void:
        """What is open even with closed screens."""
        d: cython.int
        self.put(k.vp[s], 100)
        self.put(k.meeple[s], 30)
        self.put(k.reserve[s], 10)
        self.put(k.arc[s], 1)
        self.bits(k.banks[s], 6)
        for d in range(6):
            self.bits(k.own[6 * s + d], 14)
        self.one_of(k.doubled[s], 84)
        self.bits(k.owned[s] & ~k.unused[s], 30)

    def behind(self, k: ParisKernel, s: cython.int) -> cython.void:
        """What lies behind a screen."""
        i: cython.int
        held: cython.int = 0
        for i in range(12):
            held += k.ends[12 * s + i]
        self.put(k.francs[s], 20)
        self.put(k.hand[s], 10)
        for i in range(6):
            self.put(k.tokens[6 * s + i], 4)
        self.bits(k.unused[s], 30)
        self.put(held, 4)

    def ends_of(self, k: ParisKernel, s: cython.int) -> cython.void:
        """The end-game tiles of a seat by kind."""
        i: cython.int
        for i in range(12):
            self.put(k.ends[12 * s + i], 4)


def observer(ruleset):
    """The observer of a ruleset and the parts of its rows."""
    named = parts(ruleset.notation, len(ruleset.seats))
    return ParisObserver(named, ruleset.options["screens"] == "closed"), named
