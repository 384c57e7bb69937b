"""How many tables a person, and the guests of an address, may have open at once."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

import sqlalchemy as sa

from lutetia.core.i18n import NP_
from lutetia.server.errors import Refused
from lutetia.server.people.sessions import Person
from lutetia.server.rate_limit import network
from lutetia.server.store import schema
from lutetia.server.store.database import Database

MAX_ADDRESSES = 100_000
"""Addresses are kept in memory only; those that were quiet longest are dropped first."""


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

        One host, or one address of guests, opens one after the other, so that many at once are counted, too.
        """
        place = host.id if host.member else network(address)
        lock = self._locks.setdefault(place, asyncio.Lock())
        async with lock:
            await self._check_games(host, waits)
            if waits and not host.member and self._address is not None:
                await self._check_address(place, self._address)
            yield lambda table: None if host.member or not waits else self._note(place, table)

    @asynccontextmanager
    async def joining(self, player: Person) -> AsyncIterator[None]:
        """Somebody sits down at a table that goes on waiting. Raises Refused if too many of theirs wait.

        It counts like a table of their own: if the host leaves, it is. Otherwise two people could open any number.
        """
        async with self._locks.setdefault(player.id, asyncio.Lock()):
            await self._check_waiting(player)
            yield

    @asynccontextmanager
    async def bots_among_themselves(self, host: Person) -> AsyncIterator[None]:
        """A member opens a table at which only bots play. Raises Refused if there are too many."""
        async with self._locks.setdefault(f"bots:{host.id}", asyncio.Lock()):
            game, seat = schema.game.c, schema.seat.c
            played = sa.exists().where(seat.game == game.id, seat.kind != "bot")
            mine = sa.select(sa.func.count()).where(game.host == host.id, game.status == "running", ~played)
            if await self._database.read(lambda c: c.execute(mine).scalar_one()) >= self._bots_only:
                reason = NP_(
                    "At your tables, bots can play at most {n} game against each other at once.",
                    "At your tables, bots can play at most {n} games against each other at once.",
                )
                raise Refused(422, "many-bot-tables", reason, n=self._bots_only)
            yield

    async def _check_games(self, host: Person, waits: bool) -> None:
        game = schema.game.c
        mine = sa.select(sa.func.count()).where(game.host == host.id, game.status != "over")
        if await self._database.read(lambda c: c.execute(mine).scalar_one()) >= self._games:
            reason = NP_(
                "You have {n} unfinished game; finish or leave it first.",
                "You have {n} unfinished games; finish or leave some first.",
            )
            raise Refused(422, "too-many", reason, n=self._games)
        if waits:
            await self._check_waiting(host)

    async def _check_waiting(self, person: Person) -> None:
        game, seat = schema.game.c, schema.seat.c
        sits = game.id.in_(sa.select(seat.game).where(seat.person == person.id))
        mine = sa.select(sa.func.count()).where(game.status == "waiting", sa.or_(game.host == person.id, sits))
        most = self._member if person.member else self._guest
        if await self._database.read(lambda c: c.execute(mine).scalar_one()) >= most:
            reason = NP_(
                "At most {n} of your tables can wait for players at once; close it, or wait until it starts.",
                "At most {n} of your tables can wait for players at once; close one, or wait until one starts.",
            )
            raise Refused(422, "many-tables", reason, n=most)

    async def _check_address(self, place: str, most: int) -> None:
        if (opened := self._of_guests.get(place)) is None:
            return
        waiting = self._of_guests[place] = await self._still_waiting(opened)
        if len(waiting) >= most:
            reason = NP_(
                "At most {n} table of guests from your address can wait for players at once.",
                "At most {n} tables of guests from your address can wait for players at once.",
            )
            raise Refused(422, "many-tables", reason, n=most)

    async def _still_waiting(self, tables: list[str]) -> list[str]:
        wanted = sa.select(schema.game.c.id).where(schema.game.c.id.in_(tables), schema.game.c.status == "waiting")
        return await self._database.read(lambda c: list(c.execute(wanted).scalars()))

    def _note(self, place: str, table: str) -> None:
        self._of_guests.setdefault(place, []).append(table)
        self._of_guests.move_to_end(place)
        if len(self._of_guests) > MAX_ADDRESSES:
            self._of_guests.popitem(last=False)
