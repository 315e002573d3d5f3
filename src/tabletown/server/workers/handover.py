"""Handing over connections: every table belongs to one worker, and requests about it are answered there.

The system gives a new connection to any worker. If the requests about one table were answered by several, each of them
would replay every move and draw every board anew. So a worker that gets a request about a table of another one passes
the connection on to it, with what it has read of the request, over a socket between the two.

This makes a site faster, and nothing else: any worker can answer any request, because the database is the truth. A
worker keeps a connection if the other one has not been heard of lately, or cannot take it.
"""

import asyncio
import logging
import re
import socket
import time
from binascii import crc32
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from tabletown.server.play.siblings import Siblings

BEAT_S = 1.0
SILENT_S = 3.5
"""A worker that was not heard of for so long gets no connections."""

_ABOUT_TABLE = re.compile(rb"[A-Z]+ (?:/api/v\d+)?/tables/([\w-]+)[/? ]")
_MOST_BYTES = 32_768  # of a request; a longer one stays where it is

log = logging.getLogger(__name__)

Adopt = Callable[[socket.socket, bytes], object]
"""Takes a connection over, on the event loop, with what was read of its next request."""


@dataclass(frozen=True, slots=True)
class Boxes:
    """The descriptors of a worker's sockets: where it gets connections, and for each worker where it sends them."""

    place: int
    inbox: int
    outboxes: tuple[int, ...]


class BoxPairs:
    """The sockets through which the workers of a site pass connections on. A worker that is replaced inherits them."""

    def __init__(self, workers: int) -> None:
        self._pairs = [socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(workers)]
        for pair in self._pairs:
            for end in pair:
                end.setblocking(False)

    def of(self, place: int) -> Boxes:
        """The boxes of the worker at this place, counted from 0."""
        inbox = self._pairs[place][0].fileno()
        return Boxes(place, inbox, tuple(sender.fileno() for _, sender in self._pairs))

    def close(self) -> None:
        """Close all; connections that no worker has taken are lost."""
        for pair in self._pairs:
            for end in pair:
                end.close()


def place_of(table_id: bytes, workers: int) -> int:
    """The place of the worker to which a table belongs."""
    return crc32(table_id) % workers


class Handover:
    """Passes connections on to the workers to whom their tables belong, and takes those of this worker."""

    def __init__(self, boxes: Boxes, siblings: Siblings) -> None:
        self._place = boxes.place
        self._siblings = siblings
        self._inbox = socket.socket(fileno=boxes.inbox)
        self._outboxes = [socket.socket(fileno=number) for number in boxes.outboxes]

    def pass_on(self, connection: int, data: bytes) -> bool:
        """Pass on the connection with this descriptor, on which a request begins with `data`; False if it stays."""
        about = _ABOUT_TABLE.match(data)
        if about is None or len(data) > _MOST_BYTES:
            return False
        place = place_of(about[1], len(self._outboxes))
        if place == self._place or not self._is_there(place):
            return False
        try:
            socket.send_fds(self._outboxes[place], [data], [connection])
        except OSError:  # the other one has too many that it has not taken
            return False
        return True

    def _is_there(self, place: int) -> bool:
        return 0 <= _now() - self._siblings.posted(_beat_of(place)) < SILENT_S

    async def take(self, adopt: Adopt) -> None:
        """Take connections, and let the others know that this worker does, until the task is cancelled."""
        loop = asyncio.get_running_loop()
        loop.add_reader(self._inbox, self._take_all, adopt)
        try:
            while True:
                self._siblings.post(_beat_of(self._place), _now())
                await asyncio.sleep(BEAT_S)
        finally:
            self._siblings.post(_beat_of(self._place), 0)
            loop.remove_reader(self._inbox)

    def _take_all(self, adopt: Adopt) -> None:
        with suppress(BlockingIOError):  # there are no more
            while True:
                data, connections, _, _ = socket.recv_fds(self._inbox, _MOST_BYTES, 1)
                for connection in connections:
                    adopt(socket.socket(fileno=connection), data)


def _beat_of(place: int) -> str:
    return f"takes connections {place}"


def _now() -> int:
    """Seconds by a clock that all processes of a machine share; never 0, which would mean that nothing was posted."""
    return int(time.monotonic()) + 1
