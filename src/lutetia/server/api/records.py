"""Records: export and import, share links, positions of the past, what might have been, replay files, analysis.

An ended game hides nothing. Of a running one everything here is made of what the asker's own seat may know.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Path, Response
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, Field

import lutetia
from lutetia.bots.levels import LEVELS
from lutetia.core import record as core
from lutetia.core.i18n import N_, _
from lutetia.server import past, shares
from lutetia.server.api.doors import Asker, Someone, Strict, TheHouse, answer, refusals
from lutetia.server.errors import Refused
from lutetia.server.house import House
from lutetia.server.sessions import Person
from lutetia.server.table import Table

router = APIRouter(prefix="/api", tags=["records"])

Json = dict[str, Any]
Step = Annotated[int, Path(ge=0, le=1_000_000)]
A_FILE: dict[int | str, Json] = refusals(404, 409) | {200: {"content": {"text/html": {}}, "description": "The file"}}
A_RECORD: dict[int | str, Json] = refusals(404) | {200: {"content": {"application/json": {}}}}
VIEW_FORMAT = "lutetia-view/1"


class Position(BaseModel):
    """A position after `step` of `steps` steps. `legal` is empty where the viewer had nothing to decide."""

    view: Json
    legal: list[str]
    step: int
    steps: int


class Supposed(Position):
    """A position that might be. `imagined`: what the viewer cannot know was made up."""

    score: Json
    imagined: bool


class SharePlace(Strict):
    step: Annotated[int | None, Field(ge=0, le=1_000_000)] = None


class Shared(BaseModel):
    """`content` is a record (all is open) or one view of a game that was running; `step` the position that is meant."""

    kind: Literal["record", "view"]
    content: Json
    step: int


class Token(BaseModel):
    token: str
    step: int


class WhatIf(Strict):
    """Further steps from a position of exactly one of these: a game, a share, a record, a view.

    `at` counts the steps before it, all of them unless told; `seat` is whose eyes see the answer.
    """

    game: Annotated[str | None, Field(max_length=100)] = None
    token: Annotated[str | None, Field(max_length=100)] = None
    record: Json | None = None
    view: Json | None = None
    at: Annotated[int | None, Field(ge=0, le=1_000_000)] = None
    steps: Annotated[list[Annotated[str, Field(max_length=200)]], Field(default_factory=list, max_length=500)]
    seat: Annotated[str | None, Field(max_length=20)] = None


class JobId(BaseModel):
    job: str


class JobState(BaseModel):
    id: str
    kind: str
    status: Literal["waiting", "running", "done", "failed"]
    done: int
    total: int
    result: list[Json] | None


# ---- export and import -------------------------------------------------------------------------------------------


@router.get("/games/{id}/record", responses=A_RECORD)
async def record(id: str, house: TheHouse, asker: Asker, download: bool = False) -> Response:
    """Of an ended game the whole record; of a running one the asker's view, and nothing that this does not show."""
    table = await house.tables.at(id)
    async with table.lock:
        game = _begun(table)
        whole = table.status == "over"
        content = game.record() if whole else game.view(table.eyes(table.seats_of(asker.id if asker else None)))
    note = _("The game is still running: this is what you may know of it.")
    return _written(content, whole, note, id if download else None)


@router.post("/records", status_code=201, responses=refusals())
async def bring(content: Annotated[Json, Body()], house: TheHouse, person: Someone) -> Token:
    """Keep a record that was played elsewhere, once every step of it has been checked."""
    game = await asyncio.to_thread(past.replayed, content)
    steps = past.count(game)
    return Token(token=await shares.keep(house, person.id, "record", game.record(), steps), step=steps)


# ---- share links -------------------------------------------------------------------------------------------------


@router.post("/games/{id}/share", status_code=201, responses=refusals(404))
async def share(id: str, place: SharePlace, house: TheHouse, person: Someone) -> Token:
    """A link to a position: of an ended game with the whole record, of a running one the asker's own view of it."""
    table = await house.tables.at(id)
    if table.status == "over":
        async with table.lock:
            content = _begun(table).record()
        game = await asyncio.to_thread(past.after, content, place.step)
        step = past.count(game)
        return Token(token=await shares.keep(house, person.id, "record", content, step), step=step)
    seen = await _seen(table, person, place.step, None)
    return Token(token=await shares.keep(house, person.id, "view", seen.view, seen.step), step=seen.step)


