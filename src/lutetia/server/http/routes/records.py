"""Routes for records: export and import, share links, past positions, replay files, analyses.

A finished game hides nothing. For a running game, everything here is computed from what the asker's own seat may know.
"""

from __future__ import annotations

from typing import Annotated, Literal

import orjson
from fastapi import APIRouter, Body, Path, Response
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, Field

from lutetia.core.i18n import _
from lutetia.core.json_types import Json
from lutetia.server.http.dependencies import (
    Asker,
    Opened,
    PersonalWork,
    PersonOrGuest,
    TheServices,
    WithText,
    WorkOwner,
    error_responses,
    json_response,
)
from lutetia.server.http.routes.analysis_model import AnalysisReport
from lutetia.server.http.routes.texts import PositionText
from lutetia.server.jobs.fair_queue import Owner
from lutetia.server.people.sessions import Person
from lutetia.server.play import history, records
from lutetia.server.play.names import player_names
from lutetia.server.play.records import begun_game, check_not_opened, own_record
from lutetia.server.services import Services
from lutetia.server.store import shares
from lutetia.server.tasks import positions, texts
from lutetia.strict_model import StrictModel

router = APIRouter(prefix="/api", tags=["records"])

StepNumber = Annotated[int, Path(ge=0, le=1_000_000)]
FILE_RESPONSES: dict[int | str, Json] = error_responses(404, 409) | {
    200: {"content": {"text/html": {}}, "description": "The file"}
}
RECORD_RESPONSES: dict[int | str, Json] = error_responses(404) | {200: {"content": {"application/json": {}}}}


class RecordPosition(BaseModel):
    """A position after `step` of `steps` steps. `legal` is empty unless the viewer decides there.

    `told`: its texts, if they were asked for.
    """

    view: Json
    legal: list[str]
    step: int
    steps: int
    told: PositionText | None = None


class ShareRequest(StrictModel):
    step: Annotated[int | None, Field(ge=0, le=1_000_000)] = None


class SharedContent(BaseModel):
    """`content` is a record, or one view of a game that was running; `step` is the position that was shared."""

    kind: Literal["record", "view"]
    content: Json
    step: int


class ShareToken(BaseModel):
    token: str
    step: int


class JobId(BaseModel):
    job: str


class KnownJob(BaseModel):
    """The analysis that there is of a game, finished or not; null: nobody has asked for one."""

    job: str | None


class JobState(BaseModel):
    id: str
    kind: str
    status: Literal["waiting", "running", "done", "failed"]
    done: int
    total: int
    result: AnalysisReport | None = Field(description="What has been found so far")
    before: int | None = Field(default=None, description="How many pieces of work come first, if it has to wait")


# ---- export and import -------------------------------------------------------------------------------------------


@router.get("/games/{id}/record", responses=RECORD_RESPONSES)
async def record(id: str, services: TheServices, asker: Asker, download: bool = False) -> Response:
    """The whole record of a finished game; the asker's view of a running one, and nothing more."""
    table = await services.tables.get(id)
    async with table.lock:
        content, whole = records.known_record(table, asker.id if asker else None)
    note = _("The game is still in progress: this is what you may know about it.")
    return _record_file(content, whole, note, id if download else None)


@router.post("/records", status_code=201, responses=error_responses())
async def bring(
    content: Annotated[Json, Body()], services: TheServices, person: PersonOrGuest, owner: WorkOwner
) -> ShareToken:
    """Store a record that was played elsewhere, after checking every step of it."""
    checked = orjson.loads(await services.jobs.compute(owner, positions.check_record, content))
    return await _shared(services, person, "record", checked["record"], checked["steps"])


# ---- share links -------------------------------------------------------------------------------------------------


@router.post("/games/{id}/share", status_code=201, responses=error_responses(404))
async def share(
    id: str, wanted: ShareRequest, services: TheServices, person: PersonOrGuest, owner: WorkOwner
) -> ShareToken:
    """Share a position: with the whole record of a finished game, or as the asker's own view of a running one."""
    table = await services.tables.get(id)
    if table.status == "over":
        async with table.lock:
            content = begun_game(table).record()
        return await _shared(services, person, "record", content, history.check_step(content, wanted.step))
    record, viewer = await own_record(table, person.id, None)
    own = orjson.loads(await services.jobs.compute(owner, positions.own_position, record, wanted.step, viewer))
    return await _shared(services, person, "view", own["view"], own["step"])


@router.get("/shared/{token}", responses=error_responses(404))
async def shared(token: str, services: TheServices) -> SharedContent:
    """What was shared, and which position of it."""
    return SharedContent(**await shares.find(services.database, token))


@router.get("/shared/{token}/record", responses=RECORD_RESPONSES)
async def shared_record(token: str, services: TheServices, download: bool = False) -> Response:
    """What was shared, as a file: the whole record, or the sharer's view of a game that was running."""
    found = await shares.find(services.database, token)
    note = _("The game was still in progress: this is what was shared from it.")
    return _record_file(found["content"], found["kind"] == "record", note, token if download else None)


