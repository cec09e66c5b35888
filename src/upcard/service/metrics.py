"""The metrics of a service, for OpenMetrics: requests, commands, commits; nothing that depends on a card."""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, disable_created_metrics
from prometheus_client.openmetrics.exposition import CONTENT_TYPE_LATEST, generate_latest

TYPE = CONTENT_TYPE_LATEST
UNROUTED = "none"  # the route of requests that no route takes
_REQUESTS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
_COMMITS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5)
_ROWS = (1, 2, 5, 10, 20, 50, 100)
disable_created_metrics()  # type: ignore[no-untyped-call]  # the library has no types here; times of creation say nothing


class ServiceMetrics:
    """The metrics of one service, in a registry of its own. Labels have few values: no person, table or address."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self._requests = Counter(
            "upcard_requests", "Requests answered.", ["method", "route", "status"], registry=registry
        )
        self._request_seconds = Histogram(
            "upcard_request_seconds",
            "Response time; for streams, time to the first byte.",
            ["route"],
            buckets=_REQUESTS,
            registry=registry,
        )
        self._limited = Counter("upcard_limited", "Refused requests and connections.", ["limit"], registry=registry)
        self._commands = Counter(
            "upcard_commands", "Commands answered.", ["role", "command", "answer"], registry=registry
        )
        self._commit_seconds = Histogram(
            "upcard_commit_seconds", "Duration of a durable commit.", buckets=_COMMITS, registry=registry
        )
        self._commit_rows = Histogram("upcard_commit_rows", "Rows per commit.", buckets=_ROWS, registry=registry)
        self._failures = Counter("upcard_commit_failures", "Failed commits.", registry=registry)

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request."""
        self._requests.labels(method, route, str(status)).inc()
        self._request_seconds.labels(route).observe(seconds)

    def limited(self, limit: str) -> None:
        """Count a refusal by a limit."""
        self._limited.labels(limit).inc()

    def commanded(self, role: str, command: str, answer: str) -> None:
        """Count a command of a role."""
        self._commands.labels(role, command, answer).inc()

    def committed(self, rows: int, seconds: float) -> None:
        """Count a commit."""
        self._commit_seconds.observe(seconds)
        self._commit_rows.observe(rows)

    def failed(self) -> None:
        """Count a commit that failed."""
        self._failures.inc()

    def watch(self, name: str, description: str, value: Callable[[], float]) -> None:
        """Add a value that is read when the metrics are read."""
        Gauge(f"upcard_{name}", description, registry=self.registry).set_function(value)

    def watch_process(self) -> None:
        """Add memory, processor time and open files of this process."""
        ProcessCollector(namespace="upcard", registry=self.registry)

    def text(self) -> bytes:
        """Return all metrics in OpenMetrics format."""
        written: bytes = generate_latest(self.registry)  # type: ignore[no-untyped-call]  # the library has no types here
        return written
