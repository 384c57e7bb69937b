"""The strongest bots of several processes under attack: the real queue in PostgreSQL, by a clock of its own.

The attacker has ten addresses, each with a member and two guests, who play on at once. Two players with addresses of
their own look at the board before each of their turns. One worker does the work; see also `test_attacked_queue.py`.
"""

from __future__ import annotations

import asyncio
import random
from types import SimpleNamespace

import pytest
from procrastinate import JobContext
from procrastinate.jobs import Status

from lutetia.server.jobs import job_worker
from lutetia.server.jobs.fair_queue import Lane, Owner
from lutetia.server.jobs.job_worker import JobWorker
from lutetia.server.jobs.owners import Owners
from lutetia.server.jobs.shared_queue import SharedQueue, bot_key
from lutetia.server.store.database import Database

from server import databases

STEPS, STEP = 3, 0.5
"""Of a turn, and seconds of each."""
PLAYERS = [Owner(f"player {n}", f"10.1.{n}.1") for n in range(2)]
ATTACKER = [Owner(f"villain {n} {m}", f"203.0.{n}.113" if m else "") for n in range(10) for m in range(3)]


class Run:
    """One worker and the people whose bots it plays."""

    def __init__(self, queue: SharedQueue, clock: list[float], owners: Owners) -> None:
        self.queue, self.clock, self.owners = queue, clock, owners
        self.random = random.Random(1889)
        self.worker = JobWorker(queue, {"strong-bot": self.think}, 1, [Lane.LONG, Lane.BACKGROUND])
        self.people: dict[str, Owner] = {}
        self.asks: list[tuple[float, str]] = []
        self.asked: dict[str, float] = {}
        self.left: dict[str, int] = {}
        self.answers: list[float] = []
        self.attacker_seconds = 0.0
        self.jobs = 0

    async def sit_down(self, owner: Owner, pause: float) -> None:
        person = str(owner.person)
        self.people[person] = owner
        self.owners.note(person, owner.network or "", member=not owner.network)
        await self.queue._meet(person, [person])
        self.asks.append((self.clock[0] + pause, person))

    async def pass_time(self, until: float) -> None:
        """Everybody asks who does so until then."""
        while due := [ask for ask in self.asks if ask[0] <= until]:
            at, person = min(due)
            self.asks.remove((at, person))
            self.clock[0] = max(self.clock[0], at)
            self.asked[person], self.left[person] = self.clock[0], STEPS
            # Another process asks than the one that knows where a guest comes from.
            elsewhere = SharedQueue(self.queue._database, self.queue._now, Owners(), self.queue._audience)
            elsewhere.connection = self.queue.connection  # type: ignore[method-assign]
            owners = await elsewhere._owners_of([person])
            await self.queue.defer({"kind": "strong-bot", "game": person}, Lane.LONG, owners, bot_key(person))
        self.clock[0] = until

    async def think(self, work, goes_on) -> bool:
        person = work["game"]
        while self.left[person]:
            if not goes_on():
                return True
            await self.pass_time(self.clock[0] + STEP)
            self.left[person] -= 1
            if self.people[person] in ATTACKER:
                self.attacker_seconds += STEP
        if self.people[person] in ATTACKER:
            self.asks.append((self.clock[0], person))
        else:
            self.answers.append(self.clock[0] - self.asked[person])
            self.asks.append((self.clock[0] + self.random.uniform(5, 15), person))
        return False

    async def go_on(self, seconds: float, *, attacked: bool) -> None:
        for owner in PLAYERS:
            await self.sit_down(owner, self.random.uniform(5, 10))
        for owner in ATTACKER if attacked else ():
            await self.sit_down(owner, self.random.uniform(0, 1))
        manager = self.queue.app.job_manager
        number = await manager.register_worker()
        end = self.clock[0] + seconds
        while self.clock[0] < end:
            await self.pass_time(self.clock[0])
            job = await manager.fetch_job(["long", "background"], number)
            if job is None:
                await self.pass_time(min(self.asks)[0])
                continue
            self.jobs += 1
            context = JobContext(app=self.queue.app, abort_reason=lambda: None, job=job, start_timestamp=0.0)
            await self.worker._run(context, **job.task_kwargs)
            await manager.finish_job(job, Status.SUCCEEDED, delete_job=True)


async def play(url: str, seconds: float, monkeypatch, *, attacked: bool) -> Run:
    clock, owners = [1_000_000.0], Owners()
    monkeypatch.setattr(job_worker, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    database = Database(url)
    database.open()
    queue = SharedQueue(database, lambda: round(clock[0] * 1000), owners, audience=None)  # type: ignore[arg-type]
    await queue.open()
    try:
        run = Run(queue, clock, owners)
        await run.go_on(seconds, attacked=attacked)
        async with queue.connection() as connection:
            stored = await (await connection.execute("SELECT owner, network FROM fair_share")).fetchall()
        assert not any("203.0" in str(row) for row in stored), "no address is stored"
    finally:
        await queue.close()
        database.close()
    return run


@pytest.mark.parametrize("seconds", [150, pytest.param(600, marks=pytest.mark.full)])
def test_bots_of_people_who_rest_come_before_those_of_people_who_never_do(seconds, monkeypatch):
    quiet = asyncio.run(play(databases.new_database(), seconds, monkeypatch, attacked=False))
    attacked = asyncio.run(play(databases.new_database(), seconds, monkeypatch, attacked=True))
    assert len(attacked.answers) > 0.8 * len(quiet.answers)
    assert max(attacked.answers) <= 2 * max(quiet.answers), (attacked.answers, quiet.answers)
    assert attacked.attacker_seconds > 0.15 * seconds, "they still get some of the time"
