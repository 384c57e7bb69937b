"""How a game will probably end, as far as a viewer can know: `lutetia.evaluate`, and what hints and analyses ask.

A search gives each seat's chance and margin; `calibration.py` turns the chances into probabilities that come true.
Finished games and solved endgames are exact. A step that is forced decides nothing, so a position where there is only
one has the value of the position that follows.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

import lutetia
from lutetia.bots import decision_seed
from lutetia.bots.calibration import NETWORK, ROLLOUTS, correction, rounded
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
DRAWS = 24
"""Games imagined for a step that reveals something, each with a share of the effort."""
MOST_PER_SECOND = 200_000
"""Simulations that a search may have room for, per second of an evaluation with a time limit."""
MOST = 2_000_000
"""Simulations of the longest search with a time limit: more would need gigabytes of memory."""
SLICE = 64
"""Simulations between two looks at the clock."""


class Estimate(TypedDict):
    """What `evaluate` returns. All values are by seat."""

    chances: dict[str, float]
    """The probability that the seat wins; a shared first place counts its share. They add up to 1."""
    margins: dict[str, float]
    """The expected final points less the best rival's."""
    proven: bool
    """Whether this is certain with best play, or the game is over."""


@dataclass(frozen=True)
class Outlook:
    """What is expected of a position. The lists are in the order of the seats."""

    chances: list[float]
    """They add up to 1."""
    margins: list[float]
    proven: bool = False
    best: str | None = None
    """The step that the seat to decide should take; None if the viewer does not know what it decides on."""
    second: str | None = None
    """The step that was looked at most after the best; None if there is none, or it was proven."""

    def told(self, seats: tuple[str, ...]) -> Estimate:
        """By the names of the seats."""
        return {
            "chances": dict(zip(seats, self.chances, strict=True)),
            "margins": dict(zip(seats, self.margins, strict=True)),
            "proven": self.proven,
        }


@dataclass(frozen=True)
class Belief:
    """What a search believes, before it is corrected."""

    method: str
    chances: list[float]
    margins: list[float]
    best: str | None = None
    second: str | None = None


def evaluate(view: Json, *, seconds: float | None = None, seed: int = 0) -> Estimate:
    """How the game of a view will end. It uses only what the view shows, so a view of any seat or of nobody will do.

    Without `seconds` the effort is fixed, and the same view and seed give the same answer on every machine. Otherwise
    it searches for about so many seconds, or until it has looked at 2,000,000 simulations, whichever is first. Raises
    ValueError if `seconds` is not a positive number.
    """
    if seconds is not None and not (isinstance(seconds, int | float) and 0 < seconds <= sys.float_info.max):
        raise ValueError(_("seconds: a number above 0 or None is needed, not {found}", found=shown(seconds)))
    rng = Rng(decision_seed(seed, view))
    game = lutetia.imagine(view, seed=rng.choose(2**31 - 1))
    seats = game.ruleset.seats
    viewer = seats.index(view["viewer"]) if view["viewer"] in seats else -1
    return look(game, viewer, profile_for(game.ruleset.game).hint, rng, seconds).told(seats)


def look(game: Game[Any], viewer: int, method: Method, rng: Rng, seconds: float | None = None) -> Outlook:
    """What a viewer (-1: a spectator) can expect of a game. What the viewer cannot know does not matter."""
    if game.over:
        return finished(game)
    proven = solve(game, profile_for(game.ruleset.game).guide(), method.proof)
    if proven:
        return _solved(game, proven[0].step, proven[0].value, proven[0].lead)
    return corrected(game, belief(game, viewer, method, rng, seconds), leads(game, viewer, rng))


def look_after(game: Game[Any], step: str, method: Method, rng: Rng) -> Outlook:
    """What the deciding seat can expect of a step, by what it knows before it.

    What the step reveals is drawn anew: luck makes a choice neither better nor worse.
    """
    seat = game.kernel.seat
    if not game.ruleset.reveals(step):
        after = game.copy()
        after.play(step)
        return look(after, seat, method, rng)
    alike = lutetia.imagine(game.view(game.seat), seed=rng.choose(2**31 - 1))
    found = []
    for draw in [Rng(rng.choose(2**31 - 1)) for _draw in range(DRAWS)]:
        after = _imagined(alike, seat, draw)
        after.play(step)
        found.append(look(after, seat, method.share(DRAWS), draw))
    chances, margins = _mean(found)
    return Outlook(rounded(chances), margins, proven=all(one.proven for one in found))


def belief(game: Game[Any], viewer: int, method: Method, rng: Rng, seconds: float | None = None) -> Belief:
    """What a search expects of a game that is not over, for a viewer (-1: a spectator)."""
    if game.kernel.seat == viewer or game.ruleset.is_open_endgame(game.kernel):
        return _search(game, method, 1, seconds, rng)
    worlds = [_search(_imagined(game, viewer, rng), method, WORLDS, seconds, rng) for _world in range(WORLDS)]
    chances, margins = _mean(worlds)
    return Belief(worlds[0].method, chances, margins)


