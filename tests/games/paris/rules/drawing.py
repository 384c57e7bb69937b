"""Positions from short descriptions, and drawings of positions, so that tests read like the rulebook.

A position is described district by district and seat by seat. What is not mentioned is not there:

    g = box.position(
        '''
        Montmartre  1 2:p1 5- L12:p1+p2 bank:p1 vp:20
        Chaillot    3=cafe
        Arc         p1 p2
        ''',
        p1="15F wood wood bronze bonus9 used3 end:gold hand=2 reserve=1 meeple=12",
        supply="marble",
    )

`2:p1` is the building of value 2 with a key of p1 (two keys: `p1+p1`), `L12` is landmark 12. The token beside a
building is there unless a key stands on it or `-` removes it. `3=cafe` is a building of another type than usual (P16).

Tests use the names of the bundled edition, whichever edition is in use. In another edition `Montmartre:4` means
Montmartre's building of the fourth rank, `L12` its landmark of the fourth rank, `vp 20` its first VP tile. Only the 8,
which rules mention, is the 8 everywhere. A `Scene` translates both ways. Tests contain no amounts: they ask the `Box`.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import lutetia
from lutetia import Game
from lutetia.core.json_types import Json
from lutetia.core.random import Rng
from lutetia.core.ruleset import Ruleset
from lutetia.games.paris.rules.bonus import GOODS, PLACE
from lutetia.games.paris.rules.edition import end_kinds
from lutetia.games.paris.rules.limits import EIGHT
from lutetia.games.paris.rules.notation import BITS

from .claims import Scene
from .names import BONUS, DISTRICTS, LANDMARKS, PRIZES, SEATS, VALUES

ENDS_ROOM = 12
ITEM = re.compile(r"(?P<name>L?\d+)(?:=(?P<type>[a-z]+))?(?P<bare>-)?(?::(?P<keys>p\d(?:\+p\d)*))?")


class Box:
    """One edition: it starts games, sets up positions, and knows the amounts."""

    def __init__(self, source: Path | Json | None) -> None:
        self.source = source
        self._tables: dict[str, Ruleset[Any]] = {}
        self.data: Json = self.ruleset().edition.data
        self.notation = self.ruleset().notation
        self.buy: dict[str, int] = self.data["tokens"]["buy"]
        self.sell: dict[str, int] = self.data["tokens"]["sell"]
        self.bonus: Json = self.data["bonus"]
        self.prizes: list[list[int]] = self.data["vp_tiles"]["tiles"]
        self.section_vp: dict[str, int] = self.data["section_vp"]
        self.names = self._ranked()
        """This edition's names for buildings, landmarks and end-game tiles of the bundled edition."""
        self.bundled_names = {own: name for name, own in self.names.items()}
        kinds = end_kinds(self.data)
        self.end_worth = {self.bundled_names.get(kind, kind): worth for kind, (_key, worth) in kinds.items()}
        self.end_count = {
            self.bundled_names.get(kind, kind): self.data["end_tiles"][key] for kind, (key, _worth) in kinds.items()
        }

    def ruleset(self, players: int = 2, **options: object) -> Ruleset[Any]:
        key = repr((players, sorted(options.items())))
        if key not in self._tables:
            self._tables[key] = lutetia.ruleset("paris", edition=self.source, players=players, options=options)
        return self._tables[key]

    def new(self, seed: int = 1, players: int = 2, **options: object) -> Scene:
        """A new game, dealt like lutetia.new."""
        return Scene(self, Game.deal(self.ruleset(players, **options), Rng(seed)))

    # ---- numbers -----------------------------------------------------------------------------------------------

    def value(self, name: str) -> int:
        """The value of a building or landmark: `4`, `L12`, or with its district."""
        own = self.own_name(name.rpartition(":")[2])
        return int(own.removeprefix("L"))

    def cost(self, name: str) -> Counter[str]:
        """P42: the extra cost of a building or landmark."""
        name = self.own_name(name.rpartition(":")[2])
        if name in self.notation.landmarks:
            return Counter({good: self.notation.landmarks[name][good] for good in ("marble", "gold")})
        return Counter({"wood": self.data["buildings"]["wood_for_8"]} if name == str(EIGHT) else {})

    def fare(self, goal: str, start: str | None = None) -> str:
        """Exactly the francs and tokens that a move to this property costs, as a seat's description."""
        francs = self.value(goal) - (self.value(start) if start else 0)
        return f"{francs}F {self.units(goal)}"

    def units(self, goal: str) -> str:
        """The extra cost as tokens."""
        return " ".join(self.cost(goal).elements())

    def one_less(self, goal: str, good: str) -> str:
        """The extra cost as tokens, except for one unit."""
        return " ".join((self.cost(goal) - Counter([good])).elements())

    def sections(self, landmark: str) -> list[str]:
        return list(self.notation.landmarks[self.own_name(landmark)]["sections"])

    def full_landmark(self) -> str:
        """A landmark with sections of as many kinds as possible, at best three."""
        return max(LANDMARKS, key=lambda name: len(set(self.sections(name))))

    def bank(self, district: str) -> int:
        amounts: list[int] = self.data["districts"]["banks"]
        return amounts[self.notation.printed.index(district)]

    def token(self, value: str) -> str:
        """P12: the token beside the spaces of a value in the base game."""
        return str(self.data["tokens"]["by_value"][self.own_name(value)])

    def type(self, place: str) -> str:
        """P2: the type that a building tile shows."""
        district, name = place.split(":")
        printed = self.data["districts"]["names"][self.notation.printed.index(district)]
        return str(self.data["types"][printed][self.notation.values.index(self.value(name))])

    def of_type(self, kind: int, n: int) -> list[str]:
        """Buildings of the type with number `kind`, in n districts."""
        wanted = self.notation.types[kind]
        places = [f"{district}:{value}" for district in DISTRICTS for value in VALUES]
        return [place for place in places if self.type(place) == wanted][:n]

    def best(self, *goods: str) -> int:
        """The best price among these."""
        return max(self.sell[good] for good in goods)

    def prize(self, tile: str) -> list[int]:
        """A VP tile by the first-place points it has in the bundled edition."""
        return self.prizes[PRIZES.index(tile)]

    def copies(self, players: int) -> dict[int, int]:
        """P4: how many there are of each bonus tile."""
        return {n: players - 1 if n in self.bonus["copies"] else 1 for n in BONUS}

    # ---- words -------------------------------------------------------------------------------------------------

    def own(self, step: str) -> str:
        """A step of the bundled edition in this edition's notation."""
        return _translated(step, self.names, dict(zip(PRIZES, self._firsts(), strict=True)))

    def bundled(self, step: str) -> str:
        """A step of this edition in the bundled edition's notation."""
        return _translated(step, self.bundled_names, dict(zip(self._firsts(), PRIZES, strict=True)))

    def own_name(self, name: str) -> str:
        """This edition's name for a building or landmark of the bundled edition."""
        return self.names[name]

    def _firsts(self) -> list[str]:
        return [str(tile[0]) for tile in self.prizes]

    def _ranked(self) -> dict[str, str]:
        """By rank, but the 8 stays the 8; the lower and the higher end-game tile with VP."""
        values = [str(value) for value in self.notation.values if value != EIGHT]
        marks = sorted(self.notation.landmarks, key=lambda mark: int(mark[1:]))
        vp = sorted((kind for kind in end_kinds(self.data) if kind.startswith("vp")), key=lambda kind: int(kind[2:]))
        names = dict(zip(VALUES, [*values, str(EIGHT)], strict=True)) | dict(zip(LANDMARKS, marks, strict=True))
        return names | {"vp1": vp[0], "vp2": vp[-1]}

    # ---- positions ---------------------------------------------------------------------------------------------

    def position(
        self,
        city: str = "",
        *,
        players: int = 2,
        turn: str = "p1",
        first: str = "p1",
        stage: str = "action",
        turns_left: int | None = None,
        stacks: str | None = None,
        supply: str = "",
        track: str | None = None,
        ends: str | None = None,
        prizes: str | None = None,
        options: Json | None = None,
        **seats: str,
    ) -> Scene:
        """The described game. `stage`: draw, action or done; `stacks`: the building tiles that are left, top first,
        stacks parted by commas (None: all that do not lie); `track`: the numbers that are left on it (None: all that
        nobody owned); `ends`: the end-game tiles that are left (None: all that nobody holds); `prizes`: the VP tiles
        that are left (None: all that do not lie); `turns_left`: the turns to the end, this one included, with neither
        building tiles nor end-game tiles left."""
        if turns_left is not None:
            stacks, ends = stacks or "", ends or ""
        ruleset = self.ruleset(players, **(options or {}))
        described = _Described(self, players)
        described.lay(city)
        for seat, has in seats.items():
            described.seat(seat, has)
        kernel = ruleset.new_kernel()
        stack, top = described.stacked(kernel.height, stacks)
        began = SEATS.index(first)
        kernel.set_up(stack, list(kernel.dealt), list(kernel.track), began)
        setup = ruleset.write_setup(kernel)
        turns = (SEATS.index(turn) - began) % players
        kernel.arrange(
            described.fields(kernel)
            | described.left(track, ends, prizes)
            | {
                "seat": SEATS.index(turn),
                "turn": turns,
                "last": -1 if turns_left is None else turns + turns_left,
                "draw_due": stage == "draw",
                "acted": stage == "done",
                "top": top,
                "supply": [Counter(supply.split())[good] for good in GOODS],
            }
        )
        game = Game(ruleset, kernel, setup)
        game._first = began
        return Scene(self, game)


