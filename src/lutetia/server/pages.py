"""The pages: the built front end, and `/api/house`, which tells it about the server it came from."""

from __future__ import annotations

import gzip
import hashlib
import json
import mimetypes
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

from fastapi import APIRouter, FastAPI, Request, Response
from pydantic import BaseModel
from starlette.routing import Match, Route
from starlette.types import Scope

import lutetia
from lutetia.bots.levels import LEVELS
from lutetia.core.catalogue import PSEUDO, for_pages
from lutetia.core.i18n import N_, _, current_language
from lutetia.server.api.doors import TheHouse, refusals
from lutetia.server.errors import Refused
from lutetia.server.lan import Lan
from lutetia.server.languages import COMPLETE, languages, own_name
from lutetia.server.settings import Settings
from lutetia.server.watch import from_here
from lutetia.text import options

STATIC = Path(__file__).parent.parent / "web" / "static"
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
COMPRESSED = ("text/", "application/javascript", "application/json", "application/manifest+json", "image/svg+xml")
TYPES = {".webmanifest": "application/manifest+json", ".js": "text/javascript", ".woff2": "font/woff2"}
TEXTS = (
    N_("Lutetia · two board games of Paris, 1889"),
    N_("Two board games of Paris, 1889. No account. No tracker. One click and you are at the table."),
    N_(
        "Play La Cité de la Lumière and Paris in the browser: against good opponents, with friends anywhere, without an"
        " account."
    ),
    N_("Lutetia draws its boards in the browser: please allow JavaScript for this page."),
    N_("The games can also be played in a terminal: lutetia play."),
    N_("Lutetia · no network"),
    N_("The lamps are out"),
    N_("The server cannot be reached just now. Your games are safe there; nothing has been lost."),
    N_("Try again"),
    N_("Two board games of Paris, 1889"),
    N_("My games"),
)
"""What is read in the built files themselves, before any script runs; each stands there whole, in English."""
TRANSLATED = ("index.html", "offline.html", "manifest.webmanifest")

router = APIRouter(prefix="/api", tags=["house"])


# ---- what the house tells about itself -------------------------------------------------------------------------------


class Choice(BaseModel):
    value: str
    label: str


class Option(BaseModel):
    """Without choices it is a yes or no; no is the default. Of choices the first is."""

    name: str
    label: str
    choices: list[Choice]


class GameShown(BaseModel):
    game: str
    title: str
    least: int
    most: int
    minutes: int
    options: list[Option]


class BotShown(BaseModel):
    bot: str
    level: int
    name: str
    character: str


class LanguageShown(BaseModel):
    """`experimental`: some texts may still be in English."""

    code: str
    name: str
    experimental: bool


class HouseShown(BaseModel):
    """`build` is that of the pages; `links` where others find this house; `can_open`: it could let others in."""

    version: str
    build: str
    games: list[GameShown]
    bots: list[BotShown]
    language: str
    languages: list[LanguageShown]
    links: list[str]
    can_open: bool


class Links(BaseModel):
    links: list[str]


@router.get("/house", responses=refusals())
async def about(request: Request, house: TheHouse) -> HouseShown:
    """What can be played here, against whom, in which languages, and where others find it."""
    lan: Lan = request.app.state.lan
    return HouseShown(
        version=lutetia.__version__,
        build=build_id(),
        games=[GameShown(**game) for game in options.games()],
        bots=[
            BotShown(bot=f"level{level.number}", level=level.number, name=_(level.name), character=_(level.character))
            for level in LEVELS
        ],
        language=current_language(),
        languages=[
            LanguageShown(code=code, name=own_name(code), experimental=code not in COMPLETE)
            for code in languages()
            if code != PSEUDO  # for those who know its name
        ],
        links=lan.links(),
        can_open=lan.can_open() and from_here(request, house.settings),
    )


@router.post("/house/open", responses=refusals())
async def let_others_in(request: Request, house: TheHouse) -> Links:
    """Listen on the local network too, until the server stops. Only who sits at this machine may ask."""
    if not from_here(request, house.settings):
        raise Refused(403, "not-here", N_("Only who sits at the machine of this server may let others in."))
    lan: Lan = request.app.state.lan
    if lan.can_open():
        links, sockets = lan.open()
        if not sockets:
            raise Refused(503, "no-network", N_("This machine could not be reached from the local network."))
        house.begin(lan.serve(sockets))
        return Links(links=links)
    return Links(links=lan.links())


