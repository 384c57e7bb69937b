"""The greedy bot: takes the most points now, and considers the rival's reply and its own next turn.

It works on a game sampled from its view, so it knows only what its seat knows. Paving and drafting follow a plan
(paving.py); building and postcards are tried out on kernels.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeVar

import lutetia
from lutetia.bots import DirectBot, decision_seed
from lutetia.bots.situation import Situation
from lutetia.core.game import Game
from lutetia.core.i18n import _
from lutetia.core.random import Rng
from lutetia.games.lumiere.bots.paving import Planner, potential
from lutetia.games.lumiere.bots.turns import Turns
from lutetia.games.lumiere.rules import Lumiere
from lutetia.games.lumiere.rules.deal import TILES
from lutetia.games.lumiere.rules.kernel import LumiereKernel
from lutetia.games.lumiere.rules.notation import PASS, TAKE, TILE, Notation, bits

WANTED = 4  # buildings to draft: with fewer, turns stay empty; more cannot be built
CANDIDATES = 10  # turns whose reply is computed
REPLY, NEXT = 0.8, 0.5  # weights of the rival's best reply and of the bot's next turn
RIVAL_GROUND = 0.7  # the rival's loss counts less than the bot's gain: the rival may still pave elsewhere

T = TypeVar("T")


class Greedy(DirectBot):
    """Plays La Cité de la Lumière quickly and sensibly."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: dict[str, Any], legal: list[str], clock: dict[str, Any] | None = None) -> str:
        """A legal step for the view's seat, whose turn it is. Raises RecordError for an invalid view."""
        seed = decision_seed(self.seed, view)
        game = lutetia.imagine(view, seed)
        if game.over or game.seat != view["viewer"]:
            raise ValueError(_("there is nothing to decide in this view"))
        return game.ruleset.step_texts[_Decision(game, seed).best()[0]]

    def decide(self, situation: Situation) -> int:
        """A legal step without a view. It imagines another game than `choose`, so it may choose another step."""
        seed = situation.seed(self.seed)
        return _Decision(situation.imagine(seed), seed).best()[0]


@lru_cache(maxsize=4)
def _planner(notation: Notation, group: int, unbuilt: int) -> Planner:
    return Planner(notation, group, unbuilt)


class _Decision:
    """One decision in an imagined game."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.ruleset: Lumiere = self.game.ruleset  # type: ignore[assignment]
        self.me = self.ruleset.seats.index(str(self.game.seat))
        self.kernel: LumiereKernel = self.game.kernel  # type: ignore[assignment]
        self.rng = Rng(seed)
        self.turns = Turns(self.ruleset)
        points = self.ruleset.edition.data["points"]
        self.planner = _planner(self.ruleset.notation, points["group_per_space"], points["unbuilt"])

    def best(self) -> tuple[int, ...]:
        """The best step and the rest of its turn. Ties are broken by the bot's own random stream."""
        legal = self.game.legal()
        if len(legal) == 1:
            return (self.ruleset.step_ids[legal[0]],)
        return (self._paving(),) if self.kernel.phase == 1 else self._building()

    # ---- paving and drafting -----------------------------------------------------------------------------------

    def _paving(self) -> int:
        draft = self._draft()
        left = TILES - self.kernel.placed[self.me]
        held = self.kernel.reserve[self.me].bit_count()
        if not left:
            return draft[1] if draft and draft[0] > 0 and held < WANTED + 1 else self._first(PASS)
        due = held < WANTED * (TILES + 1 - left) / (TILES + 1) + 0.5  # draft at the same pace as paving
        return draft[1] if draft and due else self._tile()

    def _ground(self, kernel: LumiereKernel, seat: int) -> int:
        ground: int = (kernel.own[seat] | kernel.mixed) & ~kernel.taken
        return ground

    def _draft(self) -> tuple[float, int] | None:
        """(gain, step) of the building that adds most to the plan; None if the supply is empty."""
        planner, kernel = self.planner, self.kernel
        ground = self._ground(kernel, self.me)
        unpaved = _squares(kernel.squares)
        held = bits(kernel.reserve[self.me])
        before = planner.worth(ground, kernel.printed, held)
        best: list[tuple[float, int]] = []
        for step in self._steps(TAKE):
            building = self.ruleset.notation.steps[step].piece
            gain = planner.worth(ground, kernel.printed, [*held, building]) - before
            room = planner.places(building, ground | unpaved)
            hope = unpaved.bit_count() / 64  # while much is unpaved, large buildings that are easy to place are best
            best.append((gain * (1 - hope) + hope * (2 * planner.size[building] + room**0.5 / 4), step))
        return self._top(best) if best else None

    def _tile(self) -> int:
        planner = self.planner
        after = self.ruleset.new_kernel()
        found = []
        for step in self._steps(TILE):
            after.become(self.kernel)
            after.play(step)
            value = 0.0
            for seat, sign in ((self.me, 1.0), (1 - self.me, -RIVAL_GROUND)):
                ground = self._ground(after, seat)
                shapes = [*bits(after.reserve[seat]), *bits(after.supply)]
                worth = planner.worth(ground, after.printed, shapes, WANTED)
                value += sign * (worth + potential(ground, after.printed))
            found.append((value, step))
        return self._top(found)[1]

    # ---- building and postcards --------------------------------------------------------------------------------

    def _building(self) -> tuple[int, ...]:
        turns = sorted(self.turns.listed(self.kernel), reverse=True)[:CANDIDATES]
        return self._top([(turn.lead + self._outlook(turn.steps), turn.steps) for turn in turns])[1]

    def _outlook(self, steps: tuple[int, ...]) -> float:
        """How the lead changes after this turn: the rival's best reply, then the bot's own best turn."""
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
        after: LumiereKernel = self.ruleset.new_kernel()
        after.become(self.kernel)
        for step in steps:
            after.play(step)
        return after

    def _steps(self, kind: int) -> list[int]:
        numbers, steps = self.ruleset.step_ids, self.ruleset.notation.steps
        return [number for text in self.game.legal() if steps[number := numbers[text]].kind == kind]

    def _first(self, kind: int) -> int:
        return self._steps(kind)[0]

    def _top(self, found: list[tuple[float, T]]) -> tuple[float, T]:
        most = max(value for value, _step in found)
        equals = [pair for pair in found if pair[0] > most - 1e-9]
        which: int = self.rng.choose(len(equals))
        return equals[which]


def _squares(squares: int) -> int:
    """The spaces of these squares, as a mask."""
    return sum(0x0303 << (16 * (square >> 2) + 2 * (square & 3)) for square in bits(squares))
