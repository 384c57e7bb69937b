"""Help at the table: a bot's suggestion, which the others hear of, and what a step would change."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import BaseModel, Field

import lutetia
from lutetia.core.i18n import N_
from lutetia.server.api.doors import Known, Strict, TheHouse, refusals
from lutetia.server.errors import Refused
from lutetia.server.sessions import Person
from lutetia.server.table import Table
from lutetia.server.tables import Overtaken

router = APIRouter(prefix="/api/games", tags=["hints"])


class Hint(BaseModel):
    """A step and why; `points` is what the turn adds to the lead. `reasons` are the catalogue's keys with values."""

    step: str
    text: str
    points: int
    reasons: list[tuple[str, dict[str, Any]]]


class Wanted(Strict):
    step: Annotated[str, Field(max_length=200)]


class Forbidden(BaseModel):
    """Why a step may not be taken, in the asker's language; `rule` is "" where the words are no step at all."""

    rule: str
    text: str


class Preview(BaseModel):
    """What the step would change in every seat's score, by source; `outlook`: what else its game shows of it.

    Whether a step may be taken is part of the question: of one that may not, `forbidden` says why, and only that.
    """

    change: dict[str, Any] = {}
    outlook: dict[str, Any] = {}
    forbidden: Forbidden | None = None


class Prospects(BaseModel):
    """What the seat that decides may look forward to beyond a single step, in its game's own words."""

    seat: str
    prospects: dict[str, Any]


@router.post("/{id}/hint", responses=refusals(401, 403, 404, 409))
async def hint(id: str, house: TheHouse, person: Known) -> Hint:
    """A strong bot's suggestion for the seat that decides. The others are told of it; in rated games there is none."""
    table = await house.tables.at(id)
    async with table.lock:
        game, seat = _deciding(table, person)
        if table.row["rated"]:
            raise Refused(403, "rated", N_("There are no hints in rated games."))
        view = game.view(seat)
    found = await house.jobs.suggest(view)
    table = await house.tables.at(id)
    async with table.lock:
        if table.to_move != seat or table.game is None or found["step"] not in table.game.legal():
            raise moved_on()
        try:
            await house.tables.announce_hint(table, seat)
        except Overtaken:
            raise moved_on() from None
    return Hint(**found)


@router.post("/{id}/preview", responses=refusals(401, 403, 404, 409))
async def preview(id: str, wanted: Wanted, house: TheHouse, person: Known) -> Preview:
    """What a step would change, without taking it, or why it may not be taken."""
    table = await house.tables.at(id)
    async with table.lock:
        game, _seat = _deciding(table, person)
        return previewed(game, wanted.step)


@router.get("/{id}/prospects", responses=refusals(401, 403, 404, 409))
async def prospects(id: str, house: TheHouse, person: Known) -> Prospects:
    """What whole turns would bring and what is missing for others, worked out once for each position that is asked."""
    table = await house.tables.at(id)
    async with table.lock:
        game, seat = _deciding(table, person)
        ready: Prospects | None = table.cache.get("prospects")
        if ready is not None:
            return ready
        game, cache = game.copy(), table.cache
    cache["prospects"] = ready = Prospects(seat=seat, prospects=await asyncio.to_thread(game.prospects))
    return ready


def previewed(game: lutetia.Game, step: str) -> Preview:
    try:
        return Preview(change=game.preview(step), outlook=game.outlook(step))
    except lutetia.IllegalStep as error:
        return Preview(forbidden=Forbidden(rule=error.rule, text=str(error)))


def moved_on() -> Refused:
    return Refused(409, "moved-on", N_("The game has moved on meanwhile."))


def _deciding(table: Table, person: Person) -> tuple[lutetia.Game, str]:
    """The game, and the seat of this person that decides now. Raises Refused."""
    mine = table.seats_of(person.id)
    if not mine:
        raise Refused(403, "not-yours", N_("Only who sits at this table may do that."))
    if table.game is None or table.status != "running":
        raise Refused(409, "not-running", N_("The game is not running."))
    seat = table.to_move
    if seat is None or seat not in mine or table.seats[seat].by_bot:
        raise Refused(409, "not-your-turn", N_("It is not your turn."))
    return table.game, seat
