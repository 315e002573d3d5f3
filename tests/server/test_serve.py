"""The site as a process of its own: killed, stopped, and started again."""

import random
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tabletown.server.serve import default_database
from tabletown.server.sqlite import SqliteStore

from .process import Process
from .visitors import read_form


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Process]:
    process = Process(tmp_path / "site.sqlite3")
    yield process
    process.end(signal.SIGKILL)


def test_a_killed_server_forgets_nothing_it_answered(process: Process, tmp_path: Path) -> None:
    """kill -9 in the middle of play, three times: every answered move is in the log, once, and the game goes on."""
    rng = random.Random(7)
    answered: list[tuple[int, str]] = []
    with httpx.Client(base_url=process.origin, headers={"Origin": process.origin}, trust_env=False) as http:
        where = http.post("/tables", data={"title": "uptown", "players": "2", "bot": "uniform"}).headers["location"]
        for _ in range(3):
            deadline = time.monotonic() + rng.uniform(0.2, 0.6)
            while time.monotonic() < deadline:
                form = read_form(http.get(where).text)
                if not form.moves:
                    continue
                move = rng.choice(form.moves)
                fields = {**form.fields, "move": move}
                if http.post(f"{where}/moves", data=fields).status_code == 303:
                    answered.append((int(form.fields["version"]) + 1, move))
            process.end(signal.SIGKILL)
            process.start()
            retry = http.post(f"{where}/moves", data=fields, headers={"Accept": "text/x-fragment"})
            assert retry.status_code == 200
            assert retry.headers["x-table-version"] == str(int(fields["version"]) + 1)
    assert len(answered) > 3
    process.end(signal.SIGTERM)
    store = SqliteStore(tmp_path / "site.sqlite3")
    log = store.events(where.removeprefix("/tables/"))
    store.close()
    assert [entry.version for entry in log] == list(range(1, len(log) + 1))
    assert all(log[version - 1].event.kind == "move" for version, _ in answered)
    assert all(log[version - 1].event.seat == 0 for version, _ in answered)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_server_with_open_streams_stops_at_once(process: Process, how: signal.Signals) -> None:
    with httpx.Client(base_url=process.origin, headers={"Origin": process.origin}, trust_env=False) as http:
        where = http.post("/tables", data={"title": "uptown", "players": "2"}).headers["location"]
        with http.stream("GET", f"{where}/events") as answer:
            lines = answer.iter_lines()
            assert next(lines) == "retry: 1000"
            began = time.monotonic()
            status = process.end(how)
            assert time.monotonic() - began < 2.5
            assert status in (0, -how)
            assert "retry: 500" in list(lines)


def test_games_are_kept_with_the_users_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    database = default_database()
    assert database.parent.is_dir()
    assert tmp_path in database.parents
