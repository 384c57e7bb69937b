"""Routes for lists of games: the lobby and one's own games."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import sqlalchemy as sa
from fastapi import APIRouter, Query, Response
from pydantic import BaseModel

from lutetia.core.json_types import Json
from lutetia.server.http.dependencies import Asker, GameId, TheServices, error_responses, json_response
from lutetia.server.http.routes.games import SeatState
from lutetia.server.people import avoidance
from lutetia.server.people.sessions import Person
from lutetia.server.play.state import seats_json
from lutetia.server.play.table import Seat
from lutetia.server.services import Services
from lutetia.server.store import schema
from lutetia.server.store.event_log import SEATS, seat_from

router = APIRouter(prefix="/api", tags=["games"])

PAGE = 100
"""The most games in one response."""
COPIED = ("id", "game", "status", "pace", "rated", "private", "seq", "to_move", "changed", "deadline", "outcome")
LISTED = [
    *(schema.game.c[name] for name in (*COPIED, "language")),
    sa.case((schema.person.c.login.is_(None), 1), else_=0).label("guest"),
]
"""What a list shows of a game, and whether a guest hosts it: above all not the set-up, which is long."""
WITH_HOST = schema.game, schema.person, schema.game.c.host == schema.person.c.id


class GameSummary(BaseModel):
    """A game in a list. `awaiting`: the asker has to decide. `friend`: a friend of the asker hosts it. `language`: the
    host's, when it was opened; null if that is not known. `expires`: when it is closed, if it goes on waiting so."""

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
    language: str | None = None
    friend: bool = False
    expires: int | None = None


class Expiry(BaseModel):
    """`expires`: when the table is closed if nothing happens there; null if it does not wait for players."""

    expires: int | None


class GameList(BaseModel):
    """`more`: the list goes on after these."""

    games: list[GameSummary]
    more: bool = False

    def response(self) -> Response:
        """As it is: the framework would check every game once more, on the event loop."""
        return json_response(self.model_dump_json().encode())


@router.get("/games", response_model=GameList, responses=error_responses())
async def lobby(
    services: TheServices,
    asker: Asker,
    status: Literal["waiting", "running"] = "waiting",
    game: Annotated[str | None, Query(max_length=40)] = None,
    pace: Literal["none", "live", "turns"] | None = None,
    rated: bool | None = None,
    language: Annotated[str | None, Query(max_length=20)] = None,
    offset: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
) -> Response:
    """Public games that wait for players, or that can be watched. Friends' come first, then the newest of each host
    before the second newest of any, members' before guests', so that nobody can push the others out of the list. Tables
    of people whom the asker avoids, or who avoid the asker, are left out."""
    row = schema.game.c
    found = _with_rank(asker).where(row.status == status, row.private.is_(False))
    if asker is not None and status == "waiting":
        seat, apart = schema.seat.c, avoidance.apart_from(asker.id)
        met = sa.exists().where(seat.game == row.id, seat.person.in_(apart))
        found = found.where(sa.or_(row.host.is_(None), row.host.notin_(apart)), ~met)
    if game is not None:
        found = found.where(row.game == game)
    if pace is not None:
        found = found.where(row.pace["kind"].as_string() == pace)
    if rated is not None:
        found = found.where(row.rated.is_(rated))
    if language is not None:
        found = found.where(row.language == language)
    ranked = found.subquery()
    order = (ranked.c.friend.desc(), ranked.c.rank, ranked.c.guest, ranked.c.created.desc(), ranked.c.id)
    listed = await _listed(services, asker, sa.select(ranked).order_by(*order).offset(offset).limit(limit + 1))
    return GameList(games=listed[:limit], more=len(listed) > limit).response()


def _with_rank(asker: Person | None) -> sa.Select[Any]:
    """Games with their place among those of the same host, and whether a friend or a guest hosts them."""
    row = schema.game.c
    newest = sa.func.row_number().over(partition_by=row.host, order_by=(row.created.desc(), row.id))
    friends = sa.select(schema.friend.c.friend).where(schema.friend.c.person == (asker.id if asker else ""))
    return sa.select(
        *LISTED,
        row.created,
        newest.label("rank"),
        sa.case((row.host.in_(friends), 1), else_=0).label("friend"),
    ).join_from(*WITH_HOST, isouter=True)


@router.get("/games/{id}/expiry", responses=error_responses(404))
async def expiry(services: TheServices, id: GameId) -> Expiry:
    """When a table that waits for players will be closed."""
    table = await services.tables.get(id)
    if table.status != "waiting":
        return Expiry(expires=None)
    person = schema.person.c
    found = sa.select(person.login).where(person.id == table.row["host"])
    login = await services.database.read(lambda c: c.execute(found).scalar())
    return Expiry(expires=services.waiting_times.expires(table.at, guest=login is None))


@router.get("/me/games", response_model=GameList, responses=error_responses())
async def my_games(services: TheServices, asker: Asker, over: bool = False) -> Response:
    """The asker's unfinished games, or with `over` the last finished ones. Games in which they decide come first."""
    if asker is None:
        return GameList(games=[]).response()
    game, seat = schema.game, schema.seat
    mine = sa.select(seat.c.game).where(seat.c.person == asker.id)
    ended = (game.c.status == "over") if over else (game.c.status != "over")
    wanted = sa.select(*LISTED).join_from(*WITH_HOST, isouter=True).where(game.c.id.in_(mine), ended)
    found = await _listed(services, asker, wanted.order_by(game.c.changed.desc()).limit(200))
    return GameList(games=sorted(found, key=lambda listed: not listed.awaiting)).response()


async def _listed(services: Services, asker: Person | None, games: sa.Select[Any]) -> list[GameSummary]:
    me = asker.id if asker else None

    def expires(row: Json) -> int | None:
        waits = row["status"] == "waiting"
        return services.waiting_times.expires(row["changed"], guest=bool(row["guest"])) if waits else None

    def look(connection: sa.Connection) -> list[GameSummary]:
        rows = list(connection.execute(games).mappings())
        found = connection.execute(SEATS.where(schema.seat.c.game.in_([row["id"] for row in rows])))
        seats: dict[str, list[Seat]] = {}
        for row in found:
            seats.setdefault(row.game, []).append(seat_from(row))
        states = {game: [SeatState(**seat) for seat in seats_json(of)] for game, of in seats.items()}
        return [_in_list(dict(row) | {"expires": expires(dict(row))}, states.get(row["id"], []), me) for row in rows]

    return await services.database.read(look)


def _in_list(row: Json, seats: list[SeatState], me: str | None) -> GameSummary:
    mine = [seat.seat for seat in seats if me is not None and seat.person == me and seat.bot is None]
    more = {"language": row["language"], "friend": bool(row.get("friend")), "expires": row["expires"]}
    return GameSummary(seats=seats, awaiting=row["to_move"] in mine, **{key: row[key] for key in COPIED}, **more)
