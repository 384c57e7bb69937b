"""Bots, analyses and mail where several processes share the work: who asks for them, and how they are done.

Every process asks through the shared queue. A worker, and a web process that also works, does what comes from there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa
import structlog

from lutetia.core.json_types import Json
from lutetia.server.errors import Refused, StorageError, error_fields
from lutetia.server.jobs.fair_queue import Lane
from lutetia.server.jobs.job_worker import JobWorker, TryAgain
from lutetia.server.jobs.queue import JobQueue
from lutetia.server.jobs.shared_queue import SharedQueue
from lutetia.server.live.hub import WATCHED_SECONDS, Hub
from lutetia.server.ops.link_mails import LinkMails
from lutetia.server.ops.mailer import RETRY_AFTER, NotDelivered
from lutetia.server.play.bots import BotPlayer
from lutetia.server.play.interfaces import Spawn
from lutetia.server.store import schema
from lutetia.server.store.database import Database

FRESH = 5_000
"""Milliseconds after which a process that has not said that it is alive does not count."""
log = structlog.get_logger("jobs")


class SharedWork:
    """The shared work of one process."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], int],
        jobs: JobQueue,
        bots: BotPlayer,
        hub: Hub,
        mails: LinkMails | None,
        spawn: Spawn,
    ) -> None:
        self._database = database
        self._now = now
        self._jobs = jobs
        self._bots = bots
        self._hub = hub
        self._mails = mails
        self._spawn = spawn
        self.queue = SharedQueue(database, now, jobs.owners, hub, spawn)
        self.worker: JobWorker | None = None
        self.queue.places.tell = jobs.tell
        jobs.shared = bots.queue = self.queue
        bots.is_watched = self._is_watched
        if mails is not None:
            mails.hand_in = self.queue.send

    def work(self, processes: int, lanes: Sequence[Lane] = tuple(Lane)) -> None:
        """Also do the jobs of these lanes, with so many processes. Call it before `open`."""
        handlers = {"bot": self._play, "strong-bot": self._play, "analysis": self._analyse, "mail": self._send}
        self.worker = JobWorker(self.queue, handlers, processes, lanes)
        self.worker.unfinished = self._queue_unfinished

    async def open(self, *, tell: bool) -> None:
        """Connect, and begin to work. `tell`: people are connected to this process. Raises StorageError."""
        await self.queue.open()
        if tell:
            self._spawn(self.queue.places.run())
        if self.worker is not None:
            self.worker.start()

    async def stop_working(self) -> None:
        """Finish what is almost done, and give the rest back."""
        if self.worker is not None:
            await self.worker.stop()

    async def close(self) -> None:
        await self.queue.close()

    # ---- what a worker does ------------------------------------------------------------------------------------------

    async def _play(self, work: Json, goes_on: Callable[[], bool]) -> bool:
        return await self._bots.play(work["game"], goes_on)

    async def _analyse(self, work: Json, goes_on: Callable[[], bool]) -> bool:
        try:
            return not await self._jobs.analyses.run(work["id"], goes_on)
        except StorageError:
            raise
        except Refused:  # this process stops
            return True
        except Exception as error:
            log.error("analysis failed", job=work["id"], **error_fields(error))
            await self._jobs.analyses.fail(work["id"])
            return False

    async def _send(self, work: Json, _goes_on: Callable[[], bool]) -> bool:
        try:
            if self._mails is None:
                log.error("mail not sent", why="this worker has no LUTETIA_MAIL")
                raise NotDelivered
            await self._mails.send(work)
        except NotDelivered:
            raise TryAgain(RETRY_AFTER) from None
        return False

    async def _queue_unfinished(self) -> None:
        """An analysis whose job got lost is queued again."""
        for id_, person in await self._jobs.analyses.unfinished():
            await self.queue.analyse(id_, person)

    async def _is_watched(self, game: str) -> bool:
        """Whether somebody follows a game, through whichever process."""
        if self._hub.is_watched(game):
            return True
        process, presence, now = schema.process.c, schema.presence.c, self._now()
        there = sa.or_(presence.connected, presence.seen > now - int(1000 * WATCHED_SECONDS))
        wanted = sa.select(presence.game).join(schema.process, process.id == presence.process)
        wanted = wanted.where(presence.game == game, there, process.beat > now - FRESH).limit(1)

        def found(connection: sa.Connection) -> Any:
            return connection.execute(wanted).first()

        return await self._database.read(found) is not None
