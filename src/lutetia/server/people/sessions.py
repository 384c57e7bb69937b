"""Sessions: which person a cookie belongs to. Every request asks, so the answers are cached for a while.

We do not use a library: a session is one table row with a hashed token, and the rules for ending one are ours.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
import structlog

from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused, StorageError, no_session
from lutetia.server.ids import hash_of, new_id
from lutetia.server.people.blocks import Block, BlockedNetworks, block_of, read_networks
from lutetia.server.people.changes import EVERYBODY, note_change, recent_changes
from lutetia.server.store import schema
from lutetia.server.store.database import Database

log = structlog.get_logger("people")

COOKIE = "lutetia"
DAY = 86_400_000
YEAR = 365 * DAY
"""A guest's session ends after this time without a visit. It is long, because the guest has nothing but the cookie."""
UNSEEN = 90 * DAY
"""A member's session ends when it was not used for this time, and in any case a year after signing in."""
CONFIRMED_FOR = 10 * 60_000
"""The time after entering the password during which it need not be entered again."""
SEEN_EVERY = 5 * 60_000
MAX_SESSIONS = 50
"""Per person. A new session replaces the one that was not used for longest."""
CACHE_SIZE = 50_000
CACHED_FOR = 60.0
"""Seconds."""
POLL_EVERY = 2.0
"""Seconds until a change from outside, by `lutetia admin` or by another process, is noticed."""
WATCH_EVERY = 1.0
"""Seconds between two looks of a process that has others beside it."""
MODERATOR = "moderator"
"""The value of `person.role`."""
CHANGED = "people"
"""The key in the table of server facts that changes with every such change."""


def cookie_name(scheme: str) -> str:
    """The cookie's name. Over TLS its prefix makes browsers guarantee that this very host has set it."""
    return f"__Host-{COOKIE}" if scheme in ("https", "wss") else COOKIE


def has_ended(now: int) -> sa.ColumnElement[bool]:
    """A condition on sessions joined with their persons: the session has ended."""
    row, member = schema.session.c, schema.person.c.login.isnot(None)
    return sa.or_(row.seen < now - YEAR, sa.and_(member, sa.or_(row.seen < now - UNSEEN, row.created < now - YEAR)))


@dataclass(frozen=True)
class Person:
    """The person behind a request."""

    id: str
    name: str
    member: bool
    language: str | None
    session: str
    """The hash of the session that the request came with."""
    block: Block | None = None
    """It may have ended."""
    moderator: bool = False


