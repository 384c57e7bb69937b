"""The doors of a game: open, join, start, undo, resign, leave, play again; and the lists of games."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal

import sqlalchemy as sa
from fastapi import APIRouter, Path, Query, Response
from pydantic import BaseModel, Field

from lutetia.core.i18n import N_
from lutetia.server import leaving, play
from lutetia.server.accounts import Person
from lutetia.server.api.doors import Asker, Known, Someone, Strict, TheHouse, answer, refusals
from lutetia.server.errors import Refused
from lutetia.server.house import House
from lutetia.server.state import state
from lutetia.server.store import schema
from lutetia.server.store.log import SEATS
from lutetia.server.table import Table
from lutetia.server.tables import Overtaken

router = APIRouter(prefix="/api", tags=["games"])

GameId = Annotated[str, Path(min_length=1, max_length=40, pattern=r"^[0-9A-Za-z_-]+$")]
BotName = Literal["random", "greedy", "level1", "level2", "level3", "level4", "level5"]


class NoClock(Strict):
    kind: Literal["none"]


class Live(Strict):
    """Fischer's clock, in seconds."""

    kind: Literal["live"]
    base: Annotated[int, Field(ge=30, le=10_800)] = 900
    increment: Annotated[int, Field(ge=0, le=300)] = 15


class ByTurns(Strict):
    kind: Literal["turns"]
    days: Annotated[int, Field(ge=1, le=30)] = 3


class NewGame(Strict):
    """A game to open. A table without open seats starts at once."""

    game: Annotated[str, Field(max_length=40)]
    options: dict[str, Any] = Field(default_factory=dict)
    edition: Annotated[dict[str, Any] | None, Field(description="Component data of one's own; None: ours")] = None
    seats: list[Literal["human", "open"] | BotName] = Field(
        default=["human", "open"],
        min_length=2,
        max_length=4,
        description="In playing order: human is a seat of yours; a bot's name; open",
    )
    pace: Annotated[NoClock | Live | ByTurns, Field(discriminator="kind")] = NoClock(kind="none")
    private: Annotated[bool, Field(description="Joined by its link alone; else it stands in the lobby")] = True
    rated: bool = False


class Joining(Strict):
    seat: Annotated[str | None, Field(max_length=10)] = None


class Filling(Strict):
    bot: BotName = "level3"


class TakingBack(Strict):
    """Nothing: take back, or ask for it. `agree` answers another who asked."""

    agree: bool | None = None


class Choice(Strict):
    choice: Literal["wait", "bot", "claim"]
    bot: BotName | None = None


class Pausing(Strict):
    days: Annotated[int, Field(ge=1, le=leaving.LONGEST_PAUSE)] = 3


class SeatShown(BaseModel):
    seat: str
    kind: Literal["human", "bot", "open"]
    person: str | None
    name: str | None
    bot: str | None
    resigned: bool
    reserved: bool


class ClockShown(BaseModel):
    """Milliseconds left to each seat that is limited, and whose time is running."""

    left: dict[str, int]
    running: str | None


class EventShown(BaseModel):
    seq: int
    kind: str
    seat: str | None
    step: str | None
    at: int
    data: dict[str, Any]


class UndoShown(BaseModel):
    how: Literal["free", "ask", "no"]
    steps: int
    why: str


class State(BaseModel):
    """A game as the asker may see it. `state_hash` covers `view`, in canonical JSON; `legal` is for who decides."""

    type: Literal["state"]
    id: str
    seq: int
    state_hash: str
    seat: str | None
    view: dict[str, Any] | None
    legal: list[str]
    clock: ClockShown | None
    status: Literal["waiting", "running", "over"]
    seats: list[SeatShown]
    mine: list[str]
    host: bool
    about: dict[str, Any]
    undo: UndoShown
    asks: dict[str, Any]
    outcome: dict[str, Any] | None
    recap: int
    events: list[EventShown]


class Listed(BaseModel):
    """A game in a list. `awaiting`: it is the asker's decision."""

    id: str
    game: str
    status: str
    pace: dict[str, Any]
    rated: bool
    private: bool
    seats: list[SeatShown]
    seq: int
    to_move: str | None
    awaiting: bool
    changed: int
    deadline: int | None
    outcome: dict[str, Any] | None


