"""The site as a process of its own: killed, stopped, and started again."""

import random
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from tabletown.server.serve import default_database
from tabletown.server.store.events import FORCED, Moved
from tabletown.server.store.protocol import LoggedEvent

from .databases import Place
from .faults import MOMENTS
from .process import Nursery, Process
from .visitors import FRAGMENT, PATIENCE_S, Form, read_form

Launch = Callable[..., Process]
SETUP = {"title": "uptown", "players": "2", "bot": "uniform"}


@pytest.fixture
def launch(nursery: Nursery, place: Place) -> Iterator[Launch]:
    """Start servers on one database."""
    launched: list[Process] = []

    def start(fault: str = "") -> Process:
        launched.append(Process(nursery, place.url, fault))
        return launched[-1]

    yield start
    for process in launched:
        process.remove()


def client(process: Process) -> httpx.Client:
    return httpx.Client(
        base_url=process.origin, headers={"Origin": process.origin}, trust_env=False, timeout=PATIENCE_S
    )


def form_at(http: httpx.Client, where: str) -> Form:
    """The form of a table, once it is the visitor's turn."""
    while not (form := read_form(http.get(where).text)).moves:
        time.sleep(0.02)
    return form


def log_of(place: Place, where: str) -> list[LoggedEvent]:
    store = place.open()
    log = store.events(where.removeprefix("/tables/"))
    store.close()
    assert [entry.version for entry in log] == list(range(1, len(log) + 1))
    return log


def test_a_killed_server_forgets_nothing_it_answered(launch: Launch, place: Place) -> None:
    """kill -9 in the middle of play, three times: every answered move is in the log, once, and the game goes on."""
    process = launch()
    rng = random.Random(7)
    answered: list[int] = []
    with client(process) as http:
        where = http.post("/tables", data=SETUP).headers["location"]
        for _ in range(3):
            deadline = time.monotonic() + rng.uniform(0.2, 0.6)
            while not answered or time.monotonic() < deadline:
                form = form_at(http, where)
                fields = {**form.fields, "move": rng.choice(form.moves)}
                if http.post(f"{where}/moves", data=fields).status_code == 303:
                    answered.append(int(form.fields["version"]) + 1)
            process.end(signal.SIGKILL)
            process.start()
            retry = http.post(f"{where}/moves", data=fields, headers=FRAGMENT)
            assert retry.status_code == 200
            assert int(retry.headers["x-table-version"]) > int(fields["version"])  # a forced ply may have followed
    process.end(signal.SIGTERM)
    log = log_of(place, where)
    assert {log[version - 1].event.kind for version in answered} == {"move"}
    assert {log[version - 1].event.seat for version in answered} == {0}


@pytest.mark.parametrize(("moment", "made"), MOMENTS.items())
def test_a_server_killed_at_the_worst_moment(launch: Launch, place: Place, moment: str, made: bool) -> None:
    """Whoever gets no answer asks again, and the move is made once."""
    process = launch(moment)
    with client(process) as http:
        where = http.post("/tables", data=SETUP).headers["location"]
        form = form_at(http, where)
        version = int(form.fields["version"])
        fields = {**form.fields, "move": form.moves[0]}
        with pytest.raises(httpx.TransportError):
            http.post(f"{where}/moves", data=fields)
        assert process.wait() == -signal.SIGKILL
        assert (len(log_of(place, where)) > version) == made
        process.start()
        answers = [http.post(f"{where}/moves", data=fields, headers=FRAGMENT) for _ in range(2)]
        first, again = (int(answer.headers["x-table-version"]) for answer in answers)
        assert version < first == again
        events = [entry.event for entry in log_of(place, where)]
        moves = [event for event in events if isinstance(event, Moved) and event.seat == 0 and event.by != FORCED]
        assert len(moves) == 1
        form = form_at(http, where)
        assert http.post(f"{where}/moves", data={**form.fields, "move": form.moves[0]}).status_code == 303


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_server_with_open_streams_stops_at_once(launch: Launch, how: signal.Signals) -> None:
    process = launch()
    with client(process) as http:
        where = http.post("/tables", data=SETUP).headers["location"]
        with http.stream("GET", f"{where}/events") as answer:
            lines = answer.iter_lines()
            assert next(lines) == "retry: 1000"
            assert process.end(how) in (0, -how)
            assert "retry: 500" in list(lines)  # a stream that is cut off after a while does not say that


def test_games_are_kept_with_the_users_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    database = default_database()
    assert database.parent.is_dir()
    assert tmp_path in database.parents
