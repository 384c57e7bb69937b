"""A bad network between the processes of a cluster and PostgreSQL and NATS: cut off, slow, or losing packets."""

from __future__ import annotations

import asyncio

from server.cluster.chaos import BOTS_WITHIN, NETWORK_FAULTS, WITHIN, network_faults
from server.cluster.network import network
from server.cluster.players import Crew
from server.cluster.rig import running
from server.cluster.verdict import assert_true


def test_after_network_faults_nothing_is_lost_and_all_see_the_same_within_two_seconds(sample, record_property):
    number = sample(5, 200)
    with network(5) as net, running(spaces=net.spaces) as rig:
        crew = Crew(rig.url, seed=number)
        report = asyncio.run(network_faults(rig, net, crew, number, seed=number))
        assert_true(crew, rig.database)
        assert not rig.errors(), rig.errors()[0]
    print(report)
    record_property("faults", str(report))
    assert set(report.took) == set(NETWORK_FAULTS)
    assert max(map(max, report.took.values())) < WITHIN, report
    assert max(report.bots["worker cut off"]) < BOTS_WITHIN, report
