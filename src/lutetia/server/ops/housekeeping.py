"""What nobody needs any more is removed: now and then, and never so much at once that anybody would notice.

Games, shares and analyses stay. So do people whom anything names: a seat, a game they host, words, friends.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import sqlalchemy as sa
import structlog

from lutetia.server.people import friends, sessions
from lutetia.server.store import schema
from lutetia.server.store.database import StoreTrouble

if TYPE_CHECKING:
    from lutetia.server.services import House

EVERY = 3_600.0
"""Seconds between two rounds."""
FIRST = 60.0
"""Seconds until the first one: a start has other things to do."""
MOST = 200
"""Rows of a kind removed in one transaction."""
ROUNDS = 50
"""Transactions in a row."""
UNUSED = 30 * 86_400_000
"""A guest who has nothing here and has not been seen for so long is forgotten."""

log = structlog.get_logger("housekeeping")


async def go_on(house: House) -> None:
    """Keep house for as long as it is open."""
    await asyncio.sleep(FIRST)
    while True:
        try:
            for _round in range(ROUNDS):
                removed = await house.database.write(lambda c: tidy(c, house.now()))
                if any(removed.values()):
                    log.info("removed", **removed)
                if max(removed.values()) < MOST:
                    break
                await asyncio.sleep(1)
        except StoreTrouble as error:
            log.warning("housekeeping", trouble=error.reason)
        await asyncio.sleep(EVERY)


def tidy(connection: sa.Connection, now: int) -> dict[str, int]:
    """Remove a portion of what has ended; how many rows of each kind."""
    person, session, link = schema.person, schema.session, schema.friend_link
    ended = sa.select(session.c.id).join_from(session, person).where(sessions.has_ended(now)).limit(MOST)
    old = sa.select(link.c.token).where(link.c.at < now - friends.GOOD_FOR).limit(MOST)
    nobody = sa.select(person.c.id).where(*_nobody(now)).limit(MOST)
    return {
        "sessions": connection.execute(sa.delete(session).where(session.c.id.in_(ended))).rowcount,
        "links": connection.execute(sa.delete(link).where(link.c.token.in_(old))).rowcount,
        "guests": connection.execute(sa.delete(person).where(person.c.id.in_(nobody))).rowcount,
    }


def _nobody(now: int) -> list[sa.ColumnElement[bool]]:
    """Guests, and what is left of deleted accounts, that nothing names and that have long not been here."""
    person, session = schema.person.c, schema.session.c
    naming = (
        schema.seat.c.person,
        schema.game.c.host,
        schema.chat.c.person,
        schema.report.c.person,
        schema.share.c.person,
        schema.job.c.person,
        schema.friend.c.person,
        schema.rating.c.person,
    )
    here = sa.exists().where(session.person == person.id, session.seen >= now - UNUSED)
    named = [sa.exists().where(column == person.id) for column in naming]
    return [person.login.is_(None), person.created < now - UNUSED, ~here, *(~one for one in named)]
