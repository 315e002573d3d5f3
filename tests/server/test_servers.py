"""Several servers on one database: whoever asks whichever of them sees one table, and every move is made once."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from tabletown.server.store.events import Moved
from tabletown.server.store.notices import CHANNEL, Notices
from tabletown.server.store.protocol import SeatRow

from .databases import Place, Served
from .visitors import Running, StartSite, Visitor, wait_until
from .web.test_live import next_version, stream

pytestmark = pytest.mark.usefixtures("every_ply")

NEVER = 3600.0


@pytest.fixture
def db(place: Place) -> str:
    return place.url


@pytest.fixture
def two(start: StartSite) -> list[Visitor]:
    """One person at two servers."""
    one, other = (start(poll=0.2).visitor() for _ in range(2))
    one.sit_down()
    one.wait_for_turn()
    other.http.cookies, other.table = one.http.cookies, one.table
    return [one, other]


def chosen_since(visitor: Visitor, events: int) -> int:
    """How many moves the first seat has chosen since the log had so many events; forced ones do not count."""
    moves = (entry.event for entry in visitor.log()[events:] if isinstance(entry.event, Moved))
    return sum(move.seat == 0 and not move.by for move in moves)


@pytest.mark.parametrize("_", range(3))
def test_racing_moves(two: list[Visitor], _: int) -> None:
    """Two windows at two servers, two moves, one version: one is made, the other is refused with the fresh table."""
    while len(two[0].form().moves) < 2:
        two[0].move(form := two[0].form(), form.moves[0])
    forms = [visitor.form() for visitor in two]
    assert forms[0].fields["version"] == forms[1].fields["version"]
    before = len(two[0].log())
    with stream(two[0]) as here, stream(two[1]) as there, ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda n: two[n].move(forms[n], forms[n].moves[-n]), range(2)))
        assert sorted(answer.status_code for answer in answers) == [303, 409]
        latest = int(two[0].form().fields["version"])
        assert chosen_since(two[0], before) == 1
        for lines in (here, there):  # both hear of all of it
            while next_version(lines) < latest:
                pass
    assert two[0].log() == two[1].log()


def test_one_form_at_two_servers_is_one_move(two: list[Visitor]) -> None:
    form = two[0].form()
    before = len(two[0].log())
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda visitor: visitor.move(form, form.moves[0]), two))
    assert [answer.status_code for answer in answers] == [303, 303]
    two[0].wait_for_turn()
    assert chosen_since(two[0], before) == 1


def test_a_server_takes_over_the_bots_of_another_that_is_gone(start: StartSite) -> None:
    """Bots that were to move at one server are not waited for until it comes back."""
    gone, other = start(pace={"least": NEVER}), start(pace={"sweep": 0.05})
    table = gone.site.tables.create("uptown", [SeatRow("bot", name, bot="uniform") for name in ("Ada", "Bob")])
    gone.stop()
    wait_until(lambda: other.site.store.finished(public=False) != [])
    (over, _), *rest = other.site.store.finished(public=False)
    assert (over, rest) == (table, [])


# Notices


@pytest.fixture(params=[NEVER])
def woken(request: pytest.FixtureRequest, served: Served) -> Iterator[list[Running]]:
    """Two servers that hear of each other by notices, and otherwise look after so many seconds."""
    servers = [Running(served.url, poll=request.param) for _ in range(2)]
    yield servers
    for server in servers:
        server.stop()


def seated(servers: list[Running]) -> list[Visitor]:
    one, other = (server.visitor() for server in servers)
    one.sit_down(bot="open")  # nobody moves unless it is said here
    other.http.cookies, other.table = one.http.cookies, one.table
    return [one, other]


def test_servers_wake_each_other(woken: list[Running]) -> None:
    one, other = seated(woken)
    with stream(other) as lines:
        version = next_version(lines)
        assert one.post(f"/tables/{one.table}/seats", {"seat": "1", "bot": "uniform"}).status_code == 303
        assert next_version(lines) > version


def test_the_lobby_of_another_server_hears_of_a_new_table(woken: list[Running]) -> None:
    one, other = (server.visitor() for server in woken)
    with stream(other, "/events?table=lobby") as lines:
        version = next_version(lines)
        one.sit_down(bot="open", public="everybody")
        assert next_version(lines) > version
    assert one.table in other.http.get("/lobby").text


def test_a_notice_says_table_and_version_and_no_more(woken: list[Running], served: Served) -> None:
    with psycopg.connect(served.url, autocommit=True) as connection:
        connection.execute(f"LISTEN {CHANNEL}")
        one, _ = seated(woken)
        one.post(f"/tables/{one.table}/seats", {"seat": "1", "bot": "uniform"})
        payloads = {notice.payload for notice in connection.notifies(timeout=60, stop_after=2)}
    assert {f"{one.table}:0", f"{one.table}:1"} <= payloads
    assert all(payload.startswith(f"{one.table}:") for payload in payloads)


def test_notices_of_any_kind_do_no_harm(woken: list[Running], served: Served) -> None:
    """Wrong, doubled, late, or no notices at all: they only make servers look."""
    one, other = seated(woken)
    with stream(other) as lines:
        version = next_version(lines)
        for payload in ("", ":", "nonsense", f"{one.table}:x", f"{one.table}:999999999999", f"{one.table}:0") * 2:
            served.execute(f"NOTIFY {CHANNEL}, '{payload}'")
        served.execute(f"NOTIFY {CHANNEL}, '{one.table}:9'")
        one.post(f"/tables/{one.table}/seats", {"seat": "1", "bot": "uniform"})
        assert next_version(lines) > version
        served.execute(f"NOTIFY {CHANNEL}, '{one.table}:{version}'")
        form = one.form()
        one.move(form, form.moves[0])
        while next_version(lines) <= int(form.fields["version"]):
            pass


def test_a_server_whose_connection_was_cut_listens_again(
    woken: list[Running], served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabletown.server.store.notices._RETRY_S", 0.01)
    one, other = seated(woken)
    with stream(other) as lines:
        version = next_version(lines)
        served.cut()
        listening = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"
        wait_until(lambda: len(served.execute(listening)) == 2)
        one.post(f"/tables/{one.table}/seats", {"seat": "1", "bot": "uniform"})
        assert next_version(lines) > version


@pytest.mark.parametrize("woken", [0.1], indirect=True)
def test_lost_notices_are_made_up_for_by_looking(woken: list[Running], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Notices, "announce", lambda *_: None)
    one, other = seated(woken)
    with stream(other) as lines:
        version = next_version(lines)
        one.post(f"/tables/{one.table}/seats", {"seat": "1", "bot": "uniform"})
        assert next_version(lines) > version
