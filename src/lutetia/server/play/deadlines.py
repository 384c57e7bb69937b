"""The watch over deadlines: players out of time, pauses that end, absent players, bots that nobody asked.

Of several processes one watches the deadlines of all games. Each looks for absent players at the tables that its own
connections follow.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from lutetia.server.errors import StorageError, error_fields
from lutetia.server.loggers import get_logger
from lutetia.server.outage_log import OutageLog
from lutetia.server.play import leaving
from lutetia.server.play.bots import BotPlayer
from lutetia.server.play.commit import TableService
from lutetia.server.play.interfaces import EventLog, SequenceConflict

CHECK_EVERY = 0.25
"""Seconds between two checks of the deadlines."""
SWEEP_EVERY = 5.0
"""Seconds between two looks for absent players, and for bots that nobody asked."""

log = get_logger("tables")


class DeadlineWatch:
    """Watches the games of one server."""

    def __init__(self, tables: TableService, events: EventLog, bots: BotPlayer) -> None:
        self._tables = tables
        self._events = events
        self._bots = bots
        self._failed: set[str] = set()
        """Games that raised an unexpected error. They are left alone until the next start."""

        self.may_act: Callable[[], bool] = lambda: True
        """Asked before each check. A process that hung may not be the one that watches deadlines any more."""

    async def watch_deadlines(self) -> None:
        """In one process of all."""
        await self._repeat(CHECK_EVERY, self._check_deadlines, "deadlines")

    async def watch_bots(self) -> None:
        """In one process of all."""
        await self._repeat(SWEEP_EVERY, self._look_for_bots, "bots")

    async def watch_players(self) -> None:
        """In every process: absent players at the tables that somebody follows there."""
        await self._repeat(SWEEP_EVERY, self._look_for_absent, "players")

    async def _repeat(self, seconds: float, check: Callable[[], Coroutine[Any, Any, None]], what: str) -> None:
        outage = OutageLog(log, f"{what} not watched", f"{what} watched again")
        while True:
            try:
                await check()
                outage.works()
            except StorageError as error:
                outage.failed(why=error.reason)
            except Exception as error:  # what is stored of one game must not end the watch over the others
                outage.failed(**error_fields(error))
            await asyncio.sleep(seconds)

    async def _check_deadlines(self) -> None:
        if self.may_act():
            for game in await self._events.overdue(self._tables.now()):
                await self._guarded(game, leaving.time_is_up(self._tables, game))

    async def _look_for_bots(self) -> None:
        for game in await self._events.waiting_for_bot():
            await self._guarded(game, self._bots.notice_game(game))

    async def _look_for_absent(self) -> None:
        for game in self._tables.audience.games():
            await self._guarded(game, leaving.look_for_absent(self._tables, game))
            await asyncio.sleep(0)  # there may be thousands: let other tasks run in between

    async def _guarded(self, game: str, check: Coroutine[Any, Any, None]) -> None:
        """An error in one game must not end the watch over the others."""
        if game in self._failed:
            check.close()
            return
        try:
            await check
        except SequenceConflict:
            pass  # the next check sees the new state
        except StorageError:
            raise
        except Exception as error:
            self._failed.add(game)
            log.error("deadline check failed", game=game, **error_fields(error))
