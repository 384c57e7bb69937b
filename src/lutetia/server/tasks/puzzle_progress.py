"""How well somebody solves puzzles, by openskill's Plackett-Luce model: a puzzle is an opponent of known strength.

Only the first attempt at a puzzle counts. Attempts are `{"puzzle", "game", "solved", "at", "day", "points"}`; `day` is
the day whose puzzle it was, if it was tried on that day, and `points` the rating after it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from lutetia.core.json_types import Json

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MIDDLE = 1500
SCALE = 30
"""Points per unit of the model. With it, 400 points are odds of about ten to one, as usual."""
PUZZLE_SIGMA = 2.0
"""How uncertain a puzzle's measured difficulty is, in units of the model."""
SURE = 3.0
"""Below this uncertainty a rating is no longer provisional."""
CURVE = 200
"""How many of the last attempts a curve shows."""


@dataclass(frozen=True)
class PuzzleRating:
    """How well somebody solves the puzzles of a game."""

    mu: float
    sigma: float

    @property
    def points(self) -> int:
        return round(MIDDLE + SCALE * (self.mu - _model().mu))

    @property
    def provisional(self) -> bool:
        return self.sigma > SURE


def progress(attempts: list[Json], ratings: Mapping[str, PuzzleRating], today: int) -> Json:
    """Ratings and streaks, from all first attempts, the oldest first: `{"days", "games"}`."""
    games = []
    for game, rating in sorted(ratings.items()):
        own = [attempt for attempt in attempts if attempt["game"] == game]
        now, best = run(own)
        games.append(
            {
                "game": game,
                "points": rating.points,
                "provisional": rating.provisional,
                "tried": len(own),
                "solved": sum(attempt["solved"] for attempt in own),
                "run": now,
                "best_run": best,
                "curve": [attempt["points"] for attempt in own[-CURVE:]],
            }
        )
    return {"days": days_in_a_row(attempts, today), "games": games}


def run(attempts: list[Json]) -> tuple[int, int]:
    """How many were solved in a row, up to now and at best."""
    now = best = 0
    for attempt in attempts:
        now = now + 1 if attempt["solved"] else 0
        best = max(best, now)
    return now, best


def days_in_a_row(attempts: list[Json], today: int) -> int:
    """On how many days in a row the puzzle of the day was solved, up to today, or to yesterday if today's is open."""
    solved = {attempt["day"] for attempt in attempts if attempt["solved"] and attempt["day"] is not None}
    day = today if today in solved else today - 1
    count = 0
    while day - count in solved:
        count += 1
    return count


def newcomer() -> PuzzleRating:
    """The rating before the first attempt."""
    new = _model().rating()
    return PuzzleRating(new.mu, new.sigma)


def rated(old: PuzzleRating, strength: int, solved: bool) -> PuzzleRating:
    """The rating after a puzzle of this strength."""
    model = _model()
    me = model.rating(mu=old.mu, sigma=old.sigma)
    it = model.rating(mu=model.mu + (strength - MIDDLE) / SCALE, sigma=PUZZLE_SIGMA)
    [[after], _it] = model.rate([[me], [it]], ranks=[1.0, 2.0] if solved else [2.0, 1.0])
    return PuzzleRating(after.mu, after.sigma)


@cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce

    return PlackettLuce()