class Games(BaseModel):
    games: list[Listed]


STATES: dict[int | str, dict[str, Any]] = refusals(404)
DOING: dict[int | str, dict[str, Any]] = refusals(401, 404, 409)


@router.post("/games", response_model=State, status_code=201, responses=refusals())
async def create(house: TheHouse, person: Someone, wanted: NewGame, response: Response) -> Response:
    """Open a game."""
    await _not_too_many(house, person)
    table = await play.create(house, person, wanted.model_dump())
    async with table.lock:
        return answer(state(table, person.id, now=house.now(), since=-1).text, response, 201)


@router.get("/games", responses=refusals())
async def lobby(house: TheHouse, asker: Asker, status: Literal["waiting", "running"] = "waiting") -> Games:
    """Public games that wait for players, or that can be watched; the newest first."""
    game = schema.game
    listed = sa.select(game).where(game.c.status == status, game.c.private.is_(False))
    return await _listed(house, asker, listed.order_by(game.c.created.desc()).limit(100))


@router.get("/me/games", responses=refusals())
async def my_games(house: TheHouse, asker: Asker, over: bool = False) -> Games:
    """The asker's games, running and waiting (or, with `over`, the last that have ended); those awaiting first."""
    if asker is None:
        return Games(games=[])
    game, seat = schema.game, schema.seat
    mine = sa.select(seat.c.game).where(seat.c.person == asker.id)
    ended = (game.c.status == "over") if over else (game.c.status != "over")
    found = await _listed(
        house, asker, sa.select(game).where(game.c.id.in_(mine), ended).order_by(game.c.changed.desc()).limit(200)
    )
    found.games.sort(key=lambda listed: not listed.awaiting)
    return found


@router.get("/games/{id}", response_model=State, responses=STATES)
async def look(
    house: TheHouse,
    asker: Asker,
    id: GameId,
    since: Annotated[int, Query(ge=-1, le=2**31)] = -1,
    seat: Annotated[str | None, Query(max_length=10)] = None,
) -> Response:
    """The game as the asker may see it, with the events after `since`; `seat`: by another of one's own seats."""
    table = await house.tables.at(id)
    async with table.lock:
        return answer(state(table, asker.id if asker else None, now=house.now(), since=since, seat=seat).text)


@router.post("/games/{id}/join", response_model=State, responses=DOING)
async def join(
    house: TheHouse, person: Someone, id: GameId, response: Response, wanted: Joining | None = None
) -> Response:
    """Take an open seat."""
    seat = wanted.seat if wanted else None
    return await _do(house, id, person, lambda table: play.join(house, table, person, seat), response)


@router.post("/games/{id}/start", response_model=State, responses=DOING)
async def start(house: TheHouse, person: Known, id: GameId) -> Response:
    """Deal and begin, once nobody is missing."""
    return await _do(house, id, person, lambda table: play.start(house, table, person))


@router.post("/games/{id}/fill", response_model=State, responses=DOING)
async def fill(house: TheHouse, person: Known, id: GameId, wanted: Filling | None = None) -> Response:
    """Let bots sit down on the open seats."""
    bot = (wanted or Filling()).bot
    return await _do(house, id, person, lambda table: play.fill(house, table, person, bot))


@router.post("/games/{id}/undo", response_model=State, responses=DOING)
async def undo(house: TheHouse, person: Known, id: GameId, wanted: TakingBack | None = None) -> Response:
    """Take back as far as the policy allows, or ask the others for it."""
    agree = wanted.agree if wanted else None
    return await _do(house, id, person, lambda table: play.take_back(house, table, person, agree))


@router.post("/games/{id}/resign", response_model=State, responses=DOING)
async def resign(house: TheHouse, person: Known, id: GameId) -> Response:
    """Give up."""
    return await _do(house, id, person, lambda table: play.resign(house, table, person))


