"""Doors about people: who I am, accounts and sessions, friends, and what everybody may know of a person."""

from __future__ import annotations

from typing import Annotated, Any

import sqlalchemy as sa
from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, Field, StringConstraints

from lutetia.core.i18n import N_, language
from lutetia.server import belongings, factor, friends, leaving, passwords
from lutetia.server.accounts import Person
from lutetia.server.agents import browser_name
from lutetia.server.api.doors import Asker, Known, Someone, Strict, TheHouse, clear_cookie, refusals, set_cookie
from lutetia.server.errors import Refused
from lutetia.server.house import House
from lutetia.server.languages import languages
from lutetia.server.ratings import Rating, ratings_of
from lutetia.server.store import schema
from lutetia.server.texts import LONGEST_NAME

router = APIRouter(prefix="/api", tags=["people"])

Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
Login = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._@+-]{2,63}$")]
NewPassword = Annotated[str, Field(min_length=passwords.SHORTEST, max_length=passwords.LONGEST)]
Password = Annotated[str, Field(max_length=passwords.LONGEST)]
Code = Annotated[str, Field(min_length=1, max_length=64)]
Id = Annotated[str, Path(min_length=1, max_length=40)]
SettingName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_.-]{0,39}$")]
Setting = bool | Annotated[int, Field(ge=-(2**53), le=2**53)] | Annotated[str, Field(max_length=200)] | None


class RatingShown(BaseModel):
    """`points` is what somebody is almost surely worth; 1000 for a stranger."""

    points: int
    mu: float
    sigma: float
    games: int


class FactorShown(BaseModel):
    """Since when, and how many recovery codes are left."""

    since: int
    recovery_codes: int


class Myself(BaseModel):
    id: str
    name: str
    member: bool
    login: str | None
    language: str | None = Field(description="None: as the browser says")
    settings: dict[str, Any]
    created: int
    second_factor: FactorShown | None
    ratings: dict[str, RatingShown]


class Me(BaseModel):
    """Who asks, or nobody; and the languages there are, with the one that is spoken now."""

    person: Myself | None
    language: str
    languages: list[str]


class Changes(Strict):
    """What is not named stays; a setting that is null ends."""

    name: Name = ""
    language: str | None = Field(default=None, max_length=20)
    settings: dict[SettingName, Setting] = Field(default={}, max_length=50)


class Registration(Strict):
    login: Login
    password: NewPassword
    name: Name | None = None


class Credentials(Strict):
    """`new` is needed where the password is one that whoever runs the server has given, `code` where there is a second
    factor (`code-wanted`): one of the app, or a recovery code."""

    login: str = Field(max_length=64)
    password: Password
    new: NewPassword | None = None
    code: Code | None = None


class Confirmation(Strict):
    password: Password


class PasswordChange(Strict):
    old: Password
    new: NewPassword


class Factor(BaseModel):
    """For the app, as text and as the link of a QR code; it is told this once."""

    secret: str
    link: str


class FactorCode(Strict):
    """A code of the app, or a recovery code."""

    code: Code


class RecoveryCodes(BaseModel):
    """Told this once; each lets in who has lost the app, once."""

    codes: list[str]


class SessionShown(BaseModel):
    public: str
    created: int
    seen: int
    browser: str = Field(description="As people call it; empty if it said nothing about itself")
    this: bool = Field(description="Whether it is the one that asks")


class Export(BaseModel):
    """All that is kept about a person."""

    person: dict[str, Any]
    second_factor: FactorShown | None
    sessions: list[dict[str, Any]]
    hosted: list[dict[str, Any]]
    seats: list[dict[str, Any]]
    chat: list[dict[str, Any]]
    shares: list[dict[str, Any]]
    friends: list[dict[str, Any]]
    ratings: dict[str, dict[str, Any]]


class Friend(BaseModel):
    id: str
    name: str
    member: bool
    since: int


class Link(BaseModel):
    """The secret of a link that makes friends, and until when."""

    token: str
    until: int


class Token(Strict):
    token: str = Field(max_length=100)


class Counts(BaseModel):
    finished: int
    running: int


class Profile(BaseModel):
    """What everybody may know of a person."""

    id: str
    name: str
    member: bool
    friend: bool
    ratings: dict[str, RatingShown]
    games: Counts


@router.get("/me", responses=refusals())
async def me(house: TheHouse, asker: Asker) -> Me:
    """Who I am; nobody is an answer too."""
    return await _me(house, asker)


