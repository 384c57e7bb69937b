"""The workers of a process, on a real PostgreSQL: which jobs they give back, and what they log."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import structlog
from procrastinate.manager import JobManager
from structlog.testing import capture_logs

from lutetia.server.jobs import job_worker
from lutetia.server.jobs.fair_queue import Lane, Owner
from lutetia.server.jobs.job_worker import JobWorker
from lutetia.server.jobs.owners import Owners
from lutetia.server.jobs.shared_queue import SharedQueue
from lutetia.server.live.hub import Hub
from lutetia.server.store.database import Database

from server.databases import new_database

BEGIN = """
WITH worker AS (INSERT INTO procrastinate_workers (last_heartbeat) VALUES (now() - %s * interval '1 s') RETURNING id)
UPDATE procrastinate_jobs SET status = 'doing', worker_id = worker.id FROM worker WHERE status = 'todo'
"""
"""A worker begins what waits. Its last sign of life was so many seconds ago."""
JOBS = "SELECT id, status::text, attempts FROM procrastinate_jobs ORDER BY id"


class Workers:
    """Two workers that look for jobs of dead ones when they are told to, and do none."""

    def __init__(self, queues: list[SharedQueue]) -> None:
        self.queue = queues[0]
        self.first, self.second = (JobWorker(queue, {}, 1, tuple(Lane)) for queue in queues)

    async def sql(self, query: str, *values: Any) -> list[Any]:
        async with self.queue.connection() as connection:
            cursor = await connection.execute(query, values)
            return list(await cursor.fetchall()) if cursor.description else []

    async def ask(self) -> None:
        """Queue a bot's turn."""
        await self.queue.defer({"kind": "bot", "game": "g"}, Lane.QUICK, [Owner("ada")], "bot/g")

    async def look_late(self, meanwhile: Callable[[], Awaitable[object]]) -> None:
        """The second worker reads which jobs are a dead worker's, and acts on it after something has happened."""
        usual = self.second._manager.get_stalled_jobs

        async def late(**how: Any) -> Any:
            found = list(await usual(**how))
            assert found
            await meanwhile()
            return found

        self.second._manager.get_stalled_jobs = late  # type: ignore[method-assign]
        await self.second._look_for_stalled()


@asynccontextmanager
async def two_workers() -> AsyncIterator[Workers]:
    url = new_database()
    databases = [Database(url) for _worker in range(2)]
    for database in databases:
        database.open()
    queues = [SharedQueue(database, lambda: 0, Owners(), Hub()) for database in databases]
    for queue in queues:
        await queue.open()
    yield Workers(queues)
    for queue in queues:
        await queue.close()
    for database in databases:
        database.close()


def test_a_job_that_another_process_has_given_back_is_kept():
    async def main() -> None:
        async with two_workers() as workers:
            await workers.ask()
            await workers.sql(BEGIN, 60)
            await workers.look_late(workers.first._look_for_stalled)
            assert await workers.sql(JOBS) == [(1, "todo", 1)]

    asyncio.run(main())


def test_a_job_that_a_living_worker_has_begun_meanwhile_stays_with_it():
    async def main() -> None:
        async with two_workers() as workers:
            await workers.ask()
            await workers.sql(BEGIN, 60)

            async def begun_anew() -> None:
                await workers.first._look_for_stalled()
                await workers.sql(BEGIN, 0)

            await workers.look_late(begun_anew)
            assert await workers.sql(JOBS) == [(1, "doing", 1)]

    asyncio.run(main())


def test_a_job_whose_work_waits_already_is_deleted():
    async def main() -> None:
        async with two_workers() as workers:
            await workers.ask()
            await workers.sql(BEGIN, 60)
            await workers.ask()
            await workers.first._look_for_stalled()
            assert await workers.sql(JOBS) == [(2, "todo", 0)]

    asyncio.run(main())


def test_a_job_that_was_interrupted_is_not_done_again():
    async def main() -> None:
        async with two_workers() as workers:
            await workers.ask()
            await workers.sql(BEGIN, 60)
            workers.queue.interrupt("g")
            await asyncio.wait(workers.queue._asking)
            await workers.look_late(workers.first._look_for_stalled)
            assert await workers.sql(JOBS) == [(1, "failed", 1)]

    asyncio.run(main())


def test_operators_see_that_the_queue_is_not_tidied(monkeypatch):
    monkeypatch.setattr(job_worker, "TIDY_EVERY", 0.05)
    structlog.reset_defaults()  # a server in another test may have asked for errors alone
    again = asyncio.Event()

    async def main() -> None:
        tries = 0

        async def fail_at_first() -> None:
            nonlocal tries
            tries += 1
            if tries <= 3:
                raise RuntimeError
            again.set()

        async with two_workers() as workers:
            workers.first.unfinished = fail_at_first
            workers.first.start()
            async with asyncio.timeout(60):
                await again.wait()
                while not any(line["event"] == "queue tidied again" for line in logged):
                    await asyncio.sleep(0.01)
            await workers.first.stop()

    with capture_logs() as logged:
        asyncio.run(main())
    said = [(line["event"], line.get("error")) for line in logged if "tidied" in line["event"]]
    assert said == [("queue not tidied", "RuntimeError"), ("queue tidied again", None)]


def test_a_job_whose_end_is_stored_slowly_is_done_once(monkeypatch):
    """A worker takes jobs for lost that PostgreSQL counts as begun and that nobody does."""
    usual = JobManager.finish_job
    done = []

    async def slow(*job: Any, **how: Any) -> None:
        await asyncio.sleep(4 * job_worker.LOOK_FOR_DEAD_EVERY)
        await usual(*job, **how)

    async def play(work: Any, _goes_on: Any) -> bool:
        done.append(work)
        return False

    async def main() -> None:
        async with two_workers() as workers:
            for worker in (workers.first, workers.second):
                worker._handlers = {"bot": play}
                worker.start()
            await workers.ask()
            async with asyncio.timeout(60):
                while not done or await workers.sql(JOBS):
                    await asyncio.sleep(0.05)
            for worker in (workers.first, workers.second):
                await worker.stop()

    monkeypatch.setattr(JobManager, "finish_job", slow)
    asyncio.run(main())
    assert len(done) == 1


def test_only_an_analysis_without_a_job_is_queued_again():
    """One that was being done got a second job whenever a worker tidied up."""

    async def main() -> None:
        async with two_workers() as workers:
            await workers.queue.analyse("runs", "ada")
            await workers.sql(BEGIN, 0)
            await workers.queue.analyse("waits", "grace")
            assert await workers.queue.without_job(["runs", "waits", "lost"]) == {"lost"}

    asyncio.run(main())
