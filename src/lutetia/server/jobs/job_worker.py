"""Does the jobs of the shared queue, with the processes of this machine (pool.py).

As in one process, one place is kept for quick work and one for long work. Each place is a worker of procrastinate, so
it says every second that it is alive. What a dead worker has begun is given to another within five seconds: every
worker looks for such jobs. So a job may be done twice, for example if its worker died after the work and before its end
was stored. A step of a game and a part of an analysis are stored once all the same. A mail may arrive twice; the link
in the later one is valid.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import structlog
from procrastinate import App, JobContext, RetryDecision
from procrastinate.exceptions import JobAborted, UniqueViolation
from procrastinate.job_context import AbortReason
from procrastinate.jobs import DeleteJobCondition, Job
from procrastinate.manager import JobManager
from procrastinate.retry import BaseRetryStrategy
from procrastinate.worker import Worker

from lutetia.core.json_types import Json
from lutetia.server.errors import StorageError, error_fields
from lutetia.server.jobs import fair_tags
from lutetia.server.jobs.fair_queue import BACKGROUND_SHARE, EXPECTED, MOST_CREDIT, Lane, Owner
from lutetia.server.jobs.shared_queue import FAILURES, LANES, SharedQueue
from lutetia.server.outage_log import OutageLog

HEARTBEAT = 1.0
STALLED = 2.5
"""Seconds without a heartbeat after which a worker is taken for dead."""
LOOK_EVERY = 1.0
"""Seconds between two looks for new jobs and for jobs that were interrupted. PostgreSQL also tells the workers of these
at once."""
LOOK_FOR_DEAD_EVERY = 0.5
"""Seconds between two looks for the jobs of dead workers."""
SLICE = 1.0
"""Seconds after which a job makes room for others and waits again. An analysis does so after each step."""
GRACE = 1.0
"""Seconds that a job may go on when the worker is stopped. Then it goes back to the queue."""
TIDY_EVERY = 10.0
SOON, LATER = 3, 5.0
"""A job that fails because of the database is done again at once so many times, then after so many seconds."""
KINDS = "bot", "strong-bot", "analysis", "mail"
BACKGROUND = LANES[Lane.BACKGROUND]
AT_ONCE = datetime(1970, 1, 1, tzinfo=UTC)
"""When a job is due that must not wait for any machine's clock."""
_AS_BEGUN = "WHERE id = %(id)s AND status = 'doing' AND attempts = %(attempts)s"
"""Nothing has happened to the job since it was read: whoever begins it again does so with one attempt more."""
_GIVE_BACK = f"""
WITH changed AS (
    UPDATE procrastinate_jobs
       SET status = (CASE WHEN abort_requested THEN 'failed' ELSE 'todo' END)::procrastinate_job_status,
           attempts = attempts + 1, scheduled_at = %(at)s
     {_AS_BEGUN}
 RETURNING id, queue_name)
SELECT pg_notify('procrastinate_queue_v1#' || queue_name, json_build_object('type', 'job_inserted', 'job_id', id)::text)
  FROM changed
"""
"""The workers are told at once."""
_DELETE = f"DELETE FROM procrastinate_jobs {_AS_BEGUN}"

Handler = Callable[[Json, Callable[[], bool]], Awaitable[bool]]
"""Does the work of a job as long as it may go on, and returns whether some is left."""
log = structlog.get_logger("jobs")
# The library would log the arguments of jobs, such as the address of a mail. What operators must know is logged here.
logging.getLogger("procrastinate").setLevel(logging.CRITICAL + 1)


class TryAgain(Exception):
    """A job failed, and is tried again: after each failure some seconds later, and not after the last."""

    def __init__(self, after: Sequence[float]) -> None:
        super().__init__()
        self.after = after

    def pause(self, attempts: int) -> int | None:
        """Seconds until the next attempt after so many; None: it was the last."""
        return int(self.after[attempts]) if attempts < len(self.after) else None


