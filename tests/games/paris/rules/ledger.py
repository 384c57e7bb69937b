"""An account of a game of Paris, kept from its record alone: every franc with its source, every piece with its place.

Written from the rules and docs/records.md, with nothing of the package: so that the kernel's purse can be checked
against another one. It knows what things cost and bring, not what is legal.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from lutetia.core.json_types import Json

RESOURCES = ("wood", "marble", "gold")  # in the order of payment
PRESTIGE = ("bronze", "silver", "gold_prestige")
UNITS = {
    2: (("wood",), 1),
    3: (("marble",), 1),
    4: (("gold",), 1),
    8: (PRESTIGE, 1),
    10: (RESOURCES, 1),
    19: (PRESTIGE, 2),
    21: (RESOURCES, 2),
}
"""Bonus tiles that hold units (P53): of which goods, and how many."""


@dataclass
class Purse:
    """What a seat has. `books` says where its francs came from and went."""

    hand: int
    reserve: int
    books: Counter[str] = field(default_factory=Counter)
    arc: int = 0
    banks: set[str] = field(default_factory=set)
    keys: Counter[str] = field(default_factory=Counter)
    tokens: Counter[str] = field(default_factory=Counter)
    unused: set[int] = field(default_factory=set)
    used: set[int] = field(default_factory=set)
    half: set[int] = field(default_factory=set)
    ends: Counter[str] = field(default_factory=Counter)

    @property
    def francs(self) -> int:
        return sum(self.books.values())

    def sources(self, good: str) -> list[str]:
        """Kinds of source of a unit, as steps write them."""
        tiles = [tile for tile in sorted(self.unused | self.half) if good in UNITS.get(tile, ((), 0))[0]]
        return (
            ["token"] * bool(self.tokens[good])
            + [f"bonus{tile}" for tile in tiles]
            + [f"end:{good}"] * bool(self.ends[good])
        )

    def all_keys(self) -> int:
        return self.hand + self.reserve + self.arc + len(self.banks) + self.keys.total()


class Ledger:
    """The account of one game. `step` updates it, `close` makes the automatic sales at the end (P73)."""

    def __init__(self, edition: Json, record: Json) -> None:
        self.edition = edition
        names = [name.replace(" ", "-") for name in edition["districts"]["names"]]
        self.banks: dict[str, int] = dict(zip(names, edition["districts"]["banks"], strict=True))
        self.marks: dict[str, Json] = {f"L{mark['value']}": mark for mark in edition["landmarks"]}
        self.sell: dict[str, int] = edition["tokens"]["sell"]
        self.buy: dict[str, int] = edition["tokens"]["buy"]
        seats = record["seats"]
        part, n = edition["players"], str(len(seats))
        self.purses = {seat: Purse(part["keys_in_hand"][n], part["keys_in_reserve"]) for seat in seats}
        for purse in self.purses.values():
            purse.books["start"] = part["francs"]
        self.beside = {
            f"{d}:{value}": good for d, row in record["setup"]["tokens"].items() for value, good in row.items()
        }
        self.supply: Counter[str] = Counter()
        self.gone: Counter[str] = Counter()
        """Prestige tokens that left the game."""
        self.spent_ends: Counter[str] = Counter()
        self.owed: list[str] = []
        self.goal = ""

    def step(self, seat: str, text: str) -> None:
        words = text.split(" ")
        purse = self.purses[seat]
        getattr(self, f"_{words[0]}")(purse, *words[1:])

    # ---- trade and tiles ---------------------------------------------------------------------------------------

    def _buy(self, purse: Purse, good: str) -> None:
        purse.books["bought"] -= self.buy[good]
        self.supply[good] -= 1
        purse.tokens[good] += 1

    def _sell(self, purse: Purse, good: str, _from: str = "", source: str = "token") -> None:
        purse.books["sold"] += self.sell[good]
        self._spend(purse, good, source)

    def _use(self, purse: Purse, what: str, _take: str = "", taken: str = "") -> None:
        if what.startswith("end:"):
            kind = what.removeprefix("end:")
            self._use_end(purse, kind)
            return
        tile, part = int(what), self.edition["bonus"]
        self._discard(purse, tile)
        purse.books["tiles"] += part["francs"].get(what, 0) - part["extra_key"].get(what, 0)
        if what in part["extra_key"]:
            purse.reserve -= 1
            purse.hand += 1
        if taken:
            purse.unused.add(int(taken))

    def _use_end(self, purse: Purse, kind: str) -> None:
        purse.ends[kind] -= 1
        self.spent_ends[kind] += 1
        if kind == "francs":
            purse.books["end tiles"] += next(int(k[7:]) for k in self.edition["end_tiles"] if k.startswith("francs_"))

    def _pair(self, purse: Purse, good: str) -> None:
        if good != "done":
            self._spend(purse, good, "token")
            self._spend(purse, good, "token")

    def _section(self, purse: Purse, good: str, _with: str = "", source: str = "") -> None:
        if good != "done":
            self._spend(purse, good, source)

    def _spend(self, purse: Purse, good: str, source: str) -> None:
        """A unit leaves the seat."""
        if source == "token":
            purse.tokens[good] -= 1
            (self.supply if good in RESOURCES else self.gone)[good] += 1
        elif source.startswith("end:"):
            purse.ends[good] -= 1
            self.spent_ends[good] += 1
        else:
            tile = int(source.removeprefix("bonus"))
            if tile in purse.half:
                purse.half.remove(tile)
            else:
                self._discard(purse, tile)
                if UNITS[tile][1] == 2:
                    purse.half.add(tile)

    def _discard(self, purse: Purse, tile: int) -> None:
        purse.unused.remove(tile)
        purse.used.add(tile)

    # ---- the action --------------------------------------------------------------------------------------------

    def _draw(self, _purse: Purse, _stack: str) -> None:
        pass

    _site = _draw

    def _key(self, purse: Purse, where: str, district: str = "") -> None:
        purse.hand -= 1
        if where == "arc":
            purse.arc += 1
        else:
            purse.banks.add(district)
            purse.books["banks"] += self.banks[district]

    def _value(self, place: str) -> int:
        return int(place.split(":")[1].removeprefix("L"))

    def _move(self, purse: Purse, start: str, goal: str) -> None:
        price = self._value(goal)
        if start == "arc":
            purse.arc -= 1
        elif start.startswith("bank:"):
            purse.banks.remove(start.removeprefix("bank:"))
        else:
            purse.keys[start] -= 1
            price -= self._value(start)
        rivals = sum(other.keys[goal] for other in self.purses.values() if other is not purse)
        for tile, there in ((9, purse.keys[goal]), (16, rivals)):
            if there:
                self._discard(purse, tile)
        purse.keys[goal] += 1
        purse.books["moves"] -= price
        self.goal = goal
        mark = self.marks.get(goal.split(":")[1])
        wood = self.edition["buildings"]["wood_for_8"] if goal.endswith(":8") else 0
        cost = {"marble": mark["marble"], "gold": mark["gold"]} if mark else {"wood": wood}
        self.owed = [good for good in RESOURCES for _unit in range(cost.get(good, 0))]
        self._settle(purse)

    def _pay(self, purse: Purse, good: str, _with: str, source: str) -> None:
        assert self.owed[0] == good
        assert source in self.open(purse), "it was not open"
        self._spend(purse, self.owed.pop(0), source)
        self._settle(purse)

    def open(self, purse: Purse) -> list[str]:
        """P43: the kinds of source of the next unit after which the rest can still be paid."""
        good, *rest = self.owed
        return [source for source in purse.sources(good) if self._payable(rest, _without(_means(purse), source, good))]

    def _payable(self, owed: list[str], means: Counter[str]) -> bool:
        if not owed:
            return True
        good, *rest = owed
        return any(
            self._payable(rest, _without(means, source, good))
            for source in (f"{good} token", f"{good} end", "bonus2", "bonus3", "bonus4", "bonus10", "bonus21")
            if means[source] > 0 and (not source.startswith("bonus") or good in UNITS[int(source[5:])][0])
        )

    def _settle(self, purse: Purse) -> None:
        """Units with a single kind of source are paid automatically; then the token beside the space is taken (P45)."""
        while self.owed:
            ways = self.open(purse)
            assert ways, "the move could not be paid"
            if len(ways) > 1:
                return
            self._spend(purse, self.owed.pop(0), ways[0])
        if self.goal in self.beside:
            purse.tokens[self.beside.pop(self.goal)] += 1

    def _track(self, purse: Purse, number: str) -> None:
        if number != "none":
            paid = self.edition["buildings"]["bonus_move_paid"]
            if self.goal.endswith(f":{paid['value']}"):
                purse.books["bonus moves"] -= paid["francs"]
            purse.unused.add(int(number))

    def _vp(self, _purse: Purse, _tile: str, _district: str = "") -> None:
        pass

    def _end(self, purse: Purse, kind: str) -> None:
        purse.ends[kind] += 1

    # ---- the end of a turn, and of the game --------------------------------------------------------------------

    def _done(self, purse: Purse) -> None:
        for tile in sorted(purse.half):
            purse.books["halves"] += self._best(tile)
        purse.half.clear()

    def _best(self, tile: int) -> int:
        return max(self.sell[good] for good in UNITS[tile][0])

    def close(self) -> None:
        for purse in self.purses.values():
            for good, n in purse.tokens.items():
                purse.books["last sales"] += n * self.sell[good]
            for tile in sorted(purse.unused & set(UNITS)):
                purse.books["last sales"] += UNITS[tile][1] * self._best(tile)
            for kind in list(purse.ends.elements()):
                purse.books["last sales"] += self.sell.get(kind, 0)
                if kind == "francs":
                    self._use_end(purse, kind)


def _means(purse: Purse) -> Counter[str]:
    """How many units each source has: its tokens, end-game tiles, and what is left in its bonus tiles."""
    means = Counter({f"{good} token": purse.tokens[good] for good in RESOURCES})
    means += Counter({f"{good} end": purse.ends[good] for good in RESOURCES})
    for tile in (2, 3, 4, 10, 21):
        means[f"bonus{tile}"] = 1 if tile in purse.half else UNITS[tile][1] if tile in purse.unused else 0
    return means


def _without(means: Counter[str], source: str, good: str) -> Counter[str]:
    """The means less a unit of this source."""
    name = f"{good} token" if source == "token" else f"{good} end" if source.startswith("end:") else source
    left = means.copy()
    left[name] -= 1
    return left
