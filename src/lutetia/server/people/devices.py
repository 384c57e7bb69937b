"""Known devices: browsers in which a member has signed in before, recognised by a cookie that grants nothing else."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa

from lutetia.server.ids import hash_of, new_token
from lutetia.server.people.sessions import COOKIE, YEAR, cookie_name
from lutetia.server.store import schema
from lutetia.server.store.database import Database

MAX_DEVICES = 20
"""Per member. A new device replaces the one that was not used for longest."""


def device_cookie_name(scheme: str) -> str:
    return cookie_name(scheme).replace(COOKIE, f"{COOKIE}-device")


def is_forgotten(now: int) -> sa.ColumnElement[bool]:
    """A condition on devices: not used for a year."""
    return schema.device.c.seen < now - YEAR


class Devices:
    """The known devices of all members."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        self.database = database
        self.now = now

    async def known(self, token: str | None, login: str) -> str | None:
        """The hash of a device cookie, if it was given to the member with this login. Raises StorageError."""
        if not token or len(token) > 100:
            return None
        row = schema.device.c
        wanted = sa.select(row.id).join_from(schema.device, schema.person).where(row.id == hash_of(token))
        mine = wanted.where(schema.person.c.login == login.lower(), sa.not_(is_forgotten(self.now())))
        return await self.database.read(lambda c: c.execute(mine).scalar())

    async def remember(self, person: str, token: str | None) -> str:
        """A member has signed in. Returns the cookie of this device: a new one if the token is not this member's."""
        row, now = schema.device.c, self.now()
        fresh = new_token()

        def change(connection: sa.Connection) -> str:
            seen = sa.update(schema.device).where(row.id == hash_of(token or ""), row.person == person)
            if token and connection.execute(seen.values(seen=now)).rowcount:
                return token
            mine = sa.select(row.id).where(row.person == person).order_by(row.seen.desc()).offset(MAX_DEVICES - 1)
            connection.execute(sa.delete(schema.device).where(row.id.in_(mine)))
            connection.execute(sa.insert(schema.device).values(id=hash_of(fresh), person=person, seen=now))
            return fresh

        return await self.database.write(change)
