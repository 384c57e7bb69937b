"""Routes for games: create one, look at one. What else can be done at a table: `actions.py`."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Annotated, Literal

import orjson
from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from lutetia.bots import BotName
from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.games import manifests
from lutetia.server.errors import Refused
from lutetia.server.http.asgi import client_address
from lutetia.server.http.dependencies import (
    Asker,
    ErrorBody,
    GameId,
    PersonOrGuest,
    TheServices,
    WithText,
    error_responses,
    json_response,
    work_owner,
)
from lutetia.server.http.routes.texts import StateText
from lutetia.server.live.websocket import ClientKey
from lutetia.server.people.name_rules import checked_name
from lutetia.server.people.sessions import Person
from lutetia.server.play import actions, moving, seating
from lutetia.server.play.interfaces import SequenceConflict
from lutetia.server.play.state import state_for
from lutetia.server.play.table import Table
from lutetia.server.services import Services
from lutetia.server.tasks import positions
from lutetia.strict_model import StrictModel

router = APIRouter(prefix="/api", tags=["games"])


class NoClock(StrictModel):
    kind: Literal["none"]


class LiveClock(StrictModel):
    """A Fischer clock, in seconds."""

    kind: Literal["live"]
    base: Annotated[int, Field(ge=30, le=10_800)] = 900
    increment: Annotated[int, Field(ge=0, le=300)] = 15


class DaysPerTurn(StrictModel):
    """Correspondence: the number of days for each turn."""

    kind: Literal["turns"]
    days: Annotated[int, Field(ge=1, le=30)] = 3


class NewGame(StrictModel):
    """A game to create. A table without open seats starts at once."""

    game: Annotated[str, Field(max_length=40)]
    options: Json = Field(default_factory=dict)
    edition: Annotated[Json | None, Field(description="Own component data; null: the built-in edition")] = None
    seats: list[Literal["human", "open"] | BotName] = Field(
        default=["human", "open"],
        min_length=min(found.players[0] for found in manifests()),
        max_length=max(found.players[1] for found in manifests()),
        description="In playing order: human (your seat), a bot's name, or open",
    )
    names: list[Annotated[str, Field(max_length=200)]] = Field(
        default=[],
        max_length=max(found.players[1] for found in manifests()),
        description="In the same order: the names of the people on your own seats, if several share a device",
    )
    pace: Annotated[NoClock | LiveClock | DaysPerTurn, Field(discriminator="kind")] = NoClock(kind="none")
    private: Annotated[
        bool, Field(description="Only people with the link can join; otherwise it is listed in the lobby")
    ] = True
    rated: bool = False
    client_key: Annotated[
        ClientKey | None, Field(description="Sent again by the same person, no second game is created")
    ] = None


class ContinuedGame(StrictModel):
    """A game that began elsewhere. It is private, unrated and without a clock; `seats` are those of the record."""

    content: Annotated[Json, Field(description="A record, a view of a running game, or an exported game")]
    seats: list[Literal["human", "open"] | BotName] = Field(min_length=2, max_length=4)
    names: list[Annotated[str, Field(max_length=200)]] = Field(default=[], max_length=4)
    client_key: ClientKey | None = None


class SeatState(BaseModel):
    """`alias`: what a player of a shared device is called; `name` is that or the person's name. `character`: which of
    its level's characters a bot is. `gave_up`: of a seat whose play has ended early, how (`resign`), or why the others
    claimed the game (`time`, `away`, `gone`); lists leave it out."""

    seat: str
    kind: Literal["human", "bot", "open"]
    person: str | None
    name: str | None
    alias: str | None
    bot: str | None
    character: int
    resigned: bool
    gave_up: str | None = None
    reserved: bool


class ClockState(BaseModel):
    """The milliseconds each seat has left, and whose time is running."""

    left: dict[str, int]
    running: str | None


class GameEvent(BaseModel):
    seq: int
    kind: str
    seat: str | None
    step: str | None
    at: int
    data: Json


class UndoState(BaseModel):
    """What undo would do, and how many steps redo would take again."""

    how: Literal["free", "ask", "no"]
    steps: int
    why: str
    redo: int


class GameState(BaseModel):
    """A game as the asker sees it. `state_hash` covers `view` in canonical JSON; `legal` is for the one who decides.

    `text` is there if it was asked for; null before the game starts. With the whole text comes `now`, the server's time
    in milliseconds: a page compares the times of events with it, because its own clock may be wrong.
    """

    type: Literal["state"]
    id: str
    seq: int
    state_hash: str
    now: int | None = None
    seat: str | None
    view: Json | None
    legal: list[str]
    clock: ClockState | None
    status: Literal["waiting", "running", "over"]
    seats: list[SeatState]
    mine: list[str]
    host: bool
    about: Json
    undo: UndoState
    asks: Json
    outcome: Json | None
    recap: int
    events: list[GameEvent]
    text: StateText | None = None


STATE_ERRORS: dict[int | str, Json] = error_responses(404)
ACTION_ERRORS: dict[int | str, Json] = error_responses(401, 404) | {409: {"model": GameState | ErrorBody}}


@router.post("/games", response_model=GameState, status_code=201, responses=error_responses())
async def create(
    request: Request, services: TheServices, person: PersonOrGuest, wanted: NewGame, response: Response
) -> Response:
    """Create a game."""
    key = actions.stored_key(person, wanted.client_key)
    table = await _created(services, key) if key else None
    if table is None:
        waits = "open" in wanted.seats
        async with AsyncExitStack() as stack:
            if person.member and not {"open", "human"} & set(wanted.seats):
                await stack.enter_async_context(services.open_tables.bots_among_themselves(person))
            opening = services.open_tables.opening(person, client_address(request.scope), waits=waits)
            note = await stack.enter_async_context(opening)
            table = await _create(services, person, wanted, key)
            note(table.id)
    if not table.people():  # the host watches the bots
        services.hub.polled(table.id)
        services.bots.notice(table)
    async with table.lock:
        return json_response(actions.first_state(table, person, key, services.now()).body, response, 201)


@router.post("/games/continue", response_model=GameState, status_code=201, responses=error_responses())
async def continue_game(
    request: Request, services: TheServices, person: PersonOrGuest, wanted: ContinuedGame, response: Response
) -> Response:
    """Open a table that goes on where a game elsewhere has stopped, for example to invite a friend into it.

    What you cannot know from the first of your seats is dealt anew, even if the file has it.
    """
    key = actions.stored_key(person, wanted.client_key)
    table = await _created(services, key) if key else None
    if table is None:
        if "human" not in wanted.seats:
            raise Refused(422, "seats", N_("One of the seats must be yours."))
        owner, mine = work_owner(request.scope, person), wanted.seats.index("human")
        record = await services.jobs.compute(owner, positions.moved_game, wanted.content, mine)
        names = [checked_name(name) if name.strip() else None for name in wanted.names]
        opening = moving.opening(orjson.loads(record), {"seats": wanted.seats, "names": names})
        waits = "open" in wanted.seats
        async with services.open_tables.opening(person, client_address(request.scope), waits=waits) as note:
            table = await seating.create(services.tables.keyed(key), person, opening, key)
            note(table.id)
    async with table.lock:
        return json_response(actions.first_state(table, person, key, services.now()).body, response, 201)


async def _create(services: Services, person: Person, wanted: NewGame, key: str | None) -> Table:
    names = [checked_name(name) if name.strip() else None for name in wanted.names]
    asked = wanted.model_dump(exclude={"client_key"}) | {"names": names}
    try:
        return await seating.create(services.tables.keyed(key), person, asked, key)
    except SequenceConflict:  # the same request came twice at once
        table = await _created(services, str(key))
        assert table is not None
        return table


async def _created(services: Services, key: str) -> Table | None:
    """The table of an earlier request with this key. Another process may have stored only the first of its events."""
    table = await services.tables.created_with(key)
    if table is not None:
        await seating.begin(services.tables.keyed(key, stored=1), table)
    return table


@router.get("/games/{id}", response_model=GameState, responses=STATE_ERRORS)
async def look(
    services: TheServices,
    asker: Asker,
    id: GameId,
    since: Annotated[int, Query(ge=-1, le=2**31)] = -1,
    seat: Annotated[str | None, Query(max_length=10)] = None,
    text: WithText = False,
) -> Response:
    """The game as the asker may see it, with the events after `since`. `seat`: the view of another own seat."""
    table = await services.tables.get(id)
    services.hub.polled(id)
    services.bots.notice(table)
    async with table.lock:
        return json_response(
            state_for(table, asker.id if asker else None, now=services.now(), since=since, seat=seat, text=text).body
        )
