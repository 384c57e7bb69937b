"""A folder with everything that is needed to play without a server, for any web host and any path (`lutetia static`).

Its pages are those of the server. The engine answers their requests in the browser. All addresses are relative.
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path

from lutetia.core.i18n import N_, _, speaking
from lutetia.core.json_types import Json
from lutetia.server.http import engine_files, static_pages
from lutetia.server.http.languages import languages, listed_languages
from lutetia.server.http.middleware.security_headers import CONTENT_SECURITY_POLICY
from lutetia.server.local import pages as local_pages
from lutetia.server.local.device import Site

POLICY = "; ".join(part for part in CONTENT_SECURITY_POLICY.split("; ") if not part.startswith("frame-ancestors"))
"""For a meta element, in which browsers ignore `frame-ancestors`."""
HEAD = re.compile(r"(<meta charset=[^>]*>)")
HOUSES = b"/*__HOUSES__*/"
"""In the service worker: for which languages it keeps what the site says about itself."""
FROM_ROOT = re.compile(r'(href|src|content)="/(?!/)')
WRITING = N_("Writing files")
Report = Callable[[str, int, int], None]


class NotBuilt(Exception):
    """Something that the site consists of has not been built; the text says how."""


@dataclass(frozen=True)
class Written:
    """What was written, in bytes."""

    files: int
    pages: int
    engine: int
    first_visit: int
    """Of the engine: what a browser loads before the first game, as a host that compresses sends it."""


def write(folder: Path, report: Report = lambda what, done, total: None, *, compressed: bool = False) -> Written:
    """Write the site into an empty folder. `compressed`: also each file of the engine with brotli and gzip.

    Raises NotBuilt before anything is written.
    """
    index = _engine_index()
    if not static_pages.files():
        raise NotBuilt(_("The pages have not been built: run `npm run build` in web/."))
    pages = {**dict(_pages()), **_words(), **_houses()}
    sizes = {"pages": 0, "engine": 0}
    total = len(pages) + len(index["files"]) + 3
    done = 0

    def put(name: str, body: bytes, kind: str) -> None:
        nonlocal done
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
        sizes[kind] += len(body)
        done += 1
        report(WRITING, done, total)

    for name, body in pages.items():
        put(name, body, "pages")
    put(".nojekyll", b"", "pages")  # GitHub would leave out files whose names begin with an underscore
    home = f"engine/{index['id']}"
    for name in index["files"]:
        packed = engine_files.ENGINE / f"{name}.gz"
        put(f"{home}/{name}", gzip.decompress(packed.read_bytes()), "engine")
        for suffix in ("br", "gz") if compressed else ():
            shutil.copyfile(engine_files.ENGINE / f"{name}.{suffix}", folder / home / f"{name}.{suffix}")
    listed = json.dumps(index).encode()
    put(f"{home}/{engine_files.INDEX}", listed, "engine")
    put(f"engine/{engine_files.INDEX}", listed, "engine")  # last: with it the engine is complete
    return Written(done, sizes["pages"], sizes["engine"], index["first_visit"]["gz"])


def _engine_index() -> Json:
    found = engine_files.index()
    if found is None:
        raise NotBuilt(_("The engine has not been built: run `{command}`.", command="python scripts/engine build"))
    return found


def _pages() -> Iterator[tuple[str, bytes]]:
    """All built files; the page and the manifest in English, because the page itself chooses the reader's language."""
    with speaking("en"):
        for name, file in static_pages.files().items():
            body = static_pages.translated(name, "en").body if name in static_pages.TRANSLATED else file.body
            if name == "index.html":
                body = _as_static(body.decode()).encode()
            elif name == "sw.js":
                body = body.replace(HOUSES, json.dumps(languages())[1:-1].encode())
            yield name, body
        yield "404.html", _not_found().encode()


def _words() -> dict[str, bytes]:
    return {f"words/{tag}.json": static_pages.page_texts(tag).body for tag in languages()}


def _houses() -> dict[str, bytes]:
    """What a server says about itself, in each language: the first page needs it before the engine has been loaded."""
    found, site = {}, Site(static_pages.build_id(), listed_languages())
    for tag in languages():
        with speaking(tag):
            content = json.dumps(local_pages.house_of(site), ensure_ascii=False, separators=(",", ":"))
        found[f"house/{tag}.json"] = content.encode()
    return found


def _as_static(page: str) -> str:
    """The page with relative addresses, and with what a server's headers would say."""
    added = (
        f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY, quote=False)}" />',
        '<meta name="referrer" content="same-origin" />',
        '<meta name="lutetia-static" content="1" />',
    )
    return FROM_ROOT.sub(r'\1="', HEAD.sub("\n    ".join((r"\1", *added)), page, count=1))


def _not_found() -> str:
    """For hosts that show it where there is no file. It cannot know how deep that is, so it needs no other file."""
    return f"""<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'" />
    <title>Lutetia</title>
  </head>
  <body>
    <h1>Lutetia</h1>
    <p>{escape(_("There is nothing at this address."))}</p>
    <p><a href="./">{escape(_("Home"))}</a></p>
  </body>
</html>
"""
