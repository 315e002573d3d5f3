"""Searches of several servers on one database: everybody sits at one table at most, and each table is laid once."""

import threading
from collections.abc import Callable, Iterator

import pytest

from tabletown.server.errors import NotAllowed
from tabletown.server.limits import Rate
from tabletown.server.play.people.rate_limit import RateLimit
from tabletown.server.play.people.sessions import Sessions
from tabletown.server.play.searching.matchmaker import Matchmaker
from tabletown.server.play.searching.searching import Searching, SearchTiming
from tabletown.server.play.searching.wishes import Wishes
from tabletown.server.play.seating import Seating
from tabletown.server.play.tables import Tables
from tabletown.server.play.waiting_rooms import LIVE_HOURS, OTHER_DAYS, WaitingRooms
from tabletown.server.store.protocol import Clock, Player, SeatRow
from tabletown.server.store.sql import SqlStore

from ...databases import Place

WISHES = Wishes(("uptown",), "live-15", (2,))
NOW = SearchTiming(found=0.0, away=1e9, gone=1e9)


class Server:
    """What one server has of searches."""

    def __init__(self, store: SqlStore, timing: SearchTiming = NOW) -> None:
        self.store = store
        self.tables = Tables(store, lambda *_: None)
        rate = RateLimit(Rate(1000, 0.001))
        self.searching = Searching(self.tables, Seating(self.tables), rate, timing)
        self.matchmaker = Matchmaker(self.tables, self.searching)


@pytest.fixture
def servers(place: Place) -> Iterator[list[Server]]:
    stores = [place.open(), place.open()]
    yield [Server(store) for store in stores]
    for store in stores:
        store.close()


def come(server: Server, name: str) -> Player:
    return Sessions(server.store).begin_new(name)[1]


def at_once(*jobs: Callable[[], object]) -> None:
    """Do all of it at the same time."""
    gate, errors = threading.Barrier(len(jobs)), []

    def run(job: Callable[[], object]) -> None:
        gate.wait()
        try:
            job()
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []


def test_two_servers_lay_every_table_once(servers: list[Server]) -> None:
    one, other = servers
    people = [come(one, f"P{n}") for n in range(12)]
    for player in people:
        one.searching.begin(player, WISHES)
    for _ in range(4):
        at_once(*(server.matchmaker.look for server in servers for _ in range(2)))
    found = {player.id: other.store.search_of(player.id) for player in people}
    tables = {search.table for search in found.values() if search}
    assert all(search and search.table for search in found.values())
    assert len(tables) == 6
    for player in people:
        (table,) = one.store.tables_of(player.id)
        assert found[player.id].table == table  # type: ignore[union-attr]


def test_not_now_and_the_laying_of_the_table_at_once(servers: list[Server]) -> None:
    """Either comes first. The other player has a table with both, or goes on looking, and nothing in between."""
    one, other = servers
    for _ in range(5):
        ada, bob = come(one, "Ada"), come(one, "Bob")
        for player in (ada, bob):
            one.searching.begin(player, WISHES)
        one.matchmaker.look()

        def not_now(player: Player = ada) -> None:
            try:
                other.searching.stop(player)
            except NotAllowed:
                assert other.store.tables_of(player.id)

        at_once(not_now, one.matchmaker.look, other.matchmaker.look)
        assert one.store.tables_of(ada.id) == one.store.tables_of(bob.id)
        assert (other.searching.of(bob) is None) == False  # noqa: E712
        other.store.end_search(bob.id)
        other.store.end_search(ada.id)


def test_a_deletion_and_the_laying_of_the_table_at_once(servers: list[Server]) -> None:
    one, other = servers
    ada, bob = come(one, "Ada"), come(one, "Bob")
    for player in (ada, bob):
        one.searching.begin(player, WISHES)
    one.matchmaker.look()
    at_once(lambda: other.store.delete_player(ada.id), one.matchmaker.look, other.matchmaker.look)
    search = one.store.search_of(bob.id)
    assert search is not None
    assert bool(search.table) == bool(one.store.tables_of(bob.id))
    assert one.store.search_of(ada.id) is None