class Sessions:
    """All sessions, with a cache, and the blocked networks."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], int],
        monotonic: Callable[[], float] = time.monotonic,
        *,
        guests: bool = True,
    ) -> None:
        """`guests`: whether people without an account may play."""
        self.database = database
        self.now = now
        self.guests = guests
        self.networks = BlockedNetworks()
        self._monotonic = monotonic
        self._cache: OrderedDict[str, tuple[float, Person]] = OrderedDict()
        self._generation = 0
        self._polled: float | None = None
        self._mark: Any = None
        self._blocked: list[Any] = []
        """The blocked networks as they were read last."""
        self._seen: set[tuple[str, int]] = set()
        """The latest changes by other processes, as far as they are known here."""
        self._unsure = False
        """Whether changes may have been missed."""
        self.tell: Callable[[tuple[str, ...]], None] = lambda people: None
        """Called with people who were changed here: other processes want to know at once."""
        self.changed_elsewhere: Callable[[str], None] = lambda person: None
        """Called with each person whom another process has changed: their connections have to look."""
        self.everybody_changed: Callable[[], None] = lambda: None
        """Called when all members may have been signed out: all connections have to look."""
        self.networks_changed: Callable[[], None] = lambda: None
        """Called when other networks are blocked than before."""

    async def of_cookie(self, token: str | None) -> Person | None:
        """The person of a session cookie; None if there is none, it has ended, or the person may not play here."""
        person = await self.person_for_token(token)
        return None if person is None or self.is_blocked(person) or not (person.member or self.guests) else person

    async def person_for_token(self, token: str | None) -> Person | None:
        """The person of a session token, blocked or not; None if there is no such session. Raises StorageError."""
        if not token or len(token) > 100:
            return None
        return await self._person_for_hash(hash_of(token))

    def is_cached(self, token: str) -> bool:
        """Whether the person of a session token is known without asking the database."""
        return hash_of(token) in self._cache

    def is_blocked(self, person: Person) -> bool:
        """Whether a block applies now."""
        return person.block is not None and person.block.applies(self.now())

    def check_block(self, person: Person) -> None:
        """Raises Refused if a block applies now."""
        if person.block is not None and self.is_blocked(person):
            raise person.block.refused()

    async def check_address(self, address: str) -> None:
        """Raises Refused if the client's address is blocked."""
        await self._poll_changes()
        if self.networks and (block := self.networks.find(address, self.now())) is not None:
            raise block.refused()

    async def check_access(self, person: Person | None, address: str) -> None:
        """Raises Refused if a connection must end: with the session, or if the person or the address is blocked."""
        if self.surely_has_access(person, address):
            return
        await self.check_address(address)
        if person is not None:
            found = await self._person_for_hash(person.session)
            if found is None or found.id != person.id:
                raise no_session()
            self.check_block(found)

    def surely_has_access(self, person: Person | None, address: str) -> bool:
        """Whether the cache alone says so. If not, `check_access` has to ask the database."""
        if self.networks and self.networks.find(address, self.now()) is not None:
            return False
        if person is None:
            return True
        now = self._monotonic()
        if self._polled is None or now >= self._polled + POLL_EVERY:
            return False
        until, found = self._cache.get(person.session, (0.0, None))
        return until > now and found is not None and found.id == person.id and not self.is_blocked(found)

    async def _person_for_hash(self, hashed: str) -> Person | None:
        await self._poll_changes()
        until, person = self._cache.get(hashed, (0.0, None))
        return person if until > self._monotonic() else await self._look_up(hashed)

    async def sessions_of(self, person: str) -> list[Json]:
        """A person's sessions, the last used first. `id` is only for comparing with the current one."""
        row = schema.session.c
        wanted = sa.select(row.id, row.public, row.created, row.seen, row.agent).where(row.person == person)
        wanted = wanted.order_by(row.seen.desc(), row.public)
        return await self.database.read(lambda c: [dict(found) for found in c.execute(wanted).mappings()])

    async def end(self, person: str, *which: sa.ColumnElement[bool]) -> int:
        """End the sessions of a person that meet all conditions; returns how many there were."""
        ended = sa.delete(schema.session).where(schema.session.c.person == person, *which)

        def change(connection: sa.Connection) -> int:
            note_change(connection, person)
            return connection.execute(ended).rowcount

        count = await self.database.write(change)
        self.forget(person)
        log.info("sessions ended", person=person, count=count)
        return count

    async def must_be_confirmed(self, person: Person) -> None:
        """Raises Refused if a member has not entered the password lately: somebody else may be at the keyboard."""
        row = schema.session.c
        wanted = sa.select(row.confirmed).where(row.id == person.session)
        confirmed = await self.database.read(lambda c: c.execute(wanted).scalar())
        if person.member and (confirmed is None or confirmed < self.now() - CONFIRMED_FOR):
            raise Refused(403, "confirm", N_("Enter your password again to continue."))

    def open_session(
        self, connection: sa.Connection, person: str, token: str, agent: str, *, confirmed: bool = False
    ) -> None:
        """Store a new session; the oldest ends if there are too many. `confirmed`: the password was entered."""
        now, row = self.now(), schema.session.c
        mine = sa.select(row.id).where(row.person == person).order_by(row.seen.desc()).offset(MAX_SESSIONS - 1)
        connection.execute(sa.delete(schema.session).where(row.id.in_(mine)))
        new: Json = {"id": hash_of(token), "public": new_id(), "person": person, "created": now, "seen": now}
        new["confirmed"] = now if confirmed else None
        connection.execute(sa.insert(schema.session).values(**new, agent=agent[:200]))

    def forget(self, *people: str) -> None:
        """These people have changed: drop them from the cache, also in other processes."""
        self.forget_here(*people)
        self.tell(people)

    def forget_here(self, *people: str) -> None:
        """The same in this process only."""
        self._generation += 1
        for hashed in [hashed for hashed, (_until, person) in self._cache.items() if person.id in people]:
            del self._cache[hashed]

    async def _look_up(self, hashed: str) -> Person | None:
        generation = self._generation
        this = _SESSION.where(schema.session.c.id == hashed, sa.not_(has_ended(self.now())))
        found = await self.database.read(lambda c: c.execute(this).first())
        if found is None or found.deleted:
            return None
        person = Person(
            found.id,
            found.name,
            found.login is not None,
            found.language,
            hashed,
            block_of(found),
            found.role == MODERATOR,
        )
        if generation == self._generation:  # otherwise the row may be from before a change
            self._cache[hashed] = (self._monotonic() + CACHED_FOR, person)
            self._cache.move_to_end(hashed)
            if len(self._cache) > CACHE_SIZE:
                self._cache.popitem(last=False)
        if found.seen < self.now() - SEEN_EVERY:
            seen = sa.update(schema.session).where(schema.session.c.id == hashed).values(seen=self.now())
            with contextlib.suppress(StorageError):  # not important enough to fail the request
                await self.database.write(lambda c: c.execute(seen))
        return person

    async def _poll_changes(self) -> None:
        """Every few seconds: has `lutetia admin`, or another process, changed somebody?"""
        now = self._monotonic()
        if self._polled is None or now >= self._polled + POLL_EVERY:
            await self._look_for_changes()

    async def watch(self) -> None:
        """Look all the time, as long as the server runs: open connections have to notice, too."""
        while True:
            await asyncio.sleep(WATCH_EVERY)
            await self._look_for_changes()

    async def _look_for_changes(self) -> None:
        self._polled = self._monotonic()
        try:
            mark, changes = await self.database.read(lambda c: (last_change(c), recent_changes(c)), snapshot=False)
            if mark != self._mark or self._unsure:
                self._generation += 1
                self._cache.clear()
                blocked = await self.database.read(read_networks)
                self.networks.replace(blocked)
                if blocked != self._blocked:
                    self._blocked = blocked
                    self.networks_changed()
                self._mark = mark  # last: if reading fails, the next poll tries again
            self._unsure = False
        except StorageError:
            self._unsure = True  # after a crash PostgreSQL has forgotten who was changed
            return
        people = sorted({person for person, _at in changes - self._seen})
        self._seen = changes
        if EVERYBODY in people:
            self._generation += 1
            self._cache.clear()
            self.everybody_changed()
        elif people:
            self.forget_here(*people)
            for person in people:
                self.changed_elsewhere(person)


def last_change(connection: sa.Connection) -> object:
    """A mark that changes with every change of people by operators and moderators."""
    wanted = sa.select(schema.server_state.c.value).where(schema.server_state.c.key == CHANGED)
    return connection.execute(wanted).scalar()


_SESSION = sa.select(
    schema.person.c.id,
    schema.person.c.name,
    schema.person.c.login,
    schema.person.c.language,
    schema.person.c.role,
    schema.person.c.blocked,
    schema.person.c.blocked_until,
    schema.person.c.blocked_reason,
    schema.person.c.deleted,
    schema.session.c.seen,
).join_from(schema.session, schema.person)
