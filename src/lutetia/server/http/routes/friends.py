"""Routes for friends and profiles: what others may know about a person."""

from __future__ import annotations

import sqlalchemy as sa
from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused
from lutetia.server.http.dependencies import (
    Asker,
    PersonOrGuest,
    SessionPerson,
    TheServices,
    error_responses,
    set_cookie,
    user_agent,
)
from lutetia.server.http.routes.accounts import PublicId, RatingInfo, rating_infos
from lutetia.server.people import avoidance, friends, reports, text_input
from lutetia.server.people.ratings import ratings_of
from lutetia.server.people.sessions import Person
from lutetia.server.store import schema
from lutetia.strict_model import StrictModel

router = APIRouter(prefix="/api", tags=["people"])


class Friend(BaseModel):
    id: str
    name: str
    member: bool
    since: int


class AvoidedPerson(BaseModel):
    id: str
    name: str
    since: int


class FriendLink(BaseModel):
    """The secret of a friend link, and until when it works."""

    token: str
    until: int


class FriendToken(StrictModel):
    token: str = Field(max_length=100)


class GameCounts(BaseModel):
    finished: int
    running: int


class Profile(BaseModel):
    """What everybody may know about a person."""

    id: str
    name: str
    member: bool
    friend: bool
    ratings: dict[str, RatingInfo]
    games: GameCounts


class PersonReport(StrictModel):
    text: str = Field(min_length=1, max_length=reports.LONGEST_REPORT)
    game: str | None = Field(default=None, max_length=40)


@router.get("/friends", responses=error_responses(401))
async def my_friends(services: TheServices, asker: SessionPerson) -> list[Friend]:
    """My friends, sorted by name."""
    return [Friend(**row) for row in await services.database.read(lambda c: friends.friends_of(c, asker.id))]


@router.post("/friends/link", responses=error_responses())
async def friend_link(services: TheServices, person: PersonOrGuest) -> FriendLink:
    """A new friend link, valid for a week. My earlier links end."""
    token, until = await services.database.write(lambda c: friends.make_link(c, person.id, services.now()))
    return FriendLink(token=token, until=until)


@router.post("/friends/accept", responses=error_responses(404, 409))
async def accept(
    request: Request, response: Response, services: TheServices, asker: Asker, body: FriendToken
) -> Friend:
    """Follow a friend link. A newcomer becomes a guest first, if the link is valid."""
    owner = await services.database.read(lambda c: friends.link_owner(c, body.token, services.now()))
    if asker is None:
        asker, cookie = await services.people.guest(user_agent(request))
        set_cookie(request, response, cookie)
    person = asker.id

    def change(connection: sa.Connection) -> Json:
        avoidance.check_friend(connection, person, owner)
        friends.befriend(connection, person, friends.link_owner(connection, body.token, services.now()), services.now())
        return next(friend for friend in friends.friends_of(connection, person) if friend["id"] == owner)

    return Friend(**await services.database.write(change))


@router.delete("/friends/{person}", status_code=204, responses=error_responses(401))
async def end_friendship(services: TheServices, asker: SessionPerson, person: PublicId) -> None:
    """End a friendship, in both directions."""
    await services.database.write(lambda c: friends.end_friendship(c, asker.id, person))


@router.get("/me/avoided", responses=error_responses(401))
async def avoided(services: TheServices, asker: SessionPerson) -> list[AvoidedPerson]:
    """Whom I avoid, sorted by name."""
    return [AvoidedPerson(**row) for row in await services.database.read(lambda c: avoidance.avoided_by(c, asker.id))]


@router.put("/me/avoided/{person}", status_code=204, responses=error_responses(401, 404))
async def avoid(services: TheServices, asker: SessionPerson, person: PublicId) -> None:
    """Avoid somebody: neither sees the other's tables that wait, or can sit down there. The other is not told."""
    await services.database.write(lambda c: avoidance.avoid(c, asker.id, person, services.now()))


@router.delete("/me/avoided/{person}", status_code=204, responses=error_responses(401))
async def stop_avoiding(services: TheServices, asker: SessionPerson, person: PublicId) -> None:
    """Play with somebody again."""
    await services.database.write(lambda c: avoidance.stop_avoiding(c, asker.id, person))


@router.get("/people/{person}", responses=error_responses(404))
async def profile(services: TheServices, asker: Asker, person: PublicId) -> Profile:
    """What everybody may know about a person."""
    found = await services.database.read(lambda c: _profile(c, person, asker))
    if found is None:
        raise Refused(404, "no-person", N_("There is no such person."))
    return found


@router.post("/people/{person}/report", status_code=204, responses=error_responses(401, 404))
async def report(services: TheServices, asker: SessionPerson, person: PublicId, body: PersonReport) -> None:
    """Report a person to the moderators: in a few words what happened, and in which game."""
    text = text_input.many_lines(body.text, reports.LONGEST_REPORT)
    by = reports.Reporter(asker.id, services.now(), services.settings.waiting_reports)
    await services.database.write(lambda c: reports.report_person(c, by, person, body.game, text))


def _profile(connection: sa.Connection, person: str, asker: Person | None) -> Profile | None:
    row = schema.person.c
    found = connection.execute(sa.select(schema.person).where(row.id == person, row.deleted.is_(None))).first()
    if found is None:
        return None
    count = (
        sa.select(schema.game.c.status, sa.func.count(sa.distinct(schema.game.c.id)).label("games"))
        .join_from(schema.seat, schema.game)
        .where(schema.seat.c.person == person)
        .group_by(schema.game.c.status)
    )
    games = {row.status: row.games for row in connection.execute(count)}
    return Profile(
        id=found.id,
        name=found.name,
        member=found.login is not None,
        friend=asker is not None and asker.id != person and friends.are_friends(connection, asker.id, [person]),
        ratings=rating_infos(ratings_of(connection, person)),
        games=GameCounts(finished=games.get("over", 0), running=games.get("running", 0)),
    )
