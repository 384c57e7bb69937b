"""Puzzle ratings of members, per game, by openskill's Plackett-Luce model: a puzzle is an opponent of known strength.

Only a member's first attempt at a puzzle counts, and it counts once: the attempt's row and the rating change together.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import sqlalchemy as sa

from lutetia.core.json_types import Json
from lutetia.puzzles import Puzzle
from lutetia.server.store import schema

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MIDDLE = 1500
SCALE = 30
"""Points per unit of the model. With it, 400 points are odds of about ten to one, as usual."""
PUZZLE_SIGMA = 2.0
"""How uncertain a puzzle's measured difficulty is, in units of the model."""
SURE = 3.0
"""Below this uncertainty a rating is no longer provisional."""


@dataclass(frozen=True)
class PuzzleRating:
    """How well a member solves the puzzles of a game."""

    mu: float
    sigma: float

    @property
    def points(self) -> int:
        return round(MIDDLE + SCALE * (self.mu - _model().mu))

    @property
    def provisional(self) -> bool:
        return self.sigma > SURE


@dataclass(frozen=True)
class Counted:
    """What a first attempt changed."""

    before: int
    after: int


def count(
    connection: sa.Connection, person: str, puzzle: Puzzle, *, solved: bool, now: int, day: int | None
) -> Counted | None:
    """Count an attempt and rate it; None if the member has tried the puzzle before. In one transaction.

    `day`: the day whose puzzle it is, if it is tried on that day.
    """
    attempt, rating = schema.puzzle_attempt, schema.puzzle_rating
    known = sa.select(attempt.c.puzzle).where(attempt.c.person == person, attempt.c.puzzle == puzzle.id)
    if connection.execute(known).first() is not None:
        return None
    old = ratings_of(connection, person).get(puzzle.game, newcomer())
    new = rated(old, puzzle.rating, solved)
    connection.execute(  # fails if another request was first: then nothing of this one is kept
        sa.insert(attempt).values(
            person=person, puzzle=puzzle.id, game=puzzle.game, solved=solved, at=now, day=day, points=new.points
        )
    )
    connection.execute(sa.delete(rating).where(rating.c.person == person, rating.c.game == puzzle.game))
    connection.execute(sa.insert(rating).values(person=person, game=puzzle.game, mu=new.mu, sigma=new.sigma))
    return Counted(old.points, new.points)


def ratings_of(connection: sa.Connection, person: str) -> dict[str, PuzzleRating]:
    """A member's puzzle ratings by game; a game without attempts is missing."""
    table = schema.puzzle_rating
    rows = connection.execute(sa.select(table).where(table.c.person == person))
    return {row.game: PuzzleRating(row.mu, row.sigma) for row in rows}


def attempts_of(connection: sa.Connection, person: str, game: str | None = None) -> list[Json]:
    """A member's first attempts, the oldest first."""
    table = schema.puzzle_attempt.c
    wanted = sa.select(table.puzzle, table.game, table.solved, table.at, table.day, table.points)
    wanted = wanted.where(table.person == person).order_by(table.at, table.puzzle)
    if game is not None:
        wanted = wanted.where(table.game == game)
    return [dict(row) for row in connection.execute(wanted).mappings()]


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
