"""How a game will probably end, as far as a viewer can know: `lutetia.evaluate`."""

from __future__ import annotations

import time
from typing import Any, TypedDict

import lutetia
from lutetia.bots import decision_seed
from lutetia.bots.evaluator import Evaluator
from lutetia.bots.learned_bot import tree_for
from lutetia.bots.level_bot import search_for, solve
from lutetia.bots.profile import Learned, Method, profile_for
from lutetia.bots.trained import evaluator_for
from lutetia.core.errors import shown
from lutetia.core.game import Game
from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.core.random import Rng

WORLDS = 8
"""Games imagined for a viewer who does not decide, and so does not know what the decision is based on."""
MOST_PER_SECOND = 200_000
"""Simulations that a search may have room for, per second of an evaluation with a time limit."""
SLICE = 64
"""Simulations between two looks at the clock."""

Values = tuple[list[float], list[float]]
"""Each seat's chance and margin."""


class Estimate(TypedDict):
    """What `evaluate` returns. All values are by seat."""

    chances: dict[str, float]
    """The probability that the seat wins; a shared first place counts its share. They add up to 1."""
    margins: dict[str, float]
    """The expected final points less the best rival's."""
    proven: bool
    """Whether this is certain with best play, or the game is over."""


def evaluate(view: Json, *, seconds: float | None = None, seed: int = 0) -> Estimate:
    """How the game of a view will end. It uses only what the view shows, so a view of any seat or of nobody will do.

    Without `seconds` the effort is fixed, and the same view and seed give the same answer on every machine. Otherwise
    it searches for about so many seconds. Raises ValueError if `seconds` is not a positive number.
    """
    if seconds is not None and not (isinstance(seconds, int | float) and 0 < seconds < float("inf")):
        raise ValueError(_("seconds: a number above 0 or None is needed, not {found}", found=shown(seconds)))
    rng = Rng(decision_seed(seed, view))
    game = lutetia.imagine(view, seed=rng.choose(2**31 - 1))
    if game.over:
        return _estimate(game, _final_values(game), proven=True)
    profile = profile_for(game.ruleset.game)
    proven = solve(game, profile.guide(), profile.hint.proof)
    if proven:
        return _estimate(game, _proven_values(game, proven[0].value, proven[0].lead), proven=True)
    worlds = [game]
    if game.seat != view["viewer"] and not game.ruleset.is_open_endgame(game.kernel):
        worlds += [lutetia.imagine(view, seed=rng.choose(2**31 - 1)) for _world in range(1, WORLDS)]
    return _estimate(game, _mean([_values(world, profile.hint, len(worlds), seconds, rng) for world in worlds]))


def _estimate(game: Game[Any], values: Values, proven: bool = False) -> Estimate:
    seats, (chances, margins) = game.ruleset.seats, values
    total = sum(chances)
    return {
        "chances": {seat: chance / total for seat, chance in zip(seats, chances, strict=True)},
        "margins": dict(zip(seats, margins, strict=True)),
        "proven": proven,
    }


def _final_values(game: Game[Any]) -> Values:
    kernel = game.kernel
    points = [float(kernel.points_of(seat)) for seat in range(kernel.players)]
    rivals = [max(points[:seat] + points[seat + 1 :]) for seat in range(kernel.players)]
    chances = [(kernel.utility_of(seat) + 1) / 2 for seat in range(kernel.players)]
    return chances, [mine - rival for mine, rival in zip(points, rivals, strict=True)]


def _proven_values(game: Game[Any], value: float, lead: float) -> Values:
    """The solver's result; it is for two players. Half a point of its lead stands for a tie that is broken."""
    me, points = game.kernel.seat, float(int(lead))
    chances, margins = [1 - value] * 2, [-points] * 2
    chances[me], margins[me] = value, points
    return chances, margins


def _values(world: Game[Any], method: Method, worlds: int, seconds: float | None, rng: Rng) -> Values:
    """What a search for the seat that decides thinks of an imagined game, with its share of the effort."""
    evaluator = evaluator_for(world.ruleset) if method.learned else None
    if evaluator is not None and method.learned:
        return _by_network(world, evaluator, method.learned.evaluations // worlds, seconds and seconds / worlds, rng)
    return _by_rollouts(world, method.simulations // worlds, seconds and seconds / worlds, rng)


def _by_network(world: Game[Any], evaluator: Evaluator, evaluations: int, seconds: float | None, rng: Rng) -> Values:
    most = evaluations if seconds is None else int(seconds * MOST_PER_SECOND) + SLICE
    tree = tree_for(world, evaluator, Learned(most), rng)
    _for_seconds(lambda slice_: tree.run(evaluator, slice_, 0.0), most, seconds)
    chances, _scores, margins = tree.values()
    return chances, margins


def _by_rollouts(world: Game[Any], simulations: int, seconds: float | None, rng: Rng) -> Values:
    most = simulations if seconds is None else int(seconds * MOST_PER_SECOND) + SLICE
    run, search = search_for(world, most, rng)
    _for_seconds(run, most, seconds)
    found: Values = search.values()
    return found


def _for_seconds(run: Any, most: int, seconds: float | None) -> None:
    """Run `most` simulations, or as many as the time allows."""
    if seconds is None:
        run(most)
        return
    until = time.monotonic() + seconds
    done = 0
    while done + SLICE <= most and (not done or time.monotonic() < until):
        run(SLICE)
        done += SLICE


def _mean(found: list[Values]) -> Values:
    chances, margins = (
        [sum(each) / len(found) for each in zip(*part, strict=True)] for part in zip(*found, strict=True)
    )
    return chances, margins
