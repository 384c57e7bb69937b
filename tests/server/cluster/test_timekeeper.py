"""One process of all keeps time, and another one takes over: with kill -9, a hang, and a lost connection."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from lutetia.server.cluster import timekeeper
from lutetia.server.cluster.timekeeper import ClusterLock, Timekeeper
from lutetia.server.errors import StorageError
from lutetia.server.http.app import make_app
from lutetia.server.ops import heartbeat
from lutetia.server.ops.settings import Settings
from lutetia.server.store.database import Database

from server.backends import PostgresServer, postgres_server
from server.conftest import HERE, new_game
from server.processes import Process
from server.times import calm, until

HOLDERS = (
    "SELECT application_name, activity.pid FROM pg_stat_activity AS activity JOIN pg_locks USING (pid) "
    f"WHERE locktype = 'advisory' AND objid = {timekeeper.LOCK} AND granted AND datname = current_database()"
)


def holders(postgres: PostgresServer, database: str) -> list[tuple[int, int]]:
    """Who holds the lock: the numbers of the process and of PostgreSQL's process for it."""
    with postgres.connect(database) as connection:
        return [(int(name.split()[-1]), int(pid)) for name, pid in connection.execute(HOLDERS).fetchall()]


def timed(look: Any) -> float:
    """How long it takes until a look finds something."""
    began = calm()
    until(look, 60)
    return calm() - began


@contextlib.contextmanager
def servers(folder: Path, postgres: PostgresServer, database: str, count: int) -> Iterator[dict[int, Process]]:
    """Server processes on one database, by their numbers."""
    running: dict[int, Process] = {}
    try:
        for number in range(count):
            process = Process(folder / str(number), LUTETIA_DATABASE=postgres.url(database), LUTETIA_BOT_PROCESSES="1")
            process.start()
            assert process.process is not None
            running[process.process.pid] = process
        yield running
    finally:
        for pid, process in running.items():
            if process.process is not None and process.process.poll() is None:
                os.kill(pid, signal.SIGCONT)
                process.stop()


def timed_game(url: str) -> str:
    """A new game in which the time of the first player runs."""
    pace = {"kind": "live", "base": 60, "increment": 0}
    made = httpx.post(f"{url}/api/games", json={"game": "lumiere", "seats": ["human", "human"], "pace": pace})
    assert made.status_code in (200, 201), made.text
    return str(made.json()["id"])


def let_time_pass(postgres: PostgresServer, database: str, game: str) -> None:
    with postgres.connect(database) as connection:
        changed = connection.execute("UPDATE game SET deadline = deadline - 120000 WHERE id = %s", (game,))
        assert changed.rowcount == 1


def events(postgres: PostgresServer, database: str, game: str) -> list[str]:
    with postgres.connect(database) as connection:
        rows = connection.execute("SELECT kind FROM event WHERE game = %s ORDER BY seq", (game,)).fetchall()
    return [kind for (kind,) in rows]


def test_another_process_takes_over_when_the_timekeeper_is_killed_or_hangs(postgres, tmp_path):
    name = "takes_over"
    postgres.new_database(name)
    with servers(tmp_path, postgres, name, 3) as running:
        first = until(lambda: holders(postgres, name))
        assert len(first) == 1
        game = timed_game(running[first[0][0]].url)
        running[first[0][0]].kill()
        seconds = timed(lambda: [pid for pid, _backend in holders(postgres, name) if pid != first[0][0]])
        assert seconds < 5, f"nobody kept time for {seconds:.1f} s after kill -9"

        second = holders(postgres, name)[0][0]
        os.kill(second, signal.SIGSTOP)
        seconds = timed(lambda: [pid for pid, _backend in holders(postgres, name) if pid != second])
        assert seconds < 5, f"nobody kept time for {seconds:.1f} s after SIGSTOP"
        third = holders(postgres, name)[0][0]
        let_time_pass(postgres, name, game)
        os.kill(second, signal.SIGCONT)
        until(lambda: "left" in events(postgres, name, game))
        time.sleep(1.5)
        assert events(postgres, name, game).count("left") == 1, "the old timekeeper did harm"
        assert [pid for pid, _backend in holders(postgres, name)] == [third]


async def _until(look: Any) -> None:
    async with asyncio.timeout(60):
        while not look():
            await asyncio.sleep(0.02)