def leads(game: Game[Any], viewer: int, rng: Rng) -> list[float]:
    """Each seat's points now, less the best rival's, as far as a viewer (-1: a spectator) knows."""
    worlds = [_imagined(game, viewer, rng).kernel for _world in range(WORLDS)]
    points = [sum(kernel.points_of(seat) for kernel in worlds) / WORLDS for seat in range(game.kernel.players)]
    return _ahead(points)


def _mean(found: Sequence[Outlook | Belief]) -> tuple[list[float], list[float]]:
    """The mean chances and margins of several games."""
    chances, margins = (
        [sum(each) / len(found) for each in zip(*part, strict=True)]
        for part in ([one.chances for one in found], [one.margins for one in found])
    )
    return chances, margins


def corrected(game: Game[Any], found: Belief, leads: Sequence[float]) -> Outlook:
    """The belief with chances that are probabilities."""
    correct = correction(game.ruleset, found.method, profile_for(game.ruleset.game).phase(game.kernel))
    chances = correct.apply(found.chances, found.margins, leads) if correct else found.chances
    return Outlook(rounded(chances), _opposite(found.margins), best=found.best, second=found.second)


def _opposite(margins: list[float]) -> list[float]:
    """With two seats one is ahead by as much as the other is behind; a network estimates both by themselves."""
    if len(margins) != 2:
        return margins
    ahead = (margins[0] - margins[1]) / 2
    return [ahead, -ahead]


def finished(game: Game[Any]) -> Outlook:
    """The result of a game that is over."""
    kernel = game.kernel
    points = [float(kernel.points_of(seat)) for seat in range(kernel.players)]
    shares = [(kernel.utility_of(seat) + 1) / 2 for seat in range(kernel.players)]
    chances = [share / sum(shares) for share in shares]
    return Outlook(chances, _ahead(points), proven=True)


def _ahead(points: list[float]) -> list[float]:
    """How far each seat is ahead of its best rival; negative: behind."""
    return [mine - max(points[:seat] + points[seat + 1 :]) for seat, mine in enumerate(points)]


def _solved(game: Game[Any], step: str, value: float, lead: float) -> Outlook:
    """The solver's result; it is for two players. Half a point of its lead stands for a tie that is broken."""
    me, points = game.kernel.seat, float(int(lead))
    chances, margins = [1 - value] * 2, [-points] * 2
    chances[me], margins[me] = value, points
    return Outlook(chances, margins, proven=True, best=step)


def _imagined(game: Game[Any], viewer: int, rng: Rng) -> Game[Any]:
    """A game that the viewer cannot tell from this one. It has no past."""
    kernel = game.ruleset.new_kernel()
    kernel.become(game.kernel)
    kernel.imagine(viewer, rng)
    return Game(game.ruleset, kernel, {})


def _search(world: Game[Any], method: Method, worlds: int, seconds: float | None, rng: Rng) -> Belief:
    """What a search for the seat that decides thinks of a game, with its share of the effort."""
    evaluator = evaluator_for(world.ruleset) if method.learned else None
    if evaluator is not None and method.learned:
        return _by_network(world, evaluator, method.learned.evaluations // worlds, seconds and seconds / worlds, rng)
    return _by_rollouts(world, method.simulations // worlds, seconds and seconds / worlds, rng)


def _by_network(world: Game[Any], evaluator: Evaluator, evaluations: int, seconds: float | None, rng: Rng) -> Belief:
    most = max(1, evaluations) if seconds is None else _room(seconds)
    tree = tree_for(world, evaluator, Learned(most), rng)
    _for_seconds(lambda slice_: tree.run(evaluator, slice_, 0.0), most, seconds)
    chances, _scores, margins = tree.values()
    return Belief(NETWORK, chances, margins, *_first_two(world, tree.children()))


def _by_rollouts(world: Game[Any], simulations: int, seconds: float | None, rng: Rng) -> Belief:
    most = max(1, simulations) if seconds is None else _room(seconds)
    run, search = search_for(world, most, rng)
    _for_seconds(run, most, seconds)
    chances, margins = search.values()
    total = sum(chances)
    steps = _first_two(world, search.children())
    return Belief(ROLLOUTS, [chance / total for chance in chances], margins, *steps)


def _first_two(world: Game[Any], children: list[Any]) -> list[str]:
    """The steps that were visited most; one if there is only one."""
    return [world.ruleset.step_texts[child[0]] for child in children[:2] if child[1]]


def _room(seconds: float) -> int:
    """The most simulations of a search with a time limit."""
    return int(min(seconds * MOST_PER_SECOND, MOST)) + SLICE


def _for_seconds(run: Callable[[int], None], most: int, seconds: float | None) -> None:
    """Run `most` simulations, or as many as the time allows."""
    if seconds is None:
        run(most)
        return
    until = time.monotonic() + seconds
    done = 0
    while done + SLICE <= most and (not done or time.monotonic() < until):
        run(SLICE)
        done += SLICE
