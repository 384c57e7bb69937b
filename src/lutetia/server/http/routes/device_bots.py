"""Routes for bots that think on the visitor's device: see `play/device_bots.py`."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field

from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused, not_yours
from lutetia.server.http.dependencies import (
    GameId,
    SessionPerson,
    TheServices,
    WithText,
    error_responses,
    json_response,
)
from lutetia.server.http.routes.games import ACTION_ERRORS, GameState
from lutetia.server.people.sessions import Person
from lutetia.server.play import device_bots
from lutetia.server.play.table import Table
from lutetia.server.services import Services
from lutetia.strict_model import StrictModel

router = APIRouter(prefix="/api/games/{id}", tags=["games"])


class DeviceBots(StrictModel):
    """Whether the bots of this table think on the device of the only person at it."""

    here: bool


class DeviceBotsState(DeviceBots):
    """`seconds`: in which a step must come, or the server thinks itself again."""

    seconds: float


class BotQuestion(BaseModel):
    """What the bot that has to decide is asked. The engine answers it with one of the `legal` steps."""

    do: Literal["choose"]
    seq: int
    seat: str
    bot: str
    view: Json
    legal: list[str]
    seed: int
    ms: int


class BotStep(StrictModel):
    """A bot's step after the event `seq`."""

    seq: Annotated[int, Field(ge=0, le=2**31)]
    step: Annotated[str, Field(max_length=200)]


@router.put("/device-bots", responses=error_responses(401, 404))
async def think_here(services: TheServices, person: SessionPerson, id: GameId, wanted: DeviceBots) -> DeviceBotsState:
    """Let the bots think on my device. For unrated games in which all others are bots."""
    table = await services.tables.get(id)
    async with table.lock:
        if not table.seats_of(person.id):
            raise not_yours()
        await services.device_bots.offer(table, person, here=wanted.here)
        services.bots.notice(table)
    return DeviceBotsState(here=wanted.here, seconds=services.device_bots.patience)


@router.get("/bot-question", responses=error_responses(401, 404, 409))
async def question(services: TheServices, person: SessionPerson, id: GameId) -> BotQuestion:
    """What the bot that has to decide is asked. 409 if none has to."""
    table = await services.tables.get(id)
    async with table.lock:
        await _check(services, table, person)
        return BotQuestion(**device_bots.question(table, person))


@router.post("/bot-steps", response_model=GameState, responses=ACTION_ERRORS)
async def bot_step(
    services: TheServices, person: SessionPerson, id: GameId, wanted: BotStep, text: WithText = False
) -> Response:
    """The step of the bot that has to decide. 409 with the current state if `seq` is not the last."""
    table = await services.tables.get(id)
    async with table.lock:
        await _check(services, table, person)
        status, message = await device_bots.take(services.tables, table, person, wanted.seq, wanted.step, text=text)
    return json_response(message.body, status=status)


async def _check(services: Services, table: Table, person: Person) -> None:
    """Raises Refused unless the person's device thinks for the bots of this table."""
    device_bots.check(table, person)
    if not await services.device_bots.has(table.id):
        raise Refused(409, "not-here", N_("The bots of this game think on the server."))
