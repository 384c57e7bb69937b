"""A whole game that fits a view: what the viewer cannot know is drawn, so that the viewer cannot tell it apart.

The stacks are easy. Which end-game tiles the others took is not quite as free as it looks: a tile that was used later
was that tile, a payment that asked for a choice needed a second source, and one that did not had none. So the turns
are followed, a kind is drawn for each hidden tile as it is taken, and where a later step cannot be, the last tile of
the seat that took it is drawn again (a search that jumps back to what is to blame).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from lutetia.core.errors import RecordError
from lutetia.core.kernel import StepList
from lutetia.core.random import Rng
from lutetia.core.table import Json, Table
from lutetia.core.words import N_
from lutetia.games.paris.edition import BUILDINGS, end_tiles
from lutetia.games.paris.kernel import ParisKernel
from lutetia.games.paris.notation import END, END_TILE, END_USE, PAY, SECTION, SELL, SOURCES, USE, Notation, Step
from lutetia.games.paris.view import HIDDEN_END

HIDDEN = -1
MOST_DRAWS = 5_000
"""Tiles drawn before the search gives up: far more than any view of a real game was seen to need."""


def guess(table: Table[ParisKernel], words: Notation, view: Json, viewer: int, rng: Rng) -> tuple[Json, list[Json]]:
    """A set-up and turns that the viewer cannot tell from the real ones. Raises RecordError on nonsense."""

    def fits(kernel: ParisKernel) -> bool:
        return bool(table.position(kernel, viewer) == position)

    try:
        position, turns, first = view["position"], view["turns"], table.seats.index(view["first"])
        dealt = setup(position, words, rng)
        begun = table.kernel()
        table.set_up(begun, dealt, first)
        search = Search(words, begun, table.kernel, fits)
        pool = end_tiles(table.edition.data) - search.read(turns, table.seats, viewer)
        kinds = iter(search.run(pool - Counter(position["end_tiles"]["kinds"] or {}), rng))
        told = [
            turn | {"steps": [f"end {next(kinds)}" if step == HIDDEN_END else step for step in turn["steps"]]}
            for turn in turns
        ]
    except RecordError:
        raise
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, StopIteration):
        raise RecordError(N_("the position of this view cannot be read")) from None
    return dealt, told


def setup(position: Json, words: Notation, rng: Rng) -> Json:
    """A set-up that fits all the viewer knows: stacks as they were drawn, the known backs, and the unknown."""
    stacks = position["stacks"]
    known = [tuple(tile) for stack in stacks for tile in stack["drawn"]]
    unknown = [(district, value) for district in words.districts for value in words.values]
    unknown = [tile for tile in unknown if tile not in known]
    if len(unknown) != BUILDINGS - len(known):
        raise ValueError("a tile was drawn that there is not, or twice")
    _shuffle(unknown, rng)
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


def _shuffle(items: list[Any], rng: Rng) -> None:
    for i in range(len(items) - 1, 0, -1):
        j = rng.choose(i + 1)
        items[i], items[j] = items[j], items[i]


class Search:
    """Draws a kind for each hidden end-game tile (a slot), in the order in which they were taken.

    What a seat could do depends on no other seat's tiles. So when a step cannot be, the slots of its seat are to
    blame, and the search goes back to the last of them, over the others' (conflict-directed backjumping).
    """

    def __init__(
        self, words: Notation, begun: ParisKernel, blank: Callable[[], ParisKernel], fits: Callable[[ParisKernel], bool]
    ) -> None:
        """`begun` stands before the first turn, `blank` makes others like it; `fits`: is a last position that seen?"""
        self.words, self.begun, self.blank, self.fits = words, begun, blank, fits
        self.listed = StepList(len(words.words))
        self.steps: list[tuple[int, int]] = []
        """The seat and number of every step, HIDDEN where a tile was taken unseen."""
        self.slots: list[int] = []
        """Where in the steps the hidden tiles were taken."""
        self.seen: list[tuple[int, int, str]] = []
        """Where, by which seat, which end-game tile was used for all to see, its taking having been hidden."""

    def read(self, turns: list[Json], seats: tuple[str, ...], viewer: int) -> Counter[str]:
        """Take in the turns; the end-game tiles whose taking the viewer saw."""
        known: Counter[str] = Counter()
        for turn in turns:
            seat = seats.index(turn["seat"])
            for text in turn["steps"]:
                if text == HIDDEN_END and seat != viewer:
                    self.slots.append(len(self.steps))
                    self.steps.append((seat, HIDDEN))
                    continue
                number = self.words.numbers[text]
                step = self.words.steps[number]
                if step.kind == END:
                    known[self.words.ends[step.a]] += 1
                elif seat != viewer and (kind := self._used(step)):
                    self.seen.append((len(self.steps), seat, kind))
                self.steps.append((seat, number))
        return known

    def _used(self, step: Step) -> str | None:
        """The kind of end-game tile that a step uses, if any."""
        if step.kind == USE and step.a >= END_USE:
            return self.words.ends[step.a - END_USE]
        if step.kind in (PAY, SECTION, SELL) and step.a >= 0 and SOURCES[step.a].tile == END_TILE:
            return SOURCES[step.a].good
        return None

    def run(self, pool: Counter[str], rng: Rng) -> list[str]:
        """A kind of the pool for each slot. Raises RecordError where none fit."""
        boards = [self.begun, *(self.blank() for _slot in self.slots)]
        owner = [self.steps[at][0] for at in self.slots]
        chosen: list[str] = []
        left: list[list[str]] = []
        blamed: list[set[int]] = []
        guilty: set[int] | None = self._follow(boards[0], 0)
        for _draw in range(MOST_DRAWS):
            if guilty is None and len(chosen) == len(self.slots):
                return chosen
            if guilty is None:  # the next slot
                tries, excluded = self._tries(pool, chosen, rng)
                left.append(tries)
                blamed.append(excluded)
            else:
                guilty = {i for i in range(len(chosen)) if owner[i] in guilty}
                self._back(guilty, chosen, left, blamed)
            while not left[-1]:  # every kind was tried there
                self._back(blamed[-1], chosen, left, blamed)
            chosen.append(left[-1].pop())
            slot = len(chosen) - 1
            boards[slot + 1].become(boards[slot])
            guilty = self._take(boards[slot + 1], slot, chosen[-1])
        raise RecordError(N_("the turns of this view cannot be followed"))

    def _back(self, guilty: set[int], chosen: list[str], left: list[list[str]], blamed: list[set[int]]) -> None:
        """Return to the last of these slots; the others share the blame for what was chosen there."""
        if not guilty:
            raise RecordError(N_("the turns of this view cannot be followed"))
        last = max(guilty)
        del chosen[last:], left[last + 1 :], blamed[last + 1 :]
        blamed[last] |= guilty - {last}

    def _tries(self, pool: Counter[str], chosen: list[str], rng: Rng) -> tuple[list[str], set[int]]:
        """The kinds to try in the next slot, the first one last, and the slots that exclude others.

        Each is as likely as there are tiles of it; those that someone is seen to use later are kept for that.
        """
        slot = len(chosen)
        owner = [self.steps[at][0] for at in self.slots]
        free = pool - Counter(chosen)
        others: Counter[str] = Counter()
        for seat in set(owner) - {owner[slot]}:
            others += self._needs(seat, chosen)[0]
        excluded: set[int] = set()
        tiles: list[str] = []
        for kind in sorted(pool):
            wanted, in_time = self._needs(owner[slot], [*chosen, kind])
            spare = free[kind] - wanted[kind] - others[kind]
            if spare <= 0:
                excluded |= {i for i in range(slot) if chosen[i] == kind}
            elif not in_time:
                excluded |= {i for i in range(slot) if owner[i] == owner[slot]}
            else:
                tiles += [kind] * spare
        _shuffle(tiles, rng)
        return list(dict.fromkeys(tiles)), excluded

    def _needs(self, seat: int, chosen: list[str]) -> tuple[Counter[str], bool]:
        """What a seat must still take for what it is seen to use, and whether it has the slots for that in time."""
        held: Counter[str] = Counter()
        for at, kind in zip(self.slots, chosen, strict=False):
            if self.steps[at][0] == seat:
                held[kind] += 1
        later = [at for at in self.slots[len(chosen) :] if self.steps[at][0] == seat]
        needs: Counter[str] = Counter()
        possible = True
        for at, who, kind in self.seen:
            if who == seat:
                if held[kind]:
                    held[kind] -= 1
                else:
                    needs[kind] += 1
                    possible &= sum(needs.values()) <= sum(slot < at for slot in later)
        return needs, possible

    def _take(self, kernel: ParisKernel, slot: int, kind: str) -> set[int] | None:
        """Fill a slot and go on to the next; None, or the seat whose step cannot be."""
        seat, _hidden = self.steps[self.slots[slot]]
        if not self._play(kernel, seat, self.words.numbers[f"end {kind}"]):
            return {seat}
        return self._follow(kernel, self.slots[slot] + 1)

    def _follow(self, kernel: ParisKernel, at: int) -> set[int] | None:
        """Play on to the next slot or the end; None, or the seat whose step cannot be."""
        for seat, number in self.steps[at:]:
            if number == HIDDEN:
                return None
            if not self._play(kernel, seat, number):
                return {seat}
        return None if self.fits(kernel) else {kernel.seat}

    def _play(self, kernel: ParisKernel, seat: int, number: int) -> bool:
        kernel.list(self.listed)
        if kernel.seat != seat or number not in self.listed:
            return False
        kernel.play(number)
        return True
