"""A hand-written evaluation of positions of Paris: VP, expected VP, and the resources to earn more.

All weights are in VP. The kernel is sampled from a view, and for rivals only what is open on the board counts, so the
evaluation uses nothing that the seat may not know.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lutetia.games.paris.rules import Paris
from lutetia.games.paris.rules.bonus import (
    EFFECTS,
    EXTRA_KEY,
    GAIN,
    GOODS,
    PAIRS,
    PER_LANDMARK,
    PER_TYPES,
    PER_UNUSED,
    PER_VALUE,
    STEP_ON,
    TAKE_ANY,
    TAKE_BACK,
    TILES,
    UNIT,
)
from lutetia.games.paris.rules.kernel import ParisKernel
from lutetia.games.paris.rules.limits import DISTRICTS, SPACES
from lutetia.games.paris.rules.notation import BITS, bits
from lutetia.games.paris.rules.scoring import ENDS_ROOM

FRANC = (0.5, 0.25)  # VP of a franc at the start, and when the end is near
KEY_IN_HAND = 2.4  # a key still to be put on the board, while there is time to move it
KEY_ON_ARC = 1.7  # in addition to KEY_IN_HAND: it may go to any district
KEY_ON_BANK = 1.0
PROPERTY = 0.42  # per point of value under a key, for the majorities
OPEN_PRIZE = 0.5  # share of the points that a district may bring once it has a VP tile
RIVAL = 0.35  # weight of the best rival's value
UNIT_WORTH = {"wood": 1.6, "marble": 2.0, "gold": 2.6, "bronze": 1.1, "silver": 1.7, "gold_prestige": 2.3}
HOPE = 0.5  # expected extra buildings for a tile that counts buildings, while there is time


@dataclass(frozen=True)
class Sum:
    """The parts of an evaluation and their total."""

    vp: float
    districts: float
    francs: float
    tokens: float
    keys: float
    tiles: float
    value: float
    """Of the properties."""

    @property
    def total(self) -> float:
        return self.vp + self.districts + self.francs + self.tokens + self.keys + self.tiles + self.value


class Standing:
    """Evaluates positions of one ruleset."""

    def __init__(self, ruleset: Paris) -> None:
        data = ruleset.edition.data
        notation = ruleset.notation
        self.notation = notation
        self.bonus: dict[str, Any] = data["bonus"]
        self.players = len(ruleset.seats)
        self.sell: dict[str, int] = data["tokens"]["sell"]
        self.values = notation.bit_values
        self.value_bits = {value: notation.bits.index(str(value)) for value in notation.values}
        self.prizes = notation.vp_tiles
        self.draws = DISTRICTS * SPACES
        self._by_mask: dict[int, tuple[int, int]] = {}
        self.ends = sum(n for kind, n in data["end_tiles"].items() if kind != "status")

    def time(self, kernel: ParisKernel) -> float:
        """1 at the start, 0 in the extra last round."""
        if kernel.last >= 0:
            return float(max(0, kernel.last - kernel.turn) / 40)
        return float(min(1.0, (kernel.tiles_left + 0.7 * kernel.ends_left) / (self.draws + 0.7 * self.ends)))

    def lead(self, kernel: ParisKernel, seat: int) -> float:
        """The seat's value minus a share of its best rival's."""
        if kernel.seat < 0:
            finals = [kernel.points_of(s) for s in range(self.players)]
            return float(2.0 * (finals[seat] - max(f for s, f in enumerate(finals) if s != seat)))
        sums = self._sums(kernel)
        theirs = max(self.open(kernel, s, sums) for s in range(self.players) if s != seat)
        return self.own(kernel, seat, sums).total - RIVAL * theirs

    def own(self, kernel: ParisKernel, seat: int, sums: list[list[tuple[int, int]]]) -> Sum:
        """A seat's value by parts."""
        time, last, franc = self._weights(kernel, seat)
        unused = kernel.unused[seat]
        scale = 1.0 if not last else 0.0
        tokens = self._tokens(kernel, seat, franc, time, scale)
        hand, arc, banks = kernel.hand[seat], kernel.arc[seat], bin(kernel.banks[seat]).count("1")
        keys = min(1.0, 3.0 * time) * (KEY_IN_HAND * (hand + arc + banks) + KEY_ON_ARC * arc + KEY_ON_BANK * banks)
        keys += 0.4 * time * kernel.reserve[seat]
        held = list(kernel.ends)[ENDS_ROOM * seat : ENDS_ROOM * (seat + 1)]
        ends = sum(self._end(self.notation.ends[k], franc) * n for k, n in enumerate(held) if n)
        return Sum(
            vp=kernel.vp[seat],
            districts=self._districts(kernel, seat, sums, time),
            francs=franc * kernel.francs[seat] + ends,
            tokens=tokens,
            keys=keys,
            tiles=self._tiles(kernel, seat, unused, franc, time, last),
            value=PROPERTY * (0.35 + 0.65 * time) * sum(total for total, _highest in sums[seat]),
        )

    def _weights(self, kernel: ParisKernel, seat: int) -> tuple[float, bool, float]:
        """The time left, whether this is the seat's last turn, and the value of a franc."""
        time = self.time(kernel)
        last = kernel.last >= 0 and kernel.last - kernel.turn <= self.players
        franc = FRANC[1] + (FRANC[0] - FRANC[1]) * time if not last else 0.05
        if kernel.unused[seat] >> TILES.index(27) & 1:
            franc = max(franc, 1.0 - 0.3 * time)
        return time, last, franc

    def wanted(self, kernel: ParisKernel, seat: int, number: int, others: int) -> float:
        """What a bonus tile would be worth to the seat."""
        time, last, franc = self._weights(kernel, seat)
        if number == 27:
            return float((1.0 - 0.3 * time - franc) * kernel.francs[seat] + 2.0 * time)
        return self.tile(kernel, seat, number, franc, time, last, others)

    def open(self, kernel: ParisKernel, seat: int, sums: list[list[tuple[int, int]]]) -> float:
        """A seat's value as far as everyone can see it."""
        time = self.time(kernel)
        vp: int = kernel.vp[seat]
        return (
            vp
            + self._districts(kernel, seat, sums, time)
            + PROPERTY * (0.35 + 0.65 * time) * sum(total for total, _highest in sums[seat])
        )

    # ---- parts -------------------------------------------------------------------------------------------------

    def _sums(self, kernel: ParisKernel) -> list[list[tuple[int, int]]]:
        """By seat and district: the sum of values and the highest value."""
        own, doubled = list(kernel.own), list(kernel.doubled)
        found = []
        for s in range(self.players):
            row = [self._sum(mask) for mask in own[DISTRICTS * s : DISTRICTS * (s + 1)]]
            if doubled[s] >= 0:
                total, highest = row[doubled[s] // BITS]
                row[doubled[s] // BITS] = (total + self.values[doubled[s] % BITS], highest)
            found.append(row)
        return found

    def _sum(self, mask: int) -> tuple[int, int]:
        if mask not in self._by_mask:
            values = [self.values[bit] for bit in bits(mask)]
            self._by_mask[mask] = (sum(values), max(values, default=0))
        return self._by_mask[mask]

    def _districts(self, kernel: ParisKernel, seat: int, sums: list[list[tuple[int, int]]], time: float) -> float:
        prizes = list(kernel.vp_in)
        left = [self.prizes[i][0] for i in bits(kernel.vp_left)]
        typical = max(left, default=0)
        total = 0.0
        for d in range(DISTRICTS):
            mine = sums[seat][d]
            if not mine[0]:
                continue
            others = [row[d] for s, row in enumerate(sums) if s != seat]
            first = max(others)[0]
            place = sum(other > mine for other in others)
            margin = mine[0] - first
            if prizes[d] >= 0:
                prize = self.prizes[prizes[d]]
                now = prize[place] if place < len(prize) else 0
                if self.players == 2 and place == 1 and 2 * mine[0] < first:
                    now = 0
                safe = max(-1.0, min(1.0, margin / 10))  # a lead may be lost, a gap closed
                total += now * (1 - 0.35 * time) + 0.35 * time * prize[0] * (0.5 + 0.5 * safe)
            elif typical:
                near = min(1.0, kernel.keys_in[d] / 3)
                total += OPEN_PRIZE * near * time * typical * (0.5 + 0.5 * max(-1.0, min(1.0, margin / 6))) * 0.6
        return total

    def _tokens(self, kernel: ParisKernel, seat: int, franc: float, time: float, scale: float) -> float:
        tokens = list(kernel.tokens)[len(GOODS) * seat : len(GOODS) * (seat + 1)]
        total = 0.0
        for good, n in zip(GOODS, tokens, strict=True):
            sold = franc * self.sell[good]
            for k in range(n):  # the first two of a kind are useful, further ones less so
                total += max(sold, scale * UNIT_WORTH[good] * min(1.0, 0.35 + 1.5 * time) * (1.0, 0.8, 0.5)[min(k, 2)])
        return total

    def _end(self, kind: str, franc: float) -> float:
        if kind in GOODS:
            return max(franc * self.sell[kind], 0.6 * UNIT_WORTH[kind])
        return {"francs": 3 * franc, "vp1": 1.0, "vp2": 2.0}.get(kind, 1.0)

    def _tiles(self, kernel: ParisKernel, seat: int, unused: int, franc: float, time: float, last: bool) -> float:
        total = 0.0
        held = bits(unused)
        for place in held:
            number = TILES[place]
            total += self.tile(kernel, seat, number, franc, time, last, len(held) - 1)
        return total

    def tile(
        self, kernel: ParisKernel, seat: int, number: int, franc: float, time: float, last: bool, others: int
    ) -> float:
        """What an unused bonus tile is worth: its effect now, and the chance of more later."""
        effect, name, bonus = EFFECTS[number], str(number), self.bonus
        keep = 0.97 if not last else 0.9  # what is used now is certain
        hope = HOPE * min(1.0, 2.5 * time) if not last else 0.0
        if effect.way == GAIN:
            return float(keep * (franc * bonus["francs"].get(name, 0) + bonus["vp"].get(name, 0)))
        if effect.way == UNIT:
            prices = [
                max(franc * self.sell[good], 0.8 * UNIT_WORTH[good] * min(1.0, 2 * time)) for good in effect.goods
            ]
            return keep * effect.units * max(prices)
        if effect.way == PER_VALUE:
            value, each = bonus["per_value"][name]
            return float(each * (keep * self._count(kernel, seat, value) + hope))
        if effect.way == PER_LANDMARK:
            return float(bonus["per_landmark"][name] * (keep * self._landmarks(kernel, seat) + 0.8 * hope))
        if effect.way == PER_TYPES:
            return self._by_types(kernel, seat, keep, hope)
        if effect.way == PER_UNUSED:
            return float(bonus["per_unused"][str(self.players)] * (keep * others + hope))
        if effect.way == PAIRS:
            tokens = list(kernel.tokens)[len(GOODS) * seat : len(GOODS) * (seat + 1)]
            pairs = sum(tokens[GOODS.index(good)] // 2 for good in effect.goods)
            return float(bonus["per_pair"][str(self.players)] * (0.5 * keep * pairs + hope))
        if effect.way == EXTRA_KEY:
            return (KEY_IN_HAND * time - franc * bonus["extra_key"][name]) * 0.9 if kernel.reserve[seat] else 0.0
        if effect.way in (TAKE_ANY, TAKE_BACK):
            return (5.0 if effect.way == TAKE_ANY else 3.5) * min(1.0, 0.5 + time) if not last else 0.0
        if effect.way == STEP_ON:
            return 2.0 * min(1.0, 2 * time)
        return 2.0 * time  # 27: its francs are counted as such

    def _count(self, kernel: ParisKernel, seat: int, value: int) -> int:
        bit = self.value_bits[value]
        own = list(kernel.own)[DISTRICTS * seat : DISTRICTS * (seat + 1)]
        doubled = kernel.doubled[seat]
        return int(sum(mask >> bit & 1 for mask in own) + (doubled >= 0 and doubled % BITS == bit))

    def _landmarks(self, kernel: ParisKernel, seat: int) -> int:
        own = list(kernel.own)[DISTRICTS * seat : DISTRICTS * (seat + 1)]
        doubled = kernel.doubled[seat]
        return int(sum(bin(mask >> SPACES).count("1") for mask in own) + (doubled >= 0 and doubled % BITS >= SPACES))

    def _by_types(self, kernel: ParisKernel, seat: int, keep: float, hope: float) -> float:
        building = list(kernel.building)
        kinds = set()
        for d, mask in enumerate(list(kernel.own)[DISTRICTS * seat : DISTRICTS * (seat + 1)]):
            kinds |= {building[SPACES * d + bit] if bit < SPACES else -1 for bit in bits(mask)}
        vp = self.bonus["per_types"]
        now, more = (vp.get(str(n), 0) for n in (len(kinds), len(kinds) + 1))
        return float(keep * now + hope * (more - now if more else 2 * len(kinds)))
