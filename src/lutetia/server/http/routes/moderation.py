"""Routes for moderators: reports, people, suspicious series of rated games, invitations, and the audit log.

Moderators see what was said and who plays whom. They see nothing of a game that its spectators do not see, and no
logins, passwords or addresses.
"""

from __future__ import annotations

import contextlib
from typing import Annotated, Any, Literal

import sqlalchemy as sa
from fastapi import APIRouter, Depends, Path, Query
from pydantic import BaseModel, Field

from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused, StorageError
from lutetia.server.http.dependencies import SessionPerson, TheServices, error_responses
from lutetia.server.http.routes.chat import PRESETS
from lutetia.server.people import audit, invitations, moderation, reports, text_input
from lutetia.server.people.blocks import Block, block_of
from lutetia.server.people.sessions import DAY, MODERATOR, Person
from lutetia.server.people.suspicion import suspicious_series
from lutetia.server.services import Services
from lutetia.server.store import schema
from lutetia.strict_model import StrictModel

router = APIRouter(prefix="/api/moderation", tags=["moderation"])

MAX_REPORTS = 100
MAX_PEOPLE = 50
MAX_ENTRIES = 100
LONGEST_REASON = 300
Id = Annotated[str, Path(min_length=1, max_length=40)]
Reason = Annotated[str, Field(min_length=1, max_length=LONGEST_REASON)]


async def _moderator(asker: SessionPerson) -> Person:
    if not asker.moderator:
        raise Refused(403, "no-moderator", N_("Only moderators may do that."))
    return asker


Moderator = Annotated[Person, Depends(_moderator)]
"""The person who asks; 403 unless a moderator."""


class BlockInfo(BaseModel):
    """`until`: null if it lasts until somebody lifts it."""

    until: int | None
    reason: str


class ReportedMessage(BaseModel):
    """One message of the conversation; `meant`: it is the reported one."""

    id: str
    person: str | None
    name: str | None
    text: str | None
    at: int
    removed: bool
    meant: bool


class Report(BaseModel):
    """About a person, or about a `message`: then with what was said before and after it."""

    id: str
    at: int
    text: str = Field(description="What the reporter wrote, or empty")
    about: str | None
    name: str | None
    block: BlockInfo | None = Field(description="If the person is blocked already")
    reporter: str | None
    reporter_name: str | None
    game: str | None
    message: str | None
    conversation: list[ReportedMessage]


class Settlement(StrictModel):
    """`keep` leaves the message as it is; `remove` removes its text for everybody."""

    action: Literal["keep", "remove"] = "keep"
    reason: str = Field(default="", max_length=LONGEST_REASON)


class ModeratedPerson(BaseModel):
    id: str
    name: str
    member: bool
    moderator: bool
    created: int
    block: BlockInfo | None
    reports: int = Field(description="How many reports about the person wait")


class NewBlock(StrictModel):
    """`days`: null until somebody lifts it. The person is told the reason."""

    days: float | None = Field(gt=0, le=3_650)
    reason: Reason


class SeriesInfo(BaseModel):
    """Rated games of two people, or of one with many others, that look as if they were not played, and why. `latest`:
    the ids of the last of them."""

    people: list[str]
    names: list[str]
    games: int
    last: int
    latest: list[str]
    text: str


class AuditEntry(BaseModel):
    """`by` is null for the operator. `kind`: what `subject` is the id of; `name` is the person's."""

    id: int
    at: int
    by: str | None
    by_name: str | None
    action: str
    text: str
    kind: str
    subject: str
    name: str | None
    reason: str
    details: Json


class NewInvitation(StrictModel):
    uses: int = Field(default=1, ge=1, le=invitations.MOST_USES)
    days: float = Field(default=7, gt=0, le=invitations.MOST_DAYS)


class InvitationInfo(BaseModel):
    """`person` and `name`: the moderator who made it; null for the operator."""

    public: str
    person: str | None
    name: str | None
    at: int
    until: int
    uses: int
    used: int


