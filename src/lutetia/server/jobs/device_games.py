"""The tables whose bots think on a device, where several processes share the work: rows of `device_game`.

A bot whose step is awaited from there is not queued. Nobody has to wake up when the device is late: every five seconds
the timekeeper looks for bots that nobody asked anyway, and then the row says that time is up.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from lutetia.server.play.device_bots import PATIENCE, check
from lutetia.server.play.interfaces import Player
from lutetia.server.play.table import Table
from lutetia.server.store import schema
from lutetia.server.store.database import Database

FORGET_AFTER = 86_400_000
"""Milliseconds. The pages of such games have been closed, or their people rest for long."""
NOW = sa.cast(sa.extract("epoch", sa.func.clock_timestamp()) * 1000, sa.BigInteger)
"""Milliseconds by the database's clock."""
TABLE, ROW = schema.device_game, schema.device_game.c


class DeviceGames:
    """What this process knows and says about them. Every method may raise StorageError."""

    def __init__(self, database: Database, patience: float = PATIENCE) -> None:
        self._database = database
        self.patience = patience

    async def offer(self, table: Table, player: Player, *, here: bool) -> None:
        """Let the bots of a table think on the person's device from now on, or no longer. Raises Refused."""
        if not here:
            await self._end(table.id)
            return
        check(table, player)
        row = insert(TABLE).values(game=table.id, seq=-1, at=NOW)
        anew = {"seq": row.excluded.seq, "at": row.excluded.at}
        await self._execute(row.on_conflict_do_update(constraint=TABLE.primary_key, set_=anew))

    async def has(self, game: str) -> bool:
        """Whether the bots of a game think on a device."""
        return bool(await self._execute(sa.select(ROW.at).where(ROW.game == game)))

    async def ask(self, game: str, seq: int) -> bool:
        """A bot has to decide. Whether a device is asked; if it is late with this step, the server is from now on."""
        since = {"at": sa.case((ROW.seq >= seq, ROW.at), else_=NOW), "seq": sa.func.greatest(ROW.seq, seq)}
        found = await self._execute(sa.update(TABLE).where(ROW.game == game).values(since).returning(self._in_time))
        if found and not found[0][0]:
            await self._end(game)
        return bool(found and found[0][0])

    async def is_asked(self, game: str) -> bool:
        """Whether a device was asked so lately that its step may still come."""
        return bool(await self._execute(sa.select(ROW.at).where(ROW.game == game, self._in_time)))

    @property
    def _in_time(self) -> sa.ColumnElement[bool]:
        return ROW.at > NOW - int(self.patience * 1000)

    async def _end(self, game: str) -> None:
        await self._execute(sa.delete(TABLE).where(ROW.game == game))

    async def _execute(self, statement: sa.Executable) -> list[Any]:
        """Run one statement in a transaction of its own, like `presence`: it has nothing to do with what is stored."""

        def run(connection: sa.Connection) -> list[Any]:
            result = connection.execute(statement)
            return list(result) if result.returns_rows else []

        return await self._database.read(run, snapshot=False)


def remove_old(connection: sa.Connection) -> int:
    """Forget those in which no bot has had to decide for long; returns how many."""
    return connection.execute(sa.delete(TABLE).where(ROW.at < NOW - FORGET_AFTER)).rowcount