@router.get("/shared/{token}", responses=refusals(404))
async def shared(token: str, house: TheHouse) -> Shared:
    """What was shared, and which position of it is meant."""
    return Shared(**await shares.find(house, token))


@router.get("/shared/{token}/record", responses=A_RECORD)
async def shared_record(token: str, house: TheHouse, download: bool = False) -> Response:
    """What was shared, as a file: the whole record, or the sharer's view of a game that was running."""
    found = await shares.find(house, token)
    note = _("The game was still running: this is what was shared of it.")
    return _written(found["content"], found["kind"] == "record", note, token if download else None)


@router.get("/shared/{token}/at/{step}", responses=refusals(404))
async def shared_at(token: str, step: Step, house: TheHouse, seat: str | None = None) -> Position:
    """A position of a shared record, through any seat's eyes; of a shared view only the one that was shared."""
    found = await shares.find(house, token)
    if found["kind"] == "view":
        if step != found["step"]:
            raise Refused(404, "no-step", N_("Only one position of this game is shared: {step}."), step=found["step"])
        return Position(view=found["content"], legal=[], step=step, steps=step)
    return await asyncio.to_thread(_open_position, found["content"], step, seat)


# ---- positions of the past, and what might have been -------------------------------------------------------------


@router.get("/games/{id}/at/{step}", responses=refusals(404))
async def at(id: str, step: Step, house: TheHouse, asker: Asker, seat: str | None = None) -> Position:
    """A position of an ended game through any seat's eyes; of a running one, what the asker could know then."""
    table = await house.tables.at(id)
    if table.status != "over":
        return await _seen(table, asker, step, seat)
    async with table.lock:
        content = _begun(table).record()
    return await asyncio.to_thread(_open_position, content, step, seat)


@router.post("/what-if", responses=refusals(404))
async def what_if(wanted: WhatIf, house: TheHouse, asker: Asker) -> Supposed:
    """Play on from a position, for yourself. From a running game what you cannot know is made up, and says so."""
    content, whole = await _basis(wanted, house, asker)
    return await asyncio.to_thread(_suppose, wanted, content, whole)


# ---- analysis ----------------------------------------------------------------------------------------------------


@router.post("/games/{id}/analysis", status_code=202, responses=refusals(404, 409))
async def analysis(id: str, house: TheHouse, person: Someone) -> JobId:
    """Let a strong bot judge every step of an ended game."""
    return JobId(job=await house.jobs.analyse(await _ended(house, id), person.id))


@router.post("/shared/{token}/analysis", status_code=202, responses=refusals(404, 409))
async def shared_analysis(token: str, house: TheHouse, person: Someone) -> JobId:
    """The same of a shared record."""
    return JobId(job=await house.jobs.analyse(await _shared_record(house, token), person.id))


@router.get("/jobs/{id}", responses=refusals(404))
async def job(id: str, house: TheHouse) -> JobState:
    """How far an analysis is, and its result."""
    return JobState(**await house.jobs.job(id))


# ---- replay files ------------------------------------------------------------------------------------------------


@router.get("/games/{id}/replay.html", response_class=Response, responses=A_FILE)
async def replay_file(id: str, house: TheHouse) -> Response:
    """An ended game as one HTML file that needs nothing else and no network."""
    table = await house.tables.at(id)
    return await _file(house, await _ended(house, id), id, _names(table))


@router.get("/shared/{token}/replay.html", response_class=Response, responses=A_FILE)
async def shared_replay_file(token: str, house: TheHouse) -> Response:
    """The same of a shared record."""
    return await _file(house, await _shared_record(house, token), token, {})


async def _file(house: House, content: Json, name: str, names: dict[str, str]) -> Response:
    """Always a download: the site's own pages allow no inline script, a file from the disk may."""
    text = await house.jobs.replay_page(content, names)
    return HTMLResponse(text, headers={"content-disposition": _attachment(content["game"], name, "html")})


# ---- what they share ---------------------------------------------------------------------------------------------


