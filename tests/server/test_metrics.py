"""Metrics: what is counted, that it names nobody, and where it can be read."""

import asyncio
import pickle
import re
from pathlib import Path

import httpx
import pytest
from prometheus_client.metrics import MetricWrapperBase

from tabletown import games
from tabletown.server.limits import Rate
from tabletown.server.metrics import CONTENT_TYPE, Metrics, as_text
from tabletown.server.metrics_server import serving_metrics
from tabletown.server.store.opening import open_store
from tabletown.server.store.protocol import Unavailable
from tabletown.server.store.pulse import Pulse

from .databases import Place
from .visitors import StartSite, Visitor
from .web.test_live import stream

DOCS = Path(__file__).parents[2] / "docs" / "operating.md"
ONCE = Rate(burst=1, seconds=3600)


def value(visitor: Visitor, name: str, **labels: str) -> float:
    """A number of the site; 0 if nothing was counted yet."""
    samples = [sample for metric in visitor.site.metrics.snapshot() for sample in metric.samples]
    return sum(sample.value for sample in samples if (sample.name, sample.labels) == (name, labels))


@pytest.fixture
def visitor(start: StartSite) -> Visitor:
    return start(chat_rate=ONCE, streams_per_address=1, remarks=1).visitor()


@pytest.mark.usefixtures("every_ply")
def test_moves_are_counted_by_title_and_by_who_made_them(visitor: Visitor) -> None:
    visitor.sit_down()
    for _ in range(4):  # a turn of UpTown has two or three moves
        form = visitor.form()
        for _ in range(2):  # the second time it is the same move
            assert visitor.move(form, form.moves[0]).status_code == 303
    visitor.wait_for_turn()
    moves = [entry.event for entry in visitor.log() if entry.event.kind == "move"]
    for by, seat in (("player", 0), ("bot", 1)):
        made = sum(event.seat == seat for event in moves)
        assert made
        assert value(visitor, "tabletown_moves_total", title="uptown", by=by) == made
    bots = value(visitor, "tabletown_bot_think_seconds_count", work="move")
    assert bots == value(visitor, "tabletown_bot_wait_seconds_count", work="move") >= 1
    assert value(visitor, "tabletown_tables_in_memory") == 1
    assert value(visitor, "tabletown_titles_ready") == len(games.names())


def test_refusals_are_counted_by_limit(visitor: Visitor) -> None:
    visitor.sit_down(bot="here")

    def refusals(limit: str) -> float:
        return value(visitor, "tabletown_refusals_total", limit=limit)

    def say(key: str) -> int:
        return visitor.post(f"/tables/{visitor.table}/chat", {"text": "hm", "key": key * 8}).status_code

    assert [say("a"), say("b")] == [303, 422]
    assert refusals("remarks") == 1
    visitor.sit_down(bot="here")
    assert say("c") == 429
    assert refusals("chat_rate") == 1
    with stream(visitor) as lines:
        next(lines)
        assert value(visitor, "tabletown_streams") == 1
        assert visitor.http.get(f"/tables/{visitor.table}/events").status_code == 429
    assert refusals("streams_per_address") == 1
    assert visitor.post("/theme", {"theme": "x" * 100_000}).status_code == 413
    assert visitor.http.get("/" + "x" * 3000).status_code == 414
    assert visitor.http.get("/", headers={"X": "x" * 40_000}).status_code == 431
    assert [refusals(limit) for limit in ("body_bytes", "url_bytes", "head_bytes")] == [1, 1, 1]


def test_requests_are_counted_by_route_and_no_label_names_anybody(visitor: Visitor) -> None:
    table = visitor.sit_down(bot="here", name="Ada Lovelace")
    assert visitor.http.get(f"/tables/{table}").status_code == 200
    assert visitor.http.get("/tables/no-such-table").status_code == 404
    assert visitor.http.get("/no/such/page?of=mine").status_code == 404
    assert visitor.http.get(f"/api/v1/tables/{table}").status_code == 200
    counted = {
        (route, status): value(visitor, "tabletown_requests_total", route=route, status=status)
        for route, status in (
            ("/tables/{table}", "2xx"),
            ("/tables/{table}", "4xx"),
            ("none", "4xx"),
            ("/api/v1/tables/{table}", "2xx"),
        )
    }
    assert set(counted.values()) == {1}
    text = as_text(visitor.site.metrics.snapshot()).decode()
    assert not re.search(rf"{table}|no-such|/no/|Lovelace|127\.0", text)
    assert value(visitor, "tabletown_connections") >= 1


