"""Finished games of a person, for statistics: the newest ones, with everybody at the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from lutetia.core.json_types import Json
from lutetia.server.store import schema
from lutetia.server.store.event_log import SEATS, seat_from

MOST = 200
"""Games that are looked at: enough for a year of evenings, and few enough for one answer."""
LISTED = ("id", "game", "rated", "private", "first", "changed", "outcome")
REPLAYED = ("id", "game", "rules", "edition", "options", "first", "setup", "turns")


def finished_games(
    connection: sa.Connection, person: str, *, public: bool, game: str | None = None, most: int = MOST
) -> list[Json]:
    """The newest finished games of a person, newest first, each with its `seats`. `public`: without private ones.

    Games without a result are left out, and those in which the person had several seats: there is nobody to beat.
    """
    row, seat = schema.game.c, schema.seat.c
    own = sa.select(seat.game).where(seat.person == person).group_by(seat.game).having(sa.func.count() == 1)
    ranked = row.outcome["ranks"].as_string() != "{}"
    wanted = sa.select(*(row[name] for name in LISTED)).where(row.id.in_(own), row.status == "over", ranked)
    if public:
        wanted = wanted.where(row.private.is_(False))
    if game is not None:
        wanted = wanted.where(row.game == game)
    found = connection.execute(wanted.order_by(row.changed.desc(), row.id).limit(most)).mappings()
    games = [dict(one) for one in found]
    seats = _seats(connection, [one["id"] for one in games])
    return [one | {"seats": seats[one["id"]]} for one in games]


def role_of(game: Json, person: str) -> int:
    """Which player in playing order a person was in such a game: 1 began it."""
    order = [seat.seat for seat in game["seats"]]
    mine = next(seat.seat for seat in game["seats"] if seat.person == person)
    return (order.index(mine) - order.index(game["first"])) % len(order) + 1


def replayable(connection: sa.Connection, games: Sequence[str]) -> list[Json]:
    """What is needed to play stored games again: their set-up, `seats` by name, and the `steps` that stand."""
    row, event = schema.game.c, schema.event.c
    found = connection.execute(sa.select(*(row[name] for name in REPLAYED)).where(row.id.in_(games))).mappings()
    rows = [dict(one) for one in found]
    taken: dict[str, list[str]] = {one["id"]: [] for one in rows}
    wanted = sa.select(event.game, event.kind, event.step).where(
        event.game.in_(games), event.kind.in_(("step", "undo"))
    )
    for one in connection.execute(wanted.order_by(event.game, event.seq)):
        steps = taken[one.game]
        if one.kind == "step":
            steps.append(one.step)
        else:
            del steps[len(steps) - int(one.step) :]
    seats = _seats(connection, games)
    return [one | {"steps": taken[one["id"]], "seats": [seat.seat for seat in seats[one["id"]]]} for one in rows]


def _seats(connection: sa.Connection, games: Sequence[str]) -> dict[str, list[Any]]:
    seats: dict[str, list[Any]] = {game: [] for game in games}
    for row in connection.execute(SEATS.where(schema.seat.c.game.in_(games))):
        seats[row.game].append(seat_from(row))
    return seats
