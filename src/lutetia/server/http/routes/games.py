"""Routes for games: create, join, start, undo, redo, resign, leave, rematch."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal

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
    GameId,
    PersonOrGuest,
    SessionPerson,
    TheServices,
    WithText,
    error_responses,
    json_response,
)
from lutetia.server.http.routes.texts import StateText
from lutetia.server.people.name_rules import checked_name
from lutetia.server.people.sessions import Person
from lutetia.server.play import leaving, seating, undo_requests
from lutetia.server.play.interfaces import SequenceConflict
from lutetia.server.play.state import state_for
from lutetia.server.play.table import Table
from lutetia.server.services import Services
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


class JoinRequest(StrictModel):
    seat: Annotated[str | None, Field(max_length=10)] = None


class FillRequest(StrictModel):
    """`seat`: only this one; without it the bot, each time another character, sits down on every open seat."""

    bot: BotName = "level3"
    seat: Annotated[str | None, Field(max_length=10)] = None


class UndoRequest(StrictModel):
    """Without `agree`: undo, or ask the others for it. `agree` answers another player's request."""

    agree: bool | None = None


class LeftSeatChoice(StrictModel):
    choice: Literal["wait", "bot", "claim"]
    bot: BotName | None = None


class PauseRequest(StrictModel):
    days: Annotated[int, Field(ge=1, le=leaving.LONGEST_PAUSE)] = 3


class SeatState(BaseModel):
    """`alias`: what a player of a shared device is called; `name` is that or the person's name. `character`: which of
    its level's characters a bot is."""

    seat: str
    kind: Literal["human", "bot", "open"]
    person: str | None
    name: str | None
    alias: str | None
    bot: str | None
    character: int
    resigned: bool
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

    `text` is there if it was asked for; null before the game starts.
    """

    type: Literal["state"]
    id: str
    seq: int
    state_hash: str
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
ACTION_ERRORS: dict[int | str, Json] = error_responses(401, 404, 409)


@router.post("/games", response_model=GameState, status_code=201, responses=error_responses())
async def create(
    request: Request, services: TheServices, person: PersonOrGuest, wanted: NewGame, response: Response
) -> Response:
    """Create a game."""
    names = [checked_name(name) if name.strip() else None for name in wanted.names]
    waits = "open" in wanted.seats
    async with services.open_tables.opening(person, client_address(request.scope), waits=waits) as note:
        table = await seating.create(services.tables, person, wanted.model_dump() | {"names": names})
        note(table.id)
    async with table.lock:
        return json_response(state_for(table, person.id, now=services.now(), since=-1).body, response, 201)


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
    async with table.lock:
        return json_response(
            state_for(table, asker.id if asker else None, now=services.now(), since=since, seat=seat, text=text).body
        )


@router.post("/games/{id}/join", response_model=GameState, responses=ACTION_ERRORS)
async def join(
    services: TheServices,
    person: PersonOrGuest,
    id: GameId,
    response: Response,
    wanted: JoinRequest | None = None,
    text: WithText = False,
) -> Response:
    """Take an open seat."""
    seat = wanted.seat if wanted else None
    return await _do(
        services, id, person, lambda table: seating.join(services.tables, table, person, seat), response, text=text
    )


@router.post("/games/{id}/start", response_model=GameState, responses=ACTION_ERRORS)
async def start(services: TheServices, person: SessionPerson, id: GameId, text: WithText = False) -> Response:
    """Deal and begin, if all seats are taken."""
    return await _do(services, id, person, lambda table: seating.start(services.tables, table, person), text=text)


@router.post("/games/{id}/fill", response_model=GameState, responses=ACTION_ERRORS)
async def fill(
    services: TheServices, person: SessionPerson, id: GameId, wanted: FillRequest | None = None, text: WithText = False
) -> Response:
    """Put a bot on one open seat, or on all."""
    bot, seat = (wanted or FillRequest()).bot, (wanted or FillRequest()).seat
    return await _do(
        services, id, person, lambda table: seating.fill(services.tables, table, person, bot, seat), text=text
    )


@router.post("/games/{id}/undo", response_model=GameState, responses=ACTION_ERRORS)
async def undo(
    services: TheServices, person: SessionPerson, id: GameId, wanted: UndoRequest | None = None, text: WithText = False
) -> Response:
    """Undo as far as the policy allows, ask the others for it, or answer them."""
    if wanted is None or wanted.agree is None:
        return await _do(
            services, id, person, lambda table: undo_requests.undo_or_ask(services.tables, table, person), text=text
        )
    agree = wanted.agree
    return await _do(
        services, id, person, lambda table: undo_requests.answer(services.tables, table, person, agree), text=text
    )


@router.post("/games/{id}/redo", response_model=GameState, responses=ACTION_ERRORS)
async def redo(services: TheServices, person: SessionPerson, id: GameId, text: WithText = False) -> Response:
    """Redo your own step that was undone, with the bots' steps after it."""
    return await _do(services, id, person, lambda table: undo_requests.redo(services.tables, table, person), text=text)