def test_the_database_is_measured(place: Place) -> None:
    metrics, store = Metrics(), place.open()
    store.measure(metrics.database_took)
    store.versions([])
    store.write(lambda db: db.execute("SELECT 1").fetchone())
    store.close()
    with pytest.raises(Unavailable):
        store.write(lambda db: None)
    text = as_text(metrics.snapshot()).decode()
    for operation, times in (("read", 1), ("write", 2), ("commit", 1)):
        assert f'tabletown_database_seconds_count{{operation="{operation}"}} {times}.0\n' in text
    assert 'tabletown_database_failures_total{operation="write"} 1.0\n' in text
    assert 'tabletown_database_failures_total{operation="read"}' not in text


def test_an_outage_is_counted_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, metrics = open_store(tmp_path / "store.sqlite3"), Metrics()
    gone, beats = False, 0

    def versions(_: object) -> dict[str, int]:
        nonlocal beats
        beats += 1
        if gone:
            raise Unavailable("gone")
        return {}

    async def outages() -> list[str]:
        nonlocal gone, beats
        found = []
        watching = asyncio.create_task(Pulse(store, 0.001, metrics.database_outages.inc).watch())
        for is_gone in (False, True, False, True):
            gone, beats = is_gone, 0
            while beats < 5:
                await asyncio.sleep(0.001)
            found += re.findall(r"^tabletown_database_outages_total (.*)$", as_text(metrics.snapshot()).decode(), re.M)
        watching.cancel()
        return found

    monkeypatch.setattr(store, "versions", versions)
    assert asyncio.run(outages()) == ["0.0", "1.0", "1.0", "2.0"]
    store.close()


# Reading them


def test_every_metric_is_documented() -> None:
    section = DOCS.read_text(encoding="utf-8").partition("## Metrics")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \|([^|]*)\|", section, re.MULTILINE)
    listed = [(name, set(re.findall(r"`(\w+)`", labels))) for name, labels in rows]
    exported = {}
    for counted in vars(Metrics()).values():
        if isinstance(counted, MetricWrapperBase):
            (metric,) = counted.describe()
            exported[metric.name + ("_total" if metric.type == "counter" else "")] = set(counted._labelnames)
    assert dict(listed) == exported
    assert len(listed) == len(exported) == len(Metrics().snapshot())


def test_a_snapshot_can_be_sent_to_another_process(visitor: Visitor) -> None:
    visitor.http.get("/health")
    taken = visitor.site.metrics.snapshot()
    assert as_text(pickle.loads(pickle.dumps(taken))) == as_text(taken)


def test_they_are_read_at_an_address_of_their_own(visitor: Visitor) -> None:
    assert visitor.http.get("/metrics").status_code == 404
    at = ("127.0.0.1", 0)
    with serving_metrics(visitor.site.metrics.snapshot, at) as port, httpx.Client(trust_env=False) as http:
        here = f"http://127.0.0.1:{port}"
        answer = http.get(f"{here}/metrics")
        assert (answer.status_code, answer.headers["content-type"]) == (200, CONTENT_TYPE)
        assert 'tabletown_requests_total{route="none",status="4xx"} 1.0\n' in answer.text
        assert http.get(here).status_code == 404
        assert http.post(f"{here}/metrics").status_code == 405
        assert http.get(f"{here}/metrics", headers={"Host": "evil.example"}).status_code == 421
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://127.0.0.1:{port}/metrics", trust_env=False)


def test_without_an_address_nothing_listens() -> None:
    with serving_metrics(list, None) as port:
        assert port == 0