@router.post("/games/{id}/rematch", response_model=State, responses=DOING)
async def rematch(house: TheHouse, person: Known, id: GameId) -> Response:
    """Play again: the answer is the next game."""
    await _not_too_many(house, person)
    table = await house.tables.at(id)
    async with table.lock:
        following = await _unless_overtaken(play.rematch(house, table, person))
    async with following.lock:
        return answer(state(following, person.id, now=house.now(), since=-1).text)


@router.post("/games/{id}/leave", response_model=State, responses=DOING)
async def leave(house: TheHouse, person: Known, id: GameId) -> Response:
    """Stand up from the table."""
    return await _do(house, id, person, lambda table: leaving.leave(house, table, person))


@router.post("/games/{id}/back", response_model=State, responses=DOING)
async def back(house: TheHouse, person: Known, id: GameId) -> Response:
    """Take one's seat back."""
    return await _do(house, id, person, lambda table: leaving.back(house, table, person))


@router.post("/games/{id}/choice", response_model=State, responses=DOING)
async def choose(house: TheHouse, person: Known, id: GameId, wanted: Choice) -> Response:
    """A seat was left: wait, let a bot take over, or claim the game."""
    return await _do(house, id, person, lambda t: leaving.choose(house, t, person, wanted.choice, wanted.bot))


@router.post("/games/{id}/pause", response_model=State, responses=DOING)
async def pause(house: TheHouse, person: Known, id: GameId, wanted: Pausing | None = None) -> Response:
    """Stop the clocks of a game by turns for some days."""
    days = (wanted or Pausing()).days
    return await _do(house, id, person, lambda table: leaving.pause(house, table, person, days))


@router.post("/games/{id}/go-on", response_model=State, responses=DOING)
async def go_on(house: TheHouse, person: Known, id: GameId) -> Response:
    """End one's pause."""
    return await _do(house, id, person, lambda table: leaving.go_on(house, table, person))


async def _do(
    house: House, id_: str, person: Person, act: Callable[[Table], Awaitable[Any]], response: Response | None = None
) -> Response:
    """Something done at a table, answered with the game after it."""
    table = await house.tables.at(id_)
    async with table.lock:
        before = table.seq
        await _unless_overtaken(act(table))
        return answer(state(table, person.id, now=house.now(), since=before).text, response)


async def _unless_overtaken(act: Awaitable[Any]) -> Any:
    try:
        return await act
    except Overtaken:
        raise Refused(409, "overtaken", N_("Something else happened at this table just now. Look again.")) from None


async def _not_too_many(house: House, person: Person) -> None:
    game = schema.game
    count = sa.select(sa.func.count()).where(game.c.host == person.id, game.c.status != "over")
    most = house.settings.games_per_person
    if (await house.database.read(lambda c: c.execute(count).scalar_one())) >= most:
        raise Refused(422, "too-many", N_("You have {n} unfinished games open; finish or leave some first."), n=most)


async def _listed(house: House, asker: Person | None, games: sa.Select[Any]) -> Games:
    me = asker.id if asker else None

    def look(connection: sa.Connection) -> list[Listed]:
        rows = list(connection.execute(games).mappings())
        found = connection.execute(SEATS.where(schema.seat.c.game.in_([row["id"] for row in rows])))
        seats: dict[str, list[SeatShown]] = {}
        for s in found:
            shown = SeatShown(
                seat=s.seat,
                kind=s.kind,
                person=s.person,
                name=s.name,
                bot=s.bot,
                resigned=s.resigned,
                reserved=s.reserved is not None,
            )
            seats.setdefault(s.game, []).append(shown)
        return [_in_list(dict(row), seats.get(row["id"], []), me) for row in rows]

    return Games(games=await house.database.read(look))


def _in_list(row: dict[str, Any], seats: list[SeatShown], me: str | None) -> Listed:
    mine = [seat.seat for seat in seats if me is not None and seat.person == me and seat.bot is None]
    kept = ("id", "game", "status", "pace", "rated", "private", "seq", "to_move", "changed", "deadline", "outcome")
    return Listed(seats=seats, awaiting=row["to_move"] in mine, **{key: row[key] for key in kept})
