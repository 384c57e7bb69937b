"""Routes for the opening explorer: what strong play does first, and one's own games beside it."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel

from lutetia.core.json_types import Json
from lutetia.openings.book import figures
from lutetia.openings.explore import Explorer
from lutetia.openings.sample import DEEPEST, Sample
from lutetia.openings.tree import Node, count
from lutetia.server.http.dependencies import Asker, GameName, TheServices, WorkOwner, error_responses, known_game
from lutetia.server.store.finished_games import finished_games, role_of
from lutetia.server.tasks import openings as tasks

router = APIRouter(prefix="/api", tags=["openings"])

LATEST = 10
"""Own games that are linked."""
LineName = Annotated[str, Query(max_length=40)]
Players = Annotated[int, Query(ge=2, le=4)]
Role = Annotated[int, Query(ge=1, le=4)]
"""1 is whoever begins. It makes no difference in a shared line."""
ChoicePath = Annotated[list[Annotated[str, Query(max_length=80)]], Query(default_factory=list, max_length=DEEPEST)]


class OpeningLine(BaseModel):
    """A question that a tree answers. `shared`: one tree for all players, who choose in turn."""

    name: str
    title: str
    about: str
    shared: bool


class OpeningTable(BaseModel):
    """How many strong games there are, and who played them."""

    players: int
    games: int
    method: str


class Openings(BaseModel):
    """`edition`: the component data, for the pictures. `picture`: what to draw before the first choice."""

    game: str
    lines: list[OpeningLine]
    tables: list[OpeningTable]
    edition: Json
    picture: str


class OpeningFigures(BaseModel):
    """For whoever chose: the share of wins and the mean margin, each with its 95 % interval."""

    games: int
    wins: float
    wins_low: float
    wins_high: float
    margin: float
    margin_low: float
    margin_high: float


class OpeningChoice(OpeningFigures):
    """`key` is what a path consists of. `role`: who chooses. `picture`: one of the component gallery, or ""."""

    key: str
    label: str
    picture: str
    role: int
    deeper: bool


class OpeningPosition(BaseModel):
    """Where a path leads: the choices that led there, and those that follow, the most frequent first."""

    start: OpeningFigures
    path: list[OpeningChoice]
    choices: list[OpeningChoice]


class OwnGame(BaseModel):
    id: str
    ended: int


class OwnOpenings(BaseModel):
    """The asker's finished games at such tables: how often each choice, with what result; and the newest of them."""

    games: int
    choices: dict[str, OpeningFigures]
    latest: list[OwnGame]


@router.get("/openings/{game}", responses=error_responses(404))
async def openings(game: GameName) -> Openings:
    """The lines of a game, and how many strong games are counted for each number of players."""
    return Openings(**tasks.overview(await _explorer(game), game))


@router.get("/openings/{game}/line", responses=error_responses(404))
async def line(
    game: GameName, line: LineName, path: ChoicePath, players: Players = 2, role: Role = 1
) -> OpeningPosition:
    """Where a path through a line leads."""
    return OpeningPosition(**tasks.position(await _explorer(game), line, players, role, path))


@router.get("/me/openings/{game}", responses=error_responses(404))
async def my_openings(
    services: TheServices,
    asker: Asker,
    owner: WorkOwner,
    game: GameName,
    line: LineName,
    path: ChoicePath,
    players: Players = 2,
    role: Role = 1,
) -> OwnOpenings:
    """The asker's own games along the same path."""
    explorer = await _explorer(game)
    with tasks.refusing():
        explorer.tree(line, players, role)
    if asker is None:
        return OwnOpenings(games=0, choices={}, latest=[])
    me, shared = asker.id, explorer.line(line).shared
    played = await services.database.read(lambda c: finished_games(c, me, public=False, game=game))
    digests = await services.digests.of(owner, [one["id"] for one in played])
    trees: dict[str, list[Node]] = {}
    latest: list[OwnGame] = []
    for one in played:
        opening = digests.get(one["id"], {}).get("opening")
        if opening is None or len(one["seats"]) != players or not (shared or role_of(one, me) == role):
            continue
        keys = opening["lines"][line][0 if shared else role - 1]
        if keys[: len(path)] == path and len(latest) < LATEST:
            latest.append(OwnGame(id=one["id"], ended=one["changed"]))
        sample = Sample(opening["shares"], opening["margins"], {line: opening["lines"][line]})
        count(trees, sample, [line] if shared else [])
    own = trees[line][0 if shared else role - 1] if trees else Node()
    here = own.follow(path) or Node()
    choices = {key: OpeningFigures(**figures(child)) for key, child in here.children.items()}
    return OwnOpenings(games=here.games, choices=choices, latest=latest)


async def _explorer(game: str) -> Explorer:
    """The book of a game. Raises Refused. It is read once, and not on the event loop."""
    return await asyncio.to_thread(tasks.explorer, known_game(game))
