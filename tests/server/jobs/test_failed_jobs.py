"""Jobs that fail because the database is away are done again soon, by the database's clock."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job

from lutetia.server.errors import StorageError
from lutetia.server.jobs.job_worker import AT_ONCE, LATER, SOON, TryAgain, _GiveBack
from lutetia.server.jobs.owners import Owners
from lutetia.server.jobs.shared_queue import SharedQueue
from lutetia.server.live.hub import Hub
from lutetia.server.store.database import Database

from server.backends import PostgresServer, postgres_server
from server.conftest import new_game
from server.jobs.shared_cluster import cluster, wait_for

NOW = 1_000_000_000.0
"""Far from the clock of this machine."""


def again_at(exception: BaseException, attempts: int) -> datetime | None:
    """When a job is done again."""
    job = Job(id=1, queue="quick", lock=None, queueing_lock=None, task_name="bot", attempts=attempts)
    decision = _GiveBack(lambda: NOW).get_retry_decision(exception=exception, job=job)
    return None if decision is None else decision.retry_at


def test_a_job_is_done_again_at_once_and_later_less_often():
    for error in (StorageError(), ConnectorException()):
        assert [again_at(error, attempts) for attempts in range(SOON)] == [AT_ONCE] * SOON
        assert again_at(error, SOON) == datetime.fromtimestamp(NOW + LATER, UTC)


def test_what_failed_otherwise_is_done_again_as_it_says():
    assert again_at(TryAgain((1.0, 4.0)), 1) == datetime.fromtimestamp(NOW + 4, UTC)
    assert again_at(TryAgain((1.0, 4.0)), 2) is None
    assert again_at(ValueError(), 0) is None


def test_a_bots_step_that_was_not_stored_is_tried_again_by_the_same_job(tmp_path):
    """The job ended as if it had been done, and the game waited for the next sweep."""
    with cluster(tmp_path) as servers:
        servers.start_workers(slow=True, UNSTORABLE="yes")
        new_game(servers.client, "human", "level1", options={"first": "blue"})
        wait_for(lambda: servers.sql("SELECT FROM procrastinate_jobs WHERE attempts >= %s", SOON))


@pytest.mark.full
def test_who_waits_for_a_connection_gets_it_when_postgresql_is_back():
    """Also after the pool has given up once. It would not begin anew for those that wait already."""

    async def main(server: PostgresServer) -> None:
        database = Database(server.new_database("away"))
        database.open()
        queue = SharedQueue(database, lambda: 0, Owners(), Hub())
        await queue.open()
        server.kill()
        waiting = [asyncio.create_task(queue.is_asked(f"g{number}")) for number in range(8)]
        await asyncio.sleep(2.5)
        server.start()
        answers = await asyncio.gather(*waiting, return_exceptions=True)
        assert answers.count(False) >= 4, answers  # the others had a connection that broke
        await queue.close()
        database.close()

    with postgres_server() as server:
        asyncio.run(main(server))
