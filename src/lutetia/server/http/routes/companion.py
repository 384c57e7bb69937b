"""Routes for the companion of the box: a position set up by hand is drawn, checked and scored by the rules.

Every game whose manifest has a companion gets a route of its own, with the game's own model of a position.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import APIRouter, Body
from pydantic import BaseModel

from lutetia import companion
from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.core.manifest import Manifest
from lutetia.games import manifest, manifests
from lutetia.server.errors import Refused
from lutetia.server.http.dependencies import GameName, TheServices, WorkOwner, error_responses, known_game
from lutetia.server.http.routes.texts import SeatText
from lutetia.server.play import history
from lutetia.text.interface import text_for

router = APIRouter(prefix="/api/companion", tags=["companion"])


class CompanionFault(BaseModel):
    rule: str
    text: str


class ScoreRow(BaseModel):
    """A source of points: each seat's points, and what earned them."""

    name: str
    label: str
    points: dict[str, int]
    parts: dict[str, list[str]]


class ScoreSheet(BaseModel):
    """`verdict`: who won, and what broke a tie."""

    rows: list[ScoreRow]
    total: dict[str, int]
    verdict: str


class ScoredPosition(BaseModel):
    """The position as a spectator sees it; a score sheet only if nothing is wrong. `notes` are odd but possible."""

    view: Json
    seats: dict[str, SeatText]
    faults: list[CompanionFault]
    notes: list[CompanionFault]
    sheet: ScoreSheet | None


class CompanionBox(BaseModel):
    """What can be set up, with its texts; the keys are the game's own."""

    game: str
    title: str
    box: Json


class CompanionPosition(BaseModel):
    game: str
    position: Json


@router.get("/{game}", responses=error_responses(404))
async def box(game: GameName) -> CompanionBox:
    """The components of a game: their names in positions, and their texts."""
    if known_game(game) not in companion.names():
        raise Refused(404, "no-companion", N_("There is no companion for this game."))
    return CompanionBox(game=game, title=_(manifest(game).title), box=companion.companion(game).box())


@router.post("/record", responses=error_responses())
async def from_record(record: Annotated[Json, Body()], services: TheServices, owner: WorkOwner) -> CompanionPosition:
    """The position at a record's end, as a start for setting up by hand."""
    game = await services.jobs.side_work.run(owner, history.replay, record)
    return CompanionPosition(game=game.ruleset.game, position=companion.written(game))


def _count_route(found: Manifest) -> Callable[..., Awaitable[ScoredPosition]]:
    """The endpoint that counts positions of one game."""

    async def count(position: BaseModel, services: TheServices, owner: WorkOwner) -> ScoredPosition:
        """Draw, check and score a position, as if the game ended now."""
        return await services.jobs.side_work.run(owner, _counted, found.name, position.model_dump())

    count.__annotations__["position"] = found.load("companion_model")
    count.__name__ = f"count_{found.name}"
    return count


for _found in manifests():
    if _found.has("companion") and _found.has("companion_model"):
        router.add_api_route(f"/{_found.name}", _count_route(_found), methods=["POST"], responses=error_responses())


def _counted(game: str, position: Json) -> ScoredPosition:
    try:
        settled = companion.settle(game, position)
    except ValueError as error:
        raise Refused(422, "position", N_("{why}"), why=str(error)) from None
    names = {seat: text_for(game).seat(seat) for seat in settled.view["seats"]}
    sentence_names = {seat: first for seat, (_name, first) in names.items()}
    return ScoredPosition(
        view=settled.view,
        seats={seat: SeatText(name=name, first=first) for seat, (name, first) in names.items()},
        faults=[CompanionFault(rule=fault.rule, text=str(fault)) for fault in settled.faults],
        notes=[CompanionFault(rule=note.rule, text=str(note)) for note in settled.notes],
        sheet=None if settled.faults else _score_sheet(game, settled, sentence_names),
    )


def _score_sheet(game: str, settled: companion.Settled, names: dict[str, str]) -> ScoreSheet:
    text, sheet = text_for(game), settled.sheet
    return ScoreSheet(
        rows=[ScoreRow(**row) for row in text.rows(sheet)],
        total={seat: page["total"] for seat, page in text.pages(sheet).items()},
        verdict=text.verdict(sheet, settled.result, names),
    )
