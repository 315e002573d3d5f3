"""A worker: one of several processes that serve one address. The supervisor starts it as a program of its own.

It is told what to do by an `Order` on its standard input, and ends when the supervisor says so or is gone.
"""

import logging
import os
import pickle
import signal
import socket
import sys
from dataclasses import dataclass
from typing import Any

from tabletown.server.app import Settings, create_app
from tabletown.server.metrics import Metrics
from tabletown.server.serve import Server, server_config, settle_in, warm_up
from tabletown.server.store.protocol import StoreError
from tabletown.server.workers.channel import Channel
from tabletown.server.workers.followed_preparation import FollowedPreparation
from tabletown.server.workers.siblings import ChannelSiblings
from tabletown.server.workers.summed_metrics import plain

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Order:
    """What a worker is to do: the descriptors of its sockets and its channel, the database, and how to serve.

    With `wait` all titles are compiled already, and it serves when all are loaded.
    """

    sockets: tuple[int, ...]
    channel: int
    db: str
    names: tuple[str, ...]
    settings: Settings
    wait: bool


def run(order: Order) -> None:
    """Serve until the supervisor sends SIGTERM or is gone. Raises StoreError."""
    channel = Channel(socket.socket(fileno=order.channel))
    siblings = ChannelSiblings(channel)
    preparation = None if order.wait else FollowedPreparation(channel)
    if preparation is None:
        warm_up()
    else:
        preparation.when_ready(settle_in)
    settle_in()

    app = create_app(order.db, order.settings, preparation=preparation, siblings=siblings, names=order.names)
    metrics: Metrics = app.state.site.metrics

    def handle(kind: str, values: list[Any]) -> Any:
        if kind == "metrics":
            return plain(metrics.snapshot())
        if kind == "stage" and preparation is not None:
            return preparation.handle(*values)
        return siblings.handle(kind, values)

    channel.start(handle, closed=lambda: os.kill(os.getpid(), signal.SIGTERM))
    config = server_config(app, order.settings.limits, metrics)
    server = Server(config, app, started=lambda: channel.tell("serving"))
    server.run(sockets=[socket.socket(fileno=number) for number in order.sockets])


def main() -> None:
    """Carry out the order on standard input."""
    order = pickle.load(sys.stdin.buffer)  # written by the supervisor, which is the same program
    try:
        run(order)
    except StoreError as error:
        sys.exit(f"a worker cannot reach the games: {error}")


if __name__ == "__main__":
    main()
