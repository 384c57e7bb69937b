"""What a page will need beside its own files, named in its head: so the browser fetches everything at once.

Without this, a table would need five rounds one after another: the page, its script, the script of tables, the state,
and the front end of the state's game. Nothing here is personal: which game is played at a table, its spectators know.
"""

from __future__ import annotations

import re
from pathlib import Path

from lutetia.core.json_types import Json
from lutetia.server.errors import StorageError
from lutetia.server.play.commit import TableService

TABLE_PAGE = re.compile(r"t/([0-9A-Za-z_-]{1,40})/?")
GENERIC = "generic"
"""The front end of games that have none of their own."""
FETCH = 'rel="preload" as="fetch"'
LINKS = {".js": 'rel="modulepreload"', ".css": 'rel="stylesheet"', ".svg": FETCH}
"""How each kind of file is asked for; drawings are fetched by a script."""


def link(kind: str, address: str) -> str:
    return f'<link {kind} crossorigin href="{address}">'


async def table_links(path: str, tables: TableService, build: Json) -> str:
    """The links for the page of a table: its state with text, and the files of its game. "" for any other page.

    `build`: what the build of the pages says about itself, with the files of each game.
    Pages have no rate limit, so this reads no game's log: of a table that is not in memory it reads one field.
    """
    found = TABLE_PAGE.fullmatch(path)
    if found is None:
        return ""
    try:
        game = await tables.game_name(found[1])
    except StorageError:  # the page will say so
        game = None
    return link(FETCH, f"/api/games/{found[1]}?text=1") + _file_links(build, game) if game else ""


def _file_links(build: Json, game: str) -> str:
    """The links for the files of a game's front end."""
    listed = build.get("tables", {})
    files = [(Path(name).suffix, name) for name in listed.get(game) or listed.get(GENERIC, ())]
    return "".join(link(LINKS[suffix], f"/{name}") for suffix, name in files if suffix in LINKS)