def _translated(step: str, names: dict[str, str], prizes: dict[str, str]) -> str:
    """A step with other names for properties, end-game tiles and VP tiles."""
    words = step.split(" ")
    for i, word in enumerate(words):
        left, colon, right = word.partition(":")
        if colon:
            words[i] = f"{left}:{names.get(right, right)}"
        elif words[0] == "end":
            words[i] = names.get(word, word)
        elif words[0] == "vp":
            words[i] = prizes.get(word, word)
    return " ".join(words)


class _Described:
    """The kernel's fields, read from the description of a position."""

    def __init__(self, box: Box, players: int) -> None:
        self.box, self.notation, self.players = box, box.notation, players
        self.building: dict[int, str | None] = {}
        self.bare: set[int] = set()
        self.own, self.doubled = [0] * 24, [-1] * 4
        self.landmarks, self.vp_in = [0] * 6, [-1] * 6
        self.arc, self.banks = [0] * 4, [0] * 4
        self.numbers = {name: [0] * 4 for name in ("francs", "hand", "reserve", "meeple")}
        self.tokens, self.ends = [0] * 24, [0] * 48
        self.unused, self.owned = [0] * 4, [0] * 4

    def lay(self, city: str) -> None:
        for line in city.strip().splitlines():
            where, *items = line.split()
            for item in items:
                if where == "Arc":
                    self.arc[SEATS.index(item)] = 1
                else:
                    self._item(self.notation.districts.index(where), item)

    def _item(self, d: int, item: str) -> None:
        kind, _colon, what = item.partition(":")
        if kind == "bank":
            for seat in what.split("+"):
                self.banks[SEATS.index(seat)] |= 1 << d
            return
        if kind == "vp":
            firsts = [tile[0] for tile in self.notation.vp_tiles]
            self.vp_in[d] = firsts.index(self.box.prize(what)[0])
            return
        parts = ITEM.fullmatch(item)
        assert parts, f"{item} is no part of a district"
        bit = self.notation.bits.index(self.box.own_name(parts["name"]))
        keys = parts["keys"].split("+") if parts["keys"] else []
        if parts["name"].startswith("L"):
            self.landmarks[d] |= 1 << bit
        else:
            self.building[6 * d + bit] = parts["type"]
            if keys or parts["bare"]:
                self.bare.add(6 * d + bit)
        for seat in keys:
            s = SEATS.index(seat)
            if self.own[6 * s + d] >> bit & 1:
                assert self.doubled[s] < 0, "only tile 9 brings a second key onto a property"
                self.doubled[s] = BITS * d + bit
            self.own[6 * s + d] |= 1 << bit

    def seat(self, seat: str, has: str) -> None:
        s = SEATS.index(seat)
        for word in has.split():
            name, _equals, amount = word.partition("=")
            if word in GOODS:
                self.tokens[6 * s + GOODS.index(word)] += 1
            elif name in self.numbers:
                self.numbers[name][s] = int(amount)
            elif word.startswith("end:"):
                own = self.box.own(f"end {word.removeprefix('end:')}").removeprefix("end ")
                self.ends[ENDS_ROOM * s + self.notation.ends.index(own)] += 1
            elif word.startswith(("bonus", "used")):
                bit = 1 << PLACE[int(word.removeprefix("bonus").removeprefix("used"))]
                self.owned[s] |= bit
                self.unused[s] |= bit if word.startswith("bonus") else 0
            else:
                assert word.endswith("F"), f"nobody has {word}"
                self.numbers["francs"][s] = int(word[:-1])

    def _tile(self, place: str) -> int:
        district, value = place.split(":")
        return 6 * self.notation.districts.index(district) + self.notation.bits.index(self.box.own_name(value))

    def stacked(self, height: int, stacks: str | None) -> tuple[list[int], list[int]]:
        """The stacks as they were dealt, and their tops now. Tiles in the city were drawn, from stack 1 first."""
        n = self.notation.stacks
        top = [height * s for s in range(9)]
        if stacks is None:
            lying = sorted(self.building)
            for s in range(n):
                top[s] += min(height, max(0, len(lying) - height * s))
            return lying + [tile for tile in range(36) if tile not in self.building], top
        left = [[self._tile(place) for place in stack.split()] for stack in stacks.split(",")]
        left += [[] for _stack in range(n - len(left))]
        rest = [tile for tile in range(36) if not any(tile in stack for stack in left)]
        rest.sort(key=lambda tile: tile not in self.building)
        dealt = []
        for s in range(n):
            drawn = [rest.pop(0) for _tile in range(height - len(left[s]))]
            dealt += drawn + left[s]
            top[s] += len(drawn)
        return dealt + rest, top

    def fields(self, kernel: Any) -> Json:
        types = [-1] * 36
        for tile, kind in self.building.items():
            types[tile] = kernel.type_of_tile(tile) if kind is None else self.notation.types.index(kind)
        beside = [-1 if tile in self.bare else good for tile, good in enumerate(kernel.dealt)]
        return self.numbers | {
            "building": types,
            "beside": beside,
            "own": self.own,
            "doubled": self.doubled,
            "landmarks": self.landmarks,
            "display": sum(1 << b for b in range(6, 14) if not any(mask >> b & 1 for mask in self.landmarks)),
            "vp_in": self.vp_in,
            "arc": self.arc,
            "banks": self.banks,
            "tokens": self.tokens,
            "ends": self.ends,
            "unused": self.unused,
            "owned": self.owned,
        }

    def left(self, track: str | None, ends: str | None, prizes: str | None) -> Json:
        """What nobody has yet."""
        box = self.box
        copies = [0] * 30
        for number, n in box.copies(self.players).items():
            owners = sum(mask >> PLACE[number] & 1 for mask in self.owned)
            described = track is None or str(number) in track.split()
            copies[PLACE[number]] = max(0, n - owners) if described else 0
        if ends is None:
            counts = [box.data["end_tiles"][key] for key, _worth in end_kinds(box.data).values()]
            counts = [n - sum(self.ends[k::ENDS_ROOM]) for k, n in enumerate(counts)]
        else:
            wanted = Counter(box.own(f"end {kind}").removeprefix("end ") for kind in ends.split())
            counts = [wanted[kind] for kind in self.notation.ends]
        firsts = [tile[0] for tile in self.notation.vp_tiles]
        left = PRIZES if prizes is None else prizes.split()
        tiles = {firsts.index(box.prize(tile)[0]) for tile in left} - set(self.vp_in)
        return {
            "copies": copies,
            "end_left": counts + [0] * (ENDS_ROOM - len(counts)),
            "vp_left": sum(1 << tile for tile in tiles),
        }