@router.patch("/me", responses=refusals(401))
async def change_me(house: TheHouse, asker: Known, body: Changes) -> Me:
    """Another name, language or settings."""
    changes = {name: getattr(body, name) for name in body.model_fields_set}
    if changes.get("language") is not None and changes["language"] not in languages():
        known = ", ".join(languages())
        raise Refused(422, "no-language", N_("This language is not spoken here; there are: {known}"), known=known)
    games = await house.people.change(asker, changes)
    _forget(house, games)
    return await _me(house, asker)


@router.delete("/me", status_code=204, responses=refusals(401))
async def delete_me(request: Request, response: Response, house: TheHouse, asker: Known) -> None:
    """Forget me: name, login, sessions, friends, words and notes. Games stay for the others, without me."""
    await house.people.must_be_confirmed(asker)
    await leaving.leave_all(house, asker)
    _forget(house, await house.people.delete(asker))
    clear_cookie(request, response)


@router.post("/me/register", responses=refusals(409))
async def register(request: Request, response: Response, house: TheHouse, asker: Asker, body: Registration) -> Me:
    """Keep what I have as a guest under a login and a password, or begin with one."""
    person, token = await house.people.register(asker, body.login, body.password, body.name, _agent(request))
    set_cookie(request, response, token)
    _forget(house, await house.database.read(lambda c: belongings.games_of(c, person.id)) if body.name else [])
    return await _me(house, person)


@router.post("/sign-in", responses=refusals(401))
async def sign_in(request: Request, response: Response, house: TheHouse, asker: Asker, body: Credentials) -> Me:
    """Be who I am elsewhere. What I have done here as a guest comes along."""
    told = (body.login, body.password, _agent(request), body.new, body.code)
    person, token, games = await house.people.sign_in(asker, *told)
    set_cookie(request, response, token)
    _forget(house, games)
    return await _me(house, person)


@router.post("/sign-out", status_code=204, responses=refusals())
async def sign_out(request: Request, response: Response, house: TheHouse, asker: Asker) -> None:
    """End this session."""
    if asker is not None:
        await house.people.end(asker.id, schema.session.c.id == asker.session)
    clear_cookie(request, response)


@router.post("/me/password", status_code=204, responses=refusals(401, 409))
async def change_password(
    request: Request, response: Response, house: TheHouse, asker: Known, body: PasswordChange
) -> None:
    """Another password. Every other session ends."""
    token = await house.people.change_password(asker, body.old, body.new, _agent(request))
    set_cookie(request, response, token)


@router.post("/me/confirm", status_code=204, responses=refusals(401))
async def confirm(request: Request, response: Response, house: TheHouse, asker: Known, body: Confirmation) -> None:
    """Tell my password once more: for some minutes I may delete my account and end sessions."""
    set_cookie(request, response, await house.people.confirm(asker, body.password, _agent(request)))


@router.post("/me/factor", responses=refusals(401))
async def begin_factor(house: TheHouse, asker: Known) -> Factor:
    """Begin to set up a second factor. It counts once `on` was told a code of it."""
    await house.people.must_be_confirmed(asker)
    secret, link = await house.people.factors.begin(asker)
    return Factor(secret=secret, link=link)


@router.post("/me/factor/on", responses=refusals(401))
async def turn_factor_on(house: TheHouse, asker: Known, body: FactorCode) -> RecoveryCodes:
    """From now on signing in needs a code of my app too."""
    return RecoveryCodes(codes=await house.people.factors.turn_on(asker, body.code))


@router.post("/me/factor/codes", responses=refusals(401))
async def renew_codes(house: TheHouse, asker: Known, body: FactorCode) -> RecoveryCodes:
    """Other recovery codes, in place of those I have."""
    await house.people.must_be_confirmed(asker)
    return RecoveryCodes(codes=await house.people.factors.renew(asker, body.code))


@router.post("/me/factor/off", status_code=204, responses=refusals(401))
async def turn_factor_off(house: TheHouse, asker: Known, body: FactorCode) -> None:
    """The password alone is enough again."""
    await house.people.must_be_confirmed(asker)
    await house.people.factors.turn_off(asker, body.code)


