"""What every route needs: the services, the person who asks, cookies, and the error shapes for the OpenAPI schema."""

from __future__ import annotations

import ipaddress
from typing import Annotated

import sqlalchemy as sa
from fastapi import Depends, Path, Query, Request, Response
from pydantic import BaseModel
from starlette.types import Scope

from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.games import names
from lutetia.server.errors import Refused, no_session, not_yours
from lutetia.server.http.asgi import client_address
from lutetia.server.jobs.fair_queue import Owner
from lutetia.server.ops.settings import Settings
from lutetia.server.people.sessions import Person, cookie_name
from lutetia.server.play.table import Table
from lutetia.server.rate_limit import network
from lutetia.server.services import Services
from lutetia.server.store import schema

YEAR = 365 * 86_400
PROXY_HEADERS = {"x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "forwarded", "via", "x-real-ip"}
GameId = Annotated[str, Path(min_length=1, max_length=40, pattern=r"^[0-9A-Za-z_-]+$")]
GameName = Annotated[str, Path(max_length=40)]
"""The name of a game, as opposed to the id of one that is played."""
WithText = Annotated[bool, Query()]
"""Whether the state carries text, in the language of the request."""
Opened = Annotated[bool, Query(alias="open")]
"""Whether all hands are to be open; only if the game is over."""


class ErrorText(BaseModel):
    code: str
    rule: str
    text: str


class ErrorBody(BaseModel):
    """Every error: a code for programs, the id of the rule that was broken (or ""), and a text for people."""

    error: ErrorText


def error_responses(*statuses: int) -> dict[int | str, Json]:
    """The error responses of a route, for the OpenAPI schema, including those that any route may give."""
    return {status: {"model": ErrorBody} for status in sorted({*statuses, 403, 409, 413, 415, 422, 429, 503})}


async def _services(request: Request) -> Services:  # async: FastAPI would run a plain function in a thread
    services: Services = request.app.state.services
    return services


TheServices = Annotated[Services, Depends(_services)]


async def _asker(request: Request, services: TheServices) -> Person | None:
    """The person who asks. Usually the request guard has found them already."""
    cookie = request.cookies.get(cookie_name(request.url.scheme))
    return request.scope.get("person") or await services.people.of_cookie(cookie)


Asker = Annotated[Person | None, Depends(_asker)]
"""The person who asks; None without a session."""


async def _session_person(asker: Asker) -> Person:
    if asker is None:
        raise no_session()
    return asker


SessionPerson = Annotated[Person, Depends(_session_person)]
"""The person who asks; 401 without a session."""


async def _person_or_guest(request: Request, response: Response, services: TheServices, asker: Asker) -> Person:
    if asker is not None:
        return asker
    person, token = await services.people.guest(user_agent(request))
    set_cookie(request, response, token)
    request.state.new_session = token  # error responses set the cookie too: see app.py
    return person


PersonOrGuest = Annotated[Person, Depends(_person_or_guest)]
"""The person who asks; without a session, a new guest. A route that returns its own Response must copy the cookie:
`json_response` does."""


def work_owner(scope: Scope, asker: Person | None) -> Owner:
    """For whom the work of a request counts: a member's account, or a guest and the network of the request."""
    address = network(client_address(scope))
    return Owner(None, address) if asker is None else Owner(asker.id, None if asker.member else address)


async def _owner(request: Request, asker: Asker) -> Owner:
    return work_owner(request.scope, asker)


WorkOwner = Annotated[Owner, Depends(_owner)]
"""For whom the work of a request counts."""


async def _personal_work(request: Request, services: TheServices, person: PersonOrGuest) -> Owner:
    services.jobs.owners.note(person.id, client_address(request.scope), member=person.member)  # perhaps a new guest
    return work_owner(request.scope, person)


PersonalWork = Annotated[Owner, Depends(_personal_work)]
"""The same for work that stays: without a session, it counts for a new guest."""


def user_agent(request: Request) -> str:
    return request.headers.get("user-agent", "")


def set_cookie(request: Request, response: Response, token: str, name: str | None = None) -> None:
    """Set a cookie, by default the session's: for this host only, not readable by scripts, not sent with other sites'
    forms."""
    scheme = request.url.scheme
    name, secure = name or cookie_name(scheme), scheme == "https"
    response.set_cookie(name, token, max_age=YEAR, path="/", httponly=True, samesite="lax", secure=secure)


def clear_cookie(request: Request, response: Response) -> None:
    """Remove the session cookie, and what the browser has cached of our pages."""
    scheme = request.url.scheme
    response.delete_cookie(cookie_name(scheme), path="/", httponly=True, samesite="lax", secure=scheme == "https")
    response.headers["clear-site-data"] = '"cache"'


def json_response(body: bytes, response: Response | None = None, status: int = 200) -> Response:
    """A response with a ready-made JSON body, and the cookies that dependencies have set on `response`."""
    ready = Response(body, status, media_type="application/json")
    if response is not None:
        ready.raw_headers.extend(header for header in response.raw_headers if header[0] == b"set-cookie")
    return ready


def known_game(name: str) -> str:
    """The name, if there is such a game. Raises Refused."""
    if name not in names():
        raise Refused(404, "no-game", N_("There is no such game."))
    return name


async def own_table(services: Services, person: Person, game: str) -> Table:
    """A table at which this person has a seat. Raises Refused."""
    table = await services.tables.get(game)
    if not table.seats_of(person.id):
        raise not_yours()
    return table


def own_seats(person: Person, game: str) -> tuple[sa.ColumnElement[bool], ...]:
    """A condition on the table `seat`: this person's seats in a game."""
    return schema.seat.c.game == game, schema.seat.c.person == person.id


def is_local(request: Request, settings: Settings) -> bool:
    """Whether the request comes from this very machine, and not through a proxy."""
    if settings.behind_proxy or PROXY_HEADERS & set(request.headers) or request.client is None:
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False
