"""The greedy bot of Paris: the best whole turn that it finds, by a hand-written evaluation (standing.py).

It works on a game sampled from its view, so it knows only what its seat knows. After the draw it tries every action
with all answers to the questions that it raises, also after up to two free steps that may pay for it. After the action
it takes free steps as long as they improve its standing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import lutetia
from lutetia.bots import DirectBot, decision_seed
from lutetia.bots.situation import Situation
from lutetia.core.game import Game
from lutetia.core.i18n import _
from lutetia.core.kernel import StepList
from lutetia.core.random import Rng
from lutetia.games.paris.bots.standing import Standing
from lutetia.games.paris.rules import Paris
from lutetia.games.paris.rules.bonus import TILES
from lutetia.games.paris.rules.kernel import ParisKernel
from lutetia.games.paris.rules.notation import BUY, DONE, DRAW, END, KEY, MOVE, SECTION, SELL, TRACK, USE, VP

ACTIONS = (KEY, MOVE, END)
FREE = (BUY, SELL, USE)
BUDGET = 350  # positions that one decision may evaluate
FOLLOWED = 2  # answers to follow while more questions are open
HASTE = 1200  # after so many positions only one answer is followed
PREFIX = 2  # free steps tried before an action
GAIN = 0.05  # a free step must improve the lead by more than this


@dataclass(frozen=True)
class _Turn:
    """Step ids, and the lead after them."""

    lead: float
    steps: tuple[int, ...]


class Greedy(DirectBot):
    """Plays Paris quickly and sensibly."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: dict[str, Any], legal: list[str], clock: dict[str, Any] | None = None) -> str:
        """A legal step for the view's seat, whose turn it is. Raises RecordError for an invalid view."""
        seed = decision_seed(self.seed, view)
        game = lutetia.imagine(view, seed)
        if game.over or game.seat != view["viewer"]:
            raise ValueError(_("there is nothing to decide in this view"))
        return game.ruleset.step_texts[_Decision(game, seed).best().steps[0]]

    def decide(self, situation: Situation) -> int:
        """A legal step without a view. It imagines another game than `choose`, so it may choose another step."""
        seed = situation.seed(self.seed)
        return _Decision(situation.imagine(seed), seed).best().steps[0]