class JobWorker:
    """The workers of one process."""

    def __init__(
        self, shared: SharedQueue, handlers: Mapping[str, Handler], processes: int, lanes: Sequence[Lane]
    ) -> None:
        """`handlers` by kind; `lanes`: the work that is taken here."""
        self._shared = shared
        self._handlers = handlers
        self._manager = shared.app.job_manager = _FairManager(shared.app)
        for kind in KINDS:
            shared.app.task(name=kind, pass_context=True, retry=_GiveBack(shared.at))(self._run)
        self.places = [place for wanted in _places(processes) if (place := [lane for lane in wanted if lane in lanes])]
        shared.connector._pool_args["max_size"] += len(self.places)
        self._workers: list[Worker] = []
        self._missing: set[int] = set()
        """Jobs that are said to be done here, and were not at the last look."""
        self._tasks: list[asyncio.Task[None]] = []
        self._stopping = False
        self.given_up: Callable[[Json], Awaitable[None]] = _no_remedy
        """Called with the work of a job that has failed for the last time."""
        self.unfinished: Callable[[], Awaitable[None]] = _nothing
        """Called now and then: queue what was begun and is queued nowhere."""

    def start(self) -> None:
        """Take jobs from now on."""
        looking = OutageLog(log, "no jobs without the database", "jobs again")
        tidying = OutageLog(log, "queue not tidied", "queue tidied again")
        self._tasks = [asyncio.create_task(self._work(place)) for place in self.places]
        self._tasks += [asyncio.create_task(_again_and_again(self._look_for_stalled, LOOK_FOR_DEAD_EVERY, looking))]
        self._tasks += [asyncio.create_task(_again_and_again(self._tidy, TIDY_EVERY, tidying))]

    async def stop(self) -> None:
        """Finish the jobs that are almost done, and give the others back."""
        self._stopping = True
        for worker in self._workers:
            worker.stop()  # type: ignore[no-untyped-call]
        for task in self._tasks[len(self.places) :]:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=3 * GRACE)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _work(self, lanes: Sequence[Lane]) -> None:
        """One place. procrastinate ends a worker when the database is away; then another one begins."""
        while not self._stopping:
            worker = Worker(
                self._shared.app,
                queues=[LANES[lane] for lane in lanes],
                concurrency=1,
                fetch_job_polling_interval=LOOK_EVERY,
                abort_job_polling_interval=LOOK_EVERY,
                shutdown_graceful_timeout=GRACE,
                delete_jobs=DeleteJobCondition.ALWAYS,
                install_signal_handlers=False,
                update_heartbeat_interval=HEARTBEAT,
            )
            self._workers.append(worker)
            try:
                await worker.run()  # type: ignore[no-untyped-call]
            except Exception as error:
                log.debug("worker ended", **error_fields(error))
            finally:
                self._workers.remove(worker)
            if not self._stopping:
                await asyncio.sleep(LOOK_EVERY)

    async def _run(self, context: JobContext, /, work: Json, **job: Any) -> None:
        """Do a job of any kind."""
        began, lane, took = time.monotonic(), str(context.job.queue), 0.0
        self._manager.running.add(int(context.job.id or 0))
        try:
            await self._quietly(fair_tags.started, context.job.priority)
            limit = 0.0 if work["kind"] == "analysis" else SLICE
            left = await self._handlers[work["kind"]](work, lambda: time.monotonic() - began < limit)
        except TryAgain as failure:
            if failure.pause(context.job.attempts) is None:
                await self.given_up(work)
            raise
        except asyncio.CancelledError:
            if context.abort_reason() is AbortReason.USER_REQUEST:
                raise JobAborted from None  # nobody needs it any more
            raise
        finally:
            took = time.monotonic() - began
            self._manager.charge(lane, took)
            ended = took, job["expected"], self._shared.at(), job["counted"]
            await asyncio.shield(self._quietly(fair_tags.correct, job["keys"], *ended))
        if left:
            owners = [Owner(*owner) for owner in job["owners"]]
            wanted = next(each for each, name in LANES.items() if name == lane)
            await self._shared.defer(
                work,
                Lane.LONG if job["counted"] else wanted,
                owners,
                context.job.queueing_lock,
                lock=context.job.lock,
                continues=wanted is Lane.LONG,
            )

    async def _quietly(self, change: Callable[..., Coroutine[Any, Any, None]], *values: Any) -> None:
        """Fair tags are worth no failure."""
        with contextlib.suppress(*FAILURES):
            async with self._shared.connection() as connection:
                await change(connection, *values)

    async def _look_for_stalled(self) -> None:
        """Give back the jobs of dead workers, and those that nobody does."""
        stalled = [*await self._manager.get_stalled_jobs(seconds_since_heartbeat=STALLED), *await self._lost()]
        for job in stalled:
            log.warning("job of a dead worker", job=job.id, kind=job.task_name)
            await self._manager.give_back(job)

    async def _lost(self) -> list[Job]:
        """Jobs that workers of this process have, and do not do.

        If the connection breaks while a job is fetched or its end is stored, the worker lives on without it.
        """
        ids = [worker.worker_id for worker in self._workers if worker.worker_id is not None]
        theirs = [job for id_ in ids for job in await self._manager.list_jobs_async(status="doing", worker_id=id_)]
        missing = {int(job.id or 0): job for job in theirs if job.id not in self._manager.running}
        lost = [job for id_, job in missing.items() if id_ in self._missing]
        self._missing = set(missing)
        return lost

    async def _tidy(self) -> None:
        async with self._shared.connection() as connection:
            await fair_tags.rest(connection, self._shared.at())
        await self._manager.prune_stalled_workers(10 * STALLED)
        await self._manager.delete_old_jobs(1, include_failed=True, include_cancelled=True, include_aborted=True)
        await self.unfinished()


