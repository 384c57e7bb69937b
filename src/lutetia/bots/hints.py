"""Hints for a player: the turn that a strong bot would play, and why, in points and in the game's own words."""

from __future__ import annotations

import lutetia
from lutetia.bots import decision_seed
from lutetia.bots.estimate import Outlook, look
from lutetia.bots.profile import Method, profile_for
from lutetia.bots.reasons import favour, foresee
from lutetia.bots.suggestion import Reasons, Suggestion
from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.core.numbers import signed
from lutetia.core.random import Rng

CLEAR = 0.985
"""A chance of winning above this, or as far below a half, says nothing that the margin does not say."""


def suggest(view: Json, seed: int = 0, method: Method | None = None) -> Suggestion:
    """What a strong bot would do in the rest of the turn for the view's seat, with the reasons.

    `method` replaces the game's own budget for hints. Raises ValueError if the seat has nothing to decide.
    """
    rng = Rng(decision_seed(seed, view))
    game = lutetia.imagine(view, seed=rng.choose(2**31 - 1))
    if game.over or game.seat != view["viewer"]:
        raise ValueError(_("there is nothing to decide in this view"))
    profile = profile_for(game.ruleset.game)
    used = method or profile.hint
    found = look(game, game.kernel.seat, used, rng)
    step = found.best or game.legal()[0]
    is_open = game.ruleset.is_open_endgame(game.kernel)
    line = foresee(game, [step], method or profile.analysis, seed, whole=False, reply=is_open)
    changes, me = line.changes(), game.kernel.seat
    rivals = max(change["total"] for seat, change in changes.items() if seat != line.seat)
    reasons = favour(line, most=2) + _rivals(rivals) + _outcome(found, me)
    points = changes[line.seat]["total"] - rivals
    return Suggestion(step, reasons, points, line.steps[1:], round(found.chances[me], 3))


def _rivals(points: int) -> Reasons:
    """What the turn changes for the others."""
    return ((N_("your opponent {points}"), {"points": signed(points)}),) if points else ()


def _outcome(found: Outlook, me: int) -> Reasons:
    """How the game will end, proven or estimated."""
    lead, chance = round(found.margins[me]), found.chances[me]
    points: dict[str, object] = {"points": str(abs(lead))}
    if not found.proven:
        percent: Reasons = ((N_("chance of winning {percent} %"), {"percent": str(round(100 * chance))}),)
        return _lead(lead, points) + (percent if 1 - CLEAR < chance < CLEAR else ())
    if lead == 0:
        return ((_level(chance), {}),)
    if chance > 0.5:
        return ((N_("win by {points} (proven)"), points),)
    return ((N_("smallest possible loss: {points} (proven)"), points),)


def _level(chance: float) -> str:
    """What equal points are worth: the rules may break the tie."""
    if chance == 0.5:
        return N_("level on points (proven)")
    if chance > 0.5:
        return N_("level on points, and you win the tie (proven)")
    return N_("level on points, but you lose the tie (proven)")


def _lead(lead: int, points: dict[str, object]) -> Reasons:
    few = {
        0: N_("about level on points at the end"),
        1: N_("about one point ahead at the end"),
        -1: N_("about one point behind at the end"),
    }
    if lead in few:
        return ((few[lead], {}),)
    ahead = N_("about {points} points ahead at the end")
    return ((ahead if lead > 0 else N_("about {points} points behind at the end"), points),)
