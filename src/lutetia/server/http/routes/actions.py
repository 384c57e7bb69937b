"""Routes for what is done at a table: join, start, undo, redo, resign, leave, pause, rematch. Steps: `steps.py`."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Request, Response
from pydantic import Field

from lutetia.bots import BotName
from lutetia.server.http.asgi import client_address
from lutetia.server.http.dependencies import (
    GameId,
    PersonOrGuest,
    SessionPerson,
    TheServices,
    WithText,
    json_response,
)
from lutetia.server.http.routes.games import ACTION_ERRORS, GameState
from lutetia.server.live.websocket import ClientKey
from lutetia.server.people import avoidance
from lutetia.server.people.sessions import Person
from lutetia.server.play import actions, leaving, seating, undo_requests
from lutetia.server.play.actions import Action
from lutetia.server.play.commit import TableService
from lutetia.server.play.state import state_for
from lutetia.server.play.table import Table
from lutetia.server.services import Services
from lutetia.strict_model import StrictModel

router = APIRouter(prefix="/api", tags=["games"])


class ActionRequest(StrictModel):
    """What makes an action safe to send twice. `seq`: only if this is still the last event; otherwise 409 with the
    current state. `client_key`: sent again, the action is not done again, and the answer is the same."""

    seq: Annotated[int | None, Field(ge=0, le=2**31)] = None
    client_key: ClientKey | None = None


class JoinRequest(ActionRequest):
    seat: Annotated[str | None, Field(max_length=10)] = None


class FillRequest(ActionRequest):
    """`seat`: only this one; without it the bot, each time another character, sits down on every open seat."""

    bot: BotName = "level3"
    seat: Annotated[str | None, Field(max_length=10)] = None


class UndoRequest(ActionRequest):
    """Without `agree`: undo, or ask the others for it. `agree` answers another player's request."""

    agree: bool | None = None


class LeftSeatChoice(ActionRequest):
    choice: Literal["wait", "bot", "claim"]
    bot: BotName | None = None


class PauseRequest(ActionRequest):
    days: Annotated[int, Field(ge=1, le=leaving.LONGEST_PAUSE)] = 3


@dataclass
class AtTable:
    """Somebody who wants to do something at a table."""

    services: Services
    person: Person
    id: str
    text: bool

    async def act(self, wanted: ActionRequest | None, action: Action, response: Response | None = None) -> Response:
        """Do it, and answer with the state after it; or with 409 and the current state, if the game has moved on."""
        request = actions.Request(wanted.seq, wanted.client_key) if wanted else actions.Request(None, None)
        status, message = await actions.act(self.services.tables, self.person, self.id, request, action, text=self.text)
        return json_response(message.body, response, status)

    async def join(self, tables: TableService, table: Table, seat: str | None) -> None:
        """Sit down, unless somebody there avoids the person, or is avoided. Raises Refused."""
        if self.person.id not in table.people():
            company = {*table.people(), table.row["host"]}
            await self.services.database.read(lambda c: avoidance.check_company(c, self.person.id, company))
        await seating.join(tables, table, self.person, seat)


async def _player(services: TheServices, person: SessionPerson, id: GameId, text: WithText = False) -> AtTable:
    return AtTable(services, person, id, text)


async def _newcomer(services: TheServices, person: PersonOrGuest, id: GameId, text: WithText = False) -> AtTable:
    return AtTable(services, person, id, text)


Player = Annotated[AtTable, Depends(_player)]
Newcomer = Annotated[AtTable, Depends(_newcomer)]


@router.post("/games/{id}/join", response_model=GameState, responses=ACTION_ERRORS)
async def join(player: Newcomer, response: Response, wanted: JoinRequest | None = None) -> Response:
    """Take an open seat."""
    seat = wanted.seat if wanted else None
    action: Action = lambda tables, table: player.join(tables, table, seat)  # noqa: E731
    table = await player.services.tables.get(player.id)
    starts = sum(one.kind == "open" for one in table.seats.values()) <= 1
    if starts or player.person.id in table.people():
        return await player.act(wanted, action, response)
    async with player.services.open_tables.joining(player.person):
        return await player.act(wanted, action, response)


@router.post("/games/{id}/start", response_model=GameState, responses=ACTION_ERRORS)
async def start(player: Player, wanted: ActionRequest | None = None) -> Response:
    """Deal and begin, if all seats are taken."""
    return await player.act(wanted, lambda tables, table: seating.start(tables, table, player.person))


