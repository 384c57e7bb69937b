"""Bots, analyses and mail where several processes share the work: who asks for them, and how they are done.

Every process asks through the shared queue. A worker, and a web process that also works, does what comes from there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import structlog

from lutetia.core.json_types import Json
from lutetia.server.errors import Refused, StorageError, error_fields
from lutetia.server.jobs.fair_queue import Lane
from lutetia.server.jobs.job_worker import JobWorker, TryAgain
from lutetia.server.jobs.queue import JobQueue
from lutetia.server.jobs.shared_queue import SharedQueue
from lutetia.server.live.hub import Hub
from lutetia.server.ops import mailer
from lutetia.server.ops.link_mails import LinkMails
from lutetia.server.play.bots import BotPlayer
from lutetia.server.play.interfaces import Spawn
from lutetia.server.store.database import Database

BOT_AGAIN_AFTER = 1.0, 4.0
"""Seconds until a bot is asked again whose job failed by an error of ours. After that a random step is taken."""
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
        self._jobs = jobs
        self._bots = bots
        self._hub = hub
        self._mails = mails
        self._spawn = spawn
        self.queue = SharedQueue(database, now, jobs.owners, hub)
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
        self.worker.given_up = self._give_up

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
        try:
            if await self.queue.devices.is_asked(work["game"]):  # since this job was queued
                return False
            return await self._bots.play(work["game"], goes_on)
        except StorageError:
            raise
        except Exception as error:
            log.error("bot job failed", game=work["game"], **error_fields(error))
            raise TryAgain(BOT_AGAIN_AFTER) from None

    async def _give_up(self, work: Json) -> None:
        """The game of a bot whose job fails again and again must go on."""
        if "game" in work:
            await self._bots.play_anything(work["game"])

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
                raise mailer.NotDelivered
            await self._mails.send(work)
        except mailer.NotDelivered:
            raise TryAgain(mailer.RETRY_AFTER) from None
        return False

    async def _queue_unfinished(self) -> None:
        """An analysis whose job got lost is queued again."""
        unfinished = await self._jobs.analyses.unfinished()
        lost = await self.queue.without_job([id_ for id_, _person in unfinished]) if unfinished else ()
        for id_, person in unfinished:
            if id_ in lost:
                await self.queue.analyse(id_, person)

    async def _is_watched(self, game: str) -> bool:
        """Whether somebody follows a game, through whichever process."""
        if not self._hub.is_watched(game):
            await self._hub.look(game)
        return self._hub.is_watched(game)
