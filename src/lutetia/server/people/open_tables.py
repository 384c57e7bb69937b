"""How many tables a person, and the guests of an address, may have open at once."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

import sqlalchemy as sa

from lutetia.core.i18n import NP_
from lutetia.server.errors import Refused, StorageError
from lutetia.server.ids import new_id
from lutetia.server.people import table_openings
from lutetia.server.people.sessions import Person
from lutetia.server.rate_limit import network
from lutetia.server.store import schema
from lutetia.server.store.database import Database
from lutetia.server.store.keyed_hash import keyed_hash

MAX_ADDRESSES = 100_000
"""Alone, a process keeps addresses in memory only; those that were quiet longest are dropped first."""
Check = Callable[[sa.Connection, int], None]
"""Raises Refused if there are too many. It is given how many more are being opened at this moment."""


class OpenTables:
    """Counts the tables of hosts, and for guests those of their address: a new cookie is no new allowance."""

    def __init__(
        self, database: Database, *, games: int, bots_only: int, member: int, guest: int, address: int | None
    ) -> None:
        """`games`: unfinished games of a host, of which in `bots_only` bots play among themselves.

        The others: tables that wait for players, hosted or joined; None: any number.
        """
        self._database = database
        self._bots_only = bots_only
        self._games, self._member, self._guest, self._address = games, member, guest, address
        self._of_guests: OrderedDict[str, list[str]] = OrderedDict()
        """By address: tables that its guests have opened."""
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def opening(self, host: Person, address: str, *, waits: bool) -> AsyncIterator[Callable[[str], None]]:
        """Somebody opens a table; call what this yields with its id. Raises Refused if there are too many.

        `waits`: it will wait for players, and not start at once.
        """
        by_address = waits and not host.member and self._address is not None
        place = host.id if host.member else network(address)

        def check(connection: sa.Connection, more: int) -> None:
            self._check_games(connection, host, more)
            if waits:
                self._check_waiting(connection, host, more)

        async with self._one_at_a_time(place, host.id, check, place if by_address else None) as note:
            yield note

    @asynccontextmanager
    async def joining(self, player: Person) -> AsyncIterator[None]:
        """Somebody sits down at a table that goes on waiting. Raises Refused if too many of theirs wait.

        It counts like a table of their own: if the host leaves, it is. Otherwise two people could open any number.
        """

        def check(connection: sa.Connection, more: int) -> None:
            self._check_waiting(connection, player, more)

        async with self._one_at_a_time(player.id, player.id, check):
            yield

    @asynccontextmanager
    async def bots_among_themselves(self, host: Person) -> AsyncIterator[None]:
        """A member opens a table at which only bots play. Raises Refused if there are too many."""

        def check(connection: sa.Connection, more: int) -> None:
            game, seat = schema.game.c, schema.seat.c
            played = sa.exists().where(seat.game == game.id, seat.kind != "bot")
            mine = sa.select(sa.func.count()).where(game.host == host.id, game.status == "running", ~played)
            if connection.execute(mine).scalar_one() + more >= self._bots_only:
                reason = NP_(
                    "At your tables, bots can play at most {n} game against each other at once.",
                    "At your tables, bots can play at most {n} games against each other at once.",
                )
                raise Refused(422, "many-bot-tables", reason, n=self._bots_only)

        key = f"bots:{host.id}"
        async with self._one_at_a_time(key, key, check):
            yield

    @asynccontextmanager
    async def _one_at_a_time(
        self, lock: str, person: str, check: Check, place: str | None = None
    ) -> AsyncIterator[Callable[[str], None]]:
        """One host, or one address of guests, opens one after the other, so that many at once are counted, too.

        Where there are other processes, what is being opened counts in the database, for `person` and for `place`.
        """
        async with self._locks.setdefault(lock, asyncio.Lock()):
            if self._database.shared:
                async with self._reserved(person, check, place) as note:
                    yield note
                return
            await self._database.read(lambda connection: check(connection, 0))
            if place is not None:
                await self._check_place(place)
            yield lambda table: None if place is None else self._note(place, table)

    @asynccontextmanager
    async def _reserved(self, person: str, check: Check, place: str | None) -> AsyncIterator[Callable[[str], None]]:
        hashed = None if place is None else keyed_hash(self._database.url, "tables", place)
        opening = table_openings.Opening(new_id(), person, hashed)
        opened: list[str] = []

        def begin(connection: sa.Connection) -> None:
            check(connection, table_openings.number_of(connection, person))
            if hashed is not None:
                self._check_address(table_openings.number_at(connection, hashed))
            table_openings.begin(connection, opening)

        await self._database.write(begin)
        try:
            yield opened.append
        finally:
            game = opened[0] if opened else None
            with contextlib.suppress(StorageError):  # it stops to count by itself
                await self._database.write(lambda connection: table_openings.end(connection, opening, game))

    def _check_games(self, connection: sa.Connection, host: Person, more: int) -> None:
        game = schema.game.c
        mine = sa.select(sa.func.count()).where(game.host == host.id, game.status != "over")
        if connection.execute(mine).scalar_one() + more >= self._games:
            reason = NP_(
                "You have {n} unfinished game; finish or leave it first.",
                "You have {n} unfinished games; finish or leave some first.",
            )
            raise Refused(422, "too-many", reason, n=self._games)

    def _check_waiting(self, connection: sa.Connection, person: Person, more: int) -> None:
        game, seat = schema.game.c, schema.seat.c
        sits = game.id.in_(sa.select(seat.game).where(seat.person == person.id))
        mine = sa.select(sa.func.count()).where(game.status == "waiting", sa.or_(game.host == person.id, sits))
        most = self._member if person.member else self._guest
        if connection.execute(mine).scalar_one() + more >= most:
            reason = NP_(
                "At most {n} of your tables can wait for players at once; close it, or wait until it starts.",
                "At most {n} of your tables can wait for players at once; close one, or wait until one starts.",
            )
            raise Refused(422, "many-tables", reason, n=most)

    def _check_address(self, number: int) -> None:
        if self._address is not None and number >= self._address:
            reason = NP_(
                "At most {n} table of guests from your address can wait for players at once.",
                "At most {n} tables of guests from your address can wait for players at once.",
            )
            raise Refused(422, "many-tables", reason, n=self._address)

    async def _check_place(self, place: str) -> None:
        if (opened := self._of_guests.get(place)) is not None:
            waiting = self._of_guests[place] = await self._still_waiting(opened)
            self._check_address(len(waiting))

    async def _still_waiting(self, tables: list[str]) -> list[str]:
        wanted = sa.select(schema.game.c.id).where(schema.game.c.id.in_(tables), schema.game.c.status == "waiting")
        return await self._database.read(lambda c: list(c.execute(wanted).scalars()))

    def _note(self, place: str, table: str) -> None:
        self._of_guests.setdefault(place, []).append(table)
        self._of_guests.move_to_end(place)
        if len(self._of_guests) > MAX_ADDRESSES:
            self._of_guests.popitem(last=False)
