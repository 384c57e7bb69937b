"""Mail addresses of members, and the links that are sent to them: to confirm an address, to reset a password.

An address is used only after its owner has opened a link that was sent to it. A link works once.
"""

from __future__ import annotations

import re
from typing import Any, Literal

import sqlalchemy as sa

from lutetia.core.i18n import N_, _
from lutetia.server.errors import Refused
from lutetia.server.ids import hash_of, new_token
from lutetia.server.rate_limit import Rate, RateLimiter
from lutetia.server.store import schema

Kind = Literal["confirm", "reset"]
MINUTE = 60_000
LIFETIME: dict[Kind, int] = {"confirm": 24 * 60 * MINUTE, "reset": 30 * MINUTE}
LONGEST_ADDRESS = 254
ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z0-9-]{2,63}")
"""As HTML's input fields check it, with a dot in the domain."""


class MailLimits:
    """How many mails can be caused: by one person or address of a client, and to one login or mail address."""

    def __init__(self, sender: Rate, recipient: Rate, *, apply: bool) -> None:
        self.limiter = RateLimiter()
        self._sender, self._recipient, self._apply = sender, recipient, apply

    async def count(self, sender: str, recipient: str) -> None:
        """Count a mail before it is known whether there is such a recipient. Raises RateLimited."""
        if self._apply:
            await self.limiter.check_exactly(self._sender, "sender", sender)
            await self.limiter.check_exactly(self._recipient, "recipient", recipient.lower())


def checked_address(text: str) -> str:
    """The address as it is stored. Raises Refused."""
    address = text.strip()
    if len(address) > LONGEST_ADDRESS or not ADDRESS.fullmatch(address):
        raise Refused(422, "no-address", N_("That is not an email address; one looks like ada@example.org."))
    local, _at, domain = address.rpartition("@")
    return f"{local}@{domain.lower()}"


def make_link(connection: sa.Connection, now: int, kind: Kind, person: str, address: str) -> str:
    """A new link of a person; returns its secret. Earlier ones of the same kind end."""
    link, token = schema.mail_link, new_token()
    connection.execute(sa.delete(link).where(link.c.person == person, link.c.kind == kind))
    row = {"token": hash_of(token), "person": person, "kind": kind, "address": address, "until": now + LIFETIME[kind]}
    connection.execute(sa.insert(link).values(**row))
    return token


def find_link(connection: sa.Connection, now: int, kind: Kind, token: str) -> sa.Row[Any]:
    """The link with this secret, with the login of its person. Raises Refused if it does not work any more."""
    link, person = schema.mail_link, schema.person
    wanted = sa.select(link, person.c.login).join_from(link, person).where(link.c.token == hash_of(token))
    found = connection.execute(wanted.where(link.c.kind == kind, link.c.until > now)).first()
    if found is None:
        raise Refused(404, "no-link", N_("This link no longer works; ask for a new one."))
    return found


def use_link(connection: sa.Connection, now: int, kind: Kind, token: str) -> sa.Row[Any]:
    """Like `find_link`, but the link ends with that."""
    found, link = find_link(connection, now, kind, token), schema.mail_link
    connection.execute(sa.delete(link).where(link.c.person == found.person, link.c.kind == kind))
    return found


def end_resets(connection: sa.Connection, person: str) -> None:
    """The password was changed: links that were sent before do not change it again."""
    link = schema.mail_link
    connection.execute(sa.delete(link).where(link.c.person == person, link.c.kind == "reset"))


def set_address(connection: sa.Connection, person: str, address: str | None) -> None:
    """Store a confirmed address, or remove the one that there is, with all links that were sent to it."""
    table, link = schema.mail_address, schema.mail_link
    connection.execute(sa.delete(table).where(table.c.person == person))
    connection.execute(sa.delete(link).where(link.c.person == person))
    if address is not None:
        connection.execute(sa.insert(table).values(person=person, address=address))


def address_of(connection: sa.Connection, person: str) -> str | None:
    """The confirmed address of a person."""
    table = schema.mail_address.c
    return connection.execute(sa.select(table.address).where(table.person == person)).scalar()


def members_for(connection: sa.Connection, who: str) -> list[Any]:
    """The members with this login or this confirmed address: id, login, language, address."""
    person, mail = schema.person.c, schema.mail_address.c
    columns = (person.id, person.login, person.language, mail.address)
    wanted = sa.select(*columns).join_from(schema.mail_address, schema.person).where(person.deleted.is_(None))
    meant = sa.or_(person.login == who.lower(), sa.func.lower(mail.address) == who.lower())
    return [*connection.execute(wanted.where(meant).order_by(person.id).limit(10))]


def confirm_text(link: str) -> tuple[str, str]:
    """Subject and text of the mail that confirms an address, in the current language."""
    return _("Confirm your email address for Lutetia"), _(
        "Someone, probably you, has entered this email address on a Lutetia server.\n\nOpen this link within a "
        "day to confirm it:\n{link}\n\nIt is used only to reset a forgotten password. If it was not you, ignore "
        "this email.\n",
        link=link,
    )


def reset_text(link: str, login: str) -> tuple[str, str]:
    """Subject and text of the mail with which a password is reset, in the current language."""
    return _("A new password for Lutetia"), _(
        "Someone, probably you, has asked for a new password for the login {login}.\n\nOpen this link within "
        "30 minutes to choose one:\n{link}\n\nIt works once. If it was not you, ignore this email: your "
        "password stays as it is.\n",
        link=link,
        login=login,
    )