def test_the_holder_stops_its_duties_when_it_loses_the_connection(postgres):
    """Two in one process: one gets the lock, and the other one when PostgreSQL ends the first one's session."""
    name = "loses_connection"
    engine = sa.create_engine(postgres.new_database(name))
    at_work: list[str] = []

    def duty(who: str) -> timekeeper.Duty:
        async def work() -> None:
            at_work.append(who)
            try:
                await asyncio.sleep(3600)
            finally:
                at_work.remove(who)

        return work

    async def begin() -> None:
        assert not at_work, "two keep time"

    async def main() -> None:
        keepers = {who: Timekeeper(ClusterLock(engine), [duty(who), duty(who)], begin) for who in "ab"}
        tasks = [asyncio.create_task(keeper.run()) for keeper in keepers.values()]
        await _until(lambda: at_work)
        first = at_work[0]
        assert at_work == [first, first]
        (other,) = set("ab") - {first}
        with postgres.connect(name) as connection:
            connection.execute("SELECT pg_terminate_backend(%s)", (holders(postgres, name)[0][1],))
        await _until(lambda: not at_work or at_work[0] != first)
        await _until(lambda: at_work)
        backend = holders(postgres, name)[0][1]
        keeping = at_work[0]
        os.kill(backend, signal.SIGSTOP)  # the connection stays open and answers nothing
        try:
            stopped = calm()
            await _until(lambda: not at_work)
            assert calm() - stopped < timekeeper.EVERY + timekeeper.PATIENCE + 0.5
            assert not keepers[keeping].is_keeping
        finally:
            os.kill(backend, signal.SIGCONT)
        await _until(lambda: at_work)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert not at_work
        assert other in keepers

    asyncio.run(main())


@pytest.fixture
def database(postgres, request) -> Iterator[Database]:
    opened = Database(postgres.new_database(request.node.name.partition("[")[0][:60]))
    opened.open()
    yield opened
    opened.close()


def test_time_without_any_process_is_made_up_for_once(database):
    """The gap between two beats counts, by the database's clock; of two processes that come back, one makes up."""

    async def main() -> None:
        def age(connection: sa.Connection, milliseconds: int) -> None:
            last = heartbeat.database_time(connection) - milliseconds
            for key in (heartbeat.KEY, heartbeat.BEAT):
                heartbeat._set(connection, key, last)

        now = int(time.time() * 1000)
        await database.write(lambda c: age(c, heartbeat.GRACE - 1500))
        assert await database.write(lambda c: heartbeat.begin(c, now)) == 0, "another process was there a moment ago"
        moved = [0, 0]
        both = [heartbeat.Heartbeat(database, lambda: now) for _process in moved]
        for one in both:
            await one.begin()

        def count(number: int) -> None:
            moved[number] += 1

        both[0].moved, both[1].moved = lambda: count(0), lambda: count(1)
        await database.write(lambda c: age(c, 30_000))
        await asyncio.gather(*(one.once() for one in both))
        for one in both:
            await one.once()
        assert moved == [1, 1], "each process learns once that clocks have moved"
        total = await database.read(heartbeat.made_up)
        assert 30_000 <= total < 60_000, f"made up for {total} ms, which is more than once"

    asyncio.run(main())


def test_a_process_that_stops_in_the_middle_of_a_beat_holds_up_no_step(database, postgres):
    """The row of the beats is locked. Other processes wait for it, but what they write does not."""

    async def main() -> None:
        beating = heartbeat.Heartbeat(database, lambda: int(time.time() * 1000))
        await beating.begin()
        with postgres.connect(str(database.url.database)) as frozen, frozen.transaction():
            frozen.execute("SELECT FROM house WHERE key = 'alive' FOR UPDATE")
            waiting = asyncio.create_task(beating.beat())
            with postgres.connect(str(database.url.database)) as other:
                waits = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
                await _until(lambda: other.execute(waits).fetchall())
            assert await database.write(lambda c: c.execute(sa.text("SELECT 7")).scalar()) == 7
            assert not waiting.done()
            with pytest.raises(StorageError):
                await waiting
        assert await beating.beat() == 0

    asyncio.run(main())


