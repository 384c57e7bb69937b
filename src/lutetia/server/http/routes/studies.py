"""Routes for studies: games with lines beside them, comments and marks, shared by links for readers and for writers.

Positions of a study's game are those of a shared record: its links work on `/api/shared` and in `/api/what-if`, too.
"""

from __future__ import annotations

from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Path, Query, Response
from pydantic import BaseModel, Field

from lutetia.core.errors import RecordError
from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.core.record import VARIATIONS_KEY, dumps
from lutetia.core.variations import LONGEST_COMMENT, LONGEST_NAME, MOST_MARKS, check_marks
from lutetia.server.errors import Refused
from lutetia.server.http.dependencies import (
    Asker,
    PersonOrGuest,
    SessionPerson,
    TheServices,
    WorkOwner,
    error_responses,
    json_response,
    known_game,
)
from lutetia.server.jobs.fair_queue import Owner
from lutetia.server.people.sessions import Person
from lutetia.server.people.text_input import many_lines, one_line
from lutetia.server.play import records, study_tree
from lutetia.server.play.history import check_step
from lutetia.server.services import Services
from lutetia.server.store import shares, studies
from lutetia.server.tasks import studies as tasks
from lutetia.strict_model import StrictModel
from lutetia.text.interface import text_for

router = APIRouter(prefix="/api/studies", tags=["studies"])

Token = Annotated[str, Path(max_length=100)]
NodeId = Annotated[str, Path(max_length=40)]
Version = Annotated[int, Field(ge=1, le=1_000_000_000)]
Steps = Annotated[list[Annotated[str, Field(max_length=200)]], Field(default_factory=list, max_length=500)]


class Deal(StrictModel):
    """A game to deal anew."""

    game: Annotated[str, Field(max_length=40)]
    players: Annotated[int, Field(ge=2, le=4)] = 2
    options: Json = Field(default_factory=dict)


class NewStudy(StrictModel):
    """A study of exactly one of these: a finished game, a share or another study's link, a record, a new deal.

    `at`: the position that it opens at. `steps` are a first line from there. A record may have variations.
    """

    name: Annotated[str, Field(max_length=200)]
    game: Annotated[str | None, Field(max_length=100)] = None
    token: Annotated[str | None, Field(max_length=100)] = None
    record: Json | None = None
    deal: Deal | None = None
    at: Annotated[int | None, Field(ge=0, le=1_000_000)] = None
    steps: Steps


class StudyNode(BaseModel):
    """A position beside the game, or one of the game itself (`step` is ""), and what is written there.

    `text`: the step in words. `at`: how many steps have been taken there. `parent`: the node before it; null: the
    game. `version` counts the changes of the node; `by`: who made the last one.
    """

    id: str
    parent: str | None
    at: int
    step: str
    text: str
    name: str
    comment: str
    marks: list[Json]
    version: int
    changed: int
    by: str | None


class Study(BaseModel):
    """A study. `write` is the secret of the link for writers; null for readers. `mine`: the asker's own."""

    name: str
    game: str
    step: int
    read: str
    write: str | None
    mine: bool
    version: int
    changed: int
    nodes: list[StudyNode]


class StudyEntry(BaseModel):
    """A study in a person's list."""

    name: str
    game: str
    read: str
    write: str
    created: int
    changed: int
    positions: int


class StudyVersion(BaseModel):
    """`version` counts all changes of a study."""

    version: int


class StudyToken(BaseModel):
    """The secret of a link."""

    token: str


class StudyChange(StrictModel):
    name: Annotated[str, Field(max_length=200)]


class LinkRequest(StrictModel):
    which: studies.Link


class NewLine(StrictModel):
    """Steps after a node, or after `at` steps of the game. Without steps: the game's own position, to write there."""

    parent: Annotated[str | None, Field(max_length=40)] = None
    at: Annotated[int, Field(ge=0, le=1_000_000)] = 0
    steps: Steps


class AddedLine(BaseModel):
    """`node`: the last of the line; null if the line is the game's own. `study`: as it is now."""

    node: str | None
    study: Study


class NodeChange(StrictModel):
    """What to write at a node; what is left out stays. `version`: of the node, as the writer has seen it."""

    version: Version
    name: Annotated[str | None, Field(max_length=LONGEST_NAME)] = None
    comment: Annotated[str | None, Field(max_length=2 * LONGEST_COMMENT)] = None
    marks: Annotated[list[dict[str, str]] | None, Field(max_length=MOST_MARKS)] = None


