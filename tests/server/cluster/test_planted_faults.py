"""The checker finds faults in a real installation: the same runs as those that show that there are none."""

from __future__ import annotations

import asyncio

import pytest

from server.cluster.chaos import progress
from server.cluster.planted import VARIABLE
from server.cluster.players import Crew
from server.cluster.rig import Rig, running
from server.cluster.verdict import violations


def found(rig: Rig, changes: int, seed: int, kills: int = 0) -> set[str]:
    """The rules that are violated while people play, and PostgreSQL is killed."""

    async def play() -> Crew:
        crew = Crew(rig.url, seed, parties=3)
        async with crew:
            await progress(crew, changes)
            for _kill in range(kills):
                await asyncio.to_thread(rig.postgres.kill)
                await asyncio.to_thread(rig.postgres.start)
                await asyncio.sleep(1)
        return crew

    return {violation.rule for violation in violations(asyncio.run(play()), rig.database)}


def test_stale_reads_of_one_process_are_found():
    """Given two processes that follow each other by polling, one of which answers from memory, then that is found."""
    with running(webs=2, workers=0, nats=False) as rig:
        rig.webs[1].kill()
        rig.webs[1].environment[VARIABLE] = "stale"
        rig.restart(rig.webs[1])
        assert "stale" in found(rig, 60, seed=1)


@pytest.mark.full
def test_steps_acknowledged_before_they_are_written_are_found():
    """Few changes are awaited before the kills: with this fault a game stops for good once both processes take the same
    step, because the one whose step was not written stays ahead of the log."""
    with running(webs=2, workers=0, **{VARIABLE: "early"}) as rig:
        assert "lost" in found(rig, 10, seed=2, kills=3)