@router.post("/games/{id}/resign", response_model=GameState, responses=ACTION_ERRORS)
async def resign(services: TheServices, person: SessionPerson, id: GameId, text: WithText = False) -> Response:
    """Resign."""
    return await _do(services, id, person, lambda table: leaving.resign(services.tables, table, person), text=text)


@router.post("/games/{id}/rematch", response_model=GameState, responses=ACTION_ERRORS)
async def rematch(request: Request, services: TheServices, person: SessionPerson, id: GameId) -> Response:
    """Play again: the response is the next game."""
    table = await services.tables.get(id)
    waits = len(table.people()) > 1
    async with services.open_tables.opening(person, client_address(request.scope), waits=waits) as note, table.lock:
        following = await _or_conflict(seating.rematch(services.tables, table, person))
        note(following.id)
    async with following.lock:
        return json_response(state_for(following, person.id, now=services.now(), since=-1).body)


@router.post("/games/{id}/leave", response_model=GameState, responses=ACTION_ERRORS)
async def leave(services: TheServices, person: SessionPerson, id: GameId, text: WithText = False) -> Response:
    """Leave the table."""
    return await _do(services, id, person, lambda table: leaving.leave(services.tables, table, person), text=text)


@router.post("/games/{id}/back", response_model=GameState, responses=ACTION_ERRORS)
async def back(services: TheServices, person: SessionPerson, id: GameId, text: WithText = False) -> Response:
    """Take your seat back."""
    return await _do(services, id, person, lambda table: leaving.back(services.tables, table, person), text=text)


@router.post("/games/{id}/choice", response_model=GameState, responses=ACTION_ERRORS)
async def choose(
    services: TheServices, person: SessionPerson, id: GameId, wanted: LeftSeatChoice, text: WithText = False
) -> Response:
    """A player has left: wait, let a bot take over, or claim the game."""
    choice, bot = wanted.choice, wanted.bot
    return await _do(
        services, id, person, lambda table: leaving.choose(services.tables, table, person, choice, bot), text=text
    )


@router.post("/games/{id}/pause", response_model=GameState, responses=ACTION_ERRORS)
async def pause(
    services: TheServices, person: SessionPerson, id: GameId, wanted: PauseRequest | None = None, text: WithText = False
) -> Response:
    """Stop the clocks of a correspondence game for some days."""
    days = (wanted or PauseRequest()).days
    return await _do(services, id, person, lambda table: leaving.pause(services.tables, table, person, days), text=text)


@router.post("/games/{id}/go-on", response_model=GameState, responses=ACTION_ERRORS)
async def resume(services: TheServices, person: SessionPerson, id: GameId, text: WithText = False) -> Response:
    """End your pause."""
    return await _do(services, id, person, lambda table: leaving.resume(services.tables, table, person), text=text)


async def _do(
    services: Services,
    id_: str,
    person: Person,
    act: Callable[[Table], Awaitable[Any]],
    response: Response | None = None,
    *,
    text: bool,
) -> Response:
    """Do something at a table and answer with the state after it."""
    table = await services.tables.get(id_)
    async with table.lock:
        before = table.seq
        await _or_conflict(act(table))
        return json_response(state_for(table, person.id, now=services.now(), since=before, text=text).body, response)


async def _or_conflict(act: Awaitable[Any]) -> Any:
    try:
        return await act
    except SequenceConflict:
        raise Refused(409, "overtaken", N_("Something else happened at this table just now. Look again.")) from None
