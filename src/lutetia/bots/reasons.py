"""Why a turn is good or bad: what it changes in points, by source, and what the game's own words add to that."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lutetia.bots.estimate import look
from lutetia.bots.profile import Method, profile_for
from lutetia.bots.suggestion import Reason, Reasons, counted
from lutetia.core.game import Game
from lutetia.core.i18n import N_, NP_
from lutetia.core.manifest import loaded
from lutetia.core.numbers import signed
from lutetia.core.random import Rng

Weighed = tuple[float, Reason]
"""A reason, and about how many points it stands for; the heaviest are told."""
Changes = dict[str, dict[str, int]]
"""By seat and source of points."""
LONGEST = 40
"""Steps of a turn that are followed; turns are far shorter."""


@dataclass(frozen=True)
class Line:
    """A turn of a seat, whole or from some step on, and what is expected to follow it."""

    seat: str
    start: Game[Any]
    """Before its first step here."""
    steps: tuple[str, ...]
    after: Game[Any]
    """When the turn is over, or as far as it is foreseen."""
    whole: bool
    """Whether the turn is over there."""
    reply: tuple[str, ...] = ()
    """What the next seat is expected to do; () if nobody can know."""
    replier: str | None = None
    end: Game[Any] | None = None
    """After the reply."""
    plan: tuple[str, ...] = ()
    """What the seat is expected to do in its next turn, if it comes right after the reply."""

    def changes(self) -> Changes:
        """What the turn changes in the score."""
        return score_changes(self.start, self.after)

    def reply_changes(self) -> Changes:
        """What the reply changes; {} if it is not known."""
        return score_changes(self.after, self.end) if self.end else {}


@dataclass(frozen=True)
class GameReasons:
    """How a game words its reasons. `lutetia.bots.profile.BotProfile.reasons` refers to one."""

    favour: Callable[[Line], Sequence[Weighed]]
    """(line): what speaks for a turn."""
    against: Callable[[Line, Line], Sequence[Weighed]]
    """(the turn that was played, the best one): why the first is worse."""


def score_changes(before: Game[Any], after: Game[Any]) -> Changes:
    """How the score of every seat differs, by the sources that hints name, and in total."""
    sources = [*profile_for(before.ruleset.game).sources, "total"]
    had, has = before.ruleset.scores(before.kernel), after.ruleset.scores(after.kernel)
    return {seat: {name: has[seat][name] - had[seat][name] for name in sources} for seat in before.ruleset.seats}


def foresee(game: Game[Any], steps: Sequence[str], method: Method, seed: int, *, whole: bool, reply: bool) -> Line:
    """The turn that begins with these steps, as the deciding seat would go on, and what follows.

    Unless it is `whole` already, the turn is completed, but no further than to a step that shows something new. With
    `reply`, the next seat's answer follows, and then the plan of this one, if nothing is hidden.
    """
    seat, after = str(game.seat), game.copy()
    before = after.copy()
    for step in steps:
        after.play(step)
    taken = list(steps)
    if not whole:
        taken += _rest_of_turn(after, seat, before.kernel.turn, taken[-1], method, seed)
    over = after.over or after.kernel.turn != before.kernel.turn
    line = Line(seat, before, tuple(taken), after, over)
    if not reply or not over or after.over:
        return line
    replier, end = str(after.seat), after.copy()
    answer = _turn(end, method, seed)
    plan: tuple[str, ...] = ()
    if not end.over and end.seat == seat and end.ruleset.is_open_endgame(end.kernel):
        plan = tuple(_turn(end.copy(), method, seed))
    return Line(seat, before, tuple(taken), after, over, tuple(answer), replier, end, plan)


def _rest_of_turn(game: Game[Any], seat: str, turn: int, last: str, method: Method, seed: int) -> list[str]:
    """Play the steps that end the turn, and say which. It stops after a step that shows something new."""
    steps: list[str] = []
    while not game.over and game.seat == seat and game.kernel.turn == turn and len(steps) < LONGEST:
        if game.ruleset.reveals(last):
            break
        last = best_step(game, method, seed)
        game.play(last)
        steps.append(last)
    return steps


def _turn(game: Game[Any], method: Method, seed: int) -> list[str]:
    """Play the turn that the deciding seat would play here, and say its steps."""
    seat, turn = str(game.seat), game.kernel.turn
    steps: list[str] = []
    while not game.over and game.seat == seat and game.kernel.turn == turn and len(steps) < LONGEST:
        steps.append(best_step(game, method, seed))
        game.play(steps[-1])
    return steps


def best_step(game: Game[Any], method: Method, seed: int) -> str:
    """What the deciding seat should do, as far as it can know."""
    legal = game.legal()
    if len(legal) == 1:
        return legal[0]
    best = look(game, game.kernel.seat, method, Rng(seed)).best
    return legal[0] if best is None else best


def favour(line: Line, most: int = 3) -> Reasons:
    """What speaks for a turn, the heaviest first."""
    own = _own_words(line)
    return _heaviest(own.favour(line) if own else points_of(line), most)


def against(played: Line, best: Line, points: float, most: int = 2) -> Reasons:
    """Why a turn is worse than the best one; `points`: what it costs by the end, as far as can be estimated."""
    own = _own_words(played)
    comparable = played.whole == best.whole
    found = (own.against if own else fewer_points)(played, best) if comparable else []
    told = _heaviest([each for each in found if each[0] > 0], most)
    return told or _by_the_end(points)


def _own_words(line: Line) -> GameReasons | None:
    reference = profile_for(line.start.ruleset.game).reasons
    found: GameReasons | None = loaded(reference) if reference else None
    return found


def _heaviest(found: Sequence[Weighed], most: int) -> Reasons:
    ordered = sorted(found, key=lambda each: -each[0])  # of equal ones, the first
    return tuple(reason for _weight, reason in ordered[:most])


def _by_the_end(points: float) -> Reasons:
    lost = round(points)
    if lost < 1:
        return ((N_("a worse position"), {}),)
    return (counted(NP_("about {n} point less by the end", "about {n} points less by the end"), lost),)


# ---- for every game ------------------------------------------------------------------------------------------------


def points_of(line: Line, leave_out: Sequence[str] = ()) -> list[Weighed]:
    """What a turn brings the seat, by source."""
    mine = line.changes()[line.seat]
    words = profile_for(line.start.ruleset.game).sources
    return [
        (abs(points), (words[source], {"points": signed(points)}))
        for source, points in mine.items()
        if source in words and points and source not in leave_out
    ]


def fewer_points(played: Line, best: Line, leave_out: Sequence[str] = ()) -> list[Weighed]:
    """What a turn brings less than the best one, by source."""
    words = profile_for(played.start.ruleset.game).sources
    return [
        (lost, (words[source], {"points": signed(-lost)}))
        for source, lost in lost_points(played, best).items()
        if lost > 0 and source in words and source not in leave_out
    ]


def lost_points(played: Line, best: Line) -> Mapping[str, int]:
    """By source: how much less a turn brings its seat than the best one."""
    had, could = played.changes()[played.seat], best.changes()[best.seat]
    return {source: could[source] - had[source] for source in could}


def lost_by_source(played: Line, best: Line) -> dict[str, int]:
    """The same without zeros and the total; {} if only one of the two turns can be followed to its end."""
    if played.whole != best.whole:
        return {}
    return {source: lost for source, lost in lost_points(played, best).items() if lost and source != "total"}


def given_points(played: Line, best: Line) -> int:
    """How much more the reply brings the next seat than the reply to the best turn does."""
    if not played.replier or played.replier != best.replier:
        return 0
    got, else_got = played.reply_changes()[played.replier], best.reply_changes()[played.replier]
    return got["total"] - else_got["total"]
