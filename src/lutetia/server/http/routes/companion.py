"""Doors of the companion for the box: a position set up by hand is drawn, checked and counted by the rules."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body
from fastapi import Path as InPath
from pydantic import BaseModel, Field

from lutetia import companion
from lutetia.companion import lumiere, paris
from lutetia.core.words import N_, _
from lutetia.server.errors import Refused
from lutetia.server.http.dependencies import Strict, refusals
from lutetia.server.http.routes.texts import SeatTold
from lutetia.server.play import history as past
from lutetia.told import pages, sheets

router = APIRouter(prefix="/api/companion", tags=["companion"])

Json = dict[str, Any]
Name = Annotated[str, Field(max_length=20)]
Colour = Literal["orange", "blue"]
Space = Annotated[str, Field(pattern=r"^[a-h][1-8]$")]
Spaces = Annotated[list[Space], Field(max_length=64)]
Amount = Annotated[int, Field(ge=0, le=999)]


class Lying(Strict):
    """A building or piece on the board; `facing` of a statue, `of` of an annex: the building that it extends."""

    owner: Colour
    spaces: Spaces
    facing: Literal["north", "east", "south", "west"] | None = None
    of: Name | None = None


class Reserve(Strict):
    orange: Annotated[list[Name], Field(max_length=16)]
    blue: Annotated[list[Name], Field(max_length=16)]


class LumierePosition(Strict):
    """`paving` row by row: o orange, b blue, m mixed, * a lamp, . not paved. `cards`: who used which postcard."""

    paving: Annotated[str, Field(pattern=r"^[obm*.]{64}$")]
    buildings: Annotated[dict[Name, Lying], Field(max_length=20)]
    pieces: Annotated[dict[Name, Lying], Field(max_length=12)]
    reserve: Reserve
    cards: Annotated[dict[Name, Colour], Field(max_length=12)]


class DistrictHeld(Strict):
    """One entry for each key on a property (`3`, `L12`); `vp`: the VP tile there by its first-place points."""

    keys: Annotated[dict[Name, Annotated[list[Name], Field(max_length=8)]], Field(max_length=14)]
    vp: Amount | None


class SeatHeld(Strict):
    """`vp` as on the score track; `earned` tells, as far as it is known, where they came from."""

    vp: Amount
    earned: Annotated[dict[Name, Amount], Field(max_length=40)]
    francs: Amount
    tokens: Annotated[dict[Name, Amount], Field(max_length=6)]
    unused: Annotated[list[int], Field(max_length=30)]
    ends: Annotated[dict[Name, Amount], Field(max_length=12)]


class ParisPosition(Strict):
    players: Annotated[int, Field(ge=2, le=4)]
    districts: Annotated[dict[Name, DistrictHeld], Field(max_length=6)]
    seats: Annotated[dict[Name, SeatHeld], Field(max_length=4)]


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
    boxes = {"lumiere": lumiere.box, "paris": paris.box}
    if game not in boxes:
        raise Refused(404, "no-game", N_("There is no such game here."))
    return Box(game=game, title=_(pages.WORDS[game].title), box=boxes[game]())


@router.post("/lumiere", responses=refusals())
async def count_lumiere(position: LumierePosition) -> SettledTold:
    """Draw, check and count a position of La Cité de la Lumière."""
    return await asyncio.to_thread(_settled, "lumiere", position.model_dump())


@router.post("/paris", responses=refusals())
async def count_paris(position: ParisPosition) -> SettledTold:
    """Draw, check and count a position of Paris, as if the game ended now."""
    return await asyncio.to_thread(_settled, "paris", position.model_dump())


@router.post("/record", responses=refusals())
async def from_record(record: Annotated[Json, Body()]) -> SetUp:
    """The position at a record's end, to go on from by hand."""
    game = await asyncio.to_thread(past.replayed, record)
    return SetUp(game=game.table.game, position=companion.written(game))


def _settled(game: str, position: Json) -> SettledTold:
    try:
        settled = companion.settle(game, position)
    except ValueError as error:
        raise Refused(422, "position", N_("{why}"), why=str(error)) from None
    names = {seat: pages.WORDS[game].seat(seat) for seat in settled.view["seats"]}
    told = None if settled.faults else _sheet(game, settled, {seat: first for seat, (_name, first) in names.items()})
    return SettledTold(
        view=settled.view,
        seats={seat: SeatTold(name=name, first=first) for seat, (name, first) in names.items()},
        faults=[FaultTold(rule=fault.rule, text=str(fault)) for fault in settled.faults],
        notes=[FaultTold(rule=note.rule, text=str(note)) for note in settled.notes],
        sheet=told,
    )


def _sheet(game: str, settled: companion.Settled, names: dict[str, str]) -> SheetTold:
    sheet, result = settled.sheet, settled.result
    if game == "lumiere":
        rows, verdict, seats = sheets.lumiere_rows(sheet), sheets.lumiere_verdict(sheet, result), sheet
    else:
        rows, verdict, seats = sheets.paris_rows(sheet), sheets.paris_verdict(sheet, result, names), sheet["seats"]
    total = {seat: page["total"] for seat, page in seats.items()}
    return SheetTold(rows=[SheetRow(**row) for row in rows], total=total, verdict=verdict)