@router.post("", status_code=201, responses=error_responses(404))
async def create(wanted: NewStudy, services: TheServices, person: PersonOrGuest, owner: WorkOwner) -> StudyToken:
    """Begin a study; returns the secret of the link for writers."""
    name = one_line(wanted.name, LONGEST_NAME)
    record, variations = await _beginning(wanted, services, owner)
    at = check_step(record, wanted.at)
    nodes = study_tree.nodes_of(variations, studies.ids())
    if wanted.steps:
        line = await _checked_line(services, owner, record, at, [], wanted.steps)
        tree = study_tree.Tree(nodes, studies.ids())
        last = None
        for number, step in enumerate(line["steps"], line["at"] + 1):
            last = tree.add(last, number, step)
        nodes = tree.nodes
    row = {
        "person": person.id,
        "name": name,
        "game": record["game"],
        "record": record,
        "step": at,
        "created": services.now(),
    }
    return StudyToken(token=await services.database.write_apart(lambda c: studies.add(c, row, nodes)))


@router.get("", responses=error_responses())
async def own(services: TheServices, asker: Asker) -> list[StudyEntry]:
    """The asker's studies, those changed last first."""
    if asker is None:
        return []
    found = await services.database.read(lambda c: studies.studies_of(c, asker.id))
    return [StudyEntry(**row) for row in found]


@router.get("/{study}", responses=error_responses(404))
async def read(study: Token, services: TheServices, asker: Asker) -> Study:
    """A study with everything that is written in it."""
    return await _study(services, study, asker)


@router.get("/{study}/version", responses=error_responses(404))
async def version(study: Token, services: TheServices) -> StudyVersion:
    """Whether something is new: compare it with the version that you have."""
    found = await services.database.read(lambda c: studies.find(c, study))
    return StudyVersion(version=found.row.version)


@router.get("/{study}/record", responses=error_responses(404) | {200: {"content": {"application/json": {}}}})
async def export(study: Token, services: TheServices, download: bool = False) -> Response:
    """The study as a record with variations."""

    def query(connection: Any) -> tuple[Any, list[Json]]:
        found = studies.find(connection, study)
        return found.row, studies.nodes_of(connection, found.row.id)

    row, nodes = await services.database.read(query)
    record = row.record | {VARIATIONS_KEY: study_tree.variations_of(studies.tree_of(nodes))}
    response = json_response(dumps(record).encode())
    if download:
        response.headers["content-disposition"] = f'attachment; filename="{row.game}-study-{row.id}.json"'
    return response


@router.patch("/{study}", status_code=204, responses=error_responses(401, 404))
async def rename(study: Token, wanted: StudyChange, services: TheServices, person: SessionPerson) -> None:
    """Rename one's own study."""
    name = one_line(wanted.name, LONGEST_NAME)
    await services.database.write_apart(lambda c: studies.rename(c, study, person.id, name, services.now()))


@router.delete("/{study}", status_code=204, responses=error_responses(401, 404))
async def remove(study: Token, services: TheServices, person: SessionPerson) -> None:
    """Delete one's own study."""
    await services.database.write_apart(lambda c: studies.remove(c, study, person.id))


@router.post("/{study}/links", responses=error_responses(401, 404))
async def renew_link(study: Token, wanted: LinkRequest, services: TheServices, person: SessionPerson) -> StudyToken:
    """Replace a link of one's own study: the old one no longer works."""
    which = wanted.which
    token = await services.database.write_apart(lambda c: studies.renew_link(c, study, person.id, which))
    return StudyToken(token=token)


