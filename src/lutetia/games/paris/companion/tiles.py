"""The building tiles, tokens and end-game tiles of a position of Paris set up by hand; what is not told is drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from lutetia.core.errors import Fault, RecordError
from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.core.random import Rng
from lutetia.games.paris.companion.settle import Checked
from lutetia.games.paris.rules import Paris, deal
from lutetia.games.paris.rules.bonus import GOODS, RESOURCES
from lutetia.games.paris.rules.determinize import counts, shuffle
from lutetia.games.paris.rules.edition import end_tiles
from lutetia.games.paris.rules.kernel import ParisKernel
from lutetia.games.paris.rules.limits import BUILDINGS, EIGHT, SPACES
from lutetia.games.paris.text import steps

UNKNOWN = "unknown"
"""A kind of end-game tile in a document: nobody told which one it is."""
Space = tuple[str, int]
"""A district and a value: a building space, or the tile whose home it is."""
T = TypeVar("T")


def tile_name(tile: list[Any]) -> str:
    """The name of a building tile; a value that is a text is no value."""
    return f"{tile[0]} {tile[1]!r}"


class Components:
    """What `play` tells of tiles and tokens, with the rest filled in."""

    def __init__(self, ruleset: Paris, play: Json, rng: Rng) -> None:
        self.ruleset, self.notation, self.data, self.play = ruleset, ruleset.notation, ruleset.edition.data, play
        self.rng = rng
        self.faults: list[Fault] = []
        notation, names = self.notation, self.data["districts"]["names"]
        self.home: dict[Space, str] = {
            (district, value): kind
            for district, name in zip(notation.printed, names, strict=True)
            for value, kind in zip(notation.values, self.data["types"][name], strict=True)
        }
        """The type that each building tile shows."""
        self.height: int = ruleset.new_kernel().height
        self.away = BUILDINGS - self.height * notation.stacks
        """The number of building tiles that are returned to the box (P11)."""
        self.site: Space | None = None
        if (question := play.get("question") or {}) and question.get("tile"):
            self.site = (question["tile"][0], question["tile"][1])
        self.drawn: list[list[Space]] = []
        self.stack: list[int] = list(range(BUILDINGS))
        """All building tiles by number, stack after stack, then the returned ones."""
        self.buildings: dict[Space, str] = {}
        self.dealt: list[int] = []
        self.track: list[int] = []
        self.beside: set[Space] = set()
        self.ends_left: Counter[str] = Counter()
        self.supply: list[int] = [0] * len(GOODS)

    def fault(self, reason: str, rule: str, **values: object) -> None:
        self.faults.append(Fault(reason, rule, values))

    @property
    def tiles_left(self) -> int:
        return self.height * self.notation.stacks - sum(map(len, self.drawn))

    def with_ends(self, position: Json) -> Json:
        """The position with a kind for each unknown end-game tile, drawn from those that nobody is known to have."""
        pool = end_tiles(self.data) - Counter(self.play.get("ends_used") or {})
        for has in position["seats"].values():
            pool -= Counter({kind: n for kind, n in has["ends"].items() if kind != UNKNOWN})
        kinds = list(pool.elements())
        shuffle(kinds, self.rng)
        seats = {}
        for seat, has in position["seats"].items():
            ends = Counter({kind: n for kind, n in has["ends"].items() if kind != UNKNOWN})
            for _n in range(has["ends"].get(UNKNOWN, 0)):
                if not kinds:
                    self.fault(N_("There are not that many end-game tiles."), "P5")
                    break
                ends[kinds.pop()] += 1
            seats[seat] = has | {"ends": dict(ends)}
        return position | {"seats": seats}

    def fill(self, checked: Checked) -> None:
        self.keyed: set[Space] = {(d, int(name)) for d, name, _keys in checked.keys if name in self.notation.buildings}
        self._stacks()
        self._buildings()
        self.dealt = self._tokens() or [0] * BUILDINGS
        track = self.play.get("track") or list(range(1, 31))
        options = self.ruleset.options
        self.track = self._valid("P13", deal.check_track, self.ruleset.edition, options, track) or list(range(30))
        self._beside(checked.position)
        self._ends(checked.position)

    def _valid(self, rule: str, check: Callable[..., T], *given: object) -> T | None:
        """The answer of a check of set-ups; None, and a fault, if it raises RecordError."""
        try:
            return check(*given)
        except RecordError as error:
            self.fault(N_("{why}"), rule, why=str(error))
            return None

    # ---- building tiles --------------------------------------------------------------------------------------------

    def _stacks(self) -> None:
        """P11: every tile once, in equal stacks."""
        told = self.play.get("stacks")
        returned = [(tile[0], tile[1]) for tile in self.play.get("returned") or ()]
        if told is None:
            self.drawn = self._drawn(returned)
            left: list[list[Space | None]] = [[None] * (self.height - len(stack)) for stack in self.drawn]
        else:
            self.drawn = [[(tile[0], tile[1]) for tile in stack["drawn"]] for stack in told]
            left = [
                [tile and (tile[0], tile[1]) for tile in stack["left"]]
                if stack.get("left") is not None
                else [None] * (self.height - len(drawn))
                for stack, drawn in zip(told, self.drawn, strict=True)
            ]
        parts: list[Sequence[Space | None]] = [*self.drawn, *left, returned]
        known = [tile for part in parts for tile in part if tile]
        for tile, n in Counter(known).items():
            if n > 1:
                self.fault(N_("The building tile {tile} appears {n} times."), "P11", tile=tile_name([*tile]), n=n)
        sizes = [len(drawn) + len(rest) for drawn, rest in zip(self.drawn, left, strict=True)]
        if sizes != [self.height] * self.notation.stacks or (returned and len(returned) != self.away):
            reason = N_("There must be {stacks} stacks of {height} building tiles, and {away} returned to the box.")
            self.fault(reason, "P11", stacks=self.notation.stacks, height=self.height, away=self.away)
        if self.faults:
            return
        unknown = [tile for tile in self.home if tile not in known]
        shuffle(unknown, self.rng)
        tiles = [
            tile or unknown.pop() for drawn, rest in zip(self.drawn, left, strict=True) for tile in (*drawn, *rest)
        ]
        self.stack = [self.number(tile) for tile in (*tiles, *(returned or unknown))]

    def _drawn(self, returned: list[Space]) -> list[list[Space]]:
        """The tiles drawn, if nobody told the stacks: those that stand, or all but the returned ones."""
        stands = self.play.get("buildings")
        if stands is None:
            free = [tile for tile in self.home if tile not in self.keyed]
            shuffle(free, self.rng)
            away = returned or free[: self.away]
            drawn = [tile for tile in self.home if tile not in away]
        else:
            drawn = [self.site] if self.site else []
            for district, spaces in stands.items():
                for name, kind in spaces.items():
                    alike = [(district, int(name)), *(tile for tile in self.home if tile[1] == int(name))]
                    drawn += [tile for tile in alike if self.home[tile] == kind and tile not in drawn][:1]
        return [drawn[n :: self.notation.stacks] for n in range(self.notation.stacks)]

    def number(self, tile: Space) -> int:
        return SPACES * self.notation.districts.index(tile[0]) + self.notation.bits.index(str(tile[1]))

    def _buildings(self) -> None:
        """P16, P20: what stands was drawn; in the base game at home, else no type twice in a district."""
        drawn = [tile for stack in self.drawn for tile in stack if tile != self.site]
        told, at_home = self.play.get("buildings"), {tile: self.home[tile] for tile in drawn}
        self.buildings = at_home
        if told is not None:
            self.buildings = {(d, int(value)): kind for d, part in told.items() for value, kind in part.items()}
            if not self.ruleset.options["any_district"]:
                if self.buildings != at_home:
                    self.fault(N_("The buildings on the board are not the ones that were drawn."), "P20")
            elif Counter((value, kind) for (_d, value), kind in self.buildings.items()) - Counter(
                (value, kind) for (_d, value), kind in at_home.items()
            ):
                self.fault(N_("The buildings on the board are not the ones that were drawn."), "P16")
        for district in self.notation.printed:
            types = [kind for (d, _value), kind in self.buildings.items() if d == district]
            if len(set(types)) < len(types):
                reason = N_("There are two buildings of the same type in {district}.")
                self.fault(reason, "P16", district=steps.district(district))
        for district, value in sorted(self.keyed - set(self.buildings)):
            reason = N_("There is a key on {place}, but no building there.")
            self.fault(reason, "P40", place=f"{steps.district(district)} {value}")

    # ---- tokens ----------------------------------------------------------------------------------------------------

    def _tokens(self) -> list[int] | None:
        """P12, P15: the token that lay beside each space."""
        told, advanced = self.play.get("dealt") or {}, self.ruleset.options["advanced"]
        by_value = self.data["tokens"]["by_value"]
        found: dict[Space, str] = {(d, int(v)): good for d, part in told.items() for v, good in part.items()}
        for space in self.home:
            if not advanced or space[1] == EIGHT:
                found.setdefault(space, "gold" if advanced else by_value[str(space[1])])
        pool = Counter(dict.fromkeys(GOODS, self.data["tokens"]["count_each"])) - Counter(found.values())
        rest = list(pool.elements())
        shuffle(rest, self.rng)
        for space in self.home:
            if space not in found:
                found[space] = rest.pop() if rest else GOODS[0]
        self.good = found
        tokens = {d: {str(value): found[d, value] for value in self.notation.values} for d in self.notation.printed}
        rule = "P15" if advanced else "P12"
        return self._valid(rule, deal.check_tokens, self.notation, self.ruleset.edition, self.ruleset.options, tokens)

    def _beside(self, position: Json) -> None:
        """P5, P45: tokens lie where they were dealt, with seats, in the supply, or, of prestige, out of the game."""
        each: int = self.data["tokens"]["count_each"]
        held = {good: sum(has["tokens"].get(good, 0) for has in position["seats"].values()) for good in GOODS}
        told = self.play.get("beside")
        if told is not None:
            self.beside = {(district, int(value)) for district, values in told.items() for value in values}
        else:
            self.beside = {space for space in self.home if space not in self.keyed}
            for space in [
                space for space in self.home if space in self.buildings
            ]:  # as many as the seats hold are gone
                if sum(self.good[other] == self.good[space] for other in self.beside) > each - held[self.good[space]]:
                    self.beside.discard(space)
        for space in self.home:
            if space not in self.beside and space not in self.buildings:
                reason = N_("The token beside {place} is gone, but there is no building there.")
                self.fault(reason, "P45", place=f"{steps.district(space[0])} {space[1]}")
        for g, good in enumerate(GOODS):
            n = held[good] + sum(self.good[space] == good for space in self.beside)
            if n > each >= held[good]:  # `Checked` has counted what the seats hold
                self.fault(
                    N_("There are {n} tokens of {good}; the game has {most}."),
                    "P5",
                    n=n,
                    good=steps.good(good),
                    most=each,
                )
            if good in RESOURCES:
                self.supply[g] = each - n

    # ---- end-game tiles --------------------------------------------------------------------------------------------

    def _ends(self, position: Json) -> None:
        """P5, P70."""
        gone = Counter(self.play.get("ends_used") or {})
        for has in position["seats"].values():
            gone.update(has["ends"])
        if self.tiles_left > 0 and +gone:
            self.fault(N_("End-game tiles can be taken only when no building tile is left."), "P70")
        box = end_tiles(self.data)
        for kind, n in gone.items():
            if n > box[kind]:
                reason = N_("There are {n} end-game tiles “{kind}”; the game has {most}.")
                self.fault(reason, "P5", n=n, kind=steps.end_kind(kind, self.data), most=box[kind])
        self.ends_left = box - gone

    def fields(self, kernel: ParisKernel) -> Json:
        """The kernel's fields."""
        building, beside = [-1] * BUILDINGS, [-1] * BUILDINGS
        for space, kind in self.buildings.items():
            building[self.number(space)] = self.notation.types.index(kind)
        for space in self.beside:
            beside[self.number(space)] = GOODS.index(self.good[space])
        top = [kernel.height * s for s in range(9)]
        for s, drawn in enumerate(self.drawn[: self.notation.stacks]):
            top[s] += min(len(drawn), kernel.height)
        ends = {"end_left": counts(self.ends_left, self.notation)}
        return {"building": building, "beside": beside, "top": top, "supply": self.supply} | ends