# ---- the files -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class File:
    """One built file, ready to be sent."""

    body: bytes
    packed: bytes | None
    kind: str
    tag: str
    keeping: str
    vary: str


@cache
def build_id() -> str:
    """Which build of the pages this is."""
    try:
        return str(json.loads((STATIC / "BUILD.json").read_text())["id"])
    except (OSError, ValueError, KeyError):
        return "none"


@cache
def files() -> dict[str, File]:
    """Every built file by its path; {} where the pages have not been built."""
    return {
        path.relative_to(STATIC).as_posix(): _file(path)
        for path in sorted(STATIC.rglob("*"))
        if path.is_file() and path.name != "BUILD.json"
    }


def _file(path: Path) -> File:
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return _ready(path.read_bytes(), kind, hashed=path.parent.name == "assets")


def _ready(body: bytes, kind: str, hashed: bool = False, vary: str = "accept-encoding") -> File:
    packed = gzip.compress(body, 9, mtime=0) if kind.startswith(COMPRESSED) and len(body) > 1_000 else None
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    return File(
        body, packed, kind, f'"{hashlib.sha256(body).hexdigest()[:16]}"', FOREVER if hashed else ASK_AGAIN, vary
    )


@cache
def words(tag: str) -> File:
    """The texts of the pages in a language: by their English one translation, or the forms of a plural; and which form
    the numbers 0 to 199 take, after which every language we know of goes round in hundreds."""
    catalogue = for_pages(tag)
    forms = "".join(str(catalogue.form(n)) for n in range(200))
    told = json.dumps({"texts": catalogue.texts, "forms": forms}, ensure_ascii=False, separators=(",", ":"))
    return _ready(told.encode(), "application/json")


@cache
def translated(name: str, tag: str) -> File:
    """A built file with its texts in a language; called with that language spoken."""
    body = files()[name].body.decode()
    html = name.endswith(".html")
    for text in TEXTS:
        body = body.replace(text, escape(_(text)) if html else json.dumps(_(text), ensure_ascii=False)[1:-1])
    body = body.replace('lang="en"', f'lang="{tag}"').replace('"lang": "en"', f'"lang": "{tag}"')
    kind, vary = files()[name].kind.partition(";")[0], "accept-encoding, accept-language, cookie"
    return _ready(body.encode(), kind, vary=vary)


def _found(path: str) -> File | None:
    """The file at an address, in the language that is spoken; an address without one is the page's own."""
    kind, _slash, name = path.partition("/")
    if kind == "words" and name.removesuffix(".json") in languages():
        return words(name.removesuffix(".json"))
    if path not in files() and ("." in path.rpartition("/")[2] or path.startswith("assets/")):
        raise Refused(404, "no-file", N_("There is nothing at this address."))
    path = path if path in files() else "index.html"
    return translated(path, current_language()) if path in TRANSLATED and path in files() else files().get(path)


class Pages(Route):
    """Every address that is no door: a file, or the page that finds out itself what is meant."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD") or scope["path"].startswith("/api"):
            return Match.NONE, {}
        return super().matches(scope)


async def page(request: Request) -> Response:
    """The file at an address; addresses without one are the page's own."""
    found = _found(request.path_params["page"])
    if found is None:
        raise Refused(404, "no-pages", N_("The pages have not been built: run `npm run build` in web/."))
    headers = {"etag": found.tag, "cache-control": found.keeping, "vary": found.vary}
    if request.headers.get("if-none-match") == found.tag:
        return Response(status_code=304, headers=headers)
    body = found.body
    if found.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["content-encoding"] = found.packed, "gzip"
    return Response(body, media_type=found.kind, headers=headers)


def serve(app: FastAPI, settings: Settings) -> None:
    """Put the pages behind all doors of an application: call it last."""
    app.state.lan = Lan(app, settings)
    app.include_router(router)
    app.router.routes.append(Pages("/{page:path}", page, methods=["GET"], include_in_schema=False))
