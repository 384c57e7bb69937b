"""The tables of people who are blocked: nobody waits for a player who may not come.

Tables that wait are closed, or go to the next player who sits there. In running games the others choose, as with
everybody who leaves.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

import sqlalchemy as sa
import structlog

from lutetia.server.errors import Refused, StorageError
from lutetia.server.people import blocks
from lutetia.server.people.sessions import CHANGED, POLL_EVERY
from lutetia.server.play import expiry, leaving
from lutetia.server.play.commit import TableService
from lutetia.server.play.interfaces import SequenceConflict
from lutetia.server.play.table import Table
from lutetia.server.store import schema
from lutetia.server.store.database import Database

log = structlog.get_logger("people")


class _Absent(NamedTuple):
    """Somebody who is blocked, since when, and a game that is not over."""

    id: str
    name: str
    member: bool
    since: int
    game: str


class BlockedTables:
    """Takes people who are blocked from their tables."""

    def __init__(self, database: Database, tables: TableService, now: Callable[[], int]) -> None:
        self._database, self._tables, self._now = database, tables, now
        self._mark: object = None

    async def run(self) -> None:
        """Look again after each change of blocks, also by `lutetia admin`, as long as the server runs."""
        changed = sa.select(schema.server_state.c.value).where(schema.server_state.c.key == CHANGED)
        while True:
            try:
                mark = await self._database.read(lambda c: c.execute(changed).scalar())
                if mark != self._mark and await self.vacate():
                    self._mark = mark
            except StorageError as error:
                log.warning("tables of blocked people not closed", why=error.reason)
            await asyncio.sleep(POLL_EVERY)

    async def vacate(self) -> bool:
        """Take everybody who is blocked from their tables. False: something is left to do. Raises StorageError."""
        done = True
        for absent in await self._database.read(lambda c: _absent(c, self._now())):
            try:
                table = await self._tables.get(absent.game)
                async with table.lock:
                    done &= await self._vacate_seat(table, absent)
            except StorageError:
                raise
            except (Refused, SequenceConflict):
                done = False  # it was removed, or something else happened at this very moment
        return done

    async def _vacate_seat(self, table: Table, absent: _Absent) -> bool:
        mine = table.seats_of(absent.id)
        if table.status == "waiting":
            if mine:
                await leaving.leave(self._tables, table, absent)
            elif table.row["host"] == absent.id:
                await expiry.close(self._tables, table)
            return True
        if not table.deciding_seats_of(absent.id) or set(table.people()) <= {absent.id} or _has_left(table, absent):
            return True
        if table.requests.left is not None:  # the others have to choose for another seat first
            return False
        await leaving.leave(self._tables, table, absent)
        return True


def _has_left(table: Table, absent: _Absent) -> bool:
    """Whether the others have been asked since the block. If they want to wait, they are not asked again."""
    mine = table.seats_of(absent.id)
    return any(event.kind == "left" and event.seat in mine and event.at >= absent.since for event in table.events)


def _absent(connection: sa.Connection, now: int) -> list[_Absent]:
    person, game, seat, audit = schema.person.c, schema.game.c, schema.seat.c, schema.audit.c
    since = sa.select(sa.func.max(audit.at)).where(audit.subject == person.id, audit.action == "block").scalar_subquery()
    sits = sa.exists().where(seat.game == game.id, seat.person == person.id)
    hosts = sa.and_(game.status == "waiting", game.host == person.id)
    found = (
        sa.select(person.id, person.name, person.login.isnot(None), sa.func.coalesce(since, 0), game.id)
        .join_from(schema.person, schema.game, sa.or_(sits, hosts))
        .where(blocks.is_blocked(now), game.status != "over")
    )
    return [_Absent(*row) for row in connection.execute(found)]
