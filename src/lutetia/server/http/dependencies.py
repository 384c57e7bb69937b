"""What every door needs: the house, who asks, and the shapes of answers that all share."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Request, Response
from pydantic import BaseModel, ConfigDict

from lutetia.server.errors import who_are_you
from lutetia.server.people.accounts import Person
from lutetia.server.people.sessions import cookie_name
from lutetia.server.services import House

YEAR = 365 * 86_400


class Strict(BaseModel):
    """A body: exactly these keys, of exactly these types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ErrorText(BaseModel):
    code: str
    rule: str
    text: str


class ErrorBody(BaseModel):
    """Every error: a code for programs, the rule that says so (or ""), words for people."""

    error: ErrorText


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The errors a door may answer, for the OpenAPI; those that any door may answer are among them."""
    return {status: {"model": ErrorBody} for status in sorted({*statuses, 403, 409, 413, 415, 422, 429, 503})}


async def _house(request: Request) -> House:  # a plain function would be run in a thread, for every request
    house: House = request.app.state.house
    return house


TheHouse = Annotated[House, Depends(_house)]


async def _asker(request: Request, house: TheHouse) -> Person | None:
    """Who asks; None: nobody we know. The guard has mostly found out already."""
    cookie = request.cookies.get(cookie_name(request.url.scheme))
    return request.scope.get("person") or await house.people.of_cookie(cookie)


Asker = Annotated[Person | None, Depends(_asker)]


async def _known(asker: Asker) -> Person:
    if asker is None:
        raise who_are_you()
    return asker


Known = Annotated[Person, Depends(_known)]
"""A person that has been here before; 401 otherwise."""


async def _someone(request: Request, response: Response, house: TheHouse, asker: Asker) -> Person:
    if asker is not None:
        return asker
    person, token = await house.people.guest(request.headers.get("user-agent", ""))
    set_cookie(request, response, token)
    request.state.new_session = token  # an answer that says no carries it too: see app.py
    return person


Someone = Annotated[Person, Depends(_someone)]
"""Whoever asks; a newcomer becomes a guest. A door that answers with a Response of its own must copy the cookie:
`answer` does."""


def set_cookie(request: Request, response: Response, token: str) -> None:
    """The session cookie: for this server alone, out of reach of scripts, not sent along by other sites' forms."""
    scheme = request.url.scheme
    name, secure = cookie_name(scheme), scheme == "https"
    response.set_cookie(name, token, max_age=YEAR, path="/", httponly=True, samesite="lax", secure=secure)


def clear_cookie(request: Request, response: Response) -> None:
    """The session has ended; what the browser keeps of our pages goes with it."""
    scheme = request.url.scheme
    response.delete_cookie(cookie_name(scheme), path="/", httponly=True, samesite="lax", secure=scheme == "https")
    response.headers["clear-site-data"] = '"cache"'


def answer(body: bytes, response: Response | None = None, status: int = 200) -> Response:
    """JSON that is ready already, with the cookies of the response that dependencies wrote to."""
    ready = Response(body, status, media_type="application/json")
    if response is not None:
        ready.raw_headers.extend(header for header in response.raw_headers if header[0] == b"set-cookie")
    return ready
