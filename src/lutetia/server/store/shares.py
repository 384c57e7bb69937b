"""Share links: a record or one frozen view, stored under a token that cannot be guessed. A study's links work, too."""

from __future__ import annotations

import orjson
import sqlalchemy as sa

from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused
from lutetia.server.ids import SECRET, new_id
from lutetia.server.store import schema
from lutetia.server.store.database import Database

LARGEST = 400_000
"""Bytes of one share. A long game of four has 40,000, and an own edition no more than that."""
MAX_SHARES = 1_000
"""Per person."""


async def add(database: Database, now: int, person: str, kind: str, content: Json, step: int) -> str:
    """Store a share and return its token. Raises Refused if it is too large or the person has too many."""
    if len(orjson.dumps(content)) > LARGEST:
        raise too_large()
    share = schema.share
    row = {"token": new_id(SECRET), "person": person, "at": now, "kind": kind, "content": content, "step": step}

    def write(connection: sa.Connection) -> bool:
        mine = sa.select(sa.func.count()).select_from(share).where(share.c.person == person)
        if connection.execute(mine).scalar_one() >= MAX_SHARES:
            return False
        connection.execute(sa.insert(share).values(**row))
        return True

    if not await database.write(write):
        reason = N_("You have shared {most} positions, which is the limit.")
        raise Refused(429, "too-many-shares", reason, most=MAX_SHARES)
    return str(row["token"])


def too_large() -> Refused:
    return Refused(413, "too-large", N_("This record is too large to be stored here."))


async def find(database: Database, token: str) -> Json:
    """`{kind, content, step}`. Raises Refused if there is no such share or study."""
    share, study = schema.share, schema.study
    columns = sa.select(share.c.kind, share.c.content, share.c.step).where(share.c.token == token)
    linked = sa.or_(study.c.read == token, study.c.write == token)
    studied = sa.select(sa.literal("record").label("kind"), study.c.record.label("content"), study.c.step).where(linked)

    def query(connection: sa.Connection) -> sa.RowMapping | None:
        return connection.execute(columns).mappings().first() or connection.execute(studied).mappings().first()

    found = await database.read(query)
    if found is None:
        raise Refused(404, "no-share", N_("There is nothing shared at this address."))
    return dict(found)
