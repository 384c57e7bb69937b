"""Routes for lists of games: the lobby and one's own games."""

from __future__ import annotations

from typing import Any, Literal

import sqlalchemy as sa
from fastapi import APIRouter
from pydantic import BaseModel

from lutetia.core.json_types import Json
from lutetia.server.http.dependencies import Asker, TheServices, error_responses
from lutetia.server.http.routes.games import SeatState
from lutetia.server.people.sessions import Person
from lutetia.server.play.state import seats_json
from lutetia.server.play.table import Seat
from lutetia.server.services import Services
from lutetia.server.store import schema
from lutetia.server.store.event_log import SEATS, seat_from

router = APIRouter(prefix="/api", tags=["games"])


class GameSummary(BaseModel):
    """A game in a list. `awaiting`: the asker has to decide."""

    id: str
    game: str
    status: str
    pace: Json
    rated: bool
    private: bool
    seats: list[SeatState]
    seq: int
    to_move: str | None
    awaiting: bool
    changed: int
    deadline: int | None
    outcome: Json | None


class GameList(BaseModel):
    games: list[GameSummary]


@router.get("/games", responses=error_responses())
async def lobby(services: TheServices, asker: Asker, status: Literal["waiting", "running"] = "waiting") -> GameList:
    """Public games that wait for players, or that can be watched, the newest first."""
    game = schema.game
    listed = sa.select(game).where(game.c.status == status, game.c.private.is_(False))
    return await _listed(services, asker, listed.order_by(game.c.created.desc()).limit(100))


@router.get("/me/games", responses=error_responses())
async def my_games(services: TheServices, asker: Asker, over: bool = False) -> GameList:
    """The asker's unfinished games, or with `over` the last finished ones. Games in which they decide come first."""
    if asker is None:
        return GameList(games=[])
    game, seat = schema.game, schema.seat
    mine = sa.select(seat.c.game).where(seat.c.person == asker.id)
    ended = (game.c.status == "over") if over else (game.c.status != "over")
    found = await _listed(
        services, asker, sa.select(game).where(game.c.id.in_(mine), ended).order_by(game.c.changed.desc()).limit(200)
    )
    found.games.sort(key=lambda listed: not listed.awaiting)
    return found


async def _listed(services: Services, asker: Person | None, games: sa.Select[Any]) -> GameList:
    me = asker.id if asker else None

    def look(connection: sa.Connection) -> list[GameSummary]:
        rows = list(connection.execute(games).mappings())
        found = connection.execute(SEATS.where(schema.seat.c.game.in_([row["id"] for row in rows])))
        seats: dict[str, list[Seat]] = {}
        for row in found:
            seats.setdefault(row.game, []).append(seat_from(row))
        states = {game: [SeatState(**seat) for seat in seats_json(of)] for game, of in seats.items()}
        return [_in_list(dict(row), states.get(row["id"], []), me) for row in rows]

    return GameList(games=await services.database.read(look))


def _in_list(row: Json, seats: list[SeatState], me: str | None) -> GameSummary:
    mine = [seat.seat for seat in seats if me is not None and seat.person == me and seat.bot is None]
    kept = ("id", "game", "status", "pace", "rated", "private", "seq", "to_move", "changed", "deadline", "outcome")
    return GameSummary(seats=seats, awaiting=row["to_move"] in mine, **{key: row[key] for key in kept})
