"""Share links: a record or one frozen view under a token that nobody guesses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson
import sqlalchemy as sa

from lutetia.core.i18n import N_
from lutetia.server.errors import Refused
from lutetia.server.ids import SECRET, new_id
from lutetia.server.store import schema

if TYPE_CHECKING:
    from lutetia.server.house import House

Json = dict[str, Any]
LARGEST = 400_000
"""Bytes of one share: a long game of four has 40,000, and its own edition not more."""
MOST = 1_000
"""Shares of one person."""


async def keep(house: House, person: str, kind: str, content: Json, step: int) -> str:
    """A new share's token. Raises Refused if it is too large or its person has too many."""
    if len(orjson.dumps(content)) > LARGEST:
        raise Refused(413, "too-large", N_("This record is too large to be kept here."))
    share = schema.share
    row = {"token": new_id(SECRET), "person": person, "at": house.now(), "kind": kind, "content": content, "step": step}

    def write(connection: sa.Connection) -> bool:
        mine = sa.select(sa.func.count()).select_from(share).where(share.c.person == person)
        if connection.execute(mine).scalar_one() >= MOST:
            return False
        connection.execute(sa.insert(share).values(**row))
        return True

    if not await house.database.write(write):
        raise Refused(429, "too-many-shares", N_("You have shared {most} positions; no more can be kept."), most=MOST)
    return str(row["token"])


async def find(house: House, token: str) -> Json:
    """`{kind, content, step}`. Raises Refused where there is no such share."""
    share = schema.share
    columns = sa.select(share.c.kind, share.c.content, share.c.step).where(share.c.token == token)
    found = await house.database.read(lambda c: c.execute(columns).mappings().first())
    if found is None:
        raise Refused(404, "no-share", N_("There is nothing shared at this address."))
    return dict(found)
