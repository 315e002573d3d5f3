"""What people see when the database fails: a sentence, no half move, and the same form works when it is back."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest

from tabletown.server.store.sql import SqlStore

from .databases import Place, Served
from .visitors import Form, Running, StartSite, Visitor, wait_until
from .web.test_live import next_version, stream

pytestmark = pytest.mark.usefixtures("every_ply")

CLOSED = "nothing was changed. Please try again in a moment."


@pytest.fixture
def db(place: Place) -> str:
    return place.url


@pytest.fixture
def visitor(start: StartSite, monkeypatch: pytest.MonkeyPatch) -> Visitor:
    """Somebody at a table of a site that does not wait for long."""
    for module in ("sqlite", "postgres"):
        monkeypatch.setattr(f"tabletown.server.store.{module}._PATIENCE_S", 0.1)
    visitor = start(poll=0.1).visitor()
    visitor.sit_down(**{"bot-1": "here"})  # no bot is in the way
    return visitor


def store_of(visitor: Visitor) -> SqlStore:
    store = visitor.site.store
    assert isinstance(store, SqlStore)
    return store


def assert_refused(visitor: Visitor, form: Form) -> None:
    before = visitor.log()
    answer = visitor.move(form, form.moves[0])
    assert answer.status_code == 503
    assert CLOSED in answer.text
    assert visitor.log() == before
    started = visitor.post("/quick/uptown")
    assert started.status_code == 503
    assert "set-cookie" not in started.headers


def assert_works(visitor: Visitor, form: Form) -> None:
    before = len(visitor.log())
    assert [visitor.move(form, form.moves[0]).status_code for _ in range(2)] == [303, 303]
    assert len(visitor.log()) == before + 1


def test_a_locked_database(visitor: Visitor, place: Place) -> None:
    form = visitor.form()
    with place.locked():
        assert_refused(visitor, form)
        assert "seat" in visitor.form().fields  # who only looks is not in the way
    assert_works(visitor, form)


def test_a_disk_that_can_only_be_read(visitor: Visitor, place: Place) -> None:
    form = visitor.form()
    place.read_only(store_of(visitor))
    assert_refused(visitor, form)
    place.read_only(store_of(visitor), False)
    assert_works(visitor, form)


# PostgreSQL


@pytest.fixture
def seated(served: Served) -> Iterator[Visitor]:
    running = Running(served.url, poll=0.1)
    visitor = running.visitor()
    visitor.sit_down(**{"bot-1": "here"})
    yield visitor
    running.stop()


def test_a_database_server_that_dies_and_comes_back(seated: Visitor, served: Served) -> None:
    """An open page learns of the next move, whatever happened in between."""
    form = seated.form()
    with stream(seated) as lines:
        version = next_version(lines)
        served.cluster.stop()
        try:
            wait_until(lambda: seated.http.get("/health").status_code == 503)
            answer = seated.move(form, form.moves[0])
        finally:
            served.cluster.start()
        assert answer.status_code == 503
        wait_until(lambda: seated.http.get("/health").status_code == 200)
        assert_works(seated, form)
        assert next_version(lines) > version


def test_a_database_server_that_hangs(seated: Visitor, served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """What needs the database is refused after a while, then at once; all else does not wait, and nothing is lost."""
    monkeypatch.setattr("tabletown.server.store.postgres._ANSWER_S", 1.0)
    monkeypatch.setattr("tabletown.server.store.postgres._SILENCE_S", 3600.0)  # nobody tries again meanwhile
    form, before = seated.form(), seated.log()
    wait, allowed = psycopg.Connection.wait, list[float | None]()

    def noted(self: psycopg.Connection, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        if threading.current_thread().name.startswith("AnyIO"):  # a request, or what looks after the site
            allowed.append(timeout)
        return wait(self, gen, interval, timeout)

    monkeypatch.setattr(psycopg.Connection, "wait", noted)
    with served.cluster.frozen():
        with ThreadPoolExecutor(30) as many:
            answers = [many.submit(seated.http.get, f"/tables/{seated.table}/board") for _ in range(30)]
            for path in ("/static/table.js", "/static/pieces.css"):
                assert seated.http.get(path).status_code == 200
            wait_until(lambda: seated.http.get("/health").status_code == 503)
            assert {answer.result().status_code for answer in answers} == {503}
        assert set(allowed) == {1.0}  # no request waited longer for an answer than the store is patient
        allowed.clear()
        assert {seated.http.get(f"/tables/{seated.table}/board").status_code for _ in range(30)} == {503}
        answer = seated.move(form, form.moves[0])
        assert answer.status_code == 503
        assert allowed == []  # and these did not wait at all
    store_of(seated)._quiet_until = 0.0  # type: ignore[attr-defined]
    wait_until(lambda: seated.http.get("/health").status_code == 200)
    assert seated.log() == before
    assert_works(seated, form)


def test_a_commit_whose_outcome_nobody_knows(seated: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was done, but the connection was lost before the database said so."""
    commit = psycopg.Transaction._commit_gen

    def lost(self: psycopg.Transaction) -> object:
        monkeypatch.undo()
        yield from commit(self)
        self.connection.close()
        raise psycopg.OperationalError("the connection is lost")

    form = seated.form()
    monkeypatch.setattr(psycopg.Transaction, "_commit_gen", lost)
    answer = seated.move(form, form.moves[0])
    assert answer.status_code == 503
    assert "look whether it was done" in answer.text
    assert len(seated.log()) == 1
    assert seated.move(form, form.moves[0]).status_code == 303
    assert len(seated.log()) == 1
