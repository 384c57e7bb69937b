"""Doors for words: a position told in the asker's language, so that pages know no word of any game."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any
from weakref import WeakKeyDictionary

from fastapi import APIRouter, Query
from fastapi import Path as InPath
from pydantic import BaseModel

import lutetia
from lutetia.core.i18n import N_, language
from lutetia.games import names
from lutetia.server import past, shares
from lutetia.server.api.doors import Asker, TheHouse, refusals
from lutetia.server.api.games import GameId
from lutetia.server.api.records import WhatIf, _basis
from lutetia.server.errors import Refused
from lutetia.server.table import Table
from lutetia.text.position import TotalsCache, position_text
from lutetia.text.position import rules as short_rules

router = APIRouter(prefix="/api", tags=["words"])

At = Annotated[int | None, Query(ge=0, le=1_000_000)]
_KNOWN: WeakKeyDictionary[Table, TotalsCache] = WeakKeyDictionary()
"""What was worked out for the logs of tables in memory; a new step adds to it."""
SeatName = Annotated[str | None, Query(max_length=20)]


class SeatTold(BaseModel):
    name: str
    first: str


class StepTold(BaseModel):
    """A legal step: what it `does` in short, its `text` in the list, with what eyes see beside it; `ends`: it ends the
    turn."""

    step: str
    does: str
    text: str
    kind: str
    ends: bool


class LineTold(BaseModel):
    """A step of the past; `at` counts the steps taken after it, `points` is what it brought its seat, `totals` what
    every seat had then."""

    at: int
    seat: str
    step: str
    text: str
    points: int
    totals: dict[str, int]


class PartTold(BaseModel):
    name: str
    brief: str
    text: str


class Told(BaseModel):
    """The words round a position. `rules`: which rule tells of a source of points, a part, or the `question`."""

    title: str
    viewer: str | None
    hides: bool
    question: str
    seats: dict[str, SeatTold]
    sources: dict[str, str]
    steps: list[StepTold]
    log: list[LineTold]
    glossary: dict[str, PartTold]
    rules: dict[str, str]


class RulesTold(BaseModel):
    """The rules of a game in short, and what its parts do."""

    title: str
    rules: list[str]
    glossary: dict[str, PartTold]


@router.get("/rules/{game}", responses=refusals(404))
async def rules(game: Annotated[str, InPath(max_length=40)]) -> RulesTold:
    """The rules in short, in the asker's language."""
    if game not in names():
        raise Refused(404, "no-game", N_("There is no such game here."))
    return RulesTold(**short_rules(game))


@router.get("/games/{id}/told", responses=refusals(404))
async def told(id: GameId, house: TheHouse, asker: Asker, at: At = None, seat: SeatName = None) -> Told:
    """A position of a game in words, as it is or after `at` steps, for the eyes the asker may use."""
    table = await house.tables.at(id)
    async with table.lock:
        if table.game is None:
            raise Refused(404, "not-begun", N_("The game has not begun."))
        mine = table.seats_of(asker.id if asker else None)
        over = table.status == "over"
        eyes = seat if over or seat in mine else table.eyes(mine)
        key = ("told", eyes, language.get(), at)
        ready: Told | None = table.cache.get(key)
        if ready is not None:
            return ready
        game = table.game.copy()
        awaited = table.status == "running" and eyes is not None and not table.seats[eyes].by_bot
        cache = table.cache
        known = _KNOWN.setdefault(table, {})
    found = await asyncio.to_thread(_of_game, game, eyes, at, awaited and not table.asks.pause, over, known)
    cache[key] = found
    return found


@router.get("/shared/{token}/told", responses=refusals(404))
async def shared_told(token: str, house: TheHouse, at: At = None, seat: SeatName = None) -> Told:
    """A position of a shared record in words; of a shared view the one that was shared."""
    found = await shares.find(house, token)
    content, step = found["content"], found["step"]
    if found["kind"] == "view":
        return await asyncio.to_thread(_imagined, content)
    return await asyncio.to_thread(_of_record, content, step if at is None else at, seat)


@router.post("/what-if/told", responses=refusals(400, 404))
async def supposed_told(wanted: WhatIf, house: TheHouse, asker: Asker) -> Told:
    """A position that might be, in words; see `/api/what-if`."""
    content, whole = await _basis(wanted, house, asker)
    return await asyncio.to_thread(_supposed, wanted, content, whole)


def _of_game(
    game: lutetia.Game, eyes: str | None, at: int | None, awaited: bool, over: bool, known: TotalsCache
) -> Told:
    if at is not None:
        game = past.after(game.record(), at)
    past.check_seat(game, eyes)
    mine = (awaited or at is not None) and game.seat == eyes
    legal = game.legal() if mine or (over and eyes is None) else []
    return _told(game, eyes, legal, known if at is None else None)


def _of_record(content: dict[str, Any], at: int, seat: str | None) -> Told:
    game = past.after(content, at)
    past.check_seat(game, seat)
    return _told(game, seat, game.legal() if seat in (None, game.seat) else [])


def _imagined(content: dict[str, Any]) -> Told:
    return _told(past.imagined(content), content["viewer"], [])


def _supposed(wanted: WhatIf, content: dict[str, Any], whole: bool) -> Told:
    game = past.after(content, wanted.at) if whole else past.imagined(content)
    past.check_seat(game, wanted.seat)
    past.supposed(game, wanted.steps)
    seat = wanted.seat if whole else content["viewer"]
    return _told(game, seat, game.legal() if whole or game.seat == seat else [])


def _told(game: lutetia.Game, eyes: str | None, legal: list[str], known: TotalsCache | None = None) -> Told:
    return Told(**position_text(game, eyes, legal, known))
