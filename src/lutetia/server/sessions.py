"""Sessions: who is behind a cookie. Every request asks, so the answers are kept in memory for a while."""

from __future__ import annotations

import contextlib
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
import structlog

from lutetia.core.i18n import N_
from lutetia.server.errors import Refused
from lutetia.server.ids import hash_of, new_id
from lutetia.server.store import schema
from lutetia.server.store.database import Database, StoreTrouble

log = structlog.get_logger("people")

COOKIE = "lutetia"
DAY = 86_400_000
YEAR = 365 * DAY
"""A guest, who has nothing but the cookie, is known for as long without a visit."""
UNSEEN = 90 * DAY
"""A member's session has ended when it was not used for so long; and in any case a year after signing in."""
CONFIRMED_FOR = 10 * 60_000
"""For so long after telling the password it need not be told again."""
SEEN_EVERY = 5 * 60_000
MOST_SESSIONS = 50
"""Per person; the one not seen for longest ends when another begins."""
MOST_KEPT = 50_000
KEPT_FOR = 60.0
GLANCE_EVERY = 2.0
"""Seconds until a change made from outside, by `lutetia admin`, is noticed."""
CHANGED = "people"
"""The key under which the house keeps a mark of the last such change."""


def cookie_name(scheme: str) -> str:
    """What the cookie is called. Over TLS browsers promise by its name that this very server has set it."""
    return f"__Host-{COOKIE}" if scheme in ("https", "wss") else COOKIE


def has_ended(now: int) -> sa.ColumnElement[bool]:
    """Whether the session of a row that was joined with its person is no good any more."""
    row, member = schema.session.c, schema.person.c.login.isnot(None)
    return sa.or_(row.seen < now - YEAR, sa.and_(member, sa.or_(row.seen < now - UNSEEN, row.created < now - YEAR)))


@dataclass(frozen=True)
class Person:
    """Who asks."""

    id: str
    name: str
    member: bool
    language: str | None
    session: str
    """The hash of the session this question came with."""
    blocked: bool = False


class Sessions:
    """The sessions of everybody."""

    def __init__(
        self, database: Database, now: Callable[[], int], steady: Callable[[], float] = time.monotonic
    ) -> None:
        self.database = database
        self.now = now
        self._steady = steady
        self._kept: OrderedDict[str, tuple[float, Person]] = OrderedDict()
        self._forgotten = 0
        self._glanced: float | None = None
        self._mark: Any = None

    async def of_cookie(self, token: str | None) -> Person | None:
        """Whose session this is; None if it is nobody's, has ended, or its person is blocked."""
        person = await self.behind(token)
        return None if person is None or person.blocked else person

    async def behind(self, token: str | None) -> Person | None:
        """The same, blocked or not. Raises StoreTrouble."""
        if not token or len(token) > 100:
            return None
        return await self._found(hash_of(token))

    async def goes_on(self, person: Person) -> bool:
        """Whether the session that somebody came with is still theirs: not ended, not blocked. Raises StoreTrouble."""
        found = await self._found(person.session)
        return found is not None and found.id == person.id and not found.blocked

    async def _found(self, hashed: str) -> Person | None:
        await self._glance()
        until, person = self._kept.get(hashed, (0.0, None))
        return person if until > self._steady() else await self._look_up(hashed)

    async def sessions_of(self, person: str) -> list[dict[str, Any]]:
        """A person's sessions as they are shown, the one seen last first; `id` is for comparing only."""
        row = schema.session.c
        wanted = sa.select(row.id, row.public, row.created, row.seen, row.agent).where(row.person == person)
        wanted = wanted.order_by(row.seen.desc(), row.public)
        return await self.database.read(lambda c: [dict(found) for found in c.execute(wanted).mappings()])

    async def end(self, person: str, *which: sa.ColumnElement[bool]) -> int:
        """End the sessions of a person of which all this is true; returns how many did."""
        ended = sa.delete(schema.session).where(schema.session.c.person == person, *which)
        count = await self.database.write(lambda c: c.execute(ended).rowcount)
        self.forget(person)
        log.info("sessions ended", person=person, count=count)
        return count

    async def must_be_confirmed(self, person: Person) -> None:
        """Raises Refused if a member has not told the password lately: somebody else may sit at the keyboard."""
        row = schema.session.c
        wanted = sa.select(row.confirmed).where(row.id == person.session)
        told = await self.database.read(lambda c: c.execute(wanted).scalar())
        if person.member and (told is None or told < self.now() - CONFIRMED_FOR):
            raise Refused(403, "confirm", N_("Tell your password once more to do this."))

    def open_session(
        self, connection: sa.Connection, person: str, token: str, agent: str, *, confirmed: bool = False
    ) -> None:
        """Write a session down; the oldest gives way where there are too many. `confirmed`: by the password."""
        now, row = self.now(), schema.session.c
        mine = sa.select(row.id).where(row.person == person).order_by(row.seen.desc()).offset(MOST_SESSIONS - 1)
        connection.execute(sa.delete(schema.session).where(row.id.in_(mine)))
        new: dict[str, Any] = {"id": hash_of(token), "public": new_id(), "person": person, "created": now, "seen": now}
        new["confirmed"] = now if confirmed else None
        connection.execute(sa.insert(schema.session).values(**new, agent=agent[:200]))

    def forget(self, *people: str) -> None:
        """These people have changed: ask the database the next time."""
        self._forgotten += 1
        for hashed in [hashed for hashed, (_until, person) in self._kept.items() if person.id in people]:
            del self._kept[hashed]

    async def _look_up(self, hashed: str) -> Person | None:
        forgotten = self._forgotten
        this = _SESSION.where(schema.session.c.id == hashed, sa.not_(has_ended(self.now())))
        found = await self.database.read(lambda c: c.execute(this).first())
        if found is None or found.deleted:
            return None
        person = Person(found.id, found.name, found.login is not None, found.language, hashed, found.blocked)
        if forgotten == self._forgotten:  # else what was read may be from before a change
            self._kept[hashed] = (self._steady() + KEPT_FOR, person)
            self._kept.move_to_end(hashed)
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        if found.seen < self.now() - SEEN_EVERY:
            seen = sa.update(schema.session).where(schema.session.c.id == hashed).values(seen=self.now())
            with contextlib.suppress(StoreTrouble):  # nice to know, but no reason to answer nothing
                await self.database.write(lambda c: c.execute(seen))
        return person

    async def _glance(self) -> None:
        """Every few moments: has somebody been changed from outside?"""
        now = self._steady()
        if self._glanced is not None and now < self._glanced + GLANCE_EVERY:
            return
        self._glanced = now
        wanted = sa.select(schema.house.c.value).where(schema.house.c.key == CHANGED)
        with contextlib.suppress(StoreTrouble):
            mark = await self.database.read(lambda c: c.execute(wanted).scalar())
            if mark != self._mark:
                self._mark = mark
                self._forgotten += 1
                self._kept.clear()


_SESSION = sa.select(
    schema.person.c.id,
    schema.person.c.name,
    schema.person.c.login,
    schema.person.c.language,
    schema.person.c.blocked,
    schema.person.c.deleted,
    schema.session.c.seen,
).join_from(schema.session, schema.person)
