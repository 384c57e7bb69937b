"""The engine for browsers, if it has been built: its files, compressed in advance, under an address of their own.

The address contains the id of the build, so browsers keep the files for ever, and a page never mixes two builds.
"""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path

from fastapi import FastAPI, Request, Response
from starlette.routing import Route

from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused

ENGINE = Path(__file__).parent.parent.parent / "web" / "engine"
INDEX = "engine.json"
KEPT = "public, max-age=31536000, immutable"
TYPES = {
    ".mjs": "text/javascript; charset=utf-8",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
    ".txt": "text/plain; charset=utf-8",
}
ENCODINGS = (("br", "br"), ("gzip", "gz"))
"""By name in a request: the ending of the file."""


@cache
def index() -> Json | None:
    """The list of the engine's files; None if it has not been built."""
    try:
        found: Json = json.loads((ENGINE / INDEX).read_text("utf-8"))
    except FileNotFoundError:
        return None
    return found


async def listed(request: Request) -> Response:
    """Which build there is, and its files. 404: none, so the page plays on the server."""
    if (found := index()) is None:
        raise _nothing()
    return Response(json.dumps(found), media_type="application/json", headers={"cache-control": "no-cache"})


def file(request: Request) -> Response:
    """One file of this build. Not a coroutine, so that megabytes are read in a thread and not on the event loop."""
    found, build, name = index(), request.path_params["build"], request.path_params["name"]
    if found is None or build != found["id"]:
        raise _nothing()
    headers = {"cache-control": KEPT, "vary": "accept-encoding"}
    if name == INDEX:
        return Response(json.dumps(found), media_type="application/json", headers=headers)
    if name not in found["files"]:
        raise _nothing()
    kind = TYPES[Path(name).suffix]
    accepted = [word.partition(";")[0].strip() for word in request.headers.get("accept-encoding", "").split(",")]
    for encoding, suffix in ENCODINGS:
        if encoding in accepted:
            body = (ENGINE / f"{name}.{suffix}").read_bytes()
            return Response(body, media_type=kind, headers=headers | {"content-encoding": encoding})
    return Response(gzip.decompress((ENGINE / f"{name}.gz").read_bytes()), media_type=kind, headers=headers)


def _nothing() -> Refused:
    return Refused(404, "no-file", N_("There is nothing at this address."))


def install(app: FastAPI) -> None:
    """Add the routes: before those of the pages, which take every address."""
    app.router.routes.append(Route("/engine/engine.json", listed, methods=["GET"]))
    app.router.routes.append(Route("/engine/{build}/{name}", file, methods=["GET"]))