@router.get("/me/sessions", responses=refusals(401))
async def sessions(house: TheHouse, asker: Known) -> list[SessionShown]:
    """Where I am signed in."""
    found = await house.people.sessions_of(asker.id)
    return [
        SessionShown(this=row.pop("id") == asker.session, browser=browser_name(row.pop("agent")), **row)
        for row in found
    ]


@router.delete("/me/sessions", status_code=204, responses=refusals(401))
async def end_others(house: TheHouse, asker: Known) -> None:
    """End all my sessions but this one."""
    await house.people.must_be_confirmed(asker)
    await house.people.end(asker.id, schema.session.c.id != asker.session)


@router.delete("/me/sessions/{public}", status_code=204, responses=refusals(401, 404))
async def end_session(house: TheHouse, asker: Known, public: Id) -> None:
    """End one of my sessions."""
    await house.people.must_be_confirmed(asker)
    if not await house.people.end(asker.id, schema.session.c.public == public):
        raise Refused(404, "no-such-session", N_("This session has ended already."))


@router.get("/me/export", responses=refusals(401))
async def export(response: Response, house: TheHouse, asker: Known) -> Export:
    """All that is kept about me, as a file."""
    response.headers["content-disposition"] = 'attachment; filename="lutetia.json"'
    return Export(**await house.database.read(lambda c: belongings.export(c, asker.id)))


@router.get("/friends", responses=refusals(401))
async def my_friends(house: TheHouse, asker: Known) -> list[Friend]:
    """My friends, by name."""
    return [Friend(**row) for row in await house.database.read(lambda c: friends.friends_of(c, asker.id))]


@router.post("/friends/link", responses=refusals())
async def friend_link(house: TheHouse, person: Someone) -> Link:
    """A new link: who follows it within a week is my friend. My earlier links end."""
    token, until = await house.database.write(lambda c: friends.make_link(c, person.id, house.now()))
    return Link(token=token, until=until)


@router.post("/friends/accept", responses=refusals(404, 409))
async def accept(request: Request, response: Response, house: TheHouse, asker: Asker, body: Token) -> Friend:
    """Follow somebody's link. A newcomer becomes a guest first, if the link is good."""
    owner = await house.database.read(lambda c: friends.owner(c, body.token, house.now()))
    if asker is None:
        asker, cookie = await house.people.guest(_agent(request))
        set_cookie(request, response, cookie)
    person = asker.id

    def change(connection: sa.Connection) -> dict[str, Any]:
        friends.befriend(connection, person, friends.owner(connection, body.token, house.now()), house.now())
        return next(friend for friend in friends.friends_of(connection, person) if friend["id"] == owner)

    return Friend(**await house.database.write(change))


@router.delete("/friends/{person}", status_code=204, responses=refusals(401))
async def part(house: TheHouse, asker: Known, person: Id) -> None:
    """Be friends no longer, both ways."""
    await house.database.write(lambda c: friends.part(c, asker.id, person))


@router.get("/people/{person}", responses=refusals(404))
async def profile(house: TheHouse, asker: Asker, person: Id) -> Profile:
    """What everybody may know of a person."""
    found = await house.database.read(lambda c: _profile(c, person, asker))
    if found is None:
        raise Refused(404, "no-person", N_("There is nobody at this address."))
    return found


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
        ratings=_shown(ratings_of(connection, person)),
        games=Counts(finished=games.get("over", 0), running=games.get("running", 0)),
    )


async def _me(house: House, asker: Person | None) -> Me:
    now = language.get() or "en"
    if asker is None:
        return Me(person=None, language=now, languages=languages())
    row = await house.people.details(asker)
    ratings, second = await house.database.read(lambda c: (ratings_of(c, asker.id), factor.shown(c, asker.id)))
    person = Myself(
        id=row.id,
        name=row.name,
        member=row.login is not None,
        login=row.login,
        language=row.language,
        settings=row.settings,
        created=row.created,
        second_factor=None if second is None else FactorShown(**second),
        ratings=_shown(ratings),
    )
    return Me(person=person, language=row.language or now, languages=languages())


def _shown(ratings: dict[str, Rating]) -> dict[str, RatingShown]:
    return {game: RatingShown(points=rating.points, **vars(rating)) for game, rating in ratings.items()}


def _forget(house: House, games: list[str]) -> None:
    """Tables that show a name or a person that has changed are read anew, and who looks on is told."""
    for game in games:
        house.tables.forget(game)


def _agent(request: Request) -> str:
    return request.headers.get("user-agent", "")
