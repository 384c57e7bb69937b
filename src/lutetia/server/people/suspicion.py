"""Suspicious series of rated games, for moderators: the same people, again and again, in games that were hardly played,
or from the same network; or one person against many others who gave up at once.

Nothing is decided here. Each finding names the people and says why it is shown.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any, NamedTuple

import sqlalchemy as sa

from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.server.people.ratings import MONTH
from lutetia.server.people.same_network import games_from_same_network
from lutetia.server.store import schema

LONG_SERIES = 5
"""From so many such games of the same two people on."""
SHORT_GAME = 10
"""Fewer steps than this for each seat: hardly played."""
ONE_SIDED = 0.9
"""The share of games that one of the two has won."""
LATEST = 6
"""So many games of a series are named, for moderators to look at."""
MOSTLY = 0.5
"""The share of games that somebody has won because one after the other gave up."""


@dataclass(frozen=True)
class Series:
    """Rated games of two people, or of one with many others. `reason` is a catalogue key, with its `values`; `last` is
    the time of the last game; `latest` are the ids of the last ones."""

    people: tuple[str, ...]
    names: tuple[str, ...]
    games: int
    reason: str
    values: Json
    last: int
    latest: tuple[str, ...]

    @property
    def text(self) -> str:
        """The reason in the current language."""
        return _(self.reason, **self.values)

    def json(self) -> Json:
        lists = {"people": list(self.people), "names": list(self.names), "latest": list(self.latest)}
        return asdict(self) | lists | {"text": self.text}


class _Seat(NamedTuple):
    person: str
    name: str
    rank: int | None
    resigned: bool


class _Meeting(NamedTuple):
    """A rated game, as far as two of its players are concerned."""

    game: str
    winner: _Seat | None
    given_up: bool
    short: bool
    aborted: bool
    same_network: bool
    at: int


def suspicious_series(connection: sa.Connection, now: int, period: int = MONTH) -> list[Series]:
    """Series of rated games that a moderator should look at, the latest first.

    `period`: how far to look back, in milliseconds. One series can be shown for several reasons.
    """
    meetings: dict[tuple[str, str], list[_Meeting]] = defaultdict(list)
    names: dict[str, str] = {}
    same_network = games_from_same_network(connection)
    for game, seats in _rated_games(connection, now - period):
        names |= {seat.person: seat.name for seat in seats}
        for pair in combinations(sorted(seats, key=lambda seat: seat.person), 2):
            people = pair[0].person, pair[1].person
            meetings[people].append(_meeting(game, *pair, same_network=(game.id, *people) in same_network))
    found = [
        Series(pair, (names[pair[0]], names[pair[1]]), len(met), reason, values, *_last(met))
        for pair, met in meetings.items()
        for reason, values in _reasons(met)
    ]
    found += _wins_over_many(meetings, names)
    return sorted(found, key=lambda series: (-series.last, series.people))


def _wins_over_many(meetings: dict[tuple[str, str], list[_Meeting]], names: dict[str, str]) -> Iterator[Series]:
    """People who win because one opponent after the other gives up. A new guest costs nothing, so no two meet often."""
    of_person: dict[str, list[_Meeting]] = defaultdict(list)
    for pair, met in meetings.items():
        if len(met) < LONG_SERIES:  # otherwise the two are a series of their own
            for person in pair:
                of_person[person] += met
    for person, met in of_person.items():
        games = len({one.game for one in met})
        given = [one for one in met if one.winner and one.winner.person == person and one.given_up and one.short]
        n = len({one.game for one in given})
        if n >= LONG_SERIES and n >= MOSTLY * games:
            reason = N_("{name} won {n} of {games} rated games because different people resigned after a few moves")
            values = {"name": names[person], "n": n, "games": games}
            yield Series((person,), (names[person],), games, reason, values, *_last(given))


def _last(met: list[_Meeting]) -> tuple[int, tuple[str, ...]]:
    """When the last of these games ended, and which are the latest."""
    latest = sorted(met, key=lambda one: one.at, reverse=True)
    return latest[0].at, tuple(dict.fromkeys(one.game for one in latest))[:LATEST]


def _reasons(met: list[_Meeting]) -> Iterator[tuple[str, Json]]:
    """Why a series is suspicious."""
    games = len(met)
    if (n := sum(one.aborted for one in met)) >= LONG_SERIES:
        yield N_("{n} of {games} rated games were aborted"), {"n": n, "games": games}
    if (n := sum(one.given_up and one.short for one in met)) >= LONG_SERIES:
        yield N_("{n} of {games} rated games ended by resignation after a few moves"), {"n": n, "games": games}
    if (n := sum(one.same_network for one in met)) >= LONG_SERIES:
        yield N_("{n} of {games} rated games were played from the same network"), {"n": n, "games": games}
    won: dict[str, list[_Meeting]] = defaultdict(list)
    for one in met:
        if one.winner:
            won[one.winner.name].append(one)
    for name, games_won in won.items():
        given = sum(one.given_up for one in games_won)
        if given >= LONG_SERIES and len(games_won) >= ONE_SIDED * games:
            values = {"name": name, "n": len(games_won), "games": games, "given": given}
            yield N_("{name} won {n} of {games} rated games; the opponent resigned in {given} of them"), values


def _meeting(game: Any, one: _Seat, other: _Seat, *, same_network: bool) -> _Meeting:
    winner = loser = None
    if one.rank and other.rank and one.rank != other.rank:
        winner, loser = (one, other) if one.rank < other.rank else (other, one)
    return _Meeting(
        game=game.id,
        winner=winner,
        given_up=loser is not None and loser.resigned,
        short=game.steps < SHORT_GAME * game.seats,
        aborted=game.outcome["by"] == "aborted",
        same_network=same_network,
        at=game.changed,
    )


def _rated_games(connection: sa.Connection, since: int) -> Iterator[tuple[Any, list[_Seat]]]:
    """The rated games that have ended since then, with the people who still have accounts."""
    game, seat, person, event = schema.game.c, schema.seat.c, schema.person.c, schema.event.c
    steps = sa.select(sa.func.count()).where(event.game == game.id, event.kind == "step").scalar_subquery()
    count = sa.select(sa.func.count()).where(seat.game == game.id).scalar_subquery()
    games = sa.select(game.id, game.outcome, game.changed, steps.label("steps"), count.label("seats")).where(
        game.rated, game.status == "over", game.changed >= since
    )
    sitting = (
        sa.select(seat.game, seat.seat, seat.person, person.name, seat.resigned)
        .join_from(schema.seat, schema.person)
        .join(schema.game, game.id == seat.game)
        .where(game.rated, game.status == "over", game.changed >= since, person.deleted.is_(None))
    )
    seats: dict[str, list[Any]] = defaultdict(list)
    for row in connection.execute(sitting):
        seats[row.game].append(row)
    for found in connection.execute(games):
        ranks = (found.outcome or {}).get("ranks", {})
        yield (
            found,
            [_Seat(row.person, row.name, ranks.get(row.seat), row.resigned) for row in seats.get(found.id, [])],
        )
