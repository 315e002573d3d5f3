"""The switchboard: the supervisor's end of all channels. It counts for all workers and passes on their news.

What a worker has claimed or posted is forgotten when the worker ends. The supervisor asks the workers, too: for their
metrics, which are added up (summed_metrics.py).
"""

import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, fields
from typing import Any

from prometheus_client import Metric

from tabletown.server.limits import Limits, Rate
from tabletown.server.play.people.rate_limit import RateLimit
from tabletown.server.preparing import Stage
from tabletown.server.workers.channel import Channel, NoAnswer
from tabletown.server.workers.summed_metrics import SummedMetrics


class Switchboard:
    """Answers the workers and connects them with each other.

    `serving` is called when a worker begins to serve, `ask_for` with a title that a visitor waits for.
    """

    def __init__(self, limits: Limits, serving: Callable[[], None], ask_for: Callable[[str], object]) -> None:
        rates = {limit.name: getattr(limits, limit.name) for limit in fields(limits)}
        self._rates = {
            name: RateLimit(rate, limits.players_per_address) for name, rate in rates.items() if isinstance(rate, Rate)
        }
        self._serving = serving
        self._ask_for = ask_for
        self._stages: dict[str, Stage] = {}  # how far titles are
        self._channels: dict[int, Channel] = {}
        self._claims: dict[str, int] = {}  # which worker has claimed what
        self._posts: dict[int, dict[str, int]] = {}  # the numbers that each worker has posted
        self._summed = SummedMetrics()
        self._lock = threading.RLock()

    def connect(self, worker: int, end: socket.socket) -> None:
        """Connect a worker, and let it know all that the others were told before."""
        channel = Channel(end)
        with self._lock:
            for title, stage in self._stages.items():
                _tell_stage(channel, title, stage)
            for other, posts in self._posts.items():
                for name, number in posts.items():
                    channel.tell("posted", other, name, number, key=(other, name))
            self._channels[worker] = channel
            self._posts[worker] = {}
        channel.start(lambda kind, values: self._handle(worker, kind, values), lambda: self._forget(worker))

    def disconnect(self, worker: int) -> None:
        """Hang up; this worker has ended."""
        with self._lock:
            channel = self._channels.get(worker)
        if channel is not None:
            channel.close()

    def tell_stage(self, name: str, stage: Stage) -> None:
        """Let all workers know how far a title is."""
        with self._lock:
            self._stages[name] = stage
            for channel in self._channels.values():
                _tell_stage(channel, name, stage)

    def metrics(self) -> list[Metric]:
        """The metrics of all workers, added up. Of one that does not answer, those that it said last."""
        with self._lock:
            channels = dict(self._channels)
        for worker, channel in channels.items():
            with suppress(NoAnswer):
                numbers = channel.ask("metrics")
                with self._lock:
                    if worker in self._channels:  # else it has ended meanwhile
                        self._summed.note(worker, numbers)
        with self._lock:
            return self._summed.total()

    def _handle(self, worker: int, kind: str, values: list[Any]) -> Any:
        """Take a message of a worker; returns the answer, if it is a question."""
        match kind, values:
            case "rate", [name, player, address]:
                return self._rates[name].wait(player, address)
            case "claim", [name]:
                return self._claim(worker, name)
            case "release", [name]:
                return self._release(worker, name)
            case "post", [name, number]:
                return self._post(worker, name, number)
            case "news", [news, about, *told]:
                return self._tell_others(worker, "news", news, about, *told, key=(news, about))
            case "ask_for", [title]:
                self._ask_for(title)
                return None
            case "serving", []:
                return self._serving()
        raise ValueError(f"there is no message {kind}")

    def _claim(self, worker: int, name: str) -> bool:
        """Grant a claim, or tell its holder that another worker wants it."""
        with self._lock:
            holder = self._claims.get(name)
            if holder is None:
                self._claims[name] = worker
            elif holder != worker:
                self._channels[holder].tell("news", "wanted", name, "")
            return holder is None

    def _release(self, worker: int, name: str) -> None:
        with self._lock:
            if self._claims.get(name) == worker:
                del self._claims[name]

    def _post(self, worker: int, name: str, number: int) -> None:
        with self._lock:
            if number:
                self._posts[worker][name] = number
            else:
                self._posts[worker].pop(name, None)
            self._tell_others(worker, "posted", worker, name, number, key=(worker, name))

    def _tell_others(self, worker: int, kind: str, *values: Any, key: object) -> None:
        with self._lock:
            for other, channel in self._channels.items():
                if other != worker:
                    channel.tell(kind, *values, key=key)

    def _forget(self, worker: int) -> None:
        """Take back all that a worker has claimed and posted, when its channel has ended."""
        with self._lock:
            del self._channels[worker]
            self._summed.end(worker)
            self._claims = {name: holder for name, holder in self._claims.items() if holder != worker}
            for name in self._posts.pop(worker):
                self._tell_others(worker, "posted", worker, name, 0, key=(worker, name))


def _tell_stage(channel: Channel, name: str, stage: Stage) -> None:
    channel.tell("stage", name, asdict(stage), key=("stage", name))
