"""Ratings per game, by openskill's Plackett-Luce model, which handles two and more players."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import sqlalchemy as sa

from lutetia.server.store import schema

if TYPE_CHECKING:
    from openskill.models import PlackettLuce


@dataclass(frozen=True)
class Rating:
    """A person's strength at a game: the mean, its uncertainty, and the number of rated games."""

    mu: float
    sigma: float
    games: int

    @property
    def points(self) -> int:
        """One figure to show: a lower bound of the strength (three sigma); 1000 for a newcomer."""
        return round(1000 + 40 * (self.mu - 3 * self.sigma))


def rate(connection: sa.Connection, game: str, ranks: dict[str, int]) -> None:
    """Update the ratings after a rated game: each person's rank, 1 is best, equal ranks are a tie.

    Call it once per game, in the transaction that ends it. Deleted accounts do not count; with fewer than two people
    left, nothing changes.
    """
    here = sa.select(schema.person.c.id).where(schema.person.c.id.in_(ranks), schema.person.c.deleted.is_(None))
    people = sorted(connection.execute(here).scalars())
    if len(people) < 2:
        return
    model = _model()
    before = {person: ratings_of(connection, person).get(game, _newcomer()) for person in people}
    teams = [[model.rating(mu=before[person].mu, sigma=before[person].sigma)] for person in people]
    rated = model.rate(teams, ranks=[float(ranks[person]) for person in people])
    table = schema.rating
    for person, [after] in zip(people, rated, strict=True):
        connection.execute(sa.delete(table).where(table.c.person == person, table.c.game == game))
        kept = {"mu": after.mu, "sigma": after.sigma, "games": before[person].games + 1}
        connection.execute(sa.insert(table).values(person=person, game=game, **kept))


def ratings_of(connection: sa.Connection, person: str) -> dict[str, Rating]:
    """A person's ratings by game; a game that the person has not played rated is missing."""
    rows = connection.execute(sa.select(schema.rating).where(schema.rating.c.person == person))
    return {row.game: Rating(row.mu, row.sigma, row.games) for row in rows}


@cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce

    return PlackettLuce()


def _newcomer() -> Rating:
    new = _model().rating()
    return Rating(new.mu, new.sigma, 0)
