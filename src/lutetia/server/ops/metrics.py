"""Metrics for Prometheus, counted separately for each process; `total_metrics.py` has those of the whole server.

Another part of the server adds its own: it registers a collector in `Metrics.registry`.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

import sqlalchemy as sa
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST as CONTENT_TYPE
from prometheus_client.registry import Collector

from lutetia.server.errors import StorageError
from lutetia.server.ops.health import Health, is_ready
from lutetia.server.ops.job_metrics import JobCollector
from lutetia.server.ops.total_metrics import TotalsCollector
from lutetia.server.ops.work_metrics import WorkMetrics
from lutetia.server.store import database_clock, scheduled
from lutetia.server.store.backup import SUFFIXES
from lutetia.server.store.database import Database

__all__ = ["CONTENT_TYPE", "Metrics"]

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
COMMIT_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Limits of the histogram of commits."""


class Metrics:
    """What is counted."""

    def __init__(self, connections: Callable[[], float]) -> None:
        """`connections` returns the number of open WebSockets and event streams."""
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        labels = ["method", "route", "status"]
        self.requests = Counter("lutetia_requests", "HTTP requests answered", labels, registry=self.registry)
        self.seconds = Histogram(
            "lutetia_request_seconds", "Seconds until the response starts", ["route"], registry=self.registry
        )
        self.steps = Counter("lutetia_steps", "Steps accepted from people", registry=self.registry)
        self.work = WorkMetrics(self.registry)
        self.commits = Histogram(
            "lutetia_commit_seconds",
            "Seconds to write a group of changes to the disk",
            buckets=COMMIT_SECONDS,
            registry=self.registry,
        )
        gauge = Gauge("lutetia_connections", "Open WebSockets and event streams", registry=self.registry)
        gauge.set_function(connections)
        self.ready = Gauge("lutetia_ready", "Whether games can be played, as /readyz says", registry=self.registry)
        self._bus = BusCollector()
        self.registry.register(self._bus)
        self._health: Health | None = None
        self._labelled: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

    def watch(self, database: Database, health: Health, data: Path, people: Callable[[], int]) -> None:
        """Also measure the database of a server that is about to open, and the backups of its data folder.

        `people` returns how many follow a game through this process.
        """
        database.observe_commit = self.commits.observe
        self._health = health
        self.registry.register(StorageCollector(database, health, data))
        self.registry.register(TotalsCollector(database, people))
        self.registry.register(JobCollector(database))

    def watch_bus(self, connected: Callable[[], bool]) -> None:
        """Also say whether the message bus can be reached, where there is one."""
        self._bus.connected = connected

    def watch_jobs(self, database: Database) -> None:
        """Instead of `watch`, for a process that people do not connect to."""
        database.observe_commit = self.commits.observe
        self.registry.unregister(self.ready)
        self.registry.register(JobCollector(database))

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        method = method if method in METHODS else "other"
        if (found := self._labelled.get((method, route, status))) is None:
            found = self.requests.labels(method, route, str(status)), self.seconds.labels(route)
            self._labelled[method, route, status] = found
        requests, took = found
        requests.inc()
        took.observe(seconds)
        if route.endswith("/steps") and status == 200:
            self.steps.inc()

    async def exposition(self) -> bytes:
        """All metrics in the text format that Prometheus reads."""
        self.ready.set(self._health is not None and await is_ready(self._health))
        return await asyncio.to_thread(generate_latest, self.registry)


class BusCollector(Collector):
    """The connection to NATS; without a message bus there is no figure."""

    connected: Callable[[], bool] | None = None

    def collect(self) -> Iterator[Metric]:
        gauge = GaugeMetricFamily("lutetia_bus_connected", "Whether this process is connected to NATS")
        if self.connected is not None:
            gauge.add_metric([], float(self.connected()))
        yield gauge


class StorageCollector(Collector):
    """What is looked up for every scrape: faults, the disk, the last backup. It blocks, so it runs in a thread."""

    def __init__(self, database: Database, health: Health, data: Path) -> None:
        self._database = database
        self._health = health
        self._data = data

    def describe(self) -> Iterator[Metric]:
        """Nothing yet: the database is opened later."""
        return iter(())

    def collect(self) -> Iterator[Metric]:
        faults = CounterMetricFamily("lutetia_database_faults", "Failed reads and writes", labels=["kind"])
        for kind, times in self._database.faults.counts.items():
            faults.add_metric([kind], times)
        yield faults
        yield from self._measure_database()
        if not self._database.shared:
            free = self._health.free_bytes()
            yield GaugeMetricFamily("lutetia_disk_free_bytes", "Free space on the disk of the database", value=free)
        yield GaugeMetricFamily(
            "lutetia_last_backup_timestamp_seconds",
            "When `lutetia backup` last made a copy; 0: never",
            value=scheduled.last_backup(self._data),
        )

    def _measure_database(self) -> Iterator[Metric]:
        """Its size, and how long a round trip takes if it is on a server."""
        round_trip = GaugeMetricFamily("lutetia_database_round_trip_seconds", "Seconds for a round trip to PostgreSQL")
        if self._database.shared:
            with contextlib.suppress(StorageError):
                size, took = self._database.read_now(_measure_server, snapshot=False)
                round_trip.add_metric([], took)
                yield GaugeMetricFamily("lutetia_database_bytes", "Size of the database", value=size)
        elif (file := self._database.file) is not None:
            parts = (file.with_name(file.name + suffix) for suffix in SUFFIXES)
            size = sum(part.stat().st_size for part in parts if part.exists())
            yield GaugeMetricFamily("lutetia_database_bytes", "Size of the database with its journal", value=size)
        yield round_trip


def _measure_server(connection: sa.Connection) -> tuple[float, float]:
    """How large a PostgreSQL database is, and how long a round trip to it takes."""
    size = connection.execute(sa.text("SELECT pg_database_size(current_database())")).scalar_one()
    return size, database_clock.read(connection).took
