"""kill -9 of any part of a cluster under load: nothing acknowledged is lost or applied twice, and all see the same."""

from __future__ import annotations

import asyncio

from server.backends import DURABLE
from server.cluster.chaos import BOTS_WITHIN, WITHIN, kills
from server.cluster.players import Crew
from server.cluster.rig import running
from server.cluster.verdict import assert_true


def test_kills_of_any_part_lose_nothing_and_all_see_the_same_within_two_seconds(sample, record_property):
    number = sample(4, 1000)
    with running(*DURABLE) as rig:
        crew = Crew(rig.url, seed=number)
        report = asyncio.run(kills(rig, crew, number, seed=number))
        assert_true(crew, rig.database)
        assert not rig.errors(), rig.errors()[0]
    print(report)
    record_property("kills", str(report))
    assert set(report.took) == {"web", "worker", "nats", "postgres"}
    assert max(map(max, report.took.values())) < WITHIN, report
    assert max(report.bots["worker"]) < BOTS_WITHIN, report
