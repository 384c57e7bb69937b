"""The seats of players who may not come any more, because they are blocked: nobody waits for them.

Tables that wait are closed, or go to the next player who sits there. In running games the others choose, as with
everybody who leaves.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from lutetia.server.errors import Refused, StorageError
from lutetia.server.loggers import get_logger
from lutetia.server.outage_log import OutageLog
from lutetia.server.play import expiry, leaving
from lutetia.server.play.commit import TableService
from lutetia.server.play.interfaces import Player, SequenceConflict
from lutetia.server.play.table import Table

CHECK_EVERY = 2.0
"""Seconds."""
log = get_logger("tables")


class Absentee(Player, Protocol):
    """A player who may not come any more, since when, and a game of theirs that is not over."""

    @property
    def since(self) -> int: ...

    @property
    def game(self) -> str: ...


class Vacating:
    """Takes such players from their tables."""

    def __init__(
        self,
        tables: TableService,
        absentees: Callable[[], Awaitable[Sequence[Absentee]]],
        mark: Callable[[], Awaitable[object]],
    ) -> None:
        """`mark` changes with the list of absentees. Both may raise StorageError."""
        self._tables, self._absentees, self._mark = tables, absentees, mark

    async def run(self) -> None:
        """Look again after each change, as long as the server runs."""
        done: object = None
        outage = OutageLog(log, "seats not vacated", "seats vacated again")
        while True:
            try:
                mark = await self._mark()
                if mark != done and await self.vacate():
                    done = mark
                outage.works()
            except StorageError as error:
                outage.failed(why=error.reason)
            await asyncio.sleep(CHECK_EVERY)

    async def vacate(self) -> bool:
        """Take all absentees from their tables. False: something is left to do. Raises StorageError."""
        done = True
        for absentee in await self._absentees():
            try:
                table = await self._tables.get(absentee.game)
                async with table.lock:
                    done &= await self._leave(table, absentee)
            except StorageError:
                raise
            except (Refused, SequenceConflict):
                done = False  # it was removed, or something else happened at this very moment
        return done

    async def _leave(self, table: Table, absentee: Absentee) -> bool:
        if table.status == "waiting":
            if table.seats_of(absentee.id):
                await leaving.leave(self._tables, table, absentee)
            elif table.row["host"] == absentee.id:
                await expiry.close(self._tables, table)
            return True
        alone = set(table.people()) <= {absentee.id}
        if alone or not table.deciding_seats_of(absentee.id) or _has_left(table, absentee):
            return True
        if table.requests.left is not None:  # the others have to choose for another seat first
            return False
        await leaving.leave(self._tables, table, absentee)
        return True


def _has_left(table: Table, absentee: Absentee) -> bool:
    """Whether the others were asked already. If they want to wait, they are not asked again."""
    mine = table.seats_of(absentee.id)
    return any(event.kind == "left" and event.seat in mine and event.at >= absentee.since for event in table.events)