class InvitationLink(InvitationInfo):
    """`token` is shown only once."""

    token: str


@router.get("/reports", responses=error_responses(401))
async def waiting(services: TheServices, _asker: Moderator) -> list[Report]:
    """Reports that are not settled, the oldest first."""
    return await services.database.read(lambda c: _reports(c, services.now()))


@router.post("/reports/{id}/settle", status_code=204, responses=error_responses(401, 404))
async def settle(services: TheServices, asker: Moderator, id: Id, body: Settlement) -> None:
    """Settle a report, and all others about the same message or person."""
    now, reason = services.now(), text_input.many_lines(body.reason, LONGEST_REASON)

    def change(connection: sa.Connection) -> None:
        wanted = sa.select(schema.report).where(schema.report.c.id == id, schema.report.c.settled.is_(None))
        found = connection.execute(wanted).first()
        if found is None:
            raise Refused(404, "no-report", N_("This report has already been settled."))
        if found.chat is None:
            reports.settle_about(connection, now, asker.id, found.about, reason)
        else:
            remove = body.action == "remove"
            reports.settle_messages(connection, now, asker.id, [found.chat], remove=remove, reason=reason)

    await services.database.write(change)


@router.get("/people", responses=error_responses(401))
async def people(
    services: TheServices, _asker: Moderator, search: Annotated[str, Query(max_length=100)] = "", blocked: bool = False
) -> list[ModeratedPerson]:
    """People by id or part of a name, the newest first. `blocked`: only those who are."""
    return await services.database.read(lambda c: _people(c, search.strip(), blocked, services.now()))


@router.post("/people/{person}/block", status_code=204, responses=error_responses(401, 404))
async def block(services: TheServices, asker: Moderator, person: Id, body: NewBlock) -> None:
    """Block a person for some days, or until somebody lifts it. Requires the password again (`confirm`).

    The person leaves all tables: those that wait are closed, at the others the players choose how to go on."""
    await services.people.must_be_confirmed(asker)
    reason, now = text_input.one_line(body.reason, LONGEST_REASON), services.now()
    until = None if body.days is None else now + int(body.days * DAY)

    def change(connection: sa.Connection) -> None:
        _check_subject(connection, person, asker)
        moderation.block(connection, now, asker.id, [person], until, reason)

    await services.database.write(change)
    _take_effect(services, person)
    with contextlib.suppress(StorageError):  # it is tried again in the background
        await services.vacating.vacate()


@router.delete("/people/{person}/block", status_code=204, responses=error_responses(401, 404))
async def unblock(services: TheServices, asker: Moderator, person: Id) -> None:
    """Lift a block."""
    now = services.now()

    def change(connection: sa.Connection) -> None:
        if _check_subject(connection, person, asker).blocked:
            moderation.unblock(connection, now, asker.id, [person])

    await services.database.write(change)
    _take_effect(services, person)


@router.get("/series", responses=error_responses(401))
async def series(
    services: TheServices, _asker: Moderator, days: Annotated[int, Query(ge=1, le=365)] = 30
) -> list[SeriesInfo]:
    """Series of rated games that were hardly played, with the reason, the latest first."""
    found = await services.database.read(lambda c: suspicious_series(c, services.now(), days * DAY))
    return [
        SeriesInfo(
            people=[*one.people],
            names=[*one.names],
            games=one.games,
            last=one.last,
            latest=[*one.latest],
            text=one.text,
        )
        for one in found
    ]


@router.get("/audit", responses=error_responses(401))
async def audit_log(
    services: TheServices,
    _asker: Moderator,
    about: Annotated[str | None, Query(max_length=60)] = None,
    offset: Annotated[int, Query(ge=0, le=2**31)] = 0,
) -> list[AuditEntry]:
    """What operators and moderators have done, the latest first. `offset`: for the next page.

    Nobody can change or remove an entry.
    """
    found = await services.database.read(
        lambda c: audit.entries(c, about=about, offset=offset, limit=MAX_ENTRIES, networks=False)
    )
    return [AuditEntry(text=audit.action_text(row["action"]), **row) for row in found]