class _Decision:
    """One decision in an imagined game."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.ruleset: Paris = self.game.ruleset  # type: ignore[assignment]
        self.kernel: ParisKernel = self.game.kernel  # type: ignore[assignment]
        self.me = self.ruleset.seats.index(str(self.game.seat))
        self.rng = Rng(seed)
        self.standing = Standing(self.ruleset)
        self.steps = self.ruleset.notation.steps
        self.spent = 0
        self._spare: list[ParisKernel] = []
        self._tiles: dict[int, float] = {}
        self._list = StepList(len(self.ruleset.step_texts))

    def best(self) -> _Turn:
        """The best steps of this turn, as far as they are decided. The bot's own random stream breaks ties."""
        legal = [self.ruleset.step_ids[text] for text in self.game.legal()]
        if len(legal) == 1:
            return _Turn(0.0, (legal[0],))
        draws = [step for step in legal if self.steps[step].kind == DRAW]
        if draws:
            return self._draw(draws)
        if self.kernel.acted or self.kernel.depth:
            return self._onwards(legal)
        return self._action(legal)

    # ---- the three moments of a turn ---------------------------------------------------------------------------

    def _draw(self, draws: list[int]) -> _Turn:
        """The back of a stack shows the district: best where own keys wait on the bank, and not the rivals'."""
        kernel = self.kernel
        worth = []
        for step in draws:
            top = kernel.top[self.steps[step].a]
            district = kernel.stack[top] // 6
            waiting = sum((1 if s == self.me else -0.7) * (kernel.banks[s] >> district & 1) for s in range(self._seats))
            worth.append(_Turn(waiting, (step,)))
        return self._top(worth)

    def _onwards(self, legal: list[int]) -> _Turn:
        """A question, or the end of the turn: the best answer, or a free step that improves the lead."""
        answers = [step for step in legal if self.steps[step].kind not in FREE]
        free = [step for step in legal if self.steps[step].kind in FREE]
        if not self.kernel.depth:
            rest = self._top([self._after(step, 0) for step in answers])
            better = [turn for turn in (self._after(step, 0) for step in free) if turn.lead > rest.lead + GAIN]
            return self._top(better) if better else rest
        rest = self._top([self._after(step, 0) for step in self._likely(self.kernel, answers, 0)])
        if self.kernel.francs[self.me] >= self.kernel.toll:
            return rest
        better = [turn for turn in map(self._answered, free) if turn.lead > rest.lead + GAIN]  # it pays the toll
        return self._top(better) if better else rest

    def _answered(self, step: int) -> _Turn:
        """A free step, then the best answer to the question that is still open."""
        after = self._at(0)
        after.become(self.kernel)
        after.play(step)
        turn = self._settled(after, 1)
        return _Turn(turn.lead, (step, *turn.steps))

    def _action(self, legal: list[int]) -> _Turn:
        """The best action, directly or after free steps that pay for it."""
        found = self._actions(self.kernel, legal, 0)
        best = self._top(found) if found else None
        seen = {self.kernel.key()}
        edge: list[tuple[tuple[int, ...], ParisKernel]] = [((), self.kernel)]
        for _depth in range(PREFIX):
            reached = []
            for steps, kernel in edge:
                free = [step for step in self._listed(kernel) if self.steps[step].kind in FREE]
                for step in free:
                    if self.spent > BUDGET:
                        break
                    after: ParisKernel = self.ruleset.new_kernel()
                    after.become(kernel)
                    after.play(step)
                    if after.depth or after.key() in seen:
                        continue
                    seen.add(after.key())
                    reached.append(((*steps, step), after))
                    for turn in self._actions(after, self._listed(after), 0):
                        if best is None or turn.lead > best.lead + GAIN:
                            best = _Turn(turn.lead, (*steps, step, *turn.steps))
            edge = reached
        if best is not None:
            return best
        return self._onwards(legal)  # no action is possible, or the last round makes it optional

    def _actions(self, kernel: ParisKernel, legal: list[int], depth: int) -> list[_Turn]:
        kinds = (*ACTIONS, DONE)
        return [self._after(step, depth, kernel) for step in legal if self.steps[step].kind in kinds]

    # ---- looking ahead -----------------------------------------------------------------------------------------

    def _after(self, step: int, depth: int, kernel: ParisKernel | None = None) -> _Turn:
        """A step with the best answers to its questions."""
        after = self._at(depth)
        after.become(kernel or self.kernel)
        after.play(step)
        turn = self._settled(after, depth + 1)
        return _Turn(turn.lead, (step, *turn.steps))

    def _settled(self, kernel: ParisKernel, depth: int) -> _Turn:
        """The best answers from here until no question is open."""
        if not kernel.depth or kernel.seat != self.me:
            self.spent += 1
            return _Turn(self.standing.lead(kernel, self.me), ())
        steps = [step for step in self._listed(kernel) if self.steps[step].kind not in FREE]
        likely = self._likely(kernel, steps, depth)
        return max((self._after(step, depth, kernel) for step in likely), key=lambda turn: turn.lead)

    def _likely(self, kernel: ParisKernel, steps: list[int], depth: int) -> list[int]:
        """The answers to follow: the most promising ones, if there are many or more questions are open."""
        followed = FOLLOWED if self.spent < HASTE else 1
        if len(steps) <= followed:
            return steps
        if self.steps[steps[0]].kind == TRACK:
            return sorted(steps, key=self._tile_worth, reverse=True)[: followed + 1]
        if self.steps[steps[0]].kind == VP:  # the best VP tile for oneself, or the worst for a rival's district
            left = {self.steps[step].a for step in steps} - {-1}
            ends = {max(left, key=self._prize)}
            if followed > 1:
                ends |= {-1, min(left, key=self._prize)}
            return [step for step in steps if self.steps[step].a in ends]
        if kernel.depth > 1 or self.steps[steps[0]].kind == SECTION:
            return sorted(steps, key=lambda step: self._lead_after(kernel, step, depth), reverse=True)[:followed]
        return steps

    def _prize(self, tile: int) -> int:
        return self.ruleset.notation.vp_tiles[tile][0]

    def _tile_worth(self, step: int) -> float:
        """What a bonus tile of the track is worth to the seat now."""
        if step not in self._tiles:
            tile = self.steps[step].a
            others = self.kernel.unused[self.me].bit_count()
            self._tiles[step] = self.standing.wanted(self.kernel, self.me, TILES[tile], others) if tile >= 0 else 0.0
        return self._tiles[step]

    def _lead_after(self, kernel: ParisKernel, step: int, depth: int) -> float:
        """The lead directly after an answer."""
        after = self._at(depth)
        after.become(kernel)
        after.play(step)
        self.spent += 1
        return self.standing.lead(after, self.me)

    def _at(self, depth: int) -> ParisKernel:
        """A spare kernel for this depth."""
        while len(self._spare) <= depth:
            self._spare.append(self.ruleset.new_kernel())
        return self._spare[depth]

    def _listed(self, kernel: ParisKernel) -> list[int]:
        steps = self._list
        return [steps[i] for i in range(kernel.list(steps))]

    @property
    def _seats(self) -> int:
        return len(self.ruleset.seats)

    def _top(self, found: list[_Turn]) -> _Turn:
        most = max(turn.lead for turn in found)
        equals = [turn for turn in found if turn.lead > most - 1e-9]
        which: int = self.rng.choose(len(equals))
        return equals[which]
