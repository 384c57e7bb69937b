"""The opening explorer: what strong play does first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.games import ruleset
from lutetia.openings.explore import Explorer, NotThere
from lutetia.server.errors import Refused


def explorer(game: str) -> Explorer:
    """The book of a game, which must exist. Raises Refused."""
    with refusing():
        return Explorer(game)


def overview(found: Explorer, game: str) -> Json:
    """The lines of a game, and how many strong games are counted for each number of players."""
    tables = found.book.tables
    return {
        "game": game,
        "lines": [
            {"name": name, "title": _(line.title), "about": _(line.about), "shared": line.shared}
            for name, line in found.openings.lines.items()
        ],
        "tables": [
            {"players": players, "games": table.games, "method": found.method(players)}
            for players, table in sorted(tables.items())
        ],
        "edition": ruleset(game, players=min(tables)).edition.data,
        "picture": found.openings.start,
    }


def position(found: Explorer, line: str, players: int, role: int, path: list[str]) -> Json:
    """Where a path through a line leads. Raises Refused."""
    with refusing():
        return found.position(line, players, role, path)


@contextmanager
def refusing() -> Iterator[None]:
    """What is not there is answered with 404."""
    try:
        yield
    except NotThere as error:
        raise Refused(404, error.code, error.key, **error.values) from None
