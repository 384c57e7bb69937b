"""Metrics for Prometheus, counted separately for each application."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST as CONTENT_TYPE

from lutetia.server.ops.work_metrics import WorkMetrics

__all__ = ["CONTENT_TYPE", "Metrics"]

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


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
        gauge = Gauge("lutetia_connections", "Open WebSockets and event streams", registry=self.registry)
        gauge.set_function(connections)
        self._labelled: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

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

    def exposition(self) -> bytes:
        """All metrics in the text format that Prometheus reads."""
        return generate_latest(self.registry)
