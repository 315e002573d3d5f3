"""Connections to a real server: what is no request, what is slow, and far too many of both."""

from collections import Counter
from contextlib import ExitStack

from .hostile import FORM_TYPE, RAW
from .siege import WIDE, Siege, first_status

RATE_LIMITS = WIDE

HALF_OPEN = 300


def test_what_is_no_request_is_refused_and_breaks_nothing(siege: Siege) -> None:
    """Two lengths, broken chunks, rubbish behind a request, paths that lead outside, and so on."""
    with ExitStack() as stack, siege.writes_nothing():
        connections = {raw.name: stack.enter_context(siege.dial()) for raw in RAW}
        for raw in RAW:
            connections[raw.name].sendall(raw.data)
        answers = {raw.name: first_status(connections[raw.name]) for raw in RAW}
    wrong = {raw.name: answers[raw.name] for raw in RAW if raw.status not in (None, answers[raw.name])}
    assert wrong == {}
    assert all(status is None or status < 500 for status in answers.values()), answers


def test_hundreds_of_clients_that_never_finish_their_request(siege: Siege) -> None:
    """Others do not wait for them, and after a while they are sent away."""
    host = f"127.0.0.1:{siege.process.port}"
    openings = {
        "nothing": b"",
        "half a head": f"GET / HTTP/1.1\r\nHost: {host}\r\nX: ".encode(),
        "half a body": (
            f"POST /theme HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Type: {FORM_TYPE}\r\n"
            "Content-Length: 100\r\n\r\ntheme="
        ).encode(),
        "half a chunk": (
            f"POST /theme HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Type: {FORM_TYPE}\r\n"
            "Transfer-Encoding: chunked\r\n\r\n50\r\ntheme="
        ).encode(),
    }
    with ExitStack() as stack:
        waiting = []
        for number in range(HALF_OPEN):
            kind = list(openings)[number % len(openings)]
            connection = stack.enter_context(siege.dial())
            connection.sendall(openings[kind])
            if kind != "nothing":
                waiting.append(connection)
        siege.check()
        for connection in waiting[::7]:  # a byte now and then does not help
            connection.sendall(b"a")
        assert {first_status(connection) for connection in waiting} == {408}


def test_clients_that_never_read(siege: Siege) -> None:
    page = f"GET /tables/{siege.table} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    with ExitStack() as stack:
        for _ in range(20):
            stack.enter_context(siege.dial()).sendall(page * 20)
        siege.check()


def test_a_flood_of_streams_from_one_address(siege: Siege) -> None:
    """Ten are allowed here, also if all are asked for at once. Others get theirs."""
    path = f"/tables/{siege.table}/events"
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: {siege.new_address()}\r\n\r\n".encode()
    with ExitStack() as stack:
        connections = [stack.enter_context(siege.dial()) for _ in range(50)]
        for connection in connections:
            connection.sendall(head)
        assert Counter(map(first_status, connections)) == {200: 10, 429: 40}
        assert stack.enter_context(siege.attacker().http.stream("GET", path)).status_code == 200
        siege.check()
