"""Connections that are slow, endless or too many: they are refused in a sentence, and others do not notice."""

import logging
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from urllib.parse import urlsplit

import pytest

from tabletown.server.connections import raise_descriptor_limit
from tabletown.server.limits import DEFAULTS
from tabletown.server.view import live

from .visitors import StartSite, Visitor, wait_until
from .web.test_live import stream


@pytest.fixture
def visitor(start: StartSite) -> Visitor:
    return start().visitor()


@pytest.fixture
def dial(visitor: Visitor) -> Iterator[ExitStack]:
    with ExitStack() as open_connections:
        yield open_connections


def connect(visitor: Visitor, dial: ExitStack) -> socket.socket:
    address = urlsplit(visitor.origin)
    return dial.enter_context(socket.create_connection((str(address.hostname), address.port or 80), timeout=60))


def hurry(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on a head has to arrive quickly."""
    monkeypatch.setattr(visitor.protocol, "limits", replace(DEFAULTS, head_seconds=0.2))


def answer(connection: socket.socket, request: bytes = b"") -> bytes:
    """All that the server says until it hangs up."""
    connection.sendall(request)
    said = b""
    while part := connection.recv(4096):
        said += part
    return said


def test_a_head_that_never_ends_in_time(visitor: Visitor, dial: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(visitor, monkeypatch)
    slow = connect(visitor, dial)
    slow.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
    assert visitor.http.get("/health").status_code == 200
    assert answer(slow).startswith(b"HTTP/1.1 408 ")


def test_a_head_that_never_ends_in_size(visitor: Visitor, dial: ExitStack) -> None:
    endless = connect(visitor, dial)
    endless.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * DEFAULTS.head_bytes)
    assert answer(endless).startswith(b"HTTP/1.1 431 ")


def test_a_head_that_comes_all_at_once_has_the_same_limit(visitor: Visitor, dial: ExitStack) -> None:
    head = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * DEFAULTS.head_bytes + b"\r\n\r\n"
    assert answer(connect(visitor, dial), head).startswith(b"HTTP/1.1 431 ")
    health = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    behind = answer(connect(visitor, dial), health + head + health)  # nor does it get through behind another
    assert b" 431 " in behind
    assert behind.count(b"HTTP/1.1 ") <= 2


def test_the_beginning_of_a_second_request_behind_the_first_has_its_time(
    visitor: Visitor, dial: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(visitor, monkeypatch)
    said = answer(connect(visitor, dial), b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET / HT")
    assert said.startswith(b"HTTP/1.1 200 ")
    assert b"HTTP/1.1 408 " in said


def test_a_second_request_on_a_connection_has_its_own_time_and_size(
    visitor: Visitor, dial: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection = connect(visitor, dial)
    head = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * (DEFAULTS.head_bytes * 2 // 3) + b"\r\n\r\n"
    for _ in range(2):
        connection.sendall(head)
        received = b""
        while not received.endswith(b"\r\n\r\nok\n"):  # head and body may come in two parts
            received += connection.recv(4096)
        assert received.startswith(b"HTTP/1.1 200 ")
    hurry(visitor, monkeypatch)
    connection.sendall(head[:20])
    assert answer(connection).startswith(b"HTTP/1.1 408 ")


def test_a_body_is_no_head(visitor: Visitor, dial: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(visitor, monkeypatch)
    connection = connect(visitor, dial)
    host = visitor.origin.removeprefix("http://").encode()
    connection.sendall(
        b"POST /theme HTTP/1.1\r\nHost: " + host + b"\r\nOrigin: http://" + host + b"\r\n"
        b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\nConnection: close\r\n\r\ntheme"
    )
    connection.settimeout(1.0)
    with pytest.raises(TimeoutError):
        connection.recv(1)  # it waits for the body
    connection.settimeout(60.0)
    connection.sendall(b"=no!")
    assert answer(connection).startswith(b"HTTP/1.1 400 ")  # there is no such theme


def test_clients_that_leave_before_their_answers(
    visitor: Visitor, dial: ExitStack, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their requests are forgotten, without a word in the log, which nobody must be able to fill."""
    monkeypatch.setattr(logging.getLogger("uvicorn"), "propagate", True)
    visitor.sit_down(bot="here")
    request = f"GET /tables/{visitor.table} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    for rest in (b"", b"\0 is no request"):
        for _ in range(5):
            with connect(visitor, dial) as connection:
                connection.sendall(request * 5 + rest)
                connection.recv(1)
    assert visitor.http.get("/health").status_code == 200
    wait_until(lambda: len(visitor.server.server_state.connections) == 1)  # the visitor's own
    wait_until(lambda: not visitor.server.server_state.tasks)
    assert caplog.text == ""


def test_more_connections_than_there_is_room_for(
    visitor: Visitor, dial: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert raise_descriptor_limit() >= 64
    assert visitor.http.get("/health").status_code == 200  # this one stays
    monkeypatch.setattr(visitor.protocol, "most_connections", 2)
    with connect(visitor, dial):
        refused = connect(visitor, dial)
        said = answer(refused)
        assert said.startswith(b"HTTP/1.1 503 ")
        assert b"\r\nretry-after: 5\r\n" in said
        assert b"Please try again in 5 seconds." in said
        assert visitor.http.get("/health").status_code == 200
    wait_until(
        lambda: (
            not answer(connect(visitor, dial), b"GET /health HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n").startswith(
                b"HTTP/1.1 503"
            )
        )
    )


def test_streams_of_one_address_are_limited(start: StartSite) -> None:
    visitor = start(streams_per_address=2).visitor()
    visitor.sit_down(bot="here")
    with stream(visitor) as one, stream(visitor) as two:
        next(one), next(two)
        refused = visitor.http.get(f"/tables/{visitor.table}/events")
        assert refused.status_code == 429
        assert live.TOO_MANY_STREAMS in refused.text
    wait_until(lambda: visitor.site.hub.streams < 2)
    with stream(visitor) as again:
        assert next(again)
