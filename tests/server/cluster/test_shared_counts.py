"""Open connections and waiting tables of several processes together, on a real PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from lutetia.server.cluster import shared_counts
from lutetia.server.cluster.presence import Presence
from lutetia.server.cluster.shared_counts import SharedCounts
from lutetia.server.errors import Refused
from lutetia.server.live.hub import Hub
from lutetia.server.open_counts import OpenCounts
from lutetia.server.people import table_openings
from lutetia.server.people.open_tables import OpenTables
from lutetia.server.people.sessions import Person
from lutetia.server.store import schema
from lutetia.server.store.database import Database

from server.databases import new_database

MOST = 16


@pytest.fixture
def databases():
    url = new_database()
    opened = [Database(url) for _process in range(3)]
    for database in opened:
        database.open()
    yield opened
    for database in opened:
        database.close()


def fill(counts: OpenCounts, owner: str, number: int) -> int:
    """How many of so many connections are allowed."""
    allowed = 0
    for _one in range(number):
        if counts.enter(owner):
            allowed += 1
        else:
            counts.leave(owner)
    return allowed


def test_connections_are_counted_in_all_processes_together(databases):
    async def main() -> None:
        hubs = [Hub(most=MOST) for _process in databases]
        presences = [
            Presence(database, hub, f"p{n}", "here")
            for n, (database, hub) in enumerate(zip(databases, hubs, strict=True))
        ]
        shared = [SharedCounts(database, f"p{n}") for n, database in enumerate(databases)]
        for one, hub, presence in zip(shared, hubs, presences, strict=True):
            one.share("live", hub.open)
            await presence._beat()
        assert fill(hubs[0].open, "203.0.113.7", 12) == 12
        assert fill(hubs[1].open, "203.0.113.7", 3) == 3
        assert fill(hubs[1].open, "somebody else", 3) == 3
        for _round in range(2):
            for one in shared:
                await one.once()
        assert fill(hubs[1].open, "203.0.113.7", 20) == 1, "the others are open elsewhere"
        assert fill(hubs[1].open, "somebody else", 20) == MOST - 3
        total = fill(hubs[2].open, "203.0.113.7", 3)
        await shared[2].once()
        assert total + fill(hubs[2].open, "203.0.113.7", 20) <= 3, "an eighth of the allowance, before it is counted"
        rows = await databases[0].read(lambda c: str(c.execute(sa.select(schema.open_count)).all()))
        assert "203.0.113" not in rows
        for _one in range(12):
            hubs[0].leave("203.0.113.7")
        for one in (shared[0], shared[1]):
            await one.once()
        assert fill(hubs[1].open, "203.0.113.7", 20) > 0
        await presences[1].leave()
        await databases[0].read(shared_counts.remove_dead, snapshot=False)
        await shared[2].once()
        assert not hubs[2].open.elsewhere, "a process that has ended has no connections"

    asyncio.run(main())


async def opened(tables: OpenTables, person: Person, create: Callable[[], Any], address: str = "203.0.113.7") -> str:
    try:
        async with tables.opening(person, address, waits=True) as note:
            note(await create())
    except Refused as refused:
        return refused.code
    return "ok"


def test_tables_opened_at_the_same_moment_in_several_processes_are_counted(databases):
    async def main() -> None:
        numbers = iter(range(1_000))

        async def create(host: str) -> str:
            game: dict[str, Any] = {column.name: "x" for column in schema.game.c if not column.nullable}
            game |= {"id": f"g{next(numbers)}", "rules": 1, "edition": {}, "options": {}, "pace": {}, "private": False}
            game |= {"rated": False, "created": 0, "seq": 0, "changed": 0, "bot_due": False}
            game |= {"host": host, "status": "waiting"}
            await databases[0].write(lambda c: c.execute(schema.game.insert().values(**game)) and None)
            return str(game["id"])

        limits = {"games": 50, "bots_only": 2, "member": 3, "guest": 2, "address": 4}
        processes = [OpenTables(database, **limits) for database in databases]
        people = [Person(f"p{n}", "", n == 0, None, "") for n in range(9)]
        rows = [{"id": one.id, "name": one.id, "created": 0} for one in people]
        columns = {column.name for column in schema.person.c if not column.nullable}
        rows = [row | dict.fromkeys(columns - row.keys(), False) for row in rows]
        await databases[0].write(lambda c: c.execute(schema.person.insert(), rows) and None)
        member = people[0]
        answers = await asyncio.gather(
            *(opened(one, member, lambda: create(member.id)) for one in processes for _again in range(3))
        )
        assert answers.count("ok") == limits["member"]
        answers = await asyncio.gather(
            *(opened(one, guest, lambda guest=guest: create(guest.id)) for one in processes for guest in people[1:])
        )
        assert answers.count("ok") == limits["address"], "all guests of a network together"
        assert await opened(processes[1], people[8], lambda: create("p8"), "198.51.100.1") == "ok"
        rows = await databases[0].read(lambda c: c.execute(sa.select(schema.table_opening)).all())
        assert "203.0.113" not in str(rows)
        ended = sa.update(schema.game).values(status="over")
        await databases[0].write(lambda c: c.execute(ended) and None)
        assert await opened(processes[2], people[2], lambda: create("p2")) == "ok", "those that are over do not count"
        old = sa.update(schema.table_opening).values(at=0)
        await databases[0].write(lambda c: c.execute(old) and None)
        assert await databases[0].read(table_openings.remove_old, snapshot=False) >= limits["address"]

    asyncio.run(main())
