"""The cache of tables: loaded from the event log on demand, bounded in size, never two objects for one game."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from itertools import takewhile
from weakref import WeakValueDictionary

from lutetia.server.errors import no_game
from lutetia.server.play.interfaces import EventLog
from lutetia.server.play.rebuild import follow, is_current, read_table
from lutetia.server.play.table import Table


class TableCache:
    """Tables by game id; when there are more than `capacity`, the least recently used is released."""

    def __init__(self, events: EventLog, capacity: int, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.monotonic = monotonic
        self._events = events
        self._capacity = capacity
        self._recent: OrderedDict[str, Table] = OrderedDict()
        self._alive: WeakValueDictionary[str, Table] = WeakValueDictionary()
        """Every table that is cached or that somebody still holds, so that a game never has two."""
        self._loading: dict[str, asyncio.Task[Table]] = {}

    async def get(self, game: str) -> Table:
        """The table of a game. Raises Refused (404) if there is none, StorageError if it cannot be read."""
        if (cached := self.at_hand(game)) is not None:
            return cached
        table = self._alive.get(game)
        if table is not None:
            self.add(table)
            return table
        if game not in self._loading:  # concurrent requests share one load
            loading = self._loading[game] = asyncio.create_task(self._load(game))
            loading.add_done_callback(lambda _done: self._loading.pop(game, None))
        return await asyncio.shield(self._loading[game])

    def at_hand(self, game: str) -> Table | None:
        """The same if the table is cached: saves a coroutine."""
        if game not in self._recent:
            return None
        self._recent.move_to_end(game)
        table = self._recent[game]
        table.used = self.monotonic()
        return table

    def peek(self, game: str) -> Table | None:
        """The table of a game if it is in memory."""
        return self._alive.get(game)

    def loaded(self) -> list[str]:
        """The games whose tables are in memory."""
        return list(self._alive)

    def add(self, table: Table) -> None:
        """Put a table into the cache, as the most recently used."""
        table.used = self.monotonic()
        self._alive[table.id] = table
        self._recent[table.id] = table
        self._recent.move_to_end(table.id)
        if len(self._recent) > self._capacity:
            self._recent.popitem(last=False)

    def release(self, game: str) -> None:
        """Forget a table unless somebody holds it: it is loaded again on demand."""
        self._recent.pop(game, None)

    def release_idle(self, seconds: float, is_needed: Callable[[str], bool]) -> None:
        """Release the tables that nobody has used for so long, unless they are needed."""
        before = self.monotonic() - seconds
        idle = list(takewhile(lambda table: table.used < before, self._recent.values()))
        for table in idle:
            if not is_needed(table.id):
                self.release(table.id)

    def drop(self, game: str) -> None:
        """Remove a game, so that the next request loads it."""
        self._recent.pop(game, None)
        self._alive.pop(game, None)

    async def reload(self, table: Table) -> None:
        """Rebuild a table from the log, in place. The caller holds its lock. Raises like `get`."""
        lock = table.lock  # others may be waiting for this very lock
        try:
            table.__dict__ |= (await asyncio.shield(read_table(self._events, table.id))).__dict__
        except BaseException:
            lock.lost = True  # the next request loads it, once the database answers again
            self.drop(table.id)
            raise
        finally:
            table.lock = lock

    async def catch_up(self, table: Table) -> bool:
        """Bring a table to where the log is, in place; returns whether it was behind. The caller holds its lock.

        Raises like `get`.
        """
        news = await self._events.read_since(table.id, table.seq)
        if news is None:
            self.drop(table.id)
            raise no_game()
        if is_current(table, news):
            return False
        if not follow(table, news):
            await self.reload(table)
        return True

    async def _load(self, game: str) -> Table:
        table = await read_table(self._events, game)
        self.add(table)
        return table
