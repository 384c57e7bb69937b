"""PostgreSQL fails over to a streaming standby: two real servers, and people who play on."""

from __future__ import annotations

import asyncio
import time
from contextlib import ExitStack, contextmanager

import pytest

from server.backends import DURABLE
from server.cluster.chaos import WITHIN, convergence, progress
from server.cluster.players import Crew
from server.cluster.rig import running
from server.cluster.standby import Standby, both, standby_of
from server.cluster.verdict import assert_true, violations
from server.times import calm


@contextmanager
def with_standby(*, synchronous: bool, webs: int = 3):
    """An installation whose processes know both servers."""
    with ExitStack() as stack:
        standbys: list[Standby] = []

        def add_standby(rig) -> None:
            standbys.append(stack.enter_context(standby_of(rig.postgres, *DURABLE, synchronous=synchronous)))
            for child in rig.children:
                child.environment["LUTETIA_DATABASE"] = both(rig.postgres, standbys[0])

        rig = stack.enter_context(running(*DURABLE, webs=webs, prepare=add_standby))
        yield rig, standbys[0]


def test_with_synchronous_commit_acknowledged_steps_survive_the_primary():
    """Given a primary that waits for its standby, when it is killed under load and the standby takes its place, then
    nothing is lost, and play goes on with the same processes."""
    with with_standby(synchronous=True) as (rig, standby):
        crew = Crew(rig.url, seed=24)

        async def play() -> float:
            async with crew:
                await progress(crew, 60)
                await asyncio.to_thread(rig.postgres.kill)
                took = await asyncio.to_thread(standby.promote)
                print(f"promoted in {took:.2f} s")
                rig.postgres = standby
                since = calm()
                equal, _bots = await convergence(rig, crew, since)
                await progress(crew, 40)
                await convergence(rig, crew, calm())
            return equal

        equal = asyncio.run(play())
        assert_true(crew, standby.url())
        assert not rig.errors(), rig.errors()[0]
        print(f"all saw the same {equal:.2f} s after the failover; {crew.history.acknowledged} steps and undos")
        assert equal < WITHIN


@pytest.mark.full
def test_without_synchronous_commit_only_what_the_standby_had_not_received_is_lost():
    """Given a standby that lags behind, when the primary is killed, then the end of the log is lost, but nothing
    before it: every game is as it was at some moment after the standby had stopped to follow."""
    with with_standby(synchronous=False) as (rig, standby):
        crew = Crew(rig.url, seed=42, parties=3)
        moments: list[float] = []

        async def play() -> None:
            async with crew:
                await progress(crew, 60)
                moments.append(time.monotonic())
                await asyncio.to_thread(standby.stop_following)
                await progress(crew, 30)
                crew.may_act.clear()
                await asyncio.sleep(0.3)
                await asyncio.to_thread(rig.postgres.kill)
            await asyncio.to_thread(standby.promote)

        asyncio.run(play())
        lost = {violation.text for violation in violations(crew, standby.url()) if violation.rule == "lost"}
        assert lost, "the standby had not received everything"
        for operation in crew.history.operations:
            if f"acknowledged, but not in the log: {operation}" in lost:
                assert operation.ended > moments[0], "it was acknowledged while the standby followed"
        earlier = [op for op in crew.history.operations if op.ended < moments[0]]
        crew.history.operations = earlier
        crew.history.pushes = [push for push in crew.history.pushes if push.at < moments[0]]
        kept = {violation.rule for violation in violations(crew, standby.url())} - {"invented"}
        assert not kept, kept
        print(f"{len(lost)} acknowledged steps lost, all of them after the standby had stopped to receive")