# ---- drawing what is there -------------------------------------------------------------------------------------

SHORT = {"bronze": "br", "silver": "si", "gold_prestige": "gp", "wood": "wo", "marble": "ma", "gold": "go"}
SOURCES = ("eights", "sections", "bonus", "end_tiles", "francs", "districts", "total")


def draw(view: Json) -> str:
    """A view as text: a table of the districts, then the supplies, the track, and the players.

    In a cell: the building's type (· none yet), the token beside it, and the numbers of the seats with keys there.
    """
    position = view["position"]
    values = list(next(iter(position["districts"].values()))["buildings"])
    widest = max(map(len, position["districts"]))
    lines = [f"{'':{widest}} bank    " + "".join(f"{value:<12}" for value in values) + "landmarks"]
    lines += [_district(name, part, widest) for name, part in position["districts"].items()]
    lines.append(
        f"{position['phase']}: " + (f"{view['seat']} decides" if view["seat"] else "the end") + _asked(position)
    )
    stacks = ", ".join(f"{stack['left']} {stack['back'] or '-'}" for stack in position["stacks"])
    kinds = position["end_tiles"]["kinds"]
    lines += [
        f"stacks    {stacks}",
        f"arc       {_list(position['arc'])}",
        f"display   {_list(position['display'])}",
        f"vp tiles  {_list('/'.join(map(str, tile)) for tile in position['vp_tiles'])}",
        f"supply    {_counted(position['supply'])}",
        f"end tiles {position['end_tiles']['left']}: {'?' if kinds is None else _counted(kinds)}",
        f"track     {' '.join(map(_space, position['track']))}",
    ]
    lines += [_line_of(seat, position) for seat in view["seats"]]
    if view["result"]:
        lines.append(f"winners   {_list(view['result']['winners'])}")
    return "".join(line.rstrip() + "\n" for line in lines)


