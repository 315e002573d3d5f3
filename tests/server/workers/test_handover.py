"""Connections are passed on to the worker to whom their table belongs, and to nobody who could not take them."""

import asyncio
import socket
from collections.abc import Iterator
from functools import partial

import pytest

from tabletown.server.play.siblings import Alone
from tabletown.server.workers import handover
from tabletown.server.workers.handover import BoxPairs, Handover, place_of

WORKERS = 3


class Posted(Alone):
    """What all workers have posted, as if they were in one process."""

    def __init__(self) -> None:
        super().__init__()
        self.numbers: dict[str, int] = {}

    def post(self, name: str, number: int) -> None:
        self.numbers[name] = number

    def posted(self, name: str) -> int:
        return self.numbers.get(name, 0)


class Workers:
    """The handovers of three workers, a connection, and what was adopted: by whom, and with which bytes."""

    def __init__(self) -> None:
        self.siblings = Posted()
        self._pairs = BoxPairs(WORKERS)
        self.handovers = [Handover(self._pairs.of(place), self.siblings) for place in range(WORKERS)]
        self.client, self.server = socket.socketpair()
        self.adopted: list[tuple[int, bytes]] = []

    def pass_on(self, data: bytes, place: int = 0) -> bool:
        return self.handovers[place].pass_on(self.server.fileno(), data)

    async def take(self, seconds: float = 0.05) -> None:
        """All workers take connections for a while."""

        def adopt(place: int, connection: socket.socket, data: bytes) -> None:
            with connection:
                connection.sendall(b"hello from %d" % place)
            self.adopted.append((place, data))

        tasks = [asyncio.create_task(one.take(partial(adopt, place))) for place, one in enumerate(self.handovers)]
        await asyncio.sleep(seconds)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def are_there(self) -> None:
        for place in range(WORKERS):
            self.siblings.post(f"takes connections {place}", handover._now())


@pytest.fixture
def workers() -> Iterator[Workers]:
    made = Workers()
    yield made
    made.client.close()
    made.server.close()
    for one in made.handovers:
        for end in (one._inbox, *one._outboxes):
            end.detach()
    made._pairs.close()


def table_of(place: int) -> bytes:
    """The id of a table that belongs to the worker at a place."""
    return next(name for name in (b"table-%d" % n for n in range(100)) if place_of(name, WORKERS) == place)


@pytest.mark.parametrize("path", [b"/tables/%s", b"/tables/%s/moves", b"/tables/%s?move=3", b"/api/v1/tables/%s/moves"])
def test_a_connection_goes_to_the_worker_of_its_table(workers: Workers, path: bytes) -> None:
    data = b"GET " + path % table_of(2) + b" HTTP/1.1\r\nHost: x\r\n"  # the rest is still to come
    workers.are_there()
    assert workers.pass_on(data)
    asyncio.run(workers.take())
    assert workers.adopted == [(2, data)]
    assert workers.client.recv(100) == b"hello from 2"


@pytest.mark.parametrize(
    "data",
    [
        b"GET / HTTP/1.1\r\n",
        b"GET /tables HTTP/1.1\r\n",
        b"POST /events?table=table-1 HTTP/1.1\r\n",
        b"GET /tables/" + table_of(0) + b" HTTP/1.1\r\n",  # its own
        b"GET /tables/" + table_of(1),  # the id may go on
        b"GET /tables/" + table_of(1) + b" HTTP/1.1\r\nCookie: " + b"x" * 40_000,
        b"\x16\x03\x01\x02\x00",
    ],
)
def test_other_connections_stay(workers: Workers, data: bytes) -> None:
    workers.are_there()
    assert not workers.pass_on(data)


def test_a_worker_that_is_not_heard_of_gets_nothing(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    data = b"GET /tables/" + table_of(1) + b" HTTP/1.1\r\n"
    assert not workers.pass_on(data)
    workers.are_there()
    assert workers.pass_on(data)
    now = handover._now()
    monkeypatch.setattr(handover, "_now", lambda: now + 10)
    assert not workers.pass_on(data)
    asyncio.run(workers.take())  # says that it is there, then that it is gone
    assert not workers.pass_on(data)


def test_a_worker_that_takes_nothing_is_not_waited_for(workers: Workers) -> None:
    workers.are_there()
    data = b"GET /tables/" + table_of(1) + b" HTTP/1.1\r\n" + b"x" * 10_000
    assert any(not workers.pass_on(data) for _ in range(10_000))