@pytest.mark.parametrize("later", range(5))
def test_a_timekeeper_that_is_stopped_while_it_begins_ends(later):
    """However close the stop is to the end of its beginning: a server that stops waits for it."""

    async def main() -> None:
        begun = asyncio.Event()
        keeping = asyncio.create_task(Timekeeper(None, [], begun.wait).run())
        await asyncio.sleep(0.01)
        begun.set()
        for _turn in range(later):
            await asyncio.sleep(0)
        keeping.cancel()
        done, _pending = await asyncio.wait([keeping], timeout=60)
        keeping.cancel()
        assert done

    asyncio.run(main())


def test_a_timekeeper_without_a_lock_keeps_time_at_once():
    """SQLite: there is one process."""

    async def main() -> None:
        began, worked = [], asyncio.Event()

        async def begin() -> None:
            began.append(True)

        async def duty() -> None:
            worked.set()
            raise RuntimeError("a duty fails")

        keeper = Timekeeper(None, [duty], begin)
        assert not keeper.is_keeping
        task = asyncio.create_task(keeper.run())
        await asyncio.wait_for(worked.wait(), 60)
        assert keeper.is_keeping
        worked.clear()
        await asyncio.wait_for(worked.wait(), 60)  # an error does not end it
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert began == [True]
        assert not keeper.is_keeping

    asyncio.run(main())


def test_who_waits_for_the_lock_keeps_a_connection(postgres):
    """It opened a new one every second."""
    name = "waits"
    engine = sa.create_engine(postgres.new_database(name))
    sessions = (
        f"SELECT pid FROM pg_stat_activity WHERE datname = '{name}' AND application_name LIKE '{timekeeper.NAME}%'"
    )

    async def main() -> None:
        lock, other = ClusterLock(engine), ClusterLock(engine)
        assert await lock.hold()
        seen = set()
        with postgres.connect(name) as connection:
            for _attempt in range(3):
                assert not await other.hold()
                seen |= {pid for (pid,) in connection.execute(sessions).fetchall()}
        assert len(seen) == 2, "one of each"
        lock.close()
        await _until_held(other)
        assert await other.hold(), "it is confirmed"
        other.close()

    async def _until_held(lock: ClusterLock) -> None:
        async with asyncio.timeout(60):
            while not await lock.hold():
                await asyncio.sleep(0.02)

    asyncio.run(main())


@pytest.mark.full
def test_a_dead_holder_is_noticed_even_if_the_network_says_nothing(postgres):
    """Whoever is silent loses the session, although the connection is open."""
    name = "silent"
    engine = sa.create_engine(postgres.new_database(name))

    async def main() -> None:
        lock, other = ClusterLock(engine), ClusterLock(engine)
        assert await lock.hold()
        assert not await other.hold()
        began, calmly = time.monotonic(), calm()
        while not await other.hold():
            assert calm() - calmly < 5
            await asyncio.sleep(0.1)
        assert time.monotonic() - began > timekeeper.EVERY + timekeeper.PATIENCE, "the holder would have had no time"
        assert not await lock.hold(), "the old holder learns that it has lost the lock"
        lock.close()
        other.close()

    asyncio.run(main())


@pytest.mark.full
def test_an_outage_of_the_database_costs_no_player_time(tmp_path):
    """The server runs on, with tables in memory. Clocks do not count the time in which nobody could play."""
    with postgres_server() as postgres:
        url = postgres.new_database("outage")
        settings = Settings(data=tmp_path, database=url, limits=False, bot_processes=1, log_level="error")
        with TestClient(make_app(settings), base_url=HERE, raise_server_exceptions=False) as client:
            pace = {"kind": "live", "base": 60, "increment": 0}
            game = new_game(client, "human", "human", pace=pace)["id"]
            services = client.app.state.services  # type: ignore[attr-defined]
            assert until(lambda: services.timekeeper.is_keeping)
            before = services.tables.cache.peek(game).clock.deadline()
            postgres.kill()
            time.sleep(6)
            assert not services.timekeeper.is_keeping
            postgres.start()
            until(lambda: services.timekeeper.is_keeping)
            until(lambda: services.tables.cache.peek(game).clock.deadline() > before)
            with postgres.connect("outage") as connection:
                (stored,) = connection.execute("SELECT deadline FROM game WHERE id = %s", (game,)).fetchone() or (0,)
            assert services.tables.cache.peek(game).clock.deadline() == stored
            assert 5_000 < stored - before < 15_000
            assert "left" not in events(postgres, "outage", game)
