"""The bots of a game that brings none: no rules of thumb, small budgets, and a greedy bot that counts points.

Budgets are small because the kernel may be written in plain Python. A game that brings its own `BotProfile` tunes them.
"""

from __future__ import annotations

from collections.abc import Callable

import lutetia
from lutetia.bots import DirectBot, decision_seed
from lutetia.bots.profile import BotProfile, Method
from lutetia.bots.situation import Situation
from lutetia.core.game import Game
from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.core.kernel import Kernel, StepList
from lutetia.core.random import Rng

WORLDS = 4
"""Games imagined for one decision."""
BUDGET = 400
"""Positions looked at for one step of one world; turns with more are followed no further."""


class Greedy(DirectBot):
    """Takes the step whose turn leaves the best lead in points, on average over imagined games."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: Json, legal: list[str], clock: Json | None = None) -> str:
        """A legal step for the view's seat, whose decision it is. It knows what the view shows and no more."""
        if not legal:
            raise ValueError(_("there is nothing to decide in this view"))
        rng = Rng(decision_seed(self.seed, view))
        return _best(lambda seed: lutetia.imagine(view, seed), rng)

    def decide(self, situation: Situation) -> int:
        """A legal step without a view. It imagines other games than `choose`, so it may choose another step."""
        return situation.ruleset.step_ids[_best(situation.imagine, Rng(situation.seed(self.seed)))]


def _best(imagine: Callable[[int], Game], rng: Rng) -> str:
    worlds = [imagine(rng.choose(2**31 - 1)) for _world in range(WORLDS)]
    legal = worlds[0].legal()
    leads = {step: sum(_Lookahead(world).lead_after(step) for world in worlds) for step in legal}
    best = [step for step in legal if leads[step] == max(leads.values())]
    which: int = rng.choose(len(best))
    return best[which]


class _Lookahead:
    """Plays the rest of a turn as well as it can in one imagined game."""

    def __init__(self, world: Game) -> None:
        self.world = world
        self.seat: int = world.kernel.seat
        self.turn: int = world.kernel.turn
        self.left = BUDGET

    def lead_after(self, step: str) -> int:
        """The lead over the best rival at the end of the turn, if the turn goes on with this step."""
        return self._lead(self._played(self.world.kernel, self.world.ruleset.step_ids[step]))

    def _lead(self, kernel: Kernel) -> int:
        self.left -= 1
        if kernel.seat != self.seat or kernel.turn != self.turn or self.left < 0:
            points = [kernel.points_of(seat) for seat in range(kernel.players)]
            mine: int = points.pop(self.seat)
            return mine - max(points, default=0)
        steps = StepList(len(self.world.ruleset.step_texts))
        return max(self._lead(self._played(kernel, steps[i])) for i in range(kernel.list(steps)))

    def _played(self, kernel: Kernel, step: int) -> Kernel:
        after: Kernel = self.world.ruleset.new_kernel()
        after.become(kernel)
        after.play(step)
        return after


PROFILE = BotProfile(
    greedy=Greedy,
    levels=(
        Method(8),
        Method(60),
        Method(200),
        Method(600, proof=2_000),
        Method(2_000, proof=20_000),
        Method(20_000, proof=200_000),
    ),
    hint=Method(300, proof=2_000),
    analysis=Method(100),
)
