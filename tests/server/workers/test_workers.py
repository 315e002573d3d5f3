"""`tabletown serve --workers`: several processes serve one address, share what must be shared, and are replaced."""

import os
import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from tabletown.server.store.sqlite import SqliteStore
from tabletown.server.workers.handover import place_of
from tabletown.server.workers.supervisor import WorkersFailed, run_workers

from ..visitors import FRAGMENT, Form, read_form, wait_until
from ..web.test_live import next_version
from .several import SeveralWorkers, is_running

HOTSEAT = {"title": "uptown", "players": "2", "bot": "here"}


@pytest.fixture(scope="module")
def site(_compiled: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SeveralWorkers]:
    """One site for the tests of this module that do not start it themselves; the last of them ends it."""
    site = SeveralWorkers(tmp_path_factory.mktemp("site") / "site.sqlite3")
    yield site
    site.close()


@pytest.fixture
def workers(site: SeveralWorkers) -> list[int]:
    return site.wait_for_workers()


def test_a_move_made_in_one_worker_reaches_a_stream_of_the_other(site: SeveralWorkers, workers: list[int]) -> None:
    one = site.client(workers[0], "10.0.1.1")
    where = one.post("/tables", data=HOTSEAT).headers["location"]
    # a stream of several tables stays in the worker that took its connection
    with site.stream(workers[1], f"/events?table={where.removeprefix('/tables/')}") as lines:
        version = next_version(lines)
        form = read_form(one.get(where).text)
        assert one.post(f"{where}/moves", data={**form.fields, "move": form.moves[0]}).status_code == 303
        assert next_version(lines) > version
        wait_until(lambda: "1 watching" in one.get(where).text)
    wait_until(lambda: "1 watching" not in one.get(where).text)
    with site.stream(workers[0], "/events?table=lobby") as lines:
        version = next_version(lines)
        open_table = {"title": "uptown", "players": "2", "bot": "open", "public": "everybody"}
        assert site.client(workers[1], "10.0.1.2").post("/tables", data=open_table).status_code == 303
        assert next_version(lines) > version


def test_all_requests_about_a_table_are_answered_by_one_worker(site: SeveralWorkers, workers: list[int]) -> None:
    """Whichever worker took their connections; and a connection goes along when it asks about another table."""
    clients = [site.client(worker, f"10.0.5.{place}") for place in range(3) for worker in workers]
    tables = [client.post("/tables", data=HOTSEAT).headers["location"] for client in clients[:4]]
    places = {where: place_of(where.removeprefix("/tables/").encode(), len(workers)) for where in tables}

    def holder(where: str) -> int | None:
        assert all(client.get(where).status_code == 200 for client in clients)
        return next((worker for worker in workers if site.connections(worker) >= len(clients)), None)

    def each_place_has_its_worker() -> bool:
        found = {(place, holder(where)) for where, place in places.items()}
        held_by = {worker for _, worker in found}
        return None not in held_by and len(found) == len(held_by) == len(set(places.values()))

    # workers have to hear of each other first, and keep what belongs to one that has been slow for a while
    wait_until(each_place_has_its_worker)


def test_a_burst_is_counted_once_over_all_workers(site: SeveralWorkers, workers: list[int]) -> None:
    statuses = [
        site.client(worker, "10.0.2.1").post("/tables", data=HOTSEAT).status_code for worker in [*workers, *workers]
    ]
    assert statuses == [303, 303, 303, 429]
    assert site.client(workers[1], "10.0.2.2").post("/tables", data=HOTSEAT).status_code == 303


def test_streams_of_an_address_are_counted_over_all_workers(site: SeveralWorkers, workers: list[int]) -> None:
    def refused(worker: int) -> bool:
        with site.stream(worker, "/events?table=lobby", "10.0.3.1") as lines:
            return next(lines) == "status 429"

    with (
        site.stream(workers[0], "/events?table=lobby", "10.0.3.1") as one,
        site.stream(workers[1], "/events?table=lobby", "10.0.3.1") as other,
    ):
        assert next(one) == next(other) == "retry: 1000"
        wait_until(lambda: refused(workers[0]))
        wait_until(lambda: refused(workers[1]))
    wait_until(lambda: not refused(workers[0]))


def test_a_killed_worker_is_replaced_and_its_moves_are_kept(site: SeveralWorkers, workers: list[int]) -> None:
    """kill -9 in the middle of play: what it answered is kept, the other goes on at once, another one comes."""
    doomed, other = workers
    answered: list[int] = []
    http = site.client(doomed, "10.0.4.1")
    where = http.post("/tables", data={**HOTSEAT, "bot": "uniform"}).headers["location"]
    for _ in range(3):
        form = waiting_form(http, where)
        fields = {**form.fields, "move": form.moves[0]}
        assert http.post(f"{where}/moves", data=fields).status_code == 303
        answered.append(int(form.fields["version"]) + 1)
    os.kill(doomed, signal.SIGKILL)
    cookies, http = http.cookies, site.client(other)
    http.cookies = cookies
    retry = http.post(f"{where}/moves", data=fields, headers=FRAGMENT)
    assert retry.status_code == 200, retry.text
    assert int(retry.headers["x-table-version"]) >= answered[-1]  # a forced ply may have followed
    with closing(SqliteStore(site.db)) as store:
        log = store.events(where.removeprefix("/tables/"))
    assert {(log[version - 1].event.kind, log[version - 1].event.seat) for version in answered} == {("move", 0)}
    successors = site.wait_for_workers()
    assert other in successors
    assert doomed not in successors
    form = waiting_form(http, where)  # a bot whose worker was killed is played by another one
    assert http.post(f"{where}/moves", data={**form.fields, "move": form.moves[0]}).status_code == 303


def waiting_form(http: httpx.Client, where: str) -> Form:
    """The form of a table, once it is the visitor's turn."""
    wait_until(lambda: bool(read_form(http.get(where).text).moves))
    return read_form(http.get(where).text)


def test_workers_end_with_their_supervisor(site: SeveralWorkers, workers: list[int]) -> None:
    """Even if it is killed and can say nothing."""
    site.supervisor.kill()
    wait_until(lambda: not any(map(is_running, workers)))


def test_the_command_stops_cleanly(tmp_path: Path) -> None:
    with closing(SeveralWorkers(tmp_path / "games.db", usual=True)) as site:
        wait_until(lambda: site.page("/health") != "", pause=0.1)
        workers = site.workers()
        assert len(workers) == 2
        with site.stream(None, "/events?table=lobby") as lines:
            assert next(lines) == "retry: 1000"
            assert site.end(signal.SIGINT) == (0, ""), "it would say if a worker had to be killed"
            assert "retry: 500" in list(lines)
        assert not any(map(is_running, workers))


def test_a_site_that_cannot_start_says_so(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "noise.db").write_text("this is no database, whatever its name says" * 50)
    with pytest.raises(WorkersFailed, match="status 1"):
        run_workers(1, "127.0.0.1", 0, str(tmp_path / "noise.db"))
    assert "a worker cannot reach the games" in capfd.readouterr().err