class _FairManager(JobManager):
    """Fetches background work first when it has earned that, as `FairQueue` does.

    If the end of a job cannot be stored because the database is away, the job still counts as begun. The worker then
    finds that it does not do it (`_lost`).
    """

    def __init__(self, app: App) -> None:
        super().__init__(app.connector)
        self._credit = 0.0
        self.running: set[int] = set()
        """The jobs that are being done here, until PostgreSQL has been told of their end."""

    def charge(self, queue: str, seconds: float) -> None:
        """A job of this queue took so long."""
        earned = -seconds if queue == BACKGROUND else BACKGROUND_SHARE * seconds
        self._credit = max(-MOST_CREDIT, min(MOST_CREDIT, self._credit + earned))

    async def fetch_job(self, queues: Any, worker_id: int) -> Job | None:
        early = BACKGROUND in queues and len(queues) > 1 and self._credit >= EXPECTED[Lane.BACKGROUND]
        if early and (found := await super().fetch_job([BACKGROUND], worker_id)) is not None:
            return found
        return await super().fetch_job(queues, worker_id)

    async def finish_job(self, job: Job, *what: Any, **how: Any) -> None:
        with self._ending(job):
            await super().finish_job(job, *what, **how)

    async def retry_job(self, job: Job, *what: Any, **how: Any) -> None:
        with self._ending(job):
            await super().retry_job(job, *what, **how)

    @contextlib.contextmanager
    def _ending(self, job: Job) -> Iterator[None]:
        try:
            with contextlib.suppress(*FAILURES):
                yield
        finally:
            self.running.discard(int(job.id or 0))

    async def give_back(self, job: Job) -> None:
        """Let another worker do it, unless another process was faster. Raises one of FAILURES.

        The library's own statements would also take a job away that somebody has begun again since it was read.
        """
        begun = {"id": job.id, "attempts": job.attempts}
        try:
            await self.connector.execute_query_async(_GIVE_BACK, **begun, at=AT_ONCE)
        except UniqueViolation:  # the same work waits already
            await self.connector.execute_query_async(_DELETE, **begun)


class _GiveBack(BaseRetryStrategy):
    """What happens to a job that was not done."""

    def __init__(self, at: Callable[[], float]) -> None:
        """`at`: the time by the database's clock, in seconds."""
        self._at = at

    def _later(self, seconds: float) -> RetryDecision:
        return RetryDecision(retry_at=datetime.fromtimestamp(self._at() + seconds, UTC))

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:
        if isinstance(exception, asyncio.CancelledError):  # this worker stops
            return RetryDecision(retry_at=AT_ONCE)
        if isinstance(exception, TryAgain):
            pause = exception.pause(job.attempts)
            return None if pause is None else self._later(pause)
        if isinstance(exception, (StorageError, *FAILURES)):  # the database was away, and that has been logged
            return RetryDecision(retry_at=AT_ONCE) if job.attempts < SOON else self._later(LATER)
        log.warning("job failed", job=job.id, kind=job.task_name, **error_fields(exception))
        return None  # bots and analyses that are still needed are asked for again


def _places(processes: int) -> list[tuple[Lane, ...]]:
    """The lanes of each place, as in `WorkerPool`; with several, one does no background work."""
    others = [tuple(Lane)] * (processes - 2) + [(Lane.QUICK, Lane.LONG)] * (processes > 1)
    return [(Lane.QUICK,), (Lane.LONG, Lane.BACKGROUND), *others]


async def _again_and_again(look: Callable[[], Awaitable[None]], seconds: float, outage: OutageLog) -> None:
    """Whatever fails. `outage` logs it."""
    while True:
        try:
            await look()
            outage.works()
        except Exception as error:
            outage.failed(**error_fields(error))
        await asyncio.sleep(seconds)


async def _nothing() -> None:
    pass


async def _no_remedy(work: Json) -> None:
    pass
