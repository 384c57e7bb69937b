"""The watch over deadlines: players out of time, pauses that end, absent players, bots that nobody asked."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import structlog

from lutetia.server.errors import StorageError, error_fields
from lutetia.server.play import leaving
from lutetia.server.play.bots import BotPlayer
from lutetia.server.play.commit import TableService
from lutetia.server.play.interfaces import EventLog, SequenceConflict

CHECK_EVERY = 0.25
"""Seconds between two checks of the deadlines."""
SWEEP_EVERY = 20
"""After this many checks, also look for absent players and for bots that nobody asked."""

log = structlog.get_logger("tables")


class DeadlineWatch:
    """Runs as long as the server does."""

    def __init__(self, tables: TableService, events: EventLog, bots: BotPlayer) -> None:
        self._tables = tables
        self._events = events
        self._bots = bots
        self._failed: set[str] = set()
        """Games that raised an unexpected error. They are left alone until the next start."""

    async def run(self) -> None:
        checks = 0
        while True:
            try:
                await self._check_deadlines()
                if checks % SWEEP_EVERY == 0:
                    await self._sweep()
            except StorageError as error:
                log.warning("deadlines not checked", why=error.reason)
            checks += 1
            await asyncio.sleep(CHECK_EVERY)

    async def _check_deadlines(self) -> None:
        for game in await self._events.overdue(self._tables.now()):
            await self._guarded(game, leaving.time_is_up(self._tables, game))

    async def _sweep(self) -> None:
        for game in await self._events.waiting_for_bot():
            await self._guarded(game, self._bots.notice_game(game))
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
