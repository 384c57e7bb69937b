"""People: guests with nothing but a cookie, members with a password, and the sessions of both."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass

import sqlalchemy as sa

from lutetia.server.store import schema
from lutetia.server.store.database import Database

COOKIE = "lutetia"
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""For ids that people may have to read out: nothing that looks like something else."""


def new_id(length: int = 12) -> str:
    """A random id that nobody guesses: about 59 bits."""
    return "".join(secrets.choice(LETTERS) for _letter in range(length))


@dataclass(frozen=True)
class Person:
    """Who asks."""

    id: str
    name: str
    member: bool
    language: str | None
    session: str
    """The hash of the session this question came with."""


class People:
    """Everybody the house knows."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        self.database = database
        self.now = now

    async def of_cookie(self, token: str | None) -> Person | None:
        """Whose session this is; None if it is nobody's, has ended, or its person is blocked."""
        if not token or len(token) > 100:
            return None
        hashed = hash_of(token)
        found = await self.database.read(lambda c: c.execute(_SESSION.where(schema.session.c.id == hashed)).first())
        if found is None or found.blocked or found.deleted:
            return None
        return Person(found.id, found.name, found.login is not None, found.language, hashed)

    async def guest(self, agent: str) -> tuple[Person, str]:
        """A new guest, and the cookie that tells it again."""
        person = {"id": new_id(), "name": f"Guest {secrets.randbelow(9000) + 1000}", "created": self.now()}
        token = secrets.token_urlsafe(32)
        await self.database.write(lambda c: self._add(c, person, token, agent))
        return Person(str(person["id"]), str(person["name"]), False, None, hash_of(token)), token

    def _add(self, connection: sa.Connection, person: dict[str, object], token: str, agent: str) -> None:
        connection.execute(sa.insert(schema.person).values(**person))
        self.open_session(connection, str(person["id"]), token, agent)

    def open_session(self, connection: sa.Connection, person: str, token: str, agent: str) -> None:
        """Write a session down."""
        now = self.now()
        row = {"id": hash_of(token), "public": new_id(), "person": person, "created": now, "seen": now}
        connection.execute(sa.insert(schema.session).values(**row, agent=agent[:200]))


_SESSION = sa.select(
    schema.person.c.id,
    schema.person.c.name,
    schema.person.c.login,
    schema.person.c.language,
    schema.person.c.blocked,
    schema.person.c.deleted,
).join_from(schema.session, schema.person)


def hash_of(token: str) -> str:
    """What is kept of a cookie: who reads the database cannot be anybody."""
    return hashlib.sha256(token.encode()).hexdigest()