@router.post("/{study}/lines", responses=error_responses(404))
async def add_line(
    study: Token, wanted: NewLine, services: TheServices, person: PersonOrGuest, owner: WorkOwner
) -> AddedLine:
    """Add steps beside the game. Those that are there already stay as they are."""

    def query(connection: Any) -> tuple[Json, int, list[str]]:
        row = studies.find(connection, study, writes=True).row
        if wanted.parent is None:
            return row.record, wanted.at, []
        nodes = studies.tree_of(studies.nodes_of(connection, row.id))
        parent = next((node for node in nodes if node.id == wanted.parent), None)
        if parent is None:
            raise studies.no_node()
        return row.record, *study_tree.path_to(parent, nodes)

    record, at, before = await services.database.read(query)
    line = await _checked_line(services, owner, record, at, before, wanted.steps)
    node = None
    if line["steps"] or not wanted.steps:
        now, parent = services.now(), wanted.parent
        node = await services.database.write_apart(
            lambda c: studies.add_line(c, study, parent, line["at"], line["steps"], person.id, now)
        )
    return AddedLine(node=node, study=await _study(services, study, person))


@router.put("/{study}/nodes/{node}", responses=error_responses(404))
async def write(study: Token, node: NodeId, wanted: NodeChange, services: TheServices, person: PersonOrGuest) -> Study:
    """Write a comment, a name or marks. 409 if somebody has changed the node since the writer's `version`."""
    changes: Json = {}
    if wanted.name is not None:
        changes["name"] = one_line(wanted.name, LONGEST_NAME) if wanted.name.strip() else ""
    if wanted.comment is not None:
        changes["comment"] = many_lines(wanted.comment, LONGEST_COMMENT)
    if wanted.marks is not None:
        try:
            check_marks(wanted.marks, "marks")
        except RecordError as error:
            raise Refused(422, "marks", N_("{why}"), why=str(error)) from None
        changes["marks"] = wanted.marks
    now = services.now()
    await services.database.write_apart(
        lambda c: studies.change_node(c, study, node, wanted.version, changes, person.id, now)
    )
    return await _study(services, study, person)


@router.delete("/{study}/nodes/{node}", responses=error_responses(404))
async def erase(
    study: Token,
    node: NodeId,
    services: TheServices,
    asker: Asker,
    version: Annotated[int, Query(ge=1, le=1_000_000_000)],
    study_version: Annotated[int | None, Query(ge=1, le=1_000_000_000)] = None,
) -> Study:
    """Remove a position with all that follow it. 409 if somebody has changed it since the writer's `version`.

    With `study_version`, 409 also if anything in the study has changed since, such as a position that follows.
    """
    now = services.now()
    await services.database.write_apart(lambda c: studies.remove_node(c, study, node, version, now, study_version))
    return await _study(services, study, asker)


async def _study(services: Services, token: str, asker: Person | None) -> Study:
    def query(connection: Any) -> tuple[studies.Found, list[Json]]:
        found = studies.find(connection, token)
        return found, studies.nodes_of(connection, found.row.id)

    (row, writes), nodes = await services.database.read(query)
    mine = asker is not None and asker.id == row.person
    text = text_for(row.game)
    data = text.data(row.record if isinstance(row.record["edition"], dict) else None)
    return Study(
        name=row.name,
        game=row.game,
        step=row.step,
        read=row.read,
        write=row.write if writes or mine else None,
        mine=mine,
        version=row.version,
        changed=row.changed,
        nodes=[StudyNode(**node, text=text.choice(node["step"], data) if node["step"] else "") for node in nodes],
    )


async def _beginning(wanted: NewStudy, services: Services, owner: Owner) -> tuple[Json, list[Json]]:
    """The record of a new study, and its variations."""
    given = [name for name in ("game", "token", "record", "deal") if getattr(wanted, name) is not None]
    if len(given) != 1:
        raise Refused(422, "study-of", N_("Name exactly one of: game, token, record, deal."))
    if wanted.record is not None:
        found = orjson.loads(await services.jobs.compute(owner, tasks.check_study, wanted.record))
        return found["record"], found["variations"]
    if wanted.deal is not None:
        name = known_game(wanted.deal.game)
        dealt = await services.jobs.compute(owner, tasks.deal, name, wanted.deal.players, wanted.deal.options)
        return orjson.loads(dealt), []
    if wanted.token is not None:
        shared = await shares.find(services.database, wanted.token)
        return records.whole_record(shared), []
    table = await services.tables.get(str(wanted.game))
    return await records.finished_record(table), []


async def _checked_line(
    services: Services, owner: Owner, record: Json, at: int, before: list[str], steps: list[str]
) -> Json:
    line: Json = orjson.loads(await services.jobs.compute(owner, tasks.check_line, record, at, before, steps))
    return line
