"""Routes for statistics: a person's finished games, with opponents, seats, length and points by source."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from fastapi import APIRouter
from pydantic import BaseModel

from lutetia.arena.statistics import statistics_for
from lutetia.bots.levels import bot_name
from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.games import names
from lutetia.server.errors import Refused
from lutetia.server.http.dependencies import Asker, TheServices, WorkOwner, error_responses
from lutetia.server.http.routes.accounts import PublicId, RatingInfo, rating_infos
from lutetia.server.people.ratings import ratings_of
from lutetia.server.play.names import characters
from lutetia.server.store import schema
from lutetia.server.store.finished_games import MOST, finished_games, role_of

router = APIRouter(prefix="/api", tags=["people"])

HIDDEN = "statistics_hidden"
"""The setting of a person who does not want others to see these statistics."""


class Opponent(BaseModel):
    """`person` is null for a bot, and for an account that was deleted; then `name` is null, too."""

    name: str | None
    person: str | None
    bot: str | None
    rank: int | None


class PlayedGame(BaseModel):
    """`role`: 1 for whoever began, then in playing order. `rank`: 1 is best; `share` is the part of the win, below 1
    after a tie. `points` by source and `margin`, the points ahead of the best other player, are there if it was played
    to its end."""

    id: str
    game: str
    players: int
    role: int
    ended: int
    by: str
    rated: bool
    rank: int
    share: float
    turns: int
    points: dict[str, int]
    margin: int | None
    opponents: list[Opponent]


class PointSource(BaseModel):
    name: str
    label: str


class PlayerStatistics(BaseModel):
    """Everything for the person; for others the public games only, and none if `hidden`. `more`: there are older games.
    `sources`: by game, what its points come from, the total last."""

    id: str
    name: str
    member: bool
    own: bool
    hidden: bool
    ratings: dict[str, RatingInfo]
    games: list[PlayedGame]
    more: bool
    sources: dict[str, list[PointSource]]


@router.get("/people/{person}/statistics", responses=error_responses(404))
async def statistics(services: TheServices, asker: Asker, owner: WorkOwner, person: PublicId) -> PlayerStatistics:
    """A person's last finished games: all of them for the person, public ones for everybody else."""
    own = asker is not None and asker.id == person

    def look(connection: sa.Connection) -> tuple[Any, list[Json], dict[str, RatingInfo]] | None:
        row = schema.person.c
        found = connection.execute(sa.select(schema.person).where(row.id == person, row.deleted.is_(None))).first()
        if found is None:
            return None
        hidden = not own and found.settings.get(HIDDEN) is True
        games = [] if hidden else finished_games(connection, person, public=not own)
        return found, games, rating_infos(ratings_of(connection, person))

    found = await services.database.read(look)
    if found is None:
        raise Refused(404, "no-person", N_("There is no such person."))
    row, games, ratings = found
    digests = await services.digests.of(owner, [game["id"] for game in games])
    played = [_played(game, person, digests.get(game["id"], {})) for game in games]
    return PlayerStatistics(
        id=row.id,
        name=row.name,
        member=row.login is not None,
        own=own,
        hidden=row.settings.get(HIDDEN) is True,
        ratings=ratings,
        games=played,
        more=len(games) >= MOST,
        sources={game: _sources(game) for game in sorted({one.game for one in played} & set(names()))},
    )


def _sources(game: str) -> list[PointSource]:
    return [PointSource(name=name, label=_(label)) for name, label in statistics_for(game).sources.items()]


def _played(game: Json, person: str, digest: Json) -> PlayedGame:
    seats, ranks = game["seats"], game["outcome"]["ranks"]
    order = [seat.seat for seat in seats]
    mine = next(seat.seat for seat in seats if seat.person == person)
    winners = sum(rank == 1 for rank in ranks.values())
    points = digest.get("points", {})
    best = max((points[seat]["total"] for seat in order if seat != mine and seat in points), default=None)
    which = characters(seats)
    return PlayedGame(
        id=game["id"],
        game=game["game"],
        players=len(order),
        role=role_of(game, person),
        ended=game["changed"],
        by=game["outcome"]["by"],
        rated=game["rated"],
        rank=ranks[mine],
        share=1 / winners if ranks[mine] == 1 else 0.0,
        turns=digest.get("turns", 0),
        points=points.get(mine, {}),
        margin=points[mine]["total"] - best if mine in points and best is not None else None,
        opponents=[_opponent(seat, ranks.get(seat.seat), which) for seat in seats if seat.seat != mine],
    )


def _opponent(seat: Any, rank: int | None, which: dict[str, int]) -> Opponent:
    if seat.kind == "bot":
        return Opponent(name=bot_name(seat.bot, which.get(seat.seat, 0)), person=None, bot=seat.bot, rank=rank)
    return Opponent(name=seat.alias or seat.name, person=seat.person, bot=None, rank=rank)
