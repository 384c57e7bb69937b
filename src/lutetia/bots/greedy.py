"""The greedy bot: it takes what brings most points now, with an eye on the reply and on its own next turn.

It is given a view and thinks in a game imagined from it, so it knows what its seat knows and no more. Paving and
drafting follow a plan (paving.py); building and postcards are counted out on kernels.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeVar

import lutetia
from lutetia.bots import stream
from lutetia.bots.paving import Planner, beside, promise
from lutetia.bots.reason import Reasons, Suggestion, signed
from lutetia.bots.turns import Turns
from lutetia.core.game import Game
from lutetia.core.random import Rng
from lutetia.core.words import N_, _
from lutetia.games.lumiere import Lumiere
from lutetia.games.lumiere.deal import TILES
from lutetia.games.lumiere.kernel import LumiereKernel
from lutetia.games.lumiere.notation import PASS, TAKE, TILE, Notation, bits

WANTED = 4  # buildings to draft: fewer leave turns empty, more are not built
CANDIDATES = 10  # turns whose reply is looked at
REPLY, NEXT = 0.8, 0.5  # how much the rival's best reply and one's own next turn count
RIVAL_GROUND = 0.7  # spoiling counts less than improving: the rival may still pave elsewhere

SOURCES = {
    "lit": N_("lit buildings {points}"),
    "group": N_("largest group {points}"),
    "unbuilt": N_("unbuilt {points}"),
    "postcards": N_("postcards {points}"),
}
T = TypeVar("T")


class Greedy:
    """Plays La Cité de la Lumière quickly and sensibly."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: dict[str, Any], legal: list[str], clock: dict[str, Any] | None = None) -> str:
        """A legal step for the view's seat, whose decision it is. Raises RecordError on what is no view."""
        thought = _Thought(view, stream(self.seed, view))
        return thought.table.words[thought.best()[0]]

    def suggest(self, view: dict[str, Any]) -> Suggestion:
        """The step it would choose, and why."""
        return _Thought(view, stream(self.seed, view)).suggestion()


@lru_cache(maxsize=4)
def _planner(notation: Notation, group: int, unbuilt: int) -> Planner:
    return Planner(notation, group, unbuilt)


