"""Metrics of the work for bots, hints, files and texts: how much waits and runs, how long it waited, what failed."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

BUCKETS = (0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60)


class WorkMetrics:
    """The observer of the queues (`jobs/fair_queue.py`)."""

    def __init__(self, registry: CollectorRegistry) -> None:
        def gauge(name: str, text: str) -> Gauge:
            return Gauge(f"lutetia_work_{name}", text, ["kind"], registry=registry)

        self._waiting = gauge("waiting", "Pieces of work that wait for a worker")
        self._running = gauge("running", "Pieces of work that run")
        self._waited = Histogram(
            "lutetia_work_wait_seconds",
            "Seconds that work waited for a worker",
            ["kind"],
            buckets=BUCKETS,
            registry=registry,
        )
        self._faults = Counter(
            "lutetia_bot_faults", "Bots that failed: a random step was taken", ["fault"], registry=registry
        )

    def entered(self, kind: str) -> None:
        self._waiting.labels(kind).inc()

    def left(self, kind: str) -> None:
        self._waiting.labels(kind).dec()

    def started(self, kind: str, waited: float) -> None:
        self._waiting.labels(kind).dec()
        self._running.labels(kind).inc()
        self._waited.labels(kind).observe(waited)

    def finished(self, kind: str) -> None:
        self._running.labels(kind).dec()

    def failed(self, fault: str) -> None:
        self._faults.labels(fault).inc()
