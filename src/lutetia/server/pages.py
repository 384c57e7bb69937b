"""The pages: the built front end, and `/api/house`, which tells it about the server it came from."""

from __future__ import annotations

import gettext
import gzip
import hashlib
import json
import mimetypes
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi import Path as InPath
from pydantic import BaseModel
from starlette.routing import Match, Route
from starlette.types import Scope

import lutetia
from lutetia.bots.levels import LEVELS
from lutetia.core.words import CATALOGUES, DOMAIN, N_, _, language
from lutetia.server.api.doors import TheHouse, refusals
from lutetia.server.errors import Refused
from lutetia.server.lan import Lan
from lutetia.server.languages import languages
from lutetia.server.settings import Settings
from lutetia.server.watch import from_here
from lutetia.told import options

STATIC = Path(__file__).parent.parent / "web" / "static"
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
COMPRESSED = ("text/", "application/javascript", "application/json", "application/manifest+json", "image/svg+xml")
TYPES = {".webmanifest": "application/manifest+json", ".js": "text/javascript", ".woff2": "font/woff2"}
NAMES = {"en": "English", "pl": "Polski", "pt": "Português", "cs": "Čeština"}

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
    code: str
    name: str


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


class CatalogueShown(BaseModel):
    """Texts by their English: one translation, or the forms of a plural in the order of gettext."""

    language: str
    texts: dict[str, list[str]]


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
        language=language.get() or "en",
        languages=[LanguageShown(code=code, name=NAMES.get(code, code)) for code in languages()],
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


@router.get("/catalogue/{tag}", responses=refusals(404))
async def catalogue(tag: Annotated[str, InPath(max_length=20)]) -> CatalogueShown:
    """All texts in a language; nothing for English, in which they are written."""
    if tag not in languages():
        known = ", ".join(languages())
        raise Refused(404, "no-language", N_("This language is not spoken here; there are: {known}"), known=known)
    return CatalogueShown(language=tag, texts=_texts(tag))


@cache
def _texts(tag: str) -> dict[str, list[str]]:
    found = gettext.translation(DOMAIN, CATALOGUES, languages=[tag], fallback=True)
    texts: dict[str, list[str]] = {}
    known: dict[Any, str] = getattr(found, "_catalog", {})
    for key, text in known.items():
        if isinstance(key, tuple):
            forms = texts.setdefault(key[0], [])
            forms.extend([""] * (key[1] + 1 - len(forms)))
            forms[key[1]] = text
        elif key:
            texts[key] = [text]
    return texts


# ---- the files -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class File:
    """One built file, ready to be sent."""

    body: bytes
    packed: bytes | None
    kind: str
    tag: str
    keeping: str


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
    body = path.read_bytes()
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    packed = gzip.compress(body, 9, mtime=0) if kind.startswith(COMPRESSED) and len(body) > 1_000 else None
    hashed = path.parent.name == "assets"
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    return File(body, packed, kind, f'"{hashlib.sha256(body).hexdigest()[:16]}"', FOREVER if hashed else ASK_AGAIN)


class Pages(Route):
    """Every address that is no door: a file, or the page that finds out itself what is meant."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD") or scope["path"].startswith("/api"):
            return Match.NONE, {}
        return super().matches(scope)


async def page(request: Request) -> Response:
    """The file at an address; addresses without one are the page's own."""
    path = request.path_params["page"]
    found = files().get(path)
    if found is None and ("." in path.rpartition("/")[2] or path.startswith("assets/")):
        raise Refused(404, "no-file", N_("There is nothing at this address."))
    found = found or files().get("index.html")
    if found is None:
        raise Refused(404, "no-pages", N_("The pages have not been built: run `npm run build` in web/."))
    headers = {"etag": found.tag, "cache-control": found.keeping, "vary": "accept-encoding"}
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
