"""The metrics of all workers, added up, for the one address at which the supervisor serves them."""

from collections.abc import Callable, Iterable
from typing import Any

from prometheus_client import Metric

Numbers = list[list[Any]]
"""Metrics as lists of plain values: name, documentation, type, and samples of a name, labels and a value."""

_HELD_BY_ALL = ("tabletown_database_up", "tabletown_titles_ready")  # what is true of the site if it is of every worker


def plain(metrics: Iterable[Metric]) -> Numbers:
    """Metrics as they are sent over a channel."""
    return [
        [metric.name, metric.documentation, metric.type, [[one.name, one.labels, one.value] for one in metric.samples]]
        for metric in metrics
    ]


class SummedMetrics:
    """Adds up the numbers of workers. What a worker has counted still counts when it has ended."""

    def __init__(self) -> None:
        self._last: dict[int, Numbers] = {}  # what each worker said last
        self._ended: list[Numbers] = []  # one list, the sum of all

    def note(self, worker: int, numbers: Numbers) -> None:
        """Note the numbers of a worker, instead of those that it said before."""
        self._last[worker] = numbers

    def end(self, worker: int) -> None:
        """A worker has ended: what it counted stays, what it had is gone."""
        counted = [metric for metric in self._last.pop(worker, []) if metric[2] != "gauge"]
        self._ended = [plain(_sum([*self._ended, counted]))]

    def total(self) -> list[Metric]:
        """The sum of all."""
        return _sum([*self._ended, *self._last.values()])


def _sum(lists: Iterable[Numbers]) -> list[Metric]:
    found: dict[str, tuple[str, str, dict[tuple[str, tuple[tuple[str, str], ...]], float]]] = {}
    for name, documentation, kind, samples in (metric for numbers in lists for metric in numbers):
        _, _, values = found.setdefault(name, (documentation, kind, {}))
        add: Callable[[float, float], float] = min if name in _HELD_BY_ALL else float.__add__
        for sample, labels, value in samples:
            key = sample, tuple(labels.items())
            values[key] = add(values[key], float(value)) if key in values else float(value)
    metrics = []
    for name, (documentation, kind, values) in found.items():
        metric = Metric(name, documentation, kind)
        for (sample, pairs), value in values.items():
            metric.add_sample(sample, dict(pairs), value)
        metrics.append(metric)
    return metrics
