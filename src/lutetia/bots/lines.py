"""The best turns of a position: each a line of steps, with how the game will probably end after it.

A turn may have many steps, so turns are not searched one by one. A search from the position shares its visits among the
first steps; the line with the largest share is followed by a smaller search, and so on to the end of the turn. The
lines found first are then compared: the position after each is searched with the same effort.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import Any, TypedDict

import lutetia
from lutetia.bots import decision_seed
from lutetia.bots.engine_levels import BUDGETS
from lutetia.bots.estimate import Outlook, look
from lutetia.bots.learned_bot import tree_for
from lutetia.bots.level_bot import search_for, solve
from lutetia.bots.profile import Learned, Method, profile_for
from lutetia.bots.trained import evaluator_for
from lutetia.core.errors import shown
from lutetia.core.game import Game
from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.core.random import Rng

MOST_BUDGET = 1_000_000
MOST_LINES = 10
SAMPLES = 4
"""Imagined games that are played side by side: they show when a step reveals something, and they are all judged."""
BRANCHES = 6
"""Steps of a decision that may lead to one of the best turns."""
MOST_SEARCHES = 40
"""Decisions that are searched for further lines once one is found."""
PROOF = 40
"""Positions that the solver may visit for each unit of the budget."""
LEAST = 8


class Line(TypedDict):
    """A turn, from the position on. All values are by seat, for the position after its last step."""

    steps: list[str]
    ends: bool
    """Whether the turn ends there. Otherwise the last step reveals something, and what follows depends on it."""
    chances: dict[str, float]
    """The probability that the seat wins; a shared first place counts its share. They add up to 1."""
    margins: dict[str, float]
    """The expected final points less the best rival's."""
    proven: bool
    """Whether the values are certain with best play."""


class Lines(TypedDict):
    """What `best_turns` returns. The values of the position are those of its first line."""

    seat: str
    budget: int
    lines: list[Line]


@dataclass(frozen=True)
class _Partial:
    """The beginning of a turn, in each of the imagined games."""

    steps: tuple[str, ...]
    games: list[Game[Any]]
    stops: bool
    """The turn has ended, or the last step has revealed something."""
    ends: bool


def best_turns(view: Json, *, budget: int = BUDGETS[1], most: int = 3, seed: int = 0) -> Lines:
    """The best turns of the view's seat, best first, at most `most`. It uses only what the view shows.

    The same view, budget and seed give the same answer on every machine. Raises ValueError if the view's seat has
    nothing to decide, or a number is out of range.
    """
    _check_number("budget", budget, MOST_BUDGET)
    _check_number("most", most, MOST_LINES)
    rng = Rng(decision_seed(seed, view))
    first = lutetia.imagine(view, seed=rng.choose(2**31 - 1))
    if first.over or first.seat != view["viewer"]:
        raise ValueError(_("there is nothing to decide in this view"))
    games = [first]
    if not first.ruleset.is_open_endgame(first.kernel):
        games += [lutetia.imagine(view, seed=rng.choose(2**31 - 1)) for _game in range(1, SAMPLES)]
    me = str(first.seat)
    found = list(_turns(_Partial((), games, stops=False, ends=False), me, budget, most, rng))
    lines = [_judged(turn, budget // (2 * most), budget * PROOF, rng) for turn in found]
    lines.sort(key=lambda line: (-round(line["chances"][me], 2), -line["margins"][me]))
    return {"seat": me, "budget": budget, "lines": lines}


def _check_number(name: str, found: object, most: int) -> None:
    if type(found) is not int or not 1 <= found <= most:
        reason = N_("{name}: a whole number from 1 to {most} is needed, not {found}")
        raise ValueError(_(reason, name=name, most=most, found=shown(found)))


def _turns(root: _Partial, me: str, budget: int, most: int, rng: Rng) -> Iterator[_Partial]:
    """The turns that get the largest shares of the visits, each position once: the order of steps does not matter."""
    numbers = count()
    waiting: list[tuple[float, int, _Partial, str | None]] = [(-1.0, next(numbers), root, None)]
    turn, searches = root.games[0].kernel.turn, 0
    seen: set[str] = set()
    while waiting and (searches < MOST_SEARCHES or not seen):
        share, _number, partial, step = heappop(waiting)
        if step is not None:
            partial = _followed(partial, step, me, turn)
        if partial.stops:
            reached = json.dumps(partial.games[0].view(me)["position"], sort_keys=True)
            if reached not in seen:
                seen.add(reached)
                yield partial
                if len(seen) == most:
                    return
            continue
        effort = budget // 4 if step is None else budget // 32
        shares = _shares(partial.games[0], max(LEAST, effort), budget * PROOF, rng)
        searches += len(shares) > 1
        for next_step, part in shares[:BRANCHES]:
            heappush(waiting, (share * part, next(numbers), partial, next_step))


def _followed(partial: _Partial, step: str, me: str, turn: int) -> _Partial:
    games = [game.copy() for game in partial.games]
    for game in games:
        game.play(step)
    first = games[0]
    ends = first.over or first.kernel.turn != turn
    known = None if ends else first.view(me)
    reveals = known is not None and any(game.view(me) != known for game in games[1:])
    return _Partial((*partial.steps, step), games, ends or reveals, ends)


def _shares(game: Game[Any], budget: int, proof: int, rng: Rng) -> list[tuple[str, float]]:
    """The steps that a search tries, with their shares of the visits, largest first. A proven best step comes first."""
    legal = game.legal()
    if len(legal) == 1:
        return [(legal[0], 1.0)]
    profile, texts = profile_for(game.ruleset.game), game.ruleset.step_texts
    if evaluator := evaluator_for(game.ruleset) if profile.hint.learned else None:
        tree = tree_for(game, evaluator, Learned(budget), rng)
        tree.run(evaluator, budget + 1, 0.0)
        visits = [(texts[child[0]], child[1] + child[5]) for child in tree.children()]  # a tie: by the prior
    else:
        run, search = search_for(game, budget, rng)
        run(budget)
        visits = [(texts[child[0]], child[1]) for child in search.children()]
    visits.sort(key=lambda each: -each[1])
    total = sum(number for _step, number in visits)
    shares = [(step, number / total) for step, number in visits if number]
    best = solve(game, profile.guide(), min(proof, PROOF * profile.hint.proof))
    if best:
        rest = [(step, share / 2) for step, share in shares if step != best[0].step]
        shares = [(best[0].step, 1.0), *rest]
    return shares


def _judged(turn: _Partial, budget: int, proof: int, rng: Rng) -> Line:
    """A turn with the mean of what the searches after it find in the imagined games."""
    found = [_outlook(game, max(LEAST // 2, budget // len(turn.games)), proof, rng) for game in turn.games]
    seats = turn.games[0].ruleset.seats
    chances, margins = (
        [sum(each) / len(found) for each in zip(*part, strict=True)]
        for part in ([each.chances for each in found], [each.margins for each in found])
    )
    total = sum(chances)
    return {
        "steps": list(turn.steps),
        "ends": turn.ends,
        "chances": {seat: chance / total for seat, chance in zip(seats, chances, strict=True)},
        "margins": dict(zip(seats, margins, strict=True)),
        "proven": all(each.proven for each in found),
    }


def _outlook(game: Game[Any], budget: int, proof: int, rng: Rng) -> Outlook:
    """What the seat that decides can expect of an imagined game, as `evaluate` would say it."""
    hint = profile_for(game.ruleset.game).hint
    learned = Learned(budget) if hint.learned else None
    return look(game, game.kernel.seat, Method(budget, min(proof, PROOF * hint.proof), learned=learned), rng)
