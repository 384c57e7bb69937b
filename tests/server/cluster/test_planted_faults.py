"""The checker finds faults in a real installation: the same runs as those that show that there are none."""

from __future__ import annotations

import asyncio

import pytest

from server.cluster.chaos import progress
from server.cluster.planted import VARIABLE
from server.cluster.players import Crew
from server.cluster.rig import Rig, running
from server.cluster.verdict import violations

AT_A_TIME, AT_MOST = 50, 600
"""Changes until the next look, and until the fault should have shown itself."""


def rules(crew: Crew, rig: Rig) -> set[str]:
    """Those that have been violated so far."""
    return {violation.rule for violation in violations(crew, rig.database)}


def test_stale_reads_of_one_process_are_found():
    """Given two processes that follow each other by polling, one of which answers from memory, then that is found.

    How many reads are stale is a matter of luck: in 60 changes sometimes none, in 200 dozens. So people play on until
    one is.
    """

    async def play(rig: Rig) -> set[str]:
        crew = Crew(rig.url, seed=1, parties=3)
        async with crew:
            for _part in range(AT_MOST // AT_A_TIME):
                await progress(crew, AT_A_TIME)
                if "stale" in rules(crew, rig):
                    break
        return rules(crew, rig)

    with running(webs=2, workers=0, nats=False) as rig:
        rig.webs[1].kill()
        rig.webs[1].environment[VARIABLE] = "stale"
        rig.restart(rig.webs[1])
        assert "stale" in asyncio.run(play(rig))


@pytest.mark.full
def test_steps_acknowledged_before_they_are_written_are_found():
    """Few changes are awaited before the kills: with this fault a game stops for good once both processes take the same
    step, because the one whose step was not written stays ahead of the log."""

    async def play(rig: Rig) -> set[str]:
        crew = Crew(rig.url, seed=2, parties=3)
        async with crew:
            await progress(crew, 10)
            for _kill in range(3):
                await asyncio.to_thread(rig.postgres.kill)
                await asyncio.to_thread(rig.postgres.start)
                await asyncio.sleep(1)
        return rules(crew, rig)

    with running(webs=2, workers=0, **{VARIABLE: "early"}) as rig:
        assert "lost" in asyncio.run(play(rig))