@router.get("/invitations", responses=error_responses(401))
async def current_invitations(services: TheServices, _asker: Moderator) -> list[InvitationInfo]:
    """Invitations that can still be used."""
    found = await services.database.read(lambda c: invitations.current(c, services.now()))
    return [InvitationInfo(**row) for row in found]


@router.post("/invitations", status_code=201, responses=error_responses(401))
async def invite(services: TheServices, asker: Moderator, body: NewInvitation) -> InvitationLink:
    """Make an invitation. Its page is `/invitation/{token}`."""
    now = services.now()
    token, row = await services.database.write(lambda c: invitations.make(c, now, asker.id, body.uses, body.days))
    return InvitationLink(token=token, name=asker.name, **row)


@router.delete("/invitations/{public}", status_code=204, responses=error_responses(401, 404))
async def end_invitation(services: TheServices, asker: Moderator, public: Id) -> None:
    """End an invitation."""
    now = services.now()
    await services.database.write(lambda c: invitations.end(c, now, asker.id, public))


def _reports(connection: sa.Connection, now: int) -> list[Report]:
    return [
        Report(
            block=_block_info(connection, row["about"], now),
            conversation=_conversation(connection, row["message"]),
            **row,
        )
        for row in reports.waiting_reports(connection, MAX_REPORTS)
    ]


def _conversation(connection: sa.Connection, message: str | None) -> list[ReportedMessage]:
    if message is None:
        return []
    found = reports.messages_around(connection, message)
    for row in found:
        preset = row.pop("preset")
        said = row["text"] if preset is None else _(PRESETS.get(preset, str(preset)))
        row["text"] = None if row["removed"] else said
    return [ReportedMessage(meant=row["id"] == message, **row) for row in found]


def _people(connection: sa.Connection, search: str, blocked: bool, now: int) -> list[ModeratedPerson]:
    report = schema.report.c
    found = moderation.find_people(
        connection, search, logins=False, blocked_at=now if blocked else None, limit=MAX_PEOPLE
    )
    count = (
        sa.select(report.about, sa.func.count().label("reports"))
        .where(report.settled.is_(None), report.about.in_([row.id for row in found]))
        .group_by(report.about)
    )
    counts = {row.about: row.reports for row in connection.execute(count)}
    return [
        ModeratedPerson(
            id=row.id,
            name=row.name,
            member=row.login is not None,
            moderator=row.role == MODERATOR,
            created=row.created,
            block=_info(block_of(row), now),
            reports=counts.get(row.id, 0),
        )
        for row in found
    ]


def _check_subject(connection: sa.Connection, person: str, asker: Person) -> sa.Row[Any]:
    """The person whom a moderator wants to block or unblock. Raises Refused."""
    row = schema.person.c
    found = connection.execute(sa.select(schema.person).where(row.id == person, row.deleted.is_(None))).first()
    if found is None:
        raise Refused(404, "no-person", N_("There is no such person."))
    if found.role == MODERATOR:
        raise Refused(403, "is-moderator", N_("Only the server's operator can block or unblock a moderator."))
    return found


def _take_effect(services: Services, person: str) -> None:
    """A block has changed: open connections of the person notice at once."""
    services.people.forget(person)
    services.hub.wake_person(person)


def _block_info(connection: sa.Connection, person: str | None, now: int) -> BlockInfo | None:
    found = connection.execute(sa.select(schema.person).where(schema.person.c.id == person)).first()
    return None if found is None else _info(block_of(found), now)


def _info(block: Block | None, now: int) -> BlockInfo | None:
    return None if block is None or not block.applies(now) else BlockInfo(until=block.until, reason=block.reason)
