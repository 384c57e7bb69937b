"""Doors of the companion for the box: a position set up by hand is drawn, checked and counted by the rules."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Body
from fastapi import Path as InPath
from pydantic import BaseModel

from lutetia import companion
from lutetia.core.i18n import N_, _
from lutetia.games import manifest
from lutetia.server import past
from lutetia.server.api.doors import refusals
from lutetia.server.api.words import SeatTold
from lutetia.server.errors import Refused
from lutetia.text.interface import text_for

router = APIRouter(prefix="/api/companion", tags=["companion"])

Json = dict[str, Any]


class FaultTold(BaseModel):
    rule: str
    text: str


class SheetRow(BaseModel):
    """A source of points for each seat, and in words what earned them."""

    name: str
    label: str
    points: dict[str, int]
    parts: dict[str, list[str]]


class SheetTold(BaseModel):
    """`verdict`: who won, and what broke a tie."""

    rows: list[SheetRow]
    total: dict[str, int]
    verdict: str


class SettledTold(BaseModel):
    """The position as a spectator sees it; a sheet only where nothing is wrong. `notes` are odd, but may be."""

    view: dict[str, Any]
    seats: dict[str, SeatTold]
    faults: list[FaultTold]
    notes: list[FaultTold]
    sheet: SheetTold | None


class Box(BaseModel):
    """What there is to set up, in words; the keys are the game's own."""

    game: str
    title: str
    box: dict[str, Any]


class SetUp(BaseModel):
    game: str
    position: dict[str, Any]


@router.get("/{game}", responses=refusals(404))
async def box(game: Annotated[str, InPath(max_length=40)]) -> Box:
    """What lies in the box: the names that a position is told in, with their words."""
    if game not in companion.names():
        raise Refused(404, "no-game", N_("There is no such game here."))
    return Box(game=game, title=_(manifest(game).title), box=companion.companion(game).box())


def _add_route(game: str) -> None:
    """`POST /api/companion/GAME`; the game's own model says what a position looks like."""
    model: type[BaseModel] = manifest(game).load("companion_model")

    async def count(position: BaseModel) -> SettledTold:
        """Draw, check and count a position, as if the game ended now."""
        return await asyncio.to_thread(_settled, game, position.model_dump())

    count.__annotations__["position"] = model
    count.__name__ = f"count_{game}"
    router.post(f"/{game}", responses=refusals())(count)


for _game in companion.names():
    _add_route(_game)


@router.post("/record", responses=refusals())
async def from_record(record: Annotated[Json, Body()]) -> SetUp:
    """The position at a record's end, to go on from by hand."""
    game = await asyncio.to_thread(past.replayed, record)
    return SetUp(game=game.ruleset.game, position=companion.written(game))


def _settled(game: str, position: Json) -> SettledTold:
    try:
        settled = companion.settle(game, position)
    except ValueError as error:
        raise Refused(422, "position", N_("{why}"), why=str(error)) from None
    names = {seat: text_for(game).seat(seat) for seat in settled.view["seats"]}
    told = None if settled.faults else _sheet(game, settled, {seat: first for seat, (_name, first) in names.items()})
    return SettledTold(
        view=settled.view,
        seats={seat: SeatTold(name=name, first=first) for seat, (name, first) in names.items()},
        faults=[FaultTold(rule=fault.rule, text=str(fault)) for fault in settled.faults],
        notes=[FaultTold(rule=note.rule, text=str(note)) for note in settled.notes],
        sheet=told,
    )


def _sheet(game: str, settled: companion.Settled, names: dict[str, str]) -> SheetTold:
    text, sheet = text_for(game), settled.sheet
    return SheetTold(
        rows=[SheetRow(**row) for row in text.rows(sheet)],
        total={seat: page["total"] for seat, page in text.pages(sheet).items()},
        verdict=text.verdict(sheet, settled.result, names),
    )
