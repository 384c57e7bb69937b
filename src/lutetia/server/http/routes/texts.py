"""Routes for texts: what a page shows around a position, in the asker's language.

The labels of a page, and the prompts of input in progress, are the page's own (a game's words.ts and questions.ts).
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel, ConfigDict, Field

from lutetia.server.http.dependencies import (
    Asker,
    GameId,
    GameName,
    Opened,
    TheServices,
    WorkOwner,
    error_responses,
    json_response,
    known_game,
)
from lutetia.server.play import records
from lutetia.server.tasks import texts
from lutetia.text import position

router = APIRouter(prefix="/api", tags=["texts"])

At = Annotated[int | None, Query(ge=0, le=1_000_000)]
SeatName = Annotated[str | None, Query(max_length=20)]


class SeatText(BaseModel):
    """A seat's name; `first` is the name at the beginning of a sentence."""

    name: str
    first: str


class StepText(BaseModel):
    """A legal step: `does` is short; `text` is for the list and adds what the board shows; `ends`: it ends the turn."""

    step: str
    does: str
    text: str
    kind: str
    ends: bool


class ChangeText(BaseModel):
    """What a step changed for a seat: a resource, by how much, and both as text ("−7 F")."""

    seat: str
    what: str
    by: int
    label: str


class LogLine(BaseModel):
    """A past step. `at` is the step count after it, `turn` the number of its turn.

    A sentence about it is `who`, a space, `text` and a full stop. `changes` is what the step cost and brought, `points`
    what it earned its seat, `totals` all totals after it. `ends`: it did nothing but end the turn.
    """

    at: int
    turn: int
    seat: str
    step: str
    who: str
    text: str
    changes: list[ChangeText]
    points: int
    totals: dict[str, int]
    ends: bool = False


class PartText(BaseModel):
    """A component and what it does; `scores`: it brings points that depend on the position.

    A game may say more of it: `place`, `piece`, `asks` (see `GameText.glossary`).
    """

    model_config = ConfigDict(extra="allow")

    name: str
    brief: str
    text: str
    scores: bool = False


class PositionText(BaseModel):
    """The texts around a position. `rules`: the rule id for each source of points, part, or the `question`.

    `source_order`: the sources of points in the order of the score sheet. `names`: the names of other things; `about`:
    what the things on the table are for. `verdict`: see `StateText`.
    """

    title: str
    viewer: str | None
    hides: bool
    question: str
    verdict: str | None = None
    seats: dict[str, SeatText]
    sources: dict[str, str]
    source_order: list[str]
    steps: list[StepText]
    log: list[LogLine]
    glossary: dict[str, PartText]
    names: dict[str, str]
    about: dict[str, str]
    rules: dict[str, str]


class FixedText(BaseModel):
    """The part of `PositionText` that stays the same during a game."""

    title: str
    seats: dict[str, SeatText]
    sources: dict[str, str]
    source_order: list[str]
    glossary: dict[str, PartText]
    names: dict[str, str]
    about: dict[str, str]
    rules: dict[str, str]


class LogUpdate(BaseModel):
    """The lines that replace all after step `from`."""

    model_config = ConfigDict(populate_by_name=True)

    from_: int = Field(alias="from")
    lines: list[LogLine]


class StateText(BaseModel):
    """The texts of a state, for a client that has those of the state `since`; -1: for one that has none.

    Then it includes `game`. `rule` is the rule behind the `question`, or empty. `verdict`: who won and what broke a
    tie, in a game that was played to its end and in which nobody resigned.
    """

    language: str
    since: int
    viewer: str | None
    hides: bool
    question: str
    rule: str
    verdict: str | None = None
    steps: list[StepText]
    log: LogUpdate
    game: FixedText | None = None


class RulesSummary(BaseModel):
    """The rules of a game in short, and what its parts do."""

    title: str
    rules: list[str]
    glossary: dict[str, PartText]


@router.get("/rules/{game}", responses=error_responses(404))
async def rules(game: GameName) -> RulesSummary:
    """The rules in short, in the asker's language."""
    return RulesSummary(**position.rules(known_game(game)))


@router.get("/games/{id}/told", response_model=PositionText, responses=error_responses(404))
async def game_text(
    id: GameId,
    services: TheServices,
    asker: Asker,
    owner: WorkOwner,
    at: At = None,
    seat: SeatName = None,
    opened: Opened = False,
) -> Response:
    """The texts of a game's position, now or after `at` steps, for the asker's viewer."""
    table = await services.tables.get(id)
    async with table.lock:
        derived, key = table.derived, records.text_key(table, asker.id if asker else None, at, seat, opened)
        if (cached := derived.told.get(key)) is not None:
            return json_response(cached)
        question = records.text_question(table, key)
    derived.told[key] = found = await services.jobs.compute(owner, texts.game_text, *question)
    return json_response(found)