@router.get("/shared/{token}/at/{step}", response_model=RecordPosition, responses=error_responses(404))
async def shared_at(
    token: str,
    step: StepNumber,
    services: TheServices,
    owner: WorkOwner,
    seat: str | None = None,
    opened: Opened = False,
    text: WithText = False,
) -> Response:
    """A position of a shared record, as any seat sees it; of a shared view only the position that was shared."""
    found = await shares.find(services.database, token)
    content: Json = found["content"]
    if found["kind"] == "view":
        only = records.shared_view(found, step)
        if text:
            only["told"] = orjson.Fragment(await services.jobs.compute(owner, texts.view_text, content))
        return json_response(orjson.dumps(only))
    about = records.NAMELESS if text else None
    return json_response(
        await services.jobs.compute(owner, positions.open_position, content, step, seat, opened, about)
    )


# ---- past positions ----------------------------------------------------------------------------------------------


@router.get("/games/{id}/at/{step}", response_model=RecordPosition, responses=error_responses(404))
async def at(
    id: str,
    step: StepNumber,
    services: TheServices,
    asker: Asker,
    owner: WorkOwner,
    seat: str | None = None,
    opened: Opened = False,
    text: WithText = False,
) -> Response:
    """A position of a finished game as any seat sees it; of a running one, what the asker could know then."""
    table = await services.tables.get(id)
    about = records.about_table(table) if text else None
    if table.status != "over":
        check_not_opened(opened)
        record, viewer = await own_record(table, asker.id if asker else None, seat)
        return json_response(await services.jobs.compute(owner, positions.own_position, record, step, viewer, about))
    async with table.lock:
        content = begun_game(table).record()
    return json_response(
        await services.jobs.compute(owner, positions.open_position, content, step, seat, opened, about)
    )


# ---- analysis ----------------------------------------------------------------------------------------------------


@router.post("/games/{id}/analysis", status_code=202, responses=error_responses(404, 409))
async def analysis(id: str, services: TheServices, owner: PersonalWork) -> JobId:
    """Let a strong bot judge every turn of a finished game."""
    return JobId(job=await services.jobs.analyse(await _finished_record(services, id), owner))


@router.post("/shared/{token}/analysis", status_code=202, responses=error_responses(404, 409))
async def shared_analysis(token: str, services: TheServices, owner: PersonalWork) -> JobId:
    """The same for a shared record."""
    return JobId(job=await services.jobs.analyse(await _shared_record(services, token), owner))


@router.get("/games/{id}/analysis", responses=error_responses(404, 409))
async def known_analysis(id: str, services: TheServices) -> KnownJob:
    """The analysis of a finished game, if somebody has asked for it already. Nothing is begun."""
    return KnownJob(job=await services.jobs.analyses.known(await _finished_record(services, id)))


@router.get("/shared/{token}/analysis", responses=error_responses(404, 409))
async def known_shared_analysis(token: str, services: TheServices) -> KnownJob:
    """The same for a shared record."""
    return KnownJob(job=await services.jobs.analyses.known(await _shared_record(services, token)))


@router.get("/jobs/{id}", responses=error_responses(404))
async def job(id: str, services: TheServices) -> JobState:
    """The progress of an analysis, and what has been found so far in the reader's language."""
    return JobState(**await services.jobs.job(id))


# ---- replay files ------------------------------------------------------------------------------------------------


@router.get("/games/{id}/replay.html", response_class=Response, responses=FILE_RESPONSES)
async def replay_file(id: str, services: TheServices, owner: WorkOwner) -> Response:
    """A finished game as one HTML file that needs no other files and no network."""
    table = await services.tables.get(id)
    return await _replay_file(services, owner, await _finished_record(services, id), id, player_names(table))


@router.get("/shared/{token}/replay.html", response_class=Response, responses=FILE_RESPONSES)
async def shared_replay_file(token: str, services: TheServices, owner: WorkOwner) -> Response:
    """The same for a shared record."""
    return await _replay_file(services, owner, await _shared_record(services, token), token, {})


async def _replay_file(services: Services, owner: Owner, content: Json, name: str, names: dict[str, str]) -> Response:
    """Always a download: our content security policy forbids its inline script, which a local file may use."""
    page = await services.jobs.replay_page(content, names, owner)
    return HTMLResponse(page, headers={"content-disposition": _attachment(content["game"], name, "html")})


# ---- helpers -----------------------------------------------------------------------------------------------------


def _record_file(content: Json, whole: bool, note: str, name: str | None) -> Response:
    """See `records.as_file`. With a name it is a download."""
    response = json_response(records.as_file(content, whole, note).encode())
    if name is not None:
        response.headers["content-disposition"] = _attachment(content["game"], name, "json" if whole else "view.json")
    return response


def _attachment(game: str, name: str, suffix: str) -> str:
    """Ids and tokens contain only letters and digits, so nothing needs quoting."""
    return f'attachment; filename="{game}-{name}.{suffix}"'


async def _finished_record(services: Services, id: str) -> Json:
    return await records.finished_record(await services.tables.get(id))


async def _shared_record(services: Services, token: str) -> Json:
    return records.whole_record(await shares.find(services.database, token))


async def _shared(services: Services, person: Person, kind: str, content: Json, step: int) -> ShareToken:
    token = await shares.add(services.database, services.now(), person.id, kind, content, step)
    return ShareToken(token=token, step=step)
