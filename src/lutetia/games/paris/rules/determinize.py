"""Determinization: draw a whole game that fits a view and that the viewer cannot tell from the real one.

The stacks are easy. The end-game tiles of the other seats are constrained by what happened later: a tile that was used
must have been that tile; a payment with a choice needed a second source, and one without a choice had none.

So every hidden tile starts as a worthless one, which can only make too few steps possible. The turns are replayed.
Where a step is impossible, one of the tiles that its seat had taken becomes what the step needs. At the end the tiles
that are still worthless become any of the remaining kinds that change nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from lutetia.core.errors import RecordError
from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.core.kernel import StepList
from lutetia.core.random import Rng
from lutetia.core.ruleset import Ruleset
from lutetia.core.viewcache import ViewCache
from lutetia.games.paris.rules.bonus import GOODS, PRESTIGE, RESOURCES, TILES
from lutetia.games.paris.rules.edition import end_tiles
from lutetia.games.paris.rules.kernel import ParisKernel
from lutetia.games.paris.rules.limits import BUILDINGS
from lutetia.games.paris.rules.notation import (
    END,
    END_TILE,
    END_USE,
    MOVE,
    PAY,
    SECTION,
    SELL,
    SOURCES,
    USE,
    Notation,
    bits,
)
from lutetia.games.paris.rules.scoring import ENDS_ROOM
from lutetia.games.paris.rules.view import HIDDEN_END, question

HIDDEN = -1
HELD = -2
"""Instead of a step: a hidden end-game tile that a seat held before the first turn."""
WORTHLESS = ENDS_ROOM - 1
"""A kind of end-game tile that does nothing. No edition has that many kinds."""
MOST_TRIES = 20_000
"""Tries before the search gives up; far more than any view of a real game has needed."""


def determinize(
    ruleset: Ruleset[ParisKernel], notation: Notation, view: Json, viewer: int, rng: Rng
) -> tuple[Json, list[Json]]:
    """A set-up and turns that the viewer cannot tell from the real ones. Raises RecordError on a bad view."""
    dealt: Json = {}

    def begin(setup: Json) -> ParisKernel:
        dealt.update(setup)
        begun = ruleset.new_kernel()
        ruleset.read_setup(begun, setup, ruleset.seats.index(view["first"]))
        return begun

    _kinds, turns = determinize_from(ruleset, notation, view, viewer, rng, begin, [], Counter())
    return dealt, turns


def determinize_from(
    ruleset: Ruleset[ParisKernel],
    notation: Notation,
    view: Json,
    viewer: int,
    rng: Rng,
    begin: Callable[[Json], ParisKernel],
    holders: list[int],
    seen_before: Counter[str],
) -> tuple[list[str], list[Json]]:
    """The same for a game that begins where `begin(setup)` says.

    `holders`: for each hidden end-game tile that a seat holds there, the seat. `seen_before`: the tiles that the viewer
    has seen by then. Returns the kinds of the hidden tiles, and turns.
    """
    try:
        position, turns = view["position"], view["turns"]
        dealt = fitting_setup(position, notation, rng)
        begun = begin(dealt)
        seat = ruleset.seats.index(view["seat"]) if view["seat"] else HIDDEN
        search = HiddenTileSearch(ruleset, notation, position, seat, rng)
        search.hold(begun, holders)
        pool = end_tiles(ruleset.edition.data) - seen_before - search.read(turns, viewer)
        seen = Counter(position["end_tiles"]["kinds"] or {})
        found = search.run(begun, pool - seen)
        kinds = iter(found[len(holders) :])
        search.last.arrange({"end_left": counts(seen or pool - search.drawn(), notation)})
        if ruleset.position(search.last, viewer, ViewCache(follows=False)) != position:
            raise RecordError(N_("the position of this view does not match its turns"))
        completed = [
            turn | {"steps": [f"end {next(kinds)}" if step == HIDDEN_END else step for step in turn["steps"]]}
            for turn in turns
        ]
    except RecordError:
        raise
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, StopIteration):
        raise RecordError(N_("the position of this view cannot be read")) from None
    return found[: len(holders)], completed


def fitting_setup(position: Json, notation: Notation, rng: Rng) -> Json:
    """A set-up that fits everything the viewer knows: tiles as they were drawn, the visible backs, then the unknown."""
    stacks = position["stacks"]
    known = [tuple(tile) for stack in stacks for tile in stack["drawn"]]
    unknown = [(district, value) for district in notation.districts for value in notation.values]
    unknown = [tile for tile in unknown if tile not in known]
    if len(unknown) != BUILDINGS - len(known):
        raise RecordError(N_("the position of this view cannot be read"))
    shuffle(unknown, rng)
    tops = {}
    for s, stack in enumerate(stacks):
        if stack["left"]:
            top = next(tile for tile in unknown if tile[0] == stack["back"])
            unknown.remove(top)
            tops[s] = top
    dealt = []
    for s, stack in enumerate(stacks):
        below = [unknown.pop() for _n in range(stack["left"] - 1)]
        dealt.append([list(tile) for tile in (*stack["drawn"], *([tops[s]] if s in tops else []), *below)])
    return {
        "stacks": dealt,
        "returned": [list(tile) for tile in unknown],
        "tokens": {
            district: {value: space["dealt"] for value, space in part["buildings"].items()}
            for district, part in position["districts"].items()
        },
        "track": [space["number"] for space in position["track"]],
    }


def shuffle(items: list[Any], rng: Rng) -> None:
    for i in range(len(items) - 1, 0, -1):
        j = rng.choose(i + 1)
        items[i], items[j] = items[j], items[i]


class HiddenTileSearch:
    """Finds a kind for each hidden end-game tile (a slot), in the order in which they were taken."""

    def __init__(self, ruleset: Ruleset[ParisKernel], notation: Notation, position: Json, turn: int, rng: Rng) -> None:
        """`position`: the position to reach. `turn`: the seat on turn in it."""
        self.seats, self.notation, self.position, self.turn, self.rng = ruleset.seats, notation, position, turn, rng
        self.listed = StepList(len(notation.texts))
        self.steps: list[tuple[int, int]] = []
        """The seat and number of every step; HIDDEN where another seat took a tile."""
        self.slots: list[int] = []
        """The indices of the steps in which hidden tiles were taken."""
        self.kinds: list[int] = []
        """The kind that each slot is assumed to be."""
        self.boards: list[ParisKernel] = []
        """The position before the first step, then before each slot, given the kinds of the slots before."""
        self.blank = ruleset.new_kernel
        self.last = ruleset.new_kernel()
        """The last position of the last replay."""
        self.tries = 0

    def hold(self, begun: ParisKernel, holders: list[int]) -> None:
        """Slots for hidden tiles that seats hold before the first turn: they are made worthless."""
        for seat in holders:
            kind = next(k for k, n in enumerate(begun.ends[ENDS_ROOM * seat : ENDS_ROOM * seat + WORTHLESS]) if n)
            begun.exchange(seat, kind, WORTHLESS)
            self.slots.append(len(self.steps))
            self.steps.append((seat, HELD))

    def read(self, turns: list[Json], viewer: int) -> Counter[str]:
        """Read the turns. Returns the end-game tiles that the viewer saw being taken."""
        known: Counter[str] = Counter()
        for turn in turns:
            seat = self.seats.index(turn["seat"])
            for text in turn["steps"]:
                if text == HIDDEN_END and seat != viewer:
                    self.slots.append(len(self.steps))
                    self.steps.append((seat, HIDDEN))
                else:
                    step = self.notation.steps[self.notation.numbers[text]]
                    if step.kind == END:
                        known[self.notation.ends[step.a]] += 1
                    self.steps.append((seat, self.notation.numbers[text]))
        return known

    def run(self, begun: ParisKernel, pool: Counter[str]) -> list[str]:
        """A kind from the pool for each slot. Raises RecordError if none fit."""
        self.kinds = [WORTHLESS] * len(self.slots)
        self.boards = [begun, *(self.blank() for _slot in self.slots)]
        left = Counter({self.notation.ends.index(kind): n for kind, n in pool.items() if n})
        if not self._repair(self._replay(-1), left):
            raise RecordError(N_("the turns of this view cannot be played"))
        return [self.notation.ends[kind] for kind in self.kinds]

    def drawn(self) -> Counter[str]:
        """The kinds of the slots, counted."""
        return Counter(self.notation.ends[kind] for kind in self.kinds)

    # ---- what the steps need -----------------------------------------------------------------------------------

    def _repair(self, at: int | None, left: Counter[int]) -> bool:
        """Give slots the kinds that the steps need, from the impossible step `at` (None: there is none) to the end."""
        if at is None:
            return self._fill(left)
        seat = self.steps[at][0] if at < len(self.steps) else self.turn
        worthless = [
            slot
            for slot, place in enumerate(self.slots)
            if place < at and self.steps[place][0] == seat and self.kinds[slot] == WORTHLESS
        ]
        needed, several = self._needed(at)
        for slot in reversed(worthless):  # a tile taken later affects fewer of the earlier steps
            for kind in needed:
                if left[kind]:
                    left[kind] -= 1
                    reached = self._try(slot, kind)
                    goes_on = reached is None or reached > at or (several and reached == at)
                    if goes_on and self._repair(reached, left):
                        return True
                    left[kind] += 1
            self._try(slot, WORTHLESS)
        return False

    def _needed(self, at: int) -> tuple[list[int], bool]:
        """The kinds that could make a step possible, shuffled, and whether it may need several of them."""
        ends = self.notation.ends
        units = {good: ends.index(good) for good in GOODS}
        if at == len(self.steps):
            return self._shuffled(units.values()), True
        step = self.notation.steps[self.steps[at][1]]
        if step.kind == USE and step.a >= END_USE:
            return [step.a - END_USE], False
        if step.kind in (PAY, SECTION, SELL) and step.a >= 0 and SOURCES[step.a].tile == END_TILE:
            return [units[SOURCES[step.a].good]], True
        if step.kind in (MOVE, PAY):
            return self._shuffled(units[good] for good in RESOURCES), True
        if step.kind == SECTION:
            return self._shuffled(units[good] for good in PRESTIGE), False
        return [], False

    # ---- the other slots ---------------------------------------------------------------------------------------

    def _fill(self, left: Counter[int]) -> bool:
        """Give the slots that are still worthless one of the remaining kinds, those with the fewest choices first."""
        worthless = [slot for slot, kind in enumerate(self.kinds) if kind == WORTHLESS]
        fitting = {}
        for slot in worthless:
            fitting[slot] = {kind for kind in left if left[kind] and self._try(slot, kind) is None}
            self._try(slot, WORTHLESS)
        return self._fill_next(sorted(worthless, key=lambda slot: len(fitting[slot])), fitting, left)

    def _fill_next(self, slots: list[int], fitting: dict[int, set[int]], left: Counter[int]) -> bool:
        if not slots:
            return True
        slot = slots[0]
        for kind in dict.fromkeys(self._shuffled(left.elements())):  # the more tiles of a kind, the likelier it is
            if kind in fitting[slot] and self._try(slot, kind) is None:
                left[kind] -= 1
                if self._fill_next(slots[1:], fitting, left):
                    return True
                left[kind] += 1
        self._try(slot, WORTHLESS)
        return False

    def _shuffled(self, kinds: Iterable[int]) -> list[int]:
        found = list(kinds)
        shuffle(found, self.rng)
        return found

    # ---- replaying the turns -----------------------------------------------------------------------------------

    def _try(self, slot: int, kind: int) -> int | None:
        """Set the kind of a slot and replay the turns from there."""
        self.tries += 1
        if self.tries > MOST_TRIES:
            raise RecordError(N_("the turns of this view cannot be played"))
        self.kinds[slot] = kind
        return self._replay(slot)

    def _replay(self, slot: int) -> int | None:
        """Replay the turns from before a slot (-1: from the start) to the end.

        Returns the index of the first impossible step, or None. The number of steps means that the last position does
        not look like the view.
        """
        kernel = self.last
        kernel.become(self.boards[slot + 1])
        start = self.slots[slot] if slot >= 0 else 0
        for at, (seat, number) in enumerate(self.steps[start:], start):
            if number == HELD:
                slot = self.slots.index(at)
                self.boards[slot + 1].become(kernel)
                if self.kinds[slot] != WORTHLESS:
                    kernel.exchange(seat, WORTHLESS, self.kinds[slot])
            elif number == HIDDEN:
                slot = self.slots.index(at)
                self.boards[slot + 1].become(kernel)
                if not self._take(kernel, seat, self.kinds[slot]):
                    return at
            else:
                step = self.notation.steps[number]
                if step.kind == END:
                    kernel.offer(step.a)
                if not self._play(kernel, seat, number):
                    return at
        return None if self._agrees(kernel) else len(self.steps)

    def _take(self, kernel: ParisKernel, seat: int, kind: int) -> bool:
        """Take an end-game tile of a kind; a worthless one replaces a tile of another kind."""
        taken = 0 if kind == WORTHLESS else kind
        kernel.offer(taken)
        played = self._play(kernel, seat, self.notation.numbers[f"end {self.notation.ends[taken]}"])
        if played and kind == WORTHLESS:
            kernel.exchange(seat, taken, WORTHLESS)
        return played

    def _play(self, kernel: ParisKernel, seat: int, number: int) -> bool:
        kernel.list(self.listed)
        if kernel.seat != seat or number not in self.listed:
            return False
        kernel.play(number)
        return True

    def _agrees(self, kernel: ParisKernel) -> bool:
        """Whether a last position looks like the view in everything that hidden tiles can affect."""
        if question(kernel, self.notation) != self.position["question"] or not kernel.stands():
            return False
        held, tokens = list(kernel.ends), list(kernel.tokens)
        for s, seat in enumerate(self.seats):
            part = self.position["seats"][seat]
            if part["used"] != sorted(TILES[tile] for tile in bits(kernel.owned[s] & ~kernel.unused[s])):
                return False
            if part["end_count"] not in (None, sum(held[ENDS_ROOM * s : ENDS_ROOM * (s + 1)])):
                return False
            if part["tokens"] not in (None, dict(zip(GOODS, tokens[len(GOODS) * s :], strict=False))):
                return False
        return True


def counts(kinds: Counter[str], notation: Notation) -> list[int]:
    """The numbers of end-game tiles as a kernel field."""
    return [kinds[kind] for kind in notation.ends] + [0] * (ENDS_ROOM - len(notation.ends))
