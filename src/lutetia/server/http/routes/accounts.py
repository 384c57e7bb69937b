"""Routes for accounts: who I am, registration, signing in, sessions, the second factor, data export."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, Field, StringConstraints

from lutetia.core.i18n import N_, language
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused
from lutetia.server.http.asgi import client_address
from lutetia.server.http.dependencies import (
    Asker,
    PersonOrGuest,
    SessionPerson,
    TheServices,
    clear_cookie,
    error_responses,
    set_cookie,
    user_agent,
)
from lutetia.server.http.languages import languages
from lutetia.server.people import passwords, personal_data, totp
from lutetia.server.people.devices import device_cookie_name
from lutetia.server.people.ratings import Rating, ratings_of
from lutetia.server.people.sessions import MODERATOR, Person
from lutetia.server.people.text_input import LONGEST_NAME
from lutetia.server.people.user_agents import browser_name
from lutetia.server.play import leaving
from lutetia.server.services import Services
from lutetia.server.store import schema
from lutetia.strict_model import StrictModel

router = APIRouter(prefix="/api", tags=["people"])

Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
Login = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._@+-]{2,63}$")]
NewPassword = Annotated[str, Field(min_length=passwords.SHORTEST, max_length=passwords.LONGEST)]
Password = Annotated[str, Field(max_length=passwords.LONGEST)]
Code = Annotated[str, Field(min_length=1, max_length=64)]
PublicId = Annotated[str, Path(min_length=1, max_length=40)]
SettingName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_.-]{0,39}$")]
Setting = bool | Annotated[int, Field(ge=-(2**53), le=2**53)] | Annotated[str, Field(max_length=200)] | None


class RatingInfo(BaseModel):
    """`points` is a lower bound of the strength; 1000 for a newcomer."""

    points: int
    mu: float
    sigma: float
    games: int


class SecondFactorInfo(BaseModel):
    """Since when it is on, and how many recovery codes are left."""

    since: int
    recovery_codes: int


class OwnAccount(BaseModel):
    id: str
    name: str
    member: bool
    moderator: bool
    login: str | None
    language: str | None = Field(description="null: the browser's language")
    settings: Json
    created: int
    second_factor: SecondFactorInfo | None
    ratings: dict[str, RatingInfo]


class Me(BaseModel):
    """The person who asks, or null; the languages of the server, and the one of this response."""

    person: OwnAccount | None
    language: str
    languages: list[str]


class AccountChanges(StrictModel):
    """Only the given keys change; a setting that is null is removed."""

    name: Name = ""
    language: str | None = Field(default=None, max_length=20)
    settings: dict[SettingName, Setting] = Field(default={}, max_length=50)


class Registration(StrictModel):
    """`invitation` is needed if the server lets only those register who are invited."""

    login: Login
    password: NewPassword
    name: Name | None = None
    invitation: str | None = Field(default=None, max_length=100)


class Credentials(StrictModel):
    """`new` is needed if the operator has set the password; `code` if there is a second factor (error `code-wanted`): a
    code of the app, or a recovery code."""

    login: str = Field(max_length=64)
    password: Password
    new: NewPassword | None = None
    code: Code | None = None


class PasswordConfirmation(StrictModel):
    password: Password


class PasswordChange(StrictModel):
    old: Password
    new: NewPassword


class NewSecondFactor(BaseModel):
    """The secret for the app, as text and as the link of a QR code. It is shown only once."""

    secret: str
    link: str


class SecondFactorCode(StrictModel):
    """A code of the app, or a recovery code."""

    code: Code


class RecoveryCodes(BaseModel):
    """Shown only once. Each code replaces a code of the app, once."""

    codes: list[str]


class SessionInfo(BaseModel):
    public: str
    created: int
    seen: int
    browser: str = Field(description="The browser's common name; empty if unknown")
    this: bool = Field(description="Whether it is the current session")


class DataExport(BaseModel):
    """All data stored about a person."""

    person: Json
    mail: str | None
    second_factor: SecondFactorInfo | None
    sessions: list[Json]
    devices: list[Json]
    hosted: list[Json]
    seats: list[Json]
    chat: list[Json]
    shares: list[Json]
    studies: list[Json]
    study_notes: list[Json]
    reports: list[Json]
    friends: list[Json]
    avoided: list[Json]
    ratings: dict[str, Json]
    puzzles: list[Json]
    puzzle_ratings: dict[str, Json]


@router.get("/me", responses=error_responses())
async def me(services: TheServices, asker: Asker) -> Me:
    """Who I am; `person` is null without a session."""
    return await _me(services, asker)


@router.post("/me/guest", responses=error_responses())
async def become_guest(services: TheServices, person: PersonOrGuest) -> Me:
    """Get a session, as a new guest; nothing changes for who has one.

    Every change makes a guest of a newcomer. But if its answer is lost, the cookie is lost with it, and whoever sends
    the change again is somebody else. So a page asks for its session first: a guest who is lost then has no seat yet.
    """
    return await _me(services, person)


@router.patch("/me", responses=error_responses(401))
async def change_me(services: TheServices, asker: SessionPerson, body: AccountChanges) -> Me:
    """Change my name, language or settings."""
    changes = {name: getattr(body, name) for name in body.model_fields_set}
    if changes.get("language") is not None and changes["language"] not in languages():
        known = ", ".join(languages())
        raise Refused(422, "no-language", N_("Unknown language; available: {known}"), known=known)
    games = await services.people.change(asker, changes)
    _refresh_tables(services, games)
    return await _me(services, asker)


@router.delete("/me", status_code=204, responses=error_responses(401))
async def delete_me(request: Request, response: Response, services: TheServices, asker: SessionPerson) -> None:
    """Delete my account: name, login, sessions, friends, messages and notes. Games stay for the others, without me."""
    await services.people.must_be_confirmed(asker)
    games = await services.database.read(lambda c: personal_data.games_of(c, asker.id))
    await leaving.leave_all(services.tables, games, asker)
    _refresh_tables(services, await services.people.delete(asker))
    clear_cookie(request, response)


@router.post("/me/register", responses=error_responses(409))
async def register(request: Request, response: Response, services: TheServices, asker: Asker, body: Registration) -> Me:
    """Create an account. What I have as a guest becomes part of it."""
    person, token = await services.people.register(
        asker, body.login, body.password, body.name, user_agent(request), body.invitation
    )
    set_cookie(request, response, token)
    await _remember_device(request, response, services, person)
    _refresh_tables(
        services, await services.database.read(lambda c: personal_data.games_of(c, person.id)) if body.name else []
    )
    return await _me(services, person)


@router.post("/sign-in", responses=error_responses(401))
async def sign_in(request: Request, response: Response, services: TheServices, asker: Asker, body: Credentials) -> Me:
    """Sign in. The games I have played here as a guest become part of the account."""
    credentials = (body.login, body.password, user_agent(request), body.new, body.code)
    async with await _attempt(request, services, body.login):
        person, token, games = await services.people.sign_in(asker, *credentials)
    set_cookie(request, response, token)
    await _remember_device(request, response, services, person)
    _refresh_tables(services, games)
    return await _me(services, person)


@router.post("/sign-out", status_code=204, responses=error_responses())
async def sign_out(request: Request, response: Response, services: TheServices, asker: Asker) -> None:
    """End this session."""
    if asker is not None:
        await services.people.end(asker.id, schema.session.c.id == asker.session)
    clear_cookie(request, response)


@router.post("/me/password", status_code=204, responses=error_responses(401, 409))
async def change_password(
    request: Request, response: Response, services: TheServices, asker: SessionPerson, body: PasswordChange
) -> None:
    """Change my password. Every other session ends."""
    token = await services.people.change_password(asker, body.old, body.new, user_agent(request))
    set_cookie(request, response, token)


@router.post("/me/confirm", status_code=204, responses=error_responses(401))
async def confirm(
    request: Request, response: Response, services: TheServices, asker: SessionPerson, body: PasswordConfirmation
) -> None:
    """Enter my password once more: for some minutes I may delete my account and end sessions."""
    set_cookie(request, response, await services.people.confirm(asker, body.password, user_agent(request)))


@router.post("/me/factor", responses=error_responses(401))
async def begin_second_factor(services: TheServices, asker: SessionPerson) -> NewSecondFactor:
    """Start setting up a second factor. It takes effect when `on` gets a code of it."""
    await services.people.must_be_confirmed(asker)
    secret, link = await services.people.second_factors.begin(asker)
    return NewSecondFactor(secret=secret, link=link)


@router.post("/me/factor/on", responses=error_responses(401))
async def turn_second_factor_on(services: TheServices, asker: SessionPerson, body: SecondFactorCode) -> RecoveryCodes:
    """From now on signing in also needs a code of my app."""
    return RecoveryCodes(codes=await services.people.second_factors.turn_on(asker, body.code))


@router.post("/me/factor/codes", responses=error_responses(401))
async def renew_recovery_codes(services: TheServices, asker: SessionPerson, body: SecondFactorCode) -> RecoveryCodes:
    """Replace my recovery codes."""
    await services.people.must_be_confirmed(asker)
    return RecoveryCodes(codes=await services.people.second_factors.renew(asker, body.code))


@router.post("/me/factor/off", status_code=204, responses=error_responses(401))
async def turn_second_factor_off(services: TheServices, asker: SessionPerson, body: SecondFactorCode) -> None:
    """From now on the password alone is enough."""
    await services.people.must_be_confirmed(asker)
    await services.people.second_factors.turn_off(asker, body.code)


@router.get("/me/sessions", responses=error_responses(401))
async def sessions(services: TheServices, asker: SessionPerson) -> list[SessionInfo]:
    """My sessions."""
    found = await services.people.sessions_of(asker.id)
    return [
        SessionInfo(this=row.pop("id") == asker.session, browser=browser_name(row.pop("agent")), **row) for row in found
    ]


@router.delete("/me/sessions", status_code=204, responses=error_responses(401))
async def end_others(services: TheServices, asker: SessionPerson) -> None:
    """End all my other sessions."""
    await services.people.must_be_confirmed(asker)
    await services.people.end(asker.id, schema.session.c.id != asker.session)


@router.delete("/me/sessions/{public}", status_code=204, responses=error_responses(401, 404))
async def end_session(services: TheServices, asker: SessionPerson, public: PublicId) -> None:
    """End one of my sessions."""
    await services.people.must_be_confirmed(asker)
    if not await services.people.end(asker.id, schema.session.c.public == public):
        raise Refused(404, "no-such-session", N_("This session has already ended."))


@router.get("/me/export", responses=error_responses(401))
async def export(response: Response, services: TheServices, asker: SessionPerson) -> DataExport:
    """All data stored about me, as a file."""
    response.headers["content-disposition"] = 'attachment; filename="lutetia.json"'
    return DataExport(**await services.database.read(lambda c: personal_data.export(c, asker.id)))


async def _attempt(request: Request, services: Services, login: str) -> AbstractAsyncContextManager[None]:
    """Counts an attempt to sign in, if rate limits apply."""
    if not services.settings.limits:
        return nullcontext()
    device = await services.people.devices.known(request.cookies.get(device_cookie_name(request.url.scheme)), login)
    return services.sign_ins.attempt(login, client_address(request.scope), device)


async def _remember_device(request: Request, response: Response, services: Services, person: Person) -> None:
    """Set the cookie by which this browser is known when the member signs in again."""
    name = device_cookie_name(request.url.scheme)
    set_cookie(request, response, await services.people.devices.remember(person.id, request.cookies.get(name)), name)


async def _me(services: Services, asker: Person | None) -> Me:
    now = language.get() or "en"
    if asker is None:
        return Me(person=None, language=now, languages=languages())
    row = await services.people.details(asker)
    ratings, second = await services.database.read(lambda c: (ratings_of(c, asker.id), totp.status(c, asker.id)))
    person = OwnAccount(
        id=row.id,
        name=row.name,
        member=row.login is not None,
        moderator=row.role == MODERATOR,
        login=row.login,
        language=row.language,
        settings=row.settings,
        created=row.created,
        second_factor=None if second is None else SecondFactorInfo(**second),
        ratings=rating_infos(ratings),
    )
    return Me(person=person, language=row.language or now, languages=languages())


def rating_infos(ratings: dict[str, Rating]) -> dict[str, RatingInfo]:
    return {game: RatingInfo(points=rating.points, **vars(rating)) for game, rating in ratings.items()}


def _refresh_tables(services: Services, games: list[str]) -> None:
    """Tables that show a changed name or owner are read again, and their viewers get the new state."""
    for game in games:
        services.tables.refresh(game)
