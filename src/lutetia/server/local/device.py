"""All games of one browser, and what else is stored there. `host.py` answers requests with it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from typing import Any

import lutetia
from lutetia.core.json_types import Json
from lutetia.server.errors import error_fields
from lutetia.server.local.audience import LocalAudience
from lutetia.server.local.documents import Documents
from lutetia.server.local.event_log import LocalEventLog, Shelf
from lutetia.server.local.thinker import Ask, GiveUp, LocalThinker
from lutetia.server.loggers import get_logger
from lutetia.server.play.bots import BotPlayer
from lutetia.server.play.commit import Deal, TableService
from lutetia.server.play.deadlines import DeadlineWatch
from lutetia.server.play.table import Table

TABLES = 8
"""How many tables are kept in memory."""
PREFIX = "local-"
"""How the id of every local game, share and analysis begins: by it the pages know whom to ask. No id of a server
contains a hyphen."""
DAY = 86_400_000
PREFERENCES = "me"
"""The key of the document with the person's name, language and settings."""
log = get_logger("local")


@dataclass(frozen=True)
class LocalPlayer:
    """The person at this device. Nobody else sees the games, so there is no account, and everything is allowed."""

    id: str = "here"
    name: str = ""
    member: bool = True


@dataclass(frozen=True)
class Site:
    """What the pages are told about where they come from."""

    build: str = "none"
    """The id of the build of the pages."""
    languages: Sequence[Json] = ()
    """`{"code", "name", "experimental"}` for each."""


class Device:
    """The state of a local host."""

    def __init__(
        self,
        shelf: Shelf,
        ask: Ask,
        player: LocalPlayer | None = None,
        *,
        now: Callable[[], int] = lambda: int(time.time() * 1000),
        deal: Deal = lutetia.new,
        site: Site | None = None,
        give_up: GiveUp = lambda _question: None,
    ) -> None:
        """`ask` lets another worker think, unless it is told to `give_up`; `now` is in milliseconds."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._known = False
        self.player = player or LocalPlayer()
        self.site = site or Site()
        self.events = LocalEventLog(shelf)
        self.documents = Documents(shelf)
        self.audience = LocalAudience(self.spawn)
        self.tables = TableService(
            self.events, self.audience, self.spawn, now=now, capacity=TABLES, deal=deal, prefix=PREFIX
        )
        self.audience.tables = self.tables
        self.thinker = LocalThinker(ask, give_up)
        self.bots = BotPlayer(self.tables, self.thinker, self.audience, self.spawn)
        self.tables.after_commit = self._committed
        self.running: set[str] = set()
        """The analyses that are being computed."""
        self._watch = DeadlineWatch(self.tables, self.events, self.bots)

    def _committed(self, table: Table) -> None:
        self.thinker.moved(table.id)
        self.bots.notice_event(table)

    @property
    def today(self) -> int:
        """Counted from 1970, in UTC."""
        return self.tables.now() // DAY

    def open(self) -> None:
        """Watch over clocks, and over bots that were thinking when the page was closed."""
        self.spawn(self._watch.watch_deadlines())
        self.spawn(self._watch.watch_bots())

    async def close(self) -> None:
        """End everything that runs."""
        running = list(self._tasks)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    async def meet(self) -> None:
        """Find out what the person is called. Raises StorageError."""
        if not self._known:
            self.call(str((await self.preferences())["name"] or self.player.name))
            self._known = True

    def call(self, name: str) -> None:
        """The person is called like this in new games."""
        self.player = replace(self.player, name=name)

    async def preferences(self) -> Json:
        """`{"name", "language", "settings", "created"}`. Raises StorageError."""
        return self.new_preferences() | (await self.documents.get(PREFERENCES) or {})

    def new_preferences(self) -> Json:
        """Those of somebody who has changed nothing yet."""
        return {"name": "", "language": None, "settings": {}, "created": self.tables.now()}

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run a background task that ends with the device."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("unhandled exception", **error_fields(error))
