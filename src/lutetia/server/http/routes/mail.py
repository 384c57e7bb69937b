"""Routes for mail: a member's address, and resetting a forgotten password."""

from __future__ import annotations

import sqlalchemy as sa
import structlog
from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from lutetia.core.i18n import N_, language
from lutetia.server.errors import Refused
from lutetia.server.http.asgi import client_address
from lutetia.server.http.dependencies import SessionPerson, TheServices, error_responses
from lutetia.server.http.routes.accounts import NewPassword
from lutetia.server.jobs.admission import step_aside
from lutetia.server.ops.link_mails import LinkMails
from lutetia.server.people import mail_links, passwords
from lutetia.server.people.changes import note_change
from lutetia.server.rate_limit import network
from lutetia.server.services import Services
from lutetia.server.store import schema
from lutetia.strict_model import StrictModel

router = APIRouter(prefix="/api", tags=["people"])
log = structlog.get_logger("people")


class MailAddress(BaseModel):
    """The confirmed address, or null."""

    address: str | None


class NewMailAddress(StrictModel):
    address: str = Field(max_length=mail_links.LONGEST_ADDRESS)


class MailToken(StrictModel):
    token: str = Field(max_length=100)


class Forgotten(StrictModel):
    """A login or a mail address."""

    who: str = Field(min_length=1, max_length=mail_links.LONGEST_ADDRESS)


class PasswordReset(StrictModel):
    token: str = Field(max_length=100)
    password: NewPassword


@router.get("/me/mail", responses=error_responses(401))
async def mail_address(services: TheServices, asker: SessionPerson) -> MailAddress:
    """My mail address."""
    return MailAddress(address=await services.database.read(lambda c: mail_links.address_of(c, asker.id)))


@router.put("/me/mail", status_code=204, responses=error_responses(401))
async def set_mail_address(services: TheServices, asker: SessionPerson, body: NewMailAddress) -> None:
    """Send a link to an address; when it is opened, the address is mine. Requires the password again (`confirm`)."""
    mails = _mails(services)
    if not asker.member:
        raise Refused(409, "no-password", N_("You have no account yet, so you have no password."))
    await services.people.must_be_confirmed(asker)
    address = mail_links.checked_address(body.address)
    await services.mail_limits.count(asker.id, address)
    await mails.post("confirm", asker.id, address, "", language.get() or "en")


@router.delete("/me/mail", status_code=204, responses=error_responses(401))
async def remove_mail_address(services: TheServices, asker: SessionPerson) -> None:
    """Remove my mail address. Requires the password again (`confirm`)."""
    await services.people.must_be_confirmed(asker)
    await services.database.write(lambda c: mail_links.set_address(c, asker.id, None))


@router.post("/mail/confirm", status_code=204, responses=error_responses(404))
async def confirm_address(services: TheServices, body: MailToken) -> None:
    """Confirm a mail address with the token that was sent to it."""
    now = services.now()

    def change(connection: sa.Connection) -> None:
        link = mail_links.use_link(connection, now, "confirm", body.token)
        mail_links.set_address(connection, link.person, link.address)

    await services.database.write(change)


@router.post("/forgotten", status_code=204, responses=error_responses())
async def forgotten(request: Request, services: TheServices, body: Forgotten) -> None:
    """Send a link to choose a new password, if there is such a member with a confirmed address.

    The answer is the same, and as fast, if there is none.
    """
    mails, who = _mails(services), body.who.strip()
    await services.mail_limits.count(network(client_address(request.scope)), who)
    services.spawn(_send_reset(services, mails, who, language.get() or "en"))


@router.post("/reset", status_code=204, responses=error_responses(404))
async def reset(services: TheServices, body: PasswordReset) -> None:
    """Choose a new password with the token of a mail. All sessions end; a second factor stays."""
    now = services.now()
    link = await services.database.read(lambda c: mail_links.find_link(c, now, "reset", body.token))
    await step_aside()  # hashing takes long, on purpose
    hashed = await passwords.hash_new(body.password, link.login)

    def change(connection: sa.Connection) -> str:
        link = mail_links.use_link(connection, now, "reset", body.token)
        row = schema.person.c
        connection.execute(sa.update(schema.person).where(row.id == link.person).values(password=hashed, given=None))
        connection.execute(sa.delete(schema.session).where(schema.session.c.person == link.person))
        note_change(connection, link.person)
        return str(link.person)

    person = await services.database.write(change)
    services.people.forget(person)
    services.hub.wake_person(person)
    log.info("password reset by mail", person=person)


async def _send_reset(services: Services, mails: LinkMails, who: str, asked_in: str) -> None:
    """Send the links, in the language of each member, or else in that of the request."""
    for member in await services.database.read(lambda c: mail_links.members_for(c, who)):
        await mails.post("reset", member.id, member.address, member.login, member.language or asked_in)


def _mails(services: Services) -> LinkMails:
    if services.mails is None:
        reason = N_("This server does not send email. Ask its operator for a temporary password.")
        raise Refused(409, "no-mail", reason)
    return services.mails