def _district(name: str, part: Json, widest: int) -> str:
    cells = [_cell(space) for space in part["buildings"].values()]
    marks = [f"{mark}{_keys(there['keys'])}" for mark, there in part["landmarks"].items()]
    prize = f" vp {'/'.join(map(str, part['vp_tile']))}" if part["vp_tile"] else ""
    bank = f"{part['bank']['francs']}{_keys(part['bank']['keys'])}"
    return f"{name:{widest}} {bank:8}" + "".join(f"{cell:12}" for cell in cells) + _list(marks) + prize


def _cell(space: Json) -> str:
    token = f"+{SHORT[space['token']]}" if space["token"] else ""
    return f"{(space['type'] or '·')[:4]}{token}{_keys(space['keys'])}"


def _keys(seats: list[str]) -> str:
    return ":" + "".join(seat[1:] for seat in seats) if seats else ""


def _asked(position: Json) -> str:
    question = position["question"]
    then = "".join(f", then {ask}" for ask in question["then"]) if question else ""
    left = f", {position['turns_left']} turns left" if position["turns_left"] is not None else ""
    return (f", asked {question['ask']}{then}" if question else "") + left


def _space(space: Json) -> str:
    tile = f"{space['number']}" + (f"x{space['left']}" if space["left"] > 1 else "") if space["left"] else "-"
    return tile + (f"[{' '.join(space['meeples'])}]" if space["meeples"] else "")


def _line_of(seat: str, position: Json) -> str:
    has, score = position["seats"][seat], position["scores"][seat]
    ends = "?" * has["end_count"] if has["ends"] is None and has["end_count"] else has["ends"]
    parts = [
        f"{_known(has['francs'])} F",
        f"keys {_known(has['hand'])}+{has['reserve']}",
        f"tokens {'?' if has['tokens'] is None else _counted(has['tokens'])}",
        f"tiles {'?' if has['unused'] is None else _list(has['unused'])}, used {_list(has['used'])}",
        f"end tiles {_counted(ends) if isinstance(ends, dict) else ends or '-'}",
        f"vp {has['vp']}, " + " ".join(f"{source} {score[source]}" for source in SOURCES),
    ]
    return f"{seat:9} " + " | ".join(parts)


def _known(value: object) -> str:
    return "?" if value is None else str(value)


def _counted(counts: Json) -> str:
    return _list(f"{kind} {n}" for kind, n in counts.items() if n)


def _list(items: Any) -> str:
    return " ".join(map(str, items)) or "-"
