"""Metrics: numbers about a running site, for its host and the program that watches it (Prometheus).

docs/operating.md lists them all. A number belongs to no player and no table: labels are the names of titles, limits,
routes and operations, of which there are only so many, and never an id, an address or the name of a person.
"""

from collections.abc import Iterable, Iterator
from typing import Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Metric, generate_latest
from prometheus_client.registry import Collector

from tabletown.server.store.protocol import Operation

MovedBy = Literal["player", "bot", "clock"]
Work = Literal["move", "hint", "review"]

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
NO_ROUTE = "none"
_DATABASE_S = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_BOT_S = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)


class Metrics:
    """The metrics of one site. All methods may be called from any thread.

    What happens is counted by the methods. What there is now (the gauges) is asked for when the metrics are read:
    the site says how, with `set_function`.
    """

    def __init__(self) -> None:
        here = CollectorRegistry()  # not the one of the process, in which there may be several sites
        self._registry = here
        # what happens
        self.moves = Counter("tabletown_moves", "Moves that were made.", ["title", "by"], registry=here)
        self.refusals = Counter("tabletown_refusals", "Refusals because of a limit.", ["limit"], registry=here)
        self.mails = Counter("tabletown_mails", "Mails that were sent.", ["kind"], registry=here)
        self.requests = Counter("tabletown_requests", "Requests answered.", ["route", "status"], registry=here)
        self.bot_wait_seconds = Histogram(
            "tabletown_bot_wait_seconds", "Wait for a thread to think in.", ["work"], registry=here, buckets=_BOT_S
        )
        self.bot_think_seconds = Histogram(
            "tabletown_bot_think_seconds", "Time spent thinking.", ["work"], registry=here, buckets=_BOT_S
        )
        self.database_seconds = Histogram(
            "tabletown_database_seconds",
            "Time that the database took.",
            ["operation"],
            registry=here,
            buckets=_DATABASE_S,
        )
        self.database_failures = Counter(
            "tabletown_database_failures", "Operations that failed.", ["operation"], registry=here
        )
        self.database_outages = Counter(
            "tabletown_database_outages", "How often the database stopped answering.", registry=here
        )
        # what there is now
        self.database_up = Gauge("tabletown_database_up", "1 while the database answers.", registry=here)
        self.bot_queue = Gauge("tabletown_bot_queue", "Moves and hints that wait for a thread.", registry=here)
        self.bot_threads = Gauge("tabletown_bot_threads", "Threads that think now.", registry=here)
        self.streams = Gauge("tabletown_streams", "Live streams that are open.", registry=here)
        self.connections = Gauge("tabletown_connections", "Connections that are open.", registry=here)
        self.tables_in_memory = Gauge("tabletown_tables_in_memory", "Tables kept in memory.", registry=here)
        self.titles_ready = Gauge("tabletown_titles_ready", "Titles that can be played.", registry=here)

    def moved(self, title: str, by: MovedBy, moves: int) -> None:
        """Count moves that were made together."""
        self.moves.labels(title, by).inc(moves)

    def refused(self, limit: str) -> None:
        """Count something that was refused because of the limit of this name (limits.py)."""
        self.refusals.labels(limit).inc()

    def mailed(self, kind: str) -> None:
        """Count a mail that was handed to the mail server."""
        self.mails.labels(kind).inc()

    def answered(self, route: str, status: int) -> None:
        """Count a request whose answer begins. `route` is a pattern such as `/tables/{table}`, or NO_ROUTE."""
        self.requests.labels(route, f"{status // 100}xx").inc()

    def waited(self, work: Work, seconds: float) -> None:
        """Note how long a move of a bot, or a hint, has waited for a thread."""
        self.bot_wait_seconds.labels(work).observe(seconds)

    def thought(self, work: Work, seconds: float) -> None:
        """Note how long a bot has thought about its move, or about a hint."""
        self.bot_think_seconds.labels(work).observe(seconds)

    def database_took(self, operation: Operation, seconds: float, failed: bool = False) -> None:
        """Note how long the database took for an operation, and whether it failed."""
        self.database_seconds.labels(operation).observe(seconds)
        if failed:
            self.database_failures.labels(operation).inc()

    def snapshot(self) -> list[Metric]:
        """All metrics as they are now: plain data, which can be pickled and sent to another process."""
        metrics = list(self._registry.collect())
        for metric in metrics:  # when each number was first counted would make the list half as long again
            metric.samples = [sample for sample in metric.samples if not sample.name.endswith("_created")]
        return metrics


class _Collected(Collector):
    def __init__(self, metrics: Iterable[Metric]) -> None:
        self._metrics = list(metrics)

    def collect(self) -> Iterator[Metric]:
        return iter(self._metrics)


def as_text(metrics: Iterable[Metric]) -> bytes:
    """Metrics in the text format of Prometheus (see CONTENT_TYPE)."""
    return generate_latest(_Collected(metrics))
