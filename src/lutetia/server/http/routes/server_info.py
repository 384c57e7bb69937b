"""Routes about the server itself: its games, bots and languages, its version, and access from the local network."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, Field

from lutetia.core.catalogue import PSEUDO
from lutetia.core.i18n import N_, current_language
from lutetia.server.errors import Refused
from lutetia.server.http.dependencies import TheServices, error_responses, is_local
from lutetia.server.http.lan import Lan
from lutetia.server.http.languages import is_experimental, languages, own_name
from lutetia.server.http.owner import Owner
from lutetia.server.http.static_pages import build_id
from lutetia.server.tasks import house

router = APIRouter(prefix="/api", tags=["server"])


class OptionChoice(BaseModel):
    value: str
    label: str


class PickItem(BaseModel):
    value: str
    name: str
    brief: str


class OptionPick(BaseModel):
    """A list of exactly `count` different values of `items`, in place of one of the choices."""

    count: int
    items: list[PickItem]


class GameOption(BaseModel):
    """Without choices it is a switch, off by default. Of choices the first is the default. `pick`: it takes a list."""

    name: str
    label: str
    choices: list[OptionChoice]
    pick: OptionPick | None


class GameInfo(BaseModel):
    """`theme` is "day" or "night". `pages` names those that the game has: rules, tutorial, companion,
    openings."""

    game: str
    title: str
    least: int
    most: int
    minutes: int
    theme: str
    pages: list[str]
    options: list[GameOption]


class BotCharacter(BaseModel):
    name: str
    about: str


class BotInfo(BaseModel):
    """A level. `characters`: who plays it, in the order in which they come to one table; the first is also in `name`
    and `character`."""

    bot: str
    level: int
    name: str
    character: str
    characters: list[BotCharacter]


class LanguageInfo(BaseModel):
    """`experimental`: some texts may still be in English."""

    code: str
    name: str
    experimental: bool


class ServerInfo(BaseModel):
    """`build` is that of the pages; `links` are URLs for other machines; `can_open`: who asks may let it listen on the
    network; `owner_can_open`: only the browser that `lutetia play` has opened may."""

    version: str
    build: str
    games: list[GameInfo]
    bots: list[BotInfo]
    language: str
    languages: list[LanguageInfo]
    links: list[str]
    can_open: bool
    registration: Literal["open", "invited", "closed"] = Field(description="Who may register")
    guests: bool = Field(description="Whether people without an account may play")
    mail: bool = Field(description="Whether the server sends mail, to reset forgotten passwords")
    owner_can_open: bool = False


class ServerLinks(BaseModel):
    links: list[str]


@router.get("/house", responses=error_responses())
async def server_info(request: Request, services: TheServices) -> ServerInfo:
    """The games, bots and languages of this server, and its URLs for other machines."""
    lan: Lan = request.app.state.lan
    can_open = lan.can_open() and is_local(request, services.settings)
    is_owner = _is_owner(request)
    return ServerInfo(
        **house.games_and_bots(),
        build=build_id(),
        language=current_language(),
        languages=[
            LanguageInfo(code=code, name=own_name(code), experimental=is_experimental(code))
            for code in languages()
            if code != PSEUDO  # for development only
        ],
        links=lan.links(),
        can_open=can_open and is_owner,
        owner_can_open=can_open and not is_owner,
        registration=services.settings.registration,
        guests=services.settings.guests,
        mail=services.mails is not None,
    )


@router.post("/house/open", responses=error_responses())
async def open_to_network(request: Request, services: TheServices) -> ServerLinks:
    """Listen on the local network too, until the server stops. Only the owner, on this machine, may ask for it."""
    if not is_local(request, services.settings):
        raise Refused(403, "not-here", N_("Only someone at the computer that runs this server can let others in."))
    if not _is_owner(request):
        raise Refused(403, "not-owner", N_("Only the page that lutetia play opens can let others in."))
    lan: Lan = request.app.state.lan
    if lan.can_open():
        links, sockets = lan.open()
        if not sockets:
            raise Refused(503, "no-network", N_("This computer could not be reached from the local network."))
        services.spawn(lan.serve(sockets))
        return ServerLinks(links=links)
    return ServerLinks(links=lan.links())


@router.get("/house/owner/{ticket}", status_code=303, responses=error_responses(), response_class=RedirectResponse)
async def become_owner(
    request: Request, services: TheServices, ticket: Annotated[str, Path(max_length=200)]
) -> RedirectResponse:
    """The link that `lutetia play` opens: it makes this browser the owner's, once, and leads to the first page."""
    owner: Owner = request.app.state.owner
    response = RedirectResponse("/", 303)
    if is_local(request, services.settings) and owner.redeem(ticket):
        owner.set_cookie(response)
    elif not owner.is_owner(request):
        raise Refused(
            403, "old-link", N_("This link has already been used. Run lutetia play again: it opens a new one.")
        )
    return response


def _is_owner(request: Request) -> bool:
    owner: Owner = request.app.state.owner
    return owner.is_owner(request)
