"""Ratings per game, by openskill's Plackett-Luce model, which handles two and more players.

Games between the same people count less and less: after `n` rated games with an opponent in the last 30 days, the next
one counts `h / (h + n)`, where `h` is the setting `rated_halving`. In a game of several people, the opponent met most
often decides. The whole update, of the mean and of its uncertainty, is shrunk by this weight.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import sqlalchemy as sa

from lutetia.server.store import schema

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MONTH = 30 * 86_400_000
HALVING = 3
"""After so many recent games between the same people, the next counts half."""


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


def rate(connection: sa.Connection, game: str, ranks: dict[str, int], now: int = 0, *, halving: int = HALVING) -> None:
    """Update the ratings after a rated game: each person's rank, 1 is best, equal ranks are a tie.

    Call it once per game, in the transaction that ends it and before the game is marked as over. Deleted accounts do
    not count; with fewer than two people left, nothing changes.
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
        old, met = before[person], _times_met(connection, game, person, people, now - MONTH)
        weight = halving / (halving + met)
        mu, sigma = (was + weight * (is_ - was) for was, is_ in ((old.mu, after.mu), (old.sigma, after.sigma)))
        connection.execute(sa.delete(table).where(table.c.person == person, table.c.game == game))
        connection.execute(sa.insert(table).values(person=person, game=game, mu=mu, sigma=sigma, games=old.games + 1))


def _times_met(connection: sa.Connection, game: str, person: str, people: list[str], since: int) -> int:
    """How many rated games that counted this person has had with the opponent of these that they met most often."""
    own, other, table = schema.seat.alias(), schema.seat.alias(), schema.game
    met = (
        sa.select(other.c.person, table.c.outcome)
        .join_from(own, table, own.c.game == table.c.id)
        .join(other, other.c.game == table.c.id)
        .where(own.c.person == person, other.c.person.in_([one for one in people if one != person]))
        .where(table.c.rated, table.c.status == "over", table.c.game == game, table.c.changed >= since)
    )
    counted = Counter(row.person for row in connection.execute(met) if (row.outcome or {}).get("ranks"))
    return max(counted.values(), default=0)


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
