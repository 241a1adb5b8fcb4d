"""The service's metrics for Prometheus."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from prometheus_client import CollectorRegistry, Counter, GCCollector, Histogram, ProcessCollector
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from minecrew.service.index import RunIndex
from minecrew.service.queue import Queue

METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))


class ServiceMetrics(Collector):
    """The counts of one service; `followers` returns how many clients follow runs."""

    def __init__(self, index: RunIndex, queue: Queue, followers: Callable[[], int]) -> None:
        self._index, self._queue, self._followers = index, queue, followers
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "minecrew_requests",
            "Number of responses, by route and status",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self.seconds = Histogram(
            "minecrew_request_seconds",
            "Seconds until a response begins; a stream may continue after that",
            ("method", "route"),
            registry=self.registry,
        )
        self.registry.register(self)
        ProcessCollector(registry=self.registry)
        GCCollector(registry=self.registry)

    def collect(self) -> Iterable[Metric]:
        """The metrics that are computed when they are requested."""
        runs = GaugeMetricFamily("minecrew_runs", "Number of runs", labels=("state", "outcome"))
        for (state, outcome), count in self._index.counts().items():
            runs.add_metric((state, outcome or ""), count)
        yield runs
        yield GaugeMetricFamily(
            "minecrew_queue_waiting", "Number of runs that wait for their turn", self._queue.waiting
        )
        yield GaugeMetricFamily("minecrew_queue_running", "Number of runs in progress", self._queue.running)
        yield GaugeMetricFamily(
            "minecrew_queue_parallel", "Maximum number of simultaneous runs", self._queue.parallel
        )
        yield GaugeMetricFamily("minecrew_followers", "Number of clients that follow runs", self._followers())

    def describe(self) -> Iterable[Metric]:
        return ()


class RequestMeter:
    """Middleware that counts responses."""

    def __init__(self, app: ASGIApp, metrics: ServiceMetrics) -> None:
        self.app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()

        def count(status: int) -> None:
            method = scope["method"] if scope["method"] in METHODS else "other"
            route = getattr(scope.get("route"), "path", "none")  # paths would be without number
            self._metrics.requests.labels(method, route, str(status)).inc()
            self._metrics.seconds.labels(method, route).observe(time.perf_counter() - began)

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                count(message["status"])
            await send(message)

        try:
            await self.app(scope, receive, counted)
        except Exception:  # the answer to a fault of ours is given farther out
            count(500)
            raise
