"""Routes for help: a bot's hint, which the others are told about, previews of steps, and one's place in the queue."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field

import lutetia
from lutetia.bots.suggestion import Suggestion
from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused, not_yours
from lutetia.server.http.dependencies import SessionPerson, TheServices, WorkOwner, error_responses, json_response
from lutetia.server.http.routes.actions import ActionRequest
from lutetia.server.people.sessions import Person
from lutetia.server.play import history
from lutetia.server.play.actions import stored_key
from lutetia.server.play.interfaces import SequenceConflict
from lutetia.server.play.table import Table
from lutetia.server.services import Services
from lutetia.server.tasks import positions
from lutetia.strict_model import StrictModel

router = APIRouter(prefix="/api", tags=["hints"])


class Hint(BaseModel):
    """A step and why; `points` is what the turn adds to the lead. `reasons` are catalogue keys with values."""

    step: str
    text: str
    points: int
    reasons: list[tuple[str, Json]]


class PlaceInQueue(BaseModel):
    """Work of one kind (`hint`, `file`, `analysis`, `bot`, `strong-bot`), and how many pieces come before the first."""

    kind: str
    before: int


class PreviewRequest(StrictModel):
    step: Annotated[str, Field(max_length=200)]


class TablePreviewRequest(PreviewRequest):
    """`seq`: the state it is about. Then it is an answer, and no error, that the game has moved on meanwhile or that
    somebody else decides: `forbidden` says so."""

    seq: int | None = None


class ForbiddenStep(BaseModel):
    """Why a step is not legal, in the asker's language; `rule` is "" if no rule forbids it."""

    rule: str
    text: str


class StepPreview(BaseModel):
    """What a step would change in every seat's score, by source; `outlook`: what else the game shows about it.

    An illegal step is no error here: `forbidden` says why it is illegal, and the rest is empty.
    """

    change: Json = {}
    outlook: Json = {}
    forbidden: ForbiddenStep | None = None


class Prospects(BaseModel):
    """What whole turns could bring the deciding seat; the keys are the game's own.

    `moved_on`: the asker's `seq` is not the last, or somebody else decides; then there are none.
    """

    seat: str
    prospects: Json
    moved_on: bool = False


@router.post("/games/{id}/hint", responses=error_responses(401, 403, 404, 409))
async def hint(
    id: str, services: TheServices, person: SessionPerson, owner: WorkOwner, wanted: ActionRequest | None = None
) -> Hint:
    """A strong bot's suggestion for the deciding seat. The others are told once a turn; rated games have no hints."""
    seq, key = (wanted.seq, stored_key(person, wanted.client_key)) if wanted else (None, None)
    table = await services.tables.get(id)
    async with table.lock:
        past = _hinted(table, key)
        at, seat = past or (table, _hint_seat(table, person, seq))
        assert at.game is not None
        derived, view = at.derived, at.game.view(seat)
    if (found := derived.hint) is None:
        found = derived.hint = await services.jobs.suggest(view, owner)
    if past is None:
        await _announce(services, id, seat, found, key)
    return Hint(step=found.step, text=str(found), points=found.points, reasons=list(found.reasons))


def _hinted(table: Table, key: str | None) -> tuple[Table, str] | None:
    """If the hint with this key was given already: the table with that position, and the seat.

    The answer is the same again, because a bot finds the same hint for the same view.
    """
    if key not in table.keys or (event := table.events[table.keys[key]]).kind != "hint":
        return None
    same = all(later.kind == "hint" for later in table.events[event.seq :])
    return table if same else table.as_of(event.seq), str(event.seat)


def _hint_seat(table: Table, person: Person, seq: int | None) -> str:
    """The seat for which a person may ask for a hint now. Raises Refused."""
    _game, seat = _deciding(table, person, seq)
    if table.row["rated"]:
        raise Refused(403, "rated", N_("There are no hints in rated games."))
    return seat


async def _announce(services: Services, id: str, seat: str, found: Suggestion, key: str | None) -> None:
    """Tell the others about a hint, once per turn. Raises Refused if the game has moved on."""
    table = await services.tables.get(id)
    async with table.lock:
        if key in table.keys:
            return
        if table.to_move != seat or table.game is None or found.step not in table.game.legal():
            raise _moved_on()
        if _is_announced(table, seat):
            return
        try:
            await services.tables.commit(table, "hint", seat=seat, client_key=key)
        except SequenceConflict:
            raise _moved_on() from None


def _is_announced(table: Table, seat: str) -> bool:
    """Whether the others know of a hint in this turn: since another seat's last step."""
    for event in reversed(table.events):
        if event.kind == "step" and event.seat != seat:
            return False
        if event.kind == "hint" and event.seat == seat:
            return True
    return False


@router.get("/me/queue", responses=error_responses())
async def queue(services: TheServices, owner: WorkOwner) -> list[PlaceInQueue]:
    """What the asker has been waiting for, for more than a second. Ask again while something is missing."""
    return [PlaceInQueue(kind=kind, before=before) for kind, before in services.jobs.places_of(owner).items()]


@router.post("/games/{id}/preview", responses=error_responses(401, 403, 404, 409))
async def preview(id: str, wanted: TablePreviewRequest, services: TheServices, person: SessionPerson) -> StepPreview:
    """What a step would change, without taking it, or why it is illegal."""
    table = await services.tables.get(id)
    async with table.lock:
        try:
            game, _seat = _deciding(table, person, wanted.seq)
        except Refused as refused:
            if wanted.seq is None or refused.status != 409:
                raise
            return StepPreview(forbidden=ForbiddenStep(rule="", text=str(refused.body()["error"]["text"])))
        return StepPreview(**history.preview_step(game, wanted.step))


@router.get("/games/{id}/prospects", response_model=Prospects, responses=error_responses(401, 403, 404, 409))
async def prospects(
    id: str, services: TheServices, person: SessionPerson, owner: WorkOwner, seq: int | None = None
) -> Response:
    """What whole turns would bring, and what is missing for others. Computed once per position."""
    table = await services.tables.get(id)
    async with table.lock:
        try:
            game, seat = _deciding(table, person, seq)
        except Refused as refused:
            if seq is None or refused.status != 409:
                raise
            moved_on = Prospects(seat=table.to_move or "", prospects={}, moved_on=True)
            return json_response(moved_on.model_dump_json().encode())
        derived = table.derived
        if derived.prospects is not None:
            return json_response(derived.prospects)
        record = game.record()
    derived.prospects = await services.jobs.compute(owner, positions.prospects, record, seat)
    return json_response(derived.prospects)


def _moved_on() -> Refused:
    return Refused(409, "moved-on", N_("The game has moved on in the meantime."))


def _deciding(table: Table, person: Person, seq: int | None = None) -> tuple[lutetia.Game, str]:
    """The game, and this person's seat that has to decide, still at this `seq`. Raises Refused."""
    mine = table.seats_of(person.id)
    if not mine:
        raise not_yours()
    if table.game is None or table.status != "running":
        raise Refused(409, "not-running", N_("The game is not running."))
    seat = table.to_move
    if seat is None or seat not in mine or table.seats[seat].by_bot:
        raise Refused(409, "not-your-turn", N_("It is not your turn."))
    if seq not in (None, table.seq):
        raise _moved_on()
    return table.game, seat
