"""Housekeeping: garbage collection of old database rows, in small portions so that nobody notices a delay.

Games, shares, studies and analyses stay. So do people that anything refers to: a seat, a game they host, messages,
friends.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import sqlalchemy as sa
import structlog

from lutetia.server.errors import StorageError
from lutetia.server.people import friends, sessions
from lutetia.server.people.devices import is_forgotten
from lutetia.server.people.same_network import KEPT
from lutetia.server.store import schema
from lutetia.server.store.database import Database

EVERY = 3_600.0
"""Seconds between two runs."""
FIRST = 60.0
"""Seconds until the first run, so that it does not slow down the start."""
PORTION = 200
"""Rows of a kind removed in one transaction."""
MAX_PORTIONS = 50
"""Transactions per run."""
UNUSED = 30 * 86_400_000
"""A guest that nothing refers to is removed after this time without a visit, in milliseconds."""

log = structlog.get_logger("housekeeping")


async def run(database: Database, now: Callable[[], int]) -> None:
    """Remove old rows every hour, as long as the server runs."""
    await asyncio.sleep(FIRST)
    while True:
        try:
            for _portion in range(MAX_PORTIONS):
                removed = await database.write(lambda c: remove_expired(c, now()))
                if any(removed.values()):
                    log.info("expired rows removed", **removed)
                if max(removed.values()) < PORTION:
                    break
                await asyncio.sleep(1)
        except StorageError as error:
            log.warning("housekeeping failed", why=error.reason)
        await asyncio.sleep(EVERY)


def remove_expired(connection: sa.Connection, now: int) -> dict[str, int]:
    """Remove a portion of the expired rows; returns how many of each kind."""
    person, session, link = schema.person, schema.session, schema.friend_link
    ended = sa.select(session.c.id).join_from(session, person).where(sessions.has_ended(now)).limit(PORTION)
    old = sa.select(link.c.token).where(link.c.at < now - friends.LINK_LIFETIME).limit(PORTION)
    devices = sa.select(schema.device.c.id).where(is_forgotten(now)).limit(PORTION)
    unused = sa.select(person.c.id).where(*_unused(now)).limit(PORTION)
    network, invitation, mail = schema.blocked_network, schema.invitation, schema.mail_link
    same = schema.same_network
    return {
        "same_networks": connection.execute(sa.delete(same).where(same.c.at < now - KEPT)).rowcount,
        "mails": connection.execute(sa.delete(mail).where(mail.c.until < now)).rowcount,
        "networks": connection.execute(sa.delete(network).where(network.c.until < now)).rowcount,
        "invitations": connection.execute(sa.delete(invitation).where(invitation.c.until < now - UNUSED)).rowcount,
        "sessions": connection.execute(sa.delete(session).where(session.c.id.in_(ended))).rowcount,
        "devices": connection.execute(sa.delete(schema.device).where(schema.device.c.id.in_(devices))).rowcount,
        "links": connection.execute(sa.delete(link).where(link.c.token.in_(old))).rowcount,
        "guests": connection.execute(sa.delete(person).where(person.c.id.in_(unused))).rowcount,
    }


def _unused(now: int) -> list[sa.ColumnElement[bool]]:
    """Guests, and empty rows of deleted accounts, that nothing refers to and that were not used for long."""
    person, session = schema.person.c, schema.session.c
    references = (
        schema.seat.c.person,
        schema.game.c.host,
        schema.chat.c.person,
        schema.report.c.person,
        schema.study.c.person,
        schema.study_node.c.person,
        schema.report.c.about,
        schema.share.c.person,
        schema.job.c.person,
        schema.friend.c.person,
        schema.rating.c.person,
    )
    here = sa.exists().where(session.person == person.id, session.seen >= now - UNUSED)
    named = [sa.exists().where(column == person.id) for column in references]
    return [person.login.is_(None), person.created < now - UNUSED, ~here, *(~one for one in named)]