def test_one_player_begins_on_two_servers_at_once(servers: list[Server]) -> None:
    one, other = servers
    ada = come(one, "Ada")
    at_once(
        lambda: one.searching.begin(ada, WISHES), lambda: other.searching.begin(ada, Wishes(("uptown",), "day-1", (3,)))
    )
    assert len(one.store.searches()) == 1


def test_who_vanishes_is_not_seated_and_the_other_goes_on(place: Place) -> None:
    store = place.open()
    server = Server(store, SearchTiming(found=0.0, away=10.0, gone=60.0))
    ada, bob, cyd = (come(server, name) for name in ("Ada", "Bob", "Cyd"))
    for player in (ada, bob):
        server.searching.begin(player, WISHES)
    server.matchmaker.look()
    assert store.search_of(ada.id).meeting  # type: ignore[union-attr]
    now = store.now()
    store.note_searches([bob.id], now - 20.0)  # Bob's page was closed
    server.matchmaker.look()
    assert store.search_of(ada.id).meeting == ""  # type: ignore[union-attr]
    assert store.tables_of(ada.id) == []
    server.searching.begin(cyd, WISHES)
    server.matchmaker.look()  # Ada meets Cyd, and not Bob, who has looked longer
    server.matchmaker.look()
    assert store.tables_of(ada.id) == store.tables_of(cyd.id) != []
    store.note_searches([bob.id], now - 100.0)
    server.matchmaker.look()
    assert store.search_of(bob.id) is None
    store.close()


def test_to_look_at_the_search_keeps_it(place: Place) -> None:
    store = place.open()
    server = Server(store, SearchTiming(away=10.0, gone=60.0))
    ada = come(server, "Ada")
    server.searching.begin(ada, WISHES)
    store.note_searches([ada.id], store.now() - 50.0)
    assert server.searching.of(ada) is not None
    server.matchmaker.look()
    assert store.search_of(ada.id).seen > store.now() - 10.0  # type: ignore[union-attr]
    store.close()


def test_those_who_must_not_meet_since_are_not_seated(place: Place) -> None:
    store = place.open()
    server = Server(store)
    ada, bob = come(server, "Ada"), come(server, "Bob")
    for player in (ada, bob):
        server.searching.begin(player, WISHES)
    server.matchmaker.look()
    Matchmaker(server.tables, server.searching, lambda one, other: False).look()
    assert store.search_of(ada.id).meeting == ""  # type: ignore[union-attr]
    assert store.tables_of(ada.id) == []
    store.close()


@pytest.mark.parametrize(
    ("clock", "hours"),
    [(Clock(900), LIVE_HOURS), (None, OTHER_DAYS * 24), (Clock(86400, per_move=True), OTHER_DAYS * 24)],
)
def test_waiting_rooms_close_when_nobody_comes(
    place: Place, monkeypatch: pytest.MonkeyPatch, clock: Clock | None, hours: int
) -> None:
    store = place.open()
    server = Server(store)
    ada = come(server, "Ada")
    seats = [SeatRow("human", "Ada", "", ada.id), SeatRow("open", "Sky")]
    table = server.tables.create("uptown", seats, public=True, clock=clock, note="Anyone?")
    rooms, began = WaitingRooms(server.tables), store.now()
    for later, closed in ((hours * 3600 - 60, 0), (hours * 3600 + 60, 1), (hours * 3600 + 61, 0)):
        monkeypatch.setattr(server.tables, "now", lambda later=later: began + later)
        assert rooms.close_old() == closed
    assert store.lobby() == []
    assert store.tables_of(ada.id) == []
    assert store.in_play() == []
    assert store.traces_of(ada.id) == [table]
    with server.tables.at(table) as found:
        assert found.withdrawn
        assert found.seats[1].kind == "open"
    store.close()
