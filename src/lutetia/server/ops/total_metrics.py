"""Totals of the whole server, whichever process is asked: games, people and processes, from the database.

Their names begin with `lutetia_server_`, like those of jobs (`job_metrics.py`). Every process reports the same, so they
are never summed; all other metrics are those of one process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import sqlalchemy as sa
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from lutetia.server.errors import StorageError
from lutetia.server.store import schema
from lutetia.server.store.database import Database

UNFINISHED = ("running", "waiting")
FRESH_SECONDS = 5
"""A process counts as long as its last beat is not older."""
Totals = dict[str, dict[str, float]]
NAMES = {
    "games": ("status", "Games that are not over, of the whole server"),
    "people": ("", "People who follow a game, of the whole server"),
    "processes": ("kind", "Processes that are alive"),
}
"""By metric: its label, if it has one, and what it is."""


class TotalsCollector(Collector):
    """Looks the totals up for every scrape. It blocks, so it runs in a thread."""

    def __init__(self, database: Database, people: Callable[[], int]) -> None:
        """`people`: how many there are in this process, which is the only one if the database is SQLite."""
        self._database = database
        self._people = people

    def describe(self) -> Iterator[Metric]:
        """Nothing yet: the database is opened later."""
        return iter(())

    def collect(self) -> Iterator[Metric]:
        """The totals; none if the database does not answer."""
        totals: Totals = {}
        try:
            totals["games"] = self._database.read_now(_count_games)
            if self._database.shared:
                totals |= self._database.read_now(_count_shared)
            else:
                totals |= {"people": {"": self._people()}, "processes": {"web": 1}}
        except StorageError:
            totals = {}
        for name, (label, text) in NAMES.items():
            metric = GaugeMetricFamily(f"lutetia_server_{name}", text, labels=[label] if label else [])
            for value, number in totals.get(name, {}).items():
                metric.add_metric([value] if label else [], number)
            yield metric


def _count_games(connection: sa.Connection) -> dict[str, float]:
    status = schema.game.c.status
    wanted = sa.select(status, sa.func.count()).where(status.in_(UNFINISHED)).group_by(status)
    return dict.fromkeys(UNFINISHED, 0) | {row[0]: row[1] for row in connection.execute(wanted)}


def _count_shared(connection: sa.Connection) -> Totals:
    """What several processes know together, on PostgreSQL."""
    process, presence = schema.process.c, schema.presence.c
    now = sa.extract("epoch", sa.func.clock_timestamp()) * 1000
    alive = process.beat > now - FRESH_SECONDS * 1000
    people = (
        sa.select(sa.func.count(sa.distinct(presence.person)))
        .join_from(schema.presence, schema.process, presence.process == process.id)
        .where(alive, presence.connected)
    )
    processes = sa.select(process.kind, sa.func.count()).where(alive).group_by(process.kind)
    return {
        "people": {"": connection.execute(people).scalar_one()},
        "processes": {row[0]: row[1] for row in connection.execute(processes)},
    }