class _Thought:
    """One decision."""

    def __init__(self, view: dict[str, Any], seed: int) -> None:
        self.game: Game = lutetia.imagine(view, seed)
        if self.game.over or self.game.seat != view["viewer"]:
            raise ValueError(_("this view has nothing to decide"))
        self.table: Lumiere = self.game.table  # type: ignore[assignment]
        self.me = self.table.seats.index(str(self.game.seat))
        self.kernel: LumiereKernel = self.game.kernel  # type: ignore[assignment]
        self.rng = Rng(seed)
        self.turns = Turns(self.table)
        points = self.table.edition.data["points"]
        self.planner = _planner(self.table.notation, points["group_per_space"], points["unbuilt"])

    def best(self) -> tuple[int, ...]:
        """The step to take and those to follow it this turn; equals are drawn from the bot's own stream."""
        legal = self.game.legal()
        if len(legal) == 1:
            return (self.table.numbers[legal[0]],)
        return (self._paving(),) if self.kernel.phase == 1 else self._building()

    # ---- paving and drafting -----------------------------------------------------------------------------------

    def _paving(self) -> int:
        draft = self._draft()
        left = TILES - self.kernel.placed[self.me]
        held = self.kernel.reserve[self.me].bit_count()
        if not left:
            return draft[1] if draft and draft[0] > 0 and held < WANTED + 1 else self._first(PASS)
        due = held < WANTED * (TILES + 1 - left) / (TILES + 1) + 0.5  # drafting keeps pace with paving
        return draft[1] if draft and due else self._tile()

    def _ground(self, kernel: LumiereKernel, seat: int) -> int:
        ground: int = (kernel.own[seat] | kernel.mixed) & ~kernel.taken
        return ground

    def _draft(self) -> tuple[float, int] | None:
        """The building that adds most to the plan, and how much; None when the supply is empty."""
        planner, kernel = self.planner, self.kernel
        ground = self._ground(kernel, self.me)
        unpaved = _squares(kernel.squares)
        held = bits(kernel.reserve[self.me])
        before = planner.plan(ground, kernel.printed, held).worth
        best: list[tuple[float, int]] = []
        for step in self._steps(TAKE):
            building = self.table.notation.steps[step].piece
            gain = planner.plan(ground, kernel.printed, [*held, building]).worth - before
            room = planner.places(building, ground | unpaved)
            hope = unpaved.bit_count() / 64  # much may still be paved: what is large and easily placed is worth most
            best.append((gain * (1 - hope) + hope * (2 * planner.size[building] + room**0.5 / 4), step))
        return self._top(best) if best else None

    def _tile(self) -> int:
        planner = self.planner
        after = self.table.kernel()
        found = []
        for step in self._steps(TILE):
            after.become(self.kernel)
            after.play(step)
            value = 0.0
            for seat, sign in ((self.me, 1.0), (1 - self.me, -RIVAL_GROUND)):
                ground = self._ground(after, seat)
                shapes = [*bits(after.reserve[seat]), *bits(after.supply)]
                worth = planner.plan(ground, after.printed, shapes, WANTED).worth
                value += sign * (worth + promise(ground, after.printed))
            found.append((value, step))
        return self._top(found)[1]

    # ---- building and postcards --------------------------------------------------------------------------------

    def _building(self) -> tuple[int, ...]:
        turns = sorted(self.turns.listed(self.kernel), reverse=True)[:CANDIDATES]
        return self._top([(turn.lead + self._outlook(turn.steps), turn.steps) for turn in turns])[1]

    def _outlook(self, steps: tuple[int, ...]) -> float:
        """How the lead will go on after this turn: the rival's best turn against it, one's own best for it."""
        after = self._after(steps)
        outlook = 0.0
        for weight in (REPLY, NEXT):
            if after.seat < 0:
                break
            sign = 1 if after.seat == self.me else -1
            best = self.turns.best(after)
            outlook += sign * weight * best.lead
            for step in best.steps:
                after.play(step)
        return outlook

    # ---- helpers -----------------------------------------------------------------------------------------------

    def _after(self, steps: tuple[int, ...]) -> LumiereKernel:
        after: LumiereKernel = self.table.kernel()
        after.become(self.kernel)
        for step in steps:
            after.play(step)
        return after

    def _steps(self, kind: int) -> list[int]:
        numbers, steps = self.table.numbers, self.table.notation.steps
        return [number for text in self.game.legal() if steps[number := numbers[text]].kind == kind]

    def _first(self, kind: int) -> int:
        return self._steps(kind)[0]

    def _top(self, found: list[tuple[float, T]]) -> tuple[float, T]:
        most = max(value for value, _step in found)
        equals = [pair for pair in found if pair[0] > most - 1e-9]
        which: int = self.rng.choose(len(equals))
        return equals[which]

    # ---- reasons -----------------------------------------------------------------------------------------------

    def suggestion(self) -> Suggestion:
        turn = self.best()
        step, *then = (self.table.words[number] for number in turn)
        kind = self.table.notation.steps[turn[0]].kind
        if kind == TILE:
            return Suggestion(step, self._why_tile(turn[0]))
        if kind == TAKE:
            return Suggestion(step, self._why_take(turn[0]))
        if kind == PASS and self.kernel.phase == 1:
            return Suggestion(step, ((N_("nothing left in the supply would help you"), {}),))
        return self._count(step, turn, tuple(then))

    def _why_tile(self, step: int) -> Reasons:
        after = self._after((step,))
        ground = self._ground(after, self.me)
        bright = (beside(after.printed) & ground).bit_count()
        return ((N_("spaces you can build on beside a lamp: {n}"), {"n": bright}),)

    def _why_take(self, step: int) -> Reasons:
        planner, building = self.planner, self.table.notation.steps[step].piece
        ground = self._ground(self.kernel, self.me)
        places = planner.places(building, ground)
        if not places:
            return ((N_("a good shape of size {n}, while there is a choice"), {"n": planner.size[building]}),)
        reasons: Reasons = ((N_("places for it on your ground: {n}"), {"n": places}),)
        plan = planner.plan(ground, self.kernel.printed, [*bits(self.kernel.reserve[self.me]), building])
        found = plan.of(building)
        if found and found[1]:
            points = signed(planner.size[building] * found[1])
            reasons += ((N_("at best {points} for its light"), {"points": points}),)
        return reasons

    def _count(self, step: str, turn: tuple[int, ...], then: tuple[str, ...]) -> Suggestion:
        """The reasons of a turn of building: what it changes, source by source."""
        before, scores = self.table.scores(self.kernel), self.table.scores(self._after(turn))
        mine, theirs = self.table.seats[self.me], self.table.seats[1 - self.me]
        reasons: Reasons = ()
        for source, key in SOURCES.items():
            change = scores[mine][source] - before[mine][source]
            if change:
                reasons += ((key, {"points": signed(change)}),)
        rival = scores[theirs]["total"] - before[theirs]["total"]
        if rival:
            reasons += ((N_("your rival {points}"), {"points": signed(rival)}),)
        points = scores[mine]["total"] - before[mine]["total"] - rival
        if not reasons:
            kept = step in ("card metropolitain", "card chartier")
            reasons = ((N_("worth keeping for a later turn") if kept else N_("nothing else is better"), {}),)
        return Suggestion(step, reasons, points, then)


def _squares(squares: int) -> int:
    """The spaces of the squares that are still empty."""
    return sum(0x0303 << (16 * (square >> 2) + 2 * (square & 3)) for square in bits(squares))