def _written(content: Json, whole: bool, note: str, name: str | None) -> Response:
    """A record as it is written; a view within words that say what it is. With a name it is a download."""
    text = core.dumps(content if whole else {"format": VIEW_FORMAT, "content": "view", "text": note, "view": content})
    found = answer(text.encode())
    if name is not None:
        found.headers["content-disposition"] = _attachment(content["game"], name, "json" if whole else "view.json")
    return found


def _attachment(game: str, name: str, ending: str) -> str:
    """Ids and tokens are letters and digits of our own, so nothing needs quoting."""
    return f'attachment; filename="{game}-{name}.{ending}"'


def _names(table: Table) -> dict[str, str]:
    """Who played: people by name unless they had several seats, bots by what their level is called."""
    names = {}
    for seat in table.seats.values():
        if seat.name and len(table.seats_of(seat.person)) == 1:
            names[seat.seat] = seat.name
        elif seat.bot and not seat.person:
            level = [_(level.name) for level in LEVELS if seat.bot == f"level{level.number}"]
            names[seat.seat] = level[0] if level else seat.bot
    return names


def _begun(table: Table) -> lutetia.Game:
    if table.game is None:
        raise Refused(404, "not-begun", N_("The game has not begun."))
    return table.game


async def _ended(house: House, id: str) -> Json:
    table = await house.tables.at(id)
    async with table.lock:
        game = _begun(table)
        if table.status != "over":
            raise Refused(409, "running", N_("Only when the game is over."))
        return game.record()


async def _shared_record(house: House, token: str) -> Json:
    found = await shares.find(house, token)
    if found["kind"] != "record":
        raise Refused(409, "running", N_("Only of a whole record; this is one view of a game."))
    content: Json = found["content"]
    return content


async def _seen(table: Table, asker: Person | None, step: int | None, seat: str | None) -> Position:
    """What the asker could know after so many steps of a running game; `seat`: another of one's own."""
    async with table.lock:
        game = _begun(table)
        mine = table.seats_of(asker.id if asker else None)
        past.check_seat(game, seat)
        if seat is not None and seat not in mine:
            raise Refused(403, "not-yours", N_("While a game is running you see it with your own eyes only."))
        eyes = seat or table.eyes(table.seats_of(asker.id if asker else None))
        content, steps = game.record(), past.count(game)
    return await asyncio.to_thread(_through, content, step, eyes, steps)


def _open_position(content: Json, step: int, seat: str | None) -> Position:
    game = past.after(content, step)
    past.check_seat(game, seat)
    steps = sum(len(turn["steps"]) for turn in content["turns"])
    return Position(view=game.view(seat), legal=game.legal(), step=step, steps=steps)


def _through(content: Json, step: int | None, eyes: str | None, steps: int) -> Position:
    game = past.after(content, step)
    legal = game.legal() if eyes is not None and game.seat == eyes else []
    return Position(view=game.view(eyes), legal=legal, step=past.count(game), steps=steps)


async def _basis(wanted: WhatIf, house: House, asker: Person | None) -> tuple[Json, bool]:
    """A record, which hides nothing (True), or a view to imagine the rest for (False)."""
    given = [name for name in ("game", "token", "record", "view") if getattr(wanted, name) is not None]
    if len(given) != 1:
        raise Refused(422, "what-of", N_("Name exactly one of: game, token, record, view."))
    if wanted.record is not None:
        return (await asyncio.to_thread(past.replayed, wanted.record)).record(), True
    if wanted.view is not None:
        return wanted.view, False
    if wanted.token is not None:
        found = await shares.find(house, wanted.token)
        return found["content"], found["kind"] == "record"
    table = await house.tables.at(str(wanted.game))
    if table.status != "over":
        return (await _seen(table, asker, wanted.at, wanted.seat)).view, False
    async with table.lock:
        return _begun(table).record(), True


def _suppose(wanted: WhatIf, content: Json, whole: bool) -> Supposed:
    game = past.after(content, wanted.at) if whole else past.imagined(content)
    past.check_seat(game, wanted.seat)
    past.supposed(game, wanted.steps)
    seat = wanted.seat if whole else content["viewer"]
    view = game.view(seat)
    steps = past.count(game)
    return Supposed(
        view=view,
        legal=game.legal(),
        step=steps,
        steps=steps,
        score=view["position"]["scores"],
        imagined=not whole,
    )
