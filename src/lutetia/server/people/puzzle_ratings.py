"""Puzzle ratings of members, per game: how they are stored. `tasks/puzzle_progress.py` computes them.

Only a member's first attempt at a puzzle counts, and it counts once: the attempt's row and the rating change together.
"""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from lutetia.core.json_types import Json
from lutetia.puzzles import Puzzle
from lutetia.server.store import schema
from lutetia.server.tasks.puzzle_progress import PuzzleRating, newcomer, rated


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
