"""Invitations: links with which somebody can register where registration is not open to everybody."""

from __future__ import annotations

from typing import Any, Literal

import sqlalchemy as sa

from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused
from lutetia.server.ids import hash_of, new_id, new_token
from lutetia.server.people import audit
from lutetia.server.store import schema

Registration = Literal["open", "invited", "closed"]
DAY = 86_400_000
MOST_USES, MOST_DAYS = 1_000, 365


def make(connection: sa.Connection, now: int, by: str | None, uses: int, days: float) -> tuple[str, Json]:
    """A new invitation: its secret, and what the lists say about it. `by`: the moderator; None: the operator."""
    token = new_token()
    row: Json = {"public": new_id(), "person": by, "at": now, "until": now + int(days * DAY), "uses": uses, "used": 0}
    connection.execute(sa.insert(schema.invitation).values(token=hash_of(token), **row))
    audit.record(connection, now, by, "invite", "invitation", row["public"], uses=uses, until=row["until"])
    return token, row


def check(connection: sa.Connection, token: str, now: int) -> sa.Row[Any]:
    """The invitation with this secret. Raises Refused if it cannot be used any more."""
    row = schema.invitation.c
    found = connection.execute(sa.select(schema.invitation).where(row.token == hash_of(token))).first()
    if found is None:
        raise Refused(404, "no-invitation", N_("There is no such invitation; ask for a new one."))
    if found.until <= now:
        raise Refused(403, "invitation-ended", N_("This invitation has expired; ask for a new one."))
    if found.used >= found.uses:
        raise Refused(403, "invitation-used", N_("This invitation has already been used; ask for a new one."))
    return found


def use(connection: sa.Connection, token: str, now: int) -> None:
    """Somebody registers with this invitation. Raises Refused."""
    found = check(connection, token, now)
    row = schema.invitation.c
    connection.execute(sa.update(schema.invitation).where(row.token == found.token).values(used=found.used + 1))


def current(connection: sa.Connection, now: int) -> list[Json]:
    """The invitations that can still be used, the newest first, with the names of those who made them."""
    row = schema.invitation.c
    columns = [row.public, row.person, row.at, row.until, row.uses, row.used, schema.person.c.name]
    wanted = sa.select(*columns).join_from(schema.invitation, schema.person, isouter=True)
    wanted = wanted.where(row.until > now, row.used < row.uses).order_by(row.at.desc(), row.public)
    return [dict(found) for found in connection.execute(wanted).mappings()]


def end(connection: sa.Connection, now: int, by: str | None, public: str) -> None:
    """End an invitation. Raises Refused if there is none."""
    row = schema.invitation.c
    if not connection.execute(sa.delete(schema.invitation).where(row.public == public)).rowcount:
        raise Refused(404, "no-invitation", N_("There is no such invitation; ask for a new one."))
    audit.record(connection, now, by, "end-invitation", "invitation", public)
