"""A worker: one of several processes that serve one address. The supervisor starts it as a program of its own.

It is told what to do by an `Order` on its standard input, and ends when the supervisor says so or is gone.
"""

import asyncio
import logging
import os
import pickle
import signal
import socket
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import uvicorn
from starlette.applications import Starlette

from tabletown.server.app import create_app
from tabletown.server.metrics import Metrics
from tabletown.server.serve import Server, server_config, settle_in, warm_up
from tabletown.server.settings import Settings
from tabletown.server.store.protocol import StoreError
from tabletown.server.workers.channel import Channel
from tabletown.server.workers.followed_preparation import FollowedPreparation
from tabletown.server.workers.handover import Boxes, Handover
from tabletown.server.workers.siblings import ChannelSiblings
from tabletown.server.workers.summed_metrics import plain

log = logging.getLogger(__name__)

_LOOK_S = 0.1  # between two looks whether the titles are ready


@dataclass(frozen=True, slots=True)
class Order:
    """What a worker is to do: the descriptors of its sockets, channel and boxes, the database, and how to serve.

    With `wait` all titles are compiled already, and it serves when all are loaded.
    """

    sockets: tuple[int, ...]
    channel: int
    boxes: Boxes
    db: str
    names: tuple[str, ...]
    settings: Settings
    wait: bool


class WorkerServer(Server):
    """A server that also takes connections which other workers pass on to it, as soon as its titles are ready.

    Until then, a worker that is ready can answer, and a connection that was on its way to a worker which died waits.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        app: Starlette,
        handover: Handover,
        is_ready: Callable[[], bool],
        started: Callable[[], None],
    ) -> None:
        super().__init__(config, app, started)
        self._handover = handover
        self._is_ready = is_ready
        self._tasks: set[asyncio.Task[Any]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, and to take connections."""
        await super().startup(sockets)
        self._taking = asyncio.create_task(self._take())

    async def _take(self) -> None:
        while not self._is_ready():
            await asyncio.sleep(_LOOK_S)
        await self._handover.take(self._adopt)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more connections, then end everything else."""
        self._taking.cancel()
        await super().shutdown(sockets)

    def _adopt(self, connection: socket.socket, received: bytes) -> None:
        def protocol() -> asyncio.Protocol:
            state: Any = self.lifespan.state
            return self.config.http_protocol_class(  # type: ignore[call-arg]
                config=self.config, server_state=self.server_state, app_state=state, received=received
            )

        adopting = asyncio.get_running_loop().connect_accepted_socket(protocol, connection)
        task = asyncio.create_task(_or_hang_up(adopting, connection))
        self._tasks.add(task)  # a task that nobody holds may be collected
        task.add_done_callback(self._tasks.discard)


async def _or_hang_up(adopting: Awaitable[object], connection: socket.socket) -> None:
    try:
        await adopting
    except OSError:  # the client went away meanwhile
        connection.close()


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
    handover = Handover(order.boxes, siblings)
    config = server_config(app, order.settings.limits, metrics, pass_on=handover.pass_on)
    server = WorkerServer(
        config,
        app,
        handover,
        is_ready=lambda: preparation is None or not preparation.coming(),
        started=lambda: channel.tell("serving"),
    )
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
