"""The static pages: the built front end, compressed, with cache headers, and its few fixed texts translated."""

from __future__ import annotations

import gzip
import hashlib
import json
import mimetypes
import re
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

from fastapi import FastAPI, Request, Response
from starlette.routing import Match, Route
from starlette.types import Scope

from lutetia.core.catalogue import for_pages
from lutetia.core.i18n import N_, _, current_language
from lutetia.core.json_types import Json
from lutetia.games import manifests
from lutetia.server.errors import Refused
from lutetia.server.http import engine_files
from lutetia.server.http.languages import joined, languages
from lutetia.server.http.preloads import FETCH, link, table_links

STATIC = Path(__file__).parent.parent.parent / "web" / "static"
BUILD = STATIC / "BUILD.json"
CACHE_FOREVER = "public, max-age=31536000, immutable"
CACHE_REVALIDATE = "no-cache"
COMPRESSED = ("text/", "application/javascript", "application/json", "application/manifest+json", "image/svg+xml")
TYPES = {".webmanifest": "application/manifest+json", ".js": "text/javascript", ".woff2": "font/woff2"}
TEXTS = (
    N_("Lutetia · two board games set in Paris, 1889"),
    N_("Two board games set in Paris, 1889. No account. No tracking. One click and you are playing."),
    N_("Play {games} in the browser: against good opponents or with friends anywhere, without an account."),
    N_("Lutetia draws its boards in the browser: please turn on JavaScript for this page."),
    N_("The games can also be played in a terminal: lutetia play."),
    N_("Two board games set in Paris, 1889"),
    N_("My games"),
)
"""Texts in the built files themselves, shown before any script runs. The files contain them in English."""
VARY = "accept-encoding, accept-language, cookie"
NO_ENGINE = '<meta name="engine" content="" />'
"""Says in the built page that games cannot be played in the browser alone."""
TRANSLATED = ("index.html", "manifest.webmanifest")


@dataclass(frozen=True)
class StaticFile:
    """A built file, ready to be sent."""

    body: bytes
    compressed: bytes | None
    content_type: str
    etag: str
    cache_control: str
    vary: str


@cache
def _build() -> Json:
    """What the build says about itself; {} if the pages have not been built."""
    try:
        found: Json = json.loads(BUILD.read_text())
        return found
    except (OSError, ValueError):
        return {}


def build_id() -> str:
    """The id of this build of the pages."""
    return str(_build().get("id", "none"))


@cache
def _pages() -> re.Pattern[str]:
    """The paths of the single-page application's own pages, as the build lists them: `/t/:id` and the like."""
    listed = _build().get("addresses")
    if listed is None:
        return re.compile(".*")
    paths = (re.sub(r":\w+", "[A-Za-z0-9_-]+", address.strip("/")) for address in listed)
    return re.compile(f"(?:{'|'.join(paths)})/?")


@cache
def files() -> dict[str, StaticFile]:
    """Every built file by its path; {} if the pages have not been built."""
    return {
        path.relative_to(STATIC).as_posix(): _file(path)
        for path in sorted(STATIC.rglob("*"))
        if path.is_file() and path != BUILD
    }


def _file(path: Path) -> StaticFile:
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return _ready(path.read_bytes(), kind, hashed=path.parent.name == "assets")


def _ready(body: bytes, kind: str, hashed: bool = False, vary: str = "accept-encoding") -> StaticFile:
    compressed = gzip.compress(body, 9, mtime=0) if kind.startswith(COMPRESSED) and len(body) > 1_000 else None
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    return StaticFile(
        body,
        compressed,
        kind,
        f'"{hashlib.sha256(body).hexdigest()[:16]}"',
        CACHE_FOREVER if hashed else CACHE_REVALIDATE,
        vary,
    )


@cache
def page_texts(tag: str) -> StaticFile:
    """The pages' texts in a language, as JSON: by English text the translation or the plural forms, and the plural form
    of the numbers 0 to 199. Beyond that, every language we know of repeats after each hundred."""
    catalogue = for_pages(tag)
    forms = "".join(str(catalogue.form(n)) for n in range(200))
    content = json.dumps({"texts": catalogue.texts, "forms": forms}, ensure_ascii=False, separators=(",", ":"))
    return _ready(content.encode(), "application/json")


@cache
def translated(name: str, tag: str) -> StaticFile:
    """A built file with its texts translated. `tag` must be the current language."""
    body = files()[name].body.decode()
    html = name.endswith(".html")
    titles = joined([_(manifest.title) for manifest in manifests()], tag)
    for text in TEXTS:
        shown = _(text, games=titles)
        body = body.replace(text, escape(shown) if html else json.dumps(shown, ensure_ascii=False)[1:-1])
    body = body.replace('lang="en"', f'lang="{tag}"').replace('"lang": "en"', f'"lang": "{tag}"')
    if name == "index.html" and engine_files.index() is not None:
        body = body.replace(NO_ENGINE, NO_ENGINE.replace('""', '"1"'))
    if name == "index.html" and tag != "en":
        body = _with_links(body, link(FETCH, f"/words/{tag}.json"))
    return _ready(body.encode(), files()[name].content_type.partition(";")[0], vary=VARY)


def _with_links(body: str, links: str) -> str:
    """A page with more links at the end of its head."""
    return body.replace("</head>", f"{links}</head>", 1)


def _found(path: str) -> StaticFile | None:
    """The file at a path, in the current language; for any other path the single-page application.

    Where it has no page, it says so itself.
    """
    kind, _slash, name = path.partition("/")
    if kind == "words" and name.removesuffix(".json") in languages():
        return page_texts(name.removesuffix(".json"))
    if path not in files() and ("." in path.rpartition("/")[2] or path.startswith("assets/")):
        raise Refused(404, "no-file", N_("There is nothing at this address."))
    path = path if path in files() else "index.html"
    return translated(path, current_language()) if path in TRANSLATED and path in files() else files().get(path)


def _exists(path: str) -> bool:
    """Whether there is a page or a file at a path for which `_found` has found something; files have a dot."""
    return "." in path.rpartition("/")[2] or _pages().fullmatch(path) is not None


class PagesRoute(Route):
    """Every path outside the API: a file, or the single-page application."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD") or scope["path"].startswith("/api"):
            return Match.NONE, {}
        return super().matches(scope)


async def page(request: Request) -> Response:
    """Serve a file, or the single-page application."""
    found = _found(request.path_params["page"])
    if found is None:
        raise Refused(404, "no-pages", N_("The pages have not been built: run `npm run build` in web/."))
    if links := await table_links(request.path_params["page"], request.app.state.services.tables, _build()):
        found = _ready(_with_links(found.body.decode(), links).encode(), "text/html", vary=VARY)
    headers = {"etag": found.etag, "cache-control": found.cache_control, "vary": found.vary}
    status = 200 if _exists(request.path_params["page"]) else 404
    if status == 200 and request.headers.get("if-none-match") == found.etag:
        return Response(status_code=304, headers=headers)
    body = found.body
    if found.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["content-encoding"] = found.compressed, "gzip"
    return Response(body, status, media_type=found.content_type, headers=headers)


def install(app: FastAPI) -> None:
    """Add the pages behind all other routes: call it last.

    The pages are read now. A newer version may be installed while the server runs, and its files do not fit these.
    """
    _build()
    files()
    app.router.routes.append(PagesRoute("/{page:path}", page, methods=["GET"], include_in_schema=False))
