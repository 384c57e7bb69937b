"""Totals of the work that several processes share, from the database: see `total_metrics.py`."""

from __future__ import annotations

from collections.abc import Iterator

import sqlalchemy as sa
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from lutetia.server.errors import StorageError
from lutetia.server.store import job_table
from lutetia.server.store.database import Database

Counts = dict[str, tuple[int, int, float]]


class JobCollector(Collector):
    """What is looked up for every scrape."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def describe(self) -> Iterator[Metric]:
        """Nothing yet: the database is opened later."""
        return iter(())

    def collect(self) -> Iterator[Metric]:
        """The metrics, without values if the database does not answer or has no such jobs."""
        try:
            found = self._database.read_now(_count)
        except StorageError:
            found = None
        lanes, alive = found or ({}, None)
        text = "Workers that are alive: so many jobs can run at the same time"
        workers = GaugeMetricFamily("lutetia_server_workers", text)
        if alive is not None:
            workers.add_metric([], alive)
        yield workers
        jobs = GaugeMetricFamily("lutetia_server_jobs", "Jobs of all processes", labels=["queue", "status"])
        text = "Age of the oldest job that waits"
        oldest = GaugeMetricFamily("lutetia_server_jobs_oldest_seconds", text, labels=["queue"])
        for lane, (waiting, running, seconds) in lanes.items():
            jobs.add_metric([lane, "waiting"], waiting)
            jobs.add_metric([lane, "running"], running)
            oldest.add_metric([lane], seconds)
        yield jobs
        yield oldest


def _count(connection: sa.Connection) -> tuple[Counts, int] | None:
    if not job_table.exists(connection):
        return None
    return job_table.lanes(connection), job_table.workers(connection)
