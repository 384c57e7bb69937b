"""Places in the shared queue: how much comes before the jobs that people wait for, and whether anybody does them.

Every web process looks once a second, in one query, and tells its own people.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import structlog

from lutetia.core.json_types import Json
from lutetia.server.jobs.fair_queue import MOST_PLACES, Owner
from lutetia.server.jobs.places import TOLD_AFTER
from lutetia.server.store.job_table import ALIVE_SECONDS

WAITING = f"""
SELECT queue_name, queueing_lock, args FROM procrastinate_jobs
 WHERE status = 'todo' AND (scheduled_at IS NULL OR scheduled_at <= now())
 ORDER BY priority DESC, id LIMIT {MOST_PLACES}
"""
WORKERS = f"""
SELECT count(*) FROM procrastinate_workers WHERE last_heartbeat > now() - interval '{ALIVE_SECONDS} s'
"""
log = structlog.get_logger("jobs")


class SharedPlaces:
    """The places, as they were a second ago at most."""

    def __init__(self, connection: Callable[[], AbstractAsyncContextManager[Any]], now: Callable[[], int]) -> None:
        self._connection = connection
        self._now = now
        self.workers = 0
        """How many are alive."""
        self.tell: Callable[[str, int | None], None] = lambda game, before: None
        """Called with a game whose bot has to wait, and how many come first; None: it thinks now."""
        self._before: dict[str, int] = {}
        self._of: dict[str | Owner, dict[str, int]] = {}
        self._told: dict[str, int] = {}

    async def run(self) -> None:
        """Look, and tell people, as long as the server runs."""
        while True:
            try:
                await self.look()
            except Exception as error:  # PostgreSQL is away; nobody is told anything false
                log.debug("queue not read", why=type(error).__name__)
            await asyncio.sleep(TOLD_AFTER)

    async def look(self) -> None:
        """Work out all places, and tell people whose number has changed."""
        async with self._connection() as connection:
            waiting = await (await connection.execute(WAITING)).fetchall()
            workers = (await (await connection.execute(WORKERS)).fetchone())[0]
        if self.workers and not workers:
            log.error("no worker is running")
        self.workers = workers
        self._arrange(waiting)

    def before(self, key: str) -> int | None:
        """How many come before a job, if it has waited for long enough."""
        return self._before.get(key)

    def of(self, owner: Owner) -> dict[str, int]:
        """By kind, how many come before the first that somebody has waited for."""
        return dict(self._of.get(owner.person or owner, {}))

    def forget(self, game: str) -> None:
        """Somebody new looks at a game, and has to be told."""
        self._told.pop(game, None)

    def _arrange(self, waiting: list[tuple[str, str | None, Json]]) -> None:
        late = self._now() - TOLD_AFTER * 1000
        counts: dict[str, int] = {}
        self._before, self._of = {}, {}
        told: dict[str, int] = {}
        for lane, key, job in waiting:
            before = counts.get(lane, 0)
            counts[lane] = before + 1
            if job["at"] > late:
                continue
            self._before[str(key)] = before
            for person, network in job["owners"]:
                self._of.setdefault(person or Owner(person, network), {}).setdefault(job["work"]["kind"], before)
            if game := job["work"].get("game"):
                told[game] = before
        for game, before in told.items():
            if self._told.get(game) != before:
                self.tell(game, before)
        for game in self._told.keys() - told.keys():
            self.tell(game, None)
        self._told = told