@router.post("/games/{id}/fill", response_model=GameState, responses=ACTION_ERRORS)
async def fill(player: Player, wanted: FillRequest | None = None) -> Response:
    """Put a bot on one open seat, or on all."""
    bot, seat = (wanted or FillRequest()).bot, (wanted or FillRequest()).seat
    services, person = player.services, player.person
    action: Action = lambda tables, table: seating.fill(tables, table, person, bot, seat)  # noqa: E731
    if not person.member or (await services.tables.get(player.id)).people():
        return await player.act(wanted, action)
    async with services.open_tables.bots_among_themselves(person):
        services.hub.polled(player.id)
        return await player.act(wanted, action)


@router.post("/games/{id}/undo", response_model=GameState, responses=ACTION_ERRORS)
async def undo(player: Player, wanted: UndoRequest | None = None) -> Response:
    """Undo as far as the policy allows, ask the others for it, or answer them."""
    agree = wanted.agree if wanted else None

    def action(tables: TableService, table: Table) -> Awaitable[None]:
        if agree is None:
            return undo_requests.undo_or_ask(tables, table, player.person)
        return undo_requests.answer(tables, table, player.person, agree)

    return await player.act(wanted, action)


@router.post("/games/{id}/redo", response_model=GameState, responses=ACTION_ERRORS)
async def redo(player: Player, wanted: ActionRequest | None = None) -> Response:
    """Redo your own step that was undone, with the bots' steps after it."""
    return await player.act(wanted, lambda tables, table: undo_requests.redo(tables, table, player.person))


@router.post("/games/{id}/resign", response_model=GameState, responses=ACTION_ERRORS)
async def resign(player: Player, wanted: ActionRequest | None = None) -> Response:
    """Resign."""
    return await player.act(wanted, lambda tables, table: leaving.resign(tables, table, player.person))


@router.post("/games/{id}/rematch", response_model=GameState, responses=ACTION_ERRORS)
async def rematch(
    request: Request, services: TheServices, person: SessionPerson, id: GameId, wanted: ActionRequest | None = None
) -> Response:
    """Play again: the response is the next game. Asked again, it is the same one."""
    table = await services.tables.get(id)
    following = await services.tables.get(table.row["next"]) if table.row["next"] else table
    company = {*table.people(), *following.people()}
    await services.database.read(lambda c: avoidance.check_company(c, person.id, company))
    waits = len(table.people()) > 1 and following is table
    async with services.open_tables.opening(person, client_address(request.scope), waits=waits) as note, table.lock:
        if wanted and wanted.seq not in (None, table.seq) and table.row["next"] is None:
            return json_response(state_for(table, person.id, now=services.now(), since=wanted.seq).body, status=409)
        following = await actions.or_conflict(seating.rematch(services.tables, table, person))
        note(following.id)
    async with following.lock:
        return json_response(state_for(following, person.id, now=services.now(), since=-1).body)


@router.post("/games/{id}/leave", response_model=GameState, responses=ACTION_ERRORS)
async def leave(player: Player, wanted: ActionRequest | None = None) -> Response:
    """Leave the table."""
    return await player.act(wanted, lambda tables, table: leaving.leave(tables, table, player.person))


@router.post("/games/{id}/back", response_model=GameState, responses=ACTION_ERRORS)
async def back(player: Player, wanted: ActionRequest | None = None) -> Response:
    """Take your seat back."""
    return await player.act(wanted, lambda tables, table: leaving.back(tables, table, player.person))


@router.post("/games/{id}/choice", response_model=GameState, responses=ACTION_ERRORS)
async def choose(player: Player, wanted: LeftSeatChoice) -> Response:
    """A player has left: wait, let a bot take over, or claim the game."""
    choice, bot = wanted.choice, wanted.bot
    return await player.act(wanted, lambda tables, table: leaving.choose(tables, table, player.person, choice, bot))


@router.post("/games/{id}/pause", response_model=GameState, responses=ACTION_ERRORS)
async def pause(player: Player, wanted: PauseRequest | None = None) -> Response:
    """Stop the clocks of a correspondence game for some days."""
    days = (wanted or PauseRequest()).days
    return await player.act(wanted, lambda tables, table: leaving.pause(tables, table, player.person, days))


@router.post("/games/{id}/go-on", response_model=GameState, responses=ACTION_ERRORS)
async def resume(player: Player, wanted: ActionRequest | None = None) -> Response:
    """End your pause."""
    return await player.act(wanted, lambda tables, table: leaving.resume(tables, table, player.person))
